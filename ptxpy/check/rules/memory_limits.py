"""Shared memory of a kernel, and constant memory, beyond what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.analysis.references import named_in
from ptxpy.analysis.storage import variables_of
from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.isa.targets import Target

__all__ = ["check_memory_limits", "shared_limit"]

_CODE: Final = "PTX033"
_PORTABLE: Final = 48 << 10
_CONSTANT: Final = 64 << 10
_MOST_STEPS: Final = 100_000
"""Functions that are looked at; what lies beyond is not counted."""
_FAMILIES: Final = {120: 99 << 10, 90: 227 << 10}
"""Bytes of shared memory of a CTA by the first architecture that has them, the latest first."""


def shared_limit(target: Target) -> int:
    """Return how many bytes of static shared memory ptxas allows a kernel.

    It is all that a CTA can have for targets that name one architecture, `sm_90a`, and 48 KiB for
    any other, as large kernels must ask the driver for more.
    """
    if target.variant != "a":
        return _PORTABLE
    return next((size for first, size in _FAMILIES.items() if first <= target.number), _PORTABLE)


def check_memory_limits(context: ModuleContext) -> Iterator[Diagnostic]:
    """Yield kernels that use too much shared memory, and modules with too much constant memory."""
    yield from _constants(context)
    if context.target is None:
        return
    limit = shared_limit(context.target)
    uses = _Uses(context)
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
    """What functions use of shared memory, those included that they call."""

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
        """Return the bytes of all variables together."""
        return sum(self._sizes.values()) + sum(self._own.values())

    def total(self, kernel: FunctionContext) -> int:
        """Return the bytes that a kernel uses, without what alignment adds."""
        seen = {kernel.function.name.name}
        waiting = list(seen)
        variables: set[str] = set()
        total = 0
        while waiting and self._steps < _MOST_STEPS:
            self._steps += 1
            name = waiting.pop()
            named, called = self._of(name)
            variables |= named
            total += self._own[name]
            waiting += called - seen
            seen |= called
        return total + sum(self._sizes[name] for name in variables)

    def _of(self, name: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the module variables that a function names, and the functions that it calls."""
        if name not in self._known:
            code = self._functions[name].code
            called = {
                statement.target.name
                for statement in code.statements
                if type(statement) is n.Call and type(statement.target) is n.Symbol
            }
            self._known[name] = (
                named_in(code) & self._sizes.keys(),
                frozenset(called & self._functions.keys()),
            )
        return self._known[name]


def _sizes(variables: Iterable[n.Variable]) -> dict[str, int]:
    """Return the bytes of the shared variables among others, by name."""
    return {
        storage.name: storage.size or 0
        for variable in variables
        if variable.space == ".shared"
        for storage in variables_of(variable)
    }


def _constants(context: ModuleContext) -> Iterator[Diagnostic]:
    """Yield the first constant that does not fit behind those of the module before it."""
    total = 0
    found = [(ordinal, item) for ordinal, item in context.items if type(item) is n.Variable]
    for function in context.functions:
        code = function.code
        found += [
            (ordinal, statement)
            for ordinal, statement in zip(code.ordinals, code.statements, strict=True)
            if type(statement) is n.Variable
        ]
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
