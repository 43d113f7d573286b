"""The corrections of diagnostics."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types as lsp

from ptxpy.language_server.code_actions import FIX_ALL, fix_all, quick_fixes
from ptxpy.language_server.session import PtxServer

__all__ = ["register"]


def register(server: PtxServer) -> None:
    """Offer the corrections of diagnostics."""

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix, FIX_ALL]),
    )
    def offer(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document = server.documents.get(params.text_document.uri)
        # Places of diagnostics are those of the text that was checked.
        if document is None or document.found_version != document.version:
            return []
        wanted = params.context.only
        found: list[lsp.CodeAction] = []
        if wanted is None or _is_wanted(lsp.CodeActionKind.QuickFix, wanted):
            found += quick_fixes(document, params.range)
        if wanted is not None and _is_wanted(FIX_ALL, wanted):
            found += fix_all(document)
        return found


def _is_wanted(kind: str, wanted: Sequence[str]) -> bool:
    """Whether a kind is one of those that are asked for, or below one."""
    return any(f"{kind}.".startswith(f"{each}.") for each in map(_text, wanted))


def _text(kind: str) -> str:
    return str(getattr(kind, "value", kind))
