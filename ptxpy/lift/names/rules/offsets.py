"""Offsets and indices: what addresses are made of besides the pointers that they begin with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.lift.names.identifiers import is_allowed
from ptxpy.lift.names.rule import Name, Rule
from ptxpy.lift.names.values import constant, operator_of

if TYPE_CHECKING:
    from ptxpy.lift.names.facts import Facts

_OFFSET: Final = "offset"
_INDEX: Final = "index"
_COMBINING: Final = frozenset({"+", "-", "|", "^", "&"})
"""What puts an offset or an index together of parts."""
_MAX_PASSES: Final = 8


class Offsets(Rule):
    """A value that is only ever added to pointers is an offset; one that is scaled to it, an index.

    What is only a part of such a sum is called as the sum is.
    """

    name = "offsets"
    help = "what is only added to pointers: x_offset, and what is scaled to that: x_index"
    is_weak = True

    def names(self) -> Iterator[Name]:
        """Yield names for the offsets and indices of addresses, the whole ones first."""
        facts = self.facts
        found = _Roles(facts)
        for register, (role, stem) in found.roles.items():
            if register in facts.pointers:
                continue
            if stem and is_allowed(f"{stem}_{role}"):
                yield Name(register, f"{stem}_{role}")
            yield Name(register, role)


_Role = tuple[str, str]
"""What a register is, and the name of what it is that of, or ""."""


class _Roles:
    """The roles of registers, from the uses of what they are put into."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.roles: dict[int, _Role] = {}
        for _ in range(_MAX_PASSES):
            before = len(self.roles)
            for register in reversed(range(len(facts.uses))):
                if register not in self.roles and facts.uses[register]:
                    role = self._role(register)
                    if role is not None:
                        self.roles[register] = role
            if len(self.roles) == before:
                break

    def _role(self, register: int) -> _Role | None:
        """Return the role that all uses of a register agree on."""
        facts = self.facts
        kind = facts.table.types[register]
        if kind in ("pred", "f16", "f32", "f64") or register in facts.pointers:
            return None
        found = {self._use(register, index) for index in facts.uses[register]}
        roles = {role for role, _ in found}
        if len(roles) != 1 or "" in roles:
            return None
        stems = {stem for _, stem in found}
        return roles.pop(), stems.pop() if len(stems) == 1 else ""

    def _use(self, register: int, index: int) -> _Role:
        facts = self.facts
        statement = facts.code.statements[index]
        none = "", ""
        if type(statement) is not n.Instruction or facts.in_assembly(index):
            return none
        access = facts.accesses[index]
        if len(access.writes) != 1 or statement.guard is not None:
            return none
        [target] = access.writes
        operands = statement.operands[1:]
        places = [at for at, each in enumerate(operands) if facts.number(each, index) == register]
        if target == register or len(places) != 1:
            return none
        symbol = operator_of(statement.opcode, statement.modifiers)
        if target in facts.pointers:
            stem = facts.root_name(facts.pointers[target]).removesuffix("_ptr")
            return self._added(symbol, places[0], stem)
        role = self.roles.get(target)
        if role is None:
            return none
        return self._part(statement, symbol, places[0], role)

    def _added(self, symbol: str, place: int, stem: str) -> _Role:
        """Return the role of an operand of a sum that is a pointer."""
        if symbol == "+":
            return _OFFSET, stem
        return (_INDEX, stem) if symbol == "*+" and place == 0 else ("", "")

    def _part(self, statement: n.Instruction, symbol: str, place: int, role: _Role) -> _Role:
        """Return the role of an operand of what has a role."""
        word, stem = role
        operands = statement.operands[1:]
        traits = isa.traits(statement.opcode, statement.modifiers)
        if len(operands) == 1 and (statement.opcode == "cvt" or traits.copies):
            return role
        if symbol in _COMBINING or (symbol == "*+" and place == 2):  # noqa: PLR2004
            is_whole = any(constant(each) is not None for each in operands)
            return word, stem if is_whole and symbol in "+-" else ""
        if symbol in ("<<", "*") and place == 0 and constant(operands[1]) is not None:
            return (_INDEX, stem) if word == _OFFSET else ("", "")
        return "", ""
