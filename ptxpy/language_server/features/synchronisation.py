"""Open documents: they are read, follow the edits of the editor, and are checked."""

from __future__ import annotations

import gc
from typing import Final

from lsprotocol import types as lsp
from pygls.uris import to_fs_path

from ptxpy.language_server.completion import load_table
from ptxpy.language_server.documents import Document, language_of
from ptxpy.language_server.session import PtxServer

__all__ = ["register"]

LARGE_CHARACTERS: Final = 200_000
"""The length of a text that is read when it is opened, and not at the first question about it."""


def register(server: PtxServer) -> None:
    """Follow the documents of the editor."""

    @server.feature(lsp.INITIALIZED)
    def initialized(params: lsp.InitializedParams) -> None:
        del params
        load_table()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        path = to_fs_path(item.uri) or item.uri
        language = language_of(path, item.language_id)
        document = Document(item.uri, path, language, item.text, item.version)
        server.documents[item.uri] = document
        if language == "ptx" and len(item.text) > LARGE_CHARACTERS:
            # Garbage is never looked for among the tokens of a large file: 0.1 s a time.
            document.listing.functions  # noqa: B018 - it is made at its first use
            gc.freeze()
        server.request_check(document, now=True)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return
        for change in params.content_changes:
            if isinstance(change, lsp.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                document.change(start.line, start.character, end.line, end.character, change.text)
            else:
                document.replace(change.text)
        document.version = params.text_document.version
        server.request_check(document)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.documents.pop(uri, None)
        server.sent_tokens.pop(uri, None)
        server.check.forget(uri)
        server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri=uri, diagnostics=[])
        )

    @server.feature(lsp.SHUTDOWN)
    async def shutdown(params: None) -> None:
        del params
        await server.check.end()
        server.folder.close()
