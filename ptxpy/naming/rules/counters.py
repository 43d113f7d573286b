"""Counters of loops, stages and phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.rings import has_ring
from ptxpy.naming.rule import Name, Rule
from ptxpy.naming.updates import Updates, updates_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts

_LETTERS: Final = ("i", "j", "counter")
_AXES: Final = {"x": "i", "y": "j", "z": "k"}


class Counters(Rule):
    """A register that each turn of a loop adds to counts; one that wraps at its end is a stage.

    Counters that are in use at one place have different names: the outermost loop's is first.
    """

    name = "counters"
    help = "what loops count on: i, j; remaining; stage and phase of a ring of buffers"

    def names(self) -> Iterator[Name]:
        """Yield names for the counters of loops."""
        facts = self.facts
        is_ring = has_ring(facts)
        counters: list[int] = []
        for register, definitions in enumerate(facts.definitions):
            if register in facts.pointers or _is_float(facts, register) or not definitions[1:]:
                continue
            found = updates_of(facts, register)
            if found is None:
                continue
            if found.kind == "step":
                if found.step < 0 and not _computes(facts, register, found):
                    yield Name(register, "remaining")
                else:
                    counters.append(register)
            elif is_ring and found.kind in ("stage", "phase"):
                yield Name(register, found.kind)
        yield from _lettered(facts, counters)
        for register in counters:
            yield from (Name(register, letter) for letter in _LETTERS)


def _lettered(facts: Facts, counters: list[int]) -> Iterator[Name]:
    """Yield a letter for each counter that no other register has where it is mentioned."""
    last: dict[str, int] = {}
    indices = [
        (facts.spans[register], register, _AXES[value.name])
        for register, value in enumerate(facts.values)
        if value.kind == "index"
    ]
    named = [(facts.spans[register], register, "") for register in counters]
    for span, register, own in sorted(indices + named):
        free = [letter for letter in _LETTERS if last.get(letter, -1) < span.first]
        letter = own or next(iter(free), "")
        if letter:
            last[letter] = max(span.last, last.get(letter, -1))
        if letter and not own:
            yield Name(register, letter)


def _is_float(facts: Facts, register: int) -> bool:
    return facts.table.types[register] in ("f16", "f32", "f64", "pred")


def _computes(facts: Facts, register: int, found: Updates) -> bool:
    """Return whether its loop computes more of a register than its next value and comparisons."""
    loops = {facts.loop_of(index) for index in found.updates}
    return any(
        type(statement := facts.code.statements[index]) is not n.Instruction
        or not _is_comparison(statement)
        for index in facts.uses[register]
        if index not in found.updates and not loops.isdisjoint(facts.loops_of(index))
    )


def _is_comparison(statement: n.Instruction) -> bool:
    return isa.result_type(statement.opcode, statement.modifiers) == "pred"
