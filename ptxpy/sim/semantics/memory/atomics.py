"""Atomic operations: for each address the lanes in their order, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.semantics.memory.access import _WINDOWS, _by_space, locate, space_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.machine import Machine

__all__ = ["WIDE", "atomic", "is_known"]

WIDE: Final = "V16"
"""The NumPy type of 128 bits."""


def _increment(held: Any, limit: Any) -> Any:
    return np.where(held >= limit, 0, held + 1).astype(held.dtype)


def _compared(held: Any, compared: Any, value: Any) -> Any:
    return np.where(held == compared, value, held)


def _swapped(held: Any, compared: Any, value: Any) -> Any:
    """Return `value` where 128 bits are equal to others, else what was there."""
    same = (held.view("u8").reshape(-1, 2) == compared.view("u8").reshape(-1, 2)).all(axis=1)
    result = held.copy()
    result[same] = value[same]
    return result


def _decrement(held: Any, limit: Any) -> Any:
    return np.where((held == 0) | (held > limit), limit, held - 1).astype(held.dtype)


_SHORT: Final = 0xFFFF

_UFUNCS: Final = {
    "add": np.add,
    "min": np.minimum,
    "max": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
"""Operations of which only the outcome matters when no lane asks what was there."""


def atomic(
    machine: Machine,
    space: str,
    address: Any,
    kind: str,
    operation: str,
    type_: str,
    values: tuple[Any, ...],
    guard: Any,
    lanes: Any,
    wanted: bool,  # noqa: FBT001
) -> Any:
    """Change memory at the addresses, and return what each lane found there.

    Args:
        machine: The machine.
        space: `global`, `shared` or `generic`.
        address: An address for each lane.
        kind: The NumPy type of an element.
        operation: `add`, `cas` and so on.
        type_: The PTX type of an element.
        values: What the operation takes.
        guard: Which lanes take part; None for all. Others get zeros.
        lanes: Which lanes run, by number; None for all.
        wanted: Whether what was there is asked for.
    """
    number = machine.count if lanes is None else len(lanes)
    address = np.broadcast_to(address, (number,))
    values = tuple([np.broadcast_to(value, (number,)) for value in values])
    lanes = machine.lanes if lanes is None else lanes
    if guard is not None and not guard.all():
        return _some(machine, space, address, kind, operation, type_, values, guard, lanes, wanted)
    if space == "generic":
        space = space_of(address)
        if space == "mixed":
            found = np.zeros(number, kind)
            for chosen in _by_space(address):
                part = tuple([value[chosen] for value in values])
                found[chosen] = atomic(
                    machine, "generic", address[chosen], kind, operation, type_, part, None,
                    lanes[chosen], wanted=True,
                )  # fmt: skip
            return found
        address = address - _WINDOWS[space]
    size = int(kind[1:])
    elements, index = locate(machine, space, address, kind, size, lanes, write=True)
    if machine.access_hooks is not None:
        machine.access_hooks.atomic(space, kind, index, lanes, wanted)
    integer = type_[0] in "usb" and type_ != "bf16"
    if not wanted and (operation in _UFUNCS if integer else operation == "add" and kind[0] == "f"):
        _UFUNCS[operation].at(elements, index, values[0])
        return None
    if operation == "add" and integer:
        return _sum(elements, index, values[0])
    step = _step(operation, type_)
    assert step is not None  # noqa: S101 - the generator asks `is_known` before
    return _in_turn(elements, index, step, values)


def _some(
    machine: Machine, space: str, address: Any, kind: str, operation: str, type_: str,
    values: tuple[Any, ...], guard: Any, lanes: Any, wanted: bool,  # noqa: FBT001
) -> Any:  # fmt: skip
    found = np.zeros(len(address), kind)
    chosen = np.broadcast_to(guard, (len(address),)).nonzero()[0]
    if len(chosen):
        part = tuple([value[chosen] for value in values])
        result = atomic(
            machine, space, address[chosen], kind, operation, type_, part, None, lanes[chosen],
            wanted,
        )  # fmt: skip
        if result is not None:
            found[chosen] = result
    return found


def _order(index: Any) -> Any:
    """Return the positions of indices, sorted, those of equal ones in their order."""
    low = index.min()
    if index.max() - low <= _SHORT:
        index = (index - low).astype(np.uint16)  # sorted by digits, and so in less time
    return np.argsort(index, kind="stable")


def _sum(elements: Any, index: Any, value: Any) -> Any:
    """Add integers, and return what each found: sums of those before it."""
    order = _order(index)
    sorted_index = index[order]
    first = np.empty(len(order), bool)
    first[0] = True
    np.not_equal(sorted_index[1:], sorted_index[:-1], out=first[1:])
    starts = first.nonzero()[0]
    added = value[order]
    running = np.cumsum(added, dtype=added.dtype) - added
    lengths = np.diff(np.append(starts, len(order)))
    base = elements[sorted_index[starts]] - running[starts]
    before = running + np.repeat(base, lengths)
    last = starts + lengths - 1
    elements[sorted_index[starts]] = before[last] + added[last]
    found = np.empty_like(before)
    found[order] = before
    return found


def _in_turn(
    elements: Any,
    index: Any,
    step: Callable[..., Any],
    values: tuple[Any, ...],
) -> Any:
    """Apply a step for each lane, those of the same address one after the other."""
    order = _order(index)
    sorted_index = index[order]
    first = np.ones(len(order), bool)
    first[1:] = sorted_index[1:] != sorted_index[:-1]
    starts = first.nonzero()[0]
    lengths = np.diff(np.append(starts, len(order)))
    rank = np.arange(len(order)) - np.repeat(starts, lengths)
    found = np.empty(len(order), elements.dtype)
    by_rank = np.argsort(rank, kind="stable")
    bounds = np.searchsorted(rank[by_rank], np.arange(int(rank.max()) + 2))
    for turn in range(len(bounds) - 1):
        chosen = order[by_rank[bounds[turn] : bounds[turn + 1]]]
        at = index[chosen]
        held = elements[at]
        found[chosen] = held
        elements[at] = step(held, *[value[chosen] for value in values])
    return found


def is_known(operation: str, type_: str) -> bool:
    """Return whether there is an atomic operation on a type."""
    return _step(operation, type_) is not None


def _step(operation: str, type_: str) -> Callable[..., Any] | None:
    """Return the function from what is there and the operands to what is there afterwards."""
    if operation == "exch":
        return lambda _, value: value
    if operation == "cas":
        return _swapped if type_ == "b128" else _compared
    if operation == "inc":
        return _increment
    if operation == "dec":
        return _decrement
    if type_ in ("f16", "f16x2", "bf16", "bf16x2"):
        from ptxpy.sim.semantics.floats import half  # noqa: PLC0415 - loads the functions

        return half.half_operation(operation, (f".{type_}",))
    return _UFUNCS[operation]
