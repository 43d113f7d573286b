"""The server: requests of an editor in, answers out, by the Language Server Protocol."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import Any, Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from ptxpy.__about__ import __version__
from ptxpy.language_server.background import BackgroundCheck
from ptxpy.language_server.code_actions import FIX_ALL, fix_all, quick_fixes
from ptxpy.language_server.commands import COMMANDS, CommandFolder, Outcome
from ptxpy.language_server.completion import complete, document_proposal, load_table
from ptxpy.language_server.conversions import (
    completion_list,
    diagnostic_of,
    markdown,
    range_of,
    ranges,
    signature_help_of,
    symbol_of,
)
from ptxpy.language_server.documents import Document, InlineBlock, View, language_of
from ptxpy.language_server.hover import hover
from ptxpy.language_server.inlays import Inlay, inlays
from ptxpy.language_server.names import (
    RenameError,
    definitions,
    name_at,
    references,
    rename,
    writes_of,
)
from ptxpy.language_server.outline import folds, outline
from ptxpy.language_server.python_answers import (
    complete_python,
    find_name,
    fold_python,
    hover_python,
    note_margins,
    outline_python,
    rename_python,
    sign_python,
)
from ptxpy.language_server.python_text import PythonName, PythonText
from ptxpy.language_server.semantic_tokens import (
    MODIFIERS,
    TYPES_OF_TOKENS,
    changes,
    document_tokens,
)
from ptxpy.language_server.signature_help import signature_help
from ptxpy.language_server.source_places import find_source, source_place

__all__ = ["make_server", "serve"]


ALLOCATIONS_BETWEEN_COLLECTIONS: Final = 300_000
LARGE_CHARACTERS: Final = 200_000
"""The length of a text that is read when it is opened, and not at the first question about it."""


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
        found = [diagnostic_of(document.source, each) for each in answer["found"]]
        document.found = list(zip(found, answer["found"], strict=True))
        document.found_version = document.version
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(
                uri=document.uri, version=document.version, diagnostics=found
            )
        )

    def _refresh(self) -> None:
        """Tell the editor that colours and notes have changed, if it understands that."""
        workspace = self.client_capabilities.workspace
        if workspace is None:
            return
        if workspace.semantic_tokens and workspace.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)
        if workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

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


def serve() -> None:
    """Answer an editor over standard input and output until it ends."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever else prints something must not disturb the messages.
    sys.stdout = sys.stderr
    # A collection takes 0.1 s where large files are open: it waits for a document to rest.
    gc.disable()
    make_server().start_io(stdout=output)


def make_server() -> PtxServer:
    """Return a server with all that it can do."""
    server = PtxServer()
    for register in (_documents, _looking, _names, _writing, _shape, _colours, _actions, _lenses):
        register(server)
    return server


def _documents(server: PtxServer) -> None:
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
    def shutdown(params: None) -> None:
        del params
        server.check.stop()
        server.folder.close()


