"""Several `mma` instructions as one product, and several `wgmma` instructions as one call.

The results are the same, and larger products are quicker. A batch of `mma` is one A with several
Bs, or one B with several As: it grows while consecutive products share A or B, and none reads a
result of another. The registers of its results are written when an instruction reads them. A
following product that accumulates onto all these registers takes the matrix itself instead.

Consecutive `wgmma` instructions with the same D are one call, which is written when a group is
committed, D is read, or the piece ends: a program cannot observe when they are performed between
issue and wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.sim.semantics.matrices.forms import merge_forms
from ptxpy.sim.semantics.matrices.wgmma import multiply

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.function_text import FunctionText
    from ptxpy.sim.semantics.matrices.forms import Form
    from ptxpy.sim.semantics.matrices.wgmma import Issue

__all__ = ["Batch", "Pending", "Product", "gather"]

_MAX_PRODUCTS: Final = 8
"""The most products of a batch."""

Names = tuple[str, ...]


class Product(NamedTuple):
    """The variables of a product's registers."""

    left: Names
    right: Names
    start: Names


class Batch:
    """Products of one form that are written as one."""

    def __init__(self, writer: FunctionText, form: Form, warps: str) -> None:
        """Create an empty batch; `warps` is the variable of the number of warps that run."""
        self.writer = writer
        self.form = form
        self.warps = warps
        self.products: list[Product] = []
        self.results: dict[str, int] = {}
        """The index of the result register that each variable holds."""
        self._matrix = ""
        self._part = ""

    def accepts(self, form: Form, product: Product) -> bool:
        """Return whether a product can be added."""
        # A batch that is written cannot grow, nor one whose results the product reads.
        if self._matrix or form is not self.form or len(self.products) >= _MAX_PRODUCTS:
            return False
        if any(name in self.results for names in product for name in names):
            return False
        # With one A the Bs stand side by side in the larger product; with one B the As are stacked.
        across = all(each.left == product.left for each in self.products)
        down = all(each.right == product.right for each in self.products)
        more = len(self.products) + 1
        return (across and merge_forms(form, 1, more) is not None) or (
            down and merge_forms(form, more, 1) is not None
        )

    def part(self, index: int) -> int:
        """Return the index in the batch of a result register of the product added last."""
        return (len(self.products) - 1) * self.form.counts[3] + index

    def writer_of(self, number: int) -> Callable[[str], None]:
        """Return a function that writes the assignment of a result register to a variable."""

        def write(name: str) -> None:
            self.finish()
            self.writer.emit(f"{name} = {self._part}({self._matrix}, {number})")

        return write

    def finish(self) -> None:
        """Write the product of the batch, unless it has been written."""
        if self._matrix:
            return
        writer, products = self.writer, self.products
        across = all(each.left == products[0].left for each in products)
        count = len(products)
        form = self.form
        if count > 1:
            merged = merge_forms(form, 1, count) if across else merge_forms(form, count, 1)
            assert merged is not None  # noqa: S101 - `accepts` has checked it
            form = merged
        lefts = products[:1] if across else products
        rights = products if across else products[:1]
        a = gather(writer, form.left, _concatenate([each.left for each in lefts]), self.warps)
        b = gather(writer, form.right, _concatenate([each.right for each in rights]), self.warps)
        c = gather(writer, form.start, _concatenate([each.start for each in products]), self.warps)
        self._matrix = writer.let(writer.call(form.multiply, a, b, c))
        self._part = writer.bind(form.part)
        names = tuple(sorted(self.results, key=self.results.__getitem__))
        if form.chains and len(names) == form.counts[3]:
            # A following product that accumulates onto these registers finds the matrix by their
            # names.
            writer.shared[form.start, names] = self._matrix


def _concatenate(names: list[Names]) -> Names:
    return tuple(name for each in names for name in each)


def gather(
    writer: FunctionText, function: Callable[..., object], names: Names, warps: str, *extra: str
) -> str:
    """Return the variable of a matrix gathered from registers; equal registers share one."""
    key = (function, names, *extra)
    found = writer.shared.get(key)
    if found is None:
        # The value of a deferred register must be in the text before the call that takes it.
        for name in names:
            writer.materialise(name)
        call = writer.call(function, f"({', '.join(names)},)", warps, *extra)
        found = writer.shared[key] = writer.let(call)
    return found


class Pending(NamedTuple):
    """`wgmma` operations of one kind with one D that are not written yet."""

    writer: FunctionText
    issue: Issue
    steps: list[str]
    """The text of each step."""

    @property
    def has_room(self) -> bool:
        """Whether one more operation can be added."""
        return len(self.steps) < self.issue.form.max_steps

    def write(self) -> None:
        """Write the operations as one call."""
        issue = self.writer.bind(self.issue, self.issue)
        steps = "".join(f"{step}, " for step in self.steps)
        self.writer.emit(self.writer.call(multiply, "M", "F", "I", issue, f"({steps})"))
