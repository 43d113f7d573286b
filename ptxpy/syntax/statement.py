"""Reading one statement whose text is new: its tokens, its shape, its layout.

The middle of a long list of numbers is one token.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from sys import intern
from typing import Any, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import Tokens, compile_pattern, tokens
from ptxpy.ir import nodes as n
from ptxpy.styles import classify_item, classify_statement, join
from ptxpy.syntax.bare_registers import NO_NAMES, Names
from ptxpy.syntax.errors import ShapeError
from ptxpy.syntax.ir_templates import RUN
from ptxpy.syntax.memo import Context, Entry
from ptxpy.syntax.node_factories import Factory, FillError
from ptxpy.syntax.shapes import factory_for
from ptxpy.syntax.statement_splitting import gap_pattern, space_pattern
from ptxpy.syntax.terminal_patterns import IGNORED, KEYWORDS, TERMINALS


class Reading(NamedTuple):
    """A statement that has been read, and the parts that it was made from."""

    entry: Entry
    registers: list[str]
    """The names of its registers in order."""
    factory: Factory
    values: list[Any]
    gaps: n.Gaps | None


def read_statement(here: Context, text: str) -> Reading:
    """Read one statement; raises `ShapeError` when the text does not parse."""
    lead_end = space_pattern().match(text).end()  # type: ignore[union-attr] # matches the empty string
    end = len(text)
    start = here.start
    # The heads of functions are read without their bodies: statements of a body are pieces of their
    # own.
    opens = text[end - 1] == "{" and start == "module_item"
    if opens:
        end -= 1
        start = "section_head" if text.startswith(".section", lead_end) else "function_head"
    terminals, values, offsets = tokenize(text, lead_end, end)
    factory = factory_for(start, terminals, offsets, end)
    found = [value for kind, value in zip(terminals, values, strict=True) if kind == "REGISTER"]
    registers = [tuple.__new__(n.Register, (name,)) for name in found]
    try:
        # The gaps are given as None first: the node's tokens are needed before gaps can be
        # compared.
        build = factory(values, None, here.names)
    except FillError as error:
        raise ShapeError(lead_end, str(error)) from None
    node = build(registers, 0, None)
    if opens:
        node = node.replace(body=())
    problem = problem_of(node)
    if problem is not None:
        raise ShapeError(lead_end, problem)
    spelled = tokens(node)
    gaps: n.Gaps | None = None
    if join(spelled, here.style.predict_inner_gaps(spelled, asm=here.asm)) != text[lead_end:]:
        gaps = gaps_between(spelled, text, lead_end)
        build = factory(values, gaps, here.names)
    kind = classify_item(node) if here.start == "module_item" else classify_statement(node)
    # A statement without registers is the same node every time: it is built once.
    ready = None if found or opens else build((), 0, None)
    names = names_after(node, here.names)
    # A body follows, so names must be set even if they do not change: None would say that none
    # follows.
    if opens and names is None:
        names = NO_NAMES
    lead = intern(text[:lead_end])
    entry = Entry(len(found), build, ready, int(kind), lead, names)
    return Reading(entry, found, factory, values, gaps)


DATA_TYPES = frozenset(f".{kind}{size}" for kind in "bus" for size in (8, 16, 32, 64))
"""The types of debug data."""


def problem_of(node: n.Node) -> str | None:
    """Return the error of a declaration that the grammar takes; `None` for none."""
    if isinstance(node, n.Variable):
        return _problem_of_specifiers(node.specifiers)
    if isinstance(node, n.Data) and node.type not in DATA_TYPES:
        return "a line of a debug section begins with its type: .b8, .b16, .b32 or .b64"
    if isinstance(node, n.Function):
        if node.name.name == "_":
            return "a function needs a name"
        if node.kind == ".entry" and not node.semicolon:
            return "the declaration of a kernel needs its semicolon"
        parameters = (node.parameters or ()) + (node.returns or ())
    elif isinstance(node, n.CallPrototype):
        parameters = (node.parameters or ()) + (node.returns or ())
    else:
        return None
    problems = [_problem_of_specifiers(parameter.specifiers) for parameter in parameters]
    return next((problem for problem in problems if problem), None)


def _problem_of_specifiers(specifiers: tuple[n.AnySpecifier, ...]) -> str | None:
    words = [s.name for s in specifiers if isinstance(s, n.Specifier)]
    spaces = [word for word in words if n.space_of((n.Specifier(word),))]
    # `.reg .reg x;` has spaces alone, and `.b32 .reg x;` begins like the data of a debug section.
    if not n.space_of(specifiers) or len(spaces) == len(words) or words[0] in DATA_TYPES:
        return "a declaration needs a state space and a type"
    return None


_MAX_RANGE_DIGITS = 20
"""Digits of a range's size; a longer one is not a size."""

