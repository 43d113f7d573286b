"""Control flow: branches, ends, traps (PTX ISA 9.7.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError
from ptxpy.sim.errors import FaultError
from ptxpy.sim.pieces import Branch, IndexedBranch, ReturnOrExit

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = ["label_of"]


def label_of(writer: PieceWriter, name: str, level: int) -> int:
    """Return the index of the piece that begins at a label, given by its name in a scope."""
    routine = writer.routine
    while level >= 0:
        index = routine.labels.get((level, name))
        if index is not None:
            return routine.piece_at(index)
        level = routine.code.levels[level].outer
    msg = "a branch to an undefined label"
    raise UnsupportedInstructionError(msg)


@emits("bra", lanewise=True)
def _bra(writer: PieceWriter, site: Site) -> str:
    operand = site.operands[0]
    if not isinstance(operand, n.Symbol):
        msg = "an indirect branch"
        raise UnsupportedInstructionError(msg)
    target = label_of(writer, operand.name, site.level)
    guard = site.node.guard
    if guard is None:
        return str(target)
    predicate = writer.value(guard.register, "pred", site.level)
    taken, other = target, writer.following
    # Exchanging the targets saves a negation.
    if guard.negated:
        taken, other = other, taken
    return f"{writer.bind(Branch)}({predicate}, {taken}, {other})"


@emits("brx")
def _brx(writer: PieceWriter, site: Site) -> str:
    index = writer.source(site, site.operands[0], "u4")
    table = site.operands[1]
    targets: list[int] = []
    level = site.level
    found = None
    if isinstance(table, n.Symbol):
        while found is None and level >= 0:
            found = writer.routine.target_lists.get((level, table.name))
            level = writer.routine.code.levels[level].outer
    if found is None:
        msg = "a brx.idx without its .branchtargets"
        raise UnsupportedInstructionError(msg)
    for target in found.targets:
        if isinstance(target, n.Symbol):
            targets.append(label_of(writer, target.name, site.level))
        elif isinstance(target, n.Ranged):
            # `.branchtargets L<4>;` names `L0` to `L3`.
            targets += [
                label_of(writer, f"{target.name.name}{k}", site.level)
                for k in range(int(target.count.value))
            ]
    guard = writer.guard(site.node.guard, site.level) or "None"
    list_ = writer.bind(tuple(targets))
    return f"{writer.bind(IndexedBranch)}({index}, {list_}, {guard}, {writer.following})"


@emits("ret", "exit")
def _leave(writer: PieceWriter, site: Site) -> str:
    guard = writer.guard(site.node.guard, site.level) or "None"
    ends = site.node.opcode == "exit"
    return f"{writer.bind(ReturnOrExit)}({guard}, {writer.following}, {ends})"


def trap(guard: Any, lanes: Any) -> None:
    """Raise `FaultError` if a lane executes a `trap`."""
    if guard is not None and not guard.any():
        return
    position = 0 if guard is None or not guard.ndim else int(guard.argmax())
    text = "trap"
    raise FaultError(text, position if lanes is None else int(lanes[position]), "trapped")


@emits("trap")
def _trap(writer: PieceWriter, site: Site) -> str:
    guard = writer.guard(site.node.guard, site.level) or "None"
    writer.emit(f"{writer.bind(trap)}({guard}, I)")
    # A `trap` of any lane has raised an error: those whose guard is false continue.
    return f"{writer.bind(ReturnOrExit)}({guard}, {writer.following}, True)"


@emits("nanosleep")
def _sleep(writer: PieceWriter, site: Site) -> None:
    """Let other threads run first: a thread that sleeps waits for something."""
    del site
    writer.emit("M.ready.yield_turn()")


@emits("brkpt", "pmevent")
def _nothing(writer: PieceWriter, site: Site) -> None:
    del writer, site
