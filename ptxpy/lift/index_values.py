"""The values that an index into shared memory may have, and the bits of other numbers.

The index of a ring of stages begins at a constant, grows by one and returns to 0 at the end, which
a `setp` and a `selp` decide: all its values follow from its definitions. Of other numbers, such as
those made of the number of a thread, the bits that may be set bound the value.
"""

from __future__ import annotations

import operator
from itertools import product
from typing import TYPE_CHECKING, Final, Protocol

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.naming import Uses

__all__ = ["MAX_NESTING", "Form", "IndexValues", "copies_integer"]

MAX_VALUES: Final = 64
"""The most values of an index that are told apart."""
MAX_REGION: Final = 32
"""The most registers whose values are found together."""
MAX_NESTING: Final = 48
"""The most definitions that are followed within each other, for sums and for bits together."""
_FEW_BITS: Final = 4
"""A number of at most so many bits has few enough values to list them."""
_WORD: Final = (1 << 32) - 1
_LONG: Final = (1 << 64) - 1
_THREADS: Final = 1023
"""The bits of a thread's number in its CTA."""
_LANES: Final = 31

_Values = frozenset[int] | None
"""Some values; None for unknown ones."""


class Form(NamedTuple):
    """A sum."""

    symbol: str = ""
    """The variable or parameter whose address is added; "" for none."""
    offset: int = 0
    """The constant."""
    terms: tuple[tuple[int, int], ...] = ()
    """The other registers, each with its factor, in the order of their numbers."""
    is_loaded: bool = False
    """Whether it is an address in memory to which a parameter at this offset points."""

    def factor(self, register: int) -> int:
        """Return the factor of a register; 0 if it is not in the sum."""
        return next((factor for each, factor in self.terms if each == register), 0)

    def moved(self, offset: int) -> Form:
        """Return a sum with more added to its constant."""
        # Where in the memory of a pointer something lies is of no interest.
        return self if self.is_loaded or not offset else self._replace(offset=self.offset + offset)


class Forms(Protocol):
    """The registers of a function as sums (`linear_forms`)."""

    uses: Uses
    nesting: int
    """How many definitions are being followed."""
    choices: dict[int, tuple[int, ...]]
    """The values of registers that stand for a choice between addresses, as terms."""

    def of(self, operand: n.Node | None, level: int) -> Form | None:
        """Return the sum that an operand is; None if it is unknown."""

    def of_register(self, register: int) -> Form | None:
        """Return the sum that a register is."""

    def number(self, operand: n.Node, level: int) -> int | None:
        """Return the constant that an operand is."""


