"""Pointers into the memory of parameters and into variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.naming.rule import Name, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator


class Pointers(Rule):
    """A register that only ever holds pointers into one thing is called after that thing."""

    name = "pointers"
    help = "pointers into a parameter's memory or a variable: x_ptr"

    def names(self) -> Iterator[Name]:
        """Yield a name for each pointer."""
        facts = self.facts
        for register, root in facts.pointers.items():
            name = facts.root_name(root)
            if name:
                yield Name(register, pointer_name(name))


def pointer_name(name: str) -> str:
    """Return the name for a pointer into what `name` is the address of."""
    stem = name.removesuffix("_ptr")
    return f"{stem}_at" if stem != name and stem else f"{name}_ptr"
