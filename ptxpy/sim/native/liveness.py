"""The order in which the blocks of a kernel run, and the registers that live into each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.sim.native.activations import EXIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.sim.native.activations import Block, Layout

__all__ = ["last_opcode", "live_in", "successors"]


def last_opcode(block: Block) -> str:
    """Return the opcode of the last instruction of a piece, or nothing."""
    last = block.statements[-1] if block.statements else None
    return last.opcode if type(last) is n.Instruction else ""


def successors(layout: Layout, number: int) -> list[int]:
    """Return the blocks that may follow one; the end of the kernel is none."""
    block = layout.blocks[number]
    own, piece = block.activation, block.piece
    if block.target is not None:
        found = [own.number_of(piece + 1)]
    else:
        found = [own.number_of(each) for each in own.routine.successors[piece]]
        for each in own.targets.get(piece, ()):
            # What lives where a function returns to, lives while it runs.
            found += [each.callee.numbers[0], each.landing]
        if last_opcode(block) == "ret":
            found.append(own.back)
    if EXIT not in found and own.back not in found:
        return found
    returns = [
        each.target.landing
        for each in layout.blocks
        if each.target is not None and each.target.callee is own
    ]
    return [each for each in found if each not in (EXIT, own.back)] + returns


def live_in(
    layout: Layout, needed: Sequence[set[int]], written: Sequence[set[int]]
) -> list[set[int]]:
    """Return the registers that each block, or one behind it, reads before they are written.

    `needed` has those that the block itself reads before it writes them, `written` those that it
    writes in all lanes that run it.
    """
    following = [successors(layout, number) for number in range(len(layout.blocks))]
    live = [set(each) for each in needed]
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(live))):
            behind: set[int] = set()
            for each in following[number]:
                behind |= live[each]
            found = needed[number] | (behind - written[number])
            if found != live[number]:
                live[number], changed = found, True
    return live
