"""Checking instructions against the instruction table while they are recorded."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from ptxpy import isa
from ptxpy.analysis import SymbolTable
from ptxpy.check import Checker, OperandScope
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.tracing.source_lines import attach_location, find_locations
from ptxpy.dsl.tracing.trace import TraceError, function_body, traced_function
from ptxpy.dsl.values.operand_conversion import LITERALS, Register, operand
from ptxpy.ir import nodes as n
from ptxpy.isa import (
    TARGET_OPTIONS,
    UNKNOWN,
    Actual,
    Problem,
    check_legality,
    entries,
    parse_target,
    parse_version,
)


class InstructionError(TraceError, ValueError):
    """An instruction, version or target that the instruction table does not have."""

    __module__ = "ptxpy"

    needed_version: tuple[int, int] | None = None
    """The version of PTX that would have the instruction, if the module's is too old."""
    problem: Problem | None = None
    """Why the table refuses the instruction, to which the message adds what to write instead."""
    advice = ""
    """The end of the message, which says what to write instead."""


class UnknownInstructionWarning(UserWarning):
    """An opcode that the instruction table does not have, written with `ptx.inst`."""

    __module__ = "ptxpy"


class ModuleScope(OperandScope):
    """The names of a module, or of a function or scope in it."""

    typed = False
    """Whether values have types (`value_types.ValueScope`)."""

    defers = False
    """Whether errors in the module are left to a later check (`deferred_checks`)."""

    def __init__(
        self, checker: Checker, outer: OperandScope | None = None, names: SymbolTable | None = None
    ) -> None:
        """Open a scope within another; `names` are those that it declares, if they are known."""
        super().__init__(checker, outer, names)
        self._addresses: dict[tuple[bool, int], int] = {}
        self._lists: dict[tuple[Any, tuple[int, ...]], frozenset[int]] = {}
        """The indices of lists that are vectors, by instruction and sorts of the operands."""

    def record(self, node: n.Node) -> None:
        """Record the names that a statement declares, or the version or target of the module."""
        kind = type(node)
        if kind in _DECLARATIONS:
            self.declare(node)
        elif kind is n.Version:
            version = _existing(parse_version, node.number)  # type: ignore[attr-defined]
            self.set_platform(version, self.checker.target)
            self._addresses.clear()
        elif kind is n.Target and node.names[0] not in TARGET_OPTIONS:  # type: ignore[attr-defined]
            target = _existing(parse_target, node.names[0])  # type: ignore[attr-defined]
            self.set_platform(self.checker.version, target)
            self._addresses.clear()

    def operand(self, node: n.Operand | None) -> Actual:
        """Classify an operand; the name of a function may be that of a later label."""
        found = super().operand(node)
        return UNKNOWN if found.kind == "function" else found

    def check_parameter(self, name: str, kind: str) -> None:
        """Check the type that a parameter is read as; here any will do."""

    def inner(self) -> ModuleScope:
        """Open a scope within this one."""
        return ModuleScope(self.checker, self)

    def checked(
        self, operation: Any, values: tuple[Any, ...], *, opened: int, double: bool
    ) -> tuple[Any, ...]:
        """Check the operands of an instruction, and return their nodes.

        `opened` means that the destination is unbound. A register carries its own type. Raises
        `InstructionError`; warns of an unknown opcode whose operands are all given.
        """
        checker = self.checker
        declared, literals = checker.declared, checker.literals
        nodes, codes = [], []
        known = self._known
        function = traced_function()
        # This runs for every instruction, so the usual operands are told by their class alone, and
        # their numbers come from tables.
        for value in values:
            kind = type(value)
            if kind is Register:
                node = value.node if value.traced_in is function else value.operand()
                found = declared.get(value.declared)
            elif kind is PendingResult:
                node = value.operand()
                found = value.code
                if found is None:
                    found = known.get(node[0])
            elif kind is int:
                node = LITERALS[value]
                found = literals.get(node[0])
            elif kind is list and value and type(value[0]) in _BASE_TYPES:
                node = operand(value)
                found = self._address(value, node)
            else:
                node = operand(value, double=double)
                found = None
            nodes.append(node)
            codes.append(self.code(node) if found is None else found)
        signature = tuple(codes)
        allowed = checker.allowed(operation)
        # Operands of the same sorts are allowed again, so that the table is asked once for each
        # signature.
        if signature not in allowed:
            actual = [self.operand(node) for node in nodes]
            if list in map(type, values):
                operands = [UNKNOWN, *actual] if opened else actual
                vectors = self._with_vectors(operation, signature, values, operands)
                if vectors is not None:
                    return self.checked(operation, vectors, opened=opened, double=double)
            if self._look_up(operation, [UNKNOWN, *actual] if opened else actual, values):
                allowed.add(signature)
        return tuple(nodes)

    def _with_vectors(
        self,
        operation: Any,
        signature: tuple[int, ...],
        values: tuple[Any, ...],
        operands: list[Actual],
    ) -> tuple[Any, ...] | None:
        """Return the operands of an instruction with lists as tuples in the places of vectors.

        None if it takes the lists as they are, addresses, or takes them neither way.
        """
        key = operation, signature
        found = self._lists.get(key)
        if found is None:
            found = self._lists[key] = self._vector_lists(operation, values, operands)
        if not found:
            return None
        return tuple([tuple(value) if at in found else value for at, value in enumerate(values)])

    def _vector_lists(
        self, operation: Any, values: tuple[Any, ...], operands: list[Actual]
    ) -> frozenset[int]:
        """Return the indices of the lists in places in which an instruction takes a vector."""
        found: set[int] = set()
        shift = len(operands) - len(values)
        problem = self._find_problem(operation, operands)
        while problem is not None:
            at = problem.position - shift
            if at < 0 or at in found or type(values[at]) is not list:
                break
            vector = tuple(values[at])
            operands = [*operands]
            operands[at + shift] = self.classify(vector, operand(vector))
            problem = self._find_problem(operation, operands)
            if self._is_refused(problem, at + shift) or (
                len(vector) == 1 and self._takes_element(operation, operands, at + shift, vector[0])
            ):
                break
            found.add(at)
        return frozenset(found)

    def _takes_element(self, operation: Any, operands: list[Actual], at: int, element: Any) -> bool:
        """Return whether an instruction takes the element of a list in the place of the list.

        Then the brackets would be those of an address, and not of a vector of one element.
        """
        tried = [*operands[:at], self.classify(element, operand(element)), *operands[at + 1 :]]
        problem = self._find_problem(operation, tried)
        return problem is None or problem.position != at

    @staticmethod
    def _is_refused(problem: Problem | None, at: int) -> bool:
        """Return whether an instruction takes no vector as the operand of an index."""
        if problem is None or problem.position != at:
            return False
        return problem.rule == "kind" and "vector {" not in problem.message

    def _find_problem(self, operation: Any, operands: list[Actual]) -> Problem | None:
        return self.checker.problem(operation.opcode, operation.modifiers, operands)

    def classify(self, value: Any, node: Any) -> Actual:  # noqa: ARG002 - `ValueScope` reads it
        """Classify an operand whose value and node are known."""
        return self.operand(node)

    def _address(self, value: list[Any], node: n.Address) -> int | None:
        """Return the number of an address whose base is a register, None for any other."""
        base = value[0]
        inner = (
            base.code if type(base) is PendingResult else self.checker.declared.get(base.declared)
        )
        if inner is None or node[2]:
            return None
        # All addresses with a base of one sort are alike to the table, but for having an offset or
        # none.
        key = (node[1] is None, inner)
        found = self._addresses.get(key)
        if found is None:
            found = self._addresses[key] = self.code(node)
        return found

    def check_destination(
        self, operation: Any, destination: Any, declared: str, sources: int
    ) -> None:
        """Check the destination of an instruction when it is bound."""
        code = self.checker.declared.get(declared)
        if code is None:
            code = self.code(destination)
        allowed = self.checker.allowed(operation)
        if code not in allowed and self._look_up(
            operation, [self.operand(destination), *[UNKNOWN] * sources]
        ):
            allowed.add(code)

    def _look_up(
        self, operation: Any, operands: list[Actual], values: tuple[Any, ...] | None = None
    ) -> bool:
        """Raise `InstructionError` for an instruction that is not allowed, with what to write.

        `values` are the Python values of the operands after an unbound destination. Returns whether
        the instruction is allowed: one that another check will report is neither that nor an error.
        """
        if (
            operation.opcode in isa.DIRECT_BRANCHES
        ):  # the label may be one to come, of a variable's name
            operands = [UNKNOWN if each.kind == "symbol" else each for each in operands]
        problem = self.checker.problem(operation.opcode, operation.modifiers, operands)
        if problem is None:
            return True
        if problem.rule == "opcode" and operation.explicit and not entries(operation.opcode):
            # The fourth frame is that of the author: `_look_up`, `checked` and the operation are
            # before it.
            warnings.warn(problem.message, UnknownInstructionWarning, stacklevel=4)
        else:
            opcode, modifiers = operation.opcode, operation.modifiers
            unbound = isa.destinations(opcode, modifiers)
            if values is not None:
                unbound = len(operands) - len(values)
            from ptxpy.dsl.verification.advice import Refused, advice  # noqa: PLC0415 - seldom

            refused = Refused(problem, opcode, modifiers, operands, unbound, values, self.checker)
            advised = advice(refused)
            error = InstructionError(_message(problem, self.checker, unbound) + advised)
            error.problem, error.advice = problem, advised
            error.needed_version = problem.version
            raise error
        return True


