"""Several products of matrices as one: those of one A with several Bs, or of one B with several As.

Their results are the same, and larger products are quicker. A batch grows while products follow
each other that share A or B, and none needs a result of another. Registers of its results are
written when something reads them, and not at all when the next product does: it takes the matrix as
it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.sim.semantics.matrices.forms import fused

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.function_text import FunctionText
    from ptxpy.sim.semantics.matrices.forms import Form

__all__ = ["Batch", "Product", "gathered"]

_MAX_PRODUCTS: Final = 8
"""Products of a batch."""

Names = tuple[str, ...]


class Product(NamedTuple):
    """The variables of a product's registers."""

    left: Names
    right: Names
    start: Names


class Batch:
    """Products of one form that are to be written as one."""

    def __init__(self, writer: FunctionText, form: Form, warps: str) -> None:
        """Begin without products; `warps` is the variable that says how many warps run."""
        self.writer = writer
        self.form = form
        self.warps = warps
        self.products: list[Product] = []
        self.results: dict[str, int] = {}
        """The number of the register of each variable that holds a part of the results."""
        self._matrix = ""
        self._part = ""

    def takes(self, form: Form, product: Product) -> bool:
        """Return whether a product can be one more."""
        if self._matrix or form is not self.form or len(self.products) >= _MAX_PRODUCTS:
            return False
        if any(name in self.results for names in product for name in names):
            return False
        across = all(each.left == product.left for each in self.products)
        down = all(each.right == product.right for each in self.products)
        more = len(self.products) + 1
        return (across and fused(form, 1, more) is not None) or (
            down and fused(form, more, 1) is not None
        )

    def part(self, index: int) -> int:
        """Return the number of a register of the result of the product that was added last."""
        return (len(self.products) - 1) * self.form.counts[3] + index

    def writer_of(self, number: int) -> Callable[[str], None]:
        """Return what writes a register of the results to a variable."""

        def write(name: str) -> None:
            self.finish()
            self.writer.emit(f"{name} = {self._part}({self._matrix}, {number})")

        return write

    def finish(self) -> None:
        """Write the products, once."""
        if self._matrix:
            return
        writer, products = self.writer, self.products
        across = all(each.left == products[0].left for each in products)
        count = len(products)
        form = self.form
        if count > 1:
            merged = fused(form, 1, count) if across else fused(form, count, 1)
            assert merged is not None  # noqa: S101 - `takes` has seen it
            form = merged
        lefts = products[:1] if across else products
        rights = products if across else products[:1]
        a = gathered(writer, form.left, _joined([each.left for each in lefts]), self.warps)
        b = gathered(writer, form.right, _joined([each.right for each in rights]), self.warps)
        c = gathered(writer, form.start, _joined([each.start for each in products]), self.warps)
        self._matrix = writer.let(writer.call(form.multiply, a, b, c))
        self._part = writer.bind(form.part)
        names = tuple(sorted(self.results, key=self.results.__getitem__))
        if form.chains and len(names) == form.counts[3]:
            writer.shared[form.start, names] = self._matrix


def _joined(names: list[Names]) -> Names:
    return tuple(name for each in names for name in each)


def gathered(
    writer: FunctionText, function: Callable[..., object], names: Names, warps: str, *extra: str
) -> str:
    """Return the variable of the matrix that registers hold, which may be there already."""
    key = (function, names, *extra)
    found = writer.shared.get(key)
    if found is None:
        for name in names:
            writer.settle(name)
        call = writer.call(function, f"({', '.join(names)},)", warps, *extra)
        found = writer.shared[key] = writer.let(call)
    return found
