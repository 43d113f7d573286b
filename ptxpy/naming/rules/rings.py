"""Stages and phases of rings of buffers: whether the buffer is filled, read or released."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.naming.rings import accessed_side, has_ring, phases_of, stages_of
from ptxpy.naming.rule import Name, Rule
from ptxpy.naming.updates import updates_of

if TYPE_CHECKING:
    from collections.abc import Iterator


class Rings(Rule):
    """What indexes a barrier is a stage, what its wait is given is a phase.

    The one that fills and the one that reads have a name each, since both may go on at a time.
    """

    name = "rings"
    help = "what goes round a ring of buffers: fill_stage, read_stage, release_stage, read_phase"

    def names(self) -> Iterator[Name]:
        """Yield names for stages and phases."""
        facts = self.facts
        stages = stages_of(facts)
        phases = phases_of(facts)
        for register, definitions in enumerate(facts.definitions) if has_ring(facts) else ():
            if register in stages or register in phases or len(definitions) < 2:  # noqa: PLR2004
                continue
            found = updates_of(facts, register)
            side = accessed_side(facts, register) if found and found.kind == "stage" else ""
            if side:
                stages[register] = side
        for word, sides in (("stage", stages), ("phase", phases)):
            for register, side in sides.items():
                if register in stages and register in phases:
                    continue
                if side:
                    yield Name(register, f"{side}_{word}")
                yield Name(register, word)
