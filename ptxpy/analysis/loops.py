"""The loop-nesting forest of a control-flow graph.

The algorithm is Tarjan's, as extended to irreducible graphs by Ramalingam ("Identifying Loops in
Almost Linear Time", TOPLAS 21, 1999): one depth-first search and disjoint sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from ptxpy.analysis.control_flow import ControlFlowGraph

__all__ = ["Loops", "loops"]


class Loops(NamedTuple):
    """The loops of a function, identified by their headers.

    The header is the block of a loop that the depth-first search reaches first. Blocks are given
    by their indices in the graph.
    """

    headers: tuple[int, ...]
    """For each block the header of the innermost loop around it, -1 for none; for a header, that
    of the next outer loop."""
    back_edges: tuple[tuple[int, int], ...]
    """The edges from a block of a loop to its header, in order."""
    irreducible: frozenset[int]
    """The headers of loops that can also be entered at another block."""
    depths: tuple[int, ...]
    """For each block how many loops contain it."""


def loops(graph: ControlFlowGraph) -> Loops:
    """Return the loops among the reachable blocks of a function."""
    search = _Search(graph)
    size = len(graph.blocks)
    headers, outer = [-1] * size, _DisjointSets(size)
    entries: list[list[int]] = [[] for _ in range(size)]
    """For each block or loop header, the blocks from which it is entered."""
    for block in search.order[1:]:
        entries[block].append(search.parents[block])
    irreducible: set[int] = set()
    marked = _DisjointSets(size)
    """Blocks and loop headers, merged with the loop around them if that is irreducible."""
    # Reverse preorder finds inner loops before those around them.
    for header in reversed(search.order):
        # No loop below the lowest common ancestor of its ends contains an edge, so it is added
        # here.
        for source, target in search.crossing[header]:
            loop = outer.find(target)
            entries[loop].append(source)
            # The edge enters the loops around its target beside their headers: they are
            # irreducible.
            current = marked.find(target)
            while current != loop:
                irreducible.add(headers[current])
                marked.join(current, headers[current])
                current = marked.find(current)
        # The body of a loop is what leads to a back edge without passing the header.
        worklist = [inner for end in search.ends[header] if (inner := outer.find(end)) != header]
        body = set(worklist)
        while worklist:
            inner = worklist.pop()
            for source in entries[inner]:
                loop = outer.find(source)
                if loop != header and loop not in body:
                    body.add(loop)
                    worklist.append(loop)
        for inner in body:
            headers[inner] = header
            outer.join(inner, header)
    is_header = [bool(ends) for ends in search.ends]
    depths = [0] * size
    for block in search.order:
        depths[block] = is_header[block] + (depths[headers[block]] if headers[block] >= 0 else 0)
    back_edges = sorted((end, to) for to, ends in enumerate(search.ends) for end in ends)
    return Loops(tuple(headers), tuple(back_edges), frozenset(irreducible), tuple(depths))


class _DisjointSets:
    """Disjoint sets (union-find); `join` chooses the representative of the joined set."""

    def __init__(self, size: int) -> None:
        self._above = list(range(size))

    def find(self, member: int) -> int:
        above = self._above
        top = member
        while above[top] != top:
            top = above[top]
        # All members on the way are hung below the top, which keeps later searches short.
        while above[member] != top:
            above[member], member = top, above[member]
        return top

    def join(self, member: int, into: int) -> None:
        self._above[member] = into


class _Search:
    """A depth-first search, and its back edges and cross or forward edges."""

    def __init__(self, graph: ControlFlowGraph) -> None:
        size = len(graph.blocks)
        self.order: list[int] = []
        """The reachable blocks in preorder."""
        self.parents = [-1] * size
        """For each block its parent in the search tree, -1 for none."""
        self.ends: list[list[int]] = [[] for _ in range(size)]
        """For each block the sources of the back edges to it."""
        self.crossing: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        """For each block the cross and forward edges whose ends have it as their lowest common
        ancestor."""
        finished = _DisjointSets(size)
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
                # The sets of finished blocks hang below open ones, so the top is the lowest common
                # ancestor.
                self.crossing[finished.find(target)].append((block, target))
            else:
                self.parents[target] = block
                stack.append((target, 0))


_OPEN = 1
_DONE = 2
