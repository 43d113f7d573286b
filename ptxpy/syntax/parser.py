"""The parser: Lark's grammar, memoised by the shape of statements.

An LALR parse depends only on the sequence of terminals. So the file is split into statements; each
is looked up by its text with the register names cut out; a new text is cut into tokens, whose
terminals are looked up; and a new sequence of terminals is parsed by Lark, once, into a factory of
nodes. Every new text is checked token by token against what the IR would print.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias, cast

from ptxpy.ir import nodes as n
from ptxpy.styles import (
    ASM_STATES,
    EMPTY_SUMMARY,
    ModuleSummary,
    State,
    StatementKind,
    Style,
    TriviaPredictor,
    classify_comment,
    detect_style,
    summarise_module,
)
from ptxpy.styles.line_ends import detect_line_ends, normalise_line_ends
from ptxpy.styles.option_inference import deviates_from_style, infer_options
from ptxpy.styles.style import TableRow
from ptxpy.syntax.bare_registers import NO_NAMES
from ptxpy.syntax.memo import (
    MEMO_LIMIT,
    MEMO_TEXT_LIMIT,
    NUMBER,
    Context,
    Entry,
    Pattern,
    clear_memo,
    context,
    number_tokens,
)
from ptxpy.syntax.statement import read_statement
from ptxpy.syntax.statement_splitting import (
    MARKS,
    WHITE_SPACE,
    comment_pattern,
    register_pattern,
    split_statements,
)
from ptxpy.syntax.style_guess import guessed_facts

__all__ = ["MAX_DEPTH", "UnreadableError", "clear_memo", "read_module"]

MAX_DEPTH = 128
"""Scopes may nest this deep."""


class UnreadableError(Exception):
    """A text that is not PTX as a whole; `diagnose` says what is wrong with it, and where."""


class _Registers(dict[str, n.Register]):
    """Register nodes by name without the percent sign, made on demand."""

    def __missing__(self, key: str) -> n.Register:
        node = self[key] = tuple.__new__(n.Register, ("%" + key,))
        return node


def read_module(text: str, style: Style | None = None) -> n.Module:
    """Parse a module on the fast path.

    What the style needs to know of the whole module is guessed first; where the guess proves wrong,
    the module is read again with what is true. It is also read again where the style predicts
    little, and would predict more with options that suit the file.

    Raises `UnreadableError` or `ShapeError` when the text has an error; `diagnose` says which.
    """
    ends = detect_line_ends(text)
    text = normalise_line_ends(text, ends)
    mark = next((mark for mark in MARKS if mark not in text), None)
    if mark is None or not text.strip(WHITE_SPACE):
        raise UnreadableError
    found = style or detect_style(text)
    module = _read_styled(text, found, mark)
    if style is None and deviates_from_style(module):
        options = infer_options(module, found)
        if options != module.options:
            module = _read_styled(text, found.with_options(options), mark)
    if ends != module.options:
        options = module.options._replace(newline=ends.newline, blank_line=ends.blank_line)
        module = module.replace(options=options)
    return module


def _read_styled(text: str, style: Style, mark: str) -> n.Module:
    """Read a module in a style."""
    facts = guessed_facts(text) if style.predict_leading_gap is not None else EMPTY_SUMMARY
    module = _read(text, style, facts, mark)
    true_facts = summarise_module(module.body)
    if style.predict_leading_gap is not None and true_facts != facts:
        module = _read(text, style, true_facts, mark)
    return module


def _read(text: str, style: Style, facts: ModuleSummary, mark: str) -> n.Module:
    collecting = gc.isenabled()
    gc.disable()  # nothing that is built here is garbage, and looking for it doubles the time
    try:
        parts = register_pattern().split(text)
        registers = list(map(_Registers().__getitem__, parts[1::2]))
        marked = mark.join(parts[::2])
        del parts
        return _Reader(style, facts, registers, marked, mark).read(split_statements(marked))
    finally:
        if collecting:
            gc.enable()


class _Open(NamedTuple):
    """A body that is being read: what to return to when it closes."""

    outer: list[n.Node]
    context: Context
    head: n.Node


_COMMENT, _OPENING, _CLOSING = range(3)

_Special: TypeAlias = tuple[int, int, str, int]
"""A comment or brace: which of the three, its kind, text or white space, number of registers."""


class _Reader:
    """Reads the pieces of one file."""

    def __init__(
        self,
        style: Style,
        facts: ModuleSummary,
        registers: list[n.Register],
        marked: str,
        mark: str,
    ) -> None:
        self.mark = mark
        self.style = style
        self.registers = registers
        self.marked = marked
        self.layout = TriviaPredictor(style, facts)
        self.specials: dict[str, _Special] = {}

    def read(self, pieces: list[str]) -> n.Module:  # noqa: C901, PLR0912, PLR0915
        """Build the module. One long loop: it runs once for every statement of a file."""
        registers = self.registers
        specials = self.specials
        stack: list[_Open] = []
        at = 0
        pending = ""
        out: list[n.Node] = []
        append = out.append
        here = context("module_item", self.style, NO_NAMES, asm=False, mark=self.mark)
        get = here.memo.get
        row = self.style.table[State.START]
        gaps, following, state = row
        origin = row
        for piece in pieces:
            entry = get(piece)
            if entry is None:
                special = specials.get(piece) or self._special(piece, at)
                if special is not None:
                    what, kind, text, count = special
                    if what == _COMMENT:
                        at += count
                        if not pending:
                            origin = row
                        pending += text
                        if kind == StatementKind.ASM and gaps[kind] is None:
                            self._count(state, kind, None)
                    elif what == _OPENING:
                        if here.start != "body_item" or len(stack) > MAX_DEPTH:
                            raise UnreadableError
                        lead = pending + text
                        predicted = (origin if pending else row)[0][kind]
                        if predicted is None:
                            predicted = self._lead(
                                origin if pending else row, state, kind, None, out
                            )
                        pending = ""
                        scope = n.Scope((), None if predicted == lead else lead, None)
                        stack.append(_Open(out, here, scope))
                        out = []
                        append = out.append
                    else:
                        if not stack:
                            raise UnreadableError
                        outer, here, head = stack.pop()
                        kind = _ENDS[type(head)]
                        lead = pending + text
                        predicted = (origin if pending else row)[0][kind]
                        if predicted is None:
                            predicted = self._lead(
                                origin if pending else row, state, kind, None, out
                            )
                        pending = ""
                        closing = None if predicted == lead else lead
                        if kind == StatementKind.SECTION_END and self.style.has_debug_comments:
                            closing = self._relead(cast("n.Section", head), out, lead)
                        node = _closed(head, out, closing)
                        out = outer
                        append = out.append
                        append(node)
                    row = following[kind]
                    gaps, following, state = row
                    if here.asm is not (state in ASM_STATES):
                        here = here.lookup(here.start, here.names, asm=not here.asm)
                    get = here.memo.get
                    continue
                entry = self._read_new(here, piece, at)
            count, build, ready, kind, lead, names = entry
            if pending:
                lead = pending + lead
                pending = ""
                predicted = origin[0][kind]
            else:
                origin = row
                predicted = gaps[kind]
            if predicted is None:
                node = build(registers, at, None)
                predicted = self._lead(origin, state, kind, node, out)
                if predicted != lead:
                    node = build(registers, at, lead)
            elif predicted == lead:
                node = ready or build(registers, at, None)
            else:
                node = build(registers, at, lead)
            at += count
            row = following[kind]
            gaps, following, state = row
            if names is None:
                append(node)
                continue
            inside = here.inside(entry)
            if inside is not None:
                stack.append(_Open(out, here, node))
                out = []
                append = out.append
                here = inside
            else:
                append(node)
                here = here.after(entry)
            get = here.memo.get
        tail = self.marked[sum(map(len, pieces)) :]
        if stack or tail.strip(WHITE_SPACE):
            raise UnreadableError
        tail = pending + tail
        origin = origin if pending else row
        predicted = origin[0][StatementKind.END]
        if predicted is None:
            predicted = self._lead(origin, state, StatementKind.END, None, out)
        return n.Module(
            self.style.name,
            cast("tuple[n.ModuleItem, ...]", tuple(out)),
            self.style.options,
            None if predicted == tail else tail,
        )

    def _relead(self, head: n.Section, nodes: list[Any], closing: str) -> str | None:
        """Compare the gaps of a debug section, whose statements are now known, with the style's."""
        layout = self.layout
        layout.enter_section(head.name, nodes)
        expected = [self.style.rewrite_leading_gap(gap) for gap in layout.section_gaps or ()]
        for position, (node, gap) in enumerate(zip(nodes, expected, strict=False)):
            actual = "\n" if node.before is None else node.before
            nodes[position] = node.replace(before=None if actual == gap else actual)
        layout.section_gaps = None
        return None if closing == expected[-1] else closing

    def _special(self, piece: str, at: int) -> _Special | None:
        """Read a comment or a brace; `None` for anything else."""
        body = piece.lstrip(WHITE_SPACE)
        first = body[:1]
        if first in ("{", "}"):
            kind = StatementKind.SCOPE if first == "{" else StatementKind.SCOPE_END
            what = _OPENING if first == "{" else _CLOSING
            found = self.specials[piece] = (what, int(kind), piece[:-1], 0)
            return found
        if body[:2] not in ("//", "/*") and first != "#":
            return None
        count = piece.count(self.mark)
        text = _unmark(piece, self.registers, at, self.mark) if count else piece
        comment = text[len(piece) - len(body) :]
        if not comment_pattern().fullmatch(comment):
            raise UnreadableError
        special = (_COMMENT, int(classify_comment(comment)), text, count)
        if not count:
            self.specials[piece] = special
        return special

    def _lead(
        self, origin: TableRow, state: int, kind: int, node: n.Node | None, out: list[n.Node]
    ) -> str:
        """Ask the style for the gap before a statement; comments lead from `origin` to `state`."""
        layout = self.layout
        layout.state = State(origin[2])
        layout.previous = out[-1] if out else None
        predicted = layout.predict(StatementKind(kind), node)
        if self.style.rows[state][0][kind] is None:
            self._count(state, kind, node)
        return predicted

    def _count(self, state: int, kind: int, node: n.Node | None) -> None:
        if self.style.update_counters is not None:
            self.layout.state = State(state)
            self.style.update_counters(self.layout, StatementKind(kind), node)

    def _read_new(self, here: Context, piece: str, at: int) -> Entry:
        """Read a statement whose text is new, and keep what can be kept of it."""
        # Where tabs are spaces, gaps depend on how long the name of a guard is.
        short = len(piece) <= MEMO_TEXT_LIMIT and not (self.style.tab_stop and "@" in piece)
        numbers: list[str] = []
        if short:
            if len(here.memo) >= MEMO_LIMIT:
                here.memo.clear()
                here.patterns.clear()
            numbers = [a or b for a, b in NUMBER.findall(piece)]
            if numbers:
                key = NUMBER.sub("\v", piece)
                pattern = here.patterns.get(key)
                if pattern is not None:
                    entry = here.memo[piece] = pattern.fill(numbers, here.names)
                    return entry
        count = piece.count(self.mark)
        text = _unmark(piece, self.registers, at, self.mark) if count else piece
        reading = read_statement(here, text)
        entry = reading.entry
        found = reading.registers
        if found == [register.name for register in self.registers[at : at + count]]:
            if short:
                here.memo[piece] = entry
                if numbers and entry.names is None:
                    cut_out = number_tokens(reading.values, numbers)
                    if cut_out is not None:
                        here.patterns[key] = Pattern(
                            reading.factory, reading.values, cut_out, reading.gaps, entry
                        )
            return entry
        # A name that only looks like a register's, in a comment or string: not memoised.
        node_registers = [n.Register(name) for name in found]
        build = entry.build
        return entry._replace(
            registers=count,
            node=None,
            build=lambda _registers, _at, before: build(node_registers, 0, before),
        )


_ENDS: dict[type, int] = {
    n.Scope: int(StatementKind.SCOPE_END),
    n.Function: int(StatementKind.FUNCTION_END),
    n.Section: int(StatementKind.SECTION_END),
}


def _closed(head: n.Node, body: Sequence[n.Node], closing: str | None) -> n.Node:
    """Return the node of a body that is complete."""
    if type(head) is n.Scope:
        return n.Scope(cast("Any", tuple(body)), head.before, closing)
    return head.replace(body=tuple(body), closing=closing)


def _unmark(piece: str, registers: Sequence[n.Register], at: int, mark: str) -> str:
    """Put the register names back into an piece."""
    parts = piece.split(mark)
    names = registers[at : at + len(parts) - 1]
    return parts[0] + "".join(
        [register.name + part for register, part in zip(names, parts[1:], strict=True)]
    )
