"""Numbers of a function: those that operands are, and those that reach an operand through moves.

A literal that is moved, selected or packed gets its spelling from the operands in which it ends.
Every use of a register counts for all of its definitions, so that a number which reaches two
operands of different meaning remains a number.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.analysis import flatten
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import TYPES, destinations, explicit_writes, traits
from ptxpy.lift.numbers.rules import generator_names, joined, use_of
from ptxpy.lift.numbers.spell import PART_RULES, spell_uses, spell_value
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.analysis import Code
    from ptxpy.lift.numbers.rules import Rule, Use

__all__ = ["Path", "Spellings", "spell_function", "spell_instructions"]


class Path(NamedTuple):
    """The position of a literal in a function."""

    statement: int
    """The index of the statement in `Code.statements`."""
    position: int
    """The index of the operand."""
    element: int = -1
    """The index in a vector; -1 for the operand itself."""


class _End(NamedTuple):
    """An operand in which a number ends."""

    use: Use
    shift: int
    """How far it is shifted there: 32 for the upper half of 64 bits."""
    is_whole: bool
    """Whether it is the whole value, and not combined with another."""


_NO_ENDS: Final[frozenset[_End]] = frozenset()
_MAX_REGISTERS: Final = 256
"""Registers through which a literal is followed."""
_HALF: Final = 32
_WIDE: Final = 64
_SMALL: Final = 1 << 12
"""Numbers below it are not followed: too many mean something else."""


def spell_function(
    function: n.Function | Code, without: Iterable[str] = ()
) -> dict[Path, t.Expression]:
    """Return an expression for each literal of a function that is sure to mean something.

    Args:
        function: A function, or its code.
        without: Names of `RULES` that are left out.
    """
    code = flatten(function) if isinstance(function, n.Function) else function
    without = frozenset(without)
    flow = _Flow(code)
    found: dict[Path, t.Expression] = {}
    literals = [*_literals(code)]
    names = generator_names([literal for _, literal in literals], without)
    # Backwards, so that what becomes of a register is known where a value is moved to it.
    followed = {path: flow.spell(path, literal, without) for path, literal in reversed(literals)}
    for path, literal in literals:
        instruction = code.statements[path.statement]
        expression = (
            followed[path]
            or spell_uses((use_of(instruction, path.position),), literal, without)
            or names.get(literal.text)
        )
        if expression is not None:
            found[path] = expression
    return found


Spellings: TypeAlias = "dict[int, dict[str, t.Expression]]"
"""The meanings of literals: by the identity of the instruction, by their texts."""


def spell_instructions(function: n.Function) -> Spellings:
    """Return an expression for each literal of a function that is sure to mean something.

    A text that means two things in one instruction has no expression. The same holds for an
    instruction that occurs in two places with two meanings.
    """
    code = flatten(function)
    found: Spellings = {}
    unsure: set[tuple[int, str]] = set()
    for path, expression in spell_function(code).items():
        instruction: Any = code.statements[path.statement]
        operand = instruction.operands[path.position]
        literal = operand if path.element < 0 else operand.elements[path.element]
        texts = found.setdefault(id(instruction), {})
        if texts.setdefault(literal.text, expression) != expression:
            unsure.add((id(instruction), literal.text))
    for identity, text in unsure:
        del found[identity][text]
    return found


def _literals(code: Code) -> Iterator[tuple[Path, n.Literal]]:
    """Yield the literals that are operands of instructions, or in vectors."""
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        for position, operand in enumerate(statement.operands):
            if type(operand) is n.Literal:
                yield Path(index, position), operand
            elif type(operand) is n.Vector:
                for element, part in enumerate(operand.elements):
                    if type(part) is n.Literal:
                        yield Path(index, position, element), part


class _Flow:
    """Where the values of a function's registers end."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._uses: _Uses | None = None
        self._moved: dict[str, list[_Moved] | None] = {}
        self._ends: dict[str, frozenset[_End] | None] = {}

    def spell(self, path: Path, literal: n.Literal, without: frozenset[str]) -> t.Expression | None:
        """Return an expression for a literal that is moved or combined; None for any other."""
        instruction = self._code.statements[path.statement]
        if len(literal.text) < _FOLLOWED_DIGITS or literal.text[1:2] in _FLOATS:
            return None
        ends: set[_End] = set()
        for step in _steps(instruction, path.position, path.element):
            if step.target not in self._ends:
                self._ends[step.target] = self._find_ends(step.target)
            found = self._ends[step.target]
            # If one end is unknown, the number may mean something else there.
            if not found:
                return None
            ends.update(
                _End(end.use, end.shift + step.shift, end.is_whole and step.is_whole)
                for end in found
            )
        if all(end.is_whole and not end.shift for end in ends):
            double = ".f64" in instruction.modifiers
            uses = [end.use for end in ends]
            return spell_uses(uses, literal, without, double=double) if uses else None
        return self._spell_part(literal, frozenset(ends), without)

    @staticmethod
    def _spell_part(
        literal: n.Literal, ends: frozenset[_End], without: frozenset[str]
    ) -> t.Expression | None:
        """Return an expression for the bits that a literal contributes to an encoding."""
        if any(end.shift not in _HALVES for end in ends):
            return None
        for rule in PART_RULES:
            if rule.name not in without:
                found = spell_value(literal, partial(_spell_ends, rule, ends))
                if found is not None:
                    return found
        return None

    def _find_ends(self, register: str) -> frozenset[_End] | None:
        """Return the operands in which a register's value ends; None if that is not known."""
        ends: set[_End] = set()
        seen = {_Step(register, 0, is_whole=True)}
        work = [*seen]
        while work:
            here = work.pop()
            uses = self._moves_of(here.target)
            is_lost = self._ends.get(here.target, _NO_ENDS) is None
            if uses is None or is_lost or len(seen) > _MAX_REGISTERS:
                return None
            for instruction, position, element, steps in uses:
                for step in steps:
                    whole = here.is_whole and step.is_whole
                    further = _Step(step.target, here.shift + step.shift, whole)
                    if further not in seen:
                        seen.add(further)
                        work.append(further)
                if not steps:
                    # An element of a vector, in a store say, has no name in the manual that tells
                    # its meaning.
                    if element >= 0:
                        return None
                    ends.add(_End(use_of(instruction, position), here.shift, here.is_whole))
        return frozenset(ends)

    def _moves_of(self, register: str) -> list[_Moved] | None:
        """Return the uses of a register with their moves, which many literals ask for."""
        if register not in self._moved:
            if self._uses is None:
                self._uses = _uses_of(self._code)
            uses = self._uses.get(register, [])
            moved = None if uses is None else [(*use, _steps(*use)) for use in uses]
            self._moved[register] = moved
        return self._moved[register]


