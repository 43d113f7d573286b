"""Predicates of comparisons: what is in range, and which thread is the first."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from ptxpy.dialect import COMPARISONS
from ptxpy.isa.types import TYPES
from ptxpy.naming.rule import Name, Rule, RunName, singles, together
from ptxpy.naming.values import constant, operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.ir import nodes as n
    from ptxpy.naming.facts import Facts

_FIRSTS: Final = {
    "tid": "first_thread",
    "lane": "first_lane",
    "warp": "first_warp",
    "ctaid": "first_block",
}


_FEWEST: Final = 2
"""A run has more predicates than this."""


class Comparisons(Rule):
    """A comparison with a parameter says what is in range, one with 0 who is the first."""

    name = "comparisons"
    help = "comparisons with parameters and of threads with 0: in_range, is_first_warp"

    def runs(self) -> Iterator[RunName]:
        """Yield the predicates that are made together."""
        facts = self.facts
        groups: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for register, name in self.names():
            groups[name].append((facts.definitions[register][0], register))
        for name, own in groups.items():
            for group in together(facts, [register for _, register in sorted(own)]):
                if len(group) > _FEWEST:
                    yield RunName(tuple(group), name)

    def names(self) -> Iterator[Name]:
        """Yield names for predicates."""
        facts = self.facts
        names = _ThreadNames(facts)
        for register in singles(facts):
            statement = facts.single(register)
            if statement is None or len(statement.operands) != 3:  # noqa: PLR2004
                continue
            symbol = operator_of(statement.opcode, statement.modifiers)
            if symbol in COMPARISONS:
                index = facts.definitions[register][0]
                left, right = (facts.number(each, index) for each in statement.operands[1:])
                zero = constant(statement.operands[2]) == 0
                if left >= 0 and zero and symbol in ("==", "!=") and (name := names.of(left)):
                    yield Name(register, f"{'is' if symbol == '==' else 'not'}_{name}")
                elif left >= 0 and right >= 0 and _is_integer(statement):
                    yield from _range(register, symbol, names.bound(left), names.bound(right))


def _range(register: int, symbol: str, left: bool, right: bool) -> Iterator[Name]:  # noqa: FBT001
    """Yield a name for a comparison of something with a parameter."""
    if right and not left and symbol in ("<", ">="):
        yield Name(register, "in_range" if symbol == "<" else "out_of_range")
    elif left and not right and symbol in (">", "<="):
        yield Name(register, "in_range" if symbol == ">" else "out_of_range")


def _is_integer(statement: n.Instruction) -> bool:
    kinds = {TYPES[word[1:]].kind for word in statement.modifiers if word[1:] in TYPES}
    return kinds <= {"signed", "unsigned"}


class _ThreadNames:
    """Which values are indices of threads, warps and blocks, and which are sizes."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        asked = {value.name for value in facts.values if value.kind == "special"}
        self.rows = {
            special: asked.isdisjoint({f"{special}.y", f"{special}.z"})
            for special in ("tid", "ctaid")
        }
        """Whether only the first axis counts."""

    def of(self, register: int) -> str:
        """Return what a value is the index of where 0 is the first, "" if of nothing."""
        value = self.facts.values[register]
        if value.kind == "special" and value.name == "laneid":
            return _FIRSTS["lane"]
        if value.offset or not self.rows.get(value.name.partition(".")[0]):
            return ""
        if value.kind == "special" and value.name in ("tid.x", "ctaid.x"):
            return _FIRSTS[value.name[:-2]]
        if value.kind == "bits" and value.name == "tid.x":
            bits = value.mask & (_ALL >> value.shift)
            return _FIRSTS.get(_BITS.get((value.shift, bits), ""), "")
        return ""

    def bound(self, register: int) -> bool:
        """Return whether a value is a parameter that is no pointer."""
        value = self.facts.values[register]
        return (
            value.kind == "parameter"
            and value.name in self.facts.scalars
            and not value.offset
            and register not in self.facts.pointers
        )


_ALL: Final = 0x3FF
_BITS: Final = {(0, 31): "lane", (5, 31): "warp"}
"""Bits of the index of a thread, of ten in all: shift and mask."""
