"""Corrections of diagnostics: the fixes of the check, as actions of an editor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from lsprotocol import types as lsp

from ptxpy.check import Edit, Fix, certain_edits
from ptxpy.language_server.conversions import range_of
from ptxpy.language_server.documents import Document

__all__ = ["FIX_ALL", "fix_all", "quick_fixes"]

FIX_ALL: Final = "source.fixAll.ptxpy"
"""The kind of the action that makes all certain corrections, which editors may do on saving."""


def quick_fixes(document: Document, where: lsp.Range) -> list[lsp.CodeAction]:
    """Return the corrections of the diagnostics that a range touches."""
    found = []
    for diagnostic, each in document.found:
        if not _touches(diagnostic.range, where):
            continue
        first = _fix_of(each.get("fix"))
        if first is None:
            continue
        found += [
            lsp.CodeAction(
                title=fix.title,
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                edit=_edit(document, list(fix.edits)),
                is_preferred=fix.is_certain,
            )
            for fix in (first, *first.alternatives)
        ]
    return found


def fix_all(document: Document) -> list[lsp.CodeAction]:
    """Return the action that makes all certain corrections; none without any."""
    edits = certain_edits(_fix_of(each.get("fix")) for _, each in document.found)
    if not edits:
        return []
    edit = _edit(document, edits)
    return [lsp.CodeAction(title="make all certain corrections", kind=FIX_ALL, edit=edit)]


def _touches(first: lsp.Range, second: lsp.Range) -> bool:
    return first.start.line <= second.end.line and second.start.line <= first.end.line


def _fix_of(fix: Sequence[Any] | None) -> Fix | None:
    if fix is None:
        return None
    title, edits, is_certain, others = fix
    alternatives = tuple(each for each in map(_fix_of, others) if each is not None)
    return Fix(title, tuple(Edit(*edit) for edit in edits), is_certain, alternatives)


def _edit(document: Document, edits: list[Edit]) -> lsp.WorkspaceEdit:
    source = document.source
    newline = "\r\n" if source.row_end(0) == "\r\n" else "\n"
    found = []
    for edit in edits:
        start = source.starts[min(edit.line, len(source.starts)) - 1] + edit.column - 1
        where = range_of(source, start, start + edit.length)
        found.append(lsp.TextEdit(range=where, new_text=edit.text.replace("\n", newline)))
    return lsp.WorkspaceEdit(changes={document.uri: found})