def _spell_ends(rule: Rule, ends: frozenset[_End], value: int) -> t.Expression | None:
    return joined(_spell_end(rule, end, value) for end in ends)


def _spell_end(rule: Rule, end: _End, value: int) -> t.Expression | None:
    """Return the expression of an encoding, whole or just its upper half."""
    if not end.shift:
        return rule.spell(end.use, value)
    word = value % (1 << _HALF)
    whole = rule.spell(end.use, word << _HALF)
    if type(whole) is t.Binary:  # the upper half of a negative number is spelled without its sign
        whole = whole.left
    if whole is None:
        return None
    upper = t.Binary(whole, ">>", _HALF)
    return upper if word == value else t.Binary(upper, "-", f"2**{_HALF}")


_FOLLOWED_DIGITS: Final = len(str(_SMALL))
_FLOATS: Final = frozenset("fFdD")


class _Step(NamedTuple):
    """A move: which register takes the value of an operand, and how."""

    target: str
    shift: int
    is_whole: bool


def _steps(instruction: n.Instruction, position: int, element: int) -> tuple[_Step, ...]:
    """Return the moves that an instruction makes of an operand; none if it does something else."""
    target: Any = instruction.operands[0]
    found = traits(instruction.opcode, instruction.modifiers)
    copies = position > 0 and position in found.copies
    types = [TYPES[m[1:]] for m in instruction.modifiers if m[1:] in TYPES]
    bits = types[-1].bits if types else 0
    steps: tuple[_Step, ...] = ()
    if type(target) is n.Vector:
        # `mov.b64 {%r1, %r2}, %rd1` takes 64 bits apart.
        if copies and bits == _WIDE and element < 0:
            steps = _unpacked(target.elements)
    elif type(target) not in _NAMED or not position:
        pass
    elif element >= 0:
        vector: Any = instruction.operands[position]
        # `mov.b64 %rd1, {%r1, %r2}` puts two halves together.
        if copies and bits == _WIDE and len(vector.elements) == len(_HALVES):
            steps = (_Step(target.name, _HALVES[element], is_whole=False),)
    elif copies or (position in found.passes and not found.collective):
        steps = (_Step(target.name, 0, is_whole=True),)
    elif instruction.opcode in _COMBINING and bits >= _HALF:
        steps = (_Step(target.name, 0, is_whole=False),)
    return steps


def _unpacked(targets: tuple[Any, ...]) -> tuple[_Step, ...]:
    """Return the moves of the halves of 64 bits into two registers, of which one may be a sink."""
    if len(targets) != len(_HALVES) or any(type(target) not in _NAMED for target in targets):
        return ()
    return tuple(
        [
            _Step(target.name, -shift, is_whole=False)
            for target, shift in zip(targets, _HALVES, strict=True)
            if target.name != "_"
        ]
    )


_NAMED: Final = frozenset({n.Register, n.Symbol})
_HALVES: Final = (0, _HALF)
"""How far each half of 64 bits is shifted."""
_COMBINING: Final = frozenset({"add", "or"})
"""Instructions that put the fields of an encoding together."""


_Moved: TypeAlias = "tuple[n.Instruction, int, int, tuple[_Step, ...]]"
"""An operand that reads a register, as an instruction, position and element, and its moves."""
_Uses: TypeAlias = "dict[str, list[tuple[n.Instruction, int, int]] | None]"


def _uses_of(code: Code) -> _Uses:
    """Return the operands that read each name; None for one that something else mentions.

    A name that several scopes declare has the uses of all.
    """
    found: _Uses = {}
    for statement in code.statements:
        if type(statement) is n.Call:
            # What a call is given is read where nobody looks.
            found.update((node[0], None) for node in walk(statement) if type(node) in _NAMED)
        elif type(statement) is n.Instruction:
            written = {*explicit_writes(statement.opcode, statement.modifiers)}
            if destinations(statement.opcode, statement.modifiers):
                written.add(0)
            for position, operand in enumerate(statement.operands):
                if position not in written:
                    _note(found, statement, position, operand)
    return found


def _note(found: _Uses, instruction: n.Instruction, position: int, operand: n.Node) -> None:
    kind = type(operand)
    if kind is n.Literal:
        return
    parts: Any = operand[0] if kind is n.Vector else (operand,)
    for element, part in enumerate(parts):
        if type(part) in _NAMED:
            uses = found.setdefault(part.name, [])
            if uses is not None:
                uses.append((instruction, position, element if kind is n.Vector else -1))
        else:
            found.update((node[0], None) for node in walk(part) if type(node) in _NAMED)
