"""Loops of a control-flow graph, and how they nest.

Tarjan's nesting of loops as Ramalingam has it for any graph, with one depth-first search and
disjoint sets (G. Ramalingam, "Identifying Loops in Almost Linear Time", TOPLAS 21, 1999).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ptxpy.analysis.control_flow import ControlFlowGraph

__all__ = ["Loops", "loops"]


class Loops(NamedTuple):
    """The loops of a function; a loop goes by its header, the block that is reached first."""

    headers: tuple[int, ...]
    """For each block the header of the innermost loop around it, -1 for none. A header's own entry
    is that of the loop outside of its own."""
    back_edges: tuple[tuple[int, int], ...]
    """The edges that lead back to the header of a loop that they are in, in order."""
    irreducible: frozenset[int]
    """The headers of loops that are also entered elsewhere."""
    depths: tuple[int, ...]
    """For each block the number of loops that it is in."""


def loops(graph: ControlFlowGraph) -> Loops:
    """Return the loops among the reachable blocks of a function."""
    search = _Search(graph)
    size = len(graph.blocks)
    headers, outer = [-1] * size, _Sets(size)
    entries: list[list[int]] = [[] for _ in range(size)]
    """For each block, or loop by its header, the blocks from which it is entered."""
    for block in search.order[1:]:
        entries[block].append(search.parents[block])
    irreducible: set[int] = set()
    marked = _Sets(size)
    """Blocks, and loops by their headers, joined to the loop around them if that is irreducible."""
    for header in reversed(search.order):
        for source, target in search.crossing[header]:
            loop = outer.find(target)
            entries[loop].append(source)
            at = marked.find(target)
            while at != loop:
                irreducible.add(headers[at])
                marked.join(at, headers[at])
                at = marked.find(at)
        waiting = [inner for end in search.ends[header] if (inner := outer.find(end)) != header]
        body = set(waiting)
        while waiting:
            inner = waiting.pop()
            for source in entries[inner]:
                found = outer.find(source)
                if found != header and found not in body:
                    body.add(found)
                    waiting.append(found)
        for inner in body:
            headers[inner] = header
            outer.join(inner, header)
    is_header = [bool(ends) for ends in search.ends]
    depths = [0] * size
    for block in search.order:
        depths[block] = is_header[block] + (depths[headers[block]] if headers[block] >= 0 else 0)
    back_edges = sorted((end, to) for to, ends in enumerate(search.ends) for end in ends)
    return Loops(tuple(headers), tuple(back_edges), frozenset(irreducible), tuple(depths))


class _Sets:
    """Disjoint sets; a set goes by a member that is chosen when sets are joined."""

    def __init__(self, size: int) -> None:
        self._above = list(range(size))

    def find(self, member: int) -> int:
        above = self._above
        top = member
        while above[top] != top:
            top = above[top]
        while above[member] != top:
            above[member], member = top, above[member]
        return top

    def join(self, member: int, into: int) -> None:
        self._above[member] = into


class _Search:
    """A depth-first search, and what it says of the edges that are none of its tree."""

    def __init__(self, graph: ControlFlowGraph) -> None:
        size = len(graph.blocks)
        self.order: list[int] = []
        """The reachable blocks as they are found."""
        self.parents = [-1] * size
        self.ends: list[list[int]] = [[] for _ in range(size)]
        """For each block the sources of the edges that lead back to it."""
        self.crossing: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        """The edges to blocks that are done, with the last common ancestor of their ends."""
        finished = _Sets(size)
        state = bytearray(size)
        stack: list[tuple[int, int]] = []
        if size:
            stack.append((0, 0))
        while stack:
            block, position = stack.pop()
            if position == 0:
                state[block] = _OPEN
                self.order.append(block)
            successors = graph.blocks[block].successors
            if position == len(successors):
                state[block] = _DONE
                if self.parents[block] >= 0:
                    finished.join(block, self.parents[block])
                continue
            stack.append((block, position + 1))
            target = successors[position]
            if state[target] == _OPEN:
                self.ends[target].append(block)
            elif state[target] == _DONE:
                self.crossing[finished.find(target)].append((block, target))
            else:
                self.parents[target] = block
                stack.append((target, 0))


_OPEN = 1
_DONE = 2
