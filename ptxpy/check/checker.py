"""Checks of instructions against the instruction table, with a cache.

An instruction with operands of given classes is checked against the table once. After that, a check
costs one dictionary lookup for each operand.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import SymbolTable, bodies, flatten
from ptxpy.check.operand_lookup import operand_of
from ptxpy.ir import nodes as n
from ptxpy.isa import (
    TARGETS,
    TYPES,
    UNKNOWN,
    Actual,
    Problem,
    Target,
    Version,
    check_legality,
    parse_target,
    parse_version,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from ptxpy.analysis import Code

__all__ = [
    "OPEN",
    "Checker",
    "Finding",
    "OperandScope",
    "check_module",
    "lenient_version_and_target_of",
    "problems",
    "version_and_target_of",
]


OPEN: Final = 0
"""The code of an unknown operand, such as a destination without a register."""


class _PlatformCache:
    """The results of checks for one version and target."""

    def __init__(self) -> None:
        self.allowed: dict[Hashable, set[Any]] = {}
        self.codes: dict[Any, int] = {UNKNOWN: OPEN}
        self.literals: dict[str, int] = {}
        # Types of registers are few, so their codes are given in advance.
        self.declared: dict[str, int] = {}
        for name in TYPES:
            sort = Actual("register", name)
            self.declared[name] = self.codes.setdefault(sort, len(self.codes))


_CACHES: dict[tuple[Version | None, Target | None], _PlatformCache] = {}
MAX_CACHED_OPERANDS: Final = 100_000
"""Operand classes and literals after which a cache is replaced: a bound on memory."""


class Checker:
    """A checker of the instructions of one module."""

    def __init__(self, version: Version | None = None, target: Target | None = None) -> None:
        """Create a checker for a version and target; None allows any."""
        self.set_platform(version, target)

    def set_platform(self, version: Version | None, target: Target | None) -> None:
        """Change the version and target."""
        self.version, self.target = version, target
        found = _CACHES.get((version, target))
        # A cache is replaced and not emptied: checkers that are at work keep the old one.
        if found is None or len(found.codes) + len(found.literals) > MAX_CACHED_OPERANDS:
            found = _CACHES[version, target] = _PlatformCache()
        self._allowed, self._codes = found.allowed, found.codes
        self.literals = found.literals
        """The codes of constants, by their text."""
        self.declared = found.declared
        """The codes of registers, by their declared type."""

    def code(self, sort: Hashable) -> int:
        """Return the code of an operand class: equal classes have equal codes."""
        return self._codes.setdefault(sort, len(self._codes))

    def allowed(self, key: Hashable) -> set[Any]:
        """Return the operand signatures for which an instruction is known to be allowed.

        A signature is a tuple of the codes of all operands, or the code of a single destination.
        `key` identifies the opcode with its modifiers.
        """
        found = self._allowed.get(key)
        if found is None:
            found = self._allowed[key] = set()
        return found

    def problem(
        self, opcode: str, modifiers: tuple[str, ...], operands: Sequence[Actual]
    ) -> Problem | None:
        """Return the problem of an instruction, or None. The result is not cached."""
        return check_legality(opcode, modifiers, tuple(operands), self.version, self.target)


class OperandScope:
    """The names of a module, function or nested scope, with the codes of operands used there."""

    def __init__(
        self, checker: Checker, outer: OperandScope | None = None, names: SymbolTable | None = None
    ) -> None:
        """Open a scope within another; `names` are its declarations, if they are known already."""
        self.checker = checker
        self.outer = outer
        self.names: SymbolTable = names or SymbolTable(None if outer is None else outer.names)
        self._known: dict[str, int] = {}
        self._declared: dict[int, tuple[Actual, int]] = {}
        """The codes of declarations, by identity: the registers of a range share one."""

    def declare(self, *nodes: n.Node) -> None:
        """Add declarations; other statements are ignored."""
        # A declaration may hide a name of an outer scope whose code is known here.
        self.names.declare(nodes)
        self._forget()

    def _forget(self) -> None:
        """Leave out the codes of names, which a declaration or a platform changes."""
        self._known.clear()
        self._declared.clear()

    def registers(self, prefix: str, kind: str) -> int:
        """Add registers of a prefix and type that no statement declares yet; return their code."""
        actual = Actual("register", kind)
        self.names.registers(prefix, actual)
        return self.checker.code(actual)

    def set_platform(self, version: Version | None, target: Target | None) -> None:
        """Change the version and target for the following instructions."""
        self.checker.set_platform(version, target)
        self._forget()

    def operand(self, node: n.Operand | None) -> Actual:
        """Return the kind, type and value of an operand."""
        return UNKNOWN if node is None else operand_of(node, self.names)

    def code(self, node: Any) -> int:  # noqa: ANN401 - dispatched by its class
        """Return the code of an operand's class."""
        kind = type(node)
        if kind is n.Register or kind is n.Symbol:
            known = self._known.get(node.name)
            return self._named(node) if known is None else known
        if kind is n.Literal:
            known = self.checker.literals.get(node.text)
            if known is None:
                known = self.checker.literals[node.text] = self._code(node)
            return known
        if kind is n.Address:
            base = self.code(node.base)
            if not node.coordinates:
                # Offsets are all alike to the table: only whether there is one matters.
                return self.checker.code((node.offset is None, base))
            parts = [self.code(part) for part in node.coordinates]
            return self.checker.code((node.offset is None, base, *parts))
        if kind is n.Vector:
            return self.checker.code(("vector", *[self.code(part) for part in node.elements]))
        return self._code(node)

    def _named(self, node: n.Register | n.Symbol) -> int:
        outer = self.outer
        own = self.names.own(node.name)
        if own is not None:
            # A name of an outer scope has its code there, so that equal names of all scopes share
            # one lookup.
            held = self._declared.get(id(own))
            if held is None:
                held = self._declared[id(own)] = (own, self.checker.code(own))
            known = held[1]
        else:
            known = self._code(node) if outer is None else outer.code(node)
        self._known[node.name] = known
        return known

    def _code(self, node: n.Operand | None) -> int:
        return self.checker.code(_operand_class(self.operand(node)))


