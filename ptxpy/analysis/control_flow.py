"""The control-flow graph of a function: basic blocks, their edges, and postdominators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import BRANCHES, DIRECT_BRANCHES, EXITS, TERMINATORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis.code import Code
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Block", "ControlFlowGraph", "control_flow", "merge_blocks", "postdominators"]

V = TypeVar("V")


class Block(NamedTuple):
    """A basic block: statements that are entered at the first and left at the last."""

    start: int
    """The index in `Code.statements` of its first statement."""
    stop: int
    """The index in `Code.statements` after its last statement."""
    labels: tuple[str, ...]
    successors: tuple[int, ...]
    """The indices of the blocks that may run next, each once; the next block in the text first."""
    exits: bool
    """Whether the function may end here: `ret`, `exit`, `trap`, or the closing brace."""


class ControlFlowGraph(NamedTuple):
    """The basic blocks of a function in the order of its text; the first is the entry."""

    code: Code
    blocks: tuple[Block, ...]
    predecessors: tuple[tuple[int, ...], ...]
    """For each block, the indices of the blocks that may run immediately before it."""
    missing: tuple[tuple[int, str], ...]
    """Branches to undefined labels: the index of the statement, and the label."""

    def reachable(self) -> frozenset[int]:
        """Return the indices of the blocks that can be reached from the entry."""
        if not self.blocks:
            return frozenset()
        reached = {0}
        worklist = [0]
        while worklist:
            for successor in self.blocks[worklist.pop()].successors:
                if successor not in reached:
                    reached.add(successor)
                    worklist.append(successor)
        return frozenset(reached)

    def order(self) -> list[int]:
        """Return the indices of the reachable blocks in reverse postorder.

        Except for back edges, each block comes before its successors.
        """
        seen: set[int] = set()
        done: list[int] = []
        # The stack holds each open block with the position of its next successor. Recursion would
        # come to Python's limit in a kernel of thousands of blocks.
        stack: list[tuple[int, int]] = [(0, 0)] if self.blocks else []
        seen.update(block for block, _ in stack)
        while stack:
            block, position = stack.pop()
            successors = self.blocks[block].successors
            while position < len(successors) and successors[position] in seen:
                position += 1
            if position == len(successors):
                done.append(block)
            else:
                stack.append((block, position + 1))
                seen.add(successors[position])
                stack.append((successors[position], 0))
        return done[::-1]


def control_flow(code: Code) -> ControlFlowGraph:
    """Return the control-flow graph of a function.

    A call does not end a block, because it returns. A branch to an undefined label has no edge.
    """
    starts, labels = _leaders(code)
    block_of = {start: index for index, start in enumerate(starts)}
    finder = _Targets(code, labels)
    blocks: list[Block] = []
    missing: list[tuple[int, str]] = []
    stops = [*starts[1:], len(code.statements)] if starts else []
    for index, (start, stop) in enumerate(zip(starts, stops, strict=True)):
        following = index + 1 if index + 1 < len(starts) else None
        last = code.statements[stop - 1]
        targets: list[int] = []
        falls_through, exits = True, False
        if type(last) is n.Instruction and last.opcode in EXITS:
            # A guarded `ret` or `exit` may not be taken: the next block may run as well.
            falls_through, exits = last.guard is not None, True
        elif type(last) is n.Instruction and last.opcode in BRANCHES:
            falls_through = last.guard is not None
            for name, target in finder.of(last, code.scopes[stop - 1]):
                if target is None:
                    missing.append((stop - 1, name))
                else:
                    targets.append(block_of[target])
        # The next block in the text comes first: `guarded_facts` tells the sides of a branch by
        # that.
        successors = [following] if falls_through and following is not None else []
        exits |= falls_through and following is None
        successors += targets
        blocks.append(
            Block(
                start,
                stop,
                tuple(_labels_of(code, start, stop)),
                # The table of a `brx.idx` names some labels many times.
                tuple(dict.fromkeys(successors)),
                exits,
            )
        )
    predecessors: list[list[int]] = [[] for _ in blocks]
    for index, block in enumerate(blocks):
        for successor in block.successors:
            predecessors[successor].append(index)
    return ControlFlowGraph(code, tuple(blocks), tuple(map(tuple, predecessors)), tuple(missing))


def _leaders(code: Code) -> tuple[list[int], dict[tuple[int, str], int]]:
    """Return the first statement of each block, and that of each label's block.

    Labels are keyed by scope and name.
    """
    starts: list[int] = []
    labels: dict[tuple[int, str], int] = {}
    statements, scopes = code.statements, code.scopes
    begins_block = True
    """Whether the next statement begins a block."""
    is_empty = False
    """Whether the block so far has only labels and other statements that do nothing."""
    for index, statement in enumerate(statements):
        kind = type(statement)
        # In `A: B:` the second label opens no block: both are names of one.
        if begins_block or (kind is n.Label and not is_empty):
            starts.append(index)
            begins_block, is_empty = False, True
        if kind is n.Label:
            labels.setdefault((scopes[index], statement.name), starts[-1])
        elif kind is n.Instruction:
            is_empty = False
            begins_block = statement.opcode in TERMINATORS
        elif kind is n.Call:
            is_empty = False
    return starts, labels


def _labels_of(code: Code, start: int, stop: int) -> list[str]:
    """Return the labels of a block, which precede its first instruction."""
    names = []
    for index in range(start, stop):
        statement = code.statements[index]
        if type(statement) is n.Label:
            names.append(statement.name)
        elif type(statement) is n.Instruction or type(statement) is n.Call:
            break
    return names


class _Targets:
    """Resolves the targets of branches."""

    def __init__(self, code: Code, labels: dict[tuple[int, str], int]) -> None:
        self._code = code
        self._labels = labels
        self._lists: dict[tuple[int, str], n.TargetList] = {
            (scope, statement.name): statement
            for statement, scope in zip(code.statements, code.scopes, strict=True)
            if type(statement) is n.TargetList
        }

    def of(self, branch: n.Instruction, scope: int) -> list[tuple[str, int | None]]:
        """Return the labels that a branch names, each with the first statement of its block."""
        operands = branch.operands
        if branch.opcode in DIRECT_BRANCHES:
            names = [operands[0].name] if operands and type(operands[0]) is n.Symbol else []
        else:
            names = self._names_of_list(operands, scope)
        return [(name, self._find(self._labels, name, scope)) for name in names]

    def _names_of_list(self, operands: Sequence[n.Operand], scope: int) -> list[str]:
        table = operands[-1] if operands else None
        if type(table) is not n.Symbol:
            return []
        found = self._find(self._lists, table.name, scope)
        if found is None:
            return []
        names: list[str] = []
        for target in found.targets:
            if type(target) is n.Symbol:
                names.append(target.name)
            # `L<4>` names `L0` to `L3`.
            elif type(target) is n.Ranged and type(target.count) is n.Literal:
                try:
                    count = min(int(target.count.value), _MAX_TARGETS_OF_RANGE)
                except (ValueError, OverflowError):
                    continue
                names += [f"{target.name.name}{k}" for k in range(count)]
        return list(dict.fromkeys(names))

    def _find(self, table: dict[tuple[int, str], V], name: str, scope: int) -> V | None:
        # A label of an outer scope is visible inside, unless an inner one of its name hides it.
        while scope >= 0:
            found = table.get((scope, name))
            if found is not None:
                return found
            scope = self._code.levels[scope].outer
        return None


_MAX_TARGETS_OF_RANGE: Final = 1 << 16
"""The most labels that a range in a `.branchtargets` list is expanded to: a bound on memory."""


def merge_blocks(graph: ControlFlowGraph) -> ControlFlowGraph:
    """Return the graph with each block merged into its only predecessor, if that is the one before.

    Such blocks occur where a label serves debug information only and no branch names it. Blocks
    that end with a branch are not merged with the next.
    """
    blocks = graph.blocks
    is_merged_into_previous = [
        index > 0
        and graph.predecessors[index] == (index - 1,)
        and blocks[index - 1].successors == (index,)
        and not _ends_with_branch(graph, index - 1)
        for index in range(len(blocks))
    ]
    new_indices: list[int] = []
    for is_merged in is_merged_into_previous:
        # The first block is never merged and has number 0, which `len` of the empty list gives.
        new_indices.append(len(new_indices) and new_indices[-1] + (not is_merged))
    first = [index for index, is_merged in enumerate(is_merged_into_previous) if not is_merged]
    last = [index - 1 for index in first[1:]] + [len(blocks) - 1]
    merged = tuple(
        Block(
            blocks[start].start,
            blocks[stop].stop,
            tuple(name for block in blocks[start : stop + 1] for name in block.labels),
            _renumber(blocks[stop].successors, new_indices),
            blocks[stop].exits,
        )
        for start, stop in zip(first, last, strict=False)
    )
    predecessors = tuple(_renumber(graph.predecessors[start], new_indices) for start in first)
    return graph._replace(blocks=merged, predecessors=predecessors)


def _ends_with_branch(graph: ControlFlowGraph, index: int) -> bool:
    """Return whether a block ends with a branch."""
    last = graph.code.statements[graph.blocks[index].stop - 1]
    return type(last) is n.Instruction and last.opcode in BRANCHES


def _renumber(blocks: Iterable[int], new_indices: list[int]) -> tuple[int, ...]:
    return tuple(new_indices[block] for block in blocks)


def postdominators(graph: ControlFlowGraph) -> list[int | None]:
    """Return the index of the immediate postdominator of each block.

    The immediate postdominator is the first later block on all paths from the block to the
    function's end. It is None if that is the end itself, if no path leads to the end, and for an
    unreachable block.

    The algorithm is that of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"), on
    the reverse graph with a virtual exit block.
    """
    end = len(graph.blocks)
    order = _postorder(graph, end)
    positions = {block: position for position, block in enumerate(order)}
    postdominator: dict[int, int] = {end: end}
    changed = True
    while changed:
        changed = False
        # Each block takes the nearest common postdominator of its successors until nothing changes;
        # without loops the second round only confirms the first.
        for block in reversed(order[:-1]):
            # One successor is known at least: the one from which the search came here precedes the
            # block.
            successors = [s for s in _successors_and_end(graph, block, end) if s in postdominator]
            new = successors[0]
            for other in successors[1:]:
                new = _nearest_common(postdominator, positions, new, other)
            if postdominator.get(block) != new:
                postdominator[block] = new
                changed = True
    reachable = graph.reachable()
    return [
        (
            postdominator[block]
            if block in reachable and postdominator.get(block, end) != end
            else None
        )
        for block in range(end)
    ]


def _successors_and_end(graph: ControlFlowGraph, block: int, end: int) -> Sequence[int]:
    here = graph.blocks[block]
    return (*here.successors, end) if here.exits else here.successors


def _postorder(graph: ControlFlowGraph, end: int) -> list[int]:
    """Return the blocks that lead to the end in postorder of the reverse graph, the end last."""
    exits = [index for index, block in enumerate(graph.blocks) if block.exits]
    seen = {end}
    done: list[int] = []
    stack: list[tuple[int, int]] = [(end, 0)]
    while stack:
        block, position = stack.pop()
        predecessors: Sequence[int] = exits if block == end else graph.predecessors[block]
        while position < len(predecessors) and predecessors[position] in seen:
            position += 1
        if position == len(predecessors):
            done.append(block)
        else:
            stack.append((block, position + 1))
            seen.add(predecessors[position])
            stack.append((predecessors[position], 0))
    return done


def _nearest_common(
    postdominator: dict[int, int], positions: dict[int, int], one: int, other: int
) -> int:
    """Return the nearest common postdominator of two blocks, from the results so far."""
    while one != other:
        # A postdominator is later in postorder, so the block with the lower position moves up.
        while positions[one] < positions[other]:
            one = postdominator[one]
        while positions[other] < positions[one]:
            other = postdominator[other]
    return one
