"""Annotations of parameters that type checkers accept.

A type that is more than a name stands in `Annotated`. It gets a name of its own above the
functions, `b8x128_align64 = Annotated[b8, b8.align(64)[128]]`, as parameters share it, unless it
has the exact name of one parameter, as `u32.named("%n")` has.
"""

from __future__ import annotations

import re

from ptxpy.codegen.identifiers import Namer
from ptxpy.pytree import expression_text
from ptxpy.pytree import tree as t

_NAME = re.compile(r"([a-z][a-z0-9]*)(?:\[|\.)")
_POINTER = re.compile(r'u64\.ptr\((?:"([a-z]+)")?(?:, )?(?:align=([0-9]+))?\)')
_ARRAY = re.compile(r"([a-z][a-z0-9]*)(?:\.align\(([0-9]+)\))?\[([0-9]+)\]")
_PLAIN = re.compile(r"[a-z][a-z0-9]*")


class Annotations:
    """The annotations of a program, and the names that they get."""

    def __init__(self, namer: Namer, uses: set[str]) -> None:
        """Take where names come from, and the names of the DSL that are used."""
        self._namer = namer
        self._uses = uses
        self._names: dict[str, str] = {}

    def annotation(self, kind: t.Expression) -> str:
        """Return the annotation for a type of the DSL."""
        return self._annotation(expression_text(kind))

    def _annotation(self, kind: str) -> str:
        if _PLAIN.fullmatch(kind):
            return kind
        base = _NAME.match(kind)
        if base is None:  # `fundamental("x")` and the like
            self._uses.add("b8")
        annotated = f"Annotated[{base[1] if base else 'b8'}, {kind}]"
        if ".named(" in kind:
            self._uses.add("Annotated")
            return annotated
        if annotated not in self._names:
            self._uses.add("Annotated")
            self._names[annotated] = self._namer.name(alias(kind))
        return self._names[annotated]

    def statements(self) -> list[t.Statement]:
        """Return the definitions of the names."""
        return [t.Assign([name], annotated) for annotated, name in self._names.items()]


def alias(kind: str) -> str:
    """Return the name wanted for a type: `ptr_global_align16`, `b8x128_align64`."""
    pointer = _POINTER.fullmatch(kind)
    if pointer is not None:
        space, size = pointer.groups()
        return "ptr" + (f"_{space}" if space else "") + (f"_align{size}" if size else "")
    array = _ARRAY.fullmatch(kind)
    if array is not None:
        base, size, count = array.groups()
        return f"{base}x{count}" + (f"_align{size}" if size else "")
    return re.sub(r"[^a-z0-9]+", "_", kind).strip("_")
