"""Atomic operations, performed for each address in the order of the lanes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.semantics.memory.access import _WINDOWS, _by_space, locate, space_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.machine import Machine

__all__ = ["WIDE", "apply_in_order", "atomic", "is_supported", "step_of"]

WIDE: Final = "V16"
"""The NumPy type of 128 bits."""


def _increment(held: Any, limit: Any) -> Any:
    return np.where(held >= limit, 0, held + 1).astype(held.dtype)


def _compare_and_swap(held: Any, compared: Any, value: Any) -> Any:
    return np.where(held == compared, value, held)


def _compare_and_swap_wide(held: Any, compared: Any, value: Any) -> Any:
    """Return `value` where 128 bits are equal to the compared ones, else the old value."""
    same = (held.view("u8").reshape(-1, 2) == compared.view("u8").reshape(-1, 2)).all(axis=1)
    result = held.copy()
    result[same] = value[same]
    return result


def _decrement(held: Any, limit: Any) -> Any:
    return np.where((held == 0) | (held > limit), limit, held - 1).astype(held.dtype)


_HALVES: Final = ("f16", "f16x2", "bf16", "bf16x2")
_SHORT: Final = 0xFFFF

_UFUNCS: Final = {
    "add": np.add,
    "min": np.minimum,
    "max": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
"""Operations that need no order of lanes if no lane reads the old value."""


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
    returns_old: bool,  # noqa: FBT001
) -> Any:
    """Update memory at the addresses, and return the old value that each lane read.

    Args:
        machine: The machine.
        space: `global`, `shared` or `generic`.
        address: An address for each lane.
        kind: The NumPy type of an element.
        operation: `add`, `cas` and so on.
        type_: The PTX type of an element.
        values: The operands of the operation.
        guard: Which lanes take part; None for all. Others get zeros.
        lanes: The indices of the lanes that run; None for all.
        returns_old: Whether the old values are returned.
    """
    number = machine.count if lanes is None else len(lanes)
    address = np.broadcast_to(address, (number,))
    values = tuple([np.broadcast_to(value, (number,)) for value in values])
    lanes = machine.lanes if lanes is None else lanes
    if guard is not None and not guard.all():
        return _masked(
            machine, space, address, kind, operation, type_, values, guard, lanes, returns_old
        )
    if space == "generic":
        space = space_of(address)
        if space == "mixed":
            found = np.zeros(number, kind)
            for chosen in _by_space(address):
                part = tuple([value[chosen] for value in values])
                found[chosen] = atomic(
                    machine, "generic", address[chosen], kind, operation, type_, part, None,
                    lanes[chosen], returns_old=True,
                )  # fmt: skip
            return found
        address = address - _WINDOWS[space]
    size = int(kind[1:])
    elements, index = locate(machine, space, address, kind, size, lanes, write=True)
    if machine.access_hooks is not None:
        machine.access_hooks.atomic(space, kind, index, lanes, returns_old)
    integer = type_[0] in "usb" and type_ != "bf16"
    # `ufunc.at` takes the lanes in order, so that sums of floats are rounded in that order.
    if not returns_old and (
        operation in _UFUNCS if integer else operation == "add" and kind[0] == "f"
    ):
        _UFUNCS[operation].at(elements, index, values[0])
        return None
    # Sums of integers can be had for all lanes at once; other operations go lane by lane.
    if operation == "add" and integer:
        return _sum(elements, index, values[0])
    return apply_in_order(elements, index, operation, type_, values)


def _masked(
    machine: Machine, space: str, address: Any, kind: str, operation: str, type_: str,
    values: tuple[Any, ...], guard: Any, lanes: Any, returns_old: bool,  # noqa: FBT001
) -> Any:  # fmt: skip
    found = np.zeros(len(address), kind)
    chosen = np.broadcast_to(guard, (len(address),)).nonzero()[0]
    if len(chosen):
        part = tuple([value[chosen] for value in values])
        result = atomic(
            machine, space, address[chosen], kind, operation, type_, part, None, lanes[chosen],
            returns_old,
        )  # fmt: skip
        if result is not None:
            found[chosen] = result
    return found


def _order(index: Any) -> Any:
    """Return the positions of sorted indices; equal indices keep their order."""
    low = index.min()
    if index.max() - low <= _SHORT:
        index = (index - low).astype(np.uint16)  # sorted by digits, and so in less time
    return np.argsort(index, kind="stable")


def _sum(elements: Any, index: Any, value: Any) -> Any:
    """Add integers, and return the old value for each lane: prefix sums per address."""
    order = _order(index)
    sorted_index = index[order]
    first = np.empty(len(order), bool)
    first[0] = True
    np.not_equal(sorted_index[1:], sorted_index[:-1], out=first[1:])
    starts = first.nonzero()[0]
    added = value[order]
    # Wrapped sums are right, too: integers modulo 2**n are a group, so that the sum before the
    # first lane of an address can be subtracted.
    running = np.cumsum(added, dtype=added.dtype) - added
    lengths = np.diff(np.append(starts, len(order)))
    base = elements[sorted_index[starts]] - running[starts]
    before = running + np.repeat(base, lengths)
    last = starts + lengths - 1
    elements[sorted_index[starts]] = before[last] + added[last]
    found = np.empty_like(before)
    found[order] = before
    return found


def apply_in_order(
    elements: Any, index: Any, operation: str, type_: str, values: tuple[Any, ...]
) -> Any:
    """Perform an operation for each lane, in order for lanes with the same address."""
    order = _order(index)
    sorted_index = index[order]
    first = np.ones(len(order), bool)
    first[1:] = sorted_index[1:] != sorted_index[:-1]
    starts = first.nonzero()[0]
    lengths = np.diff(np.append(starts, len(order)))
    turns = int(lengths.max())
    found = np.empty(len(order), elements.dtype)
    fold = _fold_of(operation, type_) if turns > len(starts) else None
    if fold is not None:
        # Few addresses with many lanes each.
        ends = starts + lengths
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            chosen, at = order[start:end], sorted_index[start]
            found[chosen], elements[at] = fold(elements[at], *[value[chosen] for value in values])
        return found
    step = step_of(operation, type_)
    assert step is not None  # noqa: S101 - the generator asks `is_supported` before
    # The first lanes of all addresses are one step, the second lanes the next, and so on.
    rank = np.arange(len(order)) - np.repeat(starts, lengths)
    by_rank = np.argsort(rank, kind="stable")
    bounds = np.searchsorted(rank[by_rank], np.arange(turns + 1))
    for turn in range(turns):
        chosen = order[by_rank[bounds[turn] : bounds[turn + 1]]]
        at = index[chosen]
        held = elements[at]
        found[chosen] = held
        elements[at] = step(held, *[value[chosen] for value in values])
    return found


def _fold_of(operation: str, type_: str) -> Callable[..., tuple[Any, Any]] | None:
    """Return a function that applies the operands of lanes to an old value, one after the other.

    It returns the values that the lanes read, and the one that they leave. None if there is no
    function that is quicker than a step for each lane.
    """
    if operation == "exch":
        return lambda held, value: (np.append(held, value[:-1]), value[-1])
    if operation in _INTEGER_STEPS and type_ != "b128":
        return partial(_fold_integers, _INTEGER_STEPS[operation])
    if operation in _UFUNCS and type_ not in _HALVES:
        return partial(_accumulate, _UFUNCS[operation])
    return None


def _fold_integers(step: Callable[..., int], held: Any, *values: Any) -> tuple[Any, Any]:
    now = int(held)
    read = []
    # Integers of Python: an operation on a scalar of NumPy takes ten times as long.
    for operands in zip(*[value.astype(held.dtype).tolist() for value in values], strict=True):
        read.append(now)
        now = step(now, *operands)
    return np.array(read, held.dtype), now


def _accumulate(function: np.ufunc, held: Any, value: Any) -> tuple[Any, Any]:
    after = function.accumulate(np.append(held, value))
    return after[:-1], after[-1]


_INTEGER_STEPS: Final[dict[str, Callable[..., int]]] = {
    "inc": lambda held, limit: 0 if held >= limit else held + 1,
    "dec": lambda held, limit: limit if held == 0 or held > limit else held - 1,
    "cas": lambda held, compared, value: value if held == compared else held,
}


def is_supported(operation: str, type_: str) -> bool:
    """Return whether an atomic operation supports a type."""
    return step_of(operation, type_) is not None


def step_of(operation: str, type_: str) -> Callable[..., Any] | None:
    """Return the function from the old value and the operands to the new value."""
    if operation == "exch":
        return lambda _, value: value
    if operation == "cas":
        return _compare_and_swap_wide if type_ == "b128" else _compare_and_swap
    if operation == "inc":
        return _increment
    if operation == "dec":
        return _decrement
    if type_ in _HALVES:
        from ptxpy.sim.semantics.floats import half  # noqa: PLC0415 - loads the functions

        return half.half_operation(operation, (f".{type_}",))
    return _UFUNCS[operation]
