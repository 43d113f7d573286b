"""Results of the server as the types of the protocol, with the places that editors count."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from lsprotocol import types as lsp

from ptxpy.check import catalog
from ptxpy.language_server.completion import Proposal, Proposals
from ptxpy.language_server.documents import Document, View
from ptxpy.language_server.instruction_help import Signature
from ptxpy.language_server.outline import Symbol
from ptxpy.language_server.signature_help import SignatureHelp
from ptxpy.language_server.source_text import SourceText

__all__ = [
    "SYMBOL_KINDS",
    "completion_list",
    "diagnostic_of",
    "markdown",
    "range_of",
    "ranges",
    "signature_help_of",
    "symbol_of",
]

SYMBOL_KINDS: Final = {
    "kernel": lsp.SymbolKind.Function,
    "function": lsp.SymbolKind.Function,
    "variable": lsp.SymbolKind.Variable,
    "parameter": lsp.SymbolKind.Property,
    "label": lsp.SymbolKind.Key,
    "register": lsp.SymbolKind.Variable,
    "block": lsp.SymbolKind.Object,
}
_COMPLETIONS: Final = {
    "opcode": lsp.CompletionItemKind.Keyword,
    "modifier": lsp.CompletionItemKind.EnumMember,
    "directive": lsp.CompletionItemKind.Keyword,
    "special": lsp.CompletionItemKind.Constant,
    "register": lsp.CompletionItemKind.Variable,
    "label": lsp.CompletionItemKind.Reference,
    "function": lsp.CompletionItemKind.Function,
    "variable": lsp.CompletionItemKind.Field,
}


def range_of(source: SourceText, start: int, end: int) -> lsp.Range:
    """Return a piece of a text as a range."""
    return lsp.Range(
        start=lsp.Position(*source.position(start)), end=lsp.Position(*source.position(end))
    )


def markdown(text: str) -> lsp.MarkupContent:
    """Return Markdown."""
    return lsp.MarkupContent(kind=lsp.MarkupKind.Markdown, value=text)


def range_in_line(source: SourceText, line: int, column: int, length: int) -> lsp.Range:
    """Return a piece of a line as the check counts: line and column of characters, from 1."""
    row = max(line, 1) - 1
    if row >= len(source.starts):
        return range_of(source, len(source.text), len(source.text))
    start = source.starts[row] + max(column, 1) - 1
    end = min(start + max(length, 1), max(source.line_end(row), start))
    return range_of(source, start, end)


def diagnostic_of(source: SourceText, uri: str, found: dict[str, Any]) -> lsp.Diagnostic:
    """Return a diagnostic of the check of a document.

    Args:
        source: The text of the document.
        uri: Its address.
        found: The fields of a `Located`.
    """
    message = found["message"]
    if found["help"]:
        message += f"\nhelp: {found['help']}"
    entry = catalog()[found["code"]]
    return lsp.Diagnostic(
        range=range_in_line(source, found["line"], found["column"], found["length"]),
        severity=(
            lsp.DiagnosticSeverity.Error
            if found["severity"] == "error"
            else lsp.DiagnosticSeverity.Warning
        ),
        code=found["code"],
        source="ptxpy",
        message=message,
        tags=[lsp.DiagnosticTag.Unnecessary] if entry.name in _UNNECESSARY else None,
        related_information=[
            lsp.DiagnosticRelatedInformation(
                lsp.Location(uri, range_in_line(source, line, column, length)), message
            )
            for message, line, column, length, _ in found["related"]
        ]
        or None,
    )


_UNNECESSARY: Final = frozenset(("unused-result", "unreachable", "unused-operand"))


def symbol_of(source: SourceText, symbol: Symbol) -> lsp.DocumentSymbol:
    """Return an item of the outline."""
    return lsp.DocumentSymbol(
        name=symbol.name,
        kind=SYMBOL_KINDS[symbol.kind],
        detail=symbol.detail or None,
        range=range_of(source, symbol.start, symbol.end),
        selection_range=range_of(source, symbol.name_start, symbol.name_end),
        children=[symbol_of(source, child) for child in symbol.children] or None,
    )


def completion_list(
    document: Document, place: tuple[int, int], proposals: Proposals, typed: str
) -> lsp.CompletionList:
    """Return a completion.

    Args:
        document: The document.
        place: The offsets of the text that a proposal replaces.
        proposals: The words.
        typed: The beginning of the instruction, for the documentation of each word.
    """
    where = range_of(document.source, *place)
    return lsp.CompletionList(
        is_incomplete=not proposals.is_complete,
        items=[_item(each, where, typed, at) for at, each in enumerate(proposals.found)],
    )


def _item(proposal: Proposal, where: lsp.Range, typed: str, at: int) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        label=proposal.text,
        kind=_COMPLETIONS[proposal.kind],
        detail=proposal.detail or None,
        documentation=markdown(proposal.documentation) if proposal.documentation else None,
        # Editors filter by the word before the cursor as they see it; this has its percent sign.
        filter_text=proposal.text,
        sort_text=f"{at:05}",
        text_edit=lsp.TextEdit(range=where, new_text=proposal.text),
        data={"kind": proposal.kind, "text": proposal.text, "typed": typed},
    )


def signature_help_of(found: SignatureHelp) -> lsp.SignatureHelp:
    """Return the operands of an instruction."""
    return lsp.SignatureHelp(
        signatures=[_signature(each) for each in found.signatures],
        active_signature=found.chosen,
        active_parameter=found.operand,
    )


def _signature(signature: Signature) -> lsp.SignatureInformation:
    return lsp.SignatureInformation(
        label=signature.label,
        documentation=markdown(signature.meaning) if signature.meaning else None,
        parameters=[
            lsp.ParameterInformation(label=span, documentation=requirement or None)
            for span, requirement in zip(signature.operands, signature.requirements, strict=True)
        ],
    )


def ranges(document: Document, view: View, spans: Iterable[tuple[int, int]]) -> list[lsp.Range]:
    """Return pieces of a view as ranges of its document; those without a place are left out."""
    places = (view.outer(*span) for span in spans)
    return [range_of(document.source, *place) for place in places if place is not None]