class IndexValues:
    """The numbers that the registers of a function may hold, if they are known."""

    def __init__(self, forms: Forms) -> None:
        """Look into the registers of a function."""
        self._forms = forms
        self._uses = forms.uses
        self._values: dict[int, _Values] = {}
        self._bits: dict[int, int] = {}

    # -------------------------------------------------------------- sums

    def offsets(self, form: Form) -> _Values:
        """Return all values that a sum may have, without the address of its variable."""
        parts: list[list[int]] = []
        count = 1
        for register, factor in form.terms:
            values = self.values(register)
            if values is None:
                return None
            parts.append([factor * value for value in self._used(register, values)])
            count *= len(parts[-1])
            if count > MAX_VALUES:
                return None
        return frozenset(form.offset + sum(each) for each in product(*parts))

    def _used(self, register: int, values: frozenset[int]) -> list[int]:
        """Return the values with which an index is used: one that begins at -1 grows before."""
        is_changed = len(self.definitions(register)) > 1 and len(values) > 1
        return [value for value in sorted(values) if value != -1 or not is_changed]

    def range(self, form: Form) -> tuple[int, int] | None:
        """Return a number that is at most, and one that is at least a sum; None for no bound."""
        low = high = form.offset
        for register, factor in form.terms:
            values = self.values(register)
            if values is None:
                bits = self.bits(register)
                if bits >= _WORD or factor < 0:
                    return None
                high += factor * bits
            elif values:
                used = [factor * each for each in self._used(register, values)]
                low += min(used)
                high += max(used)
        return low, high

    def bits_of(self, form: Form) -> int:
        """Return the bits that a sum without a variable may have."""
        if form.offset < 0 or any(factor < 0 for _, factor in form.terms):
            return _LONG
        found = form.offset
        for register, factor in form.terms:
            found = _bits_of_sum(found, _bits_of_product(self.bits(register), factor))
        return found & _LONG

    # -------------------------------------------------------------- bits

    def bits(self, register: int) -> int:
        """Return the bits that a register may have."""
        if register in self._bits:
            return self._bits[register]
        choices = self._forms.choices.get(register)
        if choices is not None:
            found = 0
            for value in choices:
                found |= value
            return found
        if self._forms.nesting >= MAX_NESTING:
            return _LONG
        self._bits[register] = _LONG
        found = 0
        self._forms.nesting += 1
        for index in self.definitions(register):
            statement = self._uses.code.statements[index] if index >= 0 else None
            if type(statement) is n.Instruction:
                found |= self._bits_made(index, statement)
            else:
                found = _LONG
        self._forms.nesting -= 1
        self._bits[register] = found
        return found

    def definitions(self, register: int) -> Sequence[int]:
        """Return the statements that write a register, -1 for none."""
        definitions = self._uses.definitions
        # A register that is never written has any value.
        return (definitions[register] if register < len(definitions) else []) or [-1]

    def _bits_read(self, operand: n.Node, index: int) -> int:
        if type(operand) is n.Component:
            base = operand.base
            return _THREADS if type(base) is n.Register and base.name == "%tid" else _LONG
        if type(operand) is n.Register and operand.name == "%laneid":
            return _LANES
        form = self._forms.of(operand, self._uses.code.scopes[index])
        return _LONG if form is None or form.symbol else self.bits_of(form)

    def _bits_made(self, index: int, instruction: n.Instruction) -> int:
        """Return the bits that the result of an instruction may have."""
        opcode, operands = instruction.opcode, instruction.operands
        whole = _LONG if any("64" in each for each in instruction.modifiers) else _WORD
        if len(self._uses.accesses[index].writes) != 1 or any(
            type(each) is n.Address or type(each) is n.Vector for each in operands
        ):
            return whole
        read = [self._bits_read(each, index) for each in operands[1:]]
        if opcode in ("mov", "cvt", "shfl"):
            return read[0] & whole if copies_integer(instruction) else whole
        if opcode in ("or", "xor"):
            return (read[0] | read[1]) & whole
        if opcode == "and":
            return read[0] & read[1] & whole
        if opcode == "selp":
            return (read[0] | read[1]) & whole
        if opcode == "add":
            return _bits_of_sum(read[0], read[1]) & whole
        number = self._forms.number(operands[-1], self._uses.code.scopes[index])
        if number is None or number < 0:
            return whole
        if opcode == "shl" and number < whole.bit_length():
            return read[0] << number & whole
        # The sign is shifted in if a number may have one.
        if opcode == "shr" and (
            read[0] <= whole >> 1 or not any("s" in m for m in _types(instruction))
        ):
            return (read[0] & whole) >> number
        if (
            opcode == "rem"
            and number
            and (read[0] <= whole >> 1 or ".u" in "".join(_types(instruction)))
        ):
            return _below(number)
        if opcode == "mul" and ".hi" not in instruction.modifiers:
            return _bits_of_product(read[0], number) & (
                whole if ".wide" not in instruction.modifiers else _LONG
            )
        if opcode == "bfe" and ".u" in "".join(_types(instruction)):
            return (1 << min(number, 64)) - 1
        return whole

    # ------------------------------------------------------------ values

    def values(self, register: int) -> _Values:
        """Return all values that a register may have; None if they are not known or too many."""
        if register in self._forms.choices:
            return frozenset(self._forms.choices[register])
        if register not in self._values:
            self._find_values(register)
        return self._values[register]

    def _find_values(self, register: int) -> None:
        """Find the values of a register and of those that it is made of, together."""
        region: dict[int, list[int]] = {register: []}
        waiting = [register]
        while waiting:
            reached = waiting.pop()
            region[reached] = list(self.definitions(reached))
            for index in region[reached]:
                for each in self._sources(index):
                    if each not in region and each not in self._values:
                        region[each] = []
                        waiting.append(each)
            if len(region) > MAX_REGION:
                self._values[register] = self._of_bits(register)
                return
        found: dict[int, _Values] = dict.fromkeys(region, frozenset())
        is_changed = True
        while is_changed:
            is_changed = False
            for each, definitions in region.items():
                before = found[each]
                if before is None:
                    continue
                after: _Values = before
                for index in definitions:
                    made = self._made(index, found)
                    after = None if made is None or after is None else after | made
                if after is None or len(after) > MAX_VALUES:
                    after = self._of_bits(each)
                    # What few bits allow holds whatever the definitions say.
                    region[each] = []
                if after != before:
                    found[each] = after
                    is_changed = True
        self._values.update(found)

    def _of_bits(self, register: int) -> _Values:
        """Return the values that the bits of a register allow, if there are few."""
        bits = self.bits(register)
        if bits.bit_count() > _FEW_BITS:
            return None
        return _submasks(bits)

    def _sources(self, index: int) -> list[int]:
        """Return the registers whose values decide the result of an instruction."""
        statement = self._uses.code.statements[index] if index >= 0 else None
        if type(statement) is not n.Instruction or statement.opcode not in _OPERATIONS:
            return []
        if any(type(each) is n.Address or type(each) is n.Vector for each in statement.operands):
            return []
        found = [each for each in self._uses.numbers(statement.operands[1:], index) if each >= 0]
        if statement.opcode == "selp":
            test = self._test(statement.operands[3], index)
            found[-1:] = [] if test is None else [test[0]]
        return found

    def _test(self, operand: n.Node, index: int) -> tuple[int, Callable[[int], bool]] | None:
        """Return the register that a predicate compares with a constant, and the comparison."""
        predicate = self._uses.number(operand, index)
        definition = self._uses.single(predicate) if predicate >= 0 else None
        if definition is None or definition.opcode != "setp":
            return None
        at = self._uses.definitions[predicate][0]
        # A second predicate would be the opposite, and a third source one that is joined.
        is_plain = len(definition.operands) == _OPERANDS_OF_TEST
        if not is_plain or len(self._uses.accesses[at].writes) != 1:
            return None
        if not definition.modifiers:
            return None
        condition, kind = definition.modifiers[0], definition.modifiers[-1]
        compares, word = _COMPARISONS.get(condition), _INTEGERS.get(kind)
        register = self._uses.number(definition.operands[1], at)
        number = self._forms.number(definition.operands[2], self._uses.code.scopes[at])
        if compares is None or word is None or register < 0 or number is None:
            return None
        if kind.startswith(".u"):
            return register, lambda value: compares(value & word, number & word)
        return register, lambda value: compares(value, number)

    def _read(self, operand: n.Node, index: int, found: dict[int, _Values]) -> _Values:
        register = self._uses.number(operand, index)
        if register < 0:
            number = self._forms.number(operand, self._uses.code.scopes[index])
            return None if number is None else frozenset({number})
        return found[register] if register in found else self._values.get(register)

    def _made(self, index: int, found: dict[int, _Values]) -> _Values:
        """Return the values that an instruction makes of those that are known so far."""
        statement = self._uses.code.statements[index] if index >= 0 else None
        if type(statement) is not n.Instruction or statement.opcode not in _OPERATIONS:
            return None
        operands = statement.operands
        if any(type(each) is n.Address or type(each) is n.Vector for each in operands):
            return None
        if len(self._uses.accesses[index].writes) != 1:
            return None
        if statement.opcode == "selp":
            return self._chosen(statement, index, found)
        left = self._read(operands[1], index, found)
        if statement.opcode in ("mov", "cvt", "shfl"):
            return left if copies_integer(statement) else None
        right = self._read(operands[2], index, found)
        if left is None or right is None or ".hi" in statement.modifiers:
            return None
        computes = _OPERATIONS[statement.opcode]
        if computes is None:
            return None
        is_long = any("64" in each or each == ".wide" for each in statement.modifiers)
        opcode = statement.opcode
        pairs = [(a, b) for a in left for b in right]
        if len(pairs) > MAX_VALUES:
            return None
        if opcode in _PARTIAL and not all(_is_defined(opcode, a, b) for a, b in pairs):
            return None
        return frozenset([_signed(computes(a, b), is_long) for a, b in pairs])

    def _chosen(self, statement: n.Instruction, index: int, found: dict[int, _Values]) -> _Values:
        """Return the values of a choice, whose predicate may compare the register that it takes."""
        operands = statement.operands
        branches = [self._read(each, index, found) for each in operands[1:3]]
        test = self._test(operands[3], index)
        values = None if test is None else found.get(test[0], self._values.get(test[0]))
        if test is None or values is None:
            left, right = branches
            return None if left is None or right is None else left | right
        distances = [self._distance(each, test[0], index) for each in operands[1:3]]
        made: set[int] = set()
        for value in values:
            taken = 0 if test[1](value) else 1
            distance, branch = distances[taken], branches[taken]
            if distance is not None:
                made.add(value + distance)
            elif branch is None:
                return None
            else:
                made |= branch
        return frozenset(made)

    def _distance(self, operand: n.Node, register: int, index: int) -> int | None:
        """Return by how much an operand is more than a register; None if that is not known."""
        ours = self._forms.of(operand, self._uses.code.scopes[index])
        other = self._forms.of_register(register)
        if ours is None or other is None or ours.symbol or other.symbol:
            return None
        if ours.terms != other.terms or not ours.terms:
            return None
        return ours.offset - other.offset


