"""Where the registers of a function are written and read.

A register goes by its number in the register table, a statement by its index in the `Code`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import blocks_of, control_flow, flatten, loops, register_table, solve_backward
from ptxpy.ir import nodes as n
from ptxpy.isa import least_operands

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ptxpy.analysis import ControlFlowGraph, Loops, SymbolTable

__all__ = ["Span", "Uses"]


class Span(NamedTuple):
    """The statements from the first to the last that mention something."""

    first: int
    last: int

    def overlaps(self, other: Span) -> bool:
        """Return whether two spans share a statement."""
        return self.first <= other.last and other.first <= self.last

    def __or__(self, other: Span) -> Span:
        """Return the shortest span around two."""
        return Span(min(self.first, other.first), max(self.last, other.last))


_MAX_UPDATES: Final = 3
"""How many instructions make the next value of a register from the one before."""


def _understood(statement: Any) -> Any:  # noqa: ANN401 - any statement of a body
    """Return a statement, without its opcode if it lacks operands that the opcode always has."""
    if type(statement) is not n.Instruction:
        return statement
    # Rules read operands by position: an instruction with too few must not look like one they know.
    if len(statement.operands) >= least_operands(statement.opcode):
        return statement
    return statement.replace(opcode="", modifiers=())


class Uses:
    """A function, and where its registers are written and read."""

    def __init__(self, function: n.Function, outer: SymbolTable | None = None) -> None:
        """Read a function with a body; `outer` has the declarations of its module."""
        code = flatten(function, outer=outer)
        self.table, self.accesses = register_table(code)
        self.code = code._replace(statements=[_understood(each) for each in code.statements])
        """The function's code; an instruction that lacks operands is there without an opcode."""
        self.blocks: Sequence[int] = blocks_of(function)
        """For each statement the number of its block of inline assembly, -1 for none."""
        size = len(self.table)
        self.definitions: list[list[int]] = [[] for _ in range(size)]
        """For each register the statements that write it, in the order of the text."""
        self.uses: list[list[int]] = [[] for _ in range(size)]
        """For each register the statements that read it, in the order of the text."""
        first, last = [-1] * size, [-1] * size
        for index, (reads, writes, _, _) in enumerate(self.accesses):
            # A statement that reads a register twice is one use.
            for register in writes if len(writes) < 2 else dict.fromkeys(writes):  # noqa: PLR2004
                self.definitions[register].append(index)
                last[register] = index
                if first[register] < 0:
                    first[register] = index
            for register in reads if len(reads) < 2 else dict.fromkeys(reads):  # noqa: PLR2004
                self.uses[register].append(index)
                last[register] = index
                if first[register] < 0:
                    first[register] = index
        self.spans = list(map(Span, first, last))
        """For each register the statements from the first to the last that mention it."""
        self._singles: list[n.Instruction | None] = []
        for definitions in self.definitions:
            only = self.code.statements[definitions[0]] if len(definitions) == 1 else None
            is_single = type(only) is n.Instruction and not self.accesses[definitions[0]].guarded
            self._singles.append(only if is_single else None)

    @property
    def function(self) -> n.Function:
        """The function."""
        return self.code.function

    @cached_property
    def instructions(self) -> list[tuple[int, n.Instruction]]:
        """The instructions of the function, each with its index."""
        return [
            (index, statement)
            for index, statement in enumerate(self.code.statements)
            if type(statement) is n.Instruction
        ]

    @cached_property
    def graph(self) -> ControlFlowGraph:
        """The control-flow graph."""
        return control_flow(self.code)

    @cached_property
    def loops(self) -> Loops:
        """The nesting of loops."""
        return loops(self.graph)

    @cached_property
    def _headers(self) -> frozenset[int]:
        return frozenset(to for _, to in self.loops.back_edges)

    def loop_of(self, index: int) -> int:
        """Return the header of the innermost loop that a statement is in, -1 for none."""
        block = self.block_of(index)
        return block if block in self._headers else self.loops.headers[block]

    def loops_of(self, index: int) -> list[int]:
        """Return the headers of the loops that a statement is in, the innermost first."""
        found = []
        header = self.loop_of(index)
        while header >= 0:
            found.append(header)
            header = self.loops.headers[header]
        return found

    @cached_property
    def _block_numbers(self) -> list[int]:
        return [
            number
            for number, block in enumerate(self.graph.blocks)
            for _ in range(block.start, block.stop)
        ]

    def block_of(self, index: int) -> int:
        """Return the basic block that a statement belongs to."""
        return self._block_numbers[index] if 0 <= index < len(self._block_numbers) else -1

    def number(self, operand: n.Node, index: int) -> int:
        """Return the register that an operand of a statement is, -1 if it is none."""
        # A register without `%` in its name reads as a symbol.
        if type(operand) is n.Register or type(operand) is n.Symbol:
            return self.table.number(operand.name, self.code.scopes[index])
        return -1

    def numbers(self, operands: Iterable[n.Node], index: int) -> list[int]:
        """Return the registers that operands of a statement are, -1 for each that is none."""
        return [self.number(operand, index) for operand in operands]

    def single(self, register: int) -> n.Instruction | None:
        """Return the one unguarded instruction that writes a register."""
        return self._singles[register]

    def singles(self) -> Sequence[tuple[int, int, n.Instruction]]:
        """Return each register that one unguarded instruction writes, with that and its index."""
        return self._single_rows

    @cached_property
    def _single_rows(self) -> list[tuple[int, int, n.Instruction]]:
        return [
            (register, self.definitions[register][0], statement)
            for register, statement in enumerate(self._singles)
            if statement is not None
        ]

    def is_update(self, register: int, index: int) -> bool:
        """Return whether a statement reads a register for nothing but its own next value."""
        return len(self.definitions[register]) > 1 and self._updates(register, index, _MAX_UPDATES)

    def _updates(self, register: int, index: int, depth: int) -> bool:
        """Return whether all that a statement makes goes into the next value of a register."""
        writes = self.accesses[index].writes
        if len(writes) != 1 or not depth:
            return False
        [made] = writes
        # In `add.s32 %r2, %r1, 1; and.b32 %r1, %r2, 7;` all of `%r2` goes into the next `%r1`.
        return made == register or (
            len(self.definitions[made]) == 1
            and bool(self.uses[made])
            and all(self._updates(register, each, depth - 1) for each in self.uses[made])
        )

    def unassigned(self, registers: Iterable[int]) -> set[int]:
        """Return the registers, of those given, that may be read before they are written.

        As in the checks of the DSL, a write under a guard counts as a write, and an accumulator
        does not count as read: whether it is depends on a number that the instruction is given.
        """
        numbers = dict.fromkeys(registers)
        bits = {register: 1 << at for at, register in enumerate(numbers)}
        gen: list[int] = []
        kill: list[int] = []
        for block in self.graph.blocks:
            reads = writes = 0
            for access in self.accesses[block.start : block.stop]:
                for register in access.reads:
                    if register not in access.read_modify_writes:
                        reads |= bits.get(register, 0) & ~writes
                for register in access.writes:
                    writes |= bits.get(register, 0)
            gen.append(reads)
            kill.append(writes)
        after = solve_backward(self.graph, gen, kill)
        # Registers that the first block reads, or only hands on, have no value at the entry.
        begins = gen[0] | (after[0] & ~kill[0]) if gen else 0
        return {register for register, bit in bits.items() if begins & bit}

    def in_assembly(self, index: int) -> bool:
        """Return whether a statement is in a block of inline assembly."""
        return self.blocks[index] >= 0
