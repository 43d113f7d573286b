"""Types of values, which are checked in modules that are written by hand (`Style.is_typed`).

PTX keeps integers, halves and packed floats in untyped registers, so that an integer in a `.b32`
register can be added as an `.f32` without an error. Here a value has the type of its declaration or
of the instruction that produced it. An instruction whose type is of another class is refused, and
the error names the conversion that was probably meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart
from ptxpy.dsl.tracing.trace import traced_function
from ptxpy.dsl.values.operand_conversion import (
    LITERALS,
    ParameterName,
    Register,
    RegisterSlice,
    in_register,
    operand,
)
from ptxpy.dsl.values.operators import View
from ptxpy.dsl.verification.instruction_checks import InstructionError, ModuleScope
from ptxpy.dsl.verification.operand_meaning import has_one_outcome, meaning_problem
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, UNKNOWN, Actual

if TYPE_CHECKING:
    from ptxpy.check import Checker

_UNTYPED_KINDS: Final = ("bits", "pred", "opaque")
"""The kinds of types that do not determine the type of a value."""


_READ_AS: Final = {"signed": "unsigned"}
"""A kind of parameters that may be read as another: a size that is declared unsigned."""


class ValueScope(ModuleScope):
    """A scope that checks the types of values in addition to those of registers."""

    typed = True

    def __init__(self, checker: Checker, outer: ValueScope | None = None) -> None:
        """Open a scope within another."""
        super().__init__(checker, outer)
        self._sorts: dict[tuple[str, str], int] = {}
        self._numbers: dict[int, int] = {}
        """The numbers of the sorts of constants."""

    def inner(self) -> ValueScope:
        """Open a scope within this one."""
        return ValueScope(self.checker, self)

    def check_parameter(self, name: str, kind: str) -> None:
        """Raise `TypeError` if a parameter is read as another type than it is declared with.

        Bits may be read of any, also fewer: `ptx.ld.param.b32([x, 4])`.
        """
        found = self.names.own(name)
        if found is None or not found.space.startswith(".param"):
            return
        have, read = TYPES.get(found.type), TYPES.get(kind)
        if have is None or read is None or "bits" in (have.kind, read.kind):
            return
        if have.bits != read.bits or have.kind not in (read.kind, _READ_AS.get(read.kind)):
            bits = f"b{have.bits}"
            msg = (
                f"the parameter {name} is .{found.type}, and not .{kind}: declare it as {kind}, "
                f"read it as {found.type}, or as {bits} if its bits are meant"
            )
            raise TypeError(msg)

    def set_platform(self, version: Any, target: Any) -> None:
        """Take another version and target from here on."""
        super().set_platform(version, target)
        self._sorts.clear()
        self._numbers.clear()

    def checked(
        self, operation: Any, values: tuple[Any, ...], *, opened: int, double: bool
    ) -> tuple[Any, ...]:
        """Return the operands of an instruction when they have been checked, as the base does."""
        nodes, codes = [], []
        sorts, numbers = self._sorts, self._numbers
        function = traced_function()
        name: ParameterName | None = None
        for value in values:
            kind = type(value)
            found = None
            if kind is Register:
                node = value.node if value.traced_in is function else value.operand()
                found = sorts.get((value.declared, value.storage))
            elif kind is int:
                node = LITERALS[value]
                found = numbers.get(value)
                if found is None:
                    found = numbers[value] = self.checker.code(_constant(value))
            else:
                if kind is ParameterName and not value.dtype.dimensions:
                    name = value
                node = operand(value, double=double)
            nodes.append(node)
            codes.append(self._value_code(value, node) if found is None else found)
        signature = tuple(codes)
        allowed = self.checker.allowed(operation)
        if signature not in allowed:
            actual = [self.classify(*pair) for pair in zip(values, nodes, strict=True)]
            if list in map(type, values):
                operands = [UNKNOWN, *actual] if opened else actual
                vectors = self._with_vectors(operation, signature, values, operands)
                if vectors is not None:
                    return self.checked(operation, vectors, opened=opened, double=double)
            operands = [UNKNOWN, *actual] if opened else actual
            if not self._look_up(operation, operands, values):
                return tuple(nodes)
            # Meaning is asked of instructions only that the table allows.
            is_constant = has_one_outcome(operation, values)
            problem = meaning_problem(operation, operands)
            if problem is not None:
                raise InstructionError(problem)
            # Whether such a constant is refused depends on the line that has it, so the answer is
            # not kept for the next one.
            if not is_constant:
                allowed.add(signature)
        if name is not None and ".param" not in operation.modifiers:
            msg = (
                f"{operation.opcode} takes the address of the parameter: write {name.instead()}, "
                "which is what it holds"
            )
            raise InstructionError(msg)
        return tuple(nodes)

    def check_destination(
        self, operation: Any, destination: Any, declared: str, sources: int
    ) -> None:
        """Check the destination of an instruction when it is bound, as the base does."""
        checker = self.checker
        code = checker.code(("destination", declared, self.code(destination)))
        allowed = checker.allowed(operation)
        if code not in allowed:
            actual = self.operand(destination)
            if declared and actual.kind == "register":
                actual = _sort(declared, actual.type)
            if self._look_up(operation, [actual, *[UNKNOWN] * sources]):
                allowed.add(code)

    def _value_code(self, value: Any, node: Any) -> int:
        """Return the number of the sort of an operand; equal sorts have equal numbers."""
        kind = type(value)
        if kind is int:
            return self.checker.code(_constant(value))
        if kind is tuple or kind is RegisterSlice:
            parts = zip(value, node.elements, strict=True)
            return self.checker.code(("values", *[self._value_code(*part) for part in parts]))
        if kind is list:
            base = self._value_code(value[0], node.base)
            rest = [self.code(part) for part in node.coordinates]
            return self.checker.code(("address", node.offset is None, base, *rest))
        key = self._key(value, node)
        if key is None:
            return self.code(node)
        found = self._sorts.get(key)
        if found is None:
            found = self._sorts[key] = self.checker.code(_sort(*key))
        return found

    def _key(self, value: Any, node: n.Operand) -> tuple[str, str] | None:
        """Return the type of a value and that of its register; None for other operands."""
        if type(node) is n.Register:
            value = in_register(value)
        kind = type(value)
        if kind is PendingResult:
            bound = value.bound
            if bound is not None:
                return bound.declared, bound.storage
            if value.storage:
                return value.value_type, self.operand(node).type
            return value.value_type, value.operation.result
        if isinstance(value, Register):
            return value.declared, value.storage
        if kind is View:
            return value.type, value.storage
        return (value.declared, value.kind) if kind is ResultPart else None

    def classify(self, value: Any, node: Any) -> Actual:
        """Classify an operand, with the type of its value."""
        kind = type(value)
        if kind is int:
            return _constant(value)
        if kind is tuple or kind is RegisterSlice:
            parts = zip(value, node.elements, strict=True)
            return Actual("vector", parts=tuple([self.classify(*part) for part in parts]))
        actual = self.operand(node)
        if kind is list and actual.kind == "address" and actual.parts:
            base = self.classify(value[0], node.base)
            return actual._replace(parts=(base, *actual.parts[1:]))
        key = self._key(value, node)
        return actual if key is None or actual.kind != "register" else _sort(*key)


def _constant(value: int) -> Actual:
    """Return the operand that a constant is which has to be a number of the type."""
    return Actual("integer", value=value, value_type="constant")


def _sort(declared: str, storage: str) -> Actual:
    """Return the operand that a register is which holds values of a type."""
    entry = TYPES.get(declared)
    known = entry is not None and entry.kind not in _UNTYPED_KINDS
    return Actual("register", storage, value_type=declared if known else "")
