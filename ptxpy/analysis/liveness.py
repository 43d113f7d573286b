"""Which registers are live where, and how many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.analysis.dataflow import solve_backward

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis.control_flow import ControlFlowGraph
    from ptxpy.analysis.registers import Accesses, RegisterTable

__all__ = ["Liveness", "Pressure", "Profile", "liveness"]

WORD: Final = 32
"""Bits of a register of the machine."""


class Pressure(NamedTuple):
    """How much is live at once."""

    words: int
    """Registers of 32 bits: one of 64 counts twice, one of 16 or fewer once."""
    predicates: int


class Profile(NamedTuple):
    """How much is live along a block."""

    before: Pressure
    """At its beginning."""
    after: Pressure
    """At its end."""
    most: Pressure
    at: int
    """The statement before which most words are live, by index; after the last: its index + 1."""


class Liveness(NamedTuple):
    """The registers that are live at the ends of each block, as bits by their number.

    A register is live where what it holds may still be read.
    """

    graph: ControlFlowGraph
    table: RegisterTable
    accesses: Sequence[Accesses]
    live_out: list[int]
    sizes: tuple[tuple[int, int], ...]
    """The sizes of registers in words, 0 for predicates, each with the registers of that size as
    bits; those whose type is not known are in none."""

    def pressure(self, block: int) -> Pressure:
        """Return the most that is live at once between the statements of a block."""
        return self.profile(block).most

    def profile(self, block: int) -> Profile:
        """Return how much is live along a block."""
        table = self.table
        live = self.live_out[block]
        words = predicates = 0
        for size, mask in self.sizes:
            number = (live & mask).bit_count()
            words += size * number
            predicates += 0 if size else number
        after = Pressure(words, predicates)
        most_words, most_predicates = words, predicates
        here = self.graph.blocks[block]
        at = here.stop
        for index in range(here.stop - 1, here.start - 1, -1):
            access = self.accesses[index]
            for number in access.writes:
                if (
                    live >> number & 1
                    and not access.guarded
                    and number not in access.read_modify_writes
                ):
                    live &= ~(1 << number)
                    words -= _words(table.bits(number))
                    predicates -= table.bits(number) == 1
            for number in access.reads:
                if not live >> number & 1:
                    live |= 1 << number
                    words += _words(table.bits(number))
                    predicates += table.bits(number) == 1
            if words > most_words:
                most_words, at = words, index
            most_predicates = max(most_predicates, predicates)
        most = Pressure(most_words, most_predicates)
        return Profile(Pressure(words, predicates), after, most, at)


def liveness(
    graph: ControlFlowGraph, table: RegisterTable, accesses: Sequence[Accesses]
) -> Liveness:
    """Return what is live at the end of each block."""
    read: list[int] = []
    killed: list[int] = []
    for block in graph.blocks:
        reads = writes = 0
        for access in accesses[block.start : block.stop]:
            for number in access.reads:
                if not writes >> number & 1:
                    reads |= 1 << number
            if not access.guarded:
                for number in access.writes:
                    writes |= 1 << number
        read.append(reads)
        killed.append(writes)
    live_out = solve_backward(graph, read, killed)
    return Liveness(graph, table, accesses, live_out, _sizes(table))


def _sizes(table: RegisterTable) -> tuple[tuple[int, int], ...]:
    members: dict[int, list[int]] = {}
    for number in range(len(table)):
        if table.bits(number):
            members.setdefault(_words(table.bits(number)), []).append(number)
    masks = []
    for size, numbers in members.items():
        bits = bytearray(len(table) // 8 + 1)
        for number in numbers:
            bits[number >> 3] |= 1 << (number & 7)
        masks.append((size, int.from_bytes(bits, "little")))
    return tuple(masks)


def _words(bits: int) -> int:
    return 0 if bits == 1 else -(-bits // WORD)
