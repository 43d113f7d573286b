"""The context of the rules: a module and its functions, with analyses that are computed once."""

from __future__ import annotations

from collections import deque
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
from ptxpy.check.diagnostic import Diagnostic, Related
from ptxpy.check.effects import Effect, callee_effects, effects_of
from ptxpy.ir import nodes as n
from ptxpy.isa import Target, Version, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ptxpy.analysis import Accesses, Body, Code, ControlFlowGraph, Declaration, RegisterTable
    from ptxpy.check.fixes import Suggestion
    from ptxpy.syntax import Focus

__all__ = ["FunctionContext", "ModuleContext"]

MAX_NOTES: Final = 3
"""The most declarations that are shown with a diagnostic."""

MAX_SEARCHES: Final = 100
"""The most searches of a module for statements that notes show: a bound on time."""
MAX_SUGGESTIONS: Final = 50
"""The most misspelt names of a module that get a suggestion: a bound on time."""
MAX_SUGGESTION_CANDIDATES: Final = 2000
"""The most known names that are compared with a misspelt one: a bound on time."""


class ModuleContext:
    """A module to be checked."""

    def __init__(
        self,
        module: n.Module,
        version: Version | None,
        target: Target | None,
        unparsed_names: frozenset[str] = frozenset(),
    ) -> None:
        """Create the context of a module that is checked against a version and target.

        Args:
            module: The module.
            version: The version of PTX to check against, or None for any.
            target: The target to check against, or None for any.
            unparsed_names: Identifiers in statements that failed to parse; they get no diagnostics.
        """
        self.module = module
        self.version = version
        self.target = target
        self.unparsed_names = unparsed_names
        self._suggestions = 0
        self.searches = 0
        """How often statements were searched for notes."""
        self.names = SymbolTable()
        self.names.declare(module.body)

    @cached_property
    def functions(self) -> tuple[FunctionContext, ...]:
        """The functions that have a body."""
        return tuple(FunctionContext(self, body) for body in bodies(self.module))

    @cached_property
    def items(self) -> tuple[tuple[int, n.ModuleItem], ...]:
        """The items of the module with their ordinals."""
        return tuple(items(self.module))

    @cached_property
    def is_debug(self) -> bool:
        """Whether `.target` has `debug`, so that the compiler kept every variable in memory."""
        return any(type(item) is n.Target and "debug" in item.names for item in self.module.body)

    @cached_property
    def is_independent(self) -> bool:
        """Whether samplers are declared apart from textures (`texmode_independent`)."""
        targets = [item for item in self.module.body if type(item) is n.Target]
        return any("texmode_independent" in item.names for item in targets)

    @cached_property
    def callee_effects(self) -> dict[str, Effect]:
        """The effects of each function with a body, including those of its callees."""
        return callee_effects({f.function.name.name: f.code for f in self.functions})

    @cached_property
    def item_indices(self) -> dict[int, int]:
        """The index of each item of the module, by its ordinal."""
        return {ordinal: index for index, (ordinal, _) in enumerate(self.items)}

    @property
    def may_suggest(self) -> bool:
        """Whether `nearest` still searches for names."""
        return self._suggestions < MAX_SUGGESTIONS

    def nearest(self, wrong: str, known: Iterable[str]) -> tuple[str, ...]:
        """Return the known names nearest to a misspelt one; none after `MAX_SUGGESTIONS` calls."""
        self._suggestions += 1
        if self._suggestions > MAX_SUGGESTIONS:
            return ()
        # The distance of words is quadratic, and a hostile file has many names.
        return nearest(wrong, islice(known, MAX_SUGGESTION_CANDIDATES))

    def is_unparsed(self, name: str) -> bool:
        """Return whether a name may be declared by a statement that failed to parse."""
        return bool(self.unparsed_names) and (
            # A range `%r<10>` that did not parse is known by its prefix `%r` alone.
            name in self.unparsed_names
            or name.rstrip("0123456789") in self.unparsed_names
        )


