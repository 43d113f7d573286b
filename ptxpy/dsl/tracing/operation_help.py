"""The documentation of a name in `ptx`, as Python's `help` and notebooks show it."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from ptxpy import isa

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["documentation", "helper_documentation"]


def documentation(name: str, helpers: Mapping[str, Callable[..., Any]]) -> str:
    """Return the helpers that begin with a dotted name, and instructions with their meaning."""
    below = {each: helpers[each] for each in sorted(helpers) if f"{each}.".startswith(f"{name}.")}
    rows = [f"ptx.{each}: {_first_line(function)}" for each, function in below.items()]
    parts = [("Helpers, each of which help(ptx.NAME) or `ptxpy help ptx.NAME` shows:", rows)]
    opcode = name.partition(".")[0]
    entries = [
        entry
        for entry in isa.entries(opcode)
        if f"{entry.name}.".startswith(f"{name}.") or f"{name}.".startswith(f"{entry.name}.")
    ]
    meanings = {entry.name: entry.meaning for entry in entries}
    rows = [f"{each}: {meaning}" for each, meaning in meanings.items()]
    parts += [(f"Instructions, of which `ptxpy isa {name}` has the forms:", rows)]
    return "\n\n".join("\n".join([title, *rows]) for title, rows in parts if rows)


def helper_documentation(function: Callable[..., Any]) -> str:
    """Return the signature and documentation of a helper, and the names that its result has."""
    text = f"{function.__name__}{inspect.signature(function)}\n\n{function.__doc__}".rstrip()
    # The name of a class, as annotations are not evaluated.
    made = inspect.unwrap(function).__globals__.get(function.__annotations__.get("return", ""))
    if not isinstance(made, type) or not made.__module__.startswith("ptxpy.dsl."):
        return text
    words = [name for name in vars(made) if not name.startswith("_")]
    return f"{text}\n\n{made.__name__} has {', '.join(words)}: `help` of the result shows them."


def _first_line(function: Callable[..., Any]) -> str:
    return (inspect.getdoc(function) or "").partition("\n")[0]
