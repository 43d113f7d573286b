"""Definitions, declarations and mentions of names."""

from __future__ import annotations

from lsprotocol import types as lsp

from ptxpy.language_server.conversions import range_of, ranges
from ptxpy.language_server.documents import Document, View
from ptxpy.language_server.names import definitions, name_at, references, writes_of
from ptxpy.language_server.python_answers import find_name
from ptxpy.language_server.python_text import PythonName
from ptxpy.language_server.session import PtxServer
from ptxpy.language_server.source_places import find_source, source_place

__all__ = ["register"]


def register(server: PtxServer) -> None:
    """Answer where a name is defined, declared and mentioned."""

    def locations(
        document: Document, view: View, spans: list[tuple[int, int]]
    ) -> list[lsp.Location]:
        return [
            lsp.Location(uri=document.uri, range=each) for each in ranges(document, view, spans)
        ]

    def python_mentions(uri: str, position: lsp.Position) -> list[PythonName]:
        there = server.python_at(uri, position)
        found = None if there is None else find_name(there[1], there[2])
        return [] if found is None else found.mentions

    def in_python(uri: str, names: list[PythonName]) -> list[lsp.Location]:
        document = server.documents[uri]
        return [
            lsp.Location(
                uri=uri,
                range=range_of(document.source, name.start, name.start + len(name.name)),
            )
            for name in names
        ]

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def go_to_definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        here = server.at(params.text_document.uri, params.position)
        if here is None:
            mentions = python_mentions(params.text_document.uri, params.position)
            written = [name for name in mentions if name.is_written]
            return in_python(params.text_document.uri, written)
        document, view, offset = here
        operand = view.operand_at(offset)
        if operand is not None:
            place = operand.place + (view.block.start if view.block else 0)
            where = range_of(document.source, place, place + 1)
            return [lsp.Location(uri=document.uri, range=where)]
        statement = view.listing.statement_at(offset)
        source = None if statement is None else source_place(view.listing, statement)
        if source is not None:
            path = find_source(source[0], document.path)
            start = lsp.Position(max(source[1] - 1, 0), 0)
            return [] if path is None else [lsp.Location(path.as_uri(), lsp.Range(start, start))]
        name = name_at(view.listing, offset)
        return [] if name is None else locations(document, view, definitions(view.listing, name))

    @server.feature(lsp.TEXT_DOCUMENT_DECLARATION)
    def go_to_declaration(params: lsp.DeclarationParams) -> list[lsp.Location]:
        here = server.at(params.text_document.uri, params.position)
        if here is None:
            return []
        document, view, offset = here
        name = name_at(view.listing, offset)
        if name is None or name.declared is None:
            return []
        return locations(document, view, [(name.declared.start, name.declared.end)])

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def find_references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        here = server.at(params.text_document.uri, params.position)
        if here is None:
            mentions = python_mentions(params.text_document.uri, params.position)
            return in_python(params.text_document.uri, mentions)
        document, view, offset = here
        name = name_at(view.listing, offset)
        if name is None:
            return []
        found = references(view.listing, name)
        declared = name.declared
        if declared is not None:
            found = [at for at in found if at != declared.start]
        spans = [(at, at + len(name.text)) for at in found]
        if declared is not None and params.context.include_declaration:
            spans.append((declared.start, declared.end))
        return locations(document, view, sorted(spans))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        here = server.at(params.text_document.uri, params.position)
        if here is None:
            return [
                lsp.DocumentHighlight(
                    range=each.range, kind=lsp.DocumentHighlightKind(3 if name.is_written else 2)
                )
                for name in python_mentions(params.text_document.uri, params.position)
                for each in in_python(params.text_document.uri, [name])
            ]
        document, view, offset = here
        name = name_at(view.listing, offset)
        if name is None:
            return []
        written = {at for at, _ in writes_of(view.listing, name)}
        found = []
        for at in references(view.listing, name):
            kind = (
                lsp.DocumentHighlightKind.Write if at in written else lsp.DocumentHighlightKind.Read
            )
            found += [
                lsp.DocumentHighlight(range=each, kind=kind)
                for each in ranges(document, view, [(at, at + len(name.text))])
            ]
        return found
