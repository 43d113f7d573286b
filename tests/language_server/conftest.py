"""An editor for tests: pygls' own client, which speaks with `ptxpy lsp` over its pipes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

lsp: Any = pytest.importorskip("lsprotocol.types")
client_module: Any = pytest.importorskip("pygls.lsp.client")

ROOT = Path(__file__).parents[2]
SECONDS = 60
"""How long an answer may take; a slow machine needs some."""

_T = TypeVar("_T")


_CAPABILITIES = lsp.ClientCapabilities(
    window=lsp.WindowClientCapabilities(
        show_document=lsp.ShowDocumentClientCapabilities(support=True)
    )
)


class Editor:
    """A client with open documents. A place in a text is where `^` stands in it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, folder: Path = ROOT) -> None:
        """Start the server in a folder."""
        self.loop = loop
        self.client = client_module.LanguageClient("tests", "1")
        self.diagnostics: dict[tuple[str, int], list[Any]] = {}
        self.shown: list[str] = []
        self.messages: list[str] = []
        self._published = asyncio.Event()
        self._number = 0
        self._versions: dict[str, int] = {}

        def published(params: Any) -> None:
            self.diagnostics[params.uri, params.version or 0] = [*params.diagnostics]
            self._published.set()

        def show(params: Any) -> Any:
            self.shown.append(params.uri)
            return lsp.ShowDocumentResult(success=True)

        def told(params: Any) -> None:
            self.messages.append(params.message)

        for name, handler in (
            (lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, published),
            (lsp.WINDOW_SHOW_DOCUMENT, show),
            (lsp.WINDOW_SHOW_MESSAGE, told),
            (lsp.WINDOW_LOG_MESSAGE, told),
        ):
            self.client.feature(name)(handler)
        self.wait(self.client.start_io(sys.executable, "-P", "-m", "ptxpy", "lsp", cwd=folder))
        self.capabilities = self.wait(
            self.client.initialize_async(
                lsp.InitializeParams(capabilities=_CAPABILITIES, root_uri=None)
            )
        ).capabilities
        self.client.initialized(lsp.InitializedParams())

    def wait(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Wait for an answer."""
        return self.loop.run_until_complete(asyncio.wait_for(work, SECONDS))

    def end(self) -> int:
        """End the server; return its exit status."""
        self.wait(self.client.shutdown_async(None))
        self.client.exit(None)
        process = self.client._server  # noqa: SLF001 - the client has no other way to it
        status: int = self.wait(process.wait())
        return status

    def open(self, text: str, suffix: str = ".ptx", folder: Path | None = None) -> tuple[str, Any]:
        """Open a text; return its address and the position of `^` in it, which is taken out."""
        self._number += 1
        path = (folder or ROOT) / f"opened{self._number}{suffix}"
        uri = path.as_uri()
        at = text.find("^")
        text = text.replace("^", "", 1)
        self._versions[uri] = 1
        language = {".py": "python", ".cu": "cuda-cpp"}.get(suffix, "ptx")
        self.client.text_document_did_open(
            lsp.DidOpenTextDocumentParams(
                lsp.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
            )
        )
        return uri, position(text, max(at, 0))

    def change(self, uri: str, start: Any, end: Any, text: str) -> None:
        """Replace the text between two positions."""
        self._versions[uri] += 1
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(uri=uri, version=self._versions[uri]),
                [lsp.TextDocumentContentChangePartial(range=lsp.Range(start, end), text=text)],
            )
        )

    def checked(self, uri: str) -> list[Any]:
        """Wait for the diagnostics of a document as it is now."""

        async def wait() -> list[Any]:
            key = uri, self._versions[uri]
            while key not in self.diagnostics:
                self._published.clear()
                await self._published.wait()
            return self.diagnostics[key]

        return self.wait(wait())

    def ask(self, method: str, uri: str, at: Any = None, **others: Any) -> Any:
        """Ask for something at a position of a document: `hover`, `definition`."""
        name = "".join(part.capitalize() for part in method.removesuffix("s").split("_"))
        kind = getattr(lsp, f"{name}Params", None) or getattr(lsp, f"{name}sParams")
        given = {"text_document": lsp.TextDocumentIdentifier(uri=uri), **others}
        if at is not None:
            given["position"] = at
        return self.wait(getattr(self.client, f"text_document_{method}_async")(kind(**given)))

    def hover(self, text: str, suffix: str = ".ptx") -> str:
        """Open a text and return what is shown of the word at `^`; empty for nothing."""
        uri, at = self.open(text, suffix)
        if suffix != ".ptx":
            self.checked(uri)
        found = self.ask("hover", uri, at)
        return "" if found is None else str(found.contents.value)

    def words(self, text: str, suffix: str = ".ptx") -> list[str]:
        """Open a text and return the words that are proposed at `^`."""
        uri, at = self.open(text, suffix)
        if suffix != ".ptx":
            self.checked(uri)
        found = self.ask("completion", uri, at)
        return [] if found is None else [each.label for each in found.items]


def position(text: str, offset: int) -> Any:
    """Return the position of an offset in a text, in UTF-16 as the protocol counts."""
    line = text.count("\n", 0, offset)
    start = text.rfind("\n", 0, offset) + 1
    return lsp.Position(line, len(text[start:offset].encode("utf-16-le")) // 2)


@pytest.fixture(scope="session")
def editor() -> Iterator[Editor]:
    """An editor with a server, which all tests share: each opens documents of its own."""
    loop = asyncio.new_event_loop()
    opened = Editor(loop)
    yield opened
    assert opened.end() == 0
    loop.run_until_complete(asyncio.sleep(0.05))
    loop.close()
