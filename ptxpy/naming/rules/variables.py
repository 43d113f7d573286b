"""Variables: their addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.naming.rule import Name, Rule, singles

if TYPE_CHECKING:
    from collections.abc import Iterator


class Variables(Rule):
    """The address of a variable is called after the variable."""

    name = "variables"
    help = "addresses of variables: tile_addr"

    def names(self) -> Iterator[Name]:
        """Yield a name for each register that holds the address of a variable."""
        facts = self.facts
        for register in singles(facts):
            value = facts.values[register]
            if value.kind == "address" and value.offset == 0:
                name = facts.python_name(value.name)
                if name:
                    yield Name(register, f"{name}_addr")
