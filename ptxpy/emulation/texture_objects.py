"""Texture and surface objects: views of the memory of arrays, and of linear memory."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol

import numpy as np

from ptxpy._counts import are, format_count
from ptxpy.emulation.statuses import DeviceError, Status
from ptxpy.launch_request import TEXTURE_GEOMETRIES, Surface, Texture

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.emulation.device_memory import DeviceMemory

__all__ = ["ARRAY_LEVEL_ALIGNMENT", "ObjectFields", "make_object"]

ARRAY_LEVEL_ALIGNMENT: Final = 256
"""Levels of a mipmapped array follow each other, each from a multiple of this on."""

ARRAY, MIPMAPPED, LINEAR, PITCHED = range(4)
"""Kinds of resources, as in `CUresourcetype`."""

_FORMATS: Final[Mapping[int, str]] = {
    0x01: "uint8",
    0x02: "uint16",
    0x03: "uint32",
    0x08: "int8",
    0x09: "int16",
    0x0A: "int32",
    0x10: "float16",
    0x20: "float32",
}
"""The types of elements by `CUarray_format`."""
_ADDRESS_MODES: Final = ("wrap", "clamp", "mirror", "border")
_BORDER: Final = 3
_FILTER_MODES: Final = ("point", "linear")

_SURFACE: Final = 1
_LAYERED: Final = 1
_CUBEMAP: Final = 4

_READ_AS_INTEGER: Final = 1
_NORMALIZED_COORDINATES: Final = 2
_SRGB: Final = 16

_FACES: Final = 6
_MAX_PROMOTED_BYTES: Final = 2
"""The largest size of integers that are read as fractions, unless a flag says otherwise."""


class ObjectFields(Protocol):
    """The description of a texture or surface object; enumerations as in the driver API."""

    @property
    def kind(self) -> int:
        """0 for a texture, 1 for a surface."""

    @property
    def resource(self) -> int:
        """`ARRAY`, `MIPMAPPED`, `LINEAR` or `PITCHED`."""

    @property
    def format(self) -> int:
        """The number in `CUarray_format`."""

    @property
    def channels(self) -> int:
        """How many values an element has."""

    @property
    def address(self) -> int:
        """Where the elements are."""

    @property
    def width(self) -> int:
        """Elements in x."""

    @property
    def height(self) -> int:
        """Elements in y; 0 without."""

    @property
    def depth(self) -> int:
        """Elements in z, layers, or faces; 0 without."""

    @property
    def pitch(self) -> int:
        """Bytes from row to row of pitched memory; rows of arrays follow each other."""

    @property
    def flags(self) -> int:
        """Of the array: 1 layered, 4 cubemap."""

    @property
    def levels(self) -> int:
        """Levels of a mipmapped array."""

    @property
    def address_modes(self) -> tuple[int, ...]:
        """Addressing modes for x, y and z."""

    @property
    def filter_mode(self) -> int:
        """0 for the nearest element, 1 for linear filtering."""

    @property
    def texture_flags(self) -> int:
        """`CU_TRSF_…`: 1 read as integers, 2 normalized coordinates, 16 sRGB."""

    @property
    def max_anisotropy(self) -> int:
        """The most samples of anisotropic filtering."""

    @property
    def mipmap_filter(self) -> int:
        """0 for the nearest level, 1 for a mean of two."""

    @property
    def level_bias(self) -> float:
        """The number that is added to the level."""

    @property
    def minimum_level(self) -> float:
        """The lowest level that is read."""

    @property
    def maximum_level(self) -> float:
        """The highest level that is read."""

    @property
    def border(self) -> tuple[float, ...]:
        """The channels of the border."""

    @property
    def view_format(self) -> int:
        """The format as which elements are read; 0 for their own."""


def make_object(fields: ObjectFields, memory: DeviceMemory) -> Texture | Surface:
    """Return a texture or surface that reads and writes the memory of the device.

    Raises `DeviceError` for fields that are not valid, or not emulated.
    """
    levels = _levels(fields, memory)
    kind = _kind(fields)
    try:
        if fields.kind == _SURFACE:
            return Surface(levels[0], kind=kind)
        is_mipmapped = fields.resource == MIPMAPPED and fields.levels > 1
        last = fields.levels - 1
        # Ignoring one of these would give other values than a GPU does.
        for what, is_given in (
            ("sRGB conversion", fields.texture_flags & _SRGB),
            (
                "a border that is not zero",
                any(fields.border) and _BORDER in fields.address_modes,
            ),
            ("a view of another format", fields.view_format),
            ("anisotropic filtering", is_mipmapped and fields.max_anisotropy > 1),
            ("a bias of the level", is_mipmapped and fields.level_bias),
            (
                "levels that are left out",
                is_mipmapped and (fields.minimum_level > 0 or fields.maximum_level < last),
            ),
        ):
            if is_given:
                _refuse(f"{what}, which is not emulated", Status.NOT_SUPPORTED)
        dtype = levels[0].dtype
        promoted = dtype.kind in "iu" and dtype.itemsize <= _MAX_PROMOTED_BYTES
        as_integer = bool(fields.texture_flags & _READ_AS_INTEGER)
        is_filtered = fields.resource != LINEAR  # linear memory is read by index alone
        return Texture(
            levels[0],
            [_name("address mode", each, _ADDRESS_MODES) for each in fields.address_modes],
            _name("filter mode", fields.filter_mode, _FILTER_MODES) if is_filtered else "point",
            normalized=bool(fields.texture_flags & _NORMALIZED_COORDINATES),
            read="normalized" if promoted and not as_integer else "element",
            kind=kind,
            levels=levels[1:],
            mipmap_filter=_name("mipmap filter", fields.mipmap_filter, _FILTER_MODES),
            copy=False,
        )
    except ValueError as error:
        _refuse(str(error))


def _kind(fields: ObjectFields) -> str:
    """Return the geometry as PTX names it."""
    if fields.flags & _CUBEMAP:
        return "acube" if fields.flags & _LAYERED else "cube"
    if fields.flags & _LAYERED:
        return "a2d" if fields.height else "a1d"
    return "3d" if fields.depth else "2d" if fields.height else "1d"


def _levels(fields: ObjectFields, memory: DeviceMemory) -> list[np.ndarray[Any, Any]]:
    """Return the elements of each level as views of memory."""
    name = _FORMATS.get(fields.format)
    if name is None:
        text = f"elements of the format {fields.format:#x}, which is not emulated"
        _refuse(text, Status.NOT_SUPPORTED)
    if fields.channels not in (1, 2, 4) or fields.width < 1:
        _refuse(
            f"{format_count(fields.channels, 'channel')} and "
            f"{format_count(fields.width, 'element')} in x"
        )
    dtype = np.dtype(name)
    element = dtype.itemsize * fields.channels
    kind = _kind(fields)
    views = []
    address = fields.address
    for level in range(max(1, fields.levels) if fields.resource == MIPMAPPED else 1):
        shape = _shape(fields, kind, level)
        size, strides = prod(shape) * element, None
        if fields.resource == PITCHED and kind == "2d":
            # The last row needs no padding behind it.
            size = fields.pitch * (shape[0] - 1) + shape[1] * element
            strides = (fields.pitch, element, dtype.itemsize)
        found = memory.find(address)
        if found is None or address + size > found.stop:
            _refuse(
                f"{format_count(size, 'byte')} at {address:#x}, which {are(size)} not allocated"
            )
        shape += (fields.channels,)
        # A view: kernels see what the program writes to the memory later.
        views.append(np.ndarray(shape, dtype, memory.bytes.data, address, strides))
        address += size + -size % ARRAY_LEVEL_ALIGNMENT
    return views


def _shape(fields: ObjectFields, kind: str, level: int) -> tuple[int, ...]:
    """Return the extents of a level, the slowest first; layers and faces are in every level."""

    def extent(given: int) -> int:
        return max(1, given >> level)

    layers, y, x = fields.depth, extent(fields.height), extent(fields.width)
    if kind == "acube":
        # The driver counts the faces of all cubes as layers.
        return max(1, layers // _FACES), _FACES, y, x
    shapes = {
        "1d": (x,),
        "a1d": (layers, x),
        "2d": (y, x),
        "a2d": (layers, y, x),
        "3d": (extent(fields.depth), y, x),
        "cube": (_FACES, y, x),
    }
    found: tuple[int, ...] = shapes[kind]
    assert len(found) == len(TEXTURE_GEOMETRIES[kind])  # noqa: S101 - one extent for each axis
    return found


def _name(what: str, number: int, names: tuple[str, ...]) -> str:
    if not 0 <= number < len(names):
        _refuse(f"the {what} {number}")
    return names[number]


def _refuse(text: str, status: Status = Status.INVALID_VALUE) -> NoReturn:
    msg = f"a texture or surface with {text}"
    raise DeviceError(status, msg) from None
