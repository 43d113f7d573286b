"""The memory of statements that have been read, by their texts.

A statement's text has the register names cut out. Where the text is new, the numbers are cut out as
well: the same statement with other numbers is built from its tokens, without parsing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ptxpy._records import NamedTuple
from ptxpy.ir import StyleOptions
from ptxpy.ir import nodes as n
from ptxpy.styles import StatementKind, Style
from ptxpy.syntax.bare_registers import NO_NAMES, Names
from ptxpy.syntax.node_factories import Builder, Factory
from ptxpy.syntax.statement_splitting import MARK

MEMO_LIMIT = 200_000
"""A memo with more entries than this is emptied."""

MEMO_TEXT_LIMIT = 2_000
"""Longer texts are not kept."""


class Entry(NamedTuple):
    """The known parts of a statement's text: how to build its node, and its layout."""

    registers: int
    build: Builder
    node: n.Node | None
    """The node itself, when it has no registers and the predicted gap before it."""
    kind: int
    lead: str
    """The white space before the statement."""
    names: Names | None
    """Which names without a percent sign are registers from here on, when that changes; never
    `None` where a body follows."""


class Pattern(NamedTuple):
    """A statement whose numbers may be exchanged: the same tokens, the same gaps."""

    factory: Factory
    values: list[str]
    """The texts of its tokens."""
    numbers: list[tuple[int, str]]
    """Which tokens end in a number that was cut out, and the beginning of the token before it."""
    gaps: n.Gaps | None
    entry: Entry

    def fill(self, numbers: Sequence[str], names: Names) -> Entry:
        """Return the entry of the same statement with other numbers."""
        values = self.values.copy()
        for (token, stem), number in zip(self.numbers, numbers, strict=True):
            # `$L__BB0_12` keeps the stem `$L__BB0_` and takes the new number.
            values[token] = stem + number
        build = self.factory(values, self.gaps, names)
        entry = self.entry
        ready = None if entry.registers else build((), 0, None)
        return Entry(entry.registers, build, ready, entry.kind, entry.lead, None)


NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.$%])(0|[1-9][0-9]*+)(?![A-Za-z0-9_.$])|(?<=_)([0-9]++)(?![A-Za-z0-9_.$])"
)
"""A decimal number, or the number at the end of a name such as `$L__BB0_12`."""


def number_tokens(values: Sequence[Any], numbers: Sequence[str]) -> list[tuple[int, str]] | None:
    """Find the tokens that end in the numbers, in order; `None` when they are not all tokens."""
    found: list[tuple[int, str]] = []
    wanted = iter(numbers)
    number = next(wanted, None)
    for position, value in enumerate(values):
        # The middle of a long list of numbers is a single value; such a statement makes no pattern.
        if type(value) is not str:
            return None
        match = NUMBER.search(value)
        if match is not None and match.end() == len(value):
            # Some number is not the end of a token, but in a comment, say.
            if match.group() != number:
                return None
            found.append((position, value[: match.start()]))
            number = next(wanted, None)
    return found if number is None else None


class Context:
    """The surroundings of a statement: start rule, style and declared names, with a memo."""

    def __init__(
        self, start: str, style: Style, names: Names, *, asm: bool, mark: str = MARK
    ) -> None:
        self.mark = mark
        self.start = start
        self.style = style
        self.names = names
        self.asm = asm
        self.memo: dict[str, Entry] = {}
        self.patterns: dict[str, Pattern] = {}
        """Statements by their text with the numbers cut out as well."""

    def lookup(self, start: str, names: Names, *, asm: bool) -> Context:
        """Return the context of the same style with the given properties."""
        return context(start, self.style, names, asm=asm, mark=self.mark)

    def inside(self, entry: Entry) -> Context | None:
        """Return the context of the body that follows a statement; `None` if none follows."""
        rule = _BODIES.get(entry.kind)
        return None if rule is None else self.lookup(rule, entry.names or NO_NAMES, asm=False)

    def after(self, entry: Entry) -> Context:
        """Return the context of the statements after one in the same body."""
        if entry.names is None:
            return self
        return self.lookup(self.start, entry.names, asm=self.asm)


_BODIES = {int(StatementKind.FUNCTION): "body_item", int(StatementKind.SECTION): "section_item"}
"""The statements that a body follows, and the start rule in it."""

CONTEXTS: dict[tuple[str, str, StyleOptions, Names, bool, str], Context] = {}


def context(start: str, style: Style, names: Names, *, asm: bool, mark: str) -> Context:
    """Return the context for a start rule, style, and set of names; its memo is kept."""
    key = (start, style.name, style.options, names, asm, mark)
    found = CONTEXTS.get(key)
    if found is None:
        # Names that are declared without a percent sign make contexts of their own: a file may have
        # one for each declaration.
        if len(CONTEXTS) > MEMO_LIMIT // 100:
            CONTEXTS.clear()
        found = CONTEXTS[key] = Context(start, style, names, asm=asm, mark=mark)
    return found


def clear_memo() -> None:
    """Forget all memoised statements (for measuring cold parses)."""
    CONTEXTS.clear()
