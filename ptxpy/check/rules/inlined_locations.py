"""Where inlined code is called: a position that a `.loc` before it has, and a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import ModuleContext

__all__ = ["check_inlined_locations"]

_CODE: Final = "PTX031"
_SINCE: Final = (7, 0)
"""Earlier versions have no inlined code: the rule on placement says so."""


def check_inlined_locations(context: ModuleContext) -> Iterator[Diagnostic]:
    """Yield a `.loc` whose caller no earlier one has, or whose function's name is nowhere."""
    known: set[tuple[object, ...]] = set()
    labels: set[str] | None = None
    is_new = context.version is None or context.version >= _SINCE
    for ordinal, location in _all(context):
        inlined = location.inlined
        if inlined is not None and not context.unparsed_names and is_new:
            place = tuple(part.value for part in (inlined.file, inlined.line, inlined.column))
            labels = _labels(context.module) if labels is None else labels
            name = inlined.function.name
            if place not in known:
                shown = " ".join(map(str, place))
                message = f"no .loc before this one has the position of the call, {shown}"
                help_ = f"write .loc {shown} before it"
                yield Diagnostic(_CODE, message, ordinal, ("name", "inlined_at"), help_)
            elif name not in labels and not name.startswith("."):
                message = f"no section has the label {name}, the name of the function"
                yield Diagnostic(_CODE, message, ordinal, ("name", name))
        if location.column is not None:
            parts = (location.file, location.line, location.column)
            known.add(tuple(part.value for part in parts))


def _all(context: ModuleContext) -> list[tuple[int, n.Location]]:
    """Return every `.loc` of a module in order, with its ordinal."""
    found = [(ordinal, item) for ordinal, item in context.items if type(item) is n.Location]
    for function in context.functions:
        code = function.code
        found += [
            (ordinal, statement)
            for ordinal, statement in zip(code.ordinals, code.statements, strict=True)
            if type(statement) is n.Location
        ]
    return sorted(found, key=lambda each: each[0])


def _labels(module: n.Module) -> set[str]:
    return {
        item.name
        for section in module.body
        if type(section) is n.Section
        for item in section.body
        if type(item) is n.Label
    }
