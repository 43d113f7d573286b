"""Tensor maps from the fields that `cuTensorMapEncodeTiled` and `cuTensorMapEncodeIm2col` take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn, Protocol, TypeVar

from ptxpy.emulation.statuses import DeviceError, Status
from ptxpy.isa import SWIZZLES
from ptxpy.launch_request import (
    DRIVER_TENSOR_TYPES,
    L2_PROMOTIONS,
    MAX_TENSOR_RANK,
    TENSOR_FILLS,
    TENSOR_INTERLEAVES,
    Im2col,
    TensorLayout,
    encode_tensor_map,
    find_layout_problem,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TensorMapFields", "encode_fields", "layout_of"]

_TILED: Final = 0
_IM2COL: Final = 1
_MAX_SPATIAL: Final = 3

_T = TypeVar("_T")


class TensorMapFields(Protocol):
    """The fields of a tensor map: enumerations by their numbers, the innermost dimension first.

    Elements of sequences beyond the rank are ignored.
    """

    @property
    def kind(self) -> int:
        """0 for tiled, 1 for im2col, 2 for im2col with the mode `W`, which is refused."""

    @property
    def data_type(self) -> int:
        """The number in `CUtensorMapDataType`."""

    @property
    def rank(self) -> int:
        """How many dimensions there are."""

    @property
    def address(self) -> int:
        """The address of the first element."""

    @property
    def sizes(self) -> Sequence[int]:
        """Elements in each dimension."""

    @property
    def strides(self) -> Sequence[int]:
        """Bytes from one element to the next, in each dimension except the innermost."""

    @property
    def box(self) -> Sequence[int]:
        """Elements that a box spans in each dimension."""

    @property
    def element_strides(self) -> Sequence[int]:
        """The stride of the copied elements in each dimension."""

    @property
    def interleave(self) -> int:
        """The number in `CUtensorMapInterleave`."""

    @property
    def swizzle(self) -> int:
        """The number in `CUtensorMapSwizzle`."""

    @property
    def promotion(self) -> int:
        """The number in `CUtensorMapL2promotion`."""

    @property
    def fill(self) -> int:
        """The number in `CUtensorMapFloatOOBfill`."""

    @property
    def lower(self) -> Sequence[int]:
        """The lower corner, for im2col."""

    @property
    def upper(self) -> Sequence[int]:
        """The upper corner, for im2col."""

    @property
    def channels(self) -> int:
        """Channels per pixel, for im2col."""

    @property
    def pixels(self) -> int:
        """Pixels per column, for im2col."""


def encode_fields(fields: TensorMapFields) -> bytes:
    """Return the 128 bytes of a tensor map, in the encoding of ptxpy; see `layout_of`."""
    return encode_tensor_map(layout_of(fields), fields.address)


def layout_of(fields: TensorMapFields) -> TensorLayout:
    """Return the layout of a tensor map.

    Raises `DeviceError` with the field that is not valid, as the driver refuses it.
    """
    if fields.kind not in (_TILED, _IM2COL):
        _refuse(f"kind: {fields.kind}, which is not emulated", Status.NOT_SUPPORTED)
    rank = fields.rank
    if not 1 <= rank <= MAX_TENSOR_RANK:
        _refuse(f"rank: {rank} dimensions; a tensor has 1 to {MAX_TENSOR_RANK}")
    element = _choose("data type", fields.data_type, DRIVER_TENSOR_TYPES)
    columns = None
    if fields.kind == _IM2COL:
        # The first dimension is the channels and the last one the images: corners are those in
        # between.
        spatial = min(max(rank - 2, 0), _MAX_SPATIAL)
        columns = Im2col(
            tuple(fields.lower[:spatial]),
            tuple(fields.upper[:spatial]),
            fields.channels,
            fields.pixels,
        )
    layout = TensorLayout(
        element,
        tuple(fields.sizes[:rank]),
        tuple(fields.strides[: rank - 1]),
        tuple(fields.box[:rank]) if columns is None else (fields.channels, fields.pixels),
        tuple(fields.element_strides[:rank]),
        _choose("interleave", fields.interleave, TENSOR_INTERLEAVES),
        _choose("swizzle", fields.swizzle, SWIZZLES),
        _choose("fill", fields.fill, TENSOR_FILLS),
        _choose("L2 promotion", fields.promotion, L2_PROMOTIONS),
        columns,
    )
    # The rules are those of the driver, so that a program fails here as it does on a GPU.
    problem = find_layout_problem(layout, fields.address)
    if problem is not None:
        _refuse(problem)
    return layout


def _choose(what: str, number: int, values: Sequence[_T]) -> _T:
    """Return the value of a number of an enumeration."""
    if not 0 <= number < len(values):
        _refuse(f"{what}: {number}, of which there are {len(values)}")
    return values[number]


def _refuse(text: str, status: Status = Status.INVALID_VALUE) -> NoReturn:
    msg = f"a tensor map with {text}"
    raise DeviceError(status, msg) from None
