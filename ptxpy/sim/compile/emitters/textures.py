"""Textures and surfaces (PTX ISA 9.7.10 and 9.7.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._counts import format_count
from ptxpy.check import operand_of
from ptxpy.ir import nodes as n
from ptxpy.launch_request import Sampler, Surface, Texture
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError, types_of
from ptxpy.sim.compile.symbol_operands import symbol_address
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.memory import access
from ptxpy.sim.semantics.textures import opaque_handles, surfaces, textures

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__: list[str] = []

_OPAQUE_TYPES: Final = ("texref", "samplerref", "surfref")
_SAMPLER_QUERIES: Final = (".filter_mode", ".addr_mode_0", ".addr_mode_1", ".addr_mode_2")

_COORDINATES: Final = {
    "1d": "x",
    "2d": "xx",
    "3d": "xxx",
    "a1d": "lx",
    "a2d": "lxx",
    "cube": "xxx",
    "acube": "lxxx",
    "2dms": "sxx",
    "a2dms": "slxx",
}
"""The coordinates of each geometry, in order: `l` for a layer, `s` for a sample, `x` for others."""


def _handle_of(writer: PieceWriter, site: Site, operand: n.Operand) -> str:
    """Return a variable for a handle: a register, a variable of the module, or a parameter."""
    if isinstance(operand, n.Symbol):
        name = operand.name
        found = writer.routine.local_variable(name, site.level)
        space = "local" if found is not None else "global"
        parameters = writer.routine.parameters if writer.routine.is_kernel else ()
        # A variable in local memory, or an opaque parameter, holds a handle; the handle of a
        # variable of the module is its address.
        if found is not None or any(p.name == name and p.type in _OPAQUE_TYPES for p in parameters):
            address = writer.let(symbol_address(writer.slots, writer, name, site.level))
            call = writer.call(
                access.load, "M", repr(space), address, "'u8'", "1", site.guard or "None", "I"
            )
            return writer.let(call)
    return writer.source(site, operand, "u8")


def _geometry_of(site: Site) -> str:
    """Return the geometry of an instruction, without its dot."""
    return next(word[1:] for word in site.modifiers if word[1:] in _COORDINATES)


def _coordinates_of(writer: PieceWriter, site: Site, operand: n.Operand, kind: str) -> str:
    """Return a tuple of the coordinates of an instruction; operands beyond them are ignored."""
    shape = _COORDINATES[_geometry_of(site)]
    parts = writer.slots.elements(operand, site.level)
    if len(parts) < len(shape):
        msg = f"{format_count(len(parts), 'coordinate')} for {_geometry_of(site)}"
        raise UnsupportedInstructionError(msg)
    kinds = {"x": kind, "l": "u4", "s": "i4"}
    return _tuple(
        [writer.source(site, part, kinds[each]) for part, each in zip(parts, shape, strict=False)]
    )


def _tuple(parts: list[str]) -> str:
    return f"({''.join(f'{part}, ' for part in parts)})"


def _offsets(writer: PieceWriter, site: Site, operands: list[n.Operand]) -> tuple[str, str]:
    """Return a tuple of the offsets of the coordinates, and the depth to compare with, or `None`.

    They are the last operands. An offset is a vector of two or three elements, or an integer for
    one dimension.
    """
    rest = list(operands)
    offsets = "()"
    if rest and _is_offset(writer, site, rest[0]):
        parts = writer.slots.elements(rest.pop(0), site.level)
        width = {"1d": 1, "a1d": 1, "3d": 3}.get(_geometry_of(site), 2)
        if len(parts) < width:
            msg = f"{format_count(len(parts), 'offset')} for {_geometry_of(site)}"
            raise UnsupportedInstructionError(msg)
        offsets = _tuple([writer.source(site, part, "i4") for part in parts[:width]])
    return offsets, writer.source(site, rest[0], "f4") if rest else "None"


def _is_offset(writer: PieceWriter, site: Site, operand: n.Operand) -> bool:
    if isinstance(operand, n.Vector):
        return True
    # In one dimension an offset is a plain integer, which only its type tells from a depth.
    actual = operand_of(operand, writer.routine.code.levels[site.level].names)
    integer = actual.kind == "integer" or actual.type in ("s32", "u32", "b32")
    return integer and _geometry_of(site) in ("1d", "a1d")


def _split(writer: PieceWriter, site: Site) -> tuple[n.Operand, str, str, n.Operand]:
    """Return the destination, the handles of texture and sampler, and the coordinates."""
    target, address = site.operands[:2]
    if not isinstance(address, n.Address):
        msg = f"{site.node.opcode} without coordinates"
        raise UnsupportedInstructionError(msg)
    sampler = "None"
    if len(address.coordinates) > 1:
        sampler = _handle_of(writer, site, address.coordinates[0])
    texture = _handle_of(writer, site, address.base)
    if isinstance(target, n.Pair):
        # Whether all texels are resident: textures are never sparse here.
        writer.assign(site, target.second, writer.constant(1, "?"), "?")
        target = target.first
    return target, texture, sampler, address.coordinates[-1]


def _assign_channels(
    writer: PieceWriter, site: Site, target: n.Operand, call: str, type_: str
) -> None:
    """Write the four channels, given as bits, to the destination."""
    bits = writer.let(call)
    parts = writer.slots.elements(target, site.level)
    # A fetch gives 32 bits for each channel, whatever the type of the result.
    halves = [f"{bits}[{k}].view('f4').astype('f2').view('u2')" for k in range(4)]
    if type_ == "f16x2":
        shift = writer.constant(16, "u4")
        for k, part in enumerate(parts[:2]):
            low, high = (f"{halves[2 * k + upper]}.astype('u4')" for upper in (0, 1))
            writer.assign(site, part, f"{low} | ({high} << {shift})", "u4")
        return
    kind = {"f16": "u2", "f32": "f4", "s32": "i4"}.get(type_, "u4")
    for k, part in enumerate(parts):
        value = halves[k] if type_ == "f16" else f"{bits}[{k}].view('{kind}')"
        writer.assign(site, part, value, kind)


@emits("tex")
def _tex(writer: PieceWriter, site: Site) -> None:
    type_, coordinate = types_of(site)
    mode = next((word[1:] for word in site.modifiers if word in (".level", ".grad")), "base")
    integer = coordinate == "s32"
    target, texture, sampler, where = _split(writer, site)
    rest = list(site.operands[2:])
    levels: list[str] = []
    if mode == "level":
        levels = [writer.source(site, rest.pop(0), "i4" if integer else "f4")]
    elif mode == "grad":
        pairs = [writer.slots.elements(rest.pop(0), site.level) for _ in range(2)]
        levels = [writer.source(site, part, "f4") for parts in pairs for part in parts]
    what = textures.Fetch(_geometry_of(site), integer, mode)
    call = writer.call(
        textures.fetch,
        "M",
        writer.bind(what, ("fetch", what)),
        texture,
        sampler,
        _coordinates_of(writer, site, where, "i4" if integer else "f4"),
        _tuple(levels),
        *_offsets(writer, site, rest),
        site.guard or "None",
        "I",
    )
    _assign_channels(writer, site, target, call, type_)


@emits("tld4")
def _tld4(writer: PieceWriter, site: Site) -> None:
    target, texture, sampler, where = _split(writer, site)
    what = textures.Fetch(_geometry_of(site), integer=False, mode="base")
    component = (".r", ".g", ".b", ".a").index(site.modifiers[0])
    call = writer.call(
        textures.gather,
        "M",
        writer.bind(what, ("fetch", what)),
        str(component),
        texture,
        sampler,
        _coordinates_of(writer, site, where, "f4"),
        *_offsets(writer, site, list(site.operands[2:])),
        site.guard or "None",
        "I",
    )
    _assign_channels(writer, site, target, call, types_of(site)[0])


@emits("txq")
def _txq(writer: PieceWriter, site: Site) -> None:
    target, address, *rest = site.operands
    name = next(word for word in site.modifiers if word not in (".level", ".b32"))
    independent = any(
        type(item) is n.Target and "texmode_independent" in item.names
        for item in writer.program.module.body
    )
    # In unified mode a texture has its sampler, so that queries about it go to the texture.
    queries_sampler = name == ".force_unnormalized_coords" or (
        name in _SAMPLER_QUERIES and independent
    )
    if not isinstance(address, n.Address):
        msg = "txq without an address"
        raise UnsupportedInstructionError(msg)
    call = writer.call(
        opaque_handles.query,
        "M",
        repr(name[1:]),
        writer.bind(Sampler if queries_sampler else Texture),
        _handle_of(writer, site, address.base),
        writer.source(site, rest[0], "i4") if rest else "None",
        site.guard or "None",
        "I",
    )
    writer.assign(site, target, call, "u4")


@emits("istypep")
def _istypep(writer: PieceWriter, site: Site) -> None:
    target, operand = site.operands
    call = writer.call(
        opaque_handles.is_handle,
        "M",
        repr(site.modifiers[0][1:]),
        writer.source(site, operand, "u8"),
    )
    writer.assign(site, target, call, "?")


def _place(writer: PieceWriter, site: Site, operand: n.Operand) -> tuple[str, str, str, str]:
    """Return the geometry, the out-of-bounds mode, the handle and the coordinates."""
    if not isinstance(operand, n.Address) or not operand.coordinates:
        msg = f"{site.node.opcode} without coordinates"
        raise UnsupportedInstructionError(msg)
    clamp = next((word[1:] for word in site.modifiers if word in (".clamp", ".zero")), "trap")
    return (
        repr(_geometry_of(site)),
        repr(clamp),
        _handle_of(writer, site, operand.base),
        _coordinates_of(writer, site, operand.coordinates[0], "i4"),
    )


@emits("suld")
def _suld(writer: PieceWriter, site: Site) -> None:
    target, address = site.operands
    kind = KINDS[types_of(site)[0]]
    parts = writer.slots.elements(target, site.level)
    place = _place(writer, site, address)
    found = writer.let(
        writer.call(
            surfaces.load, "M", *place, repr(kind), str(len(parts)), site.guard or "None", "I"
        )
    )
    for k, part in enumerate(parts):
        writer.assign(site, part, f"{found}[{k}]", kind)


@emits("sust")
def _sust(writer: PieceWriter, site: Site) -> None:
    address, source = site.operands
    kind = KINDS[types_of(site)[0]]
    values = [writer.source(site, part, kind) for part in writer.slots.elements(source, site.level)]
    function = surfaces.store_formatted if site.has(".p") else surfaces.store
    place = _place(writer, site, address)
    listed = f"({', '.join(values)},)"
    writer.emit(writer.call(function, "M", *place, listed, site.guard or "None", "I"))


@emits("sured")
def _sured(writer: PieceWriter, site: Site) -> None:
    address, source = site.operands
    operation = next(
        word[1:] for word in site.modifiers if word in (".add", ".min", ".max", ".and", ".or")
    )
    geometry, clamp, handle, coordinates = _place(writer, site, address)
    writer.emit(
        writer.call(
            surfaces.reduce_,
            "M",
            geometry,
            clamp,
            repr(operation),
            handle,
            coordinates,
            writer.source(site, source, KINDS[types_of(site)[0]]),
            str(site.has(".p")),
            site.guard or "None",
            "I",
        )
    )


@emits("suq")
def _suq(writer: PieceWriter, site: Site) -> None:
    target, address = site.operands
    if not isinstance(address, n.Address):
        msg = "suq without an address"
        raise UnsupportedInstructionError(msg)
    call = writer.call(
        opaque_handles.query,
        "M",
        repr(site.modifiers[0][1:]),
        writer.bind(Surface),
        _handle_of(writer, site, address.base),
        "None",
        site.guard or "None",
        "I",
    )
    writer.assign(site, target, call, "u4")
