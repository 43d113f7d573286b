"""Lark, which reads every form of a statement that is met for the first time, by grammar/ptx.lark.

Lark is imported when the first such form comes. It takes 150 ms to make its LALR(1) tables from the
grammar, so the package ships them in `lark_tables.txt`; those of another grammar are made anew. Its
first line names the grammar, and the version of Lark that made it; then come the rules, and
the states, which are numbered in the order in which they are reached, so that the same grammar
gives the same file. Lark parses by these tables and its reductions are noted; what a statement
builds follows from them (`derivations.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ptxpy._pickling import PicklableError
from ptxpy._records import NamedTuple
from ptxpy.syntax.derivations import SHIFT, TABLES, Rule, Step, rule_of, shipped_rules

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule as LarkRule

STARTS = ("module_item", "body_item", "section_item", "function_head", "section_head")
"""The start rules for shapes: one statement, or the head of one with a body."""

_HERE = Path(__file__).parent


class UnexpectedTokenError(PicklableError):
    """A token that is not allowed at its place."""

    def __init__(self, position: int, expected: Sequence[str]) -> None:
        """Take its position in the shape, and the terminals that are allowed there."""
        super().__init__(position)
        self.position = position
        self.expected = tuple(expected)


def grammar_path() -> Path:
    """Return where ptx.lark is: in the installed package, or in the source tree."""
    installed = _HERE.parent / "grammar" / "ptx.lark"
    return installed if installed.is_file() else _HERE.parents[1] / "grammar" / "ptx.lark"


def grammar_text() -> str:
    """Return the text of ptx.lark."""
    return grammar_path().read_text(encoding="utf-8")


def make_parser(starts: Sequence[str], transformer: object = None) -> Lark:
    """Let Lark make a parser of the grammar's text."""
    from lark import Lark  # noqa: PLC0415 - 40 ms, only where a shape is new

    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",
        maybe_placeholders=False,
        start=list(starts),
        transformer=transformer,
    )


@cache
def shape_parser() -> ShapeParser:
    """Return Lark's parser for shapes."""
    tables = TABLES.read_text(encoding="utf-8") if TABLES.is_file() else ""
    grammar = grammar_text()
    if _grammar_of(tables) != _digest(grammar):
        # Without tables of the grammar, new ones take 150 ms.
        tables = dump(make_parser(STARTS), grammar)
    return load(tables)


def parse_shape(start: str, terminals: Sequence[str]) -> Derivation:
    """Return the derivation of a shape, its start rule and the terminals of its tokens.

    Raises `UnexpectedTokenError`.
    """
    parser = shape_parser()
    from lark.exceptions import UnexpectedToken  # noqa: PLC0415
    from lark.lexer import LexerThread, Token  # noqa: PLC0415

    steps: list[Step] = []
    # The shape has its tokens already, so Lark's lexer is bypassed.
    lexer: Any = None
    reading = parser.parser.parse(LexerThread(lexer, lexer), start, start_interactive=True)
    reading.parser_state.parse_conf.callbacks = _Recorder(parser.numbers, steps)
    position = 0
    try:
        for terminal in terminals:
            reading.feed_token(Token(terminal, ""))
            steps.append(SHIFT)
            position += 1
        reading.feed_token(Token("$END", ""))
        return Derivation(steps, parser.rules)
    except UnexpectedToken:
        expected = reading.accepts()
    # The end is named where it can follow what has been read in any context. The error is raised
    # here since Lark's, as its context, cannot be unpickled: some packages send contexts along.
    expected |= {"$END"} & reading.choices().keys()
    raise UnexpectedTokenError(position, sorted(expected))


class Derivation(NamedTuple):
    """The steps of Lark in the parse of a shape."""

    steps: list[Step]
    rules: tuple[Rule, ...]
    """The rules, by the numbers that the steps have."""


class ShapeParser(NamedTuple):
    """Lark's parser of the grammar without a lexer."""

    parser: Any
    """The `_Parser` of `lark.parsers.lalr_parser`."""
    rules: tuple[Rule, ...]
    numbers: Mapping[LarkRule, int]
    """The numbers of Lark's rules."""


class _Recorder:
    """The object that Lark calls at each reduction, in place of a function for each rule."""

    def __init__(self, numbers: Mapping[LarkRule, int], steps: list[Step]) -> None:
        self._numbers = numbers
        self._steps = steps

    def __contains__(self, terminal: object) -> bool:
        """Return whether there is a function for the tokens of a terminal: there is none."""
        return False

    def __getitem__(self, rule: LarkRule) -> Callable[[list[Any]], None]:
        """Note a reduction, and return the function that Lark calls on the values."""
        self._steps.append(self._numbers[rule])
        return _nothing


def _nothing(_values: list[Any]) -> None:
    """Build nothing: the node of a rule follows from its derivation."""


def _grammar_of(tables: str) -> str:
    """Return the hash of the grammar that tables are of, from their first line."""
    words = tables.partition("\n")[0].split(" ")
    return words[1] if words[0] == "grammar" and len(words) > 1 else ""


