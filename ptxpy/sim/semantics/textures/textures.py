"""Reading textures: coordinates, addressing, filtering, levels (PTX ISA 9.7.10).

Coordinates and weights are as in the CUDA C++ programming guide, appendix on texture fetching: the
element i has its centre at i + 0.5, and weights have 8 bits after the point. Sums are of `float64`
and rounded to `float32`; a GPU may differ in the last bits. Channels that a texture does not have
are 0, 0 and 1. Of a cube, filtering does not go from one face to another.

The manual does not say which depth comparison passes, since that is a property of the sampler.
Graphics interfaces have the operand on the left, the element on the right (OpenGL 4.6, 8.23.1;
Direct3D's `sample_c`).
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.launch_request import Sampler, Texture
from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.textures.opaque_handles import groups, positions
from ptxpy.sim.semantics.textures.plain_fetches import plain_fetch

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.machine import Machine

__all__ = ["Fetch", "fetch", "gather"]

_AXES: Final = {"1d": 1, "2d": 2, "3d": 3, "a1d": 1, "a2d": 2, "cube": 2, "acube": 2}
_PLAIN: Final = frozenset({"1d", "2d", "3d", "a1d", "a2d"})
_MAX_COORDINATE: Final = float(1 << 30)
"""The limit to which coordinates are clamped; beyond it, all are out of bounds alike."""

_COMPARISONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "never": lambda _, element: np.zeros_like(element),
    "less": np.less,
    "equal": np.equal,
    "less_equal": np.less_equal,
    "greater": np.greater,
    "not_equal": np.not_equal,
    "greater_equal": np.greater_equal,
    "always": lambda _, element: np.ones_like(element),
}


class Fetch(NamedTuple):
    """The immediate part of a `tex` or `tld4`."""

    geometry: str
    """`a2d`."""
    integer: bool
    """Whether coordinates are indices of elements."""
    mode: str
    """`base`, `level` or `grad`."""


class _Place(NamedTuple):
    """Elements along one axis, for each lane."""

    index: Any
    valid: Any
    """Whether each element is in the texture; None for all."""
    weight: Any
    """The weight of each element; None for 1."""


def fetch(
    machine: Machine,
    what: Fetch,
    texture: Any,
    sampler: Any,
    coordinates: tuple[Any, ...],
    levels: tuple[Any, ...],
    offsets: tuple[Any, ...],
    depth: Any,
    guard: Any,
    lanes: Any,
) -> tuple[Any, ...]:
    """Return the bits of the four channels for each lane.

    Args:
        machine: The machine.
        what: The immediate part of the instruction.
        texture: A handle for each lane.
        sampler: A handle for each lane; None where the texture has its own.
        coordinates: Layer or sample, and the coordinates, as the instruction has them.
        levels: The level for `level`, the derivatives one after the other for `grad`.
        offsets: Elements to add to the coordinates, by axis.
        depth: The number to compare elements with, for each lane; None for no comparison.
        guard: Which lanes read; None for all. Others get zeros.
        lanes: The indices of the lanes that run; None for all.
    """
    number = machine.count if lanes is None else len(lanes)
    where = positions(number, guard)
    both = _both(machine, what, texture, sampler, where, lanes)
    if len(both) == 1 and len(both[0][2]) == number and depth is None and not offsets:
        held, rule, _ = both[0]
        quick = _plain(held, rule, what, [np.broadcast_to(each, (number,)) for each in coordinates])
        if quick is not None:
            return tuple(quick)
    found = np.zeros((4, number), np.uint32)
    for held, rule, chosen in both:

        def part(value: Any, chosen: Any = chosen) -> Any:
            return np.broadcast_to(value, (number,))[chosen]

        given = [part(value) for value in coordinates]
        moved = [part(value).astype(np.int64) for value in offsets]
        layer, axes, normalized, scale = _split_coordinates(held, rule, what, given)
        level = _level(held, what, [part(value) for value in levels], normalized, scale)
        compared = _depth_of(held, rule, depth, number, chosen, lanes)
        values = _mix_levels(held, rule, what, layer, axes, normalized, level, moved, compared)
        found[:, chosen] = _bits(held, values)
    return tuple(found)


def _plain(texture: Texture, sampler: Sampler, what: Fetch, given: list[Any]) -> Any:
    """Return the bits of the channels by `plain_fetch`; None if the fetch is not of that kind."""
    if what.geometry not in _PLAIN or (what.mode != "base" and len(texture.levels) > 1):
        return None
    layer, axes, normalized, _ = _split_coordinates(texture, sampler, what, given)
    linear = sampler.filter == "linear" and not what.integer and _is_fraction(texture)
    return plain_fetch(texture, sampler, layer, axes, normalized=normalized, linear=linear)


def gather(
    machine: Machine,
    what: Fetch,
    component: int,
    texture: Any,
    sampler: Any,
    coordinates: tuple[Any, ...],
    offsets: tuple[Any, ...],
    depth: Any,
    guard: Any,
    lanes: Any,
) -> tuple[Any, ...]:
    """Return the bits of one channel of the four elements that linear filtering uses.

    They are those at (x, y + 1), (x + 1, y + 1), (x + 1, y) and (x, y).
    """
    number = machine.count if lanes is None else len(lanes)
    found = np.zeros((4, number), np.uint32)
    where = positions(number, guard)
    for held, rule, chosen in _both(machine, what, texture, sampler, where, lanes):
        given = [np.broadcast_to(value, (number,))[chosen] for value in coordinates]
        moved = [np.broadcast_to(value, (number,))[chosen].astype(np.int64) for value in offsets]
        layer, axes, normalized, _ = _split_coordinates(held, rule, what, given)
        compared = _depth_of(held, rule, depth, number, chosen, lanes)
        data = held.levels[0]
        places = _places(data, rule, axes, normalized, moved, linear=True)
        for k, (x, y) in enumerate(((0, 1), (1, 1), (1, 0), (0, 0))):
            values = _elements(held, data, layer, (places[0][x], places[1][y]), compared)
            found[k, chosen] = _bits(held, values)[component]
    return tuple(found)


def _both(
    machine: Machine,
    what: Fetch,
    texture: Any,
    sampler: Any,
    where: Any,
    lanes: Any,
) -> list[tuple[Texture, Sampler, Any]]:
    """Return each texture with its sampler, and the positions of the lanes that use both."""
    found = []
    for held, chosen in groups(machine, texture, where, lanes, Texture, what.geometry):
        if sampler is None:
            found.append((held, held.sampler, chosen))
            continue
        for rule, both in groups(machine, sampler, chosen, lanes, Sampler, ""):
            found.append((held, rule, both))
    return found


# ------------------------------------------------------------------- coordinates


def _split_coordinates(
    texture: Texture, sampler: Sampler, what: Fetch, given: list[Any]
) -> tuple[Any, list[Any], bool, Any]:
    """Return layer, coordinates by axis, whether they are normalized, and their scale."""
    layers = texture.levels[0].shape[0]
    normalized = sampler.normalized
    if normalized is None:
        normalized = bool(texture.sampler.normalized)
    layer: Any = np.int64(0)
    geometry = what.geometry
    if geometry in ("2dms", "a2dms"):
        # Samples are placed along z.
        samples = texture.levels[0].shape[1]
        sample = np.clip(given[0].view(np.int32), 0, samples - 1)
        rest = given[1:]
        if geometry == "a2dms":
            layer, rest = np.minimum(rest[0].view(np.uint32).astype(np.int64), layers - 1), rest[1:]
        return layer, [rest[0], rest[1], sample], False, 1.0
    if geometry.startswith("a"):
        count = layers // 6 if geometry == "acube" else layers
        layer = np.minimum(given[0].astype(np.int64), count - 1)
        given = given[1:]
    if geometry in ("cube", "acube"):
        face, axes, scale = _face(given)
        return layer * 6 + face, axes, True, scale
    return layer, given[: _AXES[geometry]], normalized and not what.integer, 1.0


def _face(given: list[Any]) -> tuple[Any, list[Any], Any]:
    """Return the face of a cube that a direction meets, the place there, and half the size of 1.

    The faces are +x, -x, +y, -y, +z, -z (CUDA C++ programming guide, cubemap textures).
    """
    x, y, z = (value.astype(np.float64) for value in given[:3])
    ax, ay, az = np.abs(x), np.abs(y), np.abs(z)
    # Of equal components, x goes before y, and y before z.
    on_x = (ax >= ay) & (ax >= az)
    on_y = ~on_x & (ay >= az)
    major = np.where(on_x, x, np.where(on_y, y, z))
    negative = np.signbit(major)
    face = np.where(on_x, 0, np.where(on_y, 2, 4)) + negative
    sign = np.where(negative, -1.0, 1.0)
    s = np.where(on_x, -z * sign, np.where(on_y, x, x * sign))
    t = np.where(on_y, z * sign, -y)
    size = np.abs(major)
    return face, [(s / size + 1) / 2, (t / size + 1) / 2], 0.5 / size


def _places(
    data: Any,
    sampler: Sampler,
    axes: list[Any],
    normalized: bool,  # noqa: FBT001
    offsets: list[Any],
    *,
    linear: bool,
) -> list[list[_Place]]:
    """Return, for each axis, x first, the elements that contribute."""
    found = []
    for axis, value in enumerate(axes):
        extent = data.shape[3 - axis]
        mode = sampler.address[axis]
        # These modes need normalized coordinates; with others CUDA clamps them.
        if not normalized and mode in ("wrap", "mirror"):
            mode = "clamp"
        moved = offsets[axis] if axis < len(offsets) else 0
        if value.dtype.kind in "iu":
            first, weight = value.view(f"i{value.dtype.itemsize}").astype(np.int64), None
        else:
            first, weight = _first(value, extent, mode, normalized, linear=linear)
        first = first + moved
        if mode == "clamp_ogl":
            mode = "border" if weight is not None else "clamp"
        # Without a weight one element counts, else it and its neighbour.
        places = [_apply_address_mode(first, extent, mode)]
        if weight is not None:
            places = [
                places[0]._replace(weight=1 - weight),
                _apply_address_mode(first + 1, extent, mode)._replace(weight=weight),
            ]
        found.append(places)
    return found


def _first(
    value: Any,
    extent: int,
    mode: str,
    normalized: bool,  # noqa: FBT001
    *,
    linear: bool,
) -> tuple[Any, Any]:
    """Return the first element at a coordinate, and the weight of the next one."""
    at = np.nan_to_num(value.astype(np.float64), nan=0.0)
    if normalized:
        if mode == "wrap":
            at = at - np.floor(at)
        at = at * extent
    if mode == "clamp_ogl":
        at = np.clip(at, 0.0, extent)
    # A large coordinate would overflow as an integer.
    at = np.clip(at, -_MAX_COORDINATE, _MAX_COORDINATE)
    if not linear:
        return np.floor(at).astype(np.int64), None
    at = at - 0.5
    first = np.floor(at)
    # Weights have 8 bits, as in hardware.
    return first.astype(np.int64), np.rint((at - first) * 256) / 256


def _apply_address_mode(index: Any, extent: int, mode: str) -> _Place:
    if mode == "wrap":
        return _Place(index % extent, None, None)
    if mode == "mirror":
        period = index % (2 * extent)
        return _Place(np.where(period < extent, period, 2 * extent - 1 - period), None, None)
    inside = np.clip(index, 0, extent - 1)
    return _Place(inside, inside == index if mode == "border" else None, None)


# ------------------------------------------------------------------------ values


def _level(
    texture: Texture,
    what: Fetch,
    given: list[Any],
    normalized: bool,  # noqa: FBT001
    scale: Any,
) -> Any:
    """Return the level for each lane as a fraction; None for the first one."""
    last = len(texture.levels) - 1
    if what.mode == "base" or not last:
        return None
    if what.mode == "level":
        level = given[0].view(np.int32) if what.integer else given[0]
        return np.clip(np.nan_to_num(level.astype(np.float64)), 0, last)
    cubes = "cube" in what.geometry
    width = 3 if cubes else _AXES[what.geometry]
    shape = texture.levels[0].shape
    lengths = []
    for start in (0, len(given) // 2):
        total: Any = 0.0
        for axis in range(width):
            # Derivatives are in coordinates, levels count in elements.
            extent = shape[3 if cubes else 3 - axis] if normalized else 1
            step = given[start + axis].astype(np.float64) * extent * scale
            total = total + step * step
        lengths.append(np.sqrt(total))
    longest = np.maximum(*lengths)
    return np.clip(np.nan_to_num(np.log2(longest), neginf=0.0, posinf=last), 0, last)


def _mix_levels(
    texture: Texture,
    sampler: Sampler,
    what: Fetch,
    layer: Any,
    axes: list[Any],
    normalized: bool,  # noqa: FBT001
    level: Any,
    offsets: list[Any],
    depth: Depth | None,
) -> Any:
    """Return the channels at the coordinates, from one level or between two."""
    linear = sampler.filter == "linear" and not what.integer and _is_fraction(texture)

    def at(number: int, chosen: Any) -> Any:
        data = texture.levels[number]
        parts = [value[chosen] for value in axes]
        moved = [value[chosen] for value in offsets]
        places = _places(data, sampler, parts, normalized, moved, linear=linear)
        compared = None if depth is None else depth.at(chosen)
        own = layer[chosen] if layer.ndim else layer
        total = None
        for corner in product(*places):
            values = _elements(texture, data, own, corner, compared)
            for place in corner:
                if place.weight is not None:
                    values = values * place.weight[:, None]
            total = values if total is None else total + values
        return total

    every = np.arange(len(axes[0]))
    if level is None:
        return at(0, every)
    blends = texture.blend and _is_fraction(texture)
    # Without blending, the nearest level counts.
    lower = np.floor(level if blends else level + 0.5).astype(np.int64)
    found = None
    for number in np.unique(lower):
        chosen = (lower == number).nonzero()[0]
        values = at(int(number), chosen)
        if blends and number + 1 < len(texture.levels):
            weight = np.rint((level[chosen] - number) * 256)[:, None] / 256
            values = values * (1 - weight) + at(int(number) + 1, chosen) * weight
        if found is None:
            found = np.zeros((len(every), values.shape[1]), values.dtype)
        found[chosen] = values
    return found


def _elements(
    texture: Texture,
    data: Any,
    layer: Any,
    corner: tuple[_Place, ...],
    depth: Depth | None,
) -> Any:
    """Return the channels of an element for each lane, as `float64` or `int64`."""
    index = [place.index for place in corner]
    index += [np.int64(0)] * (3 - len(index))
    values = data[layer, index[2], index[1], index[0]]
    wide = values.astype(np.float64 if _is_fraction(texture) else np.int64)
    if texture.read == "normalized":
        # The least signed integer is beyond -1.
        wide = np.maximum(wide / np.iinfo(texture.dtype).max, -1.0)
    for place in corner:
        if place.valid is not None:
            wide = np.where(place.valid[:, None], wide, 0)
    return wide if depth is None else depth.compared(wide)


def _is_fraction(texture: Texture) -> bool:
    return texture.dtype.kind == "f" or texture.read == "normalized"


def _bits(texture: Texture, values: Any) -> Any:
    """Return the bits of four channels, of shape (4, lanes)."""
    number = values.shape[0]
    found = np.zeros((4, number), np.uint32)
    if _is_fraction(texture):
        # Channels that a texture does not have are 0, 0 and 1.
        found[3] = 0x3F800000
        found[: texture.channels] = values.astype(np.float32).view(np.uint32).T
    else:
        found[3] = 1
        found[: texture.channels] = values.astype(np.uint32).T
    return found


class Depth(NamedTuple):
    """The comparison of elements with a reference depth."""

    passes: Callable[[Any, Any], Any]
    value: Any
    """The reference depth of each lane."""

    def at(self, chosen: Any) -> Depth:
        """Return the comparison for some lanes."""
        return self._replace(value=self.value[chosen])

    def compared(self, elements: Any) -> Any:
        """Return 1 for each channel of each lane's element that passes, else 0."""
        return self.passes(self.value[:, None], elements).astype(np.float64)


def _depth_of(
    texture: Texture, sampler: Sampler, operand: Any, number: int, chosen: Any, lanes: Any
) -> Depth | None:
    """Return the depth comparison of the elements that some lanes read; None if there is none.

    Args:
        texture: The texture.
        sampler: How they read it.
        operand: The depth for each lane; None where the instruction has none.
        number: How many lanes run.
        chosen: The positions of those that read this texture by this sampler.
        lanes: The indices of the lanes that run; None for all.

    `FaultError` for a sampler without a comparison, and for elements that are integers.
    """
    if operand is None:
        return None
    text = ""
    if sampler.compare is None:
        text = "a comparison of depths, and the sampler does not say which: compare='less_equal'"
    elif texture.dtype.kind != "f" and texture.read != "normalized":
        text = f"a comparison of depths with elements of {texture.dtype}, which are no fractions"
    if text:
        first = int(chosen[0])
        raise FaultError(text, first if lanes is None else int(lanes[first]))
    value = np.broadcast_to(operand, (number,))[chosen].astype(np.float64)
    return Depth(_COMPARISONS[sampler.compare or ""], value)
