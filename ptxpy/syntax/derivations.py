"""Derivations: how a sequence of terminals follows from a rule of the grammar, and what it builds.

A derivation is what an LR parser did: `.` for a symbol that was shifted, and the number of a rule
for each reduction. Replaying one compares each rule with the symbols that it reduces. So a
derivation that is replayed to its end is one by the grammar, wherever it comes from; and since the
grammar is LALR(1) without conflicts, it is the only one.

A *form* is the derivation of a nonterminal from terminals and from nonterminals of `PARTS`, which
have forms of their own: an instruction is an opcode and operands, a vector is operands in braces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.syntax.ir_templates import RUN, Template
from ptxpy.syntax.statement_parts import CUTS, PARTS

__all__ = [
    "FORMS",
    "LONGEST_FORM",
    "SHIFT",
    "TABLES",
    "DerivationError",
    "Forms",
    "Rule",
    "Step",
    "check_form",
    "forms_of",
    "read_forms",
    "rule_of",
    "shipped_rules",
]

_HERE: Final = Path(__file__).parent
TABLES: Final = _HERE / "lark_tables.txt"
"""The rules and tables of the grammar that the package ships, made by tools/generate_syntax."""
FORMS: Final = _HERE / "common_forms.txt"
"""The forms of the corpus, made by the same tool."""

SHIFT: Final = -1
Step: TypeAlias = int
"""The number of a rule, or `SHIFT`."""


class DerivationError(ValueError):
    """Steps that are no derivation by the grammar."""


class Rule(NamedTuple):
    """A rule of the grammar as Lark has it, without `*`, `+` and `?`."""

    origin: str
    """The nonterminal that it reduces to."""
    result: str
    """What it builds: an entry of `node_mapping.RULES`; the same with `?` before it where a single
    child stands for itself."""
    symbols: tuple[str, ...]
    kept: tuple[int, ...]
    """Which of the symbols are children of the result: a terminal that is spelled in the grammar
    is none."""


def rule_of(line: str) -> Rule:
    """Return the rule in a line of `lark_tables.txt`; `-` marks symbols that are no children."""
    origin, result, *words = line.split(" ")
    kept = tuple([i for i, word in enumerate(words) if not word.startswith("-")])
    return Rule(origin, result, tuple([word.removeprefix("-") for word in words]), kept)


@cache
def shipped_rules() -> tuple[Rule, ...]:
    """Return the rules of the grammar, by their numbers; none if the package ships no tables."""
    if not TABLES.is_file():
        return ()
    _, _, rest = TABLES.read_text(encoding="utf-8").partition("\nrules\n")
    return tuple(map(rule_of, rest.partition("\nstates\n")[0].splitlines()))


class _Token(str):
    """A token as the rules take it: its number as text, or that of a run of numbers."""

    __slots__ = ("type",)

    type: str


def _take(
    terminals: Sequence[str], start: int, end: int, symbols: list[str], values: list[Any]
) -> None:
    """Add terminals to the symbols of a form, and their tokens to the values."""
    for position in range(start, end):
        terminal = terminals[position]
        # A run of numbers counts as one number.
        if terminal.startswith(RUN):
            terminal = terminal.removeprefix(RUN)
            found = _Token(f"{RUN}{position}")
        else:
            found = _Token(position)
        found.type = terminal
        symbols.append(terminal)
        values.append(found)


class _List(list[Any]):
    """The children that a repetition in the grammar adds to those of the rule around it."""


_Fold: TypeAlias = Callable[[Sequence[Any]], Any]
_Program: TypeAlias = tuple[tuple[int, _Fold] | None, ...]
"""The steps of a form that do something: `None` for a shift, or a rule's length and result."""


def _fold(rule: Rule) -> _Fold:
    """Return the function from the values of a rule's symbols to the value of its result."""
    from ptxpy.syntax.node_mapping import RULES  # noqa: PLC0415 - only for shapes that are new

    kept = rule.kept
    name = rule.result.removeprefix("?")
    build: _Fold | None = RULES.get(name)
    if rule.origin.startswith("_"):
        build = _List
    passes = name != rule.result
    has_lists = any(symbol.startswith("_") for symbol in rule.symbols)

    def fold(values: Sequence[Any]) -> Any:  # noqa: ANN401 - whatever the rule builds
        children = [values[position] for position in kept]
        if has_lists and _List in map(type, children):
            children = _flat(children)
        if passes and len(children) == 1:
            return children[0]
        if build is None:
            raise DerivationError(name)
        return children if type(children) is build else build(children)

    return fold


