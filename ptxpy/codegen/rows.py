"""Long lists of registers that several templates are given: they get a name, `acc = (*f[…], …)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.codegen.outlining import UNNAMED
from ptxpy.pytree import expression_text
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.codegen.identifiers import Namer

MIN_NAMED_LENGTH = 24
"""The least characters of a list that is worth a name."""


def name_rows(block: t.Block, rows: Mapping[t.Expression, list[str]], namer: Namer) -> None:
    """Name the lists that are given more than once, before the first use of each.

    Args:
        block: The statements of a function.
        rows: What the templates call each list, once for every call.
        namer: Where names come from.
    """
    often = {
        row: names[0]
        for row, names in rows.items()
        if len(names) > 1 and len(expression_text(row)) >= MIN_NAMED_LENGTH
    }
    if not often:
        return
    given: dict[t.Expression, str] = {}
    place = 0
    found: t.Block = []
    for statement in block:
        for inner in t.walk_statements([statement]):
            call = _template_call(inner)
            if call is None:
                continue
            for row in call.arguments:
                if row in often and row not in given:
                    given[row] = namer.name(often[row])
                    found.insert(place, t.Assign([given[row]], row))
                    place += 1
            arguments = tuple([given.get(argument, argument) for argument in call.arguments])
            inner.value = call._replace(arguments=arguments)  # type: ignore[attr-defined]
        found.append(statement)
        if t.statement_bodies(statement) is None:
            place = len(found)
    block[:] = found


def _template_call(statement: t.Statement) -> t.Call | None:
    """Return the call of a template that a statement is, if it is one."""
    value = statement.value if isinstance(statement, t.Assign | t.Evaluate) else None
    return value if isinstance(value, t.Call) and value.function == UNNAMED else None
