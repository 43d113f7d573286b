"""Snapshots of global memory: only what is written to is copied, and everything comes back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ptxpy.sim.machine.allocations import Heap
from ptxpy.sim.machine.global_memory import Memory
from ptxpy.sim.machine.snapshots import Snapshot

STEPS = st.lists(
    st.tuples(st.sampled_from(["write", "malloc", "free"]), st.integers(0, 5), st.integers(1, 99)),
    max_size=12,
)


def _memory() -> Memory:
    memory = Memory(5 << 30)
    memory.heap = Heap(memory)
    for number in range(4):
        start = memory.allocate(64, f"number {number}")
        memory.bytes[start : start + 64] = number + 1
    for size in (16, 48):
        start = memory.heap.allocate(size)
        memory.bytes[start : start + size] = size
    return memory


def _perform(memory: Memory, steps: list[tuple[str, int, int]]) -> None:
    """Write to, allocate and free memory as a kernel does."""
    assert memory.heap is not None
    for step, number, value in steps:
        chosen = memory.allocations[number % len(memory.allocations)]
        if step == "malloc":
            start = memory.heap.allocate(value)
            memory.bytes[start : start + value] = 0
        elif step == "free":
            memory.heap.free(chosen.start)
        elif memory.holds(chosen.start, chosen.stop, write=True):
            memory.bytes[chosen.start : chosen.stop] = value


def _state(memory: Memory) -> list[tuple[int, int, bytes]]:
    return [
        (each.start, each.stop, memory.bytes[each.start : each.stop].tobytes())
        for each in memory.allocations
    ]


_MEMORY = _memory()


@given(STEPS, STEPS)
def test_a_snapshot_restores_every_state(
    one: list[tuple[str, int, int]], other: list[tuple[str, int, int]]
) -> None:
    """The state before a run comes back, and so does one that was taken after it."""
    memory = _MEMORY
    before = _state(memory)
    snapshot = Snapshot(memory)
    _perform(memory, one)
    taken, after = snapshot.take(), _state(memory)
    snapshot.restore()
    assert _state(memory) == before
    _perform(memory, other)
    snapshot.put(taken)
    assert _state(memory) == after
    snapshot.restore()
    snapshot.close()
    assert _state(memory) == before


@given(STEPS, STEPS)
def test_a_comparison_has_what_differs(
    one: list[tuple[str, int, int]], other: list[tuple[str, int, int]]
) -> None:
    """All allocations of the time of the snapshot that hold something else are yielded."""
    memory = _MEMORY
    known = {each.start: each.name for each in memory.allocations}
    snapshot = Snapshot(memory)
    taken, states = [], []
    for steps in (one, other):
        _perform(memory, [each for each in steps if each[0] == "write"])
        taken.append(snapshot.take())
        states.append({start: data for start, _, data in _state(memory)})
        snapshot.restore()
    snapshot.close()
    found = {
        name
        for name, first, second in snapshot.compare(*taken)
        if first.tobytes() != second.tobytes()
    }
    assert found == {known[start] for start in known if states[0][start] != states[1][start]}


def test_only_what_is_written_is_copied() -> None:
    """An allocation that nothing writes to is not in the contents."""
    memory = _MEMORY
    snapshot = Snapshot(memory)
    _perform(memory, [("write", 3, 9)])
    assert [*snapshot.take().copies] == [memory.allocations[3].start]
    snapshot.restore()
    snapshot.close()
