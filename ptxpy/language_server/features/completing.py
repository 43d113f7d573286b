"""Completion of words."""

from __future__ import annotations

from lsprotocol import types as lsp

from ptxpy.language_server.completion import complete, document_proposal
from ptxpy.language_server.conversions import completion_list, markdown
from ptxpy.language_server.python_answers import complete_python
from ptxpy.language_server.session import PtxServer

__all__ = ["register"]


def register(server: PtxServer) -> None:
    """Complete words."""

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=[".", "%", "@", ":", "["], resolve_provider=True),
    )
    def propose(params: lsp.CompletionParams) -> lsp.CompletionList | None:
        here = server.at(params.text_document.uri, params.position)
        if here is not None:
            document, view, offset = here
            found = complete(view.listing, offset)
            typed = _typed(view.listing.text, offset)
            place = view.outer(found.start, offset)
            return None if place is None else completion_list(document, place, found, typed)
        there = server.python_at(params.text_document.uri, params.position)
        if there is None:
            return None
        document, python, offset = there
        proposals = complete_python(python, offset)
        if proposals is None:
            return None
        return completion_list(document, (proposals.start, offset), proposals, "")

    @server.feature(lsp.COMPLETION_ITEM_RESOLVE)
    def resolve(item: lsp.CompletionItem) -> lsp.CompletionItem:
        data = item.data
        if isinstance(data, dict) and item.documentation is None:
            text = document_proposal(data["kind"], data["text"], data["typed"])
            item.documentation = markdown(text) if text else None
        return item


def _typed(text: str, offset: int) -> str:
    """Return the instruction that is typed before an offset: `mad.lo.`."""
    start = offset
    while start and (text[start - 1].isalnum() or text[start - 1] in "_.:"):
        start -= 1
    return text[start:offset]
