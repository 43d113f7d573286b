"""Tensors as the body of a kernel sees them: a parameter with a shape, and its tensor map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.dsl import trace
from ptxpy.dsl.operands import CONVERTERS, Register, Symbol
from ptxpy.dsl.operators import operation
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from ptxpy.dsl.binding import Binding
    from ptxpy.dsl.types import Type


class Tensor(Symbol):
    """A tensor that a kernel takes: the parameter with its address, `.param .u64 name`."""

    __slots__ = ("binding", "spec")

    def __init__(self, name: str, spec: Any, binding: Binding) -> None:
        """Take the parameter's name, the `Tile`, and what is known of the kernel's dimensions."""
        super().__init__(n.Symbol(name))
        self.spec = spec
        self.binding = binding

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
        """How many dimensions it has."""
        found: int = self.spec.rank
        return found

    @property
    def shape(self) -> tuple[int, ...]:
        """Its shape; `TraceError` where a dimension has no number yet.

        What is read here is fixed in the PTX: for another number the kernel is traced again.
        """
        return tuple(
            dim if isinstance(dim, int) else self.binding.dim(dim) for dim in self.spec.shape
        )

    def tma_desc(self) -> TensorMapHandle:
        """Return a register with the generic address of the tensor's map.

        The map is a parameter of its own, `.param .align 64 .b8 name_tma_desc[128]`. Each call
        emits `mov.b64` of that name and `cvta.param.u64`: call it once, above any branch.
        """
        self.spec.check_map()
        name = self.binding.map_of(self)
        address = operation("mov.b64")(n.Symbol(name))
        generic = operation("cvta.param.u64")(address)
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
        """How many coordinates a copy has: 2 or 3, as the `Tile` says, or the tensor's rank."""
        spec = self.tensor.spec
        rank: int = spec.tma_rank if spec.rank == 2 else spec.rank  # noqa: PLR2004 - a matrix
        return rank

    @property
    def box(self) -> tuple[int, ...] | None:
        """What one copy moves, outermost dimension first; None where it is not known here."""
        box = self.tensor.spec.tma_box or self.tensor.spec.shape
        if not all(isinstance(size, int) for size in box):
            return None
        return tuple(box)


def _of_handle(value: Any, _double: bool) -> Any:  # noqa: FBT001 - called through a table
    return value.node


CONVERTERS[Tensor] = _of_handle
CONVERTERS[TensorMapHandle] = _of_handle
