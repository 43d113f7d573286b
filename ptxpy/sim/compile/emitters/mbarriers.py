"""mbarrier objects (PTX ISA 9.7.13.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.memory_operands import memory_space
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site
from ptxpy.sim.pieces import Await
from ptxpy.sim.semantics.asynchronous import mbarriers

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = ["write_copy_arrival"]


def _place(writer: PieceWriter, site: Site, operand: n.Operand) -> str:
    """Return the space and the address of an object, as arguments."""
    return f"{memory_space(writer, site, operand)!r}, {writer.address(site, operand)}"


@emits("mbarrier")
def _mbarrier(writer: PieceWriter, site: Site) -> None:
    # Modifiers of later versions of PTX have no meaning here yet.
    later = (".multicast::cluster::32b", ".phase_type::primary", ".phase_type::conditional")
    emitter = _EMITTERS.get(site.modifiers[0])
    unsupported = (*later, ".layout::v1") if site.modifiers[0] != ".check_layout" else later
    if emitter is None or site.has(*unsupported):
        raise site.unsupported()
    emitter(writer, site)


def _init(writer: PieceWriter, site: Site) -> None:
    address, count = site.operands
    place, value = _place(writer, site, address), writer.source(site, count, "u4")
    guard = site.guard or "None"
    writer.emit(writer.call(mbarriers.initialise, "M", place, value, guard, "I"))


def _inval(writer: PieceWriter, site: Site) -> None:
    place = _place(writer, site, site.operands[0])
    writer.emit(writer.call(mbarriers.invalidate, "M", place, site.guard or "None", "I"))


def _arrive(writer: PieceWriter, site: Site) -> None:
    target, address, *rest = site.operands
    expects = site.has(".expect_tx")
    count, tx = writer.constant(1, "u4"), writer.constant(0, "u4")
    if rest and expects:
        tx = writer.source(site, rest[0], "u4")
    elif rest:
        count = writer.source(site, rest[0], "u4")
    call = writer.call(
        mbarriers.arrive,
        "M",
        _place(writer, site, address),
        count,
        tx,
        str(site.has(".arrive_drop")),
        str(not site.has(".noComplete")),
        site.guard or "None",
        "I",
        str(not (isinstance(target, n.Symbol) and target.name == "_")),
    )
    writer.assign(site, target, call, "u8")


def _transact(writer: PieceWriter, site: Site) -> None:
    address, operand = site.operands
    tx = f"{writer.source(site, operand, 'u4')}.astype('i8')"
    # Bytes that arrive lower the tx-count that `expect_tx` has raised.
    if site.has(".complete_tx"):
        tx = f"-{tx}"
    place = _place(writer, site, address)
    writer.emit(writer.call(mbarriers.transact, "M", place, tx, site.guard or "None", "I"))


def _wait(writer: PieceWriter, site: Site) -> None:
    """Write a `test_wait` or `try_wait`, the start of a piece that waiting lanes run again.

    The time limit of a `try_wait` is ignored.
    """
    target, address, phase = site.operands[:3]
    parity = site.has(".parity")
    call = writer.call(
        mbarriers.wait,
        "M",
        _place(writer, site, address),
        writer.source(site, phase, "u4" if parity else "u8"),
        str(parity),
        site.guard or "None",
        "I",
    )
    found = writer.let(call)
    # Lanes that must wait leave before a result is assigned, and run the piece once more.
    writer.emit(f"if type({found}) is {writer.bind(Await)}: return {found}")
    writer.assign(site, target, found, "?")


def _check_layout(writer: PieceWriter, site: Site) -> None:
    """Write a test of the layout, which is always `.layout::v0` here."""
    target, address = site.operands
    place = _place(writer, site, address)
    writer.emit(writer.call(mbarriers.check, "M", place, site.guard or "None", "I"))
    writer.assign(site, target, writer.constant(int(site.has(".layout::v0")), "?"), "?")


def _pending_count(writer: PieceWriter, site: Site) -> None:
    target, state = site.operands
    call = writer.call(mbarriers.pending_count, writer.source(site, state, "u8"))
    writer.assign(site, target, call, "u4")


_EMITTERS: dict[str, Callable[[PieceWriter, Site], None]] = {
    ".init": _init,
    ".inval": _inval,
    ".arrive": _arrive,
    ".arrive_drop": _arrive,
    ".expect_tx": _transact,
    ".complete_tx": _transact,
    ".test_wait": _wait,
    ".try_wait": _wait,
    ".check_layout": _check_layout,
    ".pending_count": _pending_count,
}
"""The emitters, by the first modifier, which is part of the name of the instruction."""


def write_copy_arrival(writer: PieceWriter, site: Site) -> None:
    """Write a `cp.async.mbarrier.arrive`: all copies before it have completed when it runs.

    Without `.noinc` it increments the pending count before it arrives, so that nothing changes
    (PTX ISA 9.7.13.15.15).
    """
    place, guard = _place(writer, site, site.operands[0]), site.guard or "None"
    if site.has(".noinc"):
        one, zero = writer.constant(1, "u4"), writer.constant(0, "u4")
        call = writer.call(
            mbarriers.arrive, "M", place, one, zero, "False", "True", guard, "I", "False"
        )
    else:
        call = writer.call(mbarriers.check, "M", place, guard, "I")
    writer.emit(call)
