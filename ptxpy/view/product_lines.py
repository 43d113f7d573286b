"""The lines of asynchronous products in machine code, which are not in the table of ptxas.

nvdisasm shows HGMMA at the line of whatever instruction is before it. ptxas keeps the order of the
products in a part of a function, and may change that of the parts: products are joined one by one
where number and shapes agree, and only if instructions around each have lines that are near.
"""

from __future__ import annotations

import re
from statistics import median_low
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import matrix_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.analysis import Code
    from ptxpy.summaries import Survey
    from ptxpy.view.machine_code import MachineCode

__all__ = ["product_lines"]

_PRODUCT: Final = re.compile(r"\s*(?:@!?U?P\w+\s+)?[A-Z]GMMA\.(?:SP\.)?(\d+)x(\d+)x(\d+)\b")
_AROUND: Final = 8
"""The instructions before and behind a product whose lines are compared with that of `wgmma`."""
_NEAR: Final = 60
"""The most lines between `wgmma` and the nearest of them: more is another part of the function."""
_JUMP: Final = 150
"""The lines between the surroundings of two products that are in different parts of a function."""


class _Product(NamedTuple):
    """A product of PTX, or of machine code."""

    place: int
    """The line of PTX, or the index in `MachineCode.lines`."""
    shape: tuple[int, int, int]


def product_lines(survey: Survey, lines: Sequence[int], machine: MachineCode) -> dict[int, int]:
    """Return the line of PTX of each asynchronous product, by its index in `MachineCode.lines`.

    The products of a function whose lines are not certain are left out.

    Args:
        survey: The module with its functions.
        lines: The line of each statement of the module.
        machine: The machine code.
    """
    products = _products(machine)
    found: dict[int, int] = {}
    for code, _ in survey.functions:
        made = products.get(code.function.name.name, [])
        around = {product.place: _lines_around(machine, product.place) for product in made}
        if not made or not all(around.values()):
            continue
        wanted = [*_wanted(code, lines)]
        for order in (made, _by_parts(made, around)):
            joined = _joined(order, wanted, around)
            if joined:
                found.update(joined)
                break
    return found


def _joined(
    made: Sequence[_Product], wanted: Sequence[_Product], around: Mapping[int, Sequence[int]]
) -> dict[int, int]:
    """Join products one by one; return nothing if a shape differs, or if a line is far away."""
    if [product.shape for product in made] != [product.shape for product in wanted]:
        return {}
    pairs = [(one.place, other.place) for one, other in zip(made, wanted, strict=True)]
    is_near = all(min(abs(each - line) for each in around[at]) <= _NEAR for at, line in pairs)
    return dict(pairs) if is_near else {}


def _by_parts(made: Sequence[_Product], around: Mapping[int, Sequence[int]]) -> list[_Product]:
    """Return products in the order in which the parts of the function are in the PTX."""
    parts: list[list[_Product]] = []
    before = 0
    for product in made:
        place = median_low(around[product.place])
        if not parts or abs(place - before) > _JUMP:
            parts.append([])
        parts[-1].append(product)
        before = place
    parts.sort(key=lambda part: median_low([median_low(around[each.place]) for each in part]))
    return [product for part in parts for product in part]


def _lines_around(machine: MachineCode, place: int) -> list[int]:
    """Return the lines of the instructions around a product, but not those of other products."""
    return [
        line.ptx_line
        for line in machine.lines[max(0, place - _AROUND) : place + _AROUND + 1]
        if line.ptx_line and not _PRODUCT.match(line.text)
    ]


def _wanted(code: Code, lines: Sequence[int]) -> Iterator[_Product]:
    """Yield the products of a function."""
    for index, statement in enumerate(code.statements):
        if type(statement) is n.Instruction:
            matrix = matrix_of(statement.opcode, statement.modifiers)
            if matrix is not None:
                yield _Product(lines[code.ordinals[index]], (matrix.m, matrix.n, matrix.k))


def _products(machine: MachineCode) -> dict[str, list[_Product]]:
    """Return the products of machine code by the names of functions."""
    found: dict[str, list[_Product]] = {}
    function = ""
    for at, line in enumerate(machine.lines):
        product = _PRODUCT.match(line.text)
        if product is not None:
            shape = int(product[1]), int(product[2]), int(product[3])
            found.setdefault(function, []).append(_Product(at, shape))
        elif line.address < 0 and line.text.endswith(":") and not line.text.startswith(".L_"):
            function = line.text[:-1]
    return found
