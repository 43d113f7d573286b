"""Words of allocations to which nothing has been written, whoever might have written to them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.emulation.device import Device
from ptxpy.emulation.statuses import Status
from ptxpy.emulation.uninitialised_memory import MAX_FILLED_BYTES, UninitialisedMemory
from tests.emulation.device_harness import device, launch, load, words

ADD = """
.visible .entry add(.param .u64 x, .param .u64 y)
{
    .reg .b64 %rd<4>; .reg .b32 %r<4>;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x;
    mad.wide.u32 %rd1, %r1, 4, %rd1;
    mad.wide.u32 %rd2, %r1, 4, %rd2;
    ld.global.u32 %r2, [%rd1];
    add.u32 %r2, %r2, 1;
    st.global.u32 [%rd2], %r2;
}
"""


def view(found: Device, address: int, number: int) -> Any:
    """Return words at an address, to be written as the program does, without telling the device."""
    return found.memory.view("u4")[address // 4 : address // 4 + number]


@pytest.mark.parametrize("kind", ["device", "managed", "pinned", "pool"])
def test_a_read_before_any_write_is_told(kind: Any) -> None:
    """The same launch is right behind a write of the program, or of another kernel."""
    found = device(strict=True)
    module = load(found, ADD)
    x, y, z = (found.allocate(128, kind=kind) for _ in range(3))
    result = launch(found, module, "add", x, y)
    assert result.status == Status.LAUNCH_FAILED
    assert f"{x:#x}, which nothing has been written to" in result.message
    view(found, x, 32)[:] = 7
    assert launch(found, module, "add", x, y).status == Status.SUCCESS
    assert launch(found, module, "add", y, z).status == Status.SUCCESS
    assert words(found, z, 32) == [9] * 32


def test_one_word_that_is_missing_in_the_middle() -> None:
    """A word alone in its line may be data by chance; two are not, and one is an allocation."""
    found = device(strict=True)
    module = load(found, ADD)
    x, y, one = found.allocate(128), found.allocate(128), found.allocate(4)
    view(found, x, 32)[:16] = 1
    view(found, x, 32)[18:] = 1
    result = launch(found, module, "add", x, y)
    assert f"{x:#x} + 64 bytes, which nothing" in result.message
    result = launch(found, module, "add", one, y, block=1)
    assert f"{one:#x}, which nothing" in result.message


def test_it_goes_on_with_collect() -> None:
    """The launch succeeds, the fault is told once, and memory is as the launch has left it."""
    found = device(strict="collect")
    module = load(found, ADD)
    x, y = found.allocate(128), found.allocate(128)
    before = words(found, x, 32)
    first, second = (launch(found, module, "add", x, y) for _ in range(2))
    assert (first.status, second.status) == (Status.SUCCESS, Status.SUCCESS)
    assert "which nothing has been written to" in first.message
    assert not second.message
    assert words(found, x, 32) == before
    assert words(found, y, 32) == [(each + 1) % 2**32 for each in before]


def test_freed_memory_is_new_again() -> None:
    """An allocation at the address of one that has been freed holds nothing either."""
    found = device(strict=True)
    module = load(found, ADD)
    y = found.allocate(128)
    first = x = found.allocate(64 << 20)
    view(found, x, 32)[:] = 1
    found.free(x)
    for _ in range(8):
        x = found.allocate(64 << 20)
        if x == first:
            break
        found.free(x)
    assert x == first
    assert launch(found, module, "add", x, y).status == Status.LAUNCH_FAILED


def test_what_is_not_filled() -> None:
    """Without strict mode memory is zero; so are arrays, and what is larger than a limit."""
    plain, strict = device(), device(strict=True)
    assert not any(words(plain, plain.allocate(4096), 1024))
    assert not any(words(strict, strict.allocate(4096, kind="array"), 1024))
    assert not any(words(strict, strict.allocate(MAX_FILLED_BYTES + 4), 1024))


def test_what_is_filled_is_limited_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that allocates more than the machine has is not ended by its own check."""
    monkeypatch.setattr("ptxpy.emulation.uninitialised_memory.MAX_HELD_BYTES", 4096)
    found = device(strict=True)
    first, second = found.allocate(4096), found.allocate(4096)
    assert any(words(found, first, 1024))
    assert not any(words(found, second, 1024))
    found.free(first)
    assert any(words(found, found.allocate(4096), 1024))


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 300), st.lists(st.tuples(st.integers(0, 74), st.integers(1, 75))))
def test_exactly_the_words_without_a_write(size: int, writes: list[tuple[int, int]]) -> None:
    """But for words that are alone in their line of 64 bytes, all those and no others are found."""
    memory = device().memory
    start = memory.allocation(size, "an allocation").start
    unwritten = UninitialisedMemory(memory)
    unwritten.add(start, size)
    left = np.ones(size // 4, bool)
    for first, count in writes:
        memory.view("u4")[start // 4 :][: size // 4][first : first + count] = 0x12345678
        left[first : first + count] = False
    for line in range(0, len(left), 16):
        if left[line : line + 16].sum() == 1 < len(left[line : line + 16]):
            left[line : line + 16] = False
    for _ in range(2):
        looked = unwritten.look()
        assert [part.start for part in looked] == [start] * bool(left.any())
        assert all((part.words == left).all() for part in looked)


COPY = """
.visible .entry copy(.param .u64 x, .param .u64 y)
{
    .reg .b64 %rd<4>; .reg .b32 %r<4>;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x;
    mad.wide.u32 %rd1, %r1, 4, %rd1;
    mad.wide.u32 %rd2, %r1, 4, %rd2;
    st.global.u8 [%rd1], %r1;
    ld.global.u32 %r2, [%rd1];
    USE
    st.global.u32 [%rd2], %r2;
}
"""


@pytest.mark.parametrize(("use", "status"), [("", Status.SUCCESS), ("add.u32 %r2, %r2, 1;", 719)])
def test_padding_may_be_copied(use: str, status: int) -> None:
    """A word of which a byte has been written may be copied, as padding is, and not used."""
    found = device(strict=True)
    module = load(found, COPY.replace("USE", use))
    x, y = found.allocate(128), found.allocate(128)
    assert launch(found, module, "copy", x, y).status == status


@pytest.mark.parametrize("value", ["0f3F000000", "0f7F000000"])
def test_a_comparison_that_only_large_numbers_pass(value: str) -> None:
    """The bits of other runs are a NaN, and a large number as well."""
    found = device(strict=True)
    text = ADD.replace(
        "add.u32 %r2, %r2, 1;",
        f".reg .pred p; setp.gt.f32 p, %r2, {value}; selp.u32 %r2, 1, 0, p;",
    )
    module = load(found, text)
    x, y = found.allocate(128), found.allocate(128)
    assert launch(found, module, "add", x, y).status == Status.LAUNCH_FAILED
