"""Summaries of functions for `ptxpy show`: parameters, resources, instructions, control flow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from operator import or_

from ptxpy import ir
from ptxpy._records import NamedTuple
from ptxpy.analysis import (
    Code,
    InstructionClass,
    Requirements,
    Storage,
    SymbolTable,
    features,
    flatten,
    free_names,
    instruction_mix,
    items,
    parameters_of,
    propagate_facts,
    registers_of,
    requirements_of,
    returns_of,
    variables_of,
)
from ptxpy.demangle import demangled
from ptxpy.ir import operand_tokens
from ptxpy.summaries.flow import FlowSummary, summarize_flow
from ptxpy.syntax import Positions

__all__ = ["Summary", "Survey"]


class Summary(NamedTuple):
    """The summary of one function."""

    kind: str
    """`kernel` or `function`."""
    name: str
    signature: str
    """The C++ declaration, from a mangled name; empty if not known."""
    line: int
    returns: tuple[Storage, ...]
    parameters: tuple[Storage, ...]
    directives: tuple[str, ...]
    """The tuning directives: `.maxntid 128, 1, 1`."""
    body: Body | None
    """None for a declaration."""


class Body(NamedTuple):
    """The summary of a function's body."""

    registers: dict[str, int]
    """The number of declared registers by type: `{".pred": 3}`."""
    shared: tuple[Storage, ...]
    """The shared variables that it declares or uses; for a kernel, also those of the functions that
    it calls."""
    local: tuple[Storage, ...]
    """The variables in local memory that it declares."""
    instructions: int
    """Instructions and calls."""
    mix: dict[InstructionClass, int]
    features: dict[str, int]
    calls: dict[str, int]
    """The number of calls of each function; the empty name stands for indirect calls."""
    needs: Requirements
    flow: FlowSummary


class Survey:
    """A module with its functions, from which summaries are made."""

    def __init__(self, module: ir.Module, lines: Sequence[int] | None = None) -> None:
        """Flatten the functions of a module.

        Args:
            module: The module.
            lines: The line of each statement, if it is not the line in the PTX.
        """
        self.module = module
        self._lines = lines
        names = SymbolTable()
        names.declare(module.body)
        self.functions: tuple[tuple[Code, int], ...] = tuple(
            (flatten(item, ordinal, names), ordinal)
            for ordinal, item in items(module)
            if isinstance(item, ir.Function)
        )
        """The functions, declarations included, each with its ordinal."""
        self.shared: tuple[Storage, ...] = tuple(
            storage
            for item in module.body
            if isinstance(item, ir.Variable) and item.space == ".shared"
            for storage in variables_of(item)
        )

    @cached_property
    def _positions(self) -> Positions:
        return Positions(self.module)

    def line_of(self, ordinal: int) -> int:
        """Return the line of a statement."""
        # Lines of Python come from the trace, those of PTX from printing.
        if self._lines is not None:
            return self._lines[ordinal]
        return self._positions.lines.place(self._positions.offsets[ordinal]).line

    @cached_property
    def _named(self) -> dict[str, frozenset[str]]:
        """The symbols that each function with a body uses, and the target of each alias."""
        found = {
            item.name.name: frozenset({item.target.name})
            for item in self.module.body
            if isinstance(item, ir.Alias)
        }
        # An alias uses what its target uses, so facts go through it.
        found.update(
            (code.function.name.name, free_names(code))
            for code, _ in self.functions
            if code.function.body is not None
        )
        return found

    @cached_property
    def _shared(self) -> dict[str, tuple[Storage, ...]]:
        """The shared variables that each function uses; functions without any are left out."""
        every = list(self.shared)
        module_level = {storage.name for storage in every}
        own: Counter[str] = Counter()
        for number, storage in enumerate(every):
            # A set of variables is an integer, so that unions in the call graph are fast.
            own[storage.name] |= 1 << number
        for code, _ in self.functions:
            for storage in _variables(code, ".shared"):
                own[code.function.name.name] |= 1 << len(every)
                every.append(storage)
        if not every:
            return {}
        kernels = [kernel.name.name for kernel in self.module.kernels]
        facts = propagate_facts(self._named, own, kernels)
        found: dict[str, tuple[Storage, ...]] = {}
        for code, _ in self.functions:
            name = code.function.name.name
            # Only a kernel has all that its callees use: a function may be called by others.
            if code.function.kind == ".entry":
                bits = facts[name]
            else:
                used = self._named.get(name, frozenset()) & module_level
                bits = reduce(or_, [own[other] for other in used], own[name])
            found[name] = tuple(every[number] for number in _bits(bits))
        return found

    def summarize(self, code: Code, ordinal: int) -> Summary:
        """Return the facts of one of the functions."""
        function = code.function
        name = function.name.name
        return Summary(
            "kernel" if function.kind == ".entry" else "function",
            name,
            demangled(name).signature,
            self.line_of(ordinal),
            returns_of(function),
            parameters_of(function),
            tuple(map(_directive, function.directives)),
            None if function.body is None else self._body(code),
        )

    def _body(self, code: Code) -> Body:
        registers: Counter[str] = Counter()
        for statement in code.statements:
            if type(statement) is ir.Variable and statement.space == ".reg":
                kind, number = registers_of(statement)
                registers[kind] += number
        mix = instruction_mix(code)
        calls: Counter[str] = Counter()
        for statement in code.statements:
            if type(statement) is ir.Call:
                target = statement.target
                calls[target.name if isinstance(target, ir.Symbol) else ""] += 1
        return Body(
            dict(registers),
            self._shared.get(code.function.name.name, ()),
            _variables(code, ".local"),
            sum(mix.values()),
            mix,
            features(mix),
            dict(calls.most_common()),
            requirements_of(code, self._named[code.function.name.name]),
            summarize_flow(code, self.line_of),
        )


def _bits(value: int) -> Iterator[int]:
    """Yield the indices of the bits that are set."""
    # Testing each bit by a shift would take quadratic time for many variables.
    data = value.to_bytes(value.bit_length() // 8 + 1, "little")
    for at, byte in enumerate(data):
        if byte:
            yield from (8 * at + bit for bit in range(8) if byte >> bit & 1)


def _variables(code: Code, space: str) -> tuple[Storage, ...]:
    """Return the variables in a state space that a function declares, in any scope."""
    return tuple(
        storage
        for statement in code.statements
        if type(statement) is ir.Variable and statement.space == space
        for storage in variables_of(statement)
    )


def _directive(directive: ir.TuningDirective | ir.Pragma) -> str:
    if isinstance(directive, ir.Pragma):
        return " ".join([".pragma", ", ".join(f'"{text}"' for text in directive.strings)])
    values = ", ".join(
        "".join(text for _, text in operand_tokens(value)) for value in directive.values
    )
    return f"{directive.name} {values}".rstrip()
