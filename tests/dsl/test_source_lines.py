"""`.loc` in the PTX of kernels, and the lines of Python in errors of the simulator."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import ptxpy
from ptxpy import SimulationError, f32, func, intrinsic, kernel, ptx, u32, u64
from ptxpy.assemble import AssemblerName, assemble
from tests.assemble.real import needs_nvjitlink, needs_ptxas

LINES = Path(__file__).read_text("utf-8").splitlines()


@intrinsic
def shifted(value: u32) -> u32:
    """Return the value and one."""
    return value + 1  # here: add


@func(returns=f32)
def half(x: f32) -> None:
    """Return half of a number."""
    value = ptx.ld.param.f32([x])  # here: ld
    ptx.st.param.f32(["func_retval0"], value * 0.5)  # here: mul st
    ptx.ret()  # here: ret


@kernel(arch="sm_80", block=32)
def located(x: u64) -> None:
    """Halve what stands behind each thread's own element."""
    ptx.comment("the address")
    base = ptx.ld.param.u64([x])  # here: ld
    thread = shifted(ptx.special.tid.x())  # here: mov
    address = ptx.mad.wide.u32(thread, 4, base)  # here: mad
    with ptx.if_(thread < 40):  # here: setp bra
        ptx.comment("the store")
        ptx.st.global_.f32(  # here: st
            [address],
            half(ptx.ld.global_.f32([address])),  # here: ld st call ld
        )
    for _ in range(2):
        ptx.bar.sync(0)  # here: bar bar
    ptx.ret()  # here: ret


def opcodes(text: str) -> list[tuple[int, str]]:
    """Return the line of Python and the opcode of each instruction, as `.loc` says."""
    found = []
    line = 0
    for row in text.splitlines():
        words = row.split()
        if words[:1] == [".loc"]:
            assert words[1] == "1"
            assert words[3] == "0"
            line = int(words[2])
        elif (match := re.match(r" +(?:@!?%p\d+ )?([a-z]+)[. ;]", row)) is not None:
            found.append((line, match[1]))
    return found


def test_each_instruction_has_its_line() -> None:
    """That of the innermost frame in the file of the kernel; several lines count as the first."""
    found: dict[int, list[str]] = {}
    for line, opcode in opcodes(located.ptx(source_lines=True)):
        found.setdefault(line, []).append(opcode)
    expected = {
        number: line.partition("# here: ")[2].split()
        for number, line in enumerate(LINES, 1)
        if "# here: " in line and "LINES" not in line and "partition" not in line
    }
    assert found == expected


def test_nothing_else_changes() -> None:
    """Without `.loc` and `.file` it is the text without source lines."""
    plain = located.ptx()
    text = located.ptx(source_lines=True)
    name = Path(__file__).as_posix()
    assert f'.address_size 64\n.file 1 "{name}"\n' in text
    rows = [row for row in text.splitlines() if not re.match(r" *\.(loc|file) ", row)]
    assert rows == plain.splitlines()
    assert ".loc" not in plain
    assert located.ptx(source_lines=True) == text
    assert located.ptx() == plain


def test_comments_stand_before_the_line() -> None:
    """They are of what follows."""
    text = located.ptx(source_lines=True)
    assert re.search(
        r"    // the address\n    \.loc 1 \d+ 0\n    ld\.param\.u64 %rd0, \[x\];", text
    )
    assert re.search(r"    // begin shifted\n    \.loc 1 \d+ 0\n    add", text)
    assert ptxpy.emit(ptxpy.parse(text)) == text


def test_a_label_is_followed_by_a_line() -> None:
    """Also where the line is that of the instruction before it: one comes from elsewhere."""

    @kernel(arch="sm_80")
    def looped() -> None:
        with ptx.loop() as loop:
            for _ in range(2):
                loop.again(when=ptx.special.clock() < 3)
        ptx.ret()

    text = looped.ptx(source_lines=True)
    assert re.search(r"\$L__BB0_\d+:\n    \.loc 1", text)


@pytest.mark.parametrize(
    "assembler",
    [pytest.param("ptxas", marks=needs_ptxas), pytest.param("nvjitlink", marks=needs_nvjitlink)],
)
def test_it_assembles(assembler: AssemblerName) -> None:
    """Without a word, and the machine code knows the file."""
    text = located.ptx(source_lines=True).encode()
    assembly = assemble(text, assembler=assembler, options=["-lineinfo"])
    assert assembly.messages == ()
    assert b".debug_line" in assembly.cubin
    assert Path(__file__).name.encode() in assembly.cubin
    assert {needs.name for needs in assembly.kernels if needs.kernel} == {"located"}


def test_an_error_of_the_simulator_has_the_line() -> None:
    """Of a kernel that is launched as it stands in its file."""
    x = np.zeros(33, np.float32)
    located.launch(x, grid=1, device="cpu")
    with pytest.raises(SimulationError) as caught:
        located.launch(x[:32], grid=1, device="cpu")
    [line] = [
        number for number, row in enumerate(LINES, 1) if "ld st call ld" in row and number < 60
    ]
    assert f"{__file__}:{line}" in str(caught.value)
    assert "thread (31, 0, 0)" in str(caught.value)
