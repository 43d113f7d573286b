"""Addresses: which registers are pointers, into which memory, and which are added to pointers."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.dialect import COMPARISONS
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.naming.uses import Uses
from ptxpy.naming.values import Value, constant, operator_of, values_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["INDEX", "OFFSET", "STRIDE", "AddressPart", "Contents", "Root", "is_compared"]

OFFSET: Final = "offset"
INDEX: Final = "index"
STRIDE: Final = "stride"
_MAX_POINTER_PASSES: Final = 4
"""Passes over the code: one for each loop that carries a pointer."""
_MAX_PART_PASSES: Final = 8
_COMBINING: Final = frozenset({"+", "-", "|", "^", "&"})
"""Operators that put an offset or an index together of parts."""
_BITWISE: Final = frozenset({"&", "|", "^"})
_ADDED: Final = 2
"""The position of the operand that a multiplication with a sum adds."""


class Root(NamedTuple):
    """The memory that a pointer points into."""

    kind: str
    """`parameter` or `address`, as in `Value`."""
    name: str
    place: int = 0


class AddressPart(NamedTuple):
    """The role of a value in an address."""

    word: str
    """`offset` in bytes, `index` of elements, `stride` from one element to the next in bytes; ""
    for none of these."""
    root: Root | None
    """The memory of the address, if the value is all that is added to its beginning."""


_Roots = frozenset[Root]
_NOTHING: Final[_Roots] = frozenset()
_NEITHER: Final = AddressPart("", None)


class Contents(Uses):
    """A function, and the values that its registers hold."""

    @cached_property
    def values(self) -> list[Value]:
        """The value of each register."""
        return values_of(self)

    @cached_property
    def pointers(self) -> dict[int, Root]:
        """The memory of each register that only ever points into one thing."""
        return _pointers_of(self, self.values)

    @cached_property
    def offsets(self) -> dict[int, AddressPart]:
        """The role of each register that all its uses put into addresses."""
        left = [
            register
            for register, uses in enumerate(self.uses)
            if uses
            and self.table.types[register] not in ("pred", "f16", "f32", "f64")
            and register not in self.pointers
        ]
        parts: dict[int, AddressPart] = {}
        for _ in range(_MAX_PART_PASSES):
            before = len(parts)
            # A part is made before the address: from the end of the text one pass finds most.
            for register in reversed(left):
                if register not in parts:
                    part = _part(self, self.pointers, parts, register)
                    if part is not None:
                        parts[register] = part
            if len(parts) == before:
                break
        # What is some elements further, and within the same bounds, is an index, too.
        for register, index, statement in self.singles():
            sources = self.numbers(statement.operands[1:], index)
            if register not in parts and _is_shifted(self, register, index):
                part = next((parts[each] for each in sources if each in parts), _NEITHER)
                if part.word == INDEX:
                    parts[register] = part
        return parts


class _Flow(NamedTuple):
    """An instruction whose result may be a pointer."""

    target: int
    bases: tuple[int, ...]
    """Operands that may be the base of the result."""
    others: tuple[int, ...]
    """Operands that make it something else, if they are pointers, too."""
    roots: _Roots
    """The memory that operands other than registers point into."""


def _pointers_of(facts: Uses, values: Sequence[Value]) -> dict[int, Root]:
    based: set[int] = set()
    """Registers that addresses begin with."""
    other: set[int] = set()
    """Registers that also hold something other than a pointer."""
    flows: list[_Flow] = []
    for index, statement in enumerate(facts.code.statements):
        flow = None
        if type(statement) is n.Instruction:
            for operand in statement.operands:
                if type(operand) is n.Address:
                    base = facts.number(operand.base, index)
                    if base >= 0:
                        based.add(base)
            flow = _flow(facts, values, statement, index)
            if flow is not None:
                flows.append(flow)
        target = -1 if flow is None else flow.target
        other.update(k for k in facts.accesses[index].writes if k != target)
    roots: list[_Roots] = [_NOTHING] * len(facts.table)
    for _ in range(_MAX_POINTER_PASSES):
        changed = False
        for target, bases, _, own in flows:
            reached = roots[target].union(own, *[roots[base] for base in bases])
            changed |= reached != roots[target]
            roots[target] = reached
        if not changed:
            break
    known = {root for k in based if len(roots[k]) == 1 for root in roots[k]}
    # Only memory that some address begins with counts: any 64-bit parameter could be a number. So
    # the copies and sums that end in an address are followed once more, from their ends.
    for flow in flows:
        if any(roots[each] & known for each in flow.others):
            other.add(flow.target)
    addresses = {*based}
    for _ in range(_MAX_POINTER_PASSES):
        before = len(addresses)
        for target, sources, _, _ in reversed(flows):
            if target in addresses:
                addresses.update(each for each in sources if roots[each] & known)
        if len(addresses) == before:
            break
    found: dict[int, Root] = {}
    for register in addresses - other:
        common = roots[register] & known
        if len(common) == 1:
            found[register] = next(iter(common))
    return found


def _flow(
    facts: Uses, values: Sequence[Value], statement: n.Instruction, index: int
) -> _Flow | None:
    operands = statement.operands
    target = facts.number(operands[0], index) if operands else -1
    if target < 0 or target not in facts.accesses[index].writes:
        return None
    value = values[target]
    if value.kind in ("parameter", "address") and value.offset == 0:
        root = Root(value.kind, value.name, value.place)
        return _Flow(target, facts.accesses[index].reads, (), frozenset({root}))
    traits = isa.traits(statement.opcode, statement.modifiers)
    # What an instruction loads does not come from its operands.
    if traits.accesses or not traits.provenance:
        return None
    # The result of a bitwise operation may point anywhere.
    if operator_of(statement.opcode, statement.modifiers) in _BITWISE:
        return None
    bases: list[int] = []
    others: list[int] = []
    roots = _NOTHING
    for position, operand in enumerate(operands[1:], start=1):
        numbers = [k for node in walk(operand) if (k := facts.number(node, index)) >= 0]
        if position in traits.provenance:
            bases += numbers
            if type(operand) is n.Symbol and not numbers:
                roots |= {Root("address", operand.name)}
        else:
            others += numbers
    return _Flow(target, tuple(bases), tuple(others), roots)


def _part(
    facts: Contents, pointers: Mapping[int, Root], parts: Mapping[int, AddressPart], register: int
) -> AddressPart | None:
    """Return the part that all uses of a register agree on."""
    found: set[AddressPart] = set()
    for index in facts.uses[register]:
        part = _part_by_use(facts, pointers, parts, register, index)
        if part.word:
            found.add(part)
        elif not (
            facts.is_update(register, index)
            or is_compared(facts, index)
            or any(_is_shifted(facts, each, index) for each in facts.accesses[index].writes)
        ):
            return None
    words = {part.word for part in found}
    if len(words) != 1:
        return None
    roots = {part.root for part in found}
    return AddressPart(words.pop(), roots.pop() if len(roots) == 1 else None)


def is_compared(facts: Uses, index: int) -> bool:
    """Return whether a statement compares integers: what an index is compared with bounds it."""
    statement = facts.code.statements[index]
    return (
        type(statement) is n.Instruction
        and operator_of(statement.opcode, statement.modifiers) in COMPARISONS
        and not facts.in_assembly(index)
    )


def _is_shifted(facts: Uses, register: int, index: int) -> bool:
    """Return whether a register is only ever compared, and a statement adds a number to make it."""
    statement = facts.code.statements[index]
    return (
        type(statement) is n.Instruction
        and facts.single(register) is statement
        and operator_of(statement.opcode, statement.modifiers) in ("+", "|")
        and any(constant(each) is not None for each in statement.operands[1:])
        and bool(facts.uses[register])
        and all(is_compared(facts, each) for each in facts.uses[register])
    )


def _part_by_use(
    facts: Contents,
    pointers: Mapping[int, Root],
    parts: Mapping[int, AddressPart],
    register: int,
    index: int,
) -> AddressPart:
    """Return the part that a register is of the result of one statement."""
    statement = facts.code.statements[index]
    if type(statement) is not n.Instruction or facts.in_assembly(index):
        return _NEITHER
    access = facts.accesses[index]
    # Under a guard, the result may be something else.
    if len(access.writes) != 1 or statement.guard is not None:
        return _NEITHER
    target = access.writes[0]
    if target not in pointers and target not in parts:
        return _NEITHER
    operands = statement.operands[1:]
    places = [at for at, each in enumerate(operands) if facts.number(each, index) == register]
    if target == register or len(places) != 1:
        return _NEITHER
    [place] = places
    symbol = operator_of(statement.opcode, statement.modifiers)
    if target in pointers:
        # PTX scales nothing: what is added to a pointer is a number of bytes.
        if symbol == "+":
            return AddressPart(OFFSET, pointers[target])
        # `mad.wide.s32 ptr, index, 4, base` scales its first operand.
        word = _factor(facts, register, operands, place, index) if symbol == "*+" else ""
        return AddressPart(word, pointers[target]) if word else _NEITHER
    whole = parts[target]
    traits = isa.traits(statement.opcode, statement.modifiers)
    if len(operands) == 1 and (statement.opcode == "cvt" or traits.copies):
        return whole
    if symbol == "&" and all(constant(each) is None for each in operands):
        return _NEITHER  # one value masks the other
    if symbol in _COMBINING or (symbol == "*+" and place == _ADDED):
        # Beside a constant, the register is all that varies.
        is_all = symbol in "+-" and any(constant(each) is not None for each in operands)
        return whole if is_all else AddressPart(whole.word, None)
    if whole.word != OFFSET:
        return _NEITHER
    # What is scaled to an offset in bytes counts elements.
    if symbol == "<<":
        is_index = place == 0 and constant(operands[1]) is not None
        return AddressPart(INDEX, whole.root) if is_index else _NEITHER
    word = _factor(facts, register, operands, place, index) if symbol in ("*", "*+") else ""
    return AddressPart(word, whole.root if symbol == "*" else None) if word else _NEITHER


def _factor(
    facts: Contents, register: int, operands: Sequence[n.Operand], place: int, index: int
) -> str:
    """Return whether a factor of an offset in bytes is an index or a stride, "" if unknown.

    Of an index and the field of a parameter, the field is the same for all elements.
    """
    if place >= _ADDED:
        return ""
    other = operands[1 - place]
    if place == 0 and constant(other) is not None:
        return INDEX
    number = facts.number(other, index)
    fields = [each >= 0 and facts.values[each].kind == "parameter" for each in (register, number)]
    if number < 0 or fields[0] == fields[1]:
        return ""
    return STRIDE if fields[0] else INDEX
