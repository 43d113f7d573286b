"""The trivia predictor: the gaps that a style expects, statement by statement.

Parser, printer, tracer and code generator walk a module in the same order with this predictor.
The parser stores only gaps that differ from the prediction, and the printer restores the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.ir import tokens
from ptxpy.styles.comments import comments_in, names_function
from ptxpy.styles.kinds import ASM_STATES, State, StatementKind
from ptxpy.styles.style import ASM_BEGIN, ASM_END, Style, join, pad_to_column

if TYPE_CHECKING:
    from ptxpy.styles.dwarf_comments import DebugComments


class ModuleSummary(NamedTuple):
    """The properties of a whole module that the first predictions depend on."""

    files: dict[int, str]
    """The last path component of every `.file`, by number."""
    first_function: tuple[str, tuple[str, ...]] | None
    """Name and linkage of the first function that has a body, if the gap after the header names it.
    """


EMPTY_SUMMARY = ModuleSummary({}, None)
"""The summary of a module without functions."""


def section_gaps(
    style: Style, debug: DebugComments, name: str, items: Sequence[n.Data | n.Label]
) -> list[str]:
    """Predict the gaps before the items of a debug section and before its closing brace."""
    debug.begin(name)
    for item in items:
        debug.item(item)
    plain = {StatementKind.DATA: "\n", StatementKind.LABEL: "\n", StatementKind.SECTION_END: "\n\t"}
    kinds = [
        StatementKind.LABEL if isinstance(item, n.Label) else StatementKind.DATA for item in items
    ]
    kinds.append(StatementKind.SECTION_END)
    # The gap of the first item has no comment before it.
    gaps = [plain[kinds[0]] if items else "\t"]
    to = style.comment_column or 0
    for item, comment, kind in zip(items, debug.finish(), kinds[1:], strict=True):
        # A comment follows its line, so it is part of the next item's gap.
        trailing = ""
        if comment is not None:
            spelled = tokens(item)
            within = item.within
            if within is None or len(within) != len(spelled) - 1:
                within = style.predict_inner_gaps(spelled, asm=False)
            first_line, *rest = comment.split("\n")
            trailing = f"{pad_to_column(join(spelled, within), to)}// {first_line}"
            trailing += "".join(f"\n{' ' * to}// {line}" for line in rest)
        gaps.append(trailing + plain[kind])
    return gaps


def file_number(literal: n.Literal) -> int | None:
    """Return the number of a `.file`, or `None` if it is not a short decimal number."""
    text = literal.text
    return int(text) if text.isdecimal() and len(text) <= MAX_FILE_DIGITS else None


MAX_FILE_DIGITS = 9
"""Digits of a file number. Longer literals are not converted, as that takes quadratic time."""


def summarise_module(body: Iterable[n.Node]) -> ModuleSummary:
    """Return the properties of a module that a style's first predictions depend on."""
    # A function's comment comes before the variables, so its name is needed before it is reached.
    files: dict[int, str] = {}
    first_function = None
    gaps: list[str | None] = []
    """The gaps before the items between the header and the end of the first function."""
    for item in body:
        if first_function is None:
            gaps = [] if type(item) is n.AddressSize else [*gaps, item.before]  # type: ignore[attr-defined]
        if type(item) is n.File:
            number = file_number(item.number)
            if number is not None:
                files[number] = item.name.rpartition("/")[2]
        elif first_function is None and type(item) is n.Function and item.body is not None:
            first_function = (item.name.name, item.linkage)
    # An item that was inserted before the one whose gap has the comment does not repeat it.
    if first_function is not None and any(
        names_function(gap, first_function[0]) for gap in gaps[1:]
    ):
        first_function = None
    return ModuleSummary(files, first_function)


def lacks_function_comments(module: n.Module, style: Style) -> bool:
    """Return whether the first function is not named by a comment where its producer writes one."""
    layout = TriviaPredictor(style, summarise_module(module.body))
    if not style.has_function_comments or layout.first_function is None:
        return False
    name, _ = layout.first_function
    layout.state = State.HEADER
    if not names_function(layout.predict(StatementKind.GLOBAL, None), name):
        return False
    previous: n.Node | None = None
    for item in module.body:
        gap = item.before
        if names_function(gap, name) or (gap is None and type(previous) is n.AddressSize):
            return False
        if type(item) is n.Function and item.body is not None:
            break
        previous = item
    return True


