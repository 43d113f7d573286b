"""The fields of a tensor map and their rules: a tensor, and its boxes that TMA copies.

Dimensions are in the order of PTX: the innermost first (PTX ISA 5.5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.isa import NO_SWIZZLE, Swizzle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "DRIVER_TENSOR_TYPES",
    "L2_PROMOTIONS",
    "MAX_TENSOR_RANK",
    "TENSOR_FILLS",
    "TENSOR_INTERLEAVES",
    "TENSOR_TYPES",
    "ElementType",
    "Im2col",
    "TensorLayout",
    "find_layout_problem",
]

MAX_TENSOR_RANK: Final = 5
"""The most dimensions of a tensor map."""


class ElementType(NamedTuple):
    """An element type of tensor maps."""

    name: str
    """Its PTX name."""
    size: int
    """Bytes of an element; of a packed type, those of a unit of `per_unit` elements."""
    driver: str
    """The suffix of its name in the enumeration `CUtensorMapDataType`."""
    per_unit: int = 1
    """Elements of a unit, which is whole bytes: more than one for types of less than 8 bits."""
    padded_size: int = 0
    """Bytes from unit to unit in shared memory where a gap follows each; 0 without gaps."""

    @property
    def shared_size(self) -> int:
        """Bytes from unit to unit in shared memory."""
        return self.padded_size or self.size

    @property
    def noun(self) -> str:
        """Its size in words."""
        several = f" for {self.per_unit} elements" if self.per_unit > 1 else ""
        return f"{self.size} byte{'s' * (self.size > 1)}{several}"

    @property
    def has_nan(self) -> bool:
        """Whether the type has NaNs."""
        return "f" in self.name


TENSOR_TYPES: Final = (
    ElementType("u8", 1, "UINT8"),
    ElementType("u16", 2, "UINT16"),
    ElementType("u32", 4, "UINT32"),
    ElementType("s32", 4, "INT32"),
    ElementType("u64", 8, "UINT64"),
    ElementType("s64", 8, "INT64"),
    ElementType("f16", 2, "FLOAT16"),
    ElementType("f32", 4, "FLOAT32"),
    ElementType("f32.ftz", 4, "FLOAT32_FTZ"),
    ElementType("f64", 8, "FLOAT64"),
    ElementType("bf16", 2, "BFLOAT16"),
    ElementType("tf32", 4, "TFLOAT32"),
    ElementType("tf32.ftz", 4, "TFLOAT32_FTZ"),
    ElementType("b4x16", 1, "16U4_ALIGN8B", 2),
    ElementType("b4x16_p64", 8, "16U4_ALIGN16B", 16, 16),
    ElementType("b6x16_p32", 12, "16U6_ALIGN16B", 16, 16),
)
"""The element types, numbered as `tensormap.replace` does (PTX ISA 9.7.9.26); the last three are
the packed ones of 4 and 6 bits (PTX ISA 5.5.1)."""

_DRIVER_ORDER: Final = (
    "UINT8", "UINT16", "UINT32", "INT32", "UINT64", "INT64", "FLOAT16", "FLOAT32", "FLOAT64",
    "BFLOAT16", "FLOAT32_FTZ", "TFLOAT32", "TFLOAT32_FTZ", "16U4_ALIGN8B", "16U4_ALIGN16B",
    "16U6_ALIGN16B",
)  # fmt: skip
DRIVER_TENSOR_TYPES: Final = tuple(
    next(each for each in TENSOR_TYPES if each.driver == name) for name in _DRIVER_ORDER
)
"""The element types in the order of `CUtensorMapDataType`, which is another one."""

TENSOR_INTERLEAVES: Final = ("none", "16B", "32B")
"""The layouts of channels, in the order of `CUtensorMapInterleave`."""
TENSOR_FILLS: Final = ("zeros", "nan")
"""The values read outside of a tensor, in the order of `CUtensorMapFloatOOBfill`."""
L2_PROMOTIONS: Final = ("none", "64B", "128B", "256B")
"""How many bytes of L2 a miss brings, in the order of `CUtensorMapL2promotion`."""

_CORNER_LIMITS: Final = {1: 1 << 15, 2: 1 << 7, 3: 1 << 4}
"""Bounds of im2col corners, from minus the value up to below it, by the spatial rank (D, H, W)."""

_MAX_BOX_EXTENT: Final = 256
_MAX_PIXELS_PER_COLUMN: Final = 1024
_MAX_ELEMENT_STRIDE: Final = 8
_ALIGNMENT_BYTES: Final = 16
"""Alignment of addresses, strides and rows."""


_PADDED_ROW: Final = 128
"""Elements of a packed type with gaps that a row of a box has, and by which those of a tensor can
be divided."""
_PADDED_SWIZZLES: Final = {
    "b4x16_p64": ("none", "128B", "128B_ATOM_32B"),
    "b6x16_p32": ("none", "128B", "128B_ATOM_32B", "128B_ATOM_64B"),
}


class Im2col(NamedTuple):
    """The fields of the im2col mode (PTX ISA 5.5.4); positions are in the order W, H, D."""

    lower: tuple[int, ...]
    """The first position, as an offset from 0."""
    upper: tuple[int, ...]
    """The last position, as an offset from the last position of the tensor."""
    channels: int
    """Elements per pixel."""
    pixels: int
    """Pixels per column."""


class TensorLayout(NamedTuple):
    """The fields of a tensor map."""

    element: ElementType
    dims: tuple[int, ...]
    """Elements in each dimension."""
    strides: tuple[int, ...]
    """Bytes from one element to the next, in each dimension except the innermost."""
    box: tuple[int, ...]
    """Elements that a box spans in each dimension; for im2col, channels and pixels."""
    steps: tuple[int, ...]
    """The element strides: a copy takes every n-th element."""
    interleave: str = "none"
    swizzle: Swizzle = NO_SWIZZLE
    fill: str = "zeros"
    l2_promotion: str = "none"
    columns: Im2col | None = None

    @property
    def counts(self) -> tuple[int, ...]:
        """Elements that a copy takes in each dimension; for im2col, channels and pixels."""
        if self.columns is not None:
            return self.columns.channels, self.columns.pixels
        # The innermost element stride is ignored without interleaving (cuTensorMapEncodeTiled).
        steps = (1, *self.steps[1:])
        return tuple(-(-extent // step) for extent, step in zip(self.box, steps, strict=True))

    @property
    def row_bytes(self) -> int:
        """Bytes per row of the box in shared memory, with the gaps of a packed type."""
        return self.counts[0] * self.element.shared_size // self.element.per_unit

    @property
    def pitch(self) -> int:
        """Bytes from row to row in shared memory; with a swizzle, at least its width."""
        return max(self.row_bytes, self.swizzle.width)


def find_layout_problem(layout: TensorLayout, address: int) -> str | None:
    """Return a message for the first invalid field of a layout, or None.

    The rules are those of `cuTensorMapEncodeTiled` and `cuTensorMapEncodeIm2col`. `address` is that
    of the tensor's first element.
    """
    return next(_check_layout(layout, address), None)


def _check_layout(layout: TensorLayout, address: int) -> Iterator[str]:
    rank = len(layout.dims)
    least = 1 if layout.interleave == "none" and layout.columns is None else 3
    # The checks below index by dimension, so they need a valid rank and lengths that fit it.
    if not least <= rank <= MAX_TENSOR_RANK:
        yield f"dims: {rank} dimensions; a tensor has {least} to {MAX_TENSOR_RANK}"
        return
    for name, given, wanted in (
        ("strides", len(layout.strides), rank - 1),
        ("element_strides", len(layout.steps), rank),
        ("box", len(layout.box), rank if layout.columns is None else 2),
    ):
        if given != wanted:
            yield f"{name}: {given} given for {rank} dimensions; {wanted} required"
            return
    is_coarse = layout.interleave == "32B" or layout.element.padded_size
    multiple = 32 if is_coarse else _ALIGNMENT_BYTES
    if address % multiple:
        yield f"address: {address:#x} is not a multiple of {multiple}"
    yield from _check_range("dims", layout.dims, 1, 1 << 32)
    for number, stride in enumerate(layout.strides):
        if stride % multiple:
            yield f"strides[{number}]: {stride:,} bytes are not a multiple of {multiple}"
    yield from _check_range("strides", layout.strides, 0, (1 << 40) - 1)
    yield from _check_range("element_strides", layout.steps, 1, _MAX_ELEMENT_STRIDE)
    if layout.columns is None:
        yield from _check_range("box", layout.box, 1, _MAX_BOX_EXTENT)
    else:
        yield from _check_im2col(layout, layout.columns)
    if layout.interleave == "none":
        row, width = layout.row_bytes, layout.swizzle.width
        name = "box[0]" if layout.columns is None else "channels"
        text = f"{name}: {layout.counts[0]} elements of {layout.element.name} are {row} bytes"
        if row % _ALIGNMENT_BYTES:
            yield f"{text}, not a multiple of {_ALIGNMENT_BYTES}"
        if width and row > width:
            yield f"{text}; the swizzle {layout.swizzle.name} allows at most {width}"
    elif layout.interleave == "32B" and layout.swizzle.name != "32B":
        yield f"swizzle: {layout.swizzle.name} is not allowed with interleave 32B; use 32B"
    yield from _check_packed(layout)
    if layout.fill == "nan" and not layout.element.has_nan:
        yield f"fill: elements of {layout.element.name} have no NaN"


def _check_packed(layout: TensorLayout) -> Iterator[str]:
    """Yield the errors in the fields of a type of less than 8 bits."""
    element = layout.element
    if element.per_unit == 1:
        return
    multiple = _PADDED_ROW if element.padded_size else element.per_unit
    if layout.dims[0] % multiple:
        yield f"dims[0]: {layout.dims[0]} elements of {element.name}, not a multiple of {multiple}"
    if not element.padded_size:
        return
    if layout.counts[0] != _PADDED_ROW:
        name = "box[0]" if layout.columns is None else "channels"
        yield f"{name}: {layout.counts[0]} elements of {element.name}, not {_PADDED_ROW}"
    if layout.interleave != "none":
        yield f"interleave: {layout.interleave} is not allowed for {element.name}"
    if layout.swizzle.name not in _PADDED_SWIZZLES[element.name]:
        allowed = ", ".join(_PADDED_SWIZZLES[element.name])
        yield f"swizzle: {layout.swizzle.name} is not allowed for {element.name}; use {allowed}"


def _check_range(name: str, values: Sequence[int], least: int, most: int) -> Iterator[str]:
    for number, value in enumerate(values):
        if not least <= value <= most:
            yield f"{name}[{number}]: {value:,} is not within {least} to {most:,}"


def _check_im2col(layout: TensorLayout, columns: Im2col) -> Iterator[str]:
    spatial = len(layout.dims) - 2
    bound = _CORNER_LIMITS[spatial]
    for name, corner in (("lower", columns.lower), ("upper", columns.upper)):
        if len(corner) != spatial:
            yield f"{name}: {format_count(len(corner), 'offset')} given; {spatial} required"
            return
        yield from _check_range(name, corner, -bound, bound - 1)
    yield from _check_range("channels", (columns.channels,), 1, _MAX_BOX_EXTENT)
    yield from _check_range("pixels", (columns.pixels,), 1, _MAX_PIXELS_PER_COLUMN)
    extents = layout.dims[1:-1]
    for number, (extent, low, high) in enumerate(
        zip(extents, columns.lower, columns.upper, strict=True)
    ):
        # The box of base positions would be empty: `upper` counts from the end, so it is mostly
        # negative.
        if extent + high <= low:
            yield f"upper[{number}]: {high} of {extent} elements precedes lower, {low}"
    if layout.steps[-1] != 1:
        yield f"element_strides[{len(layout.steps) - 1}]: the stride of images must be 1"
