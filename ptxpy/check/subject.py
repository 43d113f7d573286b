"""What rules look at: a module and its functions, with what is found out about them once."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from ptxpy.analysis import (
    Names,
    bodies,
    control_flow,
    flatten,
    items,
    register_table,
)
from ptxpy.check.diagnostic import Diagnostic
from ptxpy.check.effects import callee_effects, effects_of
from ptxpy.ir import nodes as n
from ptxpy.isa.targets import Target, Version, parse_target, parse_version

if TYPE_CHECKING:
    from ptxpy.analysis import Accesses, Code, ControlFlowGraph, RegisterTable
    from ptxpy.analysis.code import Body
    from ptxpy.check.effects import Effect
    from ptxpy.printer import Focus

__all__ = ["FunctionSubject", "ModuleSubject", "lenient_platform_of", "platform_of"]


def platform_of(module: n.Module) -> tuple[Version | None, Target | None]:
    """Return the version and target that a module names; `ValueError` when one does not exist."""
    version = target = None
    for item in module.body:
        if type(item) is n.Version:
            version = parse_version(item.number)
        elif type(item) is n.Target and target is None:
            target = parse_target(item.names[0])
    return version, target


def lenient_platform_of(module: n.Module) -> tuple[Version | None, Target | None]:
    """Return the version and target that a module names; None for one that does not exist."""
    version = target = None
    for item in module.body:
        with suppress(ValueError):
            if type(item) is n.Version and version is None:
                version = parse_version(item.number)
            elif type(item) is n.Target and target is None:
                target = parse_target(item.names[0])
    return version, target


class ModuleSubject:
    """A module that is looked at."""

    def __init__(
        self,
        module: n.Module,
        version: Version | None,
        target: Target | None,
        dropped: frozenset[str] = frozenset(),
    ) -> None:
        """Take a module, and what to take it for.

        Args:
            module: The module.
            version: The version of PTX to judge by, or None for any.
            target: The target to judge by, or None for any.
            dropped: Words of statements that could not be read: nothing is said of these names.
        """
        self.module = module
        self.version = version
        self.target = target
        self.dropped = dropped
        self.names = Names()
        self.names.declare(module.body)

    @cached_property
    def functions(self) -> tuple[FunctionSubject, ...]:
        """The functions that have a body."""
        return tuple(FunctionSubject(self, body) for body in bodies(self.module))

    @cached_property
    def items(self) -> tuple[tuple[int, n.ModuleItem], ...]:
        """The items of the module with their ordinals."""
        return tuple(items(self.module))

    @cached_property
    def callee_effects(self) -> dict[str, Effect]:
        """What each function with a body does, itself and through those that it calls."""
        return callee_effects({f.function.name.name: f.code for f in self.functions})

    def is_dropped(self, name: str) -> bool:
        """Return whether a name may be declared by a statement that could not be read."""
        return bool(self.dropped) and (
            name in self.dropped or name.rstrip("0123456789") in self.dropped
        )


class FunctionSubject:
    """A function with a body."""

    def __init__(self, module: ModuleSubject, body: Body) -> None:
        """Take a function of a module."""
        self.module = module
        self.function = body.function
        self.ordinal = body.ordinal

    @cached_property
    def code(self) -> Code:
        """Its statements."""
        return flatten(self.function, self.ordinal, self.module.names)

    @cached_property
    def graph(self) -> ControlFlowGraph:
        """Its control flow."""
        return control_flow(self.code)

    @cached_property
    def _registers(self) -> tuple[RegisterTable, list[Accesses]]:
        return register_table(self.code)

    @property
    def registers(self) -> RegisterTable:
        """The registers that it names."""
        return self._registers[0]

    @property
    def accesses(self) -> list[Accesses]:
        """What each of its statements does with registers."""
        return self._registers[1]

    @cached_property
    def effects(self) -> list[tuple[int, Effect]]:
        """The statements that take part in asynchronous protocols, by index."""
        return effects_of(self.code, self.module.callee_effects)

    @property
    def is_kernel(self) -> bool:
        """Whether it is an `.entry`."""
        return self.function.kind == ".entry"

    def report(
        self, code: str, index: int, message: str, focus: Focus | None = None, help_: str = ""
    ) -> Diagnostic:
        """Return a diagnostic about the statement of an index."""
        return Diagnostic(code, message, self.code.ordinals[index], focus, help_)