class FunctionContext:
    """A function with a body."""

    def __init__(self, module: ModuleContext, body: Body) -> None:
        """Create the context of a function."""
        self.module = module
        self.function = body.function
        self.ordinal = body.ordinal

    @cached_property
    def code(self) -> Code:
        """The statements of the function."""
        return flatten(self.function, self.ordinal, self.module.names)

    @cached_property
    def _item(self) -> int:
        return self.module.item_indices[self.ordinal]

    def names_at(self, level: int) -> SymbolTable:
        """Return the names that a scope declares."""
        return self.code.levels[level].names

    def declaration(self, name: str, level: int, place: int) -> Declaration | None:
        """Return the declaration that a name in a scope and statement refers to, or None."""
        return self.code.levels[level].names.declaration_before(name, place, self._item)

    @cached_property
    def graph(self) -> ControlFlowGraph:
        """The control-flow graph of the function."""
        return control_flow(self.code)

    @cached_property
    def _registers(self) -> tuple[RegisterTable, list[Accesses]]:
        return register_table(self.code)

    @property
    def registers(self) -> RegisterTable:
        """The registers that the function uses."""
        return self._registers[0]

    @property
    def accesses(self) -> list[Accesses]:
        """The register accesses of each statement."""
        return self._registers[1]

    @cached_property
    def writers(self) -> dict[int, list[int]]:
        """The statements that write each register, by its number."""
        found: dict[int, list[int]] = {}
        for index, access in enumerate(self.accesses):
            for register in access.writes:
                found.setdefault(register, []).append(index)
        return found

    @cached_property
    def effects(self) -> list[tuple[int, Effect]]:
        """The statements that take part in asynchronous protocols, by index."""
        return effects_of(self.code, self.module.callee_effects)

    @cached_property
    def _effect(self) -> Effect:
        combined = Effect(0)
        for _, effect in self.effects:
            combined |= effect
        return combined

    def has_effect(self, effect: Effect) -> bool:
        """Return whether the function or a callee has an effect, and all their effects are known.

        Effects are unknown if a statement failed to parse, an instruction is not in the table, or
        the body of a called function is missing. Then no diagnostic about a missing statement is
        given.
        """
        combined = self._effect
        # A statement that is missing may be one that failed to parse, or in a function whose body
        # is elsewhere.
        unclear = combined & Effect.UNCLEAR or self.module.unparsed_names
        return bool(combined & effect) and not unclear

    @property
    def is_kernel(self) -> bool:
        """Whether the function is a kernel (`.entry`)."""
        return self.function.kind == ".entry"

    def declares(self, register: int) -> bool:
        """Return whether the body declares a register, so that it has no value at the entry.

        Parameters and names of the module have their values from outside.
        """
        name, level = self.registers.names[register], self.registers.levels[register]
        if self.code.levels[level].names.own(name) is None:
            return False  # not declared, or by the module
        if level == 0 and name in {
            parameter.declarator.name.name for parameter in self.function.parameters or ()
        }:
            return False
        return not self.module.is_unparsed(name)

    def report(
        self,
        code: str,
        index: int,
        message: str,
        focus: Focus | None = None,
        help_: str = "",
        suggestion: Suggestion | None = None,
        related: tuple[Related, ...] = (),
    ) -> Diagnostic:
        """Return a diagnostic about the statement at an index."""
        ordinal = self.code.ordinals[index]
        return Diagnostic(code, message, ordinal, focus, help_, suggestion, related)

    def related(self, index: int, message: str, focus: Focus | None = None) -> Related:
        """Return a note about the statement at an index."""
        return Related(message, self.code.ordinals[index], focus)

    def declared(self, index: int, names: Iterable[str]) -> tuple[Related, ...]:
        """Return notes where names that the statement at an index uses are declared.

        Names without a declaration have none, and names of one declaration have one together.
        """
        found: dict[Declaration, str] = {}
        for name in names:
            declaration = self.declaration(name, self.code.scopes[index], index)
            if declaration is not None and declaration.node is not None:
                found.setdefault(declaration, name)
        notes = [self.declaration_note(each, name) for each, name in found.items()]
        return tuple(notes[:MAX_NOTES])

    def declaration_note(self, declaration: Declaration, name: str) -> Related:
        """Return a note that a name is declared by a declaration."""
        if declaration.level < 0:
            ordinal = self.module.items[declaration.place][0]
        elif declaration.place < 0:
            ordinal = self.ordinal
        else:
            ordinal = self.code.ordinals[declaration.place]
        return Related(f"{name} is declared here", ordinal, ("name", declaration.name))

    def nearest_before(
        self, index: int, is_wanted: Callable[[int], bool], is_end: Callable[[int], bool]
    ) -> int | None:
        """Return the nearest statement on a path to one that fulfils a condition; None for none.

        After `MAX_SEARCHES` calls for a module there is none.

        Args:
            index: The statement to which the path leads.
            is_wanted: The condition.
            is_end: Whether a statement ends the search on its path.
        """
        # The search is as long as the function, and a hostile file has thousands of mistakes.
        self.module.searches += 1
        if self.module.searches > MAX_SEARCHES:
            return None
        graph = self.graph
        first = next(
            number for number, block in enumerate(graph.blocks) if block.start <= index < block.stop
        )
        waiting = deque([(first, index)])
        seen: set[int] = set()
        while waiting:
            number, stop = waiting.popleft()
            for at in range(stop - 1, graph.blocks[number].start - 1, -1):
                if is_wanted(at):
                    return at
                if is_end(at):
                    break
            else:
                for before in graph.predecessors[number]:
                    if before not in seen:
                        seen.add(before)
                        waiting.append((before, graph.blocks[before].stop))
        return None