_BASE_TYPES: Final = frozenset({Register, PendingResult})
"""The types of address bases that carry their own type."""

_DECLARATIONS: Final = frozenset({n.Variable, n.Function, n.Alias, n.CallPrototype, n.TargetList})
"""The statements that declare names."""


def has_target(operation: Any) -> bool:
    """Return whether the target that is written for has an instruction, whatever its operands.

    Where instructions are not checked it is taken to.
    """
    scope = function_body().scope
    if scope is None:
        return True
    opcode, modifiers = operation.opcode, operation.modifiers
    return check_legality(opcode, modifiers, None, None, scope.checker.target) is None


def _existing(parse: Any, text: str) -> Any:
    try:
        return parse(text)
    except ValueError as error:
        msg = f"{error}; module(…, checks=False) takes any"
        raise InstructionError(msg) from None


_COUNTS: Final = re.compile(r"takes (\d+)(?: to (\d+))? operands?, not (\d+)$")
"""The end of the table's message on the number of operands, which counts the destination."""


def _message(problem: Problem, checker: Checker, unbound: int) -> str:
    """Return the message of a problem; `unbound` destinations are no arguments of the call."""
    if problem.rule == "target":
        return f"ptx.{problem.message} (this module targets {checker.target})"
    if problem.rule == "version" and checker.version is not None:
        major, minor = checker.version
        return f"ptx.{problem.message} (this module is PTX {major}.{minor})"
    if unbound and problem.rule == "count":
        from ptxpy._counts import format_count  # noqa: PLC0415 - seldom needed

        found = _COUNTS.search(problem.message)
        if found is not None:
            least, most, given = (
                int(each) - unbound for each in (found[1], found[2] or found[1], found[3])
            )
            count = f"{least} to " * (least < most) + format_count(most, "operand")
            counted = f"takes {count} besides its destination, not {given}"
            return problem.message[: found.start()] + counted
    return problem.message


