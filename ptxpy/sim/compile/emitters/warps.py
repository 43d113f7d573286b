"""Instructions of a warp, and barriers (PTX ISA 9.7.9.6, 9.7.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError, types_of
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.pieces import Barrier, ClusterBarrier, Reconverge, WarpBarrier
from ptxpy.sim.semantics import warps

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = ["await_warps"]

FULL: Final = 0xFFFFFFFF


def await_warps(writer: PieceWriter, site: Site, mask: str) -> None:
    """Write, at the start of a piece, the test whether all threads of a mask have arrived."""
    # Lanes may only wait before their piece has had an effect, since they run it once more; the
    # lanes of a whole batch are together anyway.
    if site.at == writer.first_instruction and not writer.all_lanes:
        guard = site.guard or "None"
        ready = writer.let(writer.call(warps.lanes_ready, "M", "M.ended", mask, guard, "I"))
        writer.emit(f"if {ready} is not None:")
        writer.emit(f"    return {writer.bind(Reconverge)}({writer.number}, {ready})")
    writer.collective(mask, site.guard)


def _mask(writer: PieceWriter, site: Site, operand: n.Operand | None) -> str:
    if operand is None:
        return writer.constant(FULL, "u4")
    return writer.source(site, operand, "u4")


def _assign_both(writer: PieceWriter, site: Site, target: n.Operand, both: str) -> None:
    """Write a result, and the predicate of a destination `d|p`."""
    first = target.first if isinstance(target, n.Pair) else target
    writer.assign(site, first, f"{both}[0]", "u4")
    if isinstance(target, n.Pair):
        writer.assign(site, target.second, f"{both}[1]", "?")


@emits("shfl")
def _shfl(writer: PieceWriter, site: Site) -> None:
    synchronised = site.has(".sync")
    target, value, b, c, *rest = site.operands
    mask = _mask(writer, site, rest[0] if rest else None)
    if synchronised:
        await_warps(writer, site, mask)
    mode = next(word[1:] for word in site.modifiers if word in (".up", ".down", ".bfly", ".idx"))
    both = writer.let(
        writer.call(
            warps.shuffle,
            "M",
            repr(mode),
            writer.source(site, value, "u4"),
            writer.source(site, b, "u4"),
            writer.source(site, c, "u4"),
            mask,
            site.guard or "None",
            "I",
        )
    )
    _assign_both(writer, site, target, both)


@emits("vote")
def _vote(writer: PieceWriter, site: Site) -> None:
    target, predicate, *rest = site.operands
    mask = _mask(writer, site, rest[0] if rest else None)
    if site.has(".sync"):
        await_warps(writer, site, mask)
    modes = (".all", ".any", ".uni", ".ballot")
    mode = next(word[1:] for word in site.modifiers if word in modes)
    call = writer.call(
        warps.vote,
        "M",
        repr(mode),
        writer.source(site, predicate, "?"),
        mask,
        site.guard or "None",
        "I",
    )
    writer.assign(site, target, call, "u4" if mode == "ballot" else "?")


@emits("activemask")
def _activemask(writer: PieceWriter, site: Site) -> None:
    call = writer.call(warps.activemask, "M", site.guard or "None", "I")
    writer.assign(site, site.operands[0], call, "u4")


@emits("elect")
def _elect(writer: PieceWriter, site: Site) -> None:
    target, mask_operand = site.operands
    if type(target) is not n.Pair:
        msg = "elect.sync without a predicate: it writes d|p, and a d that is not used is _"
        raise UnsupportedInstructionError(msg)
    mask = _mask(writer, site, mask_operand)
    await_warps(writer, site, mask)
    both = writer.let(writer.call(warps.elect, "M", mask, site.guard or "None", "I"))
    _assign_both(writer, site, target, both)


@emits("match")
def _match(writer: PieceWriter, site: Site) -> None:
    target, value, mask_operand = site.operands
    mask = _mask(writer, site, mask_operand)
    await_warps(writer, site, mask)
    mode = "all" if site.has(".all") else "any"
    kind = KINDS[types_of(site)[0]]
    both = writer.let(
        writer.call(
            warps.match,
            "M",
            repr(mode),
            writer.source(site, value, kind),
            mask,
            site.guard or "None",
            "I",
        )
    )
    _assign_both(writer, site, target, both)


@emits("redux")
def _redux(writer: PieceWriter, site: Site) -> None:
    type_ = types_of(site)[-1]
    target, value, mask_operand = site.operands
    mask = _mask(writer, site, mask_operand)
    await_warps(writer, site, mask)
    if type_ == "f32":
        # Floating-point reductions compare bits as integers: NaNs and zeros have an order of their
        # own.
        words = frozenset(word[1:] for word in site.modifiers)
        flags = words & {"min", "max", "abs", "NaN"}
        name = writer.bind(flags, ("redux", flags))
        bits = writer.source(site, value, "u4")
        guard = site.guard or "None"
        call = writer.call(warps.reduce_floats, "M", name, bits, mask, guard, "I")
        writer.assign(site, target, call, "u4")
        return
    modes = ("add", "min", "max", "and", "or", "xor")
    mode = next(word[1:] for word in site.modifiers if word[1:] in modes)
    kind = KINDS[type_]
    call = writer.call(
        warps.reduce_,
        "M",
        repr(mode),
        writer.source(site, value, kind),
        mask,
        site.guard or "None",
        "I",
    )
    writer.assign(site, target, call, kind)


@emits("bar", "barrier")
def _barrier(writer: PieceWriter, site: Site) -> str | None:
    words = site.modifiers
    if ".warp" in words:
        mask, guard = _mask(writer, site, site.operands[0]), site.guard or "None"
        writer.collective(mask, site.guard)
        if writer.all_lanes and site.guard is None:
            return None  # all threads of the batch reach it together
        # `meet` gives 0 if some lane must wait: no piece that follows another one has that index.
        step = f"{writer.bind(WarpBarrier)}({mask}, {writer.following}, {guard})"
        return f"{writer.call(warps.meet, 'M', mask, guard, 'I', str(writer.following))} or {step}"
    if ".cluster" in words:
        waits, guard = ".wait" in words, site.guard or "None"
        return f"{writer.bind(ClusterBarrier)}({waits}, {writer.following}, {guard})"
    operands = list(site.operands)
    reduction, predicate, slot = "", "None", 0
    if ".red" in words:
        reduction = next(word[1:] for word in words if word in (".and", ".or", ".popc"))
        # The scheduler writes the result when the barrier is complete, to the slot of the register.
        location = writer.slots.register(operands.pop(0), site.level)
        if location is None:
            msg = "a barrier.red without a register"
            raise UnsupportedInstructionError(msg)
        slot = location.slots[0]
        predicate = writer.source(site, operands.pop(), "?")
    zero = writer.constant(0, "u4")
    number = writer.source(site, operands[0], "u4") if operands else zero
    threads = writer.source(site, operands[1], "u4") if len(operands) > 1 else zero
    waits = ".arrive" not in words
    guard = site.guard or "None"
    return (
        f"{writer.bind(Barrier)}({number}, {threads}, {waits}, {writer.following}, {guard}, "
        f"{reduction!r}, {predicate}, {slot})"
    )
