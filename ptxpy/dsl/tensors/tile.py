"""The specification of a tensor parameter of a kernel: `Tile("M", "K", bf16)`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ptxpy._counts import format_count
from ptxpy.dsl.tensors.dims import Dim, dimension, resolved
from ptxpy.dsl.tensors.dtypes import DTYPES, element_type
from ptxpy.dsl.tensors.tile_layouts import (
    Layout,
    check_box,
    check_matrix,
    check_matrix_box,
    wgmma_layout,
)
from ptxpy.dsl.values.types import Type

__all__ = ["Layout", "Tile"]

_MATRIX_RANK: Final = 2
_RESHAPED_RANK: Final = 3


@dataclass(frozen=True, init=False, repr=False, eq=False)
class Tile:
    """A tensor of a kernel: its shape, the type of its elements, its layout.

    Dimensions are numbers, or names that get their number when the kernel is called:
    `Tile("M", "K", bf16, Layout.TMA_128B, tma_box=(128, 64))`. The first dimension is the
    outermost, as in NumPy.
    """

    shape: tuple[Dim, ...]
    """The dimensions, the outermost first."""
    dtype: Type
    """The type of the elements."""
    layout: Layout = Layout.ROW
    """Its layout in memory."""
    tma_box: tuple[Dim, ...] | None = None
    """The box of one TMA copy, in the order of `shape`; None for the whole tensor."""
    tma_rank: int = 2
    """3 where the tensor map describes a matrix (height, width) as (width / 64, height, 64)."""
    tma_padding: bool = False
    """Whether rows of a box have 72 elements in place of 64, with `tma_rank=3`."""
    _follows_box: bool = False
    """Whether it is of a wgmma operand, whose layout follows from the bytes of a row of the box."""

    def __init__(
        self,
        *dims_and_dtype: Dim | Type | Layout,
        dtype: Type | None = None,
        layout: Layout = Layout.ROW,
        tma_box: tuple[Dim, ...] | None = None,
        tma_rank: int = 2,
        tma_padding: bool = False,
    ) -> None:
        """Take dimensions, then the type and the layout, which may be keywords as well.

        Args:
            dims_and_dtype: `"M", "K", bf16, Layout.ROW`.
            dtype: The type of the elements.
            layout: The tensor's layout in memory, and that of its TMA copies in shared memory.
            tma_box: The box of one TMA copy; each extent is 1 to 256, and rows are a multiple of 16
                bytes and no longer than a line of the swizzle.
            tma_rank: 2 for a tensor map of the dimensions that there are. With 3, rows of a matrix
                are cut into 64 elements each, so that one copy moves more than a line of the
                swizzle: a copy has the coordinates (0, row, column / 64).
            tma_padding: Makes rows in shared memory 72 elements long; only with `tma_rank=3`.

        Raises:
            TypeError: For a value that is no dimension, type or layout.
            ValueError: For a dimension below 1, a name that is no identifier, a missing or second
                type or layout, and a box that TMA cannot copy.
        """
        dims, kinds, layouts = _sorted(dims_and_dtype)
        if not isinstance(layout, Layout):
            msg = f"layout is {layout!r}; there are {', '.join(map(str, Layout))}"
            raise TypeError(msg)
        made = {
            "shape": tuple(dims),
            "dtype": element_type(_one("dtype", kinds if dtype is None else [*kinds, dtype])),
            "layout": _one("layout", layouts or [layout]),
            "tma_box": _box(tma_box, len(dims)),
            "tma_rank": tma_rank,
            "tma_padding": bool(tma_padding),
            "_follows_box": False,
        }
        for name, value in made.items():
            # The dataclass is frozen for all others.
            object.__setattr__(self, name, value)
        self._check()

    def _check(self) -> None:
        """Raise `ValueError` for a specification that no tensor map can represent."""
        if self.tma_rank not in (_MATRIX_RANK, _RESHAPED_RANK):
            msg = f"tma_rank is {self.tma_rank!r}; it is 2, or 3 for rows cut into 64 elements"
            raise ValueError(msg)
        if self.tma_padding and not self.is_reshaped:
            msg = "tma_padding pads rows of 64 elements: it needs a matrix and tma_rank=3"
            raise ValueError(msg)
        # A tensor of three dimensions has such a map as it is.
        if self.tma_rank == _RESHAPED_RANK and self.rank != _RESHAPED_RANK:
            check_matrix(self.shape, self.layout)
        # Without a box, a copy moves the whole tensor, which is checked once a map is asked for.
        if self.tma_box is not None:
            self._check_box(f"tma_box={self.tma_box}", self.tma_box, self.layout)

    def _check_box(self, what: str, box: tuple[Dim, ...], layout: Layout) -> None:
        if self.is_reshaped:
            check_matrix_box(what, box, self.dtype, layout, padded=self.tma_padding)
        else:
            check_box(what, box, self.dtype, layout)

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def is_reshaped(self) -> bool:
        """Whether the tensor map describes a matrix in three dimensions."""
        return self.tma_rank == _RESHAPED_RANK and self.rank == _MATRIX_RANK

    @property
    def symbolic_dims(self) -> tuple[str, ...]:
        """The names of symbolic dimensions, in the order of the shape."""
        return tuple(dim for dim in self.shape if isinstance(dim, str))

    def resolve_shape(self, env: Mapping[str, int]) -> tuple[int, ...]:
        """Return the shape as numbers; `KeyError` for a dimension that `env` has not."""
        return resolved(self.shape, env)

    @property
    def fixed_layout(self) -> Layout | None:
        """The layout unless it depends on dimensions, else None."""
        return None if self._follows_box else self.layout

    def resolve_layout(self, env: Mapping[str, int]) -> Layout:
        """Return the layout; that of a wgmma operand follows the bytes of a row of the box."""
        if not self._follows_box:
            return self.layout
        return wgmma_layout("wgmma", resolved(self._box, env)[-1], self.dtype)

    def resolve_box(self, env: Mapping[str, int]) -> tuple[int, ...]:
        """Return the box of a TMA copy, as numbers in the order of the shape.

        `KeyError` for a dimension that `env` does not have; `ValueError` for a box that cannot be
        copied.
        """
        found = resolved(self._box, env)
        if self.is_reshaped:
            check_matrix(self.resolve_shape(env), self.layout)
        self._check_box(self._box_title(found), found, self.resolve_layout(env))
        return found

    def check_map(self) -> None:
        """Raise `ValueError` if no tensor map exists for any symbolic dimensions."""
        self._check_box(self._box_title(self._box), self._box, self.layout)

    def _box_title(self, box: tuple[Dim, ...]) -> str:
        return f"the box {box}" if self.tma_box else f"a box of the whole tensor, {box}"

    @property
    def _box(self) -> tuple[Dim, ...]:
        return self.tma_box or self.shape

    def matches(self, array_shape: tuple[int, ...], array_dtype_name: str) -> bool:
        """Return whether an array has this rank, these concrete dimensions and this type.

        The name is that of PTX or of NumPy: `bf16` and `bfloat16`. Symbolic dimensions match all.
        """
        return (
            len(array_shape) == self.rank
            and array_dtype_name in (self.dtype.fundamental, *DTYPES[self.dtype.fundamental])
            and all(
                isinstance(dim, str) or dim == extent
                for dim, extent in zip(self.shape, array_shape, strict=True)
            )
        )

    def extract_env(self, array_shape: tuple[int, ...]) -> dict[str, int]:
        """Return the numbers of the symbolic dimensions for an array of a shape.

        `ValueError` where the number of dimensions or a concrete one differs, or a name would have
        two numbers.
        """
        given = tuple(array_shape)
        if len(given) != self.rank:
            msg = (
                f"shape {given} has "
                f"{format_count(len(given), 'dimension')}; {self!r} has {self.rank}"
            )
            raise ValueError(msg)
        env: dict[str, int] = {}
        for position, (dim, extent) in enumerate(zip(self.shape, given, strict=True)):
            # A name that a tile has twice stands for one number.
            wanted = env.setdefault(dim, extent) if isinstance(dim, str) else dim
            if wanted != extent:
                named = f"{dim}, {wanted} before" if isinstance(dim, str) else str(wanted)
                msg = f"shape {given} has {extent} in dimension {position}; {self!r} has {named}"
                raise ValueError(msg)
        return env

    @classmethod
    def wgmma_a(
        cls,
        m: Dim,
        k: Dim,
        dtype: Type,
        *,
        tile_m: Dim | None = None,
        tile_k: Dim | None = None,
    ) -> Tile:
        """Return the tile of a wgmma operand A: M x K, row-major, K-major for wgmma.

        Args:
            m: Rows.
            k: Columns.
            dtype: The type of the elements.
            tile_m: Rows that one TMA copy moves; all without it.
            tile_k: Columns that one TMA copy moves; all without it.

        The layout follows the bytes of a row of the box: 16 are `ROW`, 32 `TMA_32B`, 64 `TMA_64B`,
        128 `TMA_128B`. With a symbolic row it is `ROW` here, and follows when it is bound.
        """
        return cls._wgmma("wgmma_a", (m, k), dtype, (tile_m, tile_k))

    @classmethod
    def wgmma_b(
        cls,
        k: Dim,
        n: Dim,
        dtype: Type,
        *,
        tile_k: Dim | None = None,
        tile_n: Dim | None = None,
    ) -> Tile:
        """Return the tile of a wgmma operand B: K x N, row-major, MN-major for wgmma.

        Args:
            k: Rows.
            n: Columns.
            dtype: The type of the elements.
            tile_k: Rows that one TMA copy moves; all without it.
            tile_n: Columns that one TMA copy moves; all without it.

        The layout follows the bytes of a row of the box, as for `wgmma_a`.
        """
        return cls._wgmma("wgmma_b", (k, n), dtype, (tile_k, tile_n))

    @classmethod
    def _wgmma(
        cls, what: str, dims: tuple[Dim, Dim], dtype: Type, given: tuple[Dim | None, Dim | None]
    ) -> Tile:
        box = tuple(dim if part is None else part for dim, part in zip(dims, given, strict=True))
        layout = wgmma_layout(what, dimension(box[-1], f"{what}: the row"), element_type(dtype))
        made = cls(*dims, dtype, layout, tma_box=None if given == (None, None) else box)
        # The constructor has no such argument, as no other tiles follow their boxes.
        object.__setattr__(made, "_follows_box", True)
        return made

    def _key(self) -> tuple[Any, ...]:
        kind, follows = self.dtype.fundamental, self._follows_box
        box = (self.layout, self.tma_box, self.tma_rank, self.tma_padding, follows)
        return self.shape, kind, *box

    def __eq__(self, other: object) -> bool:
        """Return whether all parts are equal."""
        return self._key() == other._key() if isinstance(other, Tile) else NotImplemented

    def __hash__(self) -> int:
        """Return a number that equal tiles share."""
        return hash(self._key())

    def __repr__(self) -> str:
        """Show it as it is written."""
        parts = [*map(repr, self.shape), self.dtype.fundamental]
        if self.layout is not Layout.ROW:
            parts.append(str(self.layout))
        for name in ("tma_box", "tma_rank", "tma_padding"):
            value = getattr(self, name)
            if value != getattr(Tile, name):
                parts.append(f"{name}={value!r}")
        return f"Tile({', '.join(parts)})"


def _sorted(given: Iterable[Any]) -> tuple[list[Dim], list[Type], list[Layout]]:
    """Return dimensions, types and layouts among positional arguments."""
    dims: list[Dim] = []
    kinds: list[Type] = []
    layouts: list[Layout] = []
    for value in given:
        if isinstance(value, Type):
            kinds.append(value)
        elif isinstance(value, Layout):
            layouts.append(value)
        else:
            dims.append(dimension(value, f"dimension {len(dims)}"))
    if not dims:
        msg = "a tile has at least one dimension: Tile('M', 'K', bf16)"
        raise ValueError(msg)
    return dims, kinds, layouts


def _one(what: str, given: list[Any]) -> Any:
    """Return the one given value; equal values count as one."""
    if not given:
        msg = f"a tile has a {what}: Tile('M', 'K', bf16), or {what}=bf16"
        raise ValueError(msg)
    for value in given[1:]:
        if value is not given[0]:
            first, second = (getattr(one, "fundamental", one) for one in (given[0], value))
            msg = f"a tile has one {what}, not both {first} and {second}"
            raise ValueError(msg)
    return given[0]


def _box(box: Any, rank: int) -> tuple[Dim, ...] | None:
    """Return a box with as many dimensions as the tensor."""
    if box is None:
        return None
    if not isinstance(box, tuple | list):
        msg = f"tma_box is {box!r}; it is a tuple with an extent for each dimension"
        raise TypeError(msg)
    found = tuple(dimension(extent, f"tma_box[{at}]") for at, extent in enumerate(box))
    if len(found) != rank:
        msg = (
            f"tma_box={found} has {format_count(len(found), 'extent')} "
            f"for {format_count(rank, 'dimension')}"
        )
        raise ValueError(msg)
    return found
