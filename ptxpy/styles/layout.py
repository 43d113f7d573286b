"""Layout as it unfolds: the state that a style's predictions depend on, statement by statement.

Parser, printer, tracer and code generator walk a module in the same order and ask the same
questions, so that what one leaves out the other puts back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ptxpy.ir import nodes as n
from ptxpy.ir.tokens import tokens
from ptxpy.styles.comments import comments_in
from ptxpy.styles.dwarf import DebugComments
from ptxpy.styles.kinds import Kind, State
from ptxpy.styles.style import ASM_BEGIN, ASM_END, ASM_STATES, Style, aligned, join


class Facts(NamedTuple):
    """What a style must know of a whole module before it can predict the first gap."""

    files: dict[int, str]
    """The last path component of every `.file`, by number."""
    first: tuple[str, tuple[str, ...]] | None
    """Name and linkage of the first function that has a body."""


NO_FACTS = Facts({}, None)


def section_gaps(
    style: Style, debug: DebugComments, name: str, items: Sequence[n.Data | n.Label]
) -> list[str]:
    """Predict the gaps before the items of a debug section and before its closing brace."""
    debug.begin(name)
    for item in items:
        debug.item(item)
    plain = {Kind.DATA: "\n", Kind.LABEL: "\n", Kind.SECTION_END: "\n\t"}
    kinds = [Kind.LABEL if isinstance(item, n.Label) else Kind.DATA for item in items]
    kinds.append(Kind.SECTION_END)
    gaps = [plain[kinds[0]] if items else "\t"]
    to = style.comment_column or 0
    for item, comment, kind in zip(items, debug.finish(), kinds[1:], strict=True):
        behind = ""
        if comment is not None:
            spelled = tokens(item)
            within = item.within
            if within is None or len(within) != len(spelled) - 1:
                within = style.within(spelled, asm=False)
            first, *rest = comment.split("\n")
            behind = f"{aligned(join(spelled, within), to)}// {first}"
            behind += "".join(f"\n{' ' * to}// {line}" for line in rest)
        gaps.append(behind + plain[kind])
    return gaps


def file_number(literal: n.Literal) -> int | None:
    """Return the number of a `.file`, if it is a plain one."""
    text = literal.text
    return int(text) if text.isdecimal() and len(text) <= _FILE_DIGITS else None


_FILE_DIGITS = 9


def facts_of(body: Iterable[n.Node]) -> Facts:
    """Return the facts of a module."""
    files: dict[int, str] = {}
    first = None
    for item in body:
        if type(item) is n.File:
            number = file_number(item.number)
            if number is not None:
                files[number] = item.name.rpartition("/")[2]
        elif first is None and type(item) is n.Function and item.body is not None:
            first = (item.name.name, item.linkage)
    return Facts(files, first)


class Layout:
    """The layout state at one point of a module."""

    def __init__(self, style: Style, facts: Facts) -> None:
        """Start at the beginning of a module."""
        self.style = style
        self.base = style.base or style
        """The style without the options of one file: what `Style.lead` speaks of."""
        self.state: State = State.START
        self.files = facts.files
        self.first = facts.first
        self.defined = 0
        """How many functions with a body there have been."""
        self.previous: n.Node | None = None
        """The statement before, when it stands in the same body."""
        self.debug = DebugComments() if style.debug_comments else None
        self.section: list[str] | None = None
        """The gaps before the items of the section that the walk is in, its closing brace last."""
        self.commented = False
        """Whether a comment has just been put on the line of a statement."""
        self.item = 0
        """How many items of the section there have been."""
        self.block = 0
        """The number of the current basic block, in styles that count blocks."""

    def base_gap(self, state: State, kind: Kind) -> str | None:
        """Return the gap of the style's table, without the options of one file."""
        return self.base.rows[state][0][kind]

    @property
    def asm(self) -> bool:
        """Whether the walk is inside a block of inline assembly."""
        return self.state in ASM_STATES

    def saved(self) -> tuple[State, n.Node | None, int, int, bool]:
        """Return what `restore` needs to come back here."""
        return self.state, self.previous, self.block, self.defined, self.commented

    def restore(self, saved: tuple[State, n.Node | None, int, int, bool]) -> None:
        """Come back to where `saved` was called."""
        self.state, self.previous, self.block, self.defined, self.commented = saved

    def predict(self, kind: Kind, node: n.Node | None) -> str:
        """Return the gap that the style expects before a statement."""
        gap = self.style.rows[self.state][0][kind]
        if gap is None:
            lead = self.style.lead
            if lead is None:
                msg = f"style {self.style.name!r} has no rule for {kind.name}"
                raise ValueError(msg)
            gap = self.style.lead_gap(lead(self, kind, node))
        return gap

    def advance(self, kind: Kind, node: n.Node | None, *, behind: bool = False) -> None:
        """Move behind a statement, a brace, or a comment (`behind` on the line before it)."""
        self.commented = kind is Kind.COMMENT and (behind or self.commented)
        count = self.style.count
        if count is not None and self.style.rows[self.state][0][kind] is None:
            count(self, kind, node)
        if self.section is not None and kind in (Kind.DATA, Kind.LABEL):
            self.item += 1
        self.state = self.style.rows[self.state][1][kind]
        self.previous = node

    def enter_section(self, name: str, items: Sequence[n.Data | n.Label]) -> None:
        """Begin a debug section; its comments follow from its items, all of which must be known."""
        self.item = 0
        self.section = None
        if self.debug is not None:
            self.section = section_gaps(self.base, self.debug, name, items)

    def mark(self, gap: str) -> None:
        """Move behind the comments of a gap."""
        if "/" in gap:
            for comment in comments_in(gap):
                self.advance(comment_kind(comment), self.previous)

    def behind(self, gap: str) -> str:
        """Predict the white space before a comment on the same line.

        `gap` is what stands between the previous statement and the comment, "" for nothing.
        """
        to = self.style.comment_column
        if to is None:
            return " "
        line = gap.rpartition("\n")[2]
        if "\n" not in gap and self.previous is not None:
            line = self.line_of(self.previous) + line
        return aligned(line, to)

    def block_comment(self, kind: Kind, node: n.Node | None) -> str:
        """Return the beginning of the predicted gap, up to the end of its last comment, or ""."""
        predicted = self.predict(kind, node)
        comments = comments_in(predicted)
        return predicted[: predicted.rindex(comments[-1]) + len(comments[-1])] if comments else ""

    def position_comment(self, callers: Sequence[tuple[int, int, int]]) -> str:
        """Return LLVM's comment behind a `.loc` whose position was inlined.

        It names the callers: `// a.py:1:2 @[ b.py:3:4 ]`.
        """
        where = ""
        if isinstance(self.previous, n.Location):
            where = self.style.position(self, self.previous) if self.style.position else ""
        for file, line, column in callers:
            where += f" @[ {self.files.get(file, file)}:{line}:{column}"
        return f"// {where}{' ]' * len(callers)}"

    def line_of(self, node: n.Node) -> str:
        """Return the line on which a statement stands, if the style lays it out."""
        if isinstance(node, n.Scope | n.Function | n.Section):
            return "\t}"
        spelled = tokens(node)
        gaps = getattr(node, "within", None)
        if gaps is None or len(gaps) != len(spelled) - 1:
            gaps = self.base.within(spelled, asm=self.asm)
        return ("" if isinstance(node, n.Label) else "\t") + join(spelled, gaps)


def comment_kind(text: str) -> Kind:
    """Classify a comment, given with its delimiters."""
    if text == ASM_BEGIN:
        return Kind.ASM
    if text == ASM_END:
        return Kind.ASM_END
    return Kind.COMMENT