def _flat(children: Sequence[Any]) -> list[Any]:
    """Return children with those of repetitions in the place of these."""
    first, *rest = children
    # The list that a repetition has is extended, as it is nobody else's: it may be long.
    flat = first if type(first) is _List else _List([first])
    for child in rest:
        if type(child) is _List:
            flat += child
        else:
            flat.append(child)
    return flat


@cache
def _folds() -> dict[Rule, _Fold | None]:
    return {}


def _fold_of(rule: Rule) -> _Fold | None:
    """Return the function of a rule; `None` where its value is that of its only symbol."""
    folds = _folds()
    if rule not in folds:
        passes = rule.result.startswith("?") and rule.kept == (0,) and len(rule.symbols) == 1
        folds[rule] = None if passes else _fold(rule)
    return folds[rule]


def _program(form: Sequence[str], steps: Sequence[Step], rules: Sequence[Rule]) -> _Program:
    """Return the program of a form, its nonterminal and symbols; raise `DerivationError`."""
    result, *symbols = form
    program: list[tuple[int, _Fold] | None] = []
    stack: list[str] = []
    position = 0
    for step in steps:
        if step == SHIFT:
            if position == len(symbols):
                raise DerivationError
            stack.append(symbols[position])
            position += 1
            program.append(None)
            continue
        if not 0 <= step < len(rules):
            raise DerivationError
        rule = rules[step]
        size = len(rule.symbols)
        start = len(stack) - size
        if start < 0 or tuple(stack[start:]) != rule.symbols:
            raise DerivationError
        stack[start:] = [rule.origin]
        fold = _fold_of(rule)
        if fold is not None:
            program.append((size, fold))
    if stack != [result] or position != len(symbols):
        raise DerivationError
    return tuple(program)


def _run(program: _Program, values: Sequence[Any]) -> Any:  # noqa: ANN401 - what the form builds
    """Return the result of a form for the values of its symbols."""
    stack: list[Any] = []
    position = 0
    for step in program:
        if step is None:
            stack.append(values[position])
            position += 1
        else:
            size, fold = step
            start = len(stack) - size
            stack[start:] = [fold(stack[start:])]
    return stack[0]


def read_forms(text: str) -> dict[str, str]:
    """Return the forms in the text of a file, a line each: its steps by its symbols."""
    lines = text.splitlines()
    return dict([line.split("\t", 1) for line in lines if "\t" in line])


class Forms:
    """Forms, and the templates of statements that are made of forms."""

    def __init__(self, rules: Sequence[Rule], forms: dict[str, str]) -> None:
        """Take rules, and forms whose steps are in their numbers."""
        self._rules = rules
        self.forms = forms
        """Steps by form, the nonterminal and its symbols."""
        self.has_learned = False
        """Whether forms have been added."""
        self._programs: dict[str, _Program] = {}
        self._parts: dict[tuple[object, ...], Template] = {}
        """The templates of short parts, by their nonterminal, place and terminals."""

    def add(self, forms: dict[str, str], rules: Sequence[Rule]) -> None:
        """Add forms with the rules whose numbers they have."""
        self.has_learned = self.has_learned or bool(forms.keys() - self.forms.keys())
        if rules is self._rules or rules == self._rules:
            self.forms.update(forms)
            return
        for form, steps in forms.items():
            self._programs[form] = _program(form.split(" "), _steps(steps), rules)

    def template(self, start: str, terminals: Sequence[str]) -> Template | None:
        """Return the template of a statement that is made of known forms; else `None`."""
        try:
            return self._template(start, terminals, 0, len(terminals))
        except _UnknownFormError:
            return None

    def _template(self, result: str, terminals: Sequence[str], start: int, end: int) -> Template:
        if start >= end:
            raise _UnknownFormError
        symbols = [result]
        values: list[Any] = []
        cuts = CUTS.get(result)
        # Most parts are one token.
        if cuts is None or end - start == 1:
            _take(terminals, start, end, symbols, values)
        else:
            for name, first, last in cuts(terminals, start, end):
                if name:
                    symbols.append(name)
                    values.append(self._part(name, terminals, first, last))
                else:
                    _take(terminals, first, last, symbols, values)
        return _run(self._program(" ".join(symbols)), values)

    def _part(self, name: str, terminals: Sequence[str], start: int, end: int) -> Template:
        """Return a part's template: operands at the same place are alike in most statements."""
        if end - start > _SHORT_PART:
            return self._template(name, terminals, start, end)
        key = (name, start, *terminals[start:end])
        found = self._parts.get(key)
        if found is None:
            if len(self._parts) > _MAX_PARTS:
                self._parts.clear()
            found = self._parts[key] = self._template(name, terminals, start, end)
        return found

    def _program(self, form: str) -> _Program:
        program = self._programs.get(form)
        if program is None:
            steps = self.forms.get(form) or self.stretched(form)
            if steps is None:
                raise _UnknownFormError
            try:
                program = _program(form.split(" "), _steps(steps), self._rules)
            except ValueError:
                # Forms may come from a file that is damaged: they are then as unknown as others.
                self.forms.pop(form, None)
                raise _UnknownFormError from None
            if len(form) <= LONGEST_FORM and len(self._programs) < _MAX_PROGRAMS:
                self._programs[form] = program
        return program

    def stretched(self, form: str) -> str | None:
        """Guess the steps of a form with a long list by those with shorter ones; `None` if unknown.

        What an item adds to the steps is what the longer of two lists has more than the other.
        """
        run = max(_LIST.finditer(form), key=lambda found: len(found[0]), default=None)
        if run is None:
            return None
        item, before, after = run[1], form[: run.start()], form[run.end() :]
        count = len(run[0]) // len(item)
        for fewer in range(1, min(count - 1, _LONGEST_KNOWN)):
            one, other = (
                self.forms.get(f"{before}{item * length}{after}") for length in (fewer, fewer + 1)
            )
            if one and other:
                # Steps are compared word by word.
                short, long = one.split(" "), other.split(" ")
                same = _common(short, long)
                more = long[same : same + len(long) - len(short)]
                if len(more) > _MOST_STEPS:
                    return None
                return " ".join([*short[:same], *more * (count - fewer), *short[same:]])
        return None


