"""Facts about a place: hover, signatures, notes beside the text."""

from __future__ import annotations

from lsprotocol import types as lsp

from ptxpy.language_server.conversions import markdown, range_of, signature_help_of
from ptxpy.language_server.documents import Document, View
from ptxpy.language_server.hover import hover
from ptxpy.language_server.inlays import Inlay, inlays
from ptxpy.language_server.python_answers import hover_python, note_margins, sign_python
from ptxpy.language_server.session import PtxServer
from ptxpy.language_server.signature_help import signature_help

__all__ = ["register"]


def register(server: PtxServer) -> None:
    """Show facts about a word."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def show_hover(params: lsp.HoverParams) -> lsp.Hover | None:
        here = server.at(params.text_document.uri, params.position)
        if here is not None:
            document, view, offset = here
            shown = hover(view, offset)
            place = None if shown is None else view.outer(shown.start, shown.end)
        else:
            there = server.python_at(params.text_document.uri, params.position)
            if there is None:
                return None
            document, python, offset = there
            shown = hover_python(python, offset)
            place = None if shown is None else (shown.start, shown.end)
        if shown is None:
            return None
        return lsp.Hover(
            contents=markdown(shown.markdown),
            range=None if place is None else range_of(document.source, *place),
        )

    @server.feature(
        lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
        lsp.SignatureHelpOptions(trigger_characters=[" ", ",", "("], retrigger_characters=[","]),
    )
    def show_signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        here = server.at(params.text_document.uri, params.position)
        if here is not None:
            _, view, offset = here
            found = signature_help(view.listing, offset)
        else:
            there = server.python_at(params.text_document.uri, params.position)
            found = None if there is None else sign_python(there[1], there[2])
        return None if found is None else signature_help_of(found)

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def show_inlays(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return []
        source = document.source
        start = source.offset(params.range.start.line, params.range.start.character)
        end = source.offset(params.range.end.line, params.range.end.character)
        found: list[Inlay] = []
        for view, first, last in _visible(document, start, end):
            for inlay in inlays(view.listing, first, last):
                place = view.outer(inlay.offset, inlay.offset)
                if place is not None:
                    found.append(inlay._replace(offset=place[0]))
        if document.python is not None:
            found += note_margins(document.python, start, end)
        return [
            lsp.InlayHint(
                position=lsp.Position(*source.position(inlay.offset)),
                label=inlay.label,
                tooltip=inlay.tooltip or None,
                padding_left=True,
            )
            for inlay in found
        ]


def _visible(document: Document, start: int, end: int) -> list[tuple[View, int, int]]:
    """Return the pieces of PTX between two offsets, each with its visible part."""
    if document.language == "ptx":
        return [(View(document.listing), start, end)]
    return [(view, 0, len(view.listing.text)) for view in document.views_between(start, end)]
