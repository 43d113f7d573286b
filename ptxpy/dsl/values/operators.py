"""Python's operators on registers: each emits one instruction (`ptxpy.dialect.operators`).

`r[1] + r[2]` is `add.s32`, `r[1].u32 < 5` is `setp.lt.u32`. The result is a `PendingResult`, as for
an instruction. An operator that the register's type does not have raises `TypeError`.

PTX has no instruction that adds 32 bits to 64, as `address + index` does. In modules whose values
have types, the operators `+ - * & | ^` extend the operand of 32 bits by the sign of its type, with
a `cvt` of its own before the instruction of the operator:

| Index | PTX |
|---|---|
| `.u32` | `cvt.u64.u32 %rd1, %r0; add.u64 %rd2, %rd0, %rd1;` |
| `.s32` | `cvt.s64.s32 %rd1, %r0; add.u64 %rd2, %rd0, %rd1;` |

Bits without a type, `.b32`, have no sign, and are refused.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from ptxpy.dialect import BINARY, COMPARISONS, VIEWS, opcode_of, split_opcode
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import Operation, carried_type
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart, is_unbound, value_type
from ptxpy.dsl.values.operand_conversion import (
    CONVERTERS,
    DUNDERS,
    Handle,
    LoadedValue,
    Register,
    RegisterSlice,
    in_register,
    plain,
    python_uses,
    refuse_row,
)
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, traits
from ptxpy.styles import Style

_WIDENING_OPERATORS: Final = frozenset("+-*&|^")
"""Operators that extend an operand: the low 64 bits of their result need no common sign."""

_WIDE_TYPES: Final = frozenset({"b64", "u64", "s64"})

_NARROW_TYPES: Final = frozenset({"b32", "u32", "s32"})

_CONVERSIONS: Final = {
    "u32": Operation("cvt", (".u64", ".u32")),
    "s32": Operation("cvt", (".s64", ".s32")),
}
"""The instructions that extend 32 bits to 64, by the type of the operand."""


def narrow_operand(symbol: str, operands: tuple[Any, ...]) -> int | None:
    """Return the index of the operand that an operator extends to 64 bits, or None."""
    if symbol not in _WIDENING_OPERATORS:
        return None
    left, right = operands
    if type(left) in (int, float) or type(right) in (int, float):
        return None
    kinds = value_type(left), value_type(right)
    for index in (1, 0):
        if kinds[index] in _NARROW_TYPES and kinds[1 - index] in _WIDE_TYPES:
            return index
    return None


def widen(symbol: str, operand: Any) -> Any:
    """Emit the `cvt` that extends an operand to 64 bits, and return its result.

    `TypeError` for an operand whose type has no sign.
    """
    kind = value_type(operand)
    conversion = _CONVERSIONS.get(kind)
    if conversion is None:
        msg = (
            f"{symbol} of 64 bits and a .{kind}: a .{kind} has no sign, which says how it is "
            "extended to 64 bits: give it with a view, x.u32 or x.s32, or declare the register as "
            "u32 or s32"
        )
        raise TypeError(msg)
    return conversion(operand)


_OPERATIONS: dict[str, Operation] = {}


def operation(opcode: str) -> Operation:
    """Return the operation of an opcode with its modifiers, as text."""
    found = _OPERATIONS.get(opcode)
    if found is None:
        found = _OPERATIONS[opcode] = Operation(*split_opcode(opcode))
        # The author has not chosen the sign of the instruction's type, which follows from the
        # operands.
        found.is_written = False
    return found


class View(Handle):
    """A register seen with another type: `r[1].u32`."""

    __slots__ = ("declared", "storage", "type", "variable")

    def __init__(self, register: Register, name: str) -> None:
        """Create a view of a register as the type `name`."""
        super().__init__(register.node, register.traced_in)
        self.declared = register.declared
        self.storage = register.storage
        self.variable = register.variable
        self.type = name

    def __repr__(self) -> str:
        """Show register and type."""
        return f"<register {self.node.name} as .{self.type}>"


CONVERTERS[View] = lambda view, _double: view.operand()


def style() -> Style:
    """Return the style of the module that is being traced."""
    found: Style = trace.function_body().module.style
    return found


_UNSIGNED_OPERATORS: Final = frozenset({"&", "|", "^", "~", "<<"})
"""Operators whose instructions are untyped: the result has the sign of the operand."""

_MODULAR_OPERATORS: Final = frozenset({"+", "-", "*", "neg"})
"""Operators whose result bits are the same for signed and unsigned integers."""

_CACHED_OPERATIONS: dict[tuple[Any, ...], Operation] = {}
"""Resolved operators, by operator, types, and the properties in which styles differ."""


_SIGNED_OPERATORS: Final = frozenset({"<", "<=", ">", ">=", "/", "%", "max", "min"})
"""Operators with different instructions for signed and unsigned integers."""

_NUMBER_OPERATORS: Final = frozenset({*"+-*/%", "neg", *COMPARISONS})
"""Operators that take bits for a number, and not as bits."""

_BITS: Final = frozenset({"b16", "b32", "b64"})

_SYMBOL_LENGTH: Final = 2
_FLOAT_BITS: Final = (32, 64)
"""The widths of the formats that a value without a type may be taken for, by their names."""
_FORMATS: Final = {"max": "x.max(y)", "min": "x.min(y)"}


def check_signs(symbol: str, operands: tuple[Any, ...]) -> None:
    """Raise `TypeError` if a result depends on a sign that is unknown or that differs.

    `symbol` is an operator, or the name for the message. A style without types accepts any signs.
    """
    if not style().is_typed:
        return
    kinds = [value_type(item) for item in operands if type(item) not in (int, float)]
    if symbol == ">>":
        # The amount to shift by is unsigned in any case: the sign of the first operand decides.
        kinds = kinds[:1] if operands and not isinstance(operands[0], int) else []
    entries = [TYPES[kind] for kind in kinds if kind in TYPES]
    for constant in operands:
        if type(constant) is int and entries:
            _check_range(symbol, constant, kinds[0])
    shown = _FORMATS.get(symbol, f"x {symbol} y" if len(symbol) <= _SYMBOL_LENGTH else symbol)
    if any(entry.kind == "bits" for entry in entries):
        bits = next(entry.bits for entry in entries if entry.kind == "bits")
        msg = (
            f"{shown} depends on the sign, which a .b{bits} does not have: give it with a view, "
            f"x.s{bits} or x.u{bits}, or declare the register as s{bits} or u{bits}"
            f"{python_uses().precedence_hint()}"
        )
        raise TypeError(msg)
    if {entry.kind for entry in entries} == {"signed", "unsigned"}:
        msg = (
            f"{shown} of .{kinds[0]} and .{kinds[1]}: the result depends on the sign, so give one "
            f"type for both with a view, x.s{entries[0].bits} or x.u{entries[0].bits}"
            f"{python_uses().precedence_hint()}"
        )
        raise TypeError(msg)


def _check_range(symbol: str, constant: int, kind: str) -> None:
    """Raise `TypeError` for a constant that is out of the range of the type."""
    entry = TYPES[kind]
    if symbol == ">>" or entry.kind not in ("signed", "unsigned"):
        return
    least, beyond = (
        (-1 << entry.bits - 1, 1 << entry.bits - 1)
        if entry.kind == "signed"
        else (
            0,
            1 << entry.bits,
        )
    )
    if not least <= constant < beyond:
        taken = (constant - least) % (1 << entry.bits) + least
        msg = (
            f"{_FORMATS.get(symbol, f'x {symbol} y')}: {constant} is out of the range of .{kind}; "
            f"it would be taken for {taken}"
        )
        if constant < 0 and len(symbol) <= _SYMBOL_LENGTH:
            msg += (
                f"; for a number that may be negative write x.s{entry.bits} {symbol} {constant}, "
                "with a view"
            )
        raise TypeError(msg)


def _check_operands(symbol: str, operands: tuple[Any, ...]) -> None:
    """Raise `TypeError` for operands without a view that make the operator mean something else."""
    if float in map(type, operands):
        _check_fraction(symbol, operands)
    if symbol in _SIGNED_OPERATORS or symbol == ">>":
        check_signs(symbol, operands)


def _check_fraction(symbol: str, operands: tuple[Any, ...]) -> None:
    """Raise `TypeError` for a constant with a point beside a value that counts as an integer."""
    kind = next((value_type(item) for item in operands if type(item) is not float), "")
    entry = TYPES.get(kind)
    if entry is None or entry.kind not in ("bits", "signed", "unsigned"):
        return
    number = next(item for item in operands if type(item) is float)
    msg = f"x {symbol} {number!r}: x is a .{kind}, which counts as an integer; write"
    if entry.kind == "bits" and entry.bits in _FLOAT_BITS:
        integer = _written_integer(next(item for item in operands if type(item) is not float))
        if integer:
            msg = (
                f"x {symbol} {number!r}: x is an integer, which a .{integer} instruction wrote; "
                "write an integer for the number, or"
            )
        msg = f"{msg} {_as_float(symbol, operands, f'f{entry.bits}', number, integer)}"
        raise TypeError(msg)
    hint = f"ptx.cvt.rn.f32.{kind}(x) {symbol} {number!r}"
    raise TypeError(f"{msg} {int(number)}, or {hint}" if number.is_integer() else f"{msg} {hint}")


def _written_integer(register: Any) -> str:
    """Return the type of the integer that the last statement has written to a register.

    The result is empty for an instruction on bits, and if no statement is found.
    """
    for statement in reversed(trace.function_body().statements):
        if type(statement) is PendingResult and statement.destination == register.node:
            kind = statement.operation.typed
            return kind if TYPES[kind].kind in ("signed", "unsigned") else ""
    return ""


def _as_float(
    symbol: str, operands: tuple[Any, ...], kind: str, number: float, integer: str
) -> str:
    """Return the operator on a value and a number with a view of the value.

    `integer` is the type of a value that has to be converted; empty for a float.
    """
    # Advice is loaded where there is something to advise.
    from ptxpy.dsl.verification.viewed_expressions import viewed_here  # noqa: PLC0415

    at = next(at for at, item in enumerate(operands) if type(item) is not float)
    is_set = bool(getattr(operands[at], "variable", False))
    written = viewed_here(symbol, at, kind, is_set=is_set, integer=integer)
    value = f"ptx.cvt.rn.{kind}.{integer}(x).{kind}" if integer else f"x.{kind}"
    left, right = (value, repr(number))[:: -1 if at else 1]
    return written or f"{left} {symbol} {right}"


def _emit(symbol: str, register: Any, *operands: Any) -> PendingResult:
    rules = trace.function_body().module.style
    operands = tuple([in_register(item) for item in operands])
    if rules.is_typed:
        narrow = narrow_operand(symbol, operands)
        if narrow is not None:
            return _emit_widened(symbol, operands, narrow)
    view = ""
    for item in operands:
        if type(item) is View:
            if view and item.type != view:
                msg = f"{symbol} of .{view} and .{item.type}: two views of one operation must agree"
                raise TypeError(msg)
            view = item.type
    # A view says what is meant, also where the declared type would not do.
    if not view:
        _check_operands(symbol, operands)
    key = (
        symbol,
        register.declared,
        view,
        rules.compares_equality_untyped,
        rules.rounds_explicitly,
    )
    found = _CACHED_OPERATIONS.get(key)
    if found is None:
        found = _CACHED_OPERATIONS[key] = _resolve(symbol, register, view, rules)
    result = found(*operands)
    if rules.is_typed:
        _set_result_type(result, symbol, register, view, operands)
    elif not view and symbol in _NUMBER_OPERATORS:
        _expect_integers(result, register)
    return result


def _expect_integers(result: PendingResult, register: Any) -> None:
    """Let the operands of an operator on bits be looked at, once they have their registers."""
    if register.declared not in _BITS:
        return
    frame: FrameType | None = sys._getframe(2)  # noqa: SLF001 - the only way, and documented
    while frame is not None and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    location = None if frame is None else (frame.f_code, frame.f_lasti)
    trace.function_body().function.integer_operators[id(result)] = location


def _set_result_type(
    result: PendingResult, symbol: str, register: Any, view: str, operands: tuple[Any, ...]
) -> None:
    """Set the type of the value of an operator whose instruction does not say it."""
    if register.declared == "pred":
        if symbol == "~":
            trace.function_body().function.inversions.append(result)
        elif symbol == "|":
            result.is_disjunction = result.margin is None
    if symbol in _UNSIGNED_OPERATORS:
        result.declared = view or carried_type(result.operation, operands)
    elif not view and symbol in _MODULAR_OPERATORS and _is_untyped(register):
        result.declared = register.declared


def _resolve(symbol: str, register: Any, view: str, rules: Style) -> Operation:
    """Return the instruction of an operator; `TypeError` if the type has none."""
    opcode = opcode_of(symbol, register.declared, view, rules)
    if opcode is None:
        shown = "-" if symbol == "neg" else symbol
        kind = view or register.declared
        instead = _instead(symbol, kind)
        if not instead and view and opcode_of(symbol, register.declared, "", rules) is not None:
            instead = f": it is one of bits, write it without the view .{view}"
        msg = f"{register!r}: {shown} is not an instruction of .{kind}{instead}"
        raise TypeError(msg)
    return operation(opcode)


def _instead(symbol: str, kind: str) -> str:
    """Return what to write for an operator that a type does not have; empty if nothing is known."""
    entry = TYPES.get(kind)
    if kind == "pred":
        number = ", or make a number of it, ptx.selp.u32(1, 0, p)"
        return f": predicates are combined with & | ^ ~{number}"
    if entry is None or entry.kind != "float" or entry.lanes > 1:
        return ""
    if symbol == "%" and kind in ("f32", "f64"):
        return f": write a - b * ptx.cvt.rzi.{kind}.{kind}(a / b)"
    if symbol == "/":
        return f": write ptx.cvt.rn.{kind}.f32(ptx.cvt.f32.{kind}(a) / ptx.cvt.f32.{kind}(b))"
    if symbol in _UNSIGNED_OPERATORS or symbol == ">>":
        bits = f"ptx.mov.b{entry.bits}(x)"
        return f": take its bits, {f'~{bits}' if symbol == '~' else f'{bits} {symbol} y'}"
    return ""


def _emit_widened(symbol: str, operands: tuple[Any, ...], narrow: int) -> PendingResult:
    """Emit an operator of 64 bits, after the `cvt` of its operand of 32 bits."""
    wide = _as_register(operands[1 - narrow])
    extended = widen(symbol, operands[narrow])
    pair = (wide, extended) if narrow else (extended, wide)
    return _emit(symbol, wide, *pair)


def _is_untyped(register: Any) -> bool:
    """Return whether a register is declared with an untyped (bits) type."""
    entry = TYPES.get(register.declared)
    return entry is not None and entry.kind == "bits"


_RESULTS: Final = (PendingResult, ResultPart, LoadedValue)


def _as_register(value: Any) -> Any:
    """Return the register of the result of an instruction."""
    kind = type(value)
    if kind is Register:
        return value
    if kind is PendingResult or isinstance(value, _RESULTS):
        return value.register()
    return value


ROWS: Final[set[type]] = {RegisterSlice}
"""The classes of several registers at once."""


def _binary(symbol: str) -> Callable[[Any, Any], Any]:
    def operator(self: Any, other: Any) -> Any:
        left, other = _as_register(self), plain(other)
        if type(other) in ROWS:
            refuse_row(other, symbol)
        if symbol == "-" and type(other) is int and _is_integer(left):
            # Compilers add the negative number.
            return _emit("+", left, left, -other)
        return _emit(symbol, left, left, other)

    return _pair_or(operator) if symbol == "|" else operator


def _pair_or(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return the operator `|`, which of a register and a predicate is the destination `d|p`."""

    def operator(self: Any, other: Any) -> Any:
        if type(other) is Register and other.declared == "pred":
            left = _as_register(self)
            # No operator combines a number with a predicate, so that this can only be a
            # destination.
            if left.declared != "pred" and trace.function_body().module.style.is_typed:
                return n.Pair(left.operand(), other.operand())
        return compute(self, other)

    return operator


