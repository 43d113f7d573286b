"""Strict mode tells which elements of new outputs no thread has written."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from ptxpy import f32, kernel, ptx, u32
from ptxpy.dsl.tensors import Layout, Tile
from ptxpy.dsl.values.types import e4m3

BLOCK = 32
OPTIONS: dict[str, Any] = {"arch": "sm_80", "block": BLOCK, "raw_params": [("u32", "N")]}


def copy(x: Any, y: Any, width: int, last: int) -> None:
    """Copy the elements before the last ones, of a width in bytes."""
    i = ptx.mad.lo.u32(ptx.special.ctaid.x(), BLOCK, ptx.special.tid.x())
    at_x, at_y = ptx.global_ptrs(x, y)
    with ptx.if_(i + last < ptx.param(u32, "N")):
        offset = ptx.mul.wide.u32(i, width)
        if width == 1:
            ptx.st.global_.u8([at_y + offset], ptx.ld.global_.u8([at_x + offset]))
        else:
            ptx.st.global_.f32([at_y + offset], ptx.ld.global_.f32([at_x + offset]))
    ptx.ret()


def grid(N: int) -> int:  # noqa: N803 - a dimension
    """Return the CTAs for N elements."""
    return -(-N // BLOCK)


VECTOR = Tile("N", f32)


@kernel(in_specs=(VECTOR,), out_specs=(VECTOR,), grid=grid, **OPTIONS)
def copied(x: Any, y: Any, *, last: int = 0) -> None:
    """Copy all elements but the last ones."""
    copy(x, y, 4, last)


@kernel(in_specs=(VECTOR,), out_specs=(VECTOR,), grid=lambda N: N // BLOCK, **OPTIONS)  # noqa: N803
def cut(x: Any, y: Any) -> None:
    """Copy what whole CTAs copy: the grid is rounded down."""
    copy(x, y, 4, 0)


@kernel(in_specs=(Tile("N", e4m3),), out_specs=(Tile("N", e4m3),), grid=grid, **OPTIONS)
def copied_bytes(x: Any, y: Any, *, last: int = 0) -> None:
    """Copy bytes."""
    copy(x, y, 1, last)


MATRIX = Tile("M", "N", f32, Layout.COL)


@kernel(
    in_specs=(MATRIX,),
    out_specs=(MATRIX,),
    arch="sm_80",
    block=BLOCK,
    grid=1,
    raw_params=[("u32", "M")],
)
def first_column(x: Any, y: Any) -> None:
    """Copy the first column of a column-major matrix."""
    i = ptx.special.tid.x()
    at_x, at_y = ptx.global_ptrs(x, y)
    with ptx.if_(i < ptx.param(u32, "M")):
        offset = ptx.mul.wide.u32(i, 4)
        ptx.st.global_.f32([at_y + offset], ptx.ld.global_.f32([at_x + offset]))
    ptx.ret()


def hints(call: Any) -> list[str]:
    """Return the warnings of a call."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return [str(each.message) for each in caught]


@pytest.mark.parametrize("strict", [True, "collect", "fences"])
def test_the_elements_are_counted_and_the_first_is_named(strict: Any) -> None:
    """A grid that is rounded down leaves the end of the output as it was."""
    x = np.ones(100, np.float32)
    (text,) = hints(lambda: cut(x, strict=strict))
    assert text.startswith("cut: no thread writes 4 of the 100 elements of y, which is new memory")
    assert "the first is y[96]" in text


def test_all_written_is_silent() -> None:
    """Also where the elements are what memory is filled with before the launch."""
    x = np.full(100, np.float32("nan"))
    x.view(np.uint32)[:] = 0xFFFFFFFF
    x.view(np.uint32)[7] = 0xA5A5A5A5
    assert hints(lambda: copied(x, strict=True)) == []
    every_byte = np.arange(256, dtype=np.uint8)
    assert hints(lambda: copied_bytes(every_byte, strict=True)) == []


def test_bytes_that_no_thread_writes() -> None:
    """An element of one byte may be written with any value."""
    every_byte = np.arange(256, dtype=np.uint8)
    (text,) = hints(lambda: copied_bytes(every_byte, last=3, strict=True))
    assert "3 of the 256 elements of y" in text
    assert "y[253]" in text


def test_the_results_are_those_of_the_first_run() -> None:
    """What is written stays, although the kernel runs again."""
    x = np.arange(100, dtype=np.float32)
    found: list[Any] = []
    assert len(hints(lambda: found.append(copied(x, last=1, strict=True)))) == 1
    assert found[0][:99].tolist() == x[:99].tolist()


def test_an_output_that_is_passed_may_keep_elements() -> None:
    """The author has said what they hold; and without strict mode nothing is said."""
    x, y = np.ones(100, np.float32), np.zeros(100, np.float32)
    assert hints(lambda: copied(x, last=1, y=y, strict=True)) == []
    assert y.sum() == 99
    assert hints(lambda: copied(x, last=1)) == []


def test_the_index_is_that_of_the_array() -> None:
    """Of a column-major matrix too."""
    x = np.asfortranarray(np.ones((3, 4), np.float32))
    (text,) = hints(lambda: first_column(x, strict=True))
    assert "9 of the 12 elements of y" in text
    assert "y[0, 1]" in text
