"""Long lists of registers that several templates are given: they get a name, `acc = (*f[…], …)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.codegen.outlining import Call

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.codegen.identifiers import Namer
    from ptxpy.codegen.wrap import Line

_LONG = 24
"""So many characters are worth a name."""


def name_rows(lines: list[Line], rows: Mapping[str, list[str]], namer: Namer) -> None:
    """Name the lists that are given more than once, before the first use of each.

    Args:
        lines: The lines of a function.
        rows: What the templates call each list, once for every call.
        namer: Where names come from.
    """
    often = {row: names[0] for row, names in rows.items() if len(names) > 1 and len(row) >= _LONG}
    if not often:
        return
    given: dict[str, str] = {}
    place = 0
    found: list[Line] = []
    for depth, line in lines:
        if isinstance(line, Call):
            for row in line.arguments:
                if row in often and row not in given:
                    given[row] = namer.name(often[row])
                    found.insert(place, (1, f"{given[row]} = {row}"))
                    place += 1
            line.arguments = [given.get(argument, argument) for argument in line.arguments]
        found.append((depth, line))
        if depth == 1 and not str(line).endswith(":"):
            place = len(found)
    lines[:] = found
