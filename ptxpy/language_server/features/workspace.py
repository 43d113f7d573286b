"""Symbols of all files of PTX in the folders that the editor has open."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsprotocol import types as lsp
from pygls.uris import to_fs_path

from ptxpy.demangle import abridged, demangled
from ptxpy.language_server.conversions import SYMBOL_KINDS
from ptxpy.language_server.outline import MAX_SIGNATURE
from ptxpy.language_server.session import PtxServer
from ptxpy.language_server.workspace_symbols import FileSymbol, symbols_at_places

__all__ = ["register"]


def register(server: PtxServer) -> None:
    """Answer where functions and variables of a name are."""

    @server.feature(lsp.WORKSPACE_SYMBOL)
    async def find_symbols(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        workspace = server.workspace
        folders = [to_fs_path(uri) for uri in workspace.folders] or [workspace.root_path]
        # An open document counts as the editor has it.
        opened = [
            (document.path, symbols_at_places(document.path, document.text))
            for document in server.documents.values()
            if document.language == "ptx"
        ]
        uris = {document.path: uri for uri, document in server.documents.items()}
        # Files are read beside the answers to the next keystrokes.
        async with server.indexing:
            await asyncio.to_thread(server.index.refresh, [Path(each) for each in folders if each])
        found = server.index.search(params.query, opened)
        return [_symbol(each, uris.get(each.path) or Path(each.path).as_uri()) for each in found]


def _symbol(symbol: FileSymbol, uri: str) -> lsp.WorkspaceSymbol:
    start = lsp.Position(symbol.line, symbol.character)
    end = lsp.Position(symbol.line, symbol.character + symbol.length)
    signature = demangled(symbol.name).signature if symbol.name.startswith("_") else ""
    return lsp.WorkspaceSymbol(
        name=symbol.name,
        kind=SYMBOL_KINDS[symbol.kind],
        location=lsp.Location(uri, lsp.Range(start, end)),
        container_name=abridged(signature, MAX_SIGNATURE) or Path(symbol.path).name,
    )
