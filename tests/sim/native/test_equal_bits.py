"""Compiled code gives the bits of the interpreter, special numbers included."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy

pytest.importorskip("llvmlite")

REGISTERS = {"u16": "%h", "s16": "%h", "u32": "%r", "f32": "%f", "u64": "%rd", "f64": "%d"}
LOADS = {"u16": "u16", "s16": "u16", "u32": "u32", "f32": "f32", "u64": "u64", "f64": "f64"}
SIZES = {"u16": 2, "s16": 2, "u32": 4, "f32": 4, "u64": 8, "f64": 8}
OPERANDS = 4
INPUTS = [*product(REGISTERS, range(OPERANDS))]
THREADS = 1024
WIDE = [
    0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 255, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000,
    0x80000001, 0xFFFFFFFF, 1 << 32, 0x7FFFFFFFFFFFFFFF, 1 << 63, (1 << 64) - 1,
]  # fmt: skip
SINGLES = [
    0x00000000, 0x80000000, 0x00000001, 0x807FFFFF, 0x00800000, 0x3F800000, 0xBF800000, 0x3F000000,
    0x40200000, 0x4B000001, 0x4F000000, 0xCF000000, 0x5F800000, 0x7F7FFFFF, 0x7F800000, 0xFF800000,
    0x7FC00000, 0x7F800001, 0xFFC12345,
]  # fmt: skip
DOUBLES = [
    0, 1 << 63, 1, 0x000FFFFFFFFFFFFF, 0x3FF0000000000000, 0xBFE0000000000000, 0x41DFFFFFFFC00000,
    0x41EFFFFFFFE00000, 0x43E0000000000000, 0xC3E0000000000001, 0x47EFFFFFF0000000,
    0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000123,
    0x7FF0000000000001, 0xFFF8000000000000, 0x3810000000000000, 0x36A0000000000000,
]  # fmt: skip


def rows() -> list[tuple[str, list[str], str]]:
    """Return the type of the result, the types of the sources and the name of each instruction."""
    text = Path(__file__).with_name("equal_bits.txt").read_text(encoding="utf-8")
    found = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            types, _, names = line.partition(":")
            result, *sources = types.split()
            found += [(result, sources, name) for name in names.split()]
    return found


def words(type_: str, place: int) -> Any:
    """Return the operands of a type in a place: special numbers, and random bits."""
    rng = np.random.default_rng(INPUTS.index((type_, place)))
    size = SIZES[type_]
    special = {"f32": SINGLES, "f64": DOUBLES}.get(type_, WIDE)
    kind = f"u{size}"
    found = rng.integers(0, 1 << 64, THREADS, dtype=np.uint64)
    some = rng.choice(np.array(special, np.uint64), THREADS)
    return np.where(rng.random(THREADS) < 0.6, some, found).astype(kind)


PARTS = [rows()[at : at + 60] for at in range(0, len(rows()), 60)]


def kernel(part: list[tuple[str, list[str], str]]) -> str:
    """Return a kernel that executes each instruction and stores its result as 64 bits."""
    body = []
    for number, (result, sources, name) in enumerate(part):
        body.append("{")
        given = []
        for place, type_ in enumerate(sources):
            register = f"{REGISTERS[type_]}{place}"
            offset = f"in_{type_}_{place}"
            body.append(f"ld.param.u64 %rd9, [{offset}];")
            body.append(f"mad.wide.u32 %rd9, %r9, {SIZES[type_]}, %rd9;")
            body.append(f"ld.global.{LOADS[type_]} {register}, [%rd9];")
            given.append(register)
        target = f"{REGISTERS[result]}8"
        body.append(f"{name} {', '.join([target, *given])};")
        body.append(f"add.u64 %rd9, %rd10, {number * THREADS * 8};")
        body.append(f"st.global.{LOADS[result]} [%rd9], {target};")
        body.append("}")
    parameters = ["out", *(f"in_{type_}_{k}" for type_, k in INPUTS)]
    declared = ",\n".join(f".param .u64 {name}" for name in parameters)
    return "\n".join(
        [
            ".version 8.8\n.target sm_100\n.address_size 64",
            f".visible .entry every({declared})\n{{",
            ".reg .b16 %h<10>;\n.reg .b32 %r<10>;\n.reg .f32 %f<10>;",
            ".reg .b64 %rd<12>;\n.reg .f64 %d<10>;",
            "mov.u32 %r8, %ctaid.x;\nmov.u32 %r9, %ntid.x;\nmov.u32 %r7, %tid.x;",
            "mad.lo.u32 %r9, %r8, %r9, %r7;",
            "ld.param.u64 %rd10, [out];\nmad.wide.u32 %rd10, %r9, 8, %rd10;",
            *body,
            "ret;\n}\n",
        ]
    )


def results(engine: str, part: Any) -> Any:
    """Return the bits that an engine stores."""
    out = np.zeros((len(part), THREADS), np.uint64)
    inputs = [words(type_, place) for type_, place in INPUTS]
    launched = ptxpy.load(ptxpy.parse(kernel(part)), "every")
    with ptxpy.sim.engine(engine) as report:
        launched.launch(out, *inputs, grid=THREADS // 128, block=128, device="cpu")
    assert not report.interpreted
    return out


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part[0][2])
def test_instructions_have_the_same_bits(part: Any) -> None:
    """All lanes of all instructions."""
    wanted = results("interpreted", part)
    found = results("compiled", part)
    wrong = []
    for (_, sources, name), one, two in zip(part, wanted, found, strict=True):
        differs = np.flatnonzero(one != two)
        if len(differs):
            lane = int(differs[0])
            given = [hex(int(words(type_, k)[lane])) for k, type_ in enumerate(sources)]
            wrong.append(f"{name} of {given}: {one[lane]:#x}, compiled {two[lane]:#x}")
    assert not wrong, "\n".join(wrong)
    assert wanted.any(axis=1).all()
