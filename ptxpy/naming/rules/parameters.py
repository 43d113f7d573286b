"""Parameters: what is loaded from one has its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.naming.rule import Name, Rule, singles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts


class Parameters(Rule):
    """What holds a parameter is called as the parameter is; a field of a structure is not."""

    name = "parameters"
    help = "parameters of the function, and their addresses in the global window: n, x_global"

    def names(self) -> Iterator[Name]:
        """Yield a name for each register that holds a whole parameter."""
        facts = self.facts
        for register in singles(facts):
            value = facts.values[register]
            if (
                value.kind != "parameter"
                or value.name not in facts.scalars
                or value.place
                or value.offset
            ):
                continue
            name = facts.python_name(value.name)
            if name:
                yield Name(register, name + _suffix(facts, register))


def _suffix(facts: Facts, register: int) -> str:
    """Return what tells an address in the global window from the generic one."""
    statement = facts.single(register)
    return "_global" if statement is not None and ".global" in statement.modifiers else ""