def copies_integer(instruction: n.Instruction) -> bool:
    """Return whether an instruction that moves or converts leaves a number as it is."""
    if instruction.opcode != "cvt":
        return True
    return all(each in _WIDE for each in instruction.modifiers)


_WIDE: Final = frozenset({".u32", ".s32", ".u64", ".s64"})


def _types(instruction: n.Instruction) -> tuple[str, ...]:
    return instruction.modifiers[-1:]


def _below(number: int) -> int:
    """Return the bits of the numbers below one."""
    return (1 << (number - 1).bit_length()) - 1


def _bits_of_product(bits: int, factor: int) -> int:
    if factor & (factor - 1) == 0:
        return bits * factor
    return _span(bits * factor, _zeros(bits) + _zeros(factor))


def _bits_of_sum(left: int, right: int) -> int:
    # Numbers without a common bit are added without a carry.
    if not left & right:
        return left | right
    return _span(left + right, min(_zeros(left), _zeros(right)))


def _span(most: int, zeros: int) -> int:
    """Return the bits of numbers up to one whose lowest bits are zero."""
    return ((1 << most.bit_length()) - 1) >> zeros << zeros


def _zeros(number: int) -> int:
    return (number & -number).bit_length() - 1 if number else 64


def _submasks(bits: int) -> frozenset[int]:
    found, each = [0], bits
    while each:
        found.append(each)
        each = (each - 1) & bits
    return frozenset(found)


