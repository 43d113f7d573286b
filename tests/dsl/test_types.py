"""Types are classes: annotations of type checkers, and calls that move."""

from __future__ import annotations

import copy
import fnmatch
from typing import Annotated, Any

import pytest

import ptxpy
from ptxpy import b8, kernel, ptx, u32, u64
from ptxpy.dsl.functions.formal_parameters import annotated_type
from ptxpy.dsl.values.types import NAMED, Type, align

params = Annotated[b8, b8.align(64)[128]]
"""The type of a parameter that is more than a name."""


def test_a_type_is_a_class_and_equal_to_one_of_its_parts() -> None:
    """What is made in the same way is equal, and nothing else is."""
    for name, kind in NAMED.items():
        assert isinstance(kind, type)
        assert kind.__name__ == kind.name == name
        assert kind.__doc__
        assert kind == kind.preceded() == copy.deepcopy(kind)
        assert kind != kind[1]
        assert hash(kind[2].align(4)) == hash(kind.preceded(align(4))[2])


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (u32, u32),
        (params, b8.align(64)[128]),
        (Annotated[u32, "tokens"], u32),
        (Annotated[u32, "tokens", u32[3]], u32[3]),
        (Annotated[int, 4], None),
        (int, None),
        ("u32", None),
        (list[u32], None),
    ],
)
def test_annotated(annotation: Any, expected: Type | None) -> None:
    """`Annotated` says the type that stands in it, or else the one that it annotates."""
    assert annotated_type(annotation) == expected


def test_a_kernel_with_annotated_parameters() -> None:
    """Either spelling declares the same parameter."""

    @kernel
    def checked(_p: params, _x: Annotated[u64, u64.ptr("global", align=16)], _n: u32) -> None:
        ptx.ret()

    def written(_p: Any, _x: Any, _n: Any) -> None:
        ptx.ret()

    written.__name__ = "checked"
    written.__annotations__ = {
        "_p": b8.align(64)[128],
        "_x": u64.ptr("global", align=16),
        "_n": u32,
    }
    assert checked.ptx() == kernel(written).ptx()
    assert ".param .align 64 .b8 _p[128]" in checked.ptx()
    assert ".param .u64 .ptr .global .align 16 _x" in checked.ptx()


@pytest.mark.parametrize(
    ("style", "line", "expected"),
    [
        ("nvcc-13.0", "u32(8192)", "mov.u32 *, 8192;"),
        ("nvcc-13.0", "b32(7)", "mov.b32 *, 7;"),
        ("nvcc-13.0", "f32(1.0)", "mov.f32 *, 0f3F800000;"),
        ("nvcc-13.0", "u32(r[1])", "mov.u32 *, %r1;"),
        ("nvcc-13.0", "r[2] = u32(8192)", "mov.u32 %r2, 8192;"),
        ("nvcc-13.0", "pred(True)", "setp.ne.b32 *, 1, 0;"),
        ("ptxpy", "f16(1.0)", "mov.b16 *, 15360;"),
        ("ptxpy", "f64(1.0)", "mov.f64 *, 0d3FF0000000000000;"),
    ],
)
def test_a_call_of_a_type_is_a_mov(style: str, line: str, expected: str) -> None:
    """`u32(8192)` is a register with that number, and not an immediate operand."""
    text = (
        f"from ptxpy import *\nmodule({style!r}, version='8.0', target='sm_90a')\n"
        f"@kernel\ndef k():\n    r = reg.bulk(r=3)\n    {line}\n    ptx.ret()\n"
    )
    lines = [" ".join(one.split()) for one in ptxpy.emit(ptxpy.from_python(text)).splitlines()]
    assert fnmatch.filter(lines, expected), lines


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        (u32[4], 1, "a mov has a fundamental one, as u32"),
        (u32.align(8), 1, "a mov has a fundamental one, as u32"),
        (u32, True, "write 0 or 1"),
    ],
)
def test_a_call_that_is_no_mov(kind: Any, value: Any, message: str) -> None:
    """The type of a declaration moves nothing."""

    def k() -> None:
        kind(value)
        ptx.ret()

    with pytest.raises(TypeError, match=message):
        kernel(k).ptx()
