"""Textures, samplers and surfaces as arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.analysis import variables_of
from ptxpy.ir import nodes as n
from ptxpy.isa import nearest
from ptxpy.launch_request.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "OPAQUE_TYPES",
    "TEXTURE_GEOMETRIES",
    "Reference",
    "ReferenceArgument",
    "Sampler",
    "Surface",
    "Texture",
    "check_reference",
    "named_references",
]

TEXTURE_GEOMETRIES: Final = {
    "1d": "x",
    "2d": "yx",
    "3d": "zyx",
    "a1d": "lx",
    "a2d": "lyx",
    "cube": "fyx",
    "acube": "lfyx",
    "2dms": "yxs",
    "a2dms": "lyxs",
}
"""The axes of each geometry of PTX, the slowest first: layer, face, z, y, x, sample."""

ADDRESS_MODES: Final = ("wrap", "mirror", "clamp_ogl", "clamp", "border")
FILTER_MODES: Final = ("point", "linear")
COMPARISONS: Final = (
    "never",
    "less",
    "equal",
    "less_equal",
    "greater",
    "not_equal",
    "greater_equal",
    "always",
)
READ_MODES: Final = ("element", "normalized")

_ELEMENTS: Final = frozenset(
    {"int8", "uint8", "int16", "uint16", "int32", "uint32", "float16", "float32"}
)
_FACES: Final = 6


class Sampler:
    """A sampler: the addressing and filter modes of texture reads (PTX ISA 5.3)."""

    __slots__ = ("address", "compare", "filter", "normalized")

    def __init__(
        self,
        address: str | Sequence[str] = "clamp",
        filter: str = "point",  # noqa: A002 - what PTX and CUDA call it
        *,
        normalized: bool | None = None,
        compare: str | None = None,
    ) -> None:
        """Check and store the modes; raise `ValueError` for a mode that does not exist.

        Args:
            address: The addressing mode for coordinates outside of the texture: `clamp` for the
                nearest element; `border` for zeros; `clamp_ogl` as `clamp`, but with linear
                filtering half of the border; `wrap` and `mirror` for normalized coordinates, and
                else as `clamp`. One mode, or one for each of x, y and z.
            filter: `point` for the nearest element, `linear` for a mean of two in each dimension.
            normalized: Whether coordinates range from 0 to 1; None for the setting of the texture.
            compare: The comparison of instructions with a depth: an element is read as 1 if the
                depth is `less_equal` to it (or `less`, `equal`, `greater_equal`, `greater`,
                `not_equal`, `always`, `never`), else as 0, before filtering.
        """
        words = [address] if isinstance(address, str) else [*address]
        # One mode is that of all axes; of two the last is that of z, too.
        words = [*words, *words[-1:] * 3][:3]
        self.address: tuple[str, ...] = tuple(_one_of("address", w, ADDRESS_MODES) for w in words)
        self.filter = _one_of("filter", filter, FILTER_MODES)
        self.normalized = normalized
        self.compare = None if compare is None else _one_of("compare", compare, COMPARISONS)


class _Image:
    """An array with channels, in a geometry of PTX."""

    __slots__ = ("channels", "dtype", "kind", "levels")

    levels: tuple[np.ndarray[Any, Any], ...]
    """The elements of each level, of shape (layers, z, y, x, channels); samples are along z."""

    def __init__(self, arrays: Sequence[Any], kind: str | None, *, copy: bool) -> None:
        first = np.asarray(arrays[0])
        if kind is None:
            kind = {1: "1d", 2: "2d", 3: "3d"}.get(first.ndim, "")
        self.kind = _one_of("kind", kind, tuple(TEXTURE_GEOMETRIES))
        self.dtype = first.dtype
        if first.dtype.name not in _ELEMENTS or not first.dtype.isnative:
            msg = f"elements of {first.dtype}; expected one of {' '.join(sorted(_ELEMENTS))}"
            raise ValueError(msg)
        self.levels = tuple(_five_axes(np.asarray(array), kind, copy=copy) for array in arrays)
        self.channels = self.levels[0].shape[-1]
        if any(
            level.dtype != self.dtype or level.shape[-1] != self.channels for level in self.levels
        ):
            msg = (
                "the levels of a texture must have elements of one type, and equally many channels"
            )
            raise ValueError(msg)

    @property
    def extents(self) -> tuple[int, int, int, int]:
        """Extents of the first level: layers (a cube counts as one), z, y and x."""
        layers, z, y, x = self.levels[0].shape[:4]
        # The faces are stored as layers, six for each cube.
        if "f" in TEXTURE_GEOMETRIES[self.kind]:
            layers //= _FACES
        return layers, z, y, x


class Texture(_Image):
    """An array that a kernel reads by `tex`, `tld4` and `txq`; by default a copy."""

    __slots__ = ("blend", "read", "sampler")

    def __init__(
        self,
        array: Any,
        address: str | Sequence[str] = "clamp",
        filter: str = "point",  # noqa: A002 - what PTX and CUDA call it
        *,
        normalized: bool = False,
        read: str = "element",
        kind: str | None = None,
        levels: Sequence[Any] = (),
        mipmap_filter: str = "point",
        compare: str | None = None,
        copy: bool = True,
    ) -> None:
        """Copy an array, or refer to it.

        Args:
            array: An array of shape `(y, x)`, or another one of `TEXTURE_GEOMETRIES`, optionally
                with a last axis of 1, 2 or 4 channels.
            address: As for a `Sampler`.
            filter: As for a `Sampler`.
            normalized: Whether coordinates range from 0 to 1, instead of 0 to the extent.
            read: `element` for the elements as they are; `normalized` for integers of 8 and 16
                bits as fractions of the largest.
            kind: The geometry, a key of `TEXTURE_GEOMETRIES`; by default `1d`, `2d` or `3d`, by the
                rank of an array without an axis of channels.
            levels: The smaller levels of a mipmap, each like the array.
            mipmap_filter: `point` for the nearest level, `linear` for a mean of two.
            compare: As for a `Sampler`.
            copy: Whether the array is copied; else kernels read it as it is when they run.

        Raises:
            ValueError: For shapes, types and modes that do not exist.
        """
        super().__init__([array, *levels], kind, copy=copy)
        self.sampler = Sampler(address, filter, normalized=normalized, compare=compare)
        self.read = _one_of("read", read, READ_MODES)
        self.blend = _one_of("mipmap_filter", mipmap_filter, FILTER_MODES) == "linear"
        integer = self.dtype.kind in "iu"
        if read == "normalized" and (not integer or self.dtype.itemsize > 2):  # noqa: PLR2004
            msg = f'read="normalized" must have integers of 8 or 16 bits, got {self.dtype}'
            raise ValueError(msg)
        # A mean of integers would have to be rounded: hardware filters only what it reads as
        # floats.
        if filter == "linear" and integer and read == "element":
            msg = f'filter="linear" of {self.dtype} needs read="normalized"'
            raise ValueError(msg)


class Surface(_Image):
    """An array that a kernel reads and writes by `suld`, `sust`, `sured` and `suq`, in place."""

    __slots__ = ()

    def __init__(self, array: Any, *, kind: str | None = None) -> None:
        """Refer to an array, without a copy.

        Args:
            array: A contiguous, writable array of shape `(y, x)`, or another one of
                `TEXTURE_GEOMETRIES`, optionally with a last axis of 1, 2 or 4 channels.
            kind: As for a `Texture`.

        Raises:
            ValueError: For arrays and geometries that surfaces do not support.
        """
        # Reshaping anything else would make a copy, and the kernel would write to that.
        if not isinstance(array, np.ndarray) or not array.flags.c_contiguous:
            msg = "a surface must be a contiguous NumPy array"
            raise ValueError(msg)
        if not array.flags.writeable:
            msg = "a surface must be a writable array"
            raise ValueError(msg)
        super().__init__([array], kind, copy=False)
        if "s" in TEXTURE_GEOMETRIES[self.kind]:
            msg = f"surfaces of kind {self.kind} do not exist"
            raise ValueError(msg)


Reference: TypeAlias = Texture | Sampler | Surface
"""A parameter that is no address: `.texref`, `.samplerref` or `.surfref`."""


class ReferenceArgument(NamedTuple):
    """A relocation: the handle of a texture, sampler or surface in the parameter buffer."""

    name: str
    """The parameter."""
    offset: int
    reference: Reference


OPAQUE_TYPES: Final = {"texref": Texture, "samplerref": Sampler, "surfref": Surface}
"""The class of values of each opaque PTX type (PTX ISA 5.3)."""


def check_reference(name: str, type_: str, value: Reference) -> None:
    """Raise `ArgumentError` if an opaque PTX type does not take the value."""
    wanted = OPAQUE_TYPES.get(type_)
    if wanted is not None and not isinstance(value, wanted):
        message = f"{name}: a {type(value).__name__} given; .{type_} takes a {wanted.__name__}"
        raise ArgumentError(message, name)


def named_references(
    module: n.Module, given: Mapping[str, Reference] | None
) -> Mapping[str, Reference]:
    """Check the references to bind to opaque variables of a module, and return them.

    Raises `ArgumentError` if no opaque variable has the name, or its type does not fit.
    """
    if not given:
        return {}
    types = {
        storage.name: (
            storage.type if storage.type in OPAQUE_TYPES else "texref"
        )  # of the space .tex
        for item in module.body
        if type(item) is n.Variable
        for storage in variables_of(item)
        if storage.type in OPAQUE_TYPES or storage.space == "tex"
    }
    for name, value in given.items():
        if name not in types:
            close = nearest(name, types)
            hint = f"; did you mean {' or '.join(close)}?" if close else ""
            message = f"the module has no texture, sampler or surface {name!r}{hint}"
            raise ArgumentError(message, name)
        check_reference(name, types[name], value)
    return dict(given)


def _one_of(what: str, word: str, words: tuple[str, ...]) -> str:
    if word not in words:
        msg = f"{what} {word!r} is not one of {' '.join(words)}"
        raise ValueError(msg)
    return word


def _five_axes(array: np.ndarray[Any, Any], kind: str, *, copy: bool) -> np.ndarray[Any, Any]:
    """Return an array as (layers, z, y, x, channels)."""
    axes = TEXTURE_GEOMETRIES[kind]
    if array.ndim not in (len(axes), len(axes) + 1) or 0 in array.shape:
        shape = ", ".join(axes)
        msg = f"an array of shape {array.shape}; {kind} needs ({shape}) or ({shape}, channels)"
        raise ValueError(msg)
    channels = array.shape[-1] if array.ndim > len(axes) else 1
    if channels not in (1, 2, 4):
        msg = f"{channels} channels; expected 1, 2 or 4"
        raise ValueError(msg)
    extents = dict(zip(axes, array.shape, strict=False))
    if extents.get("f", _FACES) != _FACES:
        msg = f"{extents['f']} faces; a cube has 6"
        raise ValueError(msg)
    layers = extents.get("l", 1) * extents.get("f", 1)
    y, x = extents.get("y", 1), extents["x"]
    if "s" in extents:
        # Samples go where depth is: no geometry has both.
        array = array.reshape(layers, y, x, extents["s"], channels).transpose(0, 3, 1, 2, 4)
    else:
        array = array.reshape(layers, extents.get("z", 1), y, x, channels)
    return np.array(array, order="C") if copy else array