MAX_NAMED_RANGE = 4096
"""`.reg .b32 r<n>;` without a percent sign declares its names one by one, up to this many."""


def names_after(node: n.Node, names: Names) -> Names | None:
    """Return the register names without a percent sign after a statement, if they change."""
    declarators: Sequence[n.Declarator]
    if isinstance(node, n.Variable):
        declarators = node.declarators
        if node.space != ".reg":
            rest = names.minus([d.name.name for d in declarators])
            # A variable hides a register of its name from here on.
            return None if rest is names else rest
    elif isinstance(node, n.Function) and node.body is not None:
        parameters = (node.parameters or ()) + (node.returns or ())
        declarators = [p.declarator for p in parameters if p.space == ".reg"]
        # The registers of one function are unknown in the next.
        names = NO_NAMES
    else:
        return None
    found: set[str] = set()
    for declarator in declarators:
        # `%r<10>` needs no entry: a percent sign always makes a register.
        name = declarator.name.name
        if name.startswith("%"):
            continue
        size = declarator.range
        if isinstance(size, n.Literal) and len(size.text) < _MAX_RANGE_DIGITS:
            found.update(f"{name}{i}" for i in range(min(int(size.value), MAX_NAMED_RANGE)))
        else:
            found.add(name)
    more = names.plus(found)
    return None if more is names else more


def gaps_between(spelled: Tokens, text: str, start: int) -> n.Gaps:
    """Return the gaps between a statement's tokens in the text from `start` on.

    Proves on the way that the node spells exactly the tokens of the text; raises `ShapeError`
    when it does not.
    """
    gaps: list[str] = []
    position = start + len(spelled[0][1])
    match_gap = gap_pattern().match
    for _, spelling in spelled[1:]:
        # The slash is matched as part of a gap first, since it may begin a comment.
        if text.startswith(spelling, position) and spelling != "/":
            gaps.append("")
        else:
            match = match_gap(text, position)
            end = match.end()  # type: ignore[union-attr]  # the pattern matches the empty string
            gaps.append(text[position:end])
            position = end
            if not text.startswith(spelling, position):
                raise ShapeError(position, "this cannot be represented")
        position += len(spelling)
    if position != len(text) or not text.startswith(spelled[0][1], start):
        raise ShapeError(position, "this cannot be represented")
    return tuple(gaps)


MAX_TOKENS: Final = 200_000
"""Lexed of one statement."""

_RUN_LENGTH: Final = 8
"""Numbers from which on a list is one token: the grammar repeats them freely."""

_RUN_CHARACTERS: Final = 60
"""Length of a statement from which on it is searched for lists before it is cut into tokens."""

_NUMBERS: Final = frozenset({"INT", "HEX", "FLOAT", "BITS"})


class Lexed(NamedTuple):
    """The tokens of a statement."""

    terminals: list[str]
    values: list[Any]
    """Their texts; of a list of numbers, the texts of these."""
    offsets: list[int]


def tokenize(text: str, position: int, end: int) -> Lexed:
    """Cut `text[position:end]` into tokens.

    A long list of numbers is given as its first number, one token with the list of the numbers
    in between, and its last number. Raises `ShapeError` for a character that begins no terminal.
    """
    tokens = Lexed([], [], [])
    # A list within a comment or string is none.
    if end - position > _RUN_CHARACTERS and '"' not in text and "/" not in text:
        while end - position > _RUN_CHARACTERS:
            run = _plain_list().search(text, position, end)
            if run is None:
                break
            _cut(text, position, run.start(), tokens)
            _cut_list(text, run.start(), run.end(), tokens)
            position = run.end()
    _cut(text, position, end, tokens)
    # Runs of unusual form, such as `1,2, 3`, are found only among the tokens.
    return _shortened(tokens) if len(tokens.terminals) > 2 * _RUN_LENGTH else tokens


