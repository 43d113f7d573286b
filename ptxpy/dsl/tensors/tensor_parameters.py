"""Tensors as the body of a kernel sees them: a parameter with a shape, and its tensor map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, overload

from ptxpy.dsl.tracing import trace
from ptxpy.dsl.values.operand_conversion import CONVERTERS, Register, Symbol
from ptxpy.dsl.values.operators import operation
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from ptxpy.dsl.tensors.tile_layouts import Layout
    from ptxpy.dsl.values.types import Type


class TensorBinding(Protocol):
    """The binding of a traced kernel, as its tensors see it."""

    def dim(self, name: str) -> int:
        """Return the number of a dimension; `TraceError` if it has none."""

    def __getitem__(self, name: str) -> int:
        """Return the number of a dimension, as `dim` does."""

    def map_of(self, tensor: Tensor) -> str:
        """Return the name of the parameter that holds a tensor's map."""


class Shape(Sequence[int]):
    """The dimensions of a tensor: a sequence of numbers, each known when it is read."""

    __slots__ = ("_binding", "_dims")

    def __init__(self, dims: tuple[int | str, ...], binding: TensorBinding) -> None:
        """Take numbers and names, and the binding that resolves the names."""
        self._dims = dims
        self._binding = binding

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...

    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        """Return a dimension, or several."""
        if isinstance(index, slice):
            return tuple(self._number(dim) for dim in self._dims[index])
        return self._number(self._dims[index])

    def _number(self, dim: int | str) -> int:
        return dim if isinstance(dim, int) else self._binding.dim(dim)

    def __len__(self) -> int:
        """Return the number of dimensions."""
        return len(self._dims)

    def __eq__(self, other: object) -> bool:
        """Equal numbers."""
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        """Hash of the numbers."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """Show numbers and names."""
        return repr(self._dims)


class Tensor(Symbol):
    """A tensor that a kernel takes: the parameter with its address, `.param .u64 name`."""

    __slots__ = ("binding", "spec")

    def __init__(self, name: str, spec: Any, binding: TensorBinding) -> None:
        """Take the parameter's name, the `Tile`, and the kernel's binding."""
        super().__init__(n.Symbol(name))
        self.spec = spec
        self.binding = binding

    def instead(self) -> str:
        """Return how its address is read."""
        name = self.name
        return f"p{name}, = ptx.global_ptrs({name}) and then [p{name}] or [p{name} + i * 4]"

    @property
    def dtype(self) -> Type:
        """The type of the elements."""
        found: Type = self.spec.dtype
        return found

    @property
    def layout(self) -> Any:
        """The layout that the `Tile` says, or that follows from its dimensions."""
        return self.spec.resolve_layout(self.binding)

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        found: int = self.spec.rank
        return found

    @property
    def shape(self) -> Shape:
        """Its shape; reading a dimension without a number raises `TraceError`.

        A dimension that is read is fixed in the PTX: for another number the kernel is traced again.
        """
        return Shape(self.spec.shape, self.binding)

    def tma_desc(self) -> TensorMapHandle:
        """Return a register with the generic address of the tensor's map.

        The map is a parameter of its own, `.param .align 64 .b8 name_tma_desc[128]`. Each call
        emits `mov.b64` of that name and `cvta.param.u64`: call it once, above any branch.
        """
        trace.check_trace(self)
        self.spec.check_map()
        # The parameter for the map is added to the head when the body has been run.
        name = self.binding.map_of(self)
        address = operation("mov.b64")(n.Symbol(name))
        generic = operation("cvta.param.u64")(address)
        # The handle knows its tensor, which the result of `cvta` would not.
        node = trace.function_body().function.fresh("b64")
        generic.bind(node, "b64")
        return TensorMapHandle(node, self)

    def __repr__(self) -> str:
        """Show name and tile."""
        return f"<tensor {self.name}: {self.spec!r}>"


class TensorMapHandle(Register):
    """A register with the generic address of a tensor map."""

    __slots__ = ("tensor",)

    def __init__(self, node: n.Register, tensor: Tensor) -> None:
        """Take the register, and the tensor that the map is of."""
        super().__init__(node, "b64")
        self.tensor = tensor

    @property
    def rank(self) -> int:
        """The number of coordinates of a copy: the rank of the map.

        It is 2 or 3 for a matrix, as the `Tile` specifies, and the tensor's rank otherwise.
        """
        spec = self.tensor.spec
        rank: int = spec.tma_rank if spec.rank == 2 else spec.rank  # noqa: PLR2004 - a matrix
        return rank

    @property
    def layout(self) -> Layout | None:
        """The layout of the map; None if it follows from dimensions that have no number here."""
        spec = self.tensor.spec
        found: Layout | None = spec.fixed_layout if self.box is None else spec.resolve_layout({})
        return found

    @property
    def box(self) -> tuple[int, ...] | None:
        """The box of one copy, outermost dimension first; None if it is not known here."""
        box = self.tensor.spec.tma_box or self.tensor.spec.shape
        if not all(isinstance(size, int) for size in box):
            return None
        return tuple(box)


def _of_handle(value: Any, _double: bool) -> Any:  # noqa: FBT001 - called through a table
    return value.operand()


CONVERTERS[Tensor] = _of_handle
CONVERTERS[TensorMapHandle] = _of_handle
