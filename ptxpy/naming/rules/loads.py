"""Values that are loaded: named after what they are loaded from."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.pointers import Root
from ptxpy.naming.rule import Name, Rule, RunName, together

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts


class Loads(Rule):
    """What is loaded through a pointer into one thing is a value of that thing.

    Nothing is said of what is loaded from the stack: a place in it may have anything.

    Values that are loaded in one block before the first of them is read are a run.
    """

    name = "loads"
    help = "values loaded from a parameter's memory or a variable: x_val, x_vals"

    def runs(self) -> Iterator[RunName]:
        """Yield the values that are loaded together."""
        facts = self.facts
        for root, registers in self._loaded.items():
            for group in together(facts, registers):
                if len(group) > _FEWEST or _is_vector(facts, group):
                    yield RunName(tuple(group), f"{_stem(facts, root)}_vals")

    def names(self) -> Iterator[Name]:
        """Yield the values that are loaded alone."""
        facts = self.facts
        for root, registers in self._loaded.items():
            for register in registers:
                yield Name(register, f"{_stem(facts, root)}_val")

    @cached_property
    def _loaded(self) -> dict[Root, list[int]]:
        """For each thing the registers that are loaded from it, in the order of the text."""
        facts = self.facts
        found: dict[Root, list[int]] = defaultdict(list)
        for index, statement in enumerate(facts.code.statements):
            if type(statement) is not n.Instruction:
                continue
            root = _source(facts, statement, index)
            if root is None or not _stem(facts, root) or _is_local(facts, root):
                continue
            for register in facts.accesses[index].writes:
                if _is_loaded_only(facts, register, index):
                    found[root].append(register)
        return found


_FEWEST: Final = 2
"""A run has more values than this, but for a vector that one instruction loads."""


def _is_vector(facts: Facts, registers: list[int]) -> bool:
    return len(registers) > 1 and len({facts.definitions[each][-1] for each in registers}) == 1


def _is_local(facts: Facts, root: Root) -> bool:
    declared = facts.code.levels[0].names.find(root.name) if root.kind == "address" else None
    return declared is not None and declared.space == ".local"


def _stem(facts: Facts, root: Root) -> str:
    return facts.root_name(root).removesuffix("_ptr")


def _source(facts: Facts, statement: n.Instruction, index: int) -> Root | None:
    """Return what an instruction loads from, if that is all that it does to memory."""
    traits = isa.traits(statement.opcode, statement.modifiers)
    if [access.kind for access in traits.accesses] != ["read"] or traits.collective:
        return None
    if traits.accesses[0].space == "param" or traits.completion:
        return None
    address = next((each for each in statement.operands if type(each) is n.Address), None)
    if address is None:
        return None
    base = facts.number(address.base, index)
    if base >= 0:
        return facts.pointers.get(base)
    return Root("address", address.base.name) if type(address.base) is n.Symbol else None


def _is_loaded_only(facts: Facts, register: int, index: int) -> bool:
    """Return whether a register is loaded once, but for a default where the load is guarded."""
    definitions = facts.definitions[register]
    if definitions == [index]:
        return True
    if definitions[-1] != index or not facts.accesses[index].guarded:
        return False
    block = facts.blocks[index]
    return block >= 0 and all(facts.blocks[each] == block for each in definitions)
