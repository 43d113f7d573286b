"""The names that rules suggest for the registers of a function, and the choice among them.

The rules are asked in their order, the strongest first; a register takes the first name that is
left. Names are compared by the spans of the text in which their registers are mentioned: a name is
free again after the last mention. A name that more than `MAX_RIVALS` registers want at one place
does not tell them apart: only the register that is mentioned most gets it, if there is one.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.naming.facts import Context, Facts
from ptxpy.naming.rule import Element, Name, RunName, is_allowed
from ptxpy.naming.rules import RULES
from ptxpy.naming.uses import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["MAX_RIVALS", "Run", "Suggestion", "Suggestions", "suggest", "suggest_by"]

MAX_RIVALS: Final = 3
"""How many registers may have the same name at one place of the text."""
_MAX_ROUNDS: Final = 32
"""How often names are chosen anew because of names that too many wanted."""


class Suggestion(NamedTuple):
    """A name for a register."""

    name: str
    """Without a number: the generator makes it unique in its scope."""
    rule: str
    span: Span
    """The statements from the first to the last that mention the register, as indices into the
    flattened body: registers of one name whose spans do not overlap can follow each other."""


class Run(NamedTuple):
    """A name for registers in an order."""

    name: str
    rule: str
    registers: tuple[str, ...]
    span: Span


class Suggestions(NamedTuple):
    """The names that the registers of a function deserve."""

    names: Mapping[str, Suggestion]
    """By the exact name of the register in PTX."""
    runs: Sequence[Run]
    """Groups of registers, which do not share any; no register of a group is in `names`."""
    candidates: Mapping[str, tuple[str, ...]] = {}
    """All names that are true of a register, the best first, for a choice at its reads."""
    run_candidates: Sequence[Run] = ()
    """All groups, the best first; they may share registers."""
    strong: Mapping[str, tuple[str, ...]] = {}
    """The candidates that say more than the expression that makes the value does."""
    elements: Mapping[str, str] = {}
    """The name for the array that has a register as an element, if a loop makes one."""
    unassigned: frozenset[str] = frozenset()
    """Registers of several definitions that may be read before any of these is executed."""
    given: Mapping[str, str] = {}
    """The names that registers have in another version of the function, which come first."""


class _Candidate(NamedTuple):
    """A name that a rule has found for registers: one, or those of a run."""

    registers: tuple[int, ...]
    name: str
    rule: str
    is_run: bool
    span: Span
    mentions: int
    """How many statements mention the registers."""


def suggest(function: n.Function, context: Context | None = None) -> Suggestions:
    """Return true names for registers of a function that has a body.

    Args:
        function: The function; without a body it has no names.
        context: The names of its module (`context_of`); none by default.
    """
    return suggest_by(Facts(function, context or Context()))


def suggest_by(facts: Facts) -> Suggestions:
    """Return true names for registers of a function, given the facts that follow from its code."""
    without = facts.context.without
    found = [(each, [*each.find(facts)]) for each in RULES if each.name not in without]
    wanted = _candidates(facts, [(rule.name, names) for rule, names in found])
    chosen = _choose(wanted)
    names: dict[str, Suggestion] = {}
    runs: list[Run] = []
    table = facts.table
    for candidate in chosen:
        if candidate.is_run:
            runs.append(_run(facts, candidate))
        else:
            exact = table.names[candidate.registers[0]]
            names[exact] = Suggestion(candidate.name, candidate.rule, candidate.span)
    every: dict[str, dict[str, None]] = defaultdict(dict)
    strong: dict[str, dict[str, None]] = defaultdict(dict)
    changing = {
        register
        for candidate in wanted
        for register in candidate.registers
        if candidate.is_run or len(facts.definitions[register]) > 1
    }
    elements = {
        each.register: each.name
        for _, names_found in found
        for each in names_found
        if isinstance(each, Element)
    }
    changing.update(elements)
    changing.update(
        register
        for register, definitions in enumerate(facts.definitions)
        if definitions and facts.single(register) is None
    )
    # A register without a fixed name must have a value wherever it is read.
    unassigned = facts.unassigned(changing) if changing else set()
    usable = [each for each in wanted if unassigned.isdisjoint(each.registers)]
    for candidate in usable:
        if not candidate.is_run:
            exact = table.names[candidate.registers[0]]
            every[exact][candidate.name] = None
            if candidate.rule not in _WEAK:
                strong[exact][candidate.name] = None
    return Suggestions(
        names,
        runs,
        {register: tuple(found) for register, found in every.items()},
        [_run(facts, candidate) for candidate in usable if candidate.is_run],
        {register: tuple(found) for register, found in strong.items()},
        {table.names[k]: name for k, name in elements.items() if k not in unassigned},
        frozenset([table.names[register] for register in unassigned]),
    )


_WEAK: Final = frozenset(rule.name for rule in RULES if rule.is_weak)


def _run(facts: Facts, candidate: _Candidate) -> Run:
    registers = tuple([facts.table.names[register] for register in candidate.registers])
    return Run(candidate.name, candidate.rule, registers, candidate.span)


def _candidates(
    facts: Facts, found: Iterable[tuple[str, Sequence[Name | RunName | Element]]]
) -> list[_Candidate]:
    """Return the names that rules have found, the strongest rule first, its runs first."""
    own = _own_registers(facts)
    reserved = {name.removeprefix("%") for name in facts.table.names}
    # The names of register files are taken, too: `r` of `%r3`.
    reserved |= {name.rstrip("0123456789") for name in reserved}
    candidates: list[_Candidate] = []
    for rule, names in found:
        pairs = [(each.registers, each.name, True) for each in names if isinstance(each, RunName)]
        pairs += [
            ((each.register,), each.name + _width(facts, each.register), False)
            for each in names
            if isinstance(each, Name)
        ]
        for registers, name, is_run in pairs:
            if not is_allowed(name) or name in reserved or not own.issuperset(registers):
                continue
            span = facts.spans[registers[0]]
            for register in registers[1:]:
                span |= facts.spans[register]
            mentions = sum(
                len(facts.uses[register]) + len(facts.definitions[register])
                for register in registers
            )
            candidates.append(_Candidate(registers, name, rule, is_run, span, mentions))
    return candidates


def _width(facts: Facts, register: int) -> str:
    """Return the ending that tells a copy in a larger register from its source."""
    statement = facts.single(register)
    if statement is None or len(statement.operands) != 2:  # noqa: PLR2004
        return ""
    # `cvt.u64.u32 %rd1, %r1` keeps the value, in more bits.
    source = facts.number(statement.operands[1], facts.definitions[register][0])
    if source < 0 or facts.values[source] != facts.values[register]:
        return ""
    bits = facts.table.bits(source)
    return "_wide" if 0 < bits < facts.table.bits(register) else ""


def _own_registers(facts: Facts) -> set[int]:
    """Return the registers that names are for: numbered, of the function's own scope, and used.

    A register without a number has a name already, as the stack pointer `%SP` does.
    """
    table = facts.table
    count: dict[str, int] = defaultdict(int)
    # A name in two scopes means two registers, but would be one in Python.
    for name in table.names:
        count[name] += 1
    return {
        register
        for register, name in enumerate(table.names)
        if table.levels[register] == 0
        and count[name] == 1
        and name[-1:].isdecimal()
        and facts.definitions[register]
        and facts.uses[register]
    }


def _choose(candidates: list[_Candidate]) -> list[_Candidate]:
    """Return one candidate for each register, without names that too many want at one place."""
    left = candidates
    chosen: list[_Candidate] = []
    # A register that loses a name takes its next one, which may be crowded elsewhere.
    for _ in range(_MAX_ROUNDS):
        chosen = []
        taken: set[int] = set()
        for candidate in left:
            if taken.isdisjoint(candidate.registers):
                taken.update(candidate.registers)
                chosen.append(candidate)
        crowded = _crowded(chosen)
        if not crowded:
            return sorted(chosen, key=lambda candidate: candidate.span)
        left = [candidate for candidate in left if candidate not in crowded]
    crowded = _crowded(chosen)
    return [candidate for candidate in chosen if candidate not in crowded]


def _crowded(chosen: Iterable[_Candidate]) -> set[_Candidate]:
    """Return the candidates that do not get their name because too many want it at one place."""
    by_name: dict[str, list[_Candidate]] = defaultdict(list)
    for candidate in chosen:
        by_name[candidate.name].append(candidate)
    found: set[_Candidate] = set()
    for rivals in by_name.values():
        if len(rivals) <= MAX_RIVALS:
            continue
        rivals.sort(key=lambda candidate: candidate.span)
        # Candidates come by their first mention, and stay open until their last one.
        open_now: list[_Candidate] = []
        for candidate in rivals:
            open_now = [each for each in open_now if each.span.last >= candidate.span.first]
            open_now.append(candidate)
            if len(open_now) > MAX_RIVALS:
                most = max(each.mentions for each in open_now)
                first = [each for each in open_now if each.mentions == most]
                kept = first[0] if len(first) == 1 else None
                found.update(each for each in open_now if each is not kept)
                open_now = [each for each in open_now if each is kept]
    return found
