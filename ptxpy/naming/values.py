"""Values of registers, each read from its definition and the values before it in the text.

A register that one unguarded instruction writes has the value that follows from the values of its
operands, if those are written before it in the text. Any other register is a value of its own.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.dialect import BINARY, COMPARISONS
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from ptxpy.naming.uses import Uses

__all__ = ["Value", "constant", "number_of", "operator_of", "values_of"]

_WARP: Final = 32


class Value(NamedTuple):
    """The value of a register.

    The kinds:

    - `register`: the value of `register`, plus `offset`; nothing more is known
    - `constant`: `offset`
    - `special`: the special register `name`, `tid.x`
    - `bits`: some bits of a special register, `(name >> shift) & mask`; no mask is -1
    - `parameter`: the value of the parameter `name` at byte `place`, plus `offset`
    - `address`: the address of the variable or parameter `name`, plus `offset`
    - `product`: the product of the special registers `name` and `other`
    - `index`: `ctaid.x * ntid.x + tid.x`, for the axis `name`
    """

    kind: str = ""
    name: str = ""
    offset: int = 0
    register: int = -1
    place: int = 0
    shift: int = 0
    mask: int = -1
    other: str = ""


def number_of(operand: n.Node | None) -> int | float | None:
    """Return the value of a number in the text, None for anything else or one too large."""
    try:
        return operand.value if type(operand) is n.Literal else None
    except (ValueError, OverflowError):
        return None


def constant(operand: n.Node | None) -> int | None:
    """Return the value of an integer constant, None for anything else."""
    value = number_of(operand)
    return value if isinstance(value, int) else None


def values_of(facts: Uses) -> list[Value]:
    """Return the value of each register."""
    return _Reader(facts).read()


@lru_cache(maxsize=4096)
def operator_of(opcode: str, modifiers: tuple[str, ...]) -> str:
    """Return the operator of Python that an instruction computes, "" if there is none.

    Unlike `ptxpy.dialect.operator_of` the type does not matter. A comparison has the sign of
    Python, `<` also for `.lo`; `*+` is a product and a sum.

    >>> operator_of("mad", (".lo", ".s32")), operator_of("setp", (".lo", ".u32"))
    ('*+', '<')
    """
    if opcode in _COMPARE:
        word = modifiers[0][1:] if modifiers else ""
        return _COMPARED.get(word, "")
    # `add.cc` also writes the carry flag, and `mul.hi` gives the upper half.
    if {".cc", ".hi"} & {*modifiers}:
        return ""
    return _MULTIPLY_ADD.get(opcode) or _SYMBOLS.get(opcode, "")


_SYMBOLS: Final = {name: symbol for symbol, name in BINARY.items()}
_MULTIPLY_ADD: Final = {"mad": "*+", "fma": "*+"}
_COMPARE: Final = frozenset({"setp"})
_COMPARED: Final = {name: symbol for symbol, name in COMPARISONS.items()} | {
    "lo": "<",
    "ls": "<=",
    "hi": ">",
    "hs": ">=",
}


class _Reader:
    """Computes the values of registers, in the order of the text."""

    def __init__(self, facts: Uses) -> None:
        self.facts = facts
        self.values = [Value("register", register=k) for k in range(len(facts.table))]
        function = facts.function
        self.parameters = {
            each.declarator.name.name: each.space for each in function.parameters or ()
        }

    def read(self) -> list[Value]:
        facts = self.facts
        for index, statement in enumerate(facts.code.statements):
            writes = facts.accesses[index].writes
            if len(writes) == 0 or type(statement) is not n.Instruction:
                continue
            register = writes[0]
            if len(writes) > 1 and type(statement.operands[0]) is n.Vector:
                self._read_fields(statement, index)
            elif facts.single(register) is statement and statement.operands:
                value = self._value(statement, index)
                if value.kind:
                    self.values[register] = value
        return self.values

    def _read_fields(self, statement: n.Instruction, index: int) -> None:
        """Note the values of a vector that an instruction loads from a parameter."""
        [vector, *_] = statement.operands
        if type(vector) is not n.Vector or _forms(statement.opcode, statement.modifiers) != "load":
            return
        kind = TYPES.get(statement.modifiers[-1][1:])
        whole = self._loaded(statement.operands[1], index)
        if not whole.kind or kind is None:
            return
        for at, register in enumerate(self.facts.numbers(vector.elements, index)):
            if register >= 0 and self.facts.single(register) is statement:
                self.values[register] = whole._replace(place=whole.place + at * kind.bits // 8)

    def _value(self, statement: n.Instruction, index: int) -> Value:
        opcode, modifiers, operands = statement.opcode, statement.modifiers, statement.operands
        target = operands[0]
        if type(target) is n.Pair:
            target = target.first
        if type(target) is n.Vector and len(target.elements) == 1:
            target = target.elements[0]
        if type(target) is not n.Register or len(operands) < 2:  # noqa: PLR2004
            return _NONE
        known = _forms(opcode, modifiers)
        if known == "load":
            return self._loaded(operands[1], index)
        if known:
            value = self._operand(operands[1], index)
            # A conversion to 32 bits keeps numbers of threads, which are small, and no pointers.
            is_kept = known == "copy" or value.kind in ("special", "bits")
            if known == "pass":
                # All threads of a warp have one value, if a warp is a row of threads.
                is_kept = (
                    (value.name == "tid.x" and 1 << value.shift >= _WARP)
                    if value.kind == "bits"
                    else value.kind in ("address", "constant")
                    # The parameters of a kernel are the same for all its threads, those of a
                    # function need not be.
                    or (value.kind == "parameter" and self.facts.function.kind == ".entry")
                )
            return value if is_kept else _NONE
        symbol = operator_of(opcode, modifiers)
        if not symbol or symbol in COMPARISONS:
            return _NONE
        sources = [self._operand(operand, index) for operand in operands[1:]]
        if symbol == "*+":
            return _index(sources)
        if len(sources) != 2:  # noqa: PLR2004
            return _NONE
        left, right = sources
        # Addition and multiplication commute: a constant is the right operand.
        if symbol in "+*" and left.kind == "constant":
            left, right = right, left
        if right.kind == "constant":
            if symbol in "+-" and left.kind in ("register", "parameter", "address"):
                return left._replace(
                    offset=left.offset + (right.offset if symbol == "+" else -right.offset)
                )
            if left.kind in ("special", "bits"):
                return _bits(symbol, left, right.offset)
            return _NONE
        if symbol == "*" and left.kind == right.kind == "special":
            first, second = sorted((left.name, right.name))
            return Value("product", first, other=second)
        if symbol == "+" and {left.kind, right.kind} == {"product", "special"}:
            return _index_of(*((left, right) if left.kind == "product" else (right, left)))
        return _NONE

    def _operand(self, operand: n.Operand, index: int) -> Value:
        if type(operand) is n.Register:
            register = self.facts.number(operand, index)
            if register >= 0:
                return self.values[register]
        if isinstance(operand, n.Literal):
            number = constant(operand)
            return _NONE if number is None else Value("constant", offset=number)
        if isinstance(operand, n.Component):
            vector = operand.base
            if isinstance(vector, n.Register) and isa.is_special(vector.name):
                return Value("special", f"{vector.name[1:]}.{operand.component}")
        if isinstance(operand, n.Register | n.Symbol):
            register = self.facts.number(operand, index)
            if register >= 0:
                return self.values[register]
            if isinstance(operand, n.Register):
                is_special = isa.is_special(operand.name)
                return Value("special", operand.name[1:]) if is_special else _NONE
            # A parameter in a register is a value, and its name no address.
            is_value = self.parameters.get(operand.name) == ".reg"
            return _NONE if is_value else Value("address", operand.name)
        if type(operand) is n.Binary and operand.operator in ("+", "-"):
            base, offset = self._operand(operand.left, index), constant(operand.right)
            if base.kind == "address" and offset is not None:
                sign = 1 if operand.operator == "+" else -1
                return base._replace(offset=base.offset + sign * offset)
        return _NONE

    def _loaded(self, operand: n.Operand, index: int) -> Value:
        if type(operand) is not n.Address or operand.coordinates:
            return _NONE
        base = self._operand(operand.base, index)
        offset = 0 if operand.offset is None else constant(operand.offset)
        if base.kind != "address" or base.name not in self.parameters or offset is None:
            return _NONE
        return Value("parameter", base.name, place=base.offset + offset)


_NONE: Final = Value()


@lru_cache(maxsize=4096)
def _forms(opcode: str, modifiers: tuple[str, ...]) -> str:
    """Return whether an instruction loads a parameter, copies a value or a part, or passes it."""
    found = isa.traits(opcode, modifiers)
    if any(access.kind == "read" and access.space == "param" for access in found.accesses):
        return "load"
    if found.copies or found.converts_address:
        return "copy"
    if found.collective == "warp" and found.passes:
        return "pass"
    types = [TYPES[word[1:]] for word in modifiers if word[1:] in TYPES]
    if (
        found.provenance == (1,)
        and len(types) == len(modifiers) == 2  # noqa: PLR2004
        and all(kind.kind in ("signed", "unsigned") and kind.bits >= _WARP for kind in types)
    ):
        return "copy" if types[0].bits >= types[1].bits else "low"
    return ""


def _bits(symbol: str, left: Value, number: int) -> Value:
    """Return some bits of a special register."""
    # `%tid.x / 32` is `%tid.x >> 5`, since special registers are unsigned.
    if symbol in ("/", "%") and number > 0 and number & (number - 1) == 0:
        symbol, number = (">>", number.bit_length() - 1) if symbol == "/" else ("&", number - 1)
    if symbol == "&" and number > 0:
        return left._replace(kind="bits", mask=left.mask & number)
    if symbol == ">>" and 0 < number < _WARP:
        return left._replace(kind="bits", shift=left.shift + number, mask=left.mask >> number)
    return _NONE


def _index(sources: list[Value]) -> Value:
    if len(sources) != 3:  # noqa: PLR2004
        return _NONE
    first, second, third = sources
    if first.kind != "special" or second.kind != "special":
        return _NONE
    # In this order `ctaid` comes before `ntid`, as `_index_of` has them.
    low, high = sorted((first.name, second.name))
    return _index_of(Value("product", low, other=high), third)


def _index_of(product: Value, added: Value) -> Value:
    """Return the index of a thread in the grid, if a sum is one."""
    for axis in "xyz":
        wanted = (f"ctaid.{axis}", f"ntid.{axis}", f"tid.{axis}")
        if (product.name, product.other, added.name) == wanted and added.kind == "special":
            return Value("index", axis)
    return _NONE
