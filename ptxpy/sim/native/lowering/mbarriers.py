"""mbarrier objects in the shared memory of the CTA (PTX ISA 9.7.13.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.piece_writer import plain
from ptxpy.sim.compile.site import Site
from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.machine.mbarrier_words import MAX_COUNT, PARITY
from ptxpy.sim.native.barriers import RANK_SHIFT, mbarrier_name
from ptxpy.sim.native.lowering.memory import address_of, memory_of
from ptxpy.sim.native.vector_builder import Value
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["write_copy_arrival"]

_LATER = (
    ".multicast::cluster::32b", ".phase_type::primary", ".phase_type::conditional", ".layout::v1",
)  # fmt: skip


def _places(writer: WarpTranslator, site: Site, operand: n.Operand) -> Value:
    """Return the addresses of objects in the shared memory of the CTA, or of its cluster."""
    inner = plain(operand)
    space = memory_of(writer, site, inner)
    if space not in ("shared", "generic"):
        raise site.unsupported()
    address = address_of(writer, site, inner)
    if space == "generic":
        # What is no address in shared memory becomes one beyond it, which is refused.
        address = writer.binary("sub", address, writer.constant(SHARED_WINDOW, "i64"))
    if writer.clustered and not _may_be_remote(site, space):
        # The interpreter says which objects of other CTAs are none for this instruction.
        offset = writer.binary("sub", address, writer.shared_low())
        beyond = writer.compare("uge", offset, writer.constant(1 << RANK_SHIFT, "i64"))
        running = writer.running(writer.guard(site))
        writer.give_up(writer.any(writer.binary("and", running, beyond)))
    return address


def _may_be_remote(site: Site, space: str) -> bool:
    """Return whether an instruction takes objects of other CTAs."""
    word, first = site.modifiers[0], site.operands[0]
    if space == "shared" and not site.has(".shared::cluster"):
        return False
    if word in (".arrive", ".arrive_drop"):
        # The state of such an object is not returned.
        return isinstance(first, n.Symbol) and first.name == "_"
    return word in (".expect_tx", ".complete_tx")


def _call(writer: WarpTranslator, site: Site, name: str, address: Value, x: Value, y: Value) -> str:
    mask = writer.bits(writer.running(writer.guard(site)))
    return writer.call_helper(
        name,
        f"<32 x i64> {address.text}, i32 {mask}, <32 x i32> {x.text}, <32 x i32> {y.text}",
    )


@lowers("mbarrier")
def _mbarrier(writer: WarpTranslator, site: Site) -> None:
    function = _FUNCTIONS.get(site.modifiers[0])
    if function is None or site.has(*_LATER):
        raise site.unsupported()
    function(writer, site)


def _init(writer: WarpTranslator, site: Site) -> None:
    address, count = site.operands
    place = _places(writer, site, address)
    value = writer.source(site, count, "u4")
    _call(writer, site, mbarrier_name("init"), place, value, value)


def _inval(writer: WarpTranslator, site: Site) -> None:
    zero = writer.constant(0, "i32")
    place = _places(writer, site, site.operands[0])
    _call(writer, site, mbarrier_name("inval"), place, zero, zero)


def _arrive(writer: WarpTranslator, site: Site) -> None:
    target, address, *rest = site.operands
    count, tx = writer.constant(1, "i32"), writer.constant(0, "i32")
    if rest and site.has(".expect_tx"):
        tx = writer.source(site, rest[0], "u4")
    elif rest:
        count = writer.source(site, rest[0], "u4")
    flags = [
        flag
        for word, flag in ((".arrive_drop", "drop"), (".noComplete", "incomplete"))
        if site.has(word)
    ]
    place = _places(writer, site, address)
    found = _call(writer, site, mbarrier_name("arrive", *flags), place, count, tx)
    writer.assign(site, target, Value(found, "i64"), "u8", writer.guard(site))


def _transact(writer: WarpTranslator, site: Site) -> None:
    address, operand = site.operands
    tx = writer.source(site, operand, "u4")
    # The most is less than 2^20; what is more is refused, also when it is negated.
    limit = writer.constant(MAX_COUNT + 1, "i32")
    tx = writer.select(writer.compare("ugt", tx, limit), limit, tx)
    if site.has(".complete_tx"):
        tx = writer.binary("sub", writer.constant(0, "i32"), tx)
    place = _places(writer, site, address)
    _call(writer, site, mbarrier_name("tx"), place, tx, tx)


def _wait(writer: WarpTranslator, site: Site) -> None:
    """Write a test: the lanes whose phase is not complete wait, and run it again.

    The wait times out in a round in which nothing else happens.
    """
    target, address, phase = site.operands[:3]
    if site.has(".parity"):
        asked = writer.source(site, phase, "u4")
    else:
        state = writer.source(site, phase, "u8")
        moved = writer.binary("lshr", state, writer.constant(int(PARITY), "i64"))
        asked = writer.resize(moved, "i32")
    place = _places(writer, site, address)
    text = _call(writer, site, mbarrier_name("test"), place, asked, asked)
    passed = Value(writer.let(f"bitcast i32 {text} to <32 x i1>"), "i1")
    ready = passed
    guard = writer.guard(site)
    if guard is not None:
        ready = writer.binary("or", passed, writer.invert(guard))
    expired = writer.let(f"icmp ne i64 {writer.fresh('expired', 'i64')}, 0")
    writer.retry(writer.binary("or", ready, writer.splat(expired, "i1")))
    writer.assign(site, target, passed, "?", guard)


def _check_layout(writer: WarpTranslator, site: Site) -> None:
    target, address = site.operands
    _check(writer, site, address)
    value = writer.constant(int(site.has(".layout::v0")), "i1")
    writer.assign(site, target, value, "?", writer.guard(site))


def _check(writer: WarpTranslator, site: Site, address: n.Operand) -> None:
    zero = writer.constant(0, "i32")
    _call(writer, site, mbarrier_name("check"), _places(writer, site, address), zero, zero)


def _pending_count(writer: WarpTranslator, site: Site) -> None:
    target, operand = site.operands
    state = writer.source(site, operand, "u8")
    count = writer.binary("and", state, writer.constant(MAX_COUNT, "i64"))
    writer.assign(site, target, writer.resize(count, "i32"), "u4", writer.guard(site))


_FUNCTIONS: dict[str, Callable[[WarpTranslator, Site], None]] = {
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


def write_copy_arrival(writer: WarpTranslator, site: Site) -> None:
    """Write a `cp.async.mbarrier.arrive`: all copies before it have completed when it runs."""
    address = site.operands[0]
    if not site.has(".noinc"):
        _check(writer, site, address)
        return
    one, zero = writer.constant(1, "i32"), writer.constant(0, "i32")
    _call(writer, site, mbarrier_name("arrive"), _places(writer, site, address), one, zero)