_EXACT: Final = 256
_LOWEST: Final = 31


def _operand_class(actual: Actual) -> Actual:
    """Return the class of an operand, in which similar constants are one.

    Large constants of equal length and equal lowest bits form a class, as no range or multiple
    in the table distinguishes them. A power of two is a class of its own.
    """
    value = abs(actual.value)
    if actual.kind != "integer" or value <= _EXACT or not value & (value - 1):
        return actual
    rounded = (1 << (value.bit_length() - 1)) + (value & _LOWEST or _LOWEST + 1)
    return actual._replace(value=rounded if actual.value > 0 else -rounded)


class Finding(NamedTuple):
    """An instruction that the table does not allow."""

    function: str
    """The name of the function that contains it."""
    instruction: n.Instruction
    problem: Problem
    ordinal: int
    """The ordinal of the instruction among `ptxpy.ir.statements` of the module."""


def check_module(
    module: n.Module, version: Version | None = None, target: Target | None = None
) -> Iterator[Finding]:
    """Yield the instructions of a module that the table does not allow, in order.

    Undeclared names are accepted as any operand. A version or target of None allows any.
    """
    names = SymbolTable()
    names.declare(module.body)
    # The names of the module come first: functions see those of later items, too, and other rules
    # report that.
    for body in bodies(module):
        code = flatten(body.function, body.ordinal, names)
        for index, problem in problems(code, version, target):
            instruction = code.statements[index]
            yield Finding(body.function.name.name, instruction, problem, code.ordinals[index])


def problems(
    code: Code, version: Version | None, target: Target | None
) -> Iterator[tuple[int, Problem]]:
    """Yield the index and problem of each instruction of a function that is not allowed."""
    checker = Checker(version, target)
    scopes: list[OperandScope] = []
    for level in code.levels:
        outer = scopes[level.outer] if level.outer >= 0 else None
        scopes.append(OperandScope(checker, outer, level.names))
    for index, (statement, at) in enumerate(zip(code.statements, code.scopes, strict=True)):
        if type(statement) is n.Instruction:
            _, opcode, modifiers, operands, _, _ = statement
            allowed = checker.allowed((opcode, modifiers))
            scope = scopes[at]
            signature = tuple(map(scope.code, operands))
            # Most instructions of a file have been seen with such operands, and end here.
            if signature in allowed:
                continue
            actual = [scope.operand(operand) for operand in operands]
            problem = checker.problem(opcode, modifiers, actual)
            # Only what is allowed is kept: a problem has its operands in its message.
            if problem is None:
                allowed.add(signature)
                continue
            yield index, problem


def version_and_target_of(module: n.Module) -> tuple[Version | None, Target | None]:
    """Return the version and target of a module; raise `ValueError` if one does not exist."""
    version = target = None
    for item in module.body:
        if type(item) is n.Version:
            version = parse_version(item.number)
        elif type(item) is n.Target and target is None:
            target = parse_target(item.names[0])
    return version, target


def lenient_version_and_target_of(module: n.Module) -> tuple[Version | None, Target | None]:
    """Return the version and target of a module, or None for one that does not exist."""
    version = target = None
    for item in module.body:
        with suppress(ValueError):
            if type(item) is n.Version and version is None:
                version = parse_version(item.number)
            elif type(item) is n.Target and target is None and item.names[0] in TARGETS:
                target = parse_target(item.names[0])
    return version, target
