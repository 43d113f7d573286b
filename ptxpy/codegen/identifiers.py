"""Python names for PTX names: readable, unique, never a keyword, never a name of the DSL's."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Callable

from ptxpy import dsl
from ptxpy.dsl import NAMED

RESERVED = frozenset(
    {
        *dsl.PROGRAM_NAMES,
        *NAMED,
        *dir(builtins),
        *keyword.kwlist,
        *(word for word in keyword.softkwlist if word != "case"),
        "Annotated",
        "_",
        "d",
        "self",
    }
)
"""Names that generated code uses for itself. The labels of a switch are in `case`."""

UNNAMED = ""
"""The function of a call of a template of inline assembly until all blocks are known."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_MAX_LENGTH = 200


class Namer:
    """Hands out Python names that are unique in one scope and those around it."""

    def __init__(self, outer: Namer | None = None) -> None:
        """Start with the names of the scope around."""
        self.taken: set[str] = set()
        self.outer = outer
        self.every: set[str] = outer.every if outer is not None else set()
        """The names taken in any scope of the program."""
        self._counts: dict[str, int] = {}

    def free(self, name: str) -> bool:
        """Return whether a name is not taken yet."""
        scope: Namer | None = self
        while scope is not None:
            if name in scope.taken:
                return False
            scope = scope.outer
        return name not in RESERVED

    def name(self, wanted: str) -> str:
        """Return a free name as near as possible to the one wanted, and take it."""
        return self._take(wanted, self.free)

    def unique(self, wanted: str) -> str:
        """Return a name that no scope of the program has, and take it."""
        return self._take(wanted, lambda name: name not in self.every and self.free(name))

    def _take(self, wanted: str, free: Callable[[str], bool]) -> str:
        base = self.identifier(wanted)
        found = base
        # The count of a name begins where the last search ended: counting from 1 each time would
        # take quadratic time where many names are equal.
        count = self._counts.get(base, 1)
        while not free(found):
            count += 1
            found = f"{base}_{count}" if base.rstrip("_") else f"x_{count}"
        self._counts[base] = count
        self.taken.add(found)
        self.every.add(found)
        return found

    @staticmethod
    def identifier(text: str) -> str:
        """Return the identifier for a text, without all but letters, digits and underscores."""
        found = re.sub(r"[^A-Za-z0-9_]+", "_", text)[:_MAX_LENGTH]
        if found.startswith("__"):
            found = "_" + found.lstrip("_")
        if not found or found == "_" or found[0].isdigit():
            found = "x" + found
        return found + "_" if keyword.iskeyword(found) else found


def is_exact(python: str, name: str) -> bool:
    """Return whether a Python name is the PTX name itself."""
    return python == name and _IDENTIFIER.match(name) is not None
