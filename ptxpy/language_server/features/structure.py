"""The parts of a document: its outline, folds, selections that grow, and links to sources."""

from __future__ import annotations

from lsprotocol import types as lsp

from ptxpy.language_server.conversions import range_of, symbol_of
from ptxpy.language_server.documents import Document
from ptxpy.language_server.links import links
from ptxpy.language_server.outline import Fold, Symbol, fold_inline, folds, outline, outline_inline
from ptxpy.language_server.python_answers import fold_python, outline_python
from ptxpy.language_server.selection import enclosing_spans
from ptxpy.language_server.session import PtxServer

__all__ = ["register"]


def register(server: PtxServer) -> None:
    """Answer which parts a document has."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def show_outline(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return []
        return [symbol_of(document.source, each) for each in _outline(document)]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def fold(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return []
        return [
            lsp.FoldingRange(
                start_line=each.first,
                end_line=each.last,
                kind=lsp.FoldingRangeKind.Comment if each.kind == "comment" else None,
            )
            for each in _folds(document)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_SELECTION_RANGE)
    def select(params: lsp.SelectionRangeParams) -> list[lsp.SelectionRange] | None:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        source = document.source
        found = []
        for position in params.positions:
            offset = source.offset(position.line, position.character)
            selected: lsp.SelectionRange | None = None
            for start, end in reversed(_selections(document, offset)):
                selected = lsp.SelectionRange(range_of(source, start, end), selected)
            found.append(selected or lsp.SelectionRange(range_of(source, offset, offset)))
        return found

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_LINK)
    def show_links(params: lsp.DocumentLinkParams) -> list[lsp.DocumentLink]:
        document = server.documents.get(params.text_document.uri)
        if document is None or document.language != "ptx":
            return []
        found = []
        for link in links(document.listing, document.path):
            # Editors read a line, and a column behind a comma, in this part of an address.
            place = f"#L{link.line}" if link.line else ""
            if link.column:
                place += f",{link.column}"
            found.append(
                lsp.DocumentLink(
                    range=range_of(document.source, link.start, link.end),
                    target=link.path.as_uri() + place,
                    tooltip=f"{link.path}, line {link.line}" if link.line else str(link.path),
                )
            )
        return found


def _outline(document: Document) -> list[Symbol]:
    if document.language == "ptx":
        return outline(document.listing)
    functions = [] if document.python is None else outline_python(document.python)
    blocks = outline_inline([*document.views()])
    # A block is a part of the function that it is in.
    for at, function in enumerate(functions):
        inside = tuple(each for each in blocks if function.start <= each.start < function.end)
        functions[at] = function._replace(children=inside)
        blocks = [each for each in blocks if each not in inside]
    return sorted((*functions, *blocks), key=lambda symbol: symbol.start)


def _folds(document: Document) -> list[Fold]:
    if document.language == "ptx":
        return folds(document.listing)
    functions = [] if document.python is None else fold_python(document.python)
    return functions + fold_inline([*document.views()], document.source)


def _selections(document: Document, offset: int) -> list[tuple[int, int]]:
    """Return the pieces of a document around an offset, the innermost first."""
    found = document.view_at(offset)
    nested: list[tuple[int, int]] = []
    if found is not None:
        view, inner = found
        for start, end in enclosing_spans(view.listing, inner):
            # The ends of a piece of inline PTX may be in two strings.
            first, last = view.outer(start, start), view.outer(end, end)
            if first is not None and last is not None:
                nested.append((first[0], last[0]))
    if document.python is not None:
        nested += [
            (each.start, each.end)
            for each in document.python.functions
            if each.start <= offset <= each.end
        ]
    nested.append((0, len(document.text)))
    # Runs of inline PTX need not follow each other, so that the order of pieces is looked at again.
    kept: list[tuple[int, int]] = []
    for start, end in nested:
        if start <= offset <= end and (
            not kept or (start <= kept[-1][0] and end >= kept[-1][1] and (start, end) != kept[-1])
        ):
            kept.append((start, end))
    return kept
