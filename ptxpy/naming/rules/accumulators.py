"""What loops add up, and the largest and smallest of what they go through."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ptxpy.naming.rule import Name, Rule, RunName
from ptxpy.naming.updates import Updates, updates_of

if TYPE_CHECKING:
    from collections.abc import Iterator


class Accumulators(Rule):
    """A float that each turn of a loop adds to is a total; several that products go to, a run."""

    name = "accumulators"
    help = "what loops add up or compare: acc, total, largest, smallest"

    def runs(self) -> Iterator[RunName]:
        """Yield the accumulators of products that one loop has several of."""
        for registers in self._products:
            if len(registers) > 1:
                yield RunName(tuple(registers), "acc")

    def names(self) -> Iterator[Name]:
        """Yield names for single accumulators."""
        for registers in self._products:
            for register in registers if len(registers) == 1 else ():
                yield Name(register, "acc")
        for register, found in self._floats:
            if found.kind in _FLOATS:
                yield Name(register, _FLOATS[found.kind])

    @cached_property
    def _floats(self) -> list[tuple[int, Updates]]:
        """The registers that loops update, and how."""
        return [
            (register, found)
            for register, definitions in enumerate(self.facts.definitions)
            if len(definitions) > 1 and (found := updates_of(self.facts, register)) is not None
        ]

    @cached_property
    def _products(self) -> list[list[int]]:
        """The accumulators of each loop, in the order of the text."""
        groups: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for register, found in self._floats:
            if found.kind == "*+":
                groups[self.facts.block_of(found.last)].append((found.last, register))
        return [[register for _, register in sorted(group)] for group in groups.values()]


_FLOATS: Final = {"+": "total", "max": "largest", "min": "smallest"}