def _reflected(symbol: str) -> Callable[[Any, Any], Any]:
    def operator(self: Any, other: Any) -> Any:
        right = _as_register(self)
        return _emit(symbol, right, plain(other), right)

    return operator


def _in_place(symbol: str) -> Callable[[Any, Any], PendingResult]:
    compute = _binary(symbol)

    def operator(self: Any, other: Any) -> PendingResult:
        register = _as_register(self)
        result: PendingResult = compute(register, other)
        # A value is not changed by `x += 1`: its name gets the result instead.
        if getattr(register, "variable", False):
            result.bind(register.node, register.declared, register.storage)
            result.bound = register
            result.in_place = True
        return result

    operator.__doc__ = (
        f"Emit the instruction of `{symbol}`. The register is its destination if it is declared to "
        "change, else a fresh register."
    )
    return operator


def _extreme(opcode: str) -> Callable[[Any, Any], PendingResult]:
    def method(self: Any, other: Any) -> PendingResult:
        register, other = _as_register(self), plain(in_register(other))
        is_viewed = isinstance(register, View) or isinstance(other, View)
        if not is_viewed:
            check_signs(opcode, (register, other))
        name = register.type if isinstance(register, View) else register.declared
        # `max` has no untyped form; integers without a sign count as signed in the styles of
        # compilers.
        name = {"b16": "s16", "b32": "s32", "b64": "s64"}.get(name, name)
        result = operation(f"{opcode}.{name}")(register, other)
        if not (is_viewed or style().is_typed):
            _expect_integers(result, register)
        return result

    method.__doc__ = f"Emit `{opcode}` of the register and another operand."
    return method


