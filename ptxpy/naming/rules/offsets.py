"""Offsets and indices of addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.naming.identifiers import is_allowed
from ptxpy.naming.rule import Name, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator


class Offsets(Rule):
    """A value that is only ever added to pointers is an offset; one that is scaled to it, an index.

    What is only a part of such a sum is called as the sum is.
    """

    name = "offsets"
    help = "what is only added to pointers: x_offset, and what is scaled to that: x_index"
    is_weak = True

    def names(self) -> Iterator[Name]:
        """Yield names for the offsets and indices of addresses."""
        facts = self.facts
        for register, (word, root) in facts.offsets.items():
            stem = facts.root_name(root).removesuffix("_ptr") if root is not None else ""
            if stem and is_allowed(f"{stem}_{word}"):
                yield Name(register, f"{stem}_{word}")
            yield Name(register, word)