_CHECKING: ContextVar[bool] = ContextVar("ptxpy_checking", default=True)


def is_checking() -> bool:
    """Return whether a module that begins here is checked."""
    return _CHECKING.get()


class DeferredErrors:
    """The errors that a module without checks would have had with them."""

    def __init__(self, filename: str) -> None:
        """Take the file name of the program's code."""
        self._filename = filename
        self.found: list[InstructionError] = []

    @property
    def first(self) -> InstructionError | None:
        """The first error, or None."""
        return self.found[0] if self.found else None

    @property
    def is_full(self) -> bool:
        """Return whether no more errors are kept."""
        return len(self.found) >= MAX_DEFERRED_ERRORS

    def keep(self, error: InstructionError) -> None:
        """Keep an error of the statement that is being recorded."""
        if not self.is_full:
            location, *callers = find_locations(self._filename) or (None,)
            attach_location(error, location, callers)
            self.found.append(error)


MAX_DEFERRED_ERRORS: Final = 100
"""Errors that are kept for a later report: one takes as long as thousands of instructions."""


_DEFERRED: ContextVar[DeferredErrors | None] = ContextVar("ptxpy_deferred_errors", default=None)


def deferred_errors() -> DeferredErrors | None:
    """Return the keeper of errors that are left to a later check; None without one."""
    return _DEFERRED.get()


@contextmanager
def deferring(filename: str) -> Iterator[DeferredErrors]:
    """Switch the checks of modules that begin in the block off, and keep the first error."""
    kept = DeferredErrors(filename)
    token = _DEFERRED.set(kept)
    try:
        with checking(on=False):
            yield kept
    finally:
        _DEFERRED.reset(token)


@contextmanager
def checking(on: bool) -> Iterator[None]:  # noqa: FBT001 - reads well: `with checking(False):`
    """Switch the checks of modules that begin in the block on or off."""
    token = _CHECKING.set(on)
    try:
        yield
    finally:
        _CHECKING.reset(token)
