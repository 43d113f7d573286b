"""Executions of operations that are given as such: fences, proxies, and random programs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from ptxpy.sim.memory_model import (
    AXIOMS,
    Candidate,
    Event,
    Place,
    Rules,
    TooLargeError,
    executions,
    limits,
)
from tests.sim.memory_model.litmus import Litmus

X: Final = ("shared", 0, 4)
Y: Final = ("shared", 4, 4)
TWO_CTAS: Final = (Place(0, 0), Place(0, 1))
ONE_CTA: Final = (Place(0, 0), Place(0, 0))
INITIAL: Final = (
    Event(-1, 0, "write", X, written=0),
    Event(-1, 0, "write", Y, written=0),
)
WRITE_X: Final = Event(0, 0, "write", X, written=1)
FENCE: Final[dict[str, Any]] = {"kind": "proxy fence", "proxy": "async"}
RELEASE: Final = Event(0, 2, "write", Y, written=1, order="release", scope="gpu")
ACQUIRE: Final = Event(1, 0, "read", Y, read=1, order="acquire", scope="gpu")


def read_x(thread: int, instruction: int, value: int, proxy: str = "generic") -> Event:
    """Return a weak read of X."""
    return Event(thread, instruction, "read", X, read=value, proxy=proxy)


def is_allowed(*events: Event, places: tuple[Place, ...] = TWO_CTAS) -> bool:
    """Return whether an execution of operations is allowed."""
    return any(executions(Candidate((*INITIAL, *events), places)))


def test_fence_order_does_not_contradict_causality() -> None:
    """The fence that precedes the other one through a barrier comes first in Fence-SC order."""
    events = (
        *INITIAL,
        Event(0, 0, "fence", order="sc", scope="cta"),
        Event(0, 1, "arrive", order=""),
        Event(1, 0, "wait", order=""),
        Event(1, 1, "fence", order="sc", scope="cta"),
    )
    candidate = Candidate(events, ONE_CTA, synchronizes=((3, 4),))
    orders = {found.fence_order for found in executions(candidate)}
    assert orders == {(2, 5)}
    without = {found.fence_order for found in executions(candidate, Rules(AXIOMS - {"FenceSC"}))}
    assert without == {(2, 5), (5, 2)}


def test_another_proxy_needs_a_fence_in_a_thread() -> None:
    """Program order does not bring a generic write before an asynchronous read (8.9.5)."""
    assert is_allowed(WRITE_X, read_x(0, 2, 1, "async"))
    assert is_allowed(WRITE_X, read_x(0, 2, 0, "async"))
    assert is_allowed(WRITE_X, Event(0, 1, **FENCE), read_x(0, 2, 1, "async"))
    assert not is_allowed(WRITE_X, Event(0, 1, **FENCE), read_x(0, 2, 0, "async"))
    assert not is_allowed(WRITE_X, read_x(0, 2, 0))


def test_a_fence_of_another_proxy_does_not_help() -> None:
    """Only one of the proxies that are to be ordered."""
    fence = Event(0, 1, "proxy fence", proxy="tensormap")
    assert is_allowed(WRITE_X, fence, read_x(0, 2, 0, "async"))


@pytest.mark.parametrize("where", ["writer", "reader", "nowhere", "after"])
def test_another_proxy_needs_a_fence_between_threads(where: str) -> None:
    """On the path of base causality order from the write to the read, in either thread."""
    fences = {
        "writer": (Event(0, 1, **FENCE),),
        "reader": (Event(1, 1, **FENCE),),
        "nowhere": (),
        "after": (Event(1, 3, **FENCE),),
    }[where]
    stale = is_allowed(WRITE_X, RELEASE, ACQUIRE, *fences, read_x(1, 2, 0, "async"))
    assert stale == (where in ("nowhere", "after"))
    assert is_allowed(WRITE_X, RELEASE, ACQUIRE, *fences, read_x(1, 2, 1, "async"))


@pytest.mark.parametrize("places", [ONE_CTA, TWO_CTAS])
def test_the_same_proxy_orders_within_a_block(places: tuple[Place, ...]) -> None:
    """Causality order keeps operations of one proxy other than generic by a thread block alone."""
    write = WRITE_X._replace(proxy="async")
    stale = is_allowed(write, RELEASE, ACQUIRE, read_x(1, 2, 0, "async"), places=places)
    assert stale == (places is TWO_CTAS)


def test_a_race_between_proxies_is_one() -> None:
    """Without the fence the accesses of two threads are in a data race."""
    events = (*INITIAL, WRITE_X, RELEASE, ACQUIRE, read_x(1, 2, 1, "async"))
    (found,) = executions(Candidate(events, TWO_CTAS))
    assert found.races == ((2, 5),)
    fenced = (*events, Event(1, 1, **FENCE))
    (found,) = executions(Candidate(fenced, TWO_CTAS))
    assert found.races == ()


def test_what_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five writes that nothing orders have 120 orders, as have the fences of five threads."""
    places = tuple(Place(0, cta) for cta in range(5))
    strong: dict[str, Any] = {"order": "relaxed", "scope": "gpu"}
    writes = [Event(k, 0, "write", X, written=k, **strong) for k in range(5)]
    fences = [Event(k, 0, "fence", order="sc", scope="gpu") for k in range(5)]
    for events in (writes, fences):
        candidate = Candidate((*INITIAL, *events), places)
        assert any(executions(candidate))
        monkeypatch.setattr(limits, "_MAX_EFFORT", 100)
        with pytest.raises(TooLargeError, match="more than 100 choices"):
            list(executions(candidate))
        monkeypatch.undo()


