"""Addresses in tensor memory: bits 31 to 16 are the lane, 15 to 0 the column (PTX ISA 9.7.16.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.tensor_memory import COLUMNS, LANES
from ptxpy.sim.semantics.asynchronous.copies import iterate_lanes, operands_of_lanes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "check_columns",
    "check_group",
    "check_pair",
    "describe_cta",
    "issuing_lanes",
    "pair_of",
    "part",
]

_COLUMN_MASK: Final = 0xFFFF
_LANE_SHIFT: Final = 16


def part(address: int) -> tuple[int, int]:
    """Return the lane and the column of an address.

    >>> part(0x00200040)
    (32, 64)
    """
    return address >> _LANE_SHIFT & _COLUMN_MASK, address & _COLUMN_MASK


def describe_cta(machine: Machine, cta: int) -> str:
    """Describe a CTA by its coordinates, given its index in the batch."""
    return f"CTA {machine.geometry.cta_coordinates(machine.first + cta)}"


def check_columns(
    machine: Machine, cta: int, address: int, columns: int, lane: int, what: str
) -> tuple[int, int]:
    """Return the lane and the first column of an operand; `FaultError` unless it is allocated.

    Args:
        machine: The machine.
        cta: The CTA in whose tensor memory it is.
        address: Its address.
        columns: How many columns it takes.
        lane: The thread that accesses it.
        what: The name of the operand, for the message.
    """
    row, column = part(address)
    memory = machine.tensor_memory
    if row < LANES and column + columns <= COLUMNS:
        if memory.allocated[cta, column : column + columns].all():
            return row, column
        taken = memory.allocations[cta].values()
        held = ", ".join(
            f"{each.start} to {each.start + each.columns - 1}"
            for each in sorted(taken, key=lambda each: each.start)
        )
        why = f"allocated are {held}" if held else "none are allocated"
        where = f"columns {column} to {column + columns - 1}"
    else:
        where = f"lane {row}, columns {column} to {column + columns - 1}"
        why = f"tensor memory has {LANES} lanes and {COLUMNS} columns"
    text = (
        f"{what} is at {address:#x} in tensor memory of {describe_cta(machine, cta)}: {where}, "
        f"and {why}"
    )
    raise FaultError(text, lane, "address")


def pair_of(machine: Machine, cta: int, lane: int) -> tuple[int, int]:
    """Return the CTAs of the pair of a CTA, the even rank first; `FaultError` if there is none.

    A pair are the CTAs of a cluster whose ranks differ in the last bit (PTX ISA 9.7.16.5).
    """
    size = machine.geometry.cluster_size
    if size % 2:
        text = (
            f".cta_group::2 takes a pair of CTAs, and the cluster has {size}: launch with clusters "
            "of an even number of CTAs"
        )
        raise FaultError(text, lane)
    # The CTAs of a cluster are adjacent in a batch, so that this is the parity of the rank.
    even = cta - (cta % size) % 2
    return even, even + 1


def check_pair(machine: Machine, ctas: tuple[int, ...], lane: int, what: str) -> None:
    """Raise `FaultError` if a CTA of the pair that an operation is for has ended.

    Args:
        machine: The machine.
        ctas: The CTAs of the operation.
        lane: The thread that issues it.
        what: The instruction.
    """
    gone = machine.ended_ctas
    if gone is not None and gone[list(ctas)].any():
        ended = next(cta for cta in ctas if gone[cta])
        text = f"{what} of a pair of which {describe_cta(machine, ended)} has ended"
        raise FaultError(text, lane)


def check_group(machine: Machine, cta: int, group: int, lane: int, ordinal: int) -> None:
    """Raise `FaultError` if a CTA uses both values of `.cta_group` (PTX ISA 9.7.16.7)."""
    # The first instruction of a CTA decides for all later ones.
    first, earlier = machine.tensor_memory.groups.setdefault(cta, (group, ordinal))
    if first != group:
        text = (
            f".cta_group::{group} in a kernel that has used .cta_group::{first}: all instructions "
            "of a kernel have the same"
        )
        fault = FaultError(text, lane)
        fault.earlier = ((f".cta_group::{first} was", earlier),)
        raise fault


def issuing_lanes(
    machine: Machine, guard: Any, lanes: Any, *values: Any
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each lane that issues an operation, and its operands; see `iterate_lanes`."""
    if machine.access_hooks is not None:
        own, _ = operands_of_lanes(machine, guard, lanes)
        machine.access_hooks.tensor_operation_issued(own)
    return iterate_lanes(machine, guard, lanes, *values)
