"""Lark, which reads every statement shape that is met for the first time, by grammar/ptx.lark.

Lark is imported when the first such shape comes. It takes 150 ms to make its LALR(1) tables from
the grammar and 10 ms to load them, so the package ships them in `lark_tables.txt`; those of another
grammar or another Lark are made anew. The file holds the output of `Lark.save` as JSON, with states
numbered in the order in which they are reached, so that the same grammar gives the same file. Its
first line names the grammar and the version of Lark.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ptxpy._pickling import PicklableError
from ptxpy.syntax.ir_templates import Template

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("module_item", "body_item", "section_item", "function_head", "section_head")
"""The start rules for shapes: one statement, or the head of one with a body."""

_HERE = Path(__file__).parent
TABLES = _HERE / "lark_tables.txt"
"""The tables of the grammar that the package ships, made by tools/generate_syntax."""


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
def shape_parser() -> Lark:
    """Return Lark's parser for shapes; it yields templates of IR."""
    from ptxpy.syntax.node_mapping import node_mapping  # noqa: PLC0415 - as Lark itself

    tables = TABLES.read_text(encoding="utf-8") if TABLES.is_file() else ""
    # Without tables that suit the grammar and this Lark, new ones take 150 ms and are the same.
    return load(tables, grammar_text(), node_mapping()) or make_parser(STARTS, node_mapping())


@cache
def module_parser() -> Lark:
    """Return Lark's parser for whole files: slow, and the reference for the reader by shapes."""
    from ptxpy.syntax.node_mapping import node_mapping  # noqa: PLC0415

    return make_parser(["module"], node_mapping())


def parse_shape(start: str, tokens: Sequence[tuple[str, str]]) -> Template:
    """Return the template of a shape: its start rule, and the terminals and texts of its tokens.

    Raises `UnexpectedTokenError`.
    """
    parser = shape_parser()
    from lark import Token, UnexpectedToken  # noqa: PLC0415

    # The shape has its tokens already, so Lark's lexer is bypassed.
    reading = parser.parse_interactive(start=start)
    position = 0
    try:
        for kind, text in tokens:
            reading.feed_token(Token(kind, text))
            position += 1
        return reading.feed_eof()  # type: ignore[no-untyped-call]
    except UnexpectedToken:
        expected = reading.accepts()  # type: ignore[no-untyped-call]
        # The end is named where it can follow what has been read in any context.
        expected |= {"$END"} & reading.choices().keys()  # type: ignore[no-untyped-call]
        raise UnexpectedTokenError(position, sorted(expected)) from None


_SHIFT: Final = 0
_REDUCE: Final = 1


def fingerprint(grammar: str) -> str:
    """Return the line that says which grammar tables are of, and which version of Lark."""
    import hashlib  # noqa: PLC0415 - these are loaded only for a shape that is new

    from lark import __version__  # noqa: PLC0415

    digest = hashlib.sha256(grammar.encode()).hexdigest()
    # A patch release of Lark is taken to read the same tables.
    series = ".".join(__version__.split(".")[:2])
    return json.dumps({"grammar": digest, "lark": series})


def dump(parser: Lark, grammar: str) -> str:
    """Return the text of the file for a parser that Lark has made of a grammar."""
    from lark.grammar import Rule  # noqa: PLC0415
    from lark.lexer import TerminalDef  # noqa: PLC0415

    data, memo = parser.memo_serialize([TerminalDef, Rule])
    made = data["parser"].pop("parser")
    names: dict[int, str] = made["tokens"]
    states: dict[int, dict[int, tuple[int, Any]]] = made["states"]
    starts = made["start_states"]
    order = list(dict.fromkeys(starts.values()))
    known = set(order)
    # `order` grows while it is walked: states are numbered as a search by breadth reaches them.
    for state in order:
        for token in sorted(states[state], key=names.__getitem__):
            action, target = states[state][token]
            if action == _SHIFT and target not in known:
                known.add(target)
                order.append(target)
    numbers = {state: number for number, state in enumerate(order)}
    ends = [
        {start: numbers[made[key][start]] for start in made["start_states"]}
        for key in ("start_states", "end_states")
    ]
    lines = [fingerprint(grammar), json.dumps(data), json.dumps(ends), "memo"]
    lines += (json.dumps(entry) for _, entry in sorted(memo.items()))
    lines.append("states")
    lines += (json.dumps(_grouped(states[state], names, numbers)) for state in order)
    return "\n".join(lines) + "\n"


def _grouped(
    actions: dict[int, tuple[int, Any]], names: dict[int, str], numbers: dict[int, int]
) -> list[dict[str, Any]]:
    """Return the shifts of a state, the state after each symbol, and its reductions by rule."""
    shifts: dict[str, int] = {}
    reductions: dict[str, list[str]] = {}
    for token, (action, target) in sorted(actions.items(), key=lambda item: names[item[0]]):
        if action == _SHIFT:
            shifts[names[token]] = numbers[target]
        else:
            reductions.setdefault(str(target["@"]), []).append(names[token])
    return [shifts, dict(sorted(reductions.items(), key=lambda item: int(item[0])))]


def load(text: str, grammar: str, transformer: object) -> Lark | None:
    """Return the parser that a file holds; `None` for one of another grammar or another Lark."""
    from lark import Lark  # noqa: PLC0415

    first, _, rest = text.partition("\n")
    if first != fingerprint(grammar):
        return None
    head, _, rest = rest.partition("\nmemo\n")
    memo, _, states = rest.partition("\nstates\n")
    data, (starts, ends) = map(json.loads, head.split("\n"))
    data["parser"]["parser"] = {
        # The tables in the file name symbols, so the number of a symbol is its name.
        "tokens": _Same(),
        "states": dict(enumerate(dict(_flat(state)) for state in _lines(states))),
        "start_states": starts,
        "end_states": ends,
    }
    # As the stand-alone parsers do that Lark writes.
    loaded: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]  # noqa: SLF001
        data, dict(enumerate(_lines(memo))), transformer=transformer
    )
    return loaded


def _lines(text: str) -> Any:  # noqa: ANN401 - JSON
    return json.loads("[" + ",".join(text.splitlines()) + "]")


def _flat(state: list[dict[str, Any]]) -> Iterator[tuple[str, tuple[int, Any]]]:
    """Yield the actions of a state as Lark writes them."""
    shifts, reductions = state
    for symbol, target in shifts.items():
        yield symbol, (_SHIFT, target)
    for rule, symbols in reductions.items():
        action = _REDUCE, {"@": int(rule)}
        for symbol in symbols:
            yield symbol, action


class _Same(dict[str, str]):
    """The numbers of symbols: here, their names."""

    def __missing__(self, key: str) -> str:
        return key
