"""Chains: values of which each is made of the one before, and nothing else reads that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.naming.rule import Name, Rule, singles
from ptxpy.naming.values import operator_of

if TYPE_CHECKING:
    from ptxpy.ir import nodes as n
    from ptxpy.naming.facts import Facts

_LEAST: Final = 3
"""A chain has at least this many values."""
_NAMES: Final = {"+": "total", "*+": "dot", "poly": "poly", "max": "largest", "min": "smallest"}


class Chains(Rule):
    """The values of a chain of sums, or of multiplications and sums, have one name.

    Sums of products are a dot product; products with one value, and sums, are a polynomial.
    """

    name = "chains"
    help = "values that are added up one by one: total, dot, poly; largest and smallest so far"
    is_weak = True

    def names(self) -> Iterator[Name]:
        """Yield a name for each value of a chain."""
        facts = self.facts
        links = dict(_links(facts))
        ends = set(links) - {before for before, _ in links.values()}
        for end in sorted(ends):
            chain = [end]
            kinds: list[str] = []
            while chain[-1] in links:
                before, kind = links[chain[-1]]
                if kinds and not _goes_with(kind, kinds[-1]):
                    break
                chain.append(before)
                kinds.append(kind)
            if len(chain) >= _LEAST:
                kind = "+" if "+" in kinds else kinds[0]
                yield from (Name(register, _NAMES[kind]) for register in reversed(chain))


def _goes_with(kind: str, after: str) -> bool:
    return kind == after or {kind, after} == {"+", "*+"}


def _links(facts: Facts) -> Iterator[tuple[int, tuple[int, str]]]:
    """Yield each value that is made of another one alone, with that, and how."""
    factors: dict[int, int] = {}
    for register in sorted(singles(facts), key=lambda each: facts.definitions[each][0]):
        statement = facts.single(register)
        index = facts.definitions[register][0]
        if statement is None or facts.in_assembly(index) or not _is_float(statement):
            continue
        numbers = [facts.number(each, index) for each in statement.operands[1:]]
        own = [each if _is_link(facts, each, index) else -1 for each in numbers]
        kind = _kind(statement)
        if kind == "*+":
            is_power = own[0] >= 0 and operator_of(*_form(facts, own[0])) == "*+"
            if own[2] >= 0 and not (is_power and operator_of(*_form(facts, own[2])) == ""):
                yield register, (own[2], kind)
            elif own[0] >= 0 and numbers[1] >= 0 and own[1] < 0:
                factor = numbers[1]
                if factors.get(own[0], factor) == factor:
                    factors[register] = factor
                    yield register, (own[0], "poly")
        elif kind and sum(each >= 0 for each in own) == 1:
            yield register, (max(own), kind)


def _is_link(facts: Facts, register: int, index: int) -> bool:
    """Return whether a value is made in the block of a statement, which alone reads it."""
    return (
        register >= 0
        and facts.single(register) is not None
        and facts.uses[register] == [index]
        and facts.block_of(facts.definitions[register][0]) == facts.block_of(index)
        and operator_of(*_form(facts, register)) in ("+", "*+", "*", "")
    )


def _form(facts: Facts, register: int) -> tuple[str, tuple[str, ...]]:
    statement = facts.single(register)
    return (statement.opcode, statement.modifiers) if statement is not None else ("", ())


def _kind(statement: n.Instruction) -> str:
    symbol = operator_of(statement.opcode, statement.modifiers)
    if symbol in ("+", "*+"):
        return symbol
    name = isa.traits(statement.opcode, statement.modifiers).name
    return name if name in ("max", "min") else ""


def _is_float(statement: n.Instruction) -> bool:
    kind = isa.result_type(statement.opcode, statement.modifiers) or ""
    return kind.startswith(("f", "bf"))
