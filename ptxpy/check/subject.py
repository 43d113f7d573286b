"""What rules look at: a module and its functions, with what is found out about them once."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final

from ptxpy.analysis import (
    SymbolTable,
    bodies,
    control_flow,
    flatten,
    items,
    register_table,
)
from ptxpy.check.declarations import Declarations, Table, of_module
from ptxpy.check.diagnostic import Diagnostic
from ptxpy.check.effects import Effect, callee_effects, effects_of
from ptxpy.ir import nodes as n
from ptxpy.isa.suggest import nearest
from ptxpy.isa.targets import Target, Version, parse_target, parse_version

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.analysis import Accesses, Code, ControlFlowGraph, RegisterTable
    from ptxpy.analysis.code import Body
    from ptxpy.syntax.printer import Focus

__all__ = ["FunctionSubject", "ModuleSubject", "lenient_platform_of", "platform_of"]


MOST_SUGGESTIONS: Final = 50
"""Wrong words of a module for which the nearest right one is looked for."""
MOST_CANDIDATES: Final = 2000


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
        self._suggestions = 0
        self.names = SymbolTable()
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
    def is_debug(self) -> bool:
        """Whether `.target` says `debug`: the compiler kept every variable in memory."""
        return any(type(item) is n.Target and "debug" in item.names for item in self.module.body)

    @cached_property
    def callee_effects(self) -> dict[str, Effect]:
        """What each function with a body does, itself and through those that it calls."""
        return callee_effects({f.function.name.name: f.code for f in self.functions})

    @cached_property
    def declared(self) -> Table:
        """What its items declare."""
        table = Table()
        for declaration in of_module(self.module):
            table.add(declaration)
        return table

    @cached_property
    def places(self) -> dict[int, int]:
        """The number of each item by its ordinal."""
        return {ordinal: place for place, (ordinal, _) in enumerate(self.items)}

    @property
    def suggests(self) -> bool:
        """Whether `nearest` still looks for words."""
        return self._suggestions < MOST_SUGGESTIONS

    def nearest(self, wrong: str, known: Iterable[str]) -> tuple[str, ...]:
        """Return the known words that are most like a wrong one; none once many were asked for."""
        self._suggestions += 1
        if self._suggestions > MOST_SUGGESTIONS:
            return ()
        return nearest(wrong, islice(known, MOST_CANDIDATES))

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
    def declared(self) -> Declarations:
        """The names that it may use."""
        module = self.module
        return Declarations(self.code, module.declared, module.places[self.ordinal])

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

    @cached_property
    def _effect(self) -> Effect:
        done = Effect(0)
        for _, one in self.effects:
            done |= one
        return done

    def does(self, effect: Effect) -> bool:
        """Return whether a function, itself or by calls, does something, and all of it is known.

        It is not where a statement could not be read, an instruction is not in the table, or a
        function is called whose body is elsewhere: then nothing is to be said of what is missing.
        """
        done = self._effect
        return bool(done & effect) and not (done & Effect.UNCLEAR or self.module.dropped)

    @property
    def is_kernel(self) -> bool:
        """Whether it is an `.entry`."""
        return self.function.kind == ".entry"

    def report(
        self, code: str, index: int, message: str, focus: Focus | None = None, help_: str = ""
    ) -> Diagnostic:
        """Return a diagnostic about the statement of an index."""
        return Diagnostic(code, message, self.code.ordinals[index], focus, help_)
