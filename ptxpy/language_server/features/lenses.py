"""Lenses above functions and inline PTX, and the commands that they execute."""

from __future__ import annotations

from lsprotocol import types as lsp

from ptxpy.language_server.commands import COMMANDS, Outcome
from ptxpy.language_server.conversions import range_of
from ptxpy.language_server.inline_summary import needs_of, summarise
from ptxpy.language_server.outline import inline_blocks
from ptxpy.language_server.session import PtxServer

__all__ = ["register"]


def register(server: PtxServer) -> None:
    """Offer commands above functions and inline PTX, and carry them out."""

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def show_lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return []
        found: list[lsp.CodeLens] = []
        if document.language != "ptx":
            for view, block in inline_blocks([*document.views()]):
                where = range_of(document.source, block.start, block.start)
                needs = needs_of(summarise(view.listing))
                place = [where.start.line, where.start.character]
                command = lsp.Command(
                    title=f"explain (needs {needs})",
                    command="ptxpy.explain",
                    arguments=[document.uri, *place],
                )
                found.append(lsp.CodeLens(range=where, command=command))
            return found
        defined = [each for each in document.listing.functions if each.scope is not None]
        for number, function in enumerate(defined):
            where = range_of(document.source, function.name_start, function.name_end)
            titles = []
            if number == 0:
                titles += [("import to Python", "ptxpy.import"), ("view", "ptxpy.view")]
            if function.kind == ".entry":
                titles.append(("run", "ptxpy.run"))
            for title, name in titles:
                arguments = [document.uri]
                if name == "ptxpy.run":
                    arguments.append(function.name)
                command = lsp.Command(title=title, command=name, arguments=arguments)
                found.append(lsp.CodeLens(range=where, command=command))
        return found

    def add_command(name: str) -> None:
        @server.command(name)
        async def carry_out(ls: PtxServer, *arguments: object) -> dict[str, object]:
            uri = arguments[0] if arguments else None
            document = server.documents.get(uri) if isinstance(uri, str) else None
            if document is None:
                outcome = Outcome(is_done=False, message=f"{name} takes the address of a document")
            else:
                outcome = await server.folder.run(name, document, list(arguments[1:]))
            return await _show(ls, outcome)

    for name in COMMANDS:
        add_command(name)


async def _show(server: PtxServer, outcome: Outcome) -> dict[str, object]:
    """Show the result of a command; return it for clients that show it themselves."""
    kind = lsp.MessageType.Info if outcome.is_done else lsp.MessageType.Error
    server.window_show_message(lsp.ShowMessageParams(type=kind, message=outcome.message))
    window = server.client_capabilities.window
    can_show = window is not None and window.show_document is not None
    if outcome.shown is not None and can_show:
        shown = lsp.ShowDocumentParams(
            uri=outcome.shown.as_uri(), external=outcome.is_page, take_focus=True
        )
        await server.window_show_document_async(shown)
    return {
        "done": outcome.is_done,
        "message": outcome.message,
        "uri": None if outcome.shown is None else outcome.shown.as_uri(),
    }
