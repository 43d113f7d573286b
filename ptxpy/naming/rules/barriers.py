"""Addresses of mbarriers, by what arrives at them and what waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.naming.rule import Name, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator


class Barriers(Rule):
    """A barrier that bytes complete is full; one that is waited for before that is empty."""

    name = "barriers"
    help = "mbarriers, by what arrives and what waits: full_bar, empty_bar, mbar"

    def names(self) -> Iterator[Name]:
        """Yield a name for each register whose uses are all the address of a barrier."""
        facts = self.facts
        for register, kind in facts.barriers.registers().items():
            if facts.single(register) is not None:
                yield Name(register, f"{kind}_bar" if kind else "mbar")
