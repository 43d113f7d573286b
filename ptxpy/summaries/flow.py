"""The control flow of a function for `ptxpy show`: blocks, loops, live registers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy import ir
from ptxpy._records import NamedTuple
from ptxpy.analysis import (
    Loops,
    Pressure,
    Profile,
    control_flow,
    liveness,
    loops,
    merge_blocks,
    register_table,
)
from ptxpy.ir import tokens
from ptxpy.isa import DIRECT_BRANCHES, TERMINATORS
from ptxpy.styles import find_style, join

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.analysis import Block as BasicBlock
    from ptxpy.analysis import Code

__all__ = ["BlockSummary", "FlowSummary", "format_statement", "summarize_flow"]


class BlockSummary(NamedTuple):
    """A basic block, with its lines, loop depth and register pressure."""

    number: int
    """Its index in text order, from 0."""
    labels: tuple[str, ...]
    """Its labels that are branch targets."""
    first: int
    """The line of its first statement."""
    last: int
    """The line of its last statement."""
    statements: tuple[ir.Instruction | ir.Call, ...]
    successors: tuple[int, ...]
    exits: bool
    is_reachable: bool
    depth: int
    """Its loop depth."""
    is_header: bool
    """Whether it is a loop header."""
    profile: Profile
    peak: int
    """The line before which most words are live."""

    @property
    def branch(self) -> ir.Instruction | None:
        """Return its terminator, a branch or an instruction that ends the function, or None."""
        last = self.statements[-1] if self.statements else None
        return last if isinstance(last, ir.Instruction) and last.opcode in TERMINATORS else None

    @property
    def falls(self) -> bool:
        """Whether it may fall through to the next block in text order."""
        branch = self.branch
        return self.number + 1 in self.successors and (branch is None or branch.guard is not None)


class FlowSummary(NamedTuple):
    """The control flow of a function."""

    blocks: tuple[BlockSummary, ...]
    loops: Loops
    code: Code

    @property
    def back_edges(self) -> frozenset[tuple[int, int]]:
        """Return the back edges of the loops."""
        return frozenset(self.loops.back_edges)

    @property
    def most(self) -> Pressure:
        """Return the maximum register pressure: live words, and live predicates."""
        profiles = [block.profile.most for block in self.blocks]
        return Pressure(
            max((most.words for most in profiles), default=0),
            max((most.predicates for most in profiles), default=0),
        )


def summarize_flow(code: Code, line_of: Callable[[int], int]) -> FlowSummary:
    """Return the control flow of a function; blocks separated only by debug labels are merged.

    Args:
        code: The function.
        line_of: Returns the line of a statement, by its ordinal.
    """
    graph = merge_blocks(control_flow(code))
    live = liveness(graph, *register_table(code))
    nest = loops(graph)
    headers = {to for _, to in nest.back_edges}
    reachable = graph.reachable()
    targets = _Targets(code)
    size = len(graph.blocks)
    # LLVM writes a label at the end of a function, for debug information.
    if size > 1 and size - 1 not in reachable and not _counted(code, graph.blocks[-1]):
        size -= 1  # a label after the end of the code, for debug information
    return FlowSummary(
        tuple(
            BlockSummary(
                number,
                tuple(name for name in block.labels if name in targets),
                *_lines(code, line_of, block.start, block.stop),
                _counted(code, block),
                block.successors,
                block.exits,
                number in reachable,
                nest.depths[number],
                number in headers,
                (profile := live.profile(number)),
                line_of(code.ordinals[min(profile.at, block.stop - 1)]),
            )
            for number, block in enumerate(graph.blocks[:size])
        ),
        nest,
        code,
    )


def _counted(code: Code, block: BasicBlock) -> tuple[ir.Instruction | ir.Call, ...]:
    return tuple(s for s in code.statements[block.start : block.stop] if type(s) in _COUNTED)


_COUNTED = frozenset({ir.Instruction, ir.Call})


def _lines(code: Code, line_of: Callable[[int], int], start: int, stop: int) -> tuple[int, int]:
    """Return the lines of the first and the last statement of a block, except declarations."""
    format_count = [
        index for index in range(start, stop) if type(code.statements[index]) in _VISIBLE
    ]
    first, last = (format_count[0], format_count[-1]) if format_count else (start, stop - 1)
    # Statements of one line of Python need not be in the order of its lines.
    lines = sorted([line_of(code.ordinals[first]), line_of(code.ordinals[last])])
    return lines[0], lines[1]


_VISIBLE = frozenset({ir.Instruction, ir.Call, ir.Label})


class _Targets:
    """The labels that are targets of a function's branches and target lists."""

    def __init__(self, code: Code) -> None:
        self._names: set[str] = set()
        self._ranges: set[str] = set()
        for statement in code.statements:
            operands: Sequence[ir.Operand] = ()
            if type(statement) is ir.TargetList:
                operands = statement.targets
            elif type(statement) is ir.Instruction and statement.opcode in DIRECT_BRANCHES:
                operands = statement.operands
            for operand in operands:
                if isinstance(operand, ir.Symbol):
                    self._names.add(operand.name)
                elif isinstance(operand, ir.Ranged):
                    self._ranges.add(operand.name.name)

    def __contains__(self, label: str) -> bool:
        """Return whether a label is a target, by its name or as one of a range `L<4>`."""
        if label in self._names or not self._ranges:
            return label in self._names
        prefix = label
        # `L<4>` names `L0` to `L3`, so digits are taken off the end until a range is found.
        while prefix and prefix[-1].isdecimal():
            prefix = prefix[:-1]
            if prefix in self._ranges:
                return True
        return False


_STYLE = find_style("ptxpy")


def format_statement(statement: ir.Node) -> str:
    """Return a statement as one line of PTX."""
    words = tokens(statement)
    # A call that a style writes in several lines is shown in one.
    return join(words, _STYLE.predict_inner_gaps(words, asm=False)).replace("\n", " ")
