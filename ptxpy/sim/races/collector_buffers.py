"""The collector buffers of `tcgen05.mma`, which keep a matrix for the next products.

The modifiers have no effect on results here. But `::use` and `::lastuse` without the matrix in the
buffer are undefined (PTX ISA 9.7.16.10): a product of the CTA is to have filled it, and none since
to have given it up. A product without a modifier gives up the buffer that it has by default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.sim.races.faults import make_fault
from ptxpy.sim.semantics.tensor_memory.product import ctas_of, fields_of

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ptxpy.sim.races.state import RaceState
    from ptxpy.sim.semantics.tensor_memory.product import Product

__all__ = ["CollectorBuffers"]

_PREFIX: Final = ".collector::"


class _Filled(NamedTuple):
    """The operand that a product has left in a buffer."""

    operand: Hashable
    address: int
    statement: int
    held: bool
    """Whether it is still there; else the statement has given it up."""


class CollectorBuffers:
    """The collector buffers as the products of each CTA leave them."""

    def __init__(self, state: RaceState) -> None:
        """Begin with empty ones."""
        self._state = state
        self._filled: dict[tuple[int, str], _Filled] = {}

    def issue(self, product: Product) -> None:
        """Record a product, and report one whose operand is not in its buffer."""
        # `tcgen05.mma.ws` keeps B, by default in buffer b0; the plain `tcgen05.mma` keeps A.
        modifier = product.form.collector or _PREFIX + ("b0" if product.form.ws else "a")
        buffer, _, usage = modifier.removeprefix(_PREFIX).partition("::")
        operand, address = _operand(product, buffer)
        for cta in ctas_of(self._state.machine, product):
            before = self._filled.get((cta, buffer))
            if usage in ("use", "lastuse"):
                self._check(product, modifier, before, (operand, address))
            held = usage in ("fill", "use")
            # A `::use` leaves the record of the `::fill`, which messages point at.
            kept = usage == "use" and before is not None and before.held
            if not kept and (before is not None or held):
                self._filled[cta, buffer] = _Filled(operand, address, product.ordinal, held)

    def _check(
        self, product: Product, modifier: str, found: _Filled | None, wanted: tuple[Hashable, int]
    ) -> None:
        """Report a product that uses a buffer without its operand."""
        operand, address = wanted
        if found is not None and found.held and found.operand == operand:
            return
        state = self._state
        name = modifier.removeprefix(_PREFIX)[0].upper()
        what = f"tcgen05.mma with {modifier} of {name} at {address:#x}, and "
        fill = f"{modifier.rpartition('::')[0]}::fill"
        earlier: tuple[tuple[str, int], ...] = ()
        missing = f"{fill} at a product with the same {name} before {{}}"
        if found is None:
            what += "no product has filled the buffer"
        elif not found.held:
            what += "the buffer has been given up"
            earlier = (("that was", found.statement),)
        else:
            what += "the buffer has been filled with another operand"
            if found.address != address:
                what += f", at {found.address:#x}"
            earlier = (("that was", found.statement),)
        fault = make_fault(
            state, "collector", what, product.lane, earlier, (missing, (product.ordinal,))
        )
        state.report(fault)


def _operand(product: Product, buffer: str) -> tuple[Hashable, int]:
    """Return the identity of the operand of a buffer, and its descriptor or address."""
    form, fields = product.form, fields_of(product)
    if buffer == "a":
        # The address alone is not the operand: other types, shapes or layouts read other values
        # there.
        layout = fields.m, fields.a, fields.a_major, form.sparse
        return (form.kind, form.a_in_tensor_memory, product.a, fields.k, *layout), product.a
    return (form.kind, product.b, fields.n, fields.k, fields.b, fields.b_major), product.b
