"""Where a thread comes to a line: breakpoints at lines hold it there, and steps by lines end there.

A line has many instructions, and an optimizing compiler scatters them: between them are those of
other lines. A thread comes to the line at the first of its instructions in a basic block, unless
all ways into the block come from the line, too. Further pieces of the line in the block, behind
instructions of other lines, are no second coming. So a line is met once for each time that its
block runs, as in gdb at an instruction that DWARF marks `is_stmt`; the copies of an unrolled loop
that are in one block count once.

The instructions of Python, which no compiler moves, and those of PTX are in the order of their
lines. There a thread comes to a line where the instruction before is not of the line: a Python
loop that unrolls is met once a round.

An instruction of an inlined function belongs to the lines of the calls around it, too: its chain
has its own line first, and the line in the kernel last. Instructions with the same line and the
same calls around it are of one line here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from ptxpy.analysis import control_flow, flatten, merge_blocks

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from ptxpy.analysis import Body, Code, ControlFlowGraph

__all__ = ["Chain", "starts_in_blocks", "starts_in_order"]

Chain: TypeAlias = "tuple[Hashable, ...]"
"""The line of an instruction, and those of the calls around it, the innermost first."""


def starts_in_order(chains: Iterable[tuple[int, Chain]]) -> dict[int, int]:
    """Return how many lines of its chain a thread comes to at each instruction of a function.

    They are the innermost ones: those that are not around the instruction before.

        >>> starts_in_order([(1, ("f", "k")), (2, ("f", "k")), (3, ("k",)), (4, ("g", "k"))])
        {1: 2, 2: 0, 3: 0, 4: 1}

    Args:
        chains: The ordinals of the instructions, in order, with their chains.
    """
    found = {}
    before: Chain = ()
    for ordinal, chain in chains:
        common = 0
        while common < min(len(chain), len(before)) and chain[~common] == before[~common]:
            common += 1
        found[ordinal] = len(chain) - common
        before = chain
    return found


def starts_in_blocks(body: Body, chains: Mapping[int, Chain]) -> dict[int, int]:
    """Return how many lines of its chain a thread comes to at each instruction of a function.

    They are the innermost ones.

    Args:
        body: The function.
        chains: The chains of its instructions, by ordinal.
    """
    code = flatten(body.function, body.ordinal)
    graph = merge_blocks(control_flow(code))
    members = [_members(code, chains, block.start, block.stop) for block in graph.blocks]
    found = {}
    for number, block in enumerate(members):
        held = _held_before(graph, members, number)
        seen: set[Chain] = set()
        for position, (ordinal, chain) in enumerate(block):
            begun = 0
            for depth in range(len(chain)):
                line = chain[depth:]
                if line in seen:
                    break
                seen.add(line)
                # Whoever comes from the line into the block has not left it.
                begun += position > 0 or line not in held
            found[ordinal] = begun
    return found


def _members(code: Code, chains: Mapping[int, Chain], start: int, stop: int) -> Any:
    """Return the instructions of a block with their chains."""
    ordinals = code.ordinals[start:stop]
    return [(ordinal, chains[ordinal]) for ordinal in ordinals if ordinal in chains]


def _held_before(graph: ControlFlowGraph, members: list[Any], number: int) -> set[Chain]:
    """Return the lines at whose instructions all ways into a block begin."""
    before = [members[each] for each in graph.predecessors[number]]
    # The first block has a way in that comes from nowhere, whatever jumps back to it.
    if number == 0 or not before or not all(before):
        return set()
    return set.intersection(*[{block[-1][1][k:] for k in range(len(block[-1][1]))}
                              for block in before])  # fmt: skip
