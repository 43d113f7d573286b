"""Colours, as semantic tokens: of a document, of some lines, or the changes since."""

from __future__ import annotations

from typing import Final

from lsprotocol import types as lsp

from ptxpy.language_server.semantic_tokens import (
    MODIFIERS,
    TYPES_OF_TOKENS,
    changes,
    document_tokens,
)
from ptxpy.language_server.session import PtxServer

__all__ = ["register"]

_LEGEND: Final = lsp.SemanticTokensLegend(
    token_types=list(TYPES_OF_TOKENS), token_modifiers=list(MODIFIERS)
)


def register(server: PtxServer) -> None:
    """Colour the text."""

    def current(uri: str) -> list[int] | None:
        document = server.documents.get(uri)
        return None if document is None else document_tokens(document)

    def remember(uri: str, numbers: list[int]) -> str:
        known = server.sent_tokens.get(uri)
        name = str(int(known[0]) + 1) if known is not None else "1"
        server.sent_tokens[uri] = name, numbers
        return name

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _LEGEND)
    def colour(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
        numbers = current(params.text_document.uri)
        if numbers is None:
            return None
        name = remember(params.text_document.uri, numbers)
        return lsp.SemanticTokens(data=numbers, result_id=name)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, _LEGEND)
    def colour_again(
        params: lsp.SemanticTokensDeltaParams,
    ) -> lsp.SemanticTokens | lsp.SemanticTokensDelta | None:
        uri = params.text_document.uri
        numbers = current(uri)
        if numbers is None:
            return None
        known = server.sent_tokens.get(uri)
        name = remember(uri, numbers)
        if known is None or known[0] != params.previous_result_id:
            return lsp.SemanticTokens(data=numbers, result_id=name)
        edits = [
            lsp.SemanticTokensEdit(start=start, delete_count=count, data=data)
            for start, count, data in changes(known[1], numbers)
        ]
        return lsp.SemanticTokensDelta(edits=edits, result_id=name)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, _LEGEND)
    def colour_lines(params: lsp.SemanticTokensRangeParams) -> lsp.SemanticTokens | None:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        source = document.source
        start = source.offset(params.range.start.line, 0)
        end = source.offset(params.range.end.line + 1, 0)
        return lsp.SemanticTokens(data=document_tokens(document, start, end))
