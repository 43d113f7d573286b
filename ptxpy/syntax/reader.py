"""The reader: the one loop over the pieces of a file, for files with and without errors.

It opens and closes bodies, and puts nodes into them. How a statement is read, and what happens at
an error, are for its subclasses: that of `parser` stops at the first error, that of `diagnose`
notes each and goes on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, cast

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.styles import (
    ASM_STATES,
    ModuleSummary,
    State,
    StatementKind,
    Style,
    TableRow,
    TriviaPredictor,
    classify_comment,
)
from ptxpy.syntax.bare_registers import NO_NAMES
from ptxpy.syntax.errors import ShapeError
from ptxpy.syntax.memo import Context, Entry, context
from ptxpy.syntax.statement_splitting import WHITE_SPACE, comment_pattern

MAX_DEPTH = 128
"""Scopes may nest this deep."""


class UnreadableError(Exception):
    """A text that is not PTX as a whole; `diagnose` names its errors and their places."""


class Place(NamedTuple):
    """Where a body is opened."""

    head: int
    """Where the statement begins that it belongs to."""
    opened: int
    """The place of its brace."""
    broken: bool = False
    """Whether that statement is wrong, so that the body belongs to nothing."""


class Open(NamedTuple):
    """A body that is being read: what to return to when it closes."""

    outer: list[n.Node]
    context: Context
    head: n.Node
    place: Place


_NOWHERE = Place(0, 0)

_COMMENT, _OPENING, _CLOSING = range(3)

_Special: TypeAlias = tuple[int, int, str, int]
"""A comment or brace: which of the three, its kind, text or white space, number of registers."""


class Reader(ABC):
    """Reads the pieces of one file."""

    def __init__(
        self, style: Style, facts: ModuleSummary, registers: list[n.Register], mark: str
    ) -> None:
        """Take the style, and the registers that `mark` replaces in the pieces, in order."""
        self.style = style
        self.layout = TriviaPredictor(style, facts)
        self.registers = registers
        self.mark = mark
        self.stack: list[Open] = []
        self.place = _NOWHERE
        """Where the next piece opens a body if it does; only where errors are collected."""
        self.specials: dict[str, _Special] = {}

    @abstractmethod
    def read_new(self, here: Context, piece: str, at: int) -> Entry:
        """Read a statement that `here` does not have in its memo, after `at` registers.

        Raises `ShapeError` when it does not parse.
        """

    @abstractmethod
    def restore(self, piece: str, at: int) -> tuple[str, int]:
        """Return a piece with its registers put back, and how many they are."""

    @abstractmethod
    def refuse(self, error: Exception, here: Context) -> Context:
        """Raise the error, or return the context of the next piece."""

    @abstractmethod
    def close_broken(self, place: Place) -> None:
        """Take note of the end of a body that belongs to nothing."""

    @abstractmethod
    def end(self) -> str:
        """Return the white space after the last piece; there bodies may still be open."""

    def read(self, pieces: Iterable[str]) -> n.Module:
        """Build the module. One long loop: it runs once for every statement of a file."""
        registers = self.registers
        specials = self.specials
        stack = self.stack
        at = 0
        pending = ""
        out: list[n.Node] = []
        append = out.append
        here = context("module_item", self.style, NO_NAMES, asm=False, mark=self.mark)
        get = here.memo.get
        row = self.style.table[State.START]
        gaps, following, state = row
        origin = row
        # Most statements take the shortest way: their text is in the memo, and their gap is the
        # predicted one.
        for piece in pieces:
            entry = get(piece)
            if entry is None:
                try:
                    found = (
                        specials.get(piece)
                        or self._special(piece, at)
                        or self.read_new(here, piece, at)
                    )
                except (UnreadableError, ShapeError) as error:
                    here = self.refuse(error, here)
                    get = here.memo.get
                    continue
                if not isinstance(found, Entry):
                    what, kind, text, count = found
                    if what == _COMMENT:
                        at += count
                        if not pending:
                            # The gap before a statement begins before its comments, and is
                            # predicted by the state from there.
                            origin = row
                        pending += text
                        if kind == StatementKind.ASM and gaps[kind] is None:
                            self._count(state, kind, None)
                    elif what == _OPENING:
                        if here.start != "body_item" or len(stack) > MAX_DEPTH:
                            here = self.refuse(UnreadableError(), here)
                            get = here.memo.get
                            continue
                        lead = pending + text
                        # After comments, the style predicts the gap from where they began.
                        predicted = (origin if pending else row)[0][kind]
                        if predicted is None:
                            predicted = self._lead(
                                origin if pending else row, state, kind, None, out
                            )
                        pending = ""
                        scope = n.Scope((), None if predicted == lead else lead, None)
                        stack.append(Open(out, here, scope, self.place))
                        # The scope's head is kept without a body, which is filled in when its brace
                        # closes.
                        out = []
                        append = out.append
                    else:
                        if not stack:
                            here = self.refuse(UnreadableError(), here)
                            get = here.memo.get
                            continue
                        outer, here, head, place = stack.pop()
                        if place.broken:
                            self.close_broken(place)
                        kind = _ENDS[type(head)]
                        lead = pending + text
                        predicted = (origin if pending else row)[0][kind]
                        if predicted is None:
                            predicted = self._lead(
                                origin if pending else row, state, kind, None, out
                            )
                        pending = ""
                        closing = None if predicted == lead else lead
                        # The comments of a debug section follow from its data, which is known only
                        # now.
                        if kind == StatementKind.SECTION_END and self.style.has_debug_comments:
                            closing = self._relead(cast("n.Section", head), out, lead)
                        node = _closed(head, out, closing)
                        out = outer
                        append = out.append
                        append(node)
                    row = following[kind]
                    gaps, following, state = row
                    # Comments say where inline assembly begins and ends, and gaps differ inside it.
                    if here.asm is not (state in ASM_STATES):
                        here = here.lookup(here.start, here.names, asm=not here.asm)
                    get = here.memo.get
                    continue
                entry = found
            count, build, ready, kind, lead, names = entry
            if pending:
                lead = pending + lead
                pending = ""
                predicted = origin[0][kind]
            else:
                origin = row
                predicted = gaps[kind]
            if predicted is None:
                # The style needs the node to predict this gap, so the node is built for it first.
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
                stack.append(Open(out, here, node, self.place))
                out = []
                append = out.append
                here = inside
            else:
                append(node)
                here = here.after(entry)
            get = here.memo.get
        tail = pending + self.end()
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
            # Items of a section were read as if a line feed came before each.
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
        text, count = self.restore(piece, at)
        comment = text[len(piece) - len(body) :]
        if not comment_pattern().fullmatch(comment):
            raise UnreadableError
        special = (_COMMENT, int(classify_comment(comment)), text, count)
        # With a register in it the comment is not kept: the name would be that of another comment.
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
