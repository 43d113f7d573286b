"""What addresses are made of besides the pointers that they begin with: offsets and indices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.naming.values import constant, operator_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.naming.pointers import Root
    from ptxpy.naming.uses import Uses

__all__ = ["AddressPart", "offsets_of"]

OFFSET: Final = "offset"
INDEX: Final = "index"

_COMBINING: Final = frozenset({"+", "-", "|", "^", "&"})
"""What puts an offset or an index together of parts."""
_MAX_PASSES: Final = 8
_LAST: Final = 2
"""The position of what a multiplication adds."""


class AddressPart(NamedTuple):
    """What a value is in an address."""

    word: str
    """`offset` in bytes, `index` of elements; "" for neither."""
    root: Root | None
    """What the address points into, if the value is all that is added to its beginning."""


_NEITHER: Final = AddressPart("", None)


def offsets_of(facts: Uses, pointers: Mapping[int, Root]) -> dict[int, AddressPart]:
    """Return the registers that all their uses put into addresses, and as what."""
    return _Parts(facts, pointers).find()


class _Parts:
    """The parts of addresses, from the uses of what they are put into."""

    def __init__(self, facts: Uses, pointers: Mapping[int, Root]) -> None:
        self.facts = facts
        self.pointers = pointers
        self.parts: dict[int, AddressPart] = {}

    def find(self) -> dict[int, AddressPart]:
        uses = self.facts.uses
        left = [each for each in range(len(uses)) if uses[each] and self._may_be(each)]
        for _ in range(_MAX_PASSES):
            before = len(self.parts)
            for register in reversed(left):
                if register not in self.parts:
                    part = self._part(register)
                    if part is not None:
                        self.parts[register] = part
            if len(self.parts) == before:
                break
        return self.parts

    def _may_be(self, register: int) -> bool:
        kind = self.facts.table.types[register]
        return kind not in ("pred", "f16", "f32", "f64") and register not in self.pointers

    def _part(self, register: int) -> AddressPart | None:
        """Return the part that all uses of a register agree on."""
        found: set[AddressPart] = set()
        for index in self.facts.uses[register]:
            part = self._use(register, index)
            if part.word:
                found.add(part)
            elif not self.facts.is_update(register, index):
                return None
        words = {part.word for part in found}
        if len(words) != 1:
            return None
        roots = {part.root for part in found}
        return AddressPart(words.pop(), roots.pop() if len(roots) == 1 else None)

    def _use(self, register: int, index: int) -> AddressPart:
        facts = self.facts
        statement = facts.code.statements[index]
        if type(statement) is not n.Instruction or facts.in_assembly(index):
            return _NEITHER
        access = facts.accesses[index]
        if len(access.writes) != 1 or statement.guard is not None:
            return _NEITHER
        target = access.writes[0]
        if target not in self.pointers and target not in self.parts:
            return _NEITHER
        operands = statement.operands[1:]
        places = [at for at, each in enumerate(operands) if facts.number(each, index) == register]
        if target == register or len(places) != 1:
            return _NEITHER
        symbol = operator_of(statement.opcode, statement.modifiers)
        if target in self.pointers:
            return _added(symbol, places[0], self.pointers[target])
        return _of(statement, symbol, places[0], self.parts[target])


def _added(symbol: str, place: int, root: Root) -> AddressPart:
    """Return what an operand of a sum is that is a pointer."""
    if symbol == "+":
        return AddressPart(OFFSET, root)
    return AddressPart(INDEX, root) if symbol == "*+" and place == 0 else _NEITHER


def _of(statement: n.Instruction, symbol: str, place: int, whole: AddressPart) -> AddressPart:
    """Return what an operand is of what is a part of an address."""
    operands = statement.operands[1:]
    traits = isa.traits(statement.opcode, statement.modifiers)
    if len(operands) == 1 and (statement.opcode == "cvt" or traits.copies):
        return whole
    if symbol in _COMBINING or (symbol == "*+" and place == _LAST):
        is_all = symbol in "+-" and any(constant(each) is not None for each in operands)
        return whole if is_all else AddressPart(whole.word, None)
    is_scaled = symbol in ("<<", "*") and place == 0 and constant(operands[1]) is not None
    return AddressPart(INDEX, whole.root) if is_scaled and whole.word == OFFSET else _NEITHER
