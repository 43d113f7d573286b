"""Addresses in the shared memory of clusters (PTX ISA 9.7.9.22 to 9.7.9.24)."""

from __future__ import annotations

from typing import Final

from ptxpy.sim.compile.site import Site, space_of, types_of
from ptxpy.sim.machine.address_space import FIRST_ADDRESS, LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.native.barriers import RANK_SHIFT
from ptxpy.sim.native.vector_builder import Value
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers
from ptxpy.sim.numpy_types import KINDS

_ALL_RANKS: Final = 0xFF


def _number(writer: WarpTranslator, value: int) -> Value:
    return writer.constant(value, "i64")


def _is_shared(writer: WarpTranslator, address: Value) -> Value:
    """Return whether generic addresses are in the window of shared memory."""
    above = writer.compare("uge", address, _number(writer, SHARED_WINDOW))
    return writer.binary(
        "and", above, writer.compare("ult", address, _number(writer, LOCAL_WINDOW))
    )


def _require_shared(writer: WarpTranslator, site: Site, address: Value) -> None:
    """Give up unless addresses are in shared memory: offsets there, or in its window."""
    if site.node.guard is not None:
        return
    inside = writer.binary(
        "or",
        _is_shared(writer, address),
        writer.compare("ult", address, _number(writer, FIRST_ADDRESS)),
    )
    writer.give_up(writer.any(writer.binary("and", writer.mask, writer.invert(inside))))


@lowers("mapa")
def _mapa(writer: WarpTranslator, site: Site) -> None:
    target, operand, number = site.operands
    kind = KINDS[types_of(site)[-1]]
    address, rank = writer.source(site, operand, "u8"), writer.source(site, number, "u4")
    guard = writer.guard(site)
    size = writer.let(f"trunc i64 {writer.context('cluster_size', 'i64')} to i32")
    beyond = writer.compare("uge", rank, writer.splat(size, "i32"))
    writer.give_up(writer.any(writer.binary("and", writer.running(guard), beyond)))
    _require_shared(writer, site, address)
    kept = writer.binary("and", address, _number(writer, ~(_ALL_RANKS << RANK_SHIFT)))
    moved = writer.binary("shl", writer.resize(rank, "i64"), _number(writer, RANK_SHIFT))
    found = writer.as_kind(writer.binary("or", kept, moved), kind)
    writer.assign(site, target, found, kind, guard)


@lowers("getctarank")
def _getctarank(writer: WarpTranslator, site: Site) -> None:
    target, operand = site.operands
    address = writer.source(site, operand, "u8")
    _require_shared(writer, site, address)
    moved = writer.binary("lshr", address, _number(writer, RANK_SHIFT))
    rank = writer.binary("and", moved, _number(writer, _ALL_RANKS))
    writer.assign(site, target, writer.resize(rank, "i32"), "u4", writer.guard(site))


@lowers("isspacep")
def _isspacep(writer: WarpTranslator, site: Site) -> None:
    target, operand = site.operands
    address = writer.source(site, operand, "u8")
    space = space_of(site)
    if space == "global":
        found = writer.compare("ult", address, _number(writer, SHARED_WINDOW))
    elif space == "local":
        found = writer.compare("uge", address, _number(writer, LOCAL_WINDOW))
    elif space == "shared":
        at = writer.binary("sub", address, _number(writer, SHARED_WINDOW))
        rank = writer.binary("lshr", at, _number(writer, RANK_SHIFT))
        if site.has(".shared::cluster"):
            size = writer.splat(writer.context("cluster_size", "i64"), "i64")
            here = writer.compare("ult", rank, size)
        else:
            own = writer.splat(writer.context("rank", "i64"), "i64")
            here = writer.compare("eq", rank, own)
        found = writer.binary("and", _is_shared(writer, address), here)
    else:
        # No generic address is one of a constant or parameter here.
        found = writer.constant(0, "i1")
    writer.assign(site, target, found, "?", writer.guard(site))