def _signed(value: int, is_long: bool) -> int:  # noqa: FBT001 - a width
    half = 1 << (63 if is_long else 31)
    return (value + half) % (2 * half) - half


_PARTIAL: Final = frozenset({"rem", "div", "shl", "shr"})
"""Operations that Python computes otherwise, or not at all, for some numbers."""


def _is_defined(opcode: str, left: int, right: int) -> bool:
    """Return whether an operation means the same in Python for two numbers."""
    if opcode in ("rem", "div"):
        return left >= 0 and right > 0
    return 0 <= right < 64 and left >= 0  # noqa: PLR2004 - bits


_OPERATIONS: Final[dict[str, Callable[[int, int], int] | None]] = {
    "mov": None,
    "cvt": None,
    "shfl": None,
    "selp": None,
    "add": operator.add,
    "sub": operator.sub,
    "xor": operator.xor,
    "or": operator.or_,
    "and": operator.and_,
    "mul": operator.mul,
    "shl": operator.lshift,
    "shr": operator.rshift,
    "rem": operator.mod,
    "div": operator.floordiv,
}
"""The functions of two numbers that instructions compute; None for those that copy one."""

_OPERANDS_OF_TEST: Final = 3
_INTEGERS: Final = {
    kind + width: _WORD if width == "32" else _LONG
    for kind in (".u", ".s", ".b")
    for width in ("32", "64")
}
"""The bits of the integers that are compared."""

_COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {
    ".eq": operator.eq,
    ".ne": operator.ne,
    ".lt": operator.lt,
    ".le": operator.le,
    ".gt": operator.gt,
    ".ge": operator.ge,
    ".lo": operator.lt,
    ".ls": operator.le,
    ".hi": operator.gt,
    ".hs": operator.ge,
}
