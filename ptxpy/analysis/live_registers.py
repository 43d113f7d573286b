"""Liveness: the registers that are live at each point, and register pressure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis.dataflow import solve_backward

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis.control_flow import ControlFlowGraph
    from ptxpy.analysis.registers import Accesses, RegisterTable

__all__ = ["Liveness", "Pressure", "Profile", "liveness"]

WORD: Final = 32
"""Bits of a hardware register."""


class Pressure(NamedTuple):
    """How many registers are live simultaneously."""

    words: int
    """32-bit hardware registers: a 64-bit register counts twice, a narrow one once."""
    predicates: int
    """Predicate registers."""


class Profile(NamedTuple):
    """The register pressure along a block."""

    before: Pressure
    """The pressure at its beginning."""
    after: Pressure
    """The pressure at its end."""
    most: Pressure
    """The highest pressure at any point; words and predicates may peak at different points."""
    at: int
    """The index of the statement before which most words are live; `Block.stop` for the end."""


class Liveness(NamedTuple):
    """The registers that are live at the end of each block.

    A register is live where its value may still be read. Sets of registers are integers in which
    bit `i` stands for register `i` of the table.
    """

    graph: ControlFlowGraph
    table: RegisterTable
    accesses: Sequence[Accesses]
    live_out: list[int]
    """For each block, the set of registers that are live at its end."""
    sizes: tuple[tuple[int, int], ...]
    """Each size of registers in words, 0 for predicates, with the set of registers of that size;
    registers of unknown type are in no set."""

    def pressure(self, block: int) -> Pressure:
        """Return the highest pressure between the statements of a block."""
        return self.profile(block).most

    def profile(self, block: int) -> Profile:
        """Return the register pressure along a block."""
        found = self.pressures(block)
        after = found[-1]
        words = max(pressure.words for pressure in found)
        predicates = max(pressure.predicates for pressure in found)
        last = max(index for index, pressure in enumerate(found) if pressure.words == words)
        at = self.graph.blocks[block].start + last
        return Profile(found[0], after, Pressure(words, predicates), at)

    def pressures(self, block: int) -> list[Pressure]:
        """Return the register pressure before each statement of a block, and at its end."""
        table = self.table
        live = self.live_out[block]
        words = predicates = 0
        for size, mask in self.sizes:
            count = (live & mask).bit_count()
            words += size * count
            predicates += 0 if size else count
        found = [Pressure(words, predicates)]
        here = self.graph.blocks[block]
        for index in range(here.stop - 1, here.start - 1, -1):
            access = self.accesses[index]
            # Writes come first: `add.s32 r1, r1, 1` ends the life of one value of `r1`, and needs
            # another.
            for register in access.writes:
                if (
                    live >> register & 1
                    and not access.guarded
                    and register not in access.read_modify_writes
                ):
                    live &= ~(1 << register)
                    words -= _words(table.bits(register))
                    predicates -= table.bits(register) == 1
            for register in access.reads:
                if not live >> register & 1:
                    live |= 1 << register
                    words += _words(table.bits(register))
                    predicates += table.bits(register) == 1
            found.append(Pressure(words, predicates))
        return found[::-1]

    def registers(self, block: int) -> list[int]:
        """Return the set of live registers before each statement of a block, and at its end."""
        live = self.live_out[block]
        found = [live]
        here = self.graph.blocks[block]
        for access in reversed(self.accesses[here.start : here.stop]):
            for register in access.writes:
                # A guarded write may leave the value that was there.
                if not access.guarded and register not in access.read_modify_writes:
                    live &= ~(1 << register)
            for register in access.reads:
                live |= 1 << register
            found.append(live)
        return found[::-1]


def liveness(
    graph: ControlFlowGraph, table: RegisterTable, accesses: Sequence[Accesses]
) -> Liveness:
    """Return the registers that are live at the end of each block."""
    gen: list[int] = []
    kill: list[int] = []
    for block in graph.blocks:
        reads = writes = 0
        for access in accesses[block.start : block.stop]:
            for register in access.reads:
                # Only a read of the value from before the block makes the register live there.
                if not writes >> register & 1:
                    reads |= 1 << register
            if not access.guarded:
                for register in access.writes:
                    writes |= 1 << register
        gen.append(reads)
        kill.append(writes)
    live_out = solve_backward(graph, gen, kill)
    members: dict[int, list[int]] = {}
    for register in range(len(table)):
        if table.bits(register):
            members.setdefault(_words(table.bits(register)), []).append(register)
    masks = []
    for size, registers in members.items():
        # Bits are set in bytes, in place: each bit that is set in an integer would copy all of it.
        bits = bytearray(len(table) // 8 + 1)
        for register in registers:
            bits[register >> 3] |= 1 << (register & 7)
        masks.append((size, int.from_bytes(bits, "little")))
    return Liveness(graph, table, accesses, live_out, tuple(masks))


def _words(bits: int) -> int:
    # Predicates are in a register file of their own, and use no words.
    return 0 if bits == 1 else -(-bits // WORD)
