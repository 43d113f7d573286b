"""A function while passes on the tree change it: its statements and its registers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.dialect import value_class
from ptxpy.ir import nodes as n
from ptxpy.ir import walk

if TYPE_CHECKING:
    from ptxpy.lift.mentions import Mentions
    from ptxpy.naming import Suggestions
    from ptxpy.pytree import tree as t

__all__ = ["FunctionTree", "RegisterFile", "count_writes", "declared_files"]


class RegisterFile(NamedTuple):
    """A register file of a function, `.reg .b32 %r<9>`."""

    prefix: str
    """How its registers begin, `%r`."""
    storage: str
    """The type with which it is declared, without its dot."""
    type: str
    """The type that operators take its registers for."""


class FunctionFacts(NamedTuple):
    """The facts about a function of the program that passes on the tree need."""

    definition: t.Define
    files: Mapping[str, RegisterFile]
    """The files whose registers may be values of names, by their Python names."""
    writes: MutableMapping[str, int]
    """How often the function writes each register, by its name in PTX."""
    suggestions: Suggestions | None
    """The names that its registers deserve, if names are wanted."""
    is_free: Callable[[str], bool]
    """Returns whether a name may be given."""
    take: Callable[[str], str]
    """Takes a name, or one like it."""
    use: Callable[[str], None]
    """Notes a name of the DSL that the program imports."""


class FunctionTree(FunctionFacts):
    """A function of the program, with its facts and the notes of passes about it."""

    mentions: Mentions | None = None
    """Where its statements mention registers, from one early change to the next that asks; a pass
    that changes the statements drops it."""

    @cached_property
    def names(self) -> dict[str, str]:
        """The names that the pass `names` has given, by the registers' names in PTX."""
        return {}

    @cached_property
    def results(self) -> dict[str, list[str]]:
        """The names of the results of the program's functions, "" for one without a name."""
        return {}

    @cached_property
    def parameters(self) -> dict[str, Sequence[str]]:
        """The parameters of the program's functions, by their names."""
        return {}

    @cached_property
    def columns(self) -> dict[str, str]:
        """The names of the numbers of loops, by their meaning."""
        return {}

    @cached_property
    def elements(self) -> set[str]:
        """The registers that stay elements of their files, after that pass."""
        return set()

    @cached_property
    def carried(self) -> dict[str, t.Statement]:
        """The names that loops of Python carry along, each with the statement that begins it."""
        return {}

    @cached_property
    def _classes(self) -> dict[tuple[str, tuple[str, ...], bool], tuple[tuple[str, str], ...]]:
        """The classes of values that have been asked for, by instruction."""
        return {}

    @property
    def block(self) -> t.Block:
        """The statements."""
        return self.definition.body

    def register_name(self, file: str, number: int) -> str:
        """Return the name of a register in PTX."""
        return f"{self.files[file].prefix}{number}"

    def value_classes(self, instruction: n.Instruction) -> tuple[tuple[str, str], ...]:
        """Return storage and type of each value that an instruction makes; empty if unknown."""
        if not instruction.operands:
            return ()
        is_one = type(instruction.operands[0]) is n.Register
        key = instruction.opcode, instruction.modifiers, is_one
        # Classes depend on the files of the function, so that each function has a cache of its own.
        found = self._classes.get(key)
        if found is None:
            declared = {file.prefix: file.storage for file in self.files.values()}
            found = self._classes[key] = tuple(
                [tuple(value_class(result, declared)) for result in _results(*key)]  # type: ignore[misc]
            )
        return found


def _results(
    opcode: str, modifiers: tuple[str, ...], is_one: bool  # noqa: FBT001
) -> tuple[str, ...]:
    """Return the types of an instruction's results, one register or several."""
    if not isa.is_known(opcode):
        return ()
    if is_one:
        result = isa.result_type(opcode, modifiers)
        return () if result is None else (result,)
    return isa.part_types(opcode, modifiers)


def declared_files(function: n.Function) -> dict[str, str]:
    """Return the register files that a function declares once, outside of scopes.

    By prefix, with the type of the declaration. A prefix that a scope declares again is left out.
    """
    found: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for variable, is_inner in _declarations(function.body or (), is_inner=False):
        for declarator in variable.declarators:
            name = declarator.name.name
            counts[name] += 1
            words = [word.name[1:] for word in variable.specifiers if type(word) is n.Specifier]
            if declarator.range is not None and not is_inner:
                found[name] = words[-1]
    return {name: kind for name, kind in found.items() if counts[name] == 1}


def _declarations(body: tuple[n.Node, ...], *, is_inner: bool) -> Iterator[tuple[n.Variable, bool]]:
    for statement in body:
        if type(statement) is n.Variable and statement.space == ".reg":
            yield statement, is_inner
        elif type(statement) is n.Scope:
            yield from _declarations(statement.body, is_inner=True)


def count_writes(function: n.Function) -> Counter[str]:
    """Return how often the statements of a function write each register, by its name in PTX."""
    found: Counter[str] = Counter()
    _count(function.body or (), found)
    return found


def _count(body: tuple[n.Node, ...], found: Counter[str]) -> None:
    for statement in body:
        if type(statement) is n.Scope:
            _count(statement.body, found)
        elif type(statement) is n.Instruction:
            places = _written_places(statement.opcode, statement.modifiers)
            for place in places:
                if place < len(statement.operands):
                    _add(statement.operands[place], found)
        elif type(statement) is n.Call:
            for operand in statement.returns or ():
                _add(operand, found)


def _add(operand: n.Operand, found: Counter[str]) -> None:
    if type(operand) is n.Register:
        found[operand.name] += 1
    elif type(operand) is not n.Address:
        found.update(node.name for node in walk(operand) if type(node) is n.Register)


@lru_cache(maxsize=65536)
def _written_places(opcode: str, modifiers: tuple[str, ...]) -> frozenset[int]:
    """Return the positions of the operands that an instruction writes."""
    # An instruction that is not known is taken to write its first operand.
    first = isa.destinations(opcode, modifiers) or not isa.is_known(opcode)
    return frozenset({*isa.explicit_writes(opcode, modifiers), *([0] if first else [])})
