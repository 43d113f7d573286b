"""Loads and atomic operations: each is compared with the last writes to the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.strict.faults import fault, place, race
from ptxpy.sim.strict.ordering import unordered
from ptxpy.sim.strict.records import ASYNC, OBJECT, STRONG, UNSET
from ptxpy.sim.strict.spans import BYTES, Span, shadow_of

if TYPE_CHECKING:
    from ptxpy.sim.errors import Fault
    from ptxpy.sim.strict.shadow import Shadow
    from ptxpy.sim.strict.state import Strict

__all__ = ["atomic", "load", "touched"]

_LOOK: Final = np.uint64(UNSET | ASYNC | OBJECT)
_UNSET: Final = np.uint64(UNSET)
_OBJECT: Final = np.uint64(OBJECT)
_FOUR: Final = np.uint64(4)
_merge = np.bitwise_or.reduce


def load(strict: Strict, space: str, kind: str, count: int, index: Any, lanes: Any) -> None:
    """Look at a load before it is done."""
    if space == "local":
        strict.local.load(strict, kind, count, index, lanes)
        return
    if space == "global" and not isinstance(index, np.ndarray):
        found = strict.machine.memory.find(int(index) * int(kind[1:]))
        if found is not None and not found.writable:
            return
    span = Span(strict, kind, count, index, lanes)
    shadow = shadow_of(strict, space, span)
    if not len(span.first):
        return
    strong = strict.at in strict.strong
    stamp = np.uint64(strict.journal.note(strict.at) << 32)
    blocks = shadow.blocks(span.first, span.words)
    if shadow.is_written(blocks):
        _compare(strict, shadow, span, strong=strong)
    if strong:
        strict.messages.acquire(shadow, span.first, span.lanes)
        return
    shadow.note(blocks, write=False)
    new = span.own | (stamp | span.bytes)
    for k in range(span.words):
        shadow.read[span.first + k if k else span.first] = new


def _compare(strict: Strict, shadow: Shadow, span: Span, *, strong: bool) -> None:
    """Compare reads with the last writes, word by word."""
    floor = strict.floor(shadow)
    unset: Any = None
    for k in range(span.words):
        at = span.first + k if k else span.first
        held = shadow.written.take(at)
        if shadow.busy and shadow.landing.take(at).any():
            strict.flights.landing(shadow, at, span.lanes, "read")
        if _merge(held) & _LOOK or held.max() > floor:
            missing = _look(strict, shadow, span, at, held, strong=strong)
            unset = missing if unset is None else unset | missing
    if unset is not None and unset.any():
        _uninitialised(strict, shadow, span, int(np.argmax(unset)))


def _uninitialised(strict: Strict, shadow: Shadow, span: Span, position: int) -> None:
    where = place(strict, shadow, int(span.first[position]))
    strict.unset(where, int(span.lanes[position]))


def _look(strict: Strict, shadow: Shadow, span: Span, at: Any, held: Any, *, strong: bool) -> Any:
    """Compare reads with the last writes; return which lanes read what nobody has written."""
    if (held & _OBJECT).any():
        strict.report(touched(strict, shadow, span, at, held, "read"))
    if not strong:
        bad = unordered(strict, held, span.own, span.lanes, span.bytes)
        if len(bad):
            position = int(bad[0])
            strict.report(race(
                strict, shadow, int(at[position]), int(held[position]),
                int(span.lanes[position]), ("read", "write"),
            ))  # fmt: skip
    return (held & (span.bytes << _FOUR)) != 0


def touched(strict: Strict, shadow: Shadow, span: Span, at: Any, held: Any, what: str) -> Fault:
    """Return the fault of a plain access to an mbarrier, given the records of its words."""
    position = int(((held & _OBJECT) != 0).argmax())
    where = place(strict, shadow, int(at[position]) & ~1)
    text = f"a plain {what} of an mbarrier, which only mbarrier instructions access: {where}"
    made = strict.journal.access(strict.machine, int(held[position]))
    earlier = (("the mbarrier was initialised", made.statement),)
    return fault(strict, "mbarrier", text, int(span.lanes[position]), earlier)


def atomic(
    strict: Strict,
    space: str,
    kind: str,
    index: Any,
    lanes: Any,
    wanted: bool,  # noqa: FBT001
) -> None:
    """Look at an atomic operation before it is done."""
    if space == "local":
        return
    span = Span(strict, kind, 1, index, lanes)
    shadow = shadow_of(strict, space, span)
    if not len(span.first):
        return
    shadow.note(shadow.blocks(span.first, span.words), write=True)
    before = shadow.written.take(span.first) if wanted else None
    stamp = np.uint64(strict.journal.note(strict.at) << 32 | STRONG)
    new = span.own | (stamp | span.bytes)
    for k in range(span.words):
        at = span.first + k if k else span.first
        held = shadow.written.take(at)
        if shadow.busy:
            strict.flights.check_store(shadow, at, span.lanes)
        merged = _merge(held)
        if merged & _OBJECT:
            strict.report(touched(strict, shadow, span, at, held, "write"))
        if merged & _UNSET:
            missing = (held & (span.bytes << _FOUR)) != 0
            if missing.any():
                _uninitialised(strict, shadow, span, int(missing.argmax()))
        shadow.written[at] = new
        if span.bytes is not BYTES and merged & _UNSET:
            shadow.written[at] |= held & _UNSET
    strict.messages.release(shadow, span.first, span.lanes)
    if wanted:
        strict.messages.acquire(shadow, span.first, span.lanes, before)