def _looking(server: PtxServer) -> None:
    """Show facts about a word."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def show_hover(params: lsp.HoverParams) -> lsp.Hover | None:
        here = server.at(params.text_document.uri, params.position)
        if here is not None:
            document, view, offset = here
            shown = hover(view, offset)
            place = None if shown is None else view.outer(shown.start, shown.end)
        else:
            there = server.python_at(params.text_document.uri, params.position)
            if there is None:
                return None
            document, python, offset = there
            shown = hover_python(python, offset)
            place = None if shown is None else (shown.start, shown.end)
        if shown is None:
            return None
        return lsp.Hover(
            contents=markdown(shown.markdown),
            range=None if place is None else range_of(document.source, *place),
        )

    @server.feature(
        lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
        lsp.SignatureHelpOptions(trigger_characters=[" ", ",", "("], retrigger_characters=[","]),
    )
    def show_signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        here = server.at(params.text_document.uri, params.position)
        if here is not None:
            _, view, offset = here
            found = signature_help(view.listing, offset)
        else:
            there = server.python_at(params.text_document.uri, params.position)
            found = None if there is None else sign_python(there[1], there[2])
        return None if found is None else signature_help_of(found)

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def show_inlays(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return []
        source = document.source
        start = source.offset(params.range.start.line, params.range.start.character)
        end = source.offset(params.range.end.line, params.range.end.character)
        found: list[Inlay] = []
        for view, first, last in _visible(document, start, end):
            for inlay in inlays(view.listing, first, last):
                place = view.outer(inlay.offset, inlay.offset)
                if place is not None:
                    found.append(inlay._replace(offset=place[0]))
        if document.python is not None:
            found += note_margins(document.python, start, end)
        return [
            lsp.InlayHint(
                position=lsp.Position(*source.position(inlay.offset)),
                label=inlay.label,
                tooltip=inlay.tooltip or None,
                padding_left=True,
            )
            for inlay in found
        ]


def _visible(document: Document, start: int, end: int) -> list[tuple[View, int, int]]:
    """Return the pieces of PTX between two offsets, each with its visible part."""
    if document.language == "ptx":
        return [(View(document.listing), start, end)]
    return [(view, 0, len(view.listing.text)) for view in document.views_between(start, end)]


def _names(server: PtxServer) -> None:
    """Find and change names."""

    def locations(
        document: Document, view: View, spans: list[tuple[int, int]]
    ) -> list[lsp.Location]:
        return [
            lsp.Location(uri=document.uri, range=each) for each in ranges(document, view, spans)
        ]

    def python_mentions(uri: str, position: lsp.Position) -> list[PythonName]:
        there = server.python_at(uri, position)
        found = None if there is None else find_name(there[1], there[2])
        return [] if found is None else found.mentions

    def in_python(uri: str, names: list[PythonName]) -> list[lsp.Location]:
        document = server.documents[uri]
        return [
            lsp.Location(
                uri=uri,
                range=range_of(document.source, name.start, name.start + len(name.name)),
            )
            for name in names
        ]

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def go_to_definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        here = server.at(params.text_document.uri, params.position)
        if here is None:
            mentions = python_mentions(params.text_document.uri, params.position)
            written = [name for name in mentions if name.is_written]
            return in_python(params.text_document.uri, written)
        document, view, offset = here
        operand = view.operand_at(offset)
        if operand is not None:
            place = operand.place + (view.block.start if view.block else 0)
            where = range_of(document.source, place, place + 1)
            return [lsp.Location(uri=document.uri, range=where)]
        statement = view.listing.statement_at(offset)
        source = None if statement is None else source_place(view.listing, statement)
        if source is not None:
            path = find_source(source[0], document.path)
            start = lsp.Position(max(source[1] - 1, 0), 0)
            return [] if path is None else [lsp.Location(path.as_uri(), lsp.Range(start, start))]
        name = name_at(view.listing, offset)
        return [] if name is None else locations(document, view, definitions(view.listing, name))

    @server.feature(lsp.TEXT_DOCUMENT_DECLARATION)
    def go_to_declaration(params: lsp.DeclarationParams) -> list[lsp.Location]:
        here = server.at(params.text_document.uri, params.position)
        if here is None:
            return []
        document, view, offset = here
        name = name_at(view.listing, offset)
        if name is None or name.declared is None:
            return []
        return locations(document, view, [(name.declared.start, name.declared.end)])

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def find_references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        here = server.at(params.text_document.uri, params.position)
        if here is None:
            mentions = python_mentions(params.text_document.uri, params.position)
            return in_python(params.text_document.uri, mentions)
        document, view, offset = here
        name = name_at(view.listing, offset)
        if name is None:
            return []
        found = references(view.listing, name)
        declared = name.declared
        if declared is not None:
            found = [at for at in found if at != declared.start]
        spans = [(at, at + len(name.text)) for at in found]
        if declared is not None and params.context.include_declaration:
            spans.append((declared.start, declared.end))
        return locations(document, view, sorted(spans))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        here = server.at(params.text_document.uri, params.position)
        if here is None:
            return [
                lsp.DocumentHighlight(
                    range=each.range, kind=lsp.DocumentHighlightKind(3 if name.is_written else 2)
                )
                for name in python_mentions(params.text_document.uri, params.position)
                for each in in_python(params.text_document.uri, [name])
            ]
        document, view, offset = here
        name = name_at(view.listing, offset)
        if name is None:
            return []
        written = {at for at, _ in writes_of(view.listing, name)}
        found = []
        for at in references(view.listing, name):
            kind = (
                lsp.DocumentHighlightKind.Write if at in written else lsp.DocumentHighlightKind.Read
            )
            found += [
                lsp.DocumentHighlight(range=each, kind=kind)
                for each in ranges(document, view, [(at, at + len(name.text))])
            ]
        return found

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


def _writing(server: PtxServer) -> None:
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


def _shape(server: PtxServer) -> None:
    """Show the parts of a document."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def show_outline(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return []
        if document.python is not None:
            found = outline_python(document.python)
        else:
            found = outline(document.listing) if document.language == "ptx" else []
        return [symbol_of(document.source, each) for each in found]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def fold(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return []
        if document.python is not None:
            found = fold_python(document.python)
        else:
            found = folds(document.listing) if document.language == "ptx" else []
        return [
            lsp.FoldingRange(
                start_line=each.first,
                end_line=each.last,
                kind=lsp.FoldingRangeKind.Comment if each.kind == "comment" else None,
            )
            for each in found
        ]


_LEGEND: Final = lsp.SemanticTokensLegend(
    token_types=list(TYPES_OF_TOKENS), token_modifiers=list(MODIFIERS)
)


def _colours(server: PtxServer) -> None:
    """Colour the text."""

    def current(uri: str) -> list[int] | None:
        document = server.documents.get(uri)
        return None if document is None else document_tokens(document)

    def remember(uri: str, numbers: list[int]) -> str:
        known = server.sent_tokens.get(uri)
        name = str(int(known[0]) + 1) if known is not None else "1"
        server.sent_tokens[uri] = name, numbers
        return name

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _LEGEND)
    def colour(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
        numbers = current(params.text_document.uri)
        if numbers is None:
            return None
        name = remember(params.text_document.uri, numbers)
        return lsp.SemanticTokens(data=numbers, result_id=name)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, _LEGEND)
    def colour_again(
        params: lsp.SemanticTokensDeltaParams,
    ) -> lsp.SemanticTokens | lsp.SemanticTokensDelta | None:
        uri = params.text_document.uri
        numbers = current(uri)
        if numbers is None:
            return None
        known = server.sent_tokens.get(uri)
        name = remember(uri, numbers)
        if known is None or known[0] != params.previous_result_id:
            return lsp.SemanticTokens(data=numbers, result_id=name)
        edits = [
            lsp.SemanticTokensEdit(start=start, delete_count=count, data=data)
            for start, count, data in changes(known[1], numbers)
        ]
        return lsp.SemanticTokensDelta(edits=edits, result_id=name)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, _LEGEND)
    def colour_lines(params: lsp.SemanticTokensRangeParams) -> lsp.SemanticTokens | None:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        source = document.source
        start = source.offset(params.range.start.line, 0)
        end = source.offset(params.range.end.line + 1, 0)
        return lsp.SemanticTokens(data=document_tokens(document, start, end))


def _actions(server: PtxServer) -> None:
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


def _lenses(server: PtxServer) -> None:
    """Offer commands above kernels, and carry them out."""

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def show_lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        document = server.documents.get(params.text_document.uri)
        if document is None or document.language != "ptx":
            return []
        found = []
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
