"""The call sites of inlined code in `.loc`: an earlier position, and a label of a section."""

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
"""The first version with `inlined_at`; the rule on pragmas reports it for earlier ones."""


def check_inlined_locations(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report a `.loc` with an unknown call site, or an unknown name of the function."""
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
                message = f"no earlier .loc has the position of the call, {shown}"
                help_ = f"write .loc {shown} before it"
                yield Diagnostic(_CODE, message, ordinal, ("name", "inlined_at"), help_)
            elif name not in labels and not name.startswith("."):
                message = f"no section defines the label {name}, the name of the function"
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
