"""What loops add up, and the largest and smallest of what they go through."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from ptxpy.lift.names.rule import Name, Rule, RunName
from ptxpy.lift.names.updates import Updates, updates_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.lift.names.facts import Facts


class Accumulators(Rule):
    """A float that each turn of a loop adds to is a total; several that products go to, a run."""

    name = "accumulators"
    help = "what loops add up or compare: acc, total, largest, smallest"

    def runs(self, facts: Facts) -> Iterator[RunName]:
        """Yield the accumulators of products that one loop has several of."""
        for registers in self._products(facts):
            if len(registers) > 1:
                yield RunName(tuple(registers), "acc")

    def names(self, facts: Facts) -> Iterator[Name]:
        """Yield names for single accumulators."""
        for registers in self._products(facts):
            for register in registers if len(registers) == 1 else ():
                yield Name(register, "acc")
        for register, found in _floats(facts):
            if found.kind in _FLOATS:
                yield Name(register, _FLOATS[found.kind])

    def _products(self, facts: Facts) -> list[list[int]]:
        """Return the accumulators of each loop in the order of the text."""
        groups: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for register, found in _floats(facts):
            if found.kind == "*+":
                groups[facts.block_of(found.last)].append((found.last, register))
        return [[register for _, register in sorted(group)] for group in groups.values()]


_FLOATS: Final = {"+": "total", "max": "largest", "min": "smallest"}


def _floats(facts: Facts) -> Iterator[tuple[int, Updates]]:
    for register, definitions in enumerate(facts.definitions):
        if len(definitions) > 1 and (found := updates_of(facts, register)) is not None:
            yield register, found
