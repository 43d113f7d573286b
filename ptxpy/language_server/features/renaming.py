"""Renaming of registers, labels, variables, parameters and functions."""

from __future__ import annotations

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from ptxpy.language_server.conversions import range_of, ranges
from ptxpy.language_server.names import RenameError, name_at, rename
from ptxpy.language_server.python_answers import find_name, rename_python
from ptxpy.language_server.session import PtxServer

__all__ = ["register"]


def register(server: PtxServer) -> None:
    """Answer with the changes of a new name."""

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        here = server.at(params.text_document.uri, params.position)
        if here is None:
            there = server.python_at(params.text_document.uri, params.position)
            mentioned = None if there is None else find_name(there[1], there[2])
            if there is None or mentioned is None:
                return None
            at = next(
                (
                    name.start
                    for name in mentioned.mentions
                    if name.start <= there[2] <= name.start + len(name.name)
                ),
                mentioned.name.start,
            )
            return range_of(there[0].source, at, at + len(mentioned.name.name))
        document, view, offset = here
        name = name_at(view.listing, offset)
        if name is None or name.declared is None:
            return None
        found = ranges(document, view, [(name.token.start, name.token.end)])
        return found[0] if found else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def change_name(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        here = server.at(params.text_document.uri, params.position)
        there = server.python_at(params.text_document.uri, params.position)
        try:
            if here is not None:
                document, view, offset = here
                name = name_at(view.listing, offset)
                edits = [] if name is None else rename(view.listing, name, params.new_name)
                places = [view.outer(edit.start, edit.end) for edit in edits]
            elif there is not None:
                document, python, offset = there
                edits = rename_python(python, offset, params.new_name)
                places = [(edit.start, edit.end) for edit in edits]
            else:
                return None
        except RenameError as error:
            raise JsonRpcInvalidParams(message=str(error)) from None
        found = []
        for edit, place in zip(edits, places, strict=True):
            if place is None:
                message = "the name is in text that a macro makes"
                raise JsonRpcInvalidParams(message=message)
            found.append(lsp.TextEdit(range=range_of(document.source, *place), new_text=edit.text))
        return lsp.WorkspaceEdit(changes={document.uri: found})
