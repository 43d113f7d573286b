"""Handles of textures, samplers and surfaces: their objects, and queries (PTX ISA 5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from ptxpy.ir import nodes as n
from ptxpy.launch_request import OPAQUE_TYPES, Reference, Sampler, Surface, Texture
from ptxpy.sim.errors import FaultError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.pieces import Program

__all__ = ["groups", "is_handle", "opaque_variables", "positions", "query", "sampler_of"]

_Kind = TypeVar("_Kind", Texture, Sampler, Surface)

_NAMES: Final = {Texture: "texture", Sampler: "sampler", Surface: "surface"}
_LAYERED: Final = {"a1d": {"a1d"}, "a2d": {"a2d", "cube", "acube"}}
"""The kinds of array that a surface's geometry takes."""
_ROWS: Final = {"1d": "2d", "a1d": "a2d"}
"""The geometries of one dimension, and the kinds that are the same when they are one row high."""


def positions(number: int, guard: Any) -> Any:
    """Return the positions of the lanes for which a guard holds."""
    if guard is None:
        return np.arange(number)
    return np.broadcast_to(guard, (number,)).nonzero()[0]


def groups(
    machine: Machine,
    handle: Any,
    where: Any,
    lanes: Any,
    kind: type[_Kind],
    geometry: str,
) -> Iterator[tuple[_Kind, Any]]:
    """Yield the objects of the handles at some positions, each with its positions.

    `FaultError` for other values, and for a handle of another geometry; an empty one allows any.
    """
    if not len(where):
        return
    each = handle[where] if handle.ndim and len(where) < len(handle) else np.atleast_1d(handle)
    # Each object is looked up once, however many lanes use it; nearly always they use one.
    is_one = bool((each == each[0]).all())
    for value in each[:1] if is_one else np.unique(each):
        chosen = where if is_one else where[each == value]
        first = int(chosen[0])
        lane = first if lanes is None else int(lanes[first])
        held = machine.references.get(int(value))
        if not isinstance(held, kind):
            found = machine.memory.find(int(value))
            name = f"{found.name} refers to nothing" if found is not None else f"{int(value):#x}"
            if held is not None:
                name = f"{int(value):#x} is a {_NAMES[type(held)]}"
            text = f"no {_NAMES[kind]}: {name}"
            raise FaultError(text, lane)
        if geometry and not isinstance(held, Sampler):
            allowed = _LAYERED.get(geometry, {geometry}) if kind is Surface else {geometry}
            if held.kind not in allowed and not (
                held.kind == _ROWS.get(geometry) and held.extents[2] == 1
            ):
                text = f"a {_NAMES[kind]} of the kind {held.kind}, used as {geometry}"
                raise FaultError(text, lane)
        yield held, chosen


def is_handle(machine: Machine, name: str, handle: Any) -> Any:
    """Return whether handles refer to a texture, sampler or surface: a `.texref` and so on."""
    kind = {"texref": Texture, "samplerref": Sampler, "surfref": Surface}[name]
    each = np.atleast_1d(handle)
    held = [key for key, value in machine.references.items() if isinstance(value, kind)]
    held += [key for key, type_ in machine.opaque.items() if type_ == name]
    found = np.isin(each, np.array(held, np.uint64))
    return found if handle.ndim else found[0]


# ----------------------------------------------------------------------- queries

_DATA_TYPES: Final = {
    "int8": 0x10D7,
    "int16": 0x10D8,
    "int32": 0x10D9,
    "uint8": 0x10DA,
    "uint16": 0x10DB,
    "uint32": 0x10DC,
    "float16": 0x10DD,
    "float32": 0x10DE,
}
"""The numbers of channel data types, which are those of OpenCL."""
_FRACTIONS: Final = {"int8": 0x10D0, "int16": 0x10D1, "uint8": 0x10D2, "uint16": 0x10D3}
_ORDERS: Final = {1: 0x10B0, 2: 0x10B2, 4: 0x10B5}
"""The numbers of channel orders by how many channels there are: R, RG, RGBA."""
_MODES: Final = {"wrap": 0, "mirror": 1, "clamp_ogl": 2, "clamp": 3, "border": 4}


