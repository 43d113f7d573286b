"""The variables of the source that debug information puts into registers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.naming.rule import Name, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator


class DebugInformation(Rule):
    """A register that a variable lives in for the whole of its scope has the variable's name."""

    name = "debug"
    help = "the source's own names, where debug information has them: sum"

    def names(self) -> Iterator[Name]:
        """Yield a name for each register that debug information names."""
        facts = self.facts
        debug = facts.context.debug
        if debug is None:
            return
        for register, name in enumerate(facts.table.names):
            if name in debug.registers:
                yield Name(register, debug.registers[name])
