"""Addresses as sums: a variable, a constant, and registers with constant factors.

A register that is written once, by a sum, a shift or a product with a constant, is looked into; any
other one is a term of its own, of which `index_values` may know the values. Definitions are
followed from the registers that are asked for, each one once.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.lift.index_values import MAX_NESTING, Form, IndexValues, copies_integer

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ptxpy.analysis import Storage
    from ptxpy.naming import Uses

__all__ = ["LinearForms"]


_KEEPS_ADDRESS: Final = frozenset(
    {-8, -1 - (1 << 24), -8 - (1 << 24), (1 << 32) - 1 - (1 << 24), (1 << 32) - 8 - (1 << 24)}
)
"""Masks that keep the address of an mbarrier: they clear bits that its address does not have, or
the one that tells the two CTAs of a pair apart (in a cluster window, PTX ISA 9.7.16.2)."""


class LinearForms:
    """The registers of a function as sums of others."""

    def __init__(
        self, uses: Uses, variables: Mapping[str, Storage], parameters: Collection[str]
    ) -> None:
        """Know the variables and the parameters that an address may begin with."""
        self.uses = uses
        self.nesting = 0
        self.values = IndexValues(self)
        self._variables = variables
        self._parameters = parameters
        self._forms: dict[int, Form | None] = {}
        self.choices: dict[int, tuple[int, ...]] = {}
        """The values of registers that stand for a choice between addresses, as terms."""

    def of(self, operand: n.Node | None, level: int) -> Form | None:
        """Return the sum that an operand is; None if it is unknown, and may contain a variable."""
        kind = type(operand)
        if kind is n.Register or kind is n.Symbol:
            register = self.uses.table.number(operand.name, level)  # type: ignore[union-attr]
            if register < 0:
                name = operand.name  # type: ignore[union-attr]
                is_known = name in self._variables or name in self._parameters
                return Form(name) if is_known else None
            return self.of_register(register)
        if kind is n.Address:
            base = self.of(operand.base, level)  # type: ignore[union-attr]
            offset = operand.offset  # type: ignore[union-attr]
            more = 0 if offset is None else _integer(offset)
            return None if base is None or more is None else base.moved(more)
        if kind is n.Binary and operand.operator == "+":  # type: ignore[union-attr]
            base = self.of(operand.left, level)  # type: ignore[union-attr]
            more = _integer(operand.right)  # type: ignore[union-attr]
            return None if base is None or more is None else base.moved(more)
        number = _integer(operand)
        return None if number is None else Form("", number)

    def of_register(self, register: int) -> Form:
        """Return the sum that a register is."""
        found = self._forms.get(register)
        if found is not None:
            return found
        alone = Form("", 0, ((register, 1),))
        # The table has names, too, that no instruction writes or reads.
        is_used = register < len(self.uses.definitions)
        definitions = self.uses.definitions[register] if is_used else []
        statement = self.uses.code.statements[definitions[0]] if len(definitions) == 1 else None
        if type(statement) is not n.Instruction or self.nesting >= MAX_NESTING:
            return alone
        # A register that is written from itself alone has no known value.
        self._forms[register] = alone
        level = self.uses.code.scopes[definitions[0]]
        self.nesting += 1
        found = self._forms[register] = self._result(register, statement, level) or alone
        self.nesting -= 1
        return found

    def number(self, operand: n.Node, level: int) -> int | None:
        """Return the constant that an operand is."""
        found = self.of(operand, level)
        return None if found is None or found.symbol or found.terms else found.offset

    def _result(self, register: int, instruction: n.Instruction, level: int) -> Form | None:
        """Return the sum that an instruction computes; None for another result."""
        opcode, operands = instruction.opcode, instruction.operands
        if len(operands) < 2 or type(operands[0]) is n.Vector:  # noqa: PLR2004 - and a source
            return None
        if type(operands[1]) is n.Address:
            return self._loaded(instruction, level)
        if opcode not in _FOLLOWED or type(operands[1]) is n.Vector:
            return None
        sources = [self.of(each, level) for each in operands[1:]]
        left = sources[0]
        if left is None:
            return None
        if opcode == "shfl":
            # A sum that is the same in all lanes is left as it is.
            return None if left.terms else left
        if opcode in ("mov", "cvt", "cvta", "mapa"):
            return left if copies_integer(instruction) else None
        right = sources[1] if len(sources) > 1 else None
        if right is None:
            return None
        if opcode in ("add", "sub"):
            return _sum(left, right, 1 if opcode == "add" else -1)
        if opcode == "selp":
            return self._choice(register, left, right)
        if opcode == "or":
            return self._joined(left, right)
        is_number = not right.symbol and not right.terms
        if opcode == "and":
            return left if is_number and left.symbol and right.offset in _KEEPS_ADDRESS else None
        is_low = ".hi" not in instruction.modifiers and 0 <= right.offset < _LARGEST.get(opcode, 0)
        if left.symbol or not is_number or not is_low:
            return None
        product = _times(left, 1 << right.offset if opcode == "shl" else right.offset)
        if opcode != "mad":
            return product
        added = sources[2] if len(sources) > 2 else None  # noqa: PLR2004 - the third
        return None if added is None else _sum(product, added, 1)

    def _loaded(self, instruction: n.Instruction, level: int) -> Form | None:
        """Return the value that a load of a parameter gives: a pointer of its name."""
        found = traits(instruction.opcode, instruction.modifiers)
        if not any(each.space.startswith("param") for each in found.accesses):
            return None
        place = self.of(instruction.operands[1], level)
        if place is None or place.terms or place.is_loaded or place.symbol not in self._parameters:
            return None
        return place._replace(is_loaded=True)

    def _choice(self, register: int, left: Form, right: Form) -> Form | None:
        """Return the one or the other of two sums that differ in their constants."""
        if not left.symbol:
            return None
        if (left.symbol, left.terms, left.is_loaded) != (
            right.symbol,
            right.terms,
            right.is_loaded,
        ):
            return None
        low = min(left.offset, right.offset)
        self.choices[register] = tuple(sorted({left.offset - low, right.offset - low}))
        return _sum(left._replace(offset=low), Form("", 0, ((register, 1),)), 1)

    def _joined(self, left: Form, right: Form) -> Form | None:
        """Return the `or` of two sums as their sum, if they have no bit in common."""
        if right.symbol:
            left, right = right, left
        if left.is_loaded or right.symbol:
            return None
        bits = [self.values.bits_of(each._replace(symbol="")) for each in (left, right)]
        # The bits of a variable's address are none below its alignment.
        variable = self._variables.get(left.symbol)
        if left.symbol and (variable is None or bits[1] >= variable.alignment):
            return None
        return None if bits[0] & bits[1] else _sum(left, right, 1)


_LARGEST: Final = {"shl": 64, "mul": 1 << 64, "mad": 1 << 64}
"""The first number that is too large to shift by or to multiply with."""

_FOLLOWED: Final = frozenset(
    {"mov", "cvt", "cvta", "mapa", "shfl", "add", "sub", "or", "and", "selp", "shl", "mul", "mad"}
)


def _integer(operand: n.Node | None) -> int | None:
    """Return the number that an operand is, which may be negative."""
    try:
        value = operand.value if type(operand) is n.Literal else None
    except (ValueError, OverflowError):
        return None
    return value if type(value) is int and abs(value) < 1 << 64 else None


def _sum(left: Form, right: Form, sign: int) -> Form | None:
    """Return the sum or difference; None if it points to nothing that is known."""
    if right.symbol and (left.symbol or sign < 0):
        return None
    base = right if right.symbol else left
    if not right.terms:
        terms: tuple[tuple[int, int], ...] = left.terms
    else:
        factors: dict[int, int] = defaultdict(int, left.terms)
        for register, factor in right.terms:
            factors[register] += sign * factor
        terms = tuple(sorted((key, value) for key, value in factors.items() if value))
    offset = base.offset if base.is_loaded else left.offset + sign * right.offset
    return Form(base.symbol, offset, () if base.is_loaded else terms, base.is_loaded)


def _times(form: Form, factor: int) -> Form:
    return Form(
        "", form.offset * factor, tuple([(each, times * factor) for each, times in form.terms])
    )
