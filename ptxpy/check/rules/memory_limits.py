"""Kernels and modules that exceed the limits of shared or constant memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.analysis import free_names, variables_of
from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.isa import Target

__all__ = ["check_memory_limits", "shared_limit"]

_CODE: Final = "PTX033"
_PORTABLE: Final = 48 << 10
_CONSTANT: Final = 64 << 10
MAX_FUNCTIONS_VISITED: Final = 100_000
"""Functions visited for all kernels together; the memory of further ones is not counted."""
_FAMILIES: Final = {120: 99 << 10, 90: 227 << 10}
"""Bytes of shared memory of a CTA, by the first architecture with this size, latest first."""


def shared_limit(target: Target) -> int:
    """Return the number of bytes of static shared memory that ptxas allows for a kernel.

    It is the maximum of a CTA for architecture-specific targets such as `sm_90a`, and 48 KiB for
    other targets, for which a host program must request more from the driver.
    """
    if target.variant != "a":
        return _PORTABLE
    return next((size for first, size in _FAMILIES.items() if first <= target.number), _PORTABLE)


def check_memory_limits(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report kernels with too much shared memory, and modules with too much constant memory."""
    yield from _constants(context)
    if context.target is None:
        return
    limit = shared_limit(context.target)
    uses = _Uses(context)
    # Most modules use little shared memory: then no call graph is walked.
    if uses.most() <= limit:
        return
    for function in context.functions:
        if function.is_kernel:
            total = uses.total(function)
            if total > limit:
                name = function.function.name.name
                message = (
                    f"{name} uses at least {total} bytes of shared memory; {limit} are allowed"
                )
                help_ = "declare .extern .shared without a size, and give the size at launch"
                yield Diagnostic(_CODE, message, function.ordinal, ("name", name), help_)


class _Uses:
    """The shared memory used by functions, including their callees."""

    def __init__(self, context: ModuleContext) -> None:
        self._functions = {found.function.name.name: found for found in context.functions}
        shared = (item for _, item in context.items if type(item) is n.Variable)
        self._sizes = _sizes(shared)
        self._own = {
            name: sum(_sizes(s for s in found.code.statements if type(s) is n.Variable).values())
            for name, found in self._functions.items()
        }
        self._steps = 0
        self._known: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def most(self) -> int:
        """Return the number of bytes of all shared variables of the module."""
        return sum(self._sizes.values()) + sum(self._own.values())

    def total(self, kernel: FunctionContext) -> int:
        """Return the number of bytes that a kernel uses, without padding for alignment."""
        seen = {kernel.function.name.name}
        waiting = list(seen)
        variables: set[str] = set()
        total = 0
        while waiting and self._steps < MAX_FUNCTIONS_VISITED:
            self._steps += 1
            name = waiting.pop()
            # Variables of the module that several functions use count once, those of functions for
            # each.
            named, called = self._of(name)
            variables |= named
            total += self._own[name]
            waiting += called - seen
            seen |= called
        return total + sum(self._sizes[name] for name in variables)

    def _of(self, name: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the shared variables of the module that a function uses, and its callees."""
        if name not in self._known:
            code = self._functions[name].code
            called = {
                statement.target.name
                for statement in code.statements
                if type(statement) is n.Call and type(statement.target) is n.Symbol
            }
            self._known[name] = (
                free_names(code) & self._sizes.keys(),
                frozenset(called & self._functions.keys()),
            )
        return self._known[name]


def _sizes(variables: Iterable[n.Variable]) -> dict[str, int]:
    """Return the sizes in bytes of the shared variables among variables, by name."""
    return {
        storage.name: storage.size or 0
        for variable in variables
        if variable.space == ".shared"
        for storage in variables_of(variable)
    }


def _constants(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report the first constant with which the constants of the module exceed the limit."""
    total = 0
    found = [(ordinal, item) for ordinal, item in context.items if type(item) is n.Variable]
    for function in context.functions:
        code = function.code
        found += [
            (ordinal, statement)
            for ordinal, statement in zip(code.ordinals, code.statements, strict=True)
            if type(statement) is n.Variable
        ]
    # Constants in functions are in the same 64 KiB, in the order of the file.
    for ordinal, item in sorted(found, key=lambda each: each[0]):
        if item.space == ".const" and ".extern" not in item.linkage:
            for storage in variables_of(item):
                total += storage.size or 0
                if total > _CONSTANT:
                    message = (
                        f"with {storage.name} the module has {total} bytes of constants; "
                        f"{_CONSTANT} are allowed"
                    )
                    yield Diagnostic(_CODE, message, ordinal, ("name", storage.name))
                    return
