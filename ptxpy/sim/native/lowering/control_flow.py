"""Branches, ends of threads and barriers: each ends a piece (PTX ISA 9.7.12 and 9.7.13)."""

from __future__ import annotations

from typing import Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.site import Site
from ptxpy.sim.native.operands import Unsupported
from ptxpy.sim.native.warp_translator import LAST_PIECE, WarpTranslator, ends_piece


@ends_piece("bra")
def _bra(writer: WarpTranslator, site: Site) -> None:
    operand = site.operands[0]
    if not isinstance(operand, n.Symbol):
        msg = "an indirect branch"
        raise Unsupported(msg)
    target = writer.piece_of(operand.name, site.level)
    guard = writer.guard(site)
    if guard is None:
        writer.jump(target)
    else:
        writer.branch(guard, target, writer.following)


@ends_piece("brx")
def _brx(writer: WarpTranslator, site: Site) -> None:
    index = writer.source(site, site.operands[0], "u4")
    targets = _targets_of(writer, site)
    guard = writer.guard(site)
    running = writer.running(guard)
    # The interpreter says which index is wrong.
    beyond = writer.compare("uge", index, writer.constant(len(targets), "i32"))
    writer.give_up(writer.any(writer.binary("and", running, beyond)))
    for number, target in enumerate(targets):
        chosen = writer.compare("eq", index, writer.constant(number, "i32"))
        writer.part(writer.binary("and", running, chosen), target)
    if guard is not None:
        writer.part(writer.running(writer.invert(guard)), writer.following)
    writer.emit("br label %dispatch")


def _targets_of(writer: WarpTranslator, site: Site) -> list[int]:
    """Return the pieces that a `.branchtargets` lists."""
    table, level = site.operands[1], site.level
    found = None
    if isinstance(table, n.Symbol):
        while found is None and level >= 0:
            found = writer.routine.target_lists.get((level, table.name))
            level = writer.routine.code.levels[level].outer
    if found is None:
        msg = "a brx.idx without its .branchtargets"
        raise Unsupported(msg)
    names: list[str] = []
    for target in found.targets:
        if isinstance(target, n.Symbol):
            names.append(target.name)
        elif isinstance(target, n.Ranged):
            # `.branchtargets L<4>;` names `L0` to `L3`.
            names += [f"{target.name.name}{k}" for k in range(int(target.count.value))]
    return [writer.piece_of(name, site.level) for name in names]


@ends_piece("ret", "exit")
def _leave(writer: WarpTranslator, site: Site) -> None:
    guard = writer.guard(site)
    if guard is None:
        writer.leave()
    else:
        writer.branch(guard, LAST_PIECE, writer.following)


@ends_piece("trap")
def _trap(writer: WarpTranslator, site: Site) -> None:
    # The interpreter runs the launch again, and says where and who.
    writer.give_up(writer.any(writer.running(writer.guard(site))))
    writer.jump(writer.following)


@ends_piece("bar", "barrier")
def _barrier(writer: WarpTranslator, site: Site) -> None:
    words, operands = site.modifiers, site.operands
    if ".warp" in words:
        mask = writer.source(site, operands[0], "u4")
        writer.await_members(mask, writer.guard(site))
        writer.jump(writer.following)
        return
    number = operands[0] if operands else None
    is_first = number is None or (isinstance(number, n.Literal) and number.value == 0)
    some = site.node.guard is not None or len(operands) > 1 or not is_first
    if some or not _OTHER_BARRIERS.isdisjoint(words):
        msg = "a barrier of some threads"
        raise Unsupported(msg)
    writer.wait(writer.following)


_OTHER_BARRIERS: Final = frozenset({".cluster", ".red", ".arrive"})
