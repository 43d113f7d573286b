"""Every form of floating-point instructions and conversions: compiled, the interpreter's bits."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.sim.compile.table_operations import conversion_of, operation_of
from ptxpy.sim.numpy_types import KINDS
from tests.sim.native.test_equal_bits import DOUBLES, SINGLES, WIDE
from tests.sim.semantics.numbers.forms import modifiers_of

pytest.importorskip("llvmlite")

OPCODES = [
    "abs", "add", "copysign", "cos", "div", "ex2", "fma", "lg2", "mad", "max", "min", "mul", "neg",
    "rcp", "rsqrt", "sin", "sqrt", "sub", "tanh", "testp",
]  # fmt: skip
HALF_TYPES = {".f16", ".bf16", ".f16x2", ".bf16x2"}
FLOATS = HALF_TYPES | {".f32", ".f64", ".f32x2"}
JOINS = {".and", ".or", ".xor"}
INTERPRETED = {".s2f6x2", ".ue8m0x2", ".scaled::n2::ue8m0", ".e4m3x4", ".e5m2x4", ".e2m1x4"}
"""Types whose conversions and sums are left to the interpreter, those by `cvt.rs` aside."""
REGISTERS = {"u1": "%h", "i1": "%h", "u2": "%h", "i2": "%h", "u4": "%r", "i4": "%r", "f4": "%f",
             "u8": "%rd", "i8": "%rd", "f8": "%d", "?": "%p"}  # fmt: skip
SIZES = {"%h": 2, "%r": 4, "%f": 4, "%rd": 8, "%d": 8, "%p": 4}
LOADS = {"%h": "u16", "%r": "u32", "%f": "f32", "%rd": "u64", "%d": "f64"}
OPERANDS = 5
THREADS = 2048
INPUTS = [(name, place) for name in LOADS for place in range(OPERANDS)]
HALVES = [
    0x0000, 0x0001, 0x03FF, 0x0400, 0x007F, 0x0080, 0x3C00, 0x3C01, 0x3800, 0x3F80, 0x3F7F, 0x3F81,
    0x7BFF, 0x7C00, 0x7C01, 0x7F7F, 0x7F80, 0x7F81, 0x7FC1, 0x7FF7, 0x7FFF, 0x4200, 0x1400,
]  # fmt: skip
Row = tuple[str, tuple[str, ...], tuple[str, ...], str]
"""An opcode, its modifiers, the NumPy types of its sources and of its result."""


def arithmetic() -> list[Row]:
    """Return the forms of arithmetic that the interpreter has."""
    found: list[Row] = []
    counts = dict.fromkeys(("abs", "cos", "ex2", "lg2", "neg", "rcp", "rsqrt", "sin"), 1)
    counts |= {"sqrt": 1, "tanh": 1, "testp": 1, "fma": 3, "mad": 3}
    for opcode in OPCODES:
        for modifiers in modifiers_of(opcode):
            if FLOATS.isdisjoint(modifiers) or not INTERPRETED.isdisjoint(modifiers):
                continue
            operation = operation_of(opcode, modifiers, counts.get(opcode, 2))
            if operation is not None:
                found.append((opcode, modifiers, operation.sources, operation.result))
    return found


def conversions() -> list[Row]:
    """Return the conversions that the interpreter has."""
    found: list[Row] = []
    for modifiers in modifiers_of("cvt"):
        operation = conversion_of(modifiers)
        if operation is None or not (".rs" in modifiers or INTERPRETED.isdisjoint(modifiers)):
            continue
        sources = operation.sources
        if modifiers[-2].endswith("x4"):
            sources = ("f4",) * 4 + sources[1:]
        found.append(("cvt", modifiers, sources, operation.result))
    return found


def comparisons() -> list[Row]:
    """Return comparisons of halves, whose results are not joined with a predicate."""
    found: list[Row] = []
    for opcode in ("set", "setp"):
        for modifiers in modifiers_of(opcode):
            if modifiers[-1] in HALF_TYPES and JOINS.isdisjoint(modifiers):
                kind = KINDS[modifiers[-1][1:]]
                result = KINDS[modifiers[-2][1:]] if opcode == "set" else "?"
                found.append((opcode, modifiers, (kind, kind), result))
    return found


@cache
def words_of(register: str, place: int) -> Any:
    """Return operands: numbers at which something changes, and random bits."""
    rng = np.random.default_rng(INPUTS.index((register, place)) + 100)
    size = SIZES[register]
    halves = np.array([code | sign for code in HALVES for sign in (0, 0x8000)], np.uint64)
    pairs = rng.choice(halves, 256) << np.uint64(16) | rng.choice(halves, 256)
    # Half-way between two numbers of a narrower format, and next to it.
    narrow = [0x8000, 0x7FFF, 0x8001, 0x1000, 0x0FFF, 0x1001, 0x3000, 0x80000, 0x100000]
    ties = (rng.integers(0, 1 << 16, 512, np.uint64) << np.uint64(16)) + rng.choice(
        np.array(narrow, np.uint64), 512
    )
    special: Any = {
        "%h": np.append(halves, np.array(WIDE, np.uint64) & np.uint64(0xFFFF)),
        "%r": np.append(pairs, np.array(WIDE, np.uint64)),
        "%f": np.concatenate([np.array(SINGLES, np.uint64), ties]),
        "%rd": np.append(np.array(WIDE, np.uint64), pairs << np.uint64(32) | pairs[::-1]),
        "%d": np.array(DOUBLES, np.uint64),
    }[register]
    bits = rng.integers(0, 1 << 64, THREADS, dtype=np.uint64)
    if register == "%d":
        # Most doubles at random are beyond all singles: some are near, with few bits or many.
        near = rng.standard_normal(THREADS) * 2.0 ** rng.integers(-150, 130, THREADS)
        with np.errstate(over="ignore"):
            few = near.astype(np.float32).astype(np.float64)
        mixed = np.where(rng.random(THREADS) < 0.5, near, few).view(np.uint64)
        bits = np.where(rng.random(THREADS) < 0.8, mixed, bits)
    some = rng.choice(special, THREADS)
    return np.where(rng.random(THREADS) < 0.5, some, bits).astype(f"u{size}")


def kernel(part: list[Row]) -> str:
    """Return a kernel that executes each instruction and stores its result as 64 bits."""
    body = []
    for number, (opcode, modifiers, sources, result) in enumerate(part):
        given = []
        body.append("{")
        for place, kind in enumerate(sources):
            register = REGISTERS[kind]
            body.append(f"ld.param.u64 %rd9, [in_{register[1:]}_{place}];")
            body.append(f"mad.wide.u32 %rd9, %r9, {SIZES[register]}, %rd9;")
            body.append(f"ld.global.{LOADS[register]} {register}{place}, [%rd9];")
            given.append(f"{register}{place}")
        if opcode == "cvt" and modifiers[-2].endswith("x4"):
            given[:4] = ["{" + ", ".join(given[:4]) + "}"]
        register = REGISTERS[result]
        target = "%p8|%p9" if opcode == "setp" else f"{register}8"
        body.append(f"{opcode}{''.join(modifiers)} {', '.join([target, *given])};")
        if result == "?":
            body.append("selp.u32 %r8, 1, 0, %p8;")
            body.append("@%p9 add.u32 %r8, %r8, 2;" if opcode == "setp" else "")
            register = "%r"
        body.append(f"add.u64 %rd9, %rd10, {number * THREADS * 8};")
        body.append(f"st.global.{LOADS[register]} [%rd9], {register}8;\n}}")
    parameters = ["out", *(f"in_{register[1:]}_{place}" for register, place in INPUTS)]
    declared = ",\n".join(f".param .u64 {name}" for name in parameters)
    return "\n".join(
        [
            ".version 9.1\n.target sm_100a\n.address_size 64",
            f".visible .entry every({declared})\n{{",
            ".reg .pred %p<10>;\n.reg .b16 %h<10>;\n.reg .b32 %r<10>;\n.reg .f32 %f<10>;",
            ".reg .b64 %rd<12>;\n.reg .f64 %d<10>;",
            "mov.u32 %r8, %ctaid.x;\nmov.u32 %r9, %ntid.x;\nmov.u32 %r7, %tid.x;",
            "mad.lo.u32 %r9, %r8, %r9, %r7;",
            "ld.param.u64 %rd10, [out];\nmad.wide.u32 %rd10, %r9, 8, %rd10;",
            *body,
            "ret;\n}\n",
        ]
    )


def results(engine: str, part: list[Row]) -> Any:
    """Return the bits that an engine stores."""
    out = np.zeros((len(part), THREADS), np.uint64)
    inputs = [words_of(register, place) for register, place in INPUTS]
    launched = ptxpy.load(ptxpy.parse(kernel(part)), "every")
    with ptxpy.sim.engine(engine) as report:
        launched.launch(out, *inputs, grid=THREADS // 128, block=128, device="cpu")
    assert not report.interpreted
    return out


ROWS = [*arithmetic(), *conversions()[::6], *comparisons()[::6]]
"""Conversions and comparisons differ in one modifier at a time: some are taken for all."""
PARTS = [ROWS[at : at + 64] for at in range(0, len(ROWS), 64)]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part[0][0] + "".join(part[0][1]))
def test_forms_have_the_same_bits(part: list[Row]) -> None:
    """All lanes of all forms."""
    wanted = results("interpreted", part)
    found = results("compiled", part)
    wrong = []
    for (opcode, modifiers, sources, _), one, two in zip(part, wanted, found, strict=True):
        differs = np.flatnonzero(one != two)
        if len(differs):
            lane = int(differs[0])
            given = [hex(words_of(REGISTERS[kind], k)[lane]) for k, kind in enumerate(sources)]
            name = f"{opcode}{''.join(modifiers)}"
            wrong.append(
                f"{name} of {given}: {one[lane]:#x}, compiled {two[lane]:#x}; {len(differs)} lanes"
            )
    assert not wrong, "\n".join(wrong)
    assert len(part) < 64 or wanted.any(axis=1).mean() > 0.9


def test_the_table_has_forms_enough() -> None:
    """The forms are found: they do not vanish in silence."""
    assert len(arithmetic()) > 500
    assert len(conversions()) > 1_200
    assert len(comparisons()) > 400
