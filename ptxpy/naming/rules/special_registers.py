"""Special registers: what a copy of one is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.naming.rule import Name, Rule, singles

if TYPE_CHECKING:
    from collections.abc import Iterator


class SpecialRegisters(Rule):
    """A copy of a special register has its name; the first axis goes without saying."""

    name = "special"
    help = "special registers: tid, ctaid_y, lane"

    def names(self) -> Iterator[Name]:
        """Yield a name for each copy of a special register."""
        facts = self.facts
        values = facts.values
        for register in singles(facts):
            if values[register].kind == "special":
                yield Name(register, special_name(values[register].name))


def special_name(special: str) -> str:
    """Return the name for a special register without its percent sign: `tid.y`."""
    return _NAMES.get(special, special.removesuffix(".x").replace(".", "_"))


_NAMES: Final = {
    "laneid": "lane",
    "clock64": "clock",
    "clock_hi": "clock_hi",
    "cluster_ctarank": "cta_rank",
    "cluster_nctarank": "cta_count",
}
