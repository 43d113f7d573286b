"""The hierarchy of calls: which functions call one, and which it calls."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from ptxpy.demangle import abridged, demangled
from ptxpy.language_server.calls import (
    Call,
    calls_in,
    calls_of,
    function_named,
    is_linked,
    named_function_at,
)
from ptxpy.language_server.conversions import SYMBOL_KINDS, range_of
from ptxpy.language_server.documents import Document
from ptxpy.language_server.listing import Function
from ptxpy.language_server.outline import MAX_SIGNATURE
from ptxpy.language_server.session import PtxServer

__all__ = ["register"]


def register(server: PtxServer) -> None:
    """Answer which functions call a function, and which it calls."""

    def others(document: Document) -> Iterator[Document]:
        """Yield the other open documents of PTX, which the linker may join to one."""
        for other in [*server.documents.values()]:
            if other is not document and other.language == "ptx":
                yield other

    def defined(document: Document, name: str) -> tuple[Document, Function] | None:
        """Return the definition of a function in its file, in another one, or its declaration."""
        own = function_named(document.listing, name)
        if own is None or own.scope is not None or not is_linked(own):
            return None if own is None else (document, own)
        for other in others(document):
            found = function_named(other.listing, name)
            if found is not None and found.scope is not None and is_linked(found):
                return other, found
        return document, own

    def asked(item: lsp.CallHierarchyItem) -> tuple[Document, Function] | None:
        document = server.documents.get(item.uri)
        if document is None or document.language != "ptx":
            return None
        found = function_named(document.listing, item.name)
        return None if found is None else (document, found)

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    def prepare(params: lsp.CallHierarchyPrepareParams) -> list[lsp.CallHierarchyItem] | None:
        here = server.at(params.text_document.uri, params.position)
        if here is None or here[0].language != "ptx":
            return None
        document, view, offset = here
        found = defined(document, named_function_at(view.listing, offset))
        return None if found is None else [_item(*found)]

    @server.feature(lsp.CALL_HIERARCHY_INCOMING_CALLS)
    def incoming(
        params: lsp.CallHierarchyIncomingCallsParams,
    ) -> list[lsp.CallHierarchyIncomingCall] | None:
        found = asked(params.item)
        if found is None:
            return None
        document, function = found
        callers = [(document, *each) for each in calls_of(document.listing, function.name)]
        for other in others(document) if is_linked(function) else ():
            declared = function_named(other.listing, function.name)
            if declared is not None and declared.scope is None and is_linked(declared):
                callers += [(other, *each) for each in calls_of(other.listing, function.name)]
        return [
            lsp.CallHierarchyIncomingCall(
                from_=_item(home, caller), from_ranges=_ranges(home, calls)
            )
            for home, caller, calls in callers
        ]

    @server.feature(lsp.CALL_HIERARCHY_OUTGOING_CALLS)
    def outgoing(
        params: lsp.CallHierarchyOutgoingCallsParams,
    ) -> list[lsp.CallHierarchyOutgoingCall] | None:
        found = asked(params.item)
        if found is None:
            return None
        document, function = found
        by_name: dict[str, list[Call]] = {}
        for call in calls_in(document.listing, function):
            by_name.setdefault(call.callee, []).append(call)
        return [
            lsp.CallHierarchyOutgoingCall(to=_item(*callee), from_ranges=_ranges(document, calls))
            for name, calls in by_name.items()
            if (callee := defined(document, name)) is not None
        ]


def _item(document: Document, function: Function) -> lsp.CallHierarchyItem:
    source = document.source
    signature = demangled(function.name).signature if function.name.startswith("_") else ""
    return lsp.CallHierarchyItem(
        name=function.name,
        kind=SYMBOL_KINDS["kernel" if function.kind == ".entry" else "function"],
        detail=abridged(signature, MAX_SIGNATURE) or function.kind,
        uri=document.uri,
        range=range_of(source, function.start, max(function.end, function.name_end)),
        selection_range=range_of(source, function.name_start, function.name_end),
    )


def _ranges(document: Document, calls: list[Call]) -> list[lsp.Range]:
    return [range_of(document.source, call.start, call.end) for call in calls]