@cache
def _terminals() -> re.Pattern[str]:
    return re.compile(TERMINALS)


def _cut(text: str, position: int, end: int, tokens: Lexed) -> None:
    terminals, values, offsets = tokens
    for match in _terminals().finditer(text, position, end):
        # A character that begins no terminal leaves a hole between two matches.
        if match.start() != position:
            break
        position = match.end()
        terminal = match.lastgroup
        if terminal in IGNORED:
            continue
        if len(terminals) > MAX_TOKENS:
            raise ShapeError(position, f"a statement of more than {MAX_TOKENS:,} tokens")
        value = match.group()
        terminals.append(KEYWORDS.get(value, terminal))  # type: ignore[arg-type]
        values.append(value)
        offsets.append(match.start())
    if position != end:
        raise ShapeError(position, _unreadable(text, position))


@cache
def _plain_list() -> re.Pattern[str]:
    """Return the pattern of a long list of plain numbers, all separated alike."""
    decimal = r"(?:0|[1-9][0-9]*+)"
    single, double = "0f[0-9a-fA-F]{8}", "0d[0-9a-fA-F]{16}"
    # Only plain forms are in this pattern, since it must match what the lexer would cut.
    return compile_pattern(
        r"(?<![A-Za-z0-9_.$%])(?:"
        rf"{decimal}(?:(?:, {decimal}){{15,}}+|(?:,{decimal}){{15,}}+)"
        rf"|{single}(?:, {single}){{15,}}+|{double}(?:, {double}){{15,}}+"
        r")(?![A-Za-z0-9_.$])"
    )


def _cut_list(text: str, position: int, end: int, tokens: Lexed) -> None:
    """Cut a list of numbers: the first, one token for those in between, the last."""
    found = text[position:end]
    numbers = found.split(", " if ", " in found else ",")
    terminal = "INT" if numbers[0].isdigit() else "BITS"
    terminals, values, offsets = tokens
    terminals += (terminal, "COMMA", f"{RUN}{terminal}", "COMMA", terminal)
    values += (numbers[0], ",", numbers[1:-1], ",", numbers[-1])
    offsets += (position,) * 5


def _unreadable(text: str, position: int) -> str:
    character = text[position]
    if character == '"':
        return "a string that does not end on its line"
    if text.startswith("/*", position):
        return "a comment that does not end"
    if "\udc80" <= character <= "\udcff":
        return f"unexpected byte 0x{ord(character) - 0xDC00:02x}, which is no text in UTF-8"
    return f"unexpected character {character!r}"


def _shortened(tokens: Lexed) -> Lexed:
    """Put the middle of every long list of numbers into one token."""
    terminals, values, offsets = tokens
    shortened = Lexed([], [], [])
    i = 0
    while i < len(terminals):
        j = i
        terminal = terminals[i]
        if terminal in _NUMBERS:
            while (
                j + 2 < len(terminals)
                and terminals[j + 1] == "COMMA"
                and terminals[j + 2] == terminal
            ):
                j += 2
        # The first and last numbers stay tokens, so that a pattern of numbers still has both ends.
        if j - i >= 2 * _RUN_LENGTH:
            shortened.terminals.extend((terminal, "COMMA", f"{RUN}{terminal}", "COMMA", terminal))
            shortened.values.extend((values[i], ",", values[i + 2 : j : 2], ",", values[j]))
            shortened.offsets.extend(offsets[k] for k in (i, i + 1, i + 2, j - 1, j))
        else:
            shortened.terminals.extend(terminals[i : j + 1])
            shortened.values.extend(values[i : j + 1])
            shortened.offsets.extend(offsets[i : j + 1])
        i = j + 1
    return shortened