def _unary(symbol: str) -> Callable[[Any], Any]:
    def operator(self: Any) -> Any:
        only = _as_register(self)
        return _emit(symbol, only, only)

    return operator


def _is_integer(register: Any) -> bool:
    name = register.type if isinstance(register, View) else register.declared
    return name in TYPES and TYPES[name].kind in ("signed", "unsigned", "bits")


def _view(name: str) -> Any:
    def view(self: Any) -> View:
        register = _as_register(self)
        return View(register, name)

    view.__doc__ = f"The register as `.{name}`, the type that its operators use."
    return property(view)


_RECLASSED: dict[tuple[int, str], Operation] = {}
"""Operations whose results have registers of another class, by operation and class."""


def _reclassed(made: Operation, kind: str) -> Operation:
    """Return an operation whose result has a register of the class for a type."""
    key = id(made), kind
    found = _RECLASSED.get(key)
    if found is None:
        found = _RECLASSED[key] = Operation(made.opcode, made.modifiers)
        found.checked, found.is_written = made.checked, made.is_written
        found.set_result(kind)
        # The key is an address: the operation has to live as long as it.
        found.original = made
    return found


def _cast(name: str) -> Any:
    def cast(self: Any) -> Any:
        wanted = TYPES[name]
        if _is_narrow_load(self, wanted.bits) and wanted.kind != "float":
            if not is_unbound(self):
                msg = (
                    f"{self.describe()} has a register of .{self.operation.result}: write "
                    f".as_{name} behind the load itself"
                )
                raise TypeError(msg)
            self.operation = _reclassed(self.operation, name)
            return self
        register = _as_register(self)
        held = TYPES.get(value_type(register))
        if held is None or held.bits != wanted.bits:
            shown = value_type(register)
            msg = f".as_{name} takes the {wanted.bits} bits of a value, and here is a .{shown}"
            # Advice is loaded where there is something to advise.
            from ptxpy.dsl.verification.advice import conversion  # noqa: PLC0415

            opcode = conversion(shown, name)
            raise TypeError(f"{msg}: convert it, ptx.{opcode}(…)" if opcode else msg)
        result = _reclassed(operation(f"mov.b{wanted.bits}"), name)(register)
        result.declared = name
        return result

    cast.__doc__ = f"The bits in a register for `.{name}`: by a load of fewer bits, or a `mov`."
    return property(cast)


