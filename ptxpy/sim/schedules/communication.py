"""Words by which warps communicate without a barrier, and whether one order of accesses is enough.

The search interleaves the accesses of warps: all threads see one order of them. PTX promises less
(PTX ISA 8, "Memory Consistency Model"). Of one location all threads do see one order (axiom
"Sequential Consistency Per Location"), and barriers and mbarriers order what comes before and
behind them; but of two locations, to which one thread writes while another reads them, two threads
may see the writes in different orders: both may read the old value of the word that the other one
has written. So a search proves nothing of a launch that communicates by two locations or more.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import register_table
from ptxpy.ir import nodes as n
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.pieces import Program, Routine
    from ptxpy.sim.schedules.record import Record, Span

__all__ = ["Communication", "communications", "relaxed_synchronization", "unused_results"]

_GRANULE: Final = 8
"""Bytes of the blocks by which overlapping locations are looked up."""


class Communication(NamedTuple):
    """Bytes that one warp reads and another one writes, with nothing that orders them."""

    read: Span
    """The bytes that are read."""
    written: Span
    """The bytes that are written; they differ from `read` where locations overlap in part."""
    reader: int
    """The statement that reads them."""
    writer: int
    """The statement that writes them."""


def communications(record: Record) -> Iterator[Communication]:
    """Yield by which locations the warps of a run have communicated, each once."""
    nearby: dict[tuple[str, int], list[Span]] = defaultdict(list)
    for span in record.writers:
        space, first, size = span
        for block in range(first // _GRANULE, (first + size - 1) // _GRANULE + 1):
            nearby[space, block].append(span)
    for read, observers in record.observers.items():
        space, first, size = read
        blocks = range(first // _GRANULE, (first + size - 1) // _GRANULE + 1)
        for written in dict.fromkeys(span for block in blocks for span in nearby[space, block]):
            if written[1] >= first + size or first >= written[1] + written[2]:
                continue
            pair = next(
                (
                    (reader, writer)
                    for one, reader in observers.items()
                    for other, writer in record.writers[written].items()
                    if one != other
                ),
                None,
            )
            if pair is not None:
                yield Communication(read, written, *pair)


def unused_results(program: Program) -> set[int]:
    """Return the loads and atomic operations whose values make no difference, by ordinal.

    They are those whose registers no statement of the function reads, and that are part of no
    acquire pattern, as they are relaxed and the function has no fence (PTX ISA 8.8).
    """
    found: set[int] = set()
    for routine in program.routines.values():
        code = routine.code
        instructions = [
            (index, statement, traits(statement.opcode, statement.modifiers))
            for index, statement in enumerate(code.statements)
            if type(statement) is n.Instruction
        ]
        if any("memory" in each.fences for _, _, each in instructions):
            continue
        _, every = register_table(code)
        used = {register for each in every for register in each.reads}
        for index, statement, what in instructions:
            reads = any(access.kind in ("read", "atomic") for access in what.accesses)
            acquires = not {".acquire", ".acq_rel"}.isdisjoint(statement.modifiers)
            if reads and not acquires and used.isdisjoint(every[index].writes):
                found.add(code.ordinals[index])
    return found


def relaxed_synchronization(routine: Routine) -> Iterator[int]:
    """Yield arrivals and waits that are relaxed, and so order no accesses, by ordinal."""
    code = routine.code
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction or ".relaxed" not in statement.modifiers:
            continue
        found = traits(statement.opcode, statement.modifiers)
        if found.mbarrier & {"arrive", "wait"} or found.barrier:
            yield code.ordinals[index]
