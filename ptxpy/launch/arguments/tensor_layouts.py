"""What a tensor map says: a tensor in global memory, and the boxes of it that TMA copies.

Everything here is in the order of PTX: the innermost dimension first (PTX ISA 5.5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.isa.swizzles import NO_SWIZZLE, SWIZZLES, Swizzle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "FILLS",
    "INTERLEAVES",
    "L2_PROMOTIONS",
    "MOST_RANK",
    "SWIZZLES",
    "TYPES",
    "Columns",
    "ElementType",
    "Swizzle",
    "TensorLayout",
    "wrong",
]

MOST_RANK: Final = 5


class ElementType(NamedTuple):
    """A type that the elements of a tensor may have."""

    name: str
    """What PTX calls it."""
    size: int
    """Bytes."""
    driver: str
    """The end of its name in the enumeration `CUtensorMapDataType`."""

    @property
    def floating(self) -> bool:
        """Whether it has NaNs."""
        return "f" in self.name


TYPES: Final = (
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
)
"""The element types, numbered as `tensormap.replace` does (PTX ISA 9.7.9.26)."""

INTERLEAVES: Final = ("none", "16B", "32B")
FILLS: Final = ("zeros", "nan")
L2_PROMOTIONS: Final = ("none", "64B", "128B", "256B")

_CORNERS: Final = {1: 1 << 15, 2: 1 << 7, 3: 1 << 4}
"""Corners reach from minus this up to this, by the number of dimensions D, H and W."""

_LARGEST_BOX: Final = 256
_MOST_PIXELS: Final = 1024
_MOST_STEP: Final = 8
_LINE: Final = 16


class Columns(NamedTuple):
    """How im2col copies (PTX ISA 5.5.4); positions are those of W, H and D, in this order."""

    lower: tuple[int, ...]
    """The first position, from 0 on."""
    upper: tuple[int, ...]
    """The last position, from the last of the tensor on."""
    channels: int
    """Elements of a pixel."""
    pixels: int
    """Pixels of a column."""


class TensorLayout(NamedTuple):
    """The fields of a tensor map."""

    element: ElementType
    dims: tuple[int, ...]
    """Elements in each dimension."""
    strides: tuple[int, ...]
    """Bytes from one element to the next, in each dimension but the innermost."""
    box: tuple[int, ...]
    """Elements that a box spans in each dimension; of im2col, channels and pixels."""
    steps: tuple[int, ...]
    """The element strides: of how many elements a copy takes the first."""
    interleave: str = "none"
    swizzle: Swizzle = NO_SWIZZLE
    fill: str = "zeros"
    l2_promotion: str = "none"
    columns: Columns | None = None

    @property
    def counts(self) -> tuple[int, ...]:
        """Elements that a copy takes in each dimension; of im2col, channels and pixels."""
        if self.columns is not None:
            return self.columns.channels, self.columns.pixels
        # The innermost element stride is ignored without interleaving (cuTensorMapEncodeTiled).
        steps = (1, *self.steps[1:])
        return tuple(-(-extent // step) for extent, step in zip(self.box, steps, strict=True))

    @property
    def row_bytes(self) -> int:
        """Bytes of a row of the box."""
        return self.counts[0] * self.element.size

    @property
    def pitch(self) -> int:
        """Bytes from row to row in shared memory; with a swizzle at least its width."""
        return max(self.row_bytes, self.swizzle.width)


def wrong(layout: TensorLayout, address: int) -> str | None:
    """Return what is wrong with a layout, with the field, or None.

    The rules are those of `cuTensorMapEncodeTiled` and `cuTensorMapEncodeIm2col`. The address is
    that of the tensor's first element.
    """
    return next(_wrong(layout, address), None)


def _wrong(layout: TensorLayout, address: int) -> Iterator[str]:
    rank = len(layout.dims)
    least = 1 if layout.interleave == "none" and layout.columns is None else 3
    if not least <= rank <= MOST_RANK:
        yield f"dims: {rank} dimensions; there are {least} to {MOST_RANK}"
        return
    for name, given, wanted in (
        ("strides", len(layout.strides), rank - 1),
        ("element_strides", len(layout.steps), rank),
        ("box", len(layout.box), rank if layout.columns is None else 2),
    ):
        if given != wanted:
            yield f"{name}: {given} given for {rank} dimensions; {wanted} are needed"
            return
    multiple = 32 if layout.interleave == "32B" else _LINE
    if address % multiple:
        yield f"address: {address:#x} is not a multiple of {multiple}"
    yield from _outside("dims", layout.dims, 1, 1 << 32)
    for number, stride in enumerate(layout.strides):
        if stride % multiple:
            yield f"strides[{number}]: {stride:,} bytes are not a multiple of {multiple}"
    yield from _outside("strides", layout.strides, 0, (1 << 40) - 1)
    yield from _outside("element_strides", layout.steps, 1, _MOST_STEP)
    if layout.columns is None:
        yield from _outside("box", layout.box, 1, _LARGEST_BOX)
    else:
        yield from _wrong_columns(layout, layout.columns)
    yield from _wrong_row(layout)
    if layout.fill == "nan" and not layout.element.floating:
        yield f"fill: nan for elements of {layout.element.name}, which have none"


def _wrong_row(layout: TensorLayout) -> Iterator[str]:
    if layout.interleave == "none":
        row, width = layout.row_bytes, layout.swizzle.width
        name = "box[0]" if layout.columns is None else "channels"
        text = f"{name}: {layout.counts[0]} elements of {layout.element.name} are {row} bytes"
        if row % _LINE:
            yield f"{text}, not a multiple of {_LINE}"
        if width and row > width:
            yield f"{text}; the swizzle {layout.swizzle.name} takes at most {width}"
    elif layout.interleave == "32B" and layout.swizzle.name != "32B":
        yield f"swizzle: {layout.swizzle.name} with interleave 32B, which takes 32B alone"


def _outside(name: str, values: Sequence[int], least: int, most: int) -> Iterator[str]:
    for number, value in enumerate(values):
        if not least <= value <= most:
            yield f"{name}[{number}]: {value:,} is not within {least} to {most:,}"


def _wrong_columns(layout: TensorLayout, columns: Columns) -> Iterator[str]:
    spatial = len(layout.dims) - 2
    bound = _CORNERS[spatial]
    for name, corner in (("lower", columns.lower), ("upper", columns.upper)):
        if len(corner) != spatial:
            yield f"{name}: {len(corner)} offsets given; there are {spatial}"
            return
        yield from _outside(name, corner, -bound, bound - 1)
    yield from _outside("channels", (columns.channels,), 1, _LARGEST_BOX)
    yield from _outside("pixels", (columns.pixels,), 1, _MOST_PIXELS)
    extents = layout.dims[1:-1]
    for number, (extent, low, high) in enumerate(
        zip(extents, columns.lower, columns.upper, strict=True)
    ):
        if extent + high <= low:
            yield f"upper[{number}]: {high} of {extent} elements is before lower, {low}"
    if layout.steps[-1] != 1:
        yield f"element_strides[{len(layout.steps) - 1}]: images are copied one after the other"