def _is_narrow_load(value: Any, bits: int) -> bool:
    """Return whether a value is a load of fewer bits, which extends them (PTX ISA 9.7.9.8)."""
    if type(value) is not PendingResult:
        return False
    accesses = traits(value.opcode, value.modifiers).accesses
    if [access.kind for access in accesses] != ["read"]:
        return False
    entry = TYPES.get(value.operation.typed)
    # A float is no number of another width.
    is_integer = entry is not None and entry.kind != "float" and entry.bits < bits
    return is_integer and not value.operation.makes_vector


def _install() -> None:
    # Instructions give the values that operators take, and operators emit instructions: the methods
    # are attached here, where both are known.
    others = {
        "__neg__": _unary("neg"),
        "__pos__": _as_register,
        "__invert__": _unary("~"),
        "__hash__": object.__hash__,
    }
    for target in (Register, View, PendingResult, ResultPart, LoadedValue):
        for symbol in BINARY:
            setattr(target, f"__{DUNDERS[symbol]}__", _binary(symbol))
            setattr(target, f"__r{DUNDERS[symbol]}__", _reflected(symbol))
            setattr(target, f"__i{DUNDERS[symbol]}__", _in_place(symbol))
        for symbol, name in COMPARISONS.items():
            setattr(target, f"__{name}__", _binary(symbol))
        for opcode in ("max", "min"):
            setattr(target, opcode, _extreme(opcode))
        for name, method in others.items():
            setattr(target, name, method)
    for name in VIEWS:
        for holder in (Register, View, PendingResult, ResultPart, LoadedValue):
            setattr(holder, f"as_{name}", _cast(name))
        for holder in (Register, PendingResult, ResultPart, LoadedValue):
            if not hasattr(holder, name):
                setattr(holder, name, _view(name))


_install()
