"""Which registers are live where, and how many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.analysis.events import reached_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis.control_flow import ControlFlowGraph
    from ptxpy.analysis.registers import Accesses, RegisterTable

__all__ = ["Liveness", "Pressure", "liveness"]

WORD: Final = 32
"""Bits of a register of the machine."""


class Pressure(NamedTuple):
    """How much is live at once."""

    words: int
    """Registers of 32 bits: one of 64 counts twice, one of 16 or fewer once."""
    predicates: int


class Liveness(NamedTuple):
    """The registers that are live at the ends of each block, as bits by their number.

    A register is live where what it holds may still be read.
    """

    graph: ControlFlowGraph
    table: RegisterTable
    accesses: Sequence[Accesses]
    live_out: list[int]

    def pressure(self, block: int) -> Pressure:
        """Return the most that is live at once between the statements of a block."""
        table = self.table
        live = self.live_out[block]
        words = predicates = 0
        for number in _bits(live):
            words += _words(table.bits(number))
            predicates += table.bits(number) == 1
        most_words, most_predicates = words, predicates
        here = self.graph.blocks[block]
        for index in range(here.stop - 1, here.start - 1, -1):
            access = self.accesses[index]
            for number in access.writes:
                if live >> number & 1 and not access.guarded and number not in access.updates:
                    live &= ~(1 << number)
                    words -= _words(table.bits(number))
                    predicates -= table.bits(number) == 1
            for number in access.reads:
                if not live >> number & 1:
                    live |= 1 << number
                    words += _words(table.bits(number))
                    predicates += table.bits(number) == 1
            most_words = max(most_words, words)
            most_predicates = max(most_predicates, predicates)
        return Pressure(most_words, most_predicates)


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
    return Liveness(graph, table, accesses, reached_from(graph, read, killed))


def _words(bits: int) -> int:
    return 0 if bits == 1 else -(-bits // WORD)


def _bits(value: int) -> list[int]:
    """Return the numbers of the bits that are set."""
    found = []
    while value:
        lowest = value & -value
        found.append(lowest.bit_length() - 1)
        value ^= lowest
    return found