class TriviaPredictor:
    """A walk through a module that predicts the gap before each statement."""

    def __init__(self, style: Style, summary: ModuleSummary) -> None:
        """Start at the beginning of a module."""
        self.style = style
        self.base = style.base or style
        """The style without the options of one file, which `Style.predict_leading_gap` expects."""
        self.state: State = State.START
        self.files = summary.files
        self.function_comments = style.options.function_comments
        """Whether comments name functions."""
        self.first_function = summary.first_function if self.function_comments else None
        self.functions_defined = 0
        """The number of functions with a body before this point."""
        self.previous: n.Node | None = None
        """The preceding statement of the same body."""
        self.debug: DebugComments | None = None
        if style.has_debug_comments:
            from ptxpy.styles.dwarf_comments import DebugComments  # noqa: PLC0415 - seldom needed

            self.debug = DebugComments()
        self.section_gaps: list[str] | None = None
        """The gaps before the items of the current section and before its closing brace."""
        self.has_trailing_comment = False
        """Whether the preceding statement has a comment on its line."""
        self.item = 0
        """The number of items of the section before this point."""
        self.block = 0
        """The index of the current basic block, in styles that count blocks."""

    def base_gap(self, state: State, kind: StatementKind) -> str | None:
        """Return the gap of the style's table, without the options of one file."""
        return self.base.rows[state][0][kind]

    @property
    def asm(self) -> bool:
        """Whether the walk is inside a block of inline assembly."""
        return self.state in ASM_STATES

    def save(self) -> tuple[State, n.Node | None, int, int, bool]:
        """Return the state of the walk, to be passed to `restore`."""
        return (
            self.state,
            self.previous,
            self.block,
            self.functions_defined,
            self.has_trailing_comment,
        )

    def restore(self, saved: tuple[State, n.Node | None, int, int, bool]) -> None:
        """Return to the point at which `save` was called."""
        self.state, self.previous, self.block, self.functions_defined, self.has_trailing_comment = (
            saved
        )

    def predict(self, kind: StatementKind, node: n.Node | None) -> str:
        """Return the gap that the style expects before a statement."""
        gap = self.style.rows[self.state][0][kind]
        if gap is None:
            predict = self.style.predict_leading_gap
            if predict is None:
                msg = f"style {self.style.name!r} has no rule for {kind.name}"
                raise ValueError(msg)
            # Styles predict without options, which are applied to the result.
            gap = self.style.rewrite_leading_gap(predict(self, kind, node))
        return gap

    def predict_rest(self, written: str, kind: StatementKind, node: n.Node | None) -> str:
        """Return the rest of the gap before a statement after `written`, which has its comments.

        A comment that names the first function is not expected again.
        """
        first = self.first_function
        if first is None or self.state is not State.HEADER or not names_function(written, first[0]):
            return self.predict(kind, node)
        self.first_function = None
        rest = self.predict(kind, node)
        self.first_function = first
        return rest

    def advance(self, kind: StatementKind, node: n.Node | None, *, trailing: bool = False) -> None:
        """Move past a statement, a brace, or a comment (with `trailing`, on a statement's line)."""
        self.has_trailing_comment = kind is StatementKind.COMMENT and (
            trailing or self.has_trailing_comment
        )
        update = self.style.update_counters
        # Counters are updated only where a function predicts: tables need none.
        if update is not None and self.style.rows[self.state][0][kind] is None:
            update(self, kind, node)
        if self.section_gaps is not None and kind in (StatementKind.DATA, StatementKind.LABEL):
            self.item += 1
        self.state = self.style.rows[self.state][1][kind]
        self.previous = node

    def enter_section(self, name: str, items: Sequence[n.Data | n.Label]) -> None:
        """Begin a debug section. `items` are all its items, from which its comments follow."""
        self.item = 0
        self.section_gaps = None
        if self.debug is not None:
            self.section_gaps = section_gaps(self.base, self.debug, name, items)

    def advance_over_comments(self, gap: str) -> None:
        """Move past the comments of a gap."""
        if "/" in gap:
            for kind in _kinds_of_comments(gap):
                # Comments that compilers write around inline assembly change the state.
                self.advance(kind, self.previous)

    def predict_trailing_space(self, gap: str) -> str:
        """Predict the white space before a trailing comment.

        `gap` is the text between the previous statement and the comment, "" if there is none.
        """
        to = self.style.comment_column
        if to is None:
            return " "
        line = gap.rpartition("\n")[2]
        if "\n" not in gap and self.previous is not None:
            line = self.lay_out_line(self.previous) + line
        return pad_to_column(line, to)

    def predict_block_comment(self, kind: StatementKind, node: n.Node | None) -> str:
        """Return the predicted gap up to the end of its last comment; "" if it has no comment."""
        predicted = self.predict(kind, node)
        comments = comments_in(predicted)
        return predicted[: predicted.rindex(comments[-1]) + len(comments[-1])] if comments else ""

    def predict_location_comment(self, callers: Sequence[tuple[int, int, int]]) -> str:
        """Return LLVM's comment after a `.loc` whose position was inlined.

        It names the callers: `// a.py:1:2 @[ b.py:3:4 ]`.
        """
        where = ""
        describe = self.style.describe_location
        if isinstance(self.previous, n.Location) and describe is not None:
            where = describe(self, self.previous)
        for file, line, column in callers:
            where += f" @[ {self.files.get(file, file)}:{line}:{column}"
        return f"// {where}{' ]' * len(callers)}"

    def lay_out_line(self, node: n.Node) -> str:
        """Return the last line of a statement in the layout of the style."""
        # The last line of a statement with a body is its closing brace.
        if isinstance(node, n.Scope | n.Function | n.Section):
            return "\t}"
        spelled = tokens(node)
        gaps = getattr(node, "within", None)
        if gaps is None or len(gaps) != len(spelled) - 1:
            gaps = self.base.predict_inner_gaps(spelled, asm=self.asm)
        return ("" if isinstance(node, n.Label) else "\t") + join(spelled, gaps)


@lru_cache(maxsize=1024)
def _kinds_of_comments(gap: str) -> tuple[StatementKind, ...]:
    """Return the kinds of the comments of a gap; most gaps of a file are of a few sorts."""
    return tuple(map(classify_comment, comments_in(gap)))


def classify_comment(text: str) -> StatementKind:
    """Classify a comment, given with its delimiters."""
    if text == ASM_BEGIN:
        return StatementKind.ASM
    if text == ASM_END:
        return StatementKind.ASM_END
    return StatementKind.COMMENT
