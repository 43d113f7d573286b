"""`TensorMap`: the tensor that TMA copies, and the boxes in which it does (PTX ISA 5.5.8)."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.isa import SWIZZLES, Swizzle
from ptxpy.launch_request.arrays import ArrayArgument
from ptxpy.launch_request.strided import StridedArray, strided
from ptxpy.launch_request.tensor_layouts import (
    L2_PROMOTIONS,
    TENSOR_FILLS,
    TENSOR_INTERLEAVES,
    TENSOR_TYPES,
    ElementType,
    Im2col,
    TensorLayout,
    find_layout_problem,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TENSOR_MAP_ALIGNMENT", "TENSOR_MAP_BYTES", "TensorMap", "TensorMapArgument"]

TENSOR_MAP_BYTES: Final = 128
"""The bytes of a tensor map, a `CUtensorMap`."""
TENSOR_MAP_ALIGNMENT: Final = 64

_BY_NAME: Final = {each.name: each for each in TENSOR_TYPES}
_SWIZZLES: Final = {each.name.upper(): each for each in SWIZZLES}


class TensorMap:
    """A tensor in global memory, and its boxes that `cp.async.bulk.tensor` copies.

    It is an argument for a parameter of 128 bytes that is aligned to 64
    (`.param .align 64 .b8 map[128]`), or for a pointer parameter, which then points to a copy.
    """

    __slots__ = ("_array", "address", "layout")

    address: int
    """The address of the first element: in this process for a host array, else on the GPU."""
    layout: TensorLayout
    """The fields, in the order of PTX: the innermost dimension first."""

    def __init__(
        self,
        array: Any,
        box: Sequence[int],
        *,
        element_strides: Sequence[int] | None = None,
        type: str | None = None,  # noqa: A002 - what PTX calls it
        swizzle: str = "none",
        interleave: str = "none",
        fill: str = "zeros",
        l2_promotion: str = "none",
    ) -> None:
        """Describe an array, in the order of NumPy: the innermost dimension last.

        Args:
            array: A NumPy array, or an array with `__dlpack__` or `__cuda_array_interface__`, or
                such an array in `readonly`. Its innermost dimension must be contiguous; the other
                strides must be multiples of 16 bytes.
            box: Elements that a box spans in each dimension, 1 to 256.
            element_strides: Stride of the copied elements in each dimension, 1 to 8; by default 1.
                The innermost is ignored.
            type: The PTX type of the elements (`bf16`, `tf32`, `f32.ftz`); by default that of the
                array, and `u8` for types of 8 bits. Those of 4 and 6 bits are packed in an array of
                bytes: `b4x16`; `b4x16_p64` and `b6x16_p32`, which have gaps in shared memory.
            swizzle: `none`, `32B`, `64B`, `128B`, `128B_ATOM_32B`, `128B_ATOM_32B_FLIP_8B` or
                `128B_ATOM_64B`.
            interleave: `none`, or `16B` or `32B`, which the simulator does not support.
            fill: `zeros` or `nan`, for elements outside of the tensor.
            l2_promotion: `none`, `64B`, `128B` or `256B`; it does not affect results.

        Raises:
            ValueError: With the invalid field, indexed as in PTX: `box[0]` is the innermost.
        """
        held = strided(array)
        element = _element(type, held)
        layout = TensorLayout(
            element,
            *_tensor(held, element),
            _reversed("box", box),
            _steps(element_strides, len(held.shape)),
            _one_of("interleave", interleave, TENSOR_INTERLEAVES),
            _swizzle(swizzle),
            _one_of("fill", fill, TENSOR_FILLS),
            _one_of("l2_promotion", l2_promotion, L2_PROMOTIONS),
        )
        self._array: Any = array
        self._set(layout, held.array.address, held.offset)

    @classmethod
    def im2col(
        cls,
        array: Any,
        lower: Sequence[int],
        upper: Sequence[int],
        channels: int,
        pixels: int,
        *,
        element_strides: Sequence[int] | None = None,
        type: str | None = None,  # noqa: A002 - what PTX calls it
        swizzle: str = "none",
        fill: str = "zeros",
        l2_promotion: str = "none",
    ) -> TensorMap:
        """Describe images in the layout NWC, NHWC or NDHWC for copies in im2col mode.

        Args:
            array: As for a tensor map.
            lower: The first position of the filter's base in each of D, H and W (in this order),
                as an offset from 0.
            upper: The last position, as an offset from the last element.
            channels: Elements copied per pixel, at most 256.
            pixels: Number of pixels copied, at most 1024.
            element_strides: As for a tensor map; that of N is 1.
            type: As for a tensor map.
            swizzle: As for a tensor map.
            fill: As for a tensor map.
            l2_promotion: As for a tensor map.

        Raises:
            ValueError: With the invalid field.
        """
        held = strided(array)
        element = _element(type, held)
        corners = (_reversed("lower", lower), _reversed("upper", upper))
        layout = TensorLayout(
            element,
            *_tensor(held, element),
            (index(channels), index(pixels)),
            _steps(element_strides, len(held.shape)),
            "none",
            _swizzle(swizzle),
            _one_of("fill", fill, TENSOR_FILLS),
            _one_of("l2_promotion", l2_promotion, L2_PROMOTIONS),
            Im2col(*corners, index(channels), index(pixels)),
        )
        made = cls.__new__(cls)
        made._array = array  # noqa: SLF001 - of this class
        made._set(layout, held.array.address, held.offset)  # noqa: SLF001 - of this class
        return made

    @classmethod
    def at(
        cls,
        address: int,
        dims: Sequence[int],
        strides: Sequence[int],
        box: Sequence[int],
        type: str,  # noqa: A002 - what PTX calls it
        *,
        element_strides: Sequence[int] | None = None,
        swizzle: str = "none",
        interleave: str = "none",
        fill: str = "zeros",
        l2_promotion: str = "none",
    ) -> TensorMap:
        """Describe memory, in the order of PTX and the driver: the innermost dimension first.

        Args:
            address: The address of the first element, on the GPU or in the simulator; a multiple of
                16.
            dims: Elements in each dimension.
            strides: Bytes from one element to the next in each dimension except the innermost.
            box: Elements that a box spans in each dimension.
            type: The PTX type of the elements.
            element_strides: For each dimension, the innermost first.
            swizzle: As for an array.
            interleave: As for an array.
            fill: As for an array.
            l2_promotion: As for an array.

        Raises:
            ValueError: With the invalid field.
        """
        steps = _steps(None if element_strides is None else [*element_strides][::-1], len(dims))
        layout = TensorLayout(
            _one_type(type),
            tuple(map(index, dims)),
            tuple(map(index, strides)),
            tuple(map(index, box)),
            steps,
            _one_of("interleave", interleave, TENSOR_INTERLEAVES),
            _swizzle(swizzle),
            _one_of("fill", fill, TENSOR_FILLS),
            _one_of("l2_promotion", l2_promotion, L2_PROMOTIONS),
        )
        made = cls.__new__(cls)
        made._array = None  # noqa: SLF001 - of this class
        made._set(layout, index(address), index(address))  # noqa: SLF001 - of this class
        return made

    @classmethod
    def of_layout(cls, layout: TensorLayout, address: int) -> TensorMap:
        """Describe memory by fields that are known; raises `ValueError` if they are not valid."""
        made = cls.__new__(cls)
        made._array = None  # noqa: SLF001 - of this class
        made._set(layout, address, address)  # noqa: SLF001 - of this class
        return made

    def _set(self, layout: TensorLayout, address: int, aligned: int) -> None:
        """Set the fields after a check; `aligned` is an address with the alignment on the GPU."""
        text = find_layout_problem(layout, aligned)
        if text is not None:
            raise ValueError(text)
        self.layout, self.address = layout, address

    def memory(self, name: str, stream: int) -> ArrayArgument | None:
        """Return the memory of the array for a launch; None if the map was given an address.

        Args:
            name: The parameter, for messages.
            stream: The stream that will use it.
        """
        return None if self._array is None else strided(self._array, name, stream).array

    def __repr__(self) -> str:
        layout = self.layout
        box = "x".join(map(str, layout.counts[::-1]))
        dims = "x".join(map(str, layout.dims[::-1]))
        return f"<TensorMap of {box} in {dims} {layout.element.name}, {layout.swizzle.name}>"


class TensorMapArgument(NamedTuple):
    """A relocation: a tensor map, or the address of one, in the parameter buffer."""

    name: str
    """The parameter."""
    offset: int
    by_value: bool
    """Whether the buffer has the 128 bytes of the map there; else a pointer to a copy."""
    map: TensorMap
    memory: int | None
    """The index of the host memory with the tensor; None if the tensor is at `map.address`."""
    displacement: int = 0
    """Offset of the tensor in that memory, in bytes."""
    holder: int | None = None
    """The index of the memory that holds the map, at `offset`; None for the parameter buffer."""


def _tensor(held: StridedArray, element: ElementType) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the dimensions and strides of an array, the innermost first."""
    shape, strides = held.shape[::-1], list(held.strides[::-1])
    if strides and shape[0] > 1 and strides[0] != held.size:
        msg = (
            f"strides: the innermost dimension must be contiguous; its stride is {strides[0]} bytes"
        )
        raise ValueError(msg)
    # The stride of a dimension of one element has no effect, and arrays may have any value there.
    below = held.size * (shape[0] if shape else 1)
    for number in range(1, len(shape)):
        if shape[number] == 1:
            strides[number] = -(-below // 32) * 32
        below = strides[number] * shape[number]
    # A packed type is given as an array of bytes: the innermost dimension becomes one of elements.
    if element.per_unit > 1 and shape:
        units, rest = divmod(shape[0], element.size)
        if rest:
            msg = f"type: rows of {shape[0]} bytes; {element.name} has {element.noun}"
            raise ValueError(msg)
        shape = (units * element.per_unit, *shape[1:])
    return shape, tuple(strides[1:])


def _reversed(name: str, values: Sequence[int]) -> tuple[int, ...]:
    try:
        return tuple(map(index, values))[::-1]
    except TypeError:
        msg = f"{name}: {values!r} is not a sequence of integers"
        raise ValueError(msg) from None


def _steps(element_strides: Sequence[int] | None, rank: int) -> tuple[int, ...]:
    return (1,) * rank if element_strides is None else _reversed("element_strides", element_strides)


def _element(given: str | None, held: StridedArray) -> ElementType:
    found = _one_type(held.type if given is None else given)
    if found.size != held.size and not (found.per_unit > 1 and held.size == 1):
        msg = f"type: {found.name} has {found.noun}, but the array's elements have {held.size}"
        raise ValueError(msg)
    return found


def _one_type(name: str) -> ElementType:
    return _BY_NAME[_one_of("type", name, tuple(_BY_NAME))]


def _swizzle(name: str) -> Swizzle:
    found = _SWIZZLES.get(str(name).upper())
    if found is None:
        msg = f"swizzle: {name!r} is not one of {' '.join(each.name for each in SWIZZLES)}"
        raise ValueError(msg)
    return found


def _one_of(name: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        msg = f"{name}: {value!r} is not one of {' '.join(known)}"
        raise ValueError(msg)
    return value
