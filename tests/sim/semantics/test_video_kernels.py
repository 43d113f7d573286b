"""Video instructions in kernels, against Python's integers."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.sim.harness import kernel, run
from tests.sim.reference import video as reference

INSTRUCTIONS = """
vadd.s32.u32.s32.sat d, a.b0, b.h1
vadd.u32.u32.u32 d.b1, a.b0, b.b1, c
vadd.u32.u32.u32.sat d.h0, a, b, c
vsub.u32.u32.u32 d, a.b3, b
vabsdiff.s32.s32.s32.sat.add d, a.h0, b.b2, c
vmin.s32.s32.s32.max d, a, b.h0, c
vmax.u32.u32.s32.min d, a.h1, b, c
vshl.u32.u32.u32.clamp d, a, b
vshr.u32.u32.u32.wrap.add d, a.h0, b.b0, c
vmad.s32.s32.u32.shr7 d, a.b1, -b.h0, c
vmad.u32.u32.u32.po d, a.h0, b.h0, c
vmad.s32.s32.s32.sat.shr15 d, a, b, -c
vset.s32.u32.lt d, a, b.b0
vset.u32.u32.ge.add d, a.b2, b, c
vadd2.s32.s32.s32 d, a, b, c
vavrg2.u32.s32.u32 d.h10, a.h23, b.h01, c
vsub2.s32.s32.s32.sat d.h1, a.h32, b.h02, c
vset2.u32.u32.ne d, a, b, c
vadd4.u32.u32.u32.sat d, a, b, c
vavrg4.s32.s32.s32 d.b3210, a.b7654, b.b0123, c
vset4.s32.s32.gt.add d, a, b, c
vabsdiff4.u32.u32.u32.add d, a, b, c
"""

REGISTERS = {"a": "%r1", "b": "%r2", "c": "%r3", "d": "%r4"}

BODY = """
    mad.wide.u32 %rd1, %r0, 16, %out;
    ld.global.v4.u32 {{%r1, %r2, %r3, %r4}}, [%rd1];
    {instruction};
    st.global.u32 [%rd1 + 12], %r4;
"""


def expected(
    opcode: str,
    modifiers: tuple[str, ...],
    selectors: tuple[str, ...],
    sources: tuple[int, ...],
) -> int:
    """Return what an instruction writes."""
    d, a, b, c = (*selectors, "", "")[:4]
    if opcode[-1] in "24":
        first, second, third = sources
        return reference.simd(opcode, modifiers, (d, a, b), (first, second, third))
    return reference.scalar(opcode, modifiers, (d, a, b, c), sources)


@pytest.mark.parametrize("line", INSTRUCTIONS.strip().splitlines())
def test_video(line: str) -> None:
    """Each thread has its own registers, the middle one leaves d as it was."""
    generator = np.random.default_rng(len(line))
    memory = generator.integers(0, 1 << 32, (64, 4), np.uint64).astype(np.uint32)
    memory[::3] >>= generator.integers(0, 32, (len(memory[::3]), 4), np.uint64).astype(np.uint32)
    given = memory.copy()
    name, _, listed = line.partition(" ")
    opcode, *modifiers = re.split(r"(?=\.)", name)
    operands = listed.split(", ")
    selectors = tuple("-" * text.startswith("-") + text.lstrip("-")[1:] for text in operands)
    spelled = re.sub(r"\b([abcd])\b(?!\d)(?=[.,]|$)", lambda m: REGISTERS[m[1]], listed)
    body = BODY.format(instruction=f"setp.ne.u32 %p1, %r0, 5;\n    @%p1 {name} {spelled}")
    run(kernel(body), memory, block=64)
    for thread, row in enumerate(given):
        sources = tuple(int(value) for value in row[: len(operands) - 1])
        wanted = expected(opcode, tuple(modifiers), selectors, sources)
        assert int(memory[thread, 3]) == (wanted if thread != 5 else int(row[3])), thread
