"""The lines of asynchronous products in machine code, which are not in the table of ptxas.

nvdisasm shows HGMMA at the line of whatever instruction is before it. ptxas keeps the order of such
products, so those of a function are joined one by one where number and shapes agree.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.isa import matrix_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis import Code
    from ptxpy.summaries import Survey
    from ptxpy.view.machine_code import MachineCode

__all__ = ["product_lines"]

_PRODUCT: Final = re.compile(r"\s*(?:@!?U?P\w+\s+)?[A-Z]GMMA\.(?:SP\.)?(\d+)x(\d+)x(\d+)\b")


def product_lines(survey: Survey, lines: Sequence[int], machine: MachineCode) -> dict[int, int]:
    """Return the line of PTX of each asynchronous product, by its index in `MachineCode.lines`.

    Args:
        survey: The module with its functions.
        lines: The line of each statement of the module.
        machine: The machine code.
    """
    found: dict[int, int] = {}
    products = _products(machine)
    for code, _ in survey.functions:
        wanted = _wanted(code, lines)
        made = products.get(code.function.name.name, [])
        if wanted and [shape for _, shape in wanted] == [shape for _, shape in made]:
            found.update((at, line) for (at, _), (line, _) in zip(made, wanted, strict=True))
    return found


def _wanted(code: Code, lines: Sequence[int]) -> list[tuple[int, tuple[int, int, int]]]:
    """Return the line and the shape of each product of a function."""
    found = []
    for index, statement in enumerate(code.statements):
        if type(statement) is n.Instruction:
            matrix = matrix_of(statement.opcode, statement.modifiers)
            if matrix is not None:
                found.append((lines[code.ordinals[index]], (matrix.m, matrix.n, matrix.k)))
    return found


def _products(machine: MachineCode) -> dict[str, list[tuple[int, tuple[int, int, int]]]]:
    """Return the index and the shape of each product, by the names of functions."""
    found: dict[str, list[tuple[int, tuple[int, int, int]]]] = {}
    function = ""
    for at, line in enumerate(machine.lines):
        product = _PRODUCT.match(line.text)
        if product is not None:
            shape = int(product[1]), int(product[2]), int(product[3])
            found.setdefault(function, []).append((at, shape))
        elif line.address < 0 and line.text.endswith(":") and not line.text.startswith(".L_"):
            function = line.text[:-1]
    return found