_MOST_STEPS: Final = 64
"""The most steps that an item of a list takes."""


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many items two sequences have in common from the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (mine, yours) in pairs if mine != yours), min(len(one), len(other)))


LONGEST_FORM: Final = 2_000
"""Characters of a form that is kept."""

_MAX_PROGRAMS: Final = 20_000
"""The forms whose programs are kept."""

_SHORT_PART: Final = 8
"""The most terminals of a part that is kept with its place."""

_MAX_PARTS: Final = 20_000
"""The parts that are kept."""

_LONGEST_KNOWN: Final = 8
"""The longest list that others are made from."""

_LIST: Final = re.compile(r"( COMMA [A-Za-z]++)\1++(?![A-Za-z])")
"""A list in a form: its first item, and the others with their commas."""


class _UnknownFormError(Exception):
    """A form that is not known."""


def check_form(form: str, steps: str, rules: Sequence[Rule]) -> None:
    """Raise `DerivationError` if steps are not the derivation of a form by the rules."""
    _program(form.split(" "), _steps(steps), rules)


def _steps(text: str) -> list[Step]:
    return [SHIFT if word == "." else int(word) for word in text.split(" ")]


def forms_of(terminals: Sequence[str], steps: Sequence[Step], rules: Sequence[Rule]) -> Parsed:
    """Return the result of a derivation of a statement, and the forms that it is made of."""
    forms: dict[str, str] = {}
    stack: list[tuple[Any, list[str], list[Step]]] = []
    position = 0
    for step in steps:
        if step == SHIFT:
            symbols: list[str] = []
            values: list[Any] = []
            _take(terminals, position, position + 1, symbols, values)
            stack.append((values[0], symbols, [SHIFT]))
            position += 1
            continue
        rule = rules[step]
        start = len(stack) - len(rule.symbols)
        below = stack[start:]
        values = [found for found, _, _ in below]
        fold = _fold_of(rule)
        value = values[0] if fold is None else fold(values)
        symbols, taken = below[0][1:] if below else ([], [])
        # Those of the first are extended: a list adds an item at a time.
        for _, more_symbols, more_taken in below[1:]:
            symbols += more_symbols
            taken += more_taken
        taken.append(step)
        if rule.origin in PARTS:
            forms[_form(rule.origin, symbols)] = _written(taken)
            symbols, taken = [rule.origin], [SHIFT]
        stack[start:] = [(value, symbols, taken)]
    ((value, symbols, taken),) = stack
    origin = rules[steps[-1]].origin
    if origin not in PARTS:
        forms[_form(origin, symbols)] = _written(taken)
    return Parsed(value, forms)


class Parsed(NamedTuple):
    """The result of Lark's parse of a statement."""

    template: Template
    forms: dict[str, str]
    """The forms that the statement is made of, as `Forms` takes them."""


def _form(origin: str, symbols: Sequence[str]) -> str:
    return " ".join((origin, *symbols))


def _written(steps: Sequence[Step]) -> str:
    return " ".join(["." if step == SHIFT else str(step) for step in steps])
