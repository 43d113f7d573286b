"""Bulk copies, copies of tensors, tensor maps (PTX ISA 9.7.9.25 to 9.7.9.27)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.launch_request import TENSOR_MAP_FIELDS
from ptxpy.sim.compile.memory_operands import memory_space
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, cta_group, types_of
from ptxpy.sim.semantics.asynchronous import bulk_copies, tensor_copies, tensor_maps
from ptxpy.sim.semantics.asynchronous.bulk_copies import element_reduction

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = ["write_bulk", "write_bulk_store"]

_UNSUPPORTED_PREFIXES: Final = (
    ".mbarrier::report",
    ".override",
    ".ignore_oob",
    ".multicast::cluster::32b",
    ".im2col::w",
    ".im2col_no_offs::w",
)
"""The prefixes of modifiers that the simulator does not support."""

_MODES: Final = frozenset(
    {".tile", ".tile::gather4", ".tile::scatter4", ".im2col", ".im2col_no_offs"}
)
_OPERATIONS: Final = frozenset({"add", "min", "max", "inc", "dec", "and", "or", "xor"})
_MULTICASTS: Final = (".multicast::cluster", ".multicast::cluster::16b")


def write_bulk(writer: PieceWriter, site: Site) -> None:
    """Write a `cp.async.bulk` or `cp.reduce.async.bulk` of any kind."""
    if any(word.startswith(_UNSUPPORTED_PREFIXES) for word in site.modifiers):
        raise site.unsupported()
    if site.has(".commit_group", ".wait_group"):
        return  # copies have completed when they were issued
    if site.has(".prefetch"):
        if site.has(".tensor"):
            where = _tensor(writer, site, site.operands[0])
            _emit(writer, site, tensor_copies.prefetch, repr(_mode(site)), *where)
    elif site.has(".tensor"):
        _write_tensor(writer, site)
    else:
        _write_plain(writer, site)


def _emit(writer: PieceWriter, site: Site, function: Callable[..., None], *arguments: str) -> None:
    writer.emit(writer.call(function, "M", *arguments, site.guard or "None", "I"))


def _spaces(site: Site) -> list[str]:
    """Return the state spaces of the destination and the source of a copy."""
    spaces = (".global", ".shared::cta", ".shared::cluster")
    return [word for word in site.modifiers if word in spaces]


def _operation(site: Site) -> str:
    """Return the operation of a reduction; empty for a copy."""
    if ".reduce" not in site.modifiers:
        return ""
    return next(word[1:] for word in site.modifiers if word[1:] in _OPERATIONS)


def _mode(site: Site) -> str:
    return next((word[1:] for word in site.modifiers if word in _MODES), "tile")


def _tuple(values: list[str]) -> str:
    return f"({', '.join(values)},)" if values else "()"


def _tensor(writer: PieceWriter, site: Site, operand: n.Operand) -> tuple[str, str]:
    """Return the address of a tensor map, and the coordinates."""
    if not isinstance(operand, n.Address) or len(operand.coordinates) != 1:
        raise site.unsupported()
    address = writer.address(site, n.Address(operand.base, operand.offset))
    parts = writer.slots.elements(operand.coordinates[0], site.level)
    return address, _tuple([writer.source(site, part, "u4") for part in parts])


def _write_tensor(writer: PieceWriter, site: Site) -> None:
    operands = list(site.operands)
    to, _ = _spaces(site)
    if to == ".global":
        where = _tensor(writer, site, operands[0])
        source = writer.address(site, operands[1])
        operation = _operation(site)
        if operation:
            arguments = (repr(_mode(site)), repr(operation), *where, source)
            _emit(writer, site, tensor_copies.reduce, *arguments)
        else:
            _emit(writer, site, tensor_copies.store, repr(_mode(site)), *where, source)
        return
    target, tensor, barrier, *rest = operands
    # Operands behind the mbarrier are optional, in this order: offsets, mask, cache policy.
    offsets: list[str] = []
    if _mode(site) == "im2col":
        parts = writer.slots.elements(rest.pop(0), site.level)
        offsets = [writer.source(site, part, "u2") for part in parts]
    mask = writer.source(site, rest.pop(0), "u2") if site.has(*_MULTICASTS) else "None"
    _emit(
        writer,
        site,
        tensor_copies.load,
        repr(_mode(site)),
        str(to == ".shared::cta"),
        str(cta_group(site)),
        *_tensor(writer, site, tensor),
        _tuple(offsets),
        writer.address(site, target),
        writer.address(site, barrier),
        mask,
    )


def _write_plain(writer: PieceWriter, site: Site) -> None:
    # The modifiers name the destination first, as PTX has them.
    to, from_ = _spaces(site)
    target, source, size_operand, *rest = site.operands
    addresses = (writer.address(site, target), writer.address(site, source))
    size = writer.source(site, size_operand, "u4")
    operation = _operation(site)
    type_ = types_of(site)[-1] if operation else ""
    if operation and element_reduction(operation, type_) is None:
        raise site.unsupported()
    if to == ".global":
        # The byte mask is the last operand, behind the cache policy.
        mask = writer.source(site, rest[-1], "u2") if site.has(".cp_mask") else "None"
        arguments = (repr(operation), repr(type_), *addresses, size, mask)
        _emit(writer, site, bulk_copies.store, *arguments)
        return
    barrier = writer.address(site, rest[0])
    if from_ == ".global":
        mask = writer.source(site, rest[1], "u2") if site.has(*_MULTICASTS) else "None"
        own = str(to == ".shared::cta")
        _emit(writer, site, bulk_copies.load, own, *addresses, size, barrier, mask)
    else:
        arguments = (repr(operation), repr(type_), *addresses, size, barrier)
        _emit(writer, site, bulk_copies.exchange, *arguments)


def write_bulk_store(writer: PieceWriter, site: Site) -> None:
    """Write an `st.bulk` (PTX ISA 9.7.9.13)."""
    address, size, _ = site.operands
    space = memory_space(writer, site, address)
    if space not in ("shared", "generic"):
        raise site.unsupported()
    place = writer.address(site, address)
    _emit(writer, site, bulk_copies.fill, repr(space), place, writer.source(site, size, "u8"))


@emits("tensormap")
def _tensormap(writer: PieceWriter, site: Site) -> None:
    if site.has(".cp_fenceproxy"):
        target, source, _ = site.operands
        addresses = (writer.address(site, target), writer.address(site, source))
        _emit(writer, site, tensor_maps.copy, *addresses)
        return
    address, *ordinals, value = site.operands
    field = next((word[1:] for word in site.modifiers if word[1:] in TENSOR_MAP_FIELDS), "")
    if not site.has(".replace") or not field:
        raise site.unsupported()
    ordinal = 0
    if ordinals:
        if not isinstance(ordinals[0], n.Literal):
            raise site.unsupported()
        ordinal = int(ordinals[0].value)
    _emit(
        writer,
        site,
        tensor_maps.replace,
        repr(memory_space(writer, site, address)),
        repr(field),
        writer.address(site, address),
        str(ordinal),
        writer.source(site, value, "u8" if site.has(".b64") else "u4"),
    )