Program = tuple[tuple[tuple[str, str, int], ...], ...]


def random_program(seed: int) -> Program:
    """Return operations for two threads, each a kind, a variable and a value.

    At most two are additions: with three, each may add to what the others have made of the rest,
    and there are more combinations of values than the model tries.
    """
    chosen = random.Random(seed)  # noqa: S311 - it makes programs
    value = additions = 0
    threads = []
    for _ in range(2):
        operations = []
        for _ in range(3):
            value += 1
            kind = chosen.choice(["st", "ld", "ld", "exch", "add"][: 4 + (additions < 2)])
            additions += kind == "add"
            operations.append((kind, chosen.choice("xy"), value))
        threads.append(tuple(operations))
    return tuple(threads)


def body(operations: tuple[tuple[str, str, int], ...], fence: str) -> str:
    """Return the statements of a thread, with a register of its own for each read."""
    lines = []
    for number, (kind, name, value) in enumerate(operations):
        lines.append(
            {
                "st": f"st.relaxed.gpu.global.u32 [{name}], {value}",
                "ld": f"ld.relaxed.gpu.global.u32 %r{number}, [{name}]",
                "exch": f"atom.relaxed.gpu.global.exch.b32 %r{number}, [{name}], {value}",
                "add": f"atom.relaxed.gpu.global.add.u32 %r{number}, [{name}], {value}",
            }[kind]
        )
    return f"; {fence}".join(lines) + ";"


def interleavings(program: Program) -> Iterator[dict[str, int]]:
    """Yield the results of all sequentially consistent executions."""

    def step(at: tuple[int, int], memory: dict[str, int], read: dict[str, int]) -> Iterator[Any]:
        ended = True
        for thread, operations in enumerate(program):
            if at[thread] == len(operations):
                continue
            ended = False
            kind, name, value = operations[at[thread]]
            new = value + memory[name] if kind == "add" else value
            after = memory if kind == "ld" else {**memory, name: new}
            seen = read if kind == "st" else {**read, f"{thread}:r{at[thread]}": memory[name]}
            following = (at[0] + (thread == 0), at[1] + (thread == 1))
            yield from step(following, after, seen)
        if ended:
            yield {**memory, **read}

    yield from step((0, 0), {"x": 0, "y": 0}, {})


def found_of(program: Program, fence: str) -> set[tuple[tuple[str, int], ...]]:
    """Return all outcomes that the model allows."""
    threads = tuple((k, k, body(operations, fence)) for k, operations in enumerate(program))
    test = Litmus(
        "random", is_allowed=False, is_racy=False, condition="", source="", why="", threads=threads
    )
    found = test.found()
    assert not any(is_racy for _, is_racy in found)
    return {tuple(sorted(values.items())) for values, _ in found}


@pytest.mark.parametrize("seed", range(24))
def test_random_programs(seed: int) -> None:
    """Fences everywhere make them sequentially consistent; without fences no outcome is missing."""
    program = random_program(seed)
    fenced = found_of(program, "fence.sc.gpu; ")
    keys = {key for outcome in fenced for key, _ in outcome}
    expected = {
        tuple(sorted((key, value) for key, value in result.items() if key in keys))
        for result in interleavings(program)
    }
    assert fenced == expected
    assert fenced <= found_of(program, "")


def test_some_random_programs_have_more_outcomes_without_fences() -> None:
    """So that fences make them sequentially consistent is no matter of course."""
    more = [
        seed
        for seed in range(6)
        if found_of(random_program(seed), "") - found_of(random_program(seed), "fence.sc.gpu; ")
    ]
    assert len(more) >= 3
