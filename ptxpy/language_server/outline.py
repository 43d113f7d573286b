"""The outline of a file, and the pieces that an editor folds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.demangle import abridged, demangled
from ptxpy.language_server.documents import InlineBlock, View
from ptxpy.language_server.inline_summary import MAX_BLOCKS, InlineSummary, summarise
from ptxpy.language_server.listing import Declared, Listing
from ptxpy.language_server.source_text import SourceText
from ptxpy.language_server.statements import Kind

__all__ = ["Fold", "Symbol", "fold_inline", "folds", "inline_blocks", "outline", "outline_inline"]

MAX_SIGNATURE: Final = 200
MAX_TITLE_INSTRUCTIONS: Final = 3
"""The most instructions that the name of a block of inline PTX has."""
MIN_COMMENT_LINES: Final = 3
MAX_LABELS: Final = 300
"""The most labels of a file in its outline; of a file with more it has none."""


class Symbol(NamedTuple):
    """An item of the outline."""

    name: str
    kind: str
    """`kernel`, `function`, `variable`, `parameter`, `label` or `block`, of inline PTX."""
    detail: str
    start: int
    end: int
    name_start: int
    name_end: int
    children: tuple[Symbol, ...] = ()


class Fold(NamedTuple):
    """Lines that an editor may fold."""

    first: int
    """Line, from 0."""
    last: int
    kind: str = ""
    """`comment`, or empty."""


def outline(listing: Listing) -> list[Symbol]:
    """Return the functions and variables of a file, in order, with their declarations."""
    found: list[Symbol] = []
    labels = sum(
        declared.kind == "label"
        for function in listing.functions
        if function.scope is not None
        for declared in function.scope.declared.values()
    )
    has_labels = labels <= MAX_LABELS
    for function in listing.functions:
        if function.scope is None and listing.module.declared.get(function.name) is not None:
            declared = listing.module.declared[function.name]
            if declared.start != function.name_start:
                continue
        signature = demangled(function.name).signature if function.name.startswith("_") else ""
        found.append(
            Symbol(
                function.name,
                "kernel" if function.kind == ".entry" else "function",
                abridged(signature, MAX_SIGNATURE),
                function.start,
                max(function.end, function.name_end),
                function.name_start,
                function.name_end,
                (
                    ()
                    if function.scope is None
                    else _children(function.scope.declared.values(), has_labels=has_labels)
                ),
            )
        )
    names = {symbol.name_start for symbol in found}
    found += [
        _symbol(declared)
        for declared in listing.module.declared.values()
        if declared.start not in names and declared.kind != "function"
    ]
    return sorted(found, key=lambda symbol: symbol.start)


def outline_inline(views: Sequence[View]) -> list[Symbol]:
    """Return the blocks of inline PTX of a source, in order, each with its declarations."""
    found = []
    for view, block in inline_blocks(views):
        summary = summarise(view.listing)
        places = (block.start, block.end) * 2
        title = f"asm: {_inline_title(summary)}"
        found.append(Symbol(title, "block", summary.size, *places, _declared_in(view)))
    return found


def fold_inline(views: Sequence[View], source: SourceText) -> list[Fold]:
    """Return the blocks of inline PTX of several lines, in order."""
    found = {
        (source.line_of(block.start), source.line_of(block.end))
        for _, block in inline_blocks(views)
    }
    return [Fold(first, last) for first, last in sorted(found) if last > first]


def inline_blocks(views: Sequence[View]) -> list[tuple[View, InlineBlock]]:
    """Return the blocks in order, each place once; none of a source with too many."""
    if len(views) > MAX_BLOCKS:
        return []
    # The code of a macro has one place, however often the macro is used.
    found = {(view.block.start, view.block.end): view for view in views if view.block is not None}
    return [(view, view.block) for _, view in sorted(found.items()) if view.block is not None]


def _inline_title(summary: InlineSummary) -> str:
    names = [instruction.name for _, instruction in summary.instructions]
    more = ", …" if len(names) > MAX_TITLE_INSTRUCTIONS else ""
    return (", ".join(names[:MAX_TITLE_INSTRUCTIONS]) or "no instruction") + more


def _declared_in(view: View) -> tuple[Symbol, ...]:
    found = []
    for declared in view.listing.declarations():
        place = view.outer(declared.start, declared.end)
        if place is not None:
            kind = declared.kind if declared.kind in ("label", "register") else "variable"
            found.append(Symbol(declared.name, kind, declared.specifiers, *place, *place))
    return tuple(found)


def _children(declared: Iterable[Declared], *, has_labels: bool) -> tuple[Symbol, ...]:
    found = [
        _symbol(each)
        for each in declared
        if each.kind != "register" and (has_labels or each.kind != "label")
        # Labels of debug information are no places that anyone looks for.
        if not each.name.startswith(("$L__tmp", "$L__func"))
    ]
    return tuple(sorted(found, key=lambda symbol: symbol.start))


def _symbol(declared: Declared) -> Symbol:
    start, end = declared.statement.start, declared.statement.end
    if declared.kind == "parameter":
        start, end = declared.start, declared.end
    kind = declared.kind if declared.kind in ("label", "parameter") else "variable"
    return Symbol(
        declared.name, kind, declared.specifiers, start, end, declared.start, declared.end
    )


def folds(listing: Listing) -> list[Fold]:
    """Return the bodies of functions, scopes and sections, heads and comments of several lines."""
    source = listing.source
    found: list[Fold] = []
    opened: list[int] = []
    comments: list[int] = []
    base = 0
    for block in listing.blocks:
        for statement in block.frame:
            kind = statement.kind
            if kind is Kind.OPEN:
                opened.append(base + statement.start)
            elif kind in (Kind.HEAD, Kind.SECTION) and block.text[statement.end - 1] == "{":
                opened = [base + statement.start]
            elif kind is Kind.CLOSE and opened:
                first = source.line_of(opened.pop())
                last = source.line_of(base + statement.start)
                if last > first:
                    found.append(Fold(first, last))
        for token in block.comments:
            first = source.line_of(base + token.start)
            last = source.line_of(base + token.end - 1)
            row = source.starts[first]
            # A comment behind a statement is no part of those in lines of their own.
            if listing.text[row : base + token.start].strip():
                continue
            if last > first:
                found.append(Fold(first, last, "comment"))
            elif comments and comments[-1] == first - 1:
                comments.append(first)
            else:
                _end_comments(comments, found)
                comments = [first]
        base += len(block.text)
    _end_comments(comments, found)
    return sorted(found)


def _end_comments(lines: list[int], found: list[Fold]) -> None:
    if len(lines) >= MIN_COMMENT_LINES:
        found.append(Fold(lines[0], lines[-1], "comment"))
