"""The places where groups are called: before, within or behind the loops of a kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ptxpy.dialect import vocabulary
from ptxpy.lift.listing import Function
from ptxpy.pytree import tree as t

__all__ = ["places_of_calls"]

_PART: Final = "part"
"""The name of a function that is called in several places, or in a kernel without a loop."""
_PROLOGUE: Final = "prologue"
_LOOP: Final = "loop"
_EPILOGUE: Final = "epilogue"


def places_of_calls(functions: Sequence[Function], groups: Mapping[str, t.Block]) -> dict[str, str]:
    """Return a name for each group after the place of all its calls: `epilogue_part`, `part`.

    The prologue of a function precedes the first of its loops, the epilogue is behind the last one.
    A function that branches to labels of its own may have loops that are not seen here, so that
    its groups have no place.

    Args:
        functions: The functions of the module.
        groups: The bodies of the groups, by their names.
    """
    found: dict[str, set[str]] = {name: set() for name in groups}
    for function in functions:
        for name, place in _calls(function.block, groups):
            found[name].add(place)
    # What a group calls is called where the group is.
    inner = {name: {each for each, _ in _calls(body, groups)} for name, body in groups.items()}
    pending = [*groups]
    while pending:
        name = pending.pop()
        for called in inner[name]:
            if not found[name] <= found[called]:
                found[called] |= found[name]
                pending.append(called)
    return {
        name: f"{min(places)}_{_PART}" if len(places) == 1 and "" not in places else _PART
        for name, places in found.items()
    }


def _calls(block: t.Block, groups: Mapping[str, t.Block]) -> list[tuple[str, str]]:
    """Return the calls of groups in a block, in order, each with its place."""
    events: list[tuple[str, bool]] = []
    """The groups that are called, each with whether it is in a loop; "" for the end of a loop."""
    is_plain = True

    def read(statements: t.Block, *, in_loop: bool) -> None:
        nonlocal is_plain
        for statement in statements:
            for call in t.calls_of(statement):
                name = str(call.function)
                if name in groups:
                    events.append((name, in_loop))
                elif name.startswith(_BRANCH):
                    is_plain = False
            inner = t.statement_bodies(statement)
            if inner is not None:
                is_loop = isinstance(statement, t.With) and any(
                    vocabulary.LOOP in str(getattr(each.value, "function", ""))
                    for each in statement.contexts
                )
                read(inner, in_loop=in_loop or is_loop)
                if is_loop:
                    events.append(("", in_loop))

    read(block, in_loop=False)
    ends = [at for at, (name, _) in enumerate(events) if not name]
    first = min([at for at, (name, inside) in enumerate(events) if inside or not name], default=-1)
    found: list[tuple[str, str]] = []
    for at, (name, inside) in enumerate(events):
        if name:
            place = _LOOP if inside else _PROLOGUE if at < first else ""
            if not inside and ends and at > ends[-1]:
                place = _EPILOGUE
            found.append((name, place if ends and is_plain else ""))
    return found


_BRANCH: Final = ("ptx.bra", "ptx.brx")
