"""Regions of a function, each a unit of a timeline: loops, and the code between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.analysis import control_flow, loops
from ptxpy.ir import nodes as n
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.analysis import Code, ControlFlowGraph
    from ptxpy.sim.pieces import Routine

__all__ = ["Region", "regions_of"]


class Region(NamedTuple):
    """A loop without the loops in it, or the code from a label outside of all loops to the next."""

    routine: Routine
    label: str
    """The label of its head; empty for none."""
    statements: tuple[int, ...]
    """The indices of its statements, in order; those of a loop include the loops in it."""
    head: int
    """The index of the statement with which it begins: each trip, if it is a loop."""
    loops: tuple[int, ...]
    """The heads of the loops around it, the outermost first, and its own, if it is one."""
    ends_at_head: bool = False
    """Whether it is a loop that ends in its first block alone: what comes there last is no trip."""

    @property
    def is_loop(self) -> bool:
        """Whether it is a loop."""
        return self.head in self.loops


def regions_of(routine: Routine) -> list[Region]:
    """Return the region of each piece of a function.

    A loop that only waits for an mbarrier belongs to the code around it: it is a wait there, and
    has no trips that mean anything.
    """
    code = routine.code
    graph = control_flow(code)
    found = loops(graph)
    bodies = _bodies(graph, found.headers, {to for _, to in found.back_edges})
    waits = {
        head
        for head, blocks in bodies.items()
        if bodies.keys().isdisjoint({*blocks} - {head}) and _only_waits(graph, blocks)
    }
    block_of = {
        index: number
        for number, block in enumerate(graph.blocks)
        for index in range(block.start, block.stop)
    }
    by_head: dict[int, Region] = {}
    made: list[Region] = []
    for number, piece in enumerate(routine.pieces):
        block = block_of.get(piece.start, -1)
        around = [head for head in _around(block, found.headers, bodies) if head not in waits]
        heads = tuple(_first_run(code, graph.blocks[head].start) for head in reversed(around))
        if around:
            blocks = bodies[around[0]]
            statements = [k for each in blocks for k in range(*graph.blocks[each][:2])]
            region = by_head.get(heads[-1])
            if region is None:
                label = _label(routine, graph.blocks[around[0]].start)
                ends = {each for each in blocks if {*graph.blocks[each].successors} - {*blocks}}
                region = Region(
                    routine,
                    label,
                    tuple(sorted(statements)),
                    heads[-1],
                    heads,
                    ends_at_head=ends == {around[0]}
                    and around[0] not in graph.blocks[around[0]].successors,
                )
                by_head[heads[-1]] = region
        elif not made or made[-1].loops or piece.labels:
            label = piece.labels[0] if piece.labels else ""
            region = Region(routine, label, tuple(range(piece.start, piece.stop)), piece.start, ())
        else:
            region = made[-1]
            more = tuple(range(piece.start, piece.stop))
            region = region._replace(statements=region.statements + more)
            # The pieces before it are of the same region.
            for at in range(number - 1, -1, -1):
                if made[at].head != region.head:
                    break
                made[at] = region
        made.append(region)
    return made


def _bodies(
    graph: ControlFlowGraph, headers: tuple[int, ...], heads: set[int]
) -> dict[int, list[int]]:
    """Return the blocks of each loop by its header, those of the loops in it included."""
    bodies: dict[int, list[int]] = {head: [] for head in heads}
    for block, _ in enumerate(graph.blocks):
        for head in _around(block, headers, bodies):
            bodies[head].append(block)
    return bodies


def _around(block: int, headers: tuple[int, ...], heads: Iterable[int]) -> list[int]:
    """Return the headers of the loops around a block, the innermost first."""
    found = [block] if block in heads else []
    while block >= 0 and headers[block] >= 0:
        block = headers[block]
        found.append(block)
    return found


def _only_waits(graph: ControlFlowGraph, blocks: list[int]) -> bool:
    """Return whether the blocks of a loop wait for an mbarrier, and change no memory."""
    waits = False
    for block in blocks:
        for statement in graph.code.statements[slice(*graph.blocks[block][:2])]:
            if type(statement) is n.Call:
                return False
            if type(statement) is not n.Instruction:
                continue
            found = traits(statement.opcode, statement.modifiers)
            if found.mbarrier & {"wait", "query"}:
                waits = True
            elif found.accesses or found.barrier or found.completion or not found.name:
                return False
    return waits


def _first_run(code: Code, start: int) -> int:
    """Return the first instruction at or behind a statement, else the statement."""
    return next(
        (k for k in range(start, len(code.statements)) if _is_run(code.statements[k])), start
    )


def _is_run(statement: n.Node) -> bool:
    return type(statement) in (n.Instruction, n.Call)


def _label(routine: Routine, start: int) -> str:
    """Return the label of the piece in which a block begins; empty for none."""
    return next(
        (
            each.labels[0]
            for each in routine.pieces
            if each.start <= start < each.stop and each.labels
        ),
        "",
    )