def _digest(grammar: str) -> str:
    import hashlib  # noqa: PLC0415 - loaded only for a form that is new

    return hashlib.sha256(grammar.encode()).hexdigest()


def dump(parser: Lark, grammar: str) -> str:
    """Return the text of the file for a parser that Lark has made of a grammar."""
    table = parser.parser.parser._parse_table  # noqa: SLF001
    states: dict[int, dict[str, tuple[Any, Any]]] = table.states
    order = list(dict.fromkeys(table.start_states.values()))
    known = set(order)
    # `order` grows while it is walked: states are numbered as a search by breadth reaches them.
    for state in order:
        for symbol in sorted(states[state]):
            target = states[state][symbol][1]
            if type(target) is int and target not in known:
                known.add(target)
                order.append(target)
    numbers = {state: number for number, state in enumerate(order)}
    ends = [
        f"{start} {numbers[state]} {numbers[table.end_states[start]]}"
        for start, state in table.start_states.items()
    ]
    rules = sorted(
        {
            action
            for state in order
            for _, action in states[state].values()
            if type(action) is not int
        },
        key=_line,
    )
    places = {rule: number for number, rule in enumerate(rules)}
    from lark import __version__  # noqa: PLC0415

    # The tables follow from the grammar, so every release of Lark runs those of another.
    origin = f"grammar {_digest(grammar)} lark {'.'.join(__version__.split('.')[:2])}"
    lines = [origin, *ends, "rules", *map(_line, rules), "states"]
    lines += (_state_line(states[state], numbers, places) for state in order)
    return "\n".join(lines) + "\n"


def _line(rule: LarkRule) -> str:
    """Return the line for a rule, as `rule_of` reads it."""
    result = str(rule.alias or rule.options.template_source or rule.origin.name)
    if rule.options.expand1 and not rule.alias:
        result = f"?{result}"
    symbols = [
        f"-{symbol.name}" if getattr(symbol, "filter_out", False) else str(symbol.name)
        for symbol in rule.expansion
    ]
    return " ".join((str(rule.origin.name), result, *symbols))


def _state_line(
    actions: dict[str, tuple[Any, Any]], numbers: dict[int, int], places: dict[LarkRule, int]
) -> str:
    """Return the line for a state, as `_States` reads it.

    First are the shifts, `symbol=state`; then for each rule `;`, its number, and the symbols before
    which it is reduced.
    """
    shifts: list[str] = []
    reductions: dict[int, list[str]] = {}
    for symbol, (_, target) in sorted(actions.items()):
        if type(target) is int:
            shifts.append(f"{symbol}={numbers[target]}")
        else:
            reductions.setdefault(places[target], []).append(symbol)
    reduced = (f";{rule} {' '.join(symbols)}" for rule, symbols in sorted(reductions.items()))
    return " ".join((*shifts, *reduced))


def load(text: str) -> ShapeParser:
    """Return the parser that the text of a file holds."""
    # Lark's parser alone: its lexers, and what builds trees, are made for nothing here.
    from lark.grammar import NonTerminal, Terminal  # noqa: PLC0415
    from lark.grammar import Rule as LarkRule  # noqa: PLC0415
    from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift  # noqa: PLC0415
    from lark.parsers.lalr_parser import _Parser  # noqa: PLC0415

    head, _, rest = text.partition("\nrules\n")
    lines, _, states = rest.partition("\nstates\n")
    words = [line.split(" ") for line in head.split("\n")[1:]]
    starts = {start: int(state) for start, state, _ in words}
    ends = {start: int(state) for start, _, state in words}
    rules = tuple(map(rule_of, lines.splitlines()))
    # The same object is compared faster than an equal one.
    if rules == shipped_rules():
        rules = shipped_rules()
    found = [
        # The alternatives of a nonterminal are told apart by their symbols.
        LarkRule(
            NonTerminal(rule.origin),
            [
                Terminal(symbol) if symbol.isupper() else NonTerminal(symbol)
                for symbol in rule.symbols
            ],
        )
        for rule in rules
    ]
    by_state = _States(states.splitlines(), found, Shift, Reduce)
    table = IntParseTable(by_state, starts, ends)  # type: ignore[no-untyped-call]
    numbers = {rule: number for number, rule in enumerate(found)}
    return ShapeParser(_Parser(table, {}), rules, numbers)


class _States(dict[int, dict[str, tuple[Any, Any]]]):
    """The states of the tables, each read when the parser comes to it: a shape needs a few."""

    def __init__(
        self, lines: list[str], rules: list[LarkRule], shift: object, reduce: object
    ) -> None:
        super().__init__()
        self._lines = lines
        self._rules = rules
        self._shift = shift
        self._reduce = reduce

    def __missing__(self, state: int) -> dict[str, tuple[Any, Any]]:
        shifts, *reductions = self._lines[state].split(";")
        actions: dict[str, tuple[Any, Any]] = {}
        for word in shifts.split():
            symbol, _, target = word.partition("=")
            actions[symbol] = self._shift, int(target)
        for line in reductions:
            number, *symbols = line.split()
            action = self._reduce, self._rules[int(number)]
            actions.update(dict.fromkeys(symbols, action))
        self[state] = actions
        return actions