def query(
    machine: Machine,
    name: str,
    kind: type[Any],
    handle: Any,
    level: Any,
    guard: Any,
    lanes: Any,
) -> Any:
    """Return an attribute for each lane, as `uint32`.

    Args:
        machine: The machine.
        name: `width`, `filter_mode`.
        kind: The type of the object that the handle must have.
        handle: A handle for each lane.
        level: The level of a mipmap for each lane; None for the first.
        guard: Which lanes ask; None for all. Others get zeros.
        lanes: The indices of the lanes that run; None for all.
    """
    number = machine.count if lanes is None else len(lanes)
    result = np.zeros(number, np.uint32)
    for held, chosen in groups(machine, handle, positions(number, guard), lanes, kind, ""):
        if level is None:
            result[chosen] = _attribute(held, name, 0)
            continue
        levels = np.broadcast_to(level, (number,))[chosen]
        for each in np.unique(levels):
            result[chosen[levels == each]] = _attribute(held, name, int(each))
    return result


def _of_sampler(held: Sampler, name: str) -> int:
    """Return `filter_mode`, `addr_mode_0` and so on, or `force_unnormalized_coords`."""
    if name.startswith("addr_mode"):
        return _MODES[held.address[int(name[-1])]]
    return int(held.filter == "linear" if name == "filter_mode" else held.normalized is False)


def _attribute(held: Reference, name: str, level: int) -> int:
    if isinstance(held, Sampler):
        return _of_sampler(held, name)
    if isinstance(held, Texture) and "_mode" in name:
        return _of_sampler(held.sampler, name)
    axes = {"depth": 1, "height": 2, "width": 3}
    if name in axes:
        if not 0 <= level < len(held.levels):
            return 0
        extent: int = held.levels[level].shape[axes[name]]
        # The samples of a texel are kept along the axis of the depth.
        return 1 if name == "depth" and held.kind.endswith("ms") else extent
    if name == "channel_data_type":
        fractions = isinstance(held, Texture) and held.read == "normalized"
        return (_FRACTIONS if fractions else _DATA_TYPES)[held.dtype.name]
    return {
        "array_size": held.extents[0],
        "channel_order": _ORDERS[held.channels],
        "memory_layout": 0,
        "normalized_coords": int(isinstance(held, Texture) and bool(held.sampler.normalized)),
        "num_mipmap_levels": len(held.levels),
        "num_samples": held.levels[0].shape[1] if held.kind.endswith("ms") else 1,
    }[name]


# -------------------------------------------------------------------- variables


def opaque_variables(
    program: Program, addresses: Mapping[str, int]
) -> tuple[dict[int, str], dict[int, Reference]]:
    """Return the types of a module's opaque variables, and its samplers, by address."""
    types: dict[int, str] = {}
    samplers: dict[int, Reference] = {}
    for name, (_, declarator, storage) in program.variables.items():
        type_ = "texref" if storage.space == "tex" else storage.type
        if type_ in OPAQUE_TYPES:
            types[addresses[name]] = type_
            if type_ == "samplerref":
                samplers[addresses[name]] = sampler_of(declarator.initializer)
    return types, samplers


_WORDS: Final = {
    "wrap": "wrap",
    "mirror": "mirror",
    "clamp_ogl": "clamp_ogl",
    "clamp_to_edge": "clamp",
    "clamp_to_border": "border",
}


def sampler_of(initial: n.Operand | None) -> Sampler:
    """Return the sampler that the initial value of a `.samplerref` describes (PTX ISA 5.3.2)."""
    given = {
        part.left.name: part.right
        for part in (initial.elements if isinstance(initial, n.Vector) else ())
        if isinstance(part, n.Binary) and isinstance(part.left, n.Symbol)
    }

    def word(name: str, default: str) -> str:
        value = given.get(name)
        return value.name if isinstance(value, n.Symbol) else default

    address = [_WORDS[word(f"addr_mode_{axis}", "clamp_to_edge")] for axis in range(3)]
    forced = given.get("force_unnormalized_coords")
    unnormalized = isinstance(forced, n.Literal) and bool(forced.value)
    filter_ = "linear" if word("filter_mode", "nearest") == "linear" else "point"
    return Sampler(address, filter_, normalized=False if unnormalized else None)
