"""Memory of the device: allocations in any order, reuse, and pages that are given back."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxpy.emulation.device_memory import DeviceMemory, FreeRanges
from ptxpy.emulation.statuses import DeviceError, Status
from tests.emulation.device_harness import ARENA_BYTES, arena, device


@given(st.lists(st.tuples(st.integers(1, 300), st.sampled_from([1, 32, 256])), max_size=30))
def test_free_ranges_are_disjoint_and_join(requests: list[tuple[int, int]]) -> None:
    """What is taken lies in one free range; what is given back joins its neighbours."""
    ranges = FreeRanges(1000, 5000)
    taken: list[tuple[int, int]] = []
    for size, alignment in requests:
        start = ranges.take(size, alignment)
        if start is None:
            continue
        assert start % alignment == 0
        assert start >= 1000
        assert start + size <= 5000
        assert all(start >= stop or start + size <= first for first, stop in taken)
        taken.append((start, start + size))
        assert ranges.total() == 4000 - sum(stop - first for first, stop in taken)
    for first, stop in sorted(taken, key=lambda each: each[0] * 7919 % 101):
        ranges.give(first, stop)
    assert ranges.ranges() == [(1000, 5000)]


@given(st.lists(st.integers(0, 200_000), min_size=1, max_size=25))
def test_allocations_are_zero_and_disjoint(sizes: list[int]) -> None:
    """Each allocation is zero, wherever others were before."""
    memory = _MEMORY
    mark = memory.mark()
    made = [memory.allocation(size, "x") for size in sizes]
    assert all(not memory.bytes[each.start : each.stop].any() for each in made)
    for one, other in zip(memory.allocations, memory.allocations[1:], strict=False):
        assert one.stop < other.start
    for each in made:
        memory.bytes[each.start : each.stop] = 0xAB
    memory.reset(mark)
    assert not memory.allocations


_MEMORY = DeviceMemory(arena())


def test_freed_space_is_reused_when_there_is_no_other() -> None:
    """All address space is reused before memory is out."""
    found = device()
    for _ in range(40):  # 12 GiB of allocations in an arena of 2 GiB
        address = found.allocate(300 << 20)
        found.memory.bytes[address] = 1
        found.free(address)
    assert len(found.memory.allocations) == 0


def test_freed_space_is_not_reused_at_once() -> None:
    """A stale pointer does not point to the next allocation."""
    found = device()
    first = found.allocate(64)
    found.free(first)
    assert found.allocate(64) != first


def test_pages_of_freed_memory_are_given_back() -> None:
    """A large allocation leaves no pages when it is freed, and its place is zero."""
    descriptor = os.open(".", os.O_TMPFILE | os.O_RDWR) if hasattr(os, "O_TMPFILE") else None
    if descriptor is None:
        pytest.skip("no temporary files without a name")
    import mmap  # noqa: PLC0415 - with the file

    os.truncate(descriptor, ARENA_BYTES)
    memory = DeviceMemory(mmap.mmap(descriptor, ARENA_BYTES))
    start = memory.allocate(32 << 20, "x")
    memory.bytes[start : start + (32 << 20)] = 1
    used = os.fstat(descriptor).st_blocks
    memory.free(start)
    assert os.fstat(descriptor).st_blocks < used // 4
    assert not memory.bytes[start : start + (32 << 20)].any()
    os.close(descriptor)


def test_what_does_not_fit_is_refused() -> None:
    """Too large, and empty, allocations are errors."""
    found = device()
    with pytest.raises(DeviceError) as caught:
        found.allocate(ARENA_BYTES)
    assert caught.value.status == Status.OUT_OF_MEMORY
    with pytest.raises(DeviceError) as caught:
        found.allocate(0)
    assert caught.value.status == Status.INVALID_VALUE


def test_only_the_start_of_an_allocation_is_freed() -> None:
    """A free of anything else says what is there."""
    found = device()
    address = found.allocate(100)
    with pytest.raises(DeviceError, match="4 bytes into the allocation"):
        found.free(address + 4)
    found.free(address)
    with pytest.raises(DeviceError, match="which has been freed"):
        found.free(address)
    with pytest.raises(DeviceError, match="which is not allocated"):
        found.free(12)
