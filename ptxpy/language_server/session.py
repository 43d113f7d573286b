"""The server with its open documents: places in them, and their check."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from typing import Any, Final

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from ptxpy.__about__ import __version__
from ptxpy.language_server.background import BackgroundCheck
from ptxpy.language_server.commands import CommandFolder
from ptxpy.language_server.conversions import diagnostic_of
from ptxpy.language_server.documents import Document, InlineBlock, View
from ptxpy.language_server.python_text import PythonText
from ptxpy.language_server.source_text import SourceText
from ptxpy.language_server.workspace_symbols import WorkspaceIndex

__all__ = ["PtxServer"]

ALLOCATIONS_BETWEEN_COLLECTIONS: Final = 300_000


class PtxServer(LanguageServer):
    """The server with its open documents."""

    def __init__(self) -> None:
        """Create a server without documents."""
        super().__init__("ptxpy", __version__)
        self.documents: dict[str, Document] = {}
        self.check = BackgroundCheck(self.show_diagnostics)
        self.folder = CommandFolder()
        self.sent_tokens: dict[str, tuple[str, list[int]]] = {}
        """The last colours that were sent of each document, with their name."""
        self.settings: dict[str, str] = {}
        """The pyproject.toml with a mistake of each document that has one, by their addresses."""
        self.index = WorkspaceIndex()
        self.indexing = asyncio.Lock()
        """Held while the index reads files, so that two searches do not read them at once."""

    def request_check(self, document: Document, *, now: bool = False) -> None:
        """Check a document in the background."""

        def request() -> dict[str, Any]:
            return {
                "uri": document.uri,
                "path": document.path,
                "language": document.language,
                "text": document.text,
                "version": document.version,
            }

        self.check.ask(document.uri, request, now=now)

    def show_diagnostics(self, answer: dict[str, Any]) -> None:
        """Send the diagnostics of a check, unless its document has changed since."""
        if gc.get_count()[0] > ALLOCATIONS_BETWEEN_COLLECTIONS:
            gc.collect()
        document = self.documents.get(answer["uri"])
        if document is None or document.version != answer["version"]:
            return
        if "blocks" in answer:
            blocks = map(InlineBlock.of, answer["blocks"])
            found_blocks = [block for block in blocks if block is not None]
            if found_blocks != document.blocks:
                document.blocks = found_blocks
                self._refresh()
        self._show_settings(document.uri, answer.get("settings"))
        found = [diagnostic_of(document.source, document.uri, each) for each in answer["found"]]
        document.found = list(zip(found, answer["found"], strict=True))
        document.found_version = document.version
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(
                uri=document.uri, version=document.version, diagnostics=found
            )
        )

    def _show_settings(self, uri: str, mistake: dict[str, Any] | None) -> None:
        """Send the mistake in the settings of a document's project, or take the last one back."""
        before = self.settings.pop(uri, "")
        if mistake is not None:
            file = Path(mistake["file"])
            self.settings[uri] = file.as_uri()
            try:
                source = SourceText(file.read_bytes().decode("utf-8", "replace"))
            except OSError:
                source = SourceText("")
            found = diagnostic_of(source, file.as_uri(), mistake["found"])
            self.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(uri=file.as_uri(), diagnostics=[found])
            )
        if before and before not in self.settings.values():
            self.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(uri=before, diagnostics=[])
            )

    def _refresh(self) -> None:
        """Tell the editor that colours, notes and lenses have changed, if it understands that."""
        workspace = self.client_capabilities.workspace
        if workspace is None:
            return
        if workspace.semantic_tokens and workspace.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)
        if workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        if workspace.code_lens and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def python_at(
        self, uri: str, position: lsp.Position
    ) -> tuple[Document, PythonText, int] | None:
        """Return the document, its Python and the offset of a position; None without `ptx`."""
        document = self.documents.get(uri)
        python = None if document is None else document.python
        if document is None or python is None:
            return None
        return document, python, document.source.offset(position.line, position.character)

    def at(self, uri: str, position: lsp.Position) -> tuple[Document, View, int] | None:
        """Return the document, its piece of PTX and the offset there of a position; or None."""
        document = self.documents.get(uri)
        if document is None:
            return None
        found = document.view_at(document.source.offset(position.line, position.character))
        return None if found is None else (document, *found)
