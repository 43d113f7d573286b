"""Commands of the server: a document imported to Python, run, viewed as a page, or explained.

Each but the last is a `ptxpy` command in a process of its own, on a copy of the editor's text in a
folder of the server. So a command that takes long or fails leaves the server as it is, and Python
imports nothing from the folder of the document.
"""

from __future__ import annotations

import asyncio
import shlex
import sys
import tempfile
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.language_server.documents import Document
from ptxpy.language_server.inline_summary import explain

__all__ = ["COMMANDS", "CommandFolder", "Outcome", "child_command"]

COMMANDS: Final = ("ptxpy.explain", "ptxpy.import", "ptxpy.run", "ptxpy.view")
"""The names of the commands. Each takes the address of a document; `ptxpy.run` takes the name of a
kernel, and a list of arguments for `ptxpy run`, as well, and `ptxpy.explain` the line and character
of a block of inline PTX, from 0."""

MAX_SECONDS: Final = 120.0
"""How long a command may take."""
MAX_SHOWN_BYTES: Final = 1 << 20
"""The most output of a run that is shown."""


class Outcome(NamedTuple):
    """The result of a command."""

    is_done: bool
    message: str
    """The result, or the reason why there is none, in a line or a few."""
    shown: Path | None = None
    """A file to show."""
    is_page: bool = False
    """Whether the file is for a browser."""


def child_command(*arguments: str) -> tuple[str, ...]:
    """Return the command line of a module of ptxpy in a process of its own.

    The folder in which it starts is not searched for modules: it may be that of a stranger's files.
    """
    return (sys.executable, "-P", "-m", *arguments)


class CommandFolder:
    """A folder for copies of documents, and for the files that commands make."""

    def __init__(self) -> None:
        """Make the folder at the first command."""
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._count = 0

    def close(self) -> None:
        """Remove the folder."""
        if self._folder is not None:
            with suppress(OSError):
                self._folder.cleanup()

    def _copy(self, document: Document) -> Path:
        """Write the text of a document; return the file, which has the document's name."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="ptxpy-lsp-")
        self._count += 1
        folder = Path(self._folder.name, str(self._count))
        folder.mkdir()
        path = folder / (PurePath(document.path).name or "kernel.ptx")
        path.write_bytes(document.text.encode("utf-8", "surrogatepass"))
        return path

    async def run(self, name: str, document: Document, rest: list[object]) -> Outcome:
        """Carry a command out.

        Args:
            name: One of `COMMANDS`.
            document: The document.
            rest: The arguments of the command after the address of the document.
        """
        if name == "ptxpy.explain":
            return self._explain(document, rest)
        if document.language != "ptx":
            return Outcome(is_done=False, message=f"{name} is for PTX: no Python is executed")
        if name == "ptxpy.import":
            return await self._import(document)
        if name == "ptxpy.view":
            return await self._view(document)
        return await self._run(document, rest)

    def _explain(self, document: Document, rest: list[object]) -> Outcome:
        match rest:
            case [int(line), int(character), *_]:
                found = document.view_at(document.source.offset(line, character))
            case _:
                found = None
        if found is None:
            return Outcome(is_done=False, message="there is no PTX at this place")
        view = found[0]
        shown = self._copy(document).with_suffix(".md")
        shown.write_text(explain(view, PurePath(document.path).name), encoding="utf-8")
        return Outcome(is_done=True, message=f"explained in {shown.name}", shown=shown)

    async def _import(self, document: Document) -> Outcome:
        target = Path(document.path).with_suffix(".py")
        if target.exists():
            return Outcome(is_done=False, message=f"{target} exists already", shown=target)
        source = self._copy(document)
        made = source.with_suffix(".py")
        status, text = await _ptxpy(source.parent, "import", source.name, "-o", made.name)
        if status or not made.exists():
            return Outcome(is_done=False, message=_last_lines(text))
        try:
            # A file that came into being meanwhile is not overwritten either.
            with target.open("xb") as output:
                output.write(made.read_bytes())
        except OSError as error:
            return Outcome(is_done=False, message=f"{target}: {error.strerror or error}")
        return Outcome(is_done=True, message=f"{target.name}: {_last_lines(text)}", shown=target)

    async def _view(self, document: Document) -> Outcome:
        source = self._copy(document)
        page = source.with_suffix(".html")
        status, text = await _ptxpy(source.parent, "view", source.name, "-o", page.name)
        if status or not page.exists():
            return Outcome(is_done=False, message=_last_lines(text))
        return Outcome(is_done=True, message=_last_lines(text), shown=page, is_page=True)

    async def _run(self, document: Document, rest: list[object]) -> Outcome:
        kernel = rest[0] if rest and isinstance(rest[0], str) else ""
        given = rest[1] if len(rest) > 1 and isinstance(rest[1], list) else []
        words = [str(word) for word in given]
        source = self._copy(document)
        chosen = ("--kernel", kernel) if kernel else ()
        if not words:
            status, listing = await _ptxpy(source.parent, "run", source.name, *chosen)
            example = next(
                (line for line in listing.splitlines() if line.startswith("    ptxpy run ")), ""
            )
            if status or not example:
                return Outcome(is_done=False, message=_last_lines(listing))
            # The words behind the file of an example: a grid and arguments.
            words = shlex.split(example)[3:]
            # An example for a GPU is run in the simulator all the same, which says what it lacks.
            if "--device" in words:
                at = words.index("--device")
                del words[at : at + 2]
            if "--kernel" in words:
                chosen = ()
        if not any(word.partition("=")[0] == "--device" for word in words):
            words += ["--device", "cpu"]
        status, text = await _ptxpy(source.parent, "run", source.name, *chosen, *words)
        command = shlex.join(["ptxpy", "run", PurePath(document.path).name, *chosen, *words])
        shown = source.with_suffix(".txt")
        shown.write_text(f"$ {command}\n{text[:MAX_SHOWN_BYTES]}", encoding="utf-8")
        return Outcome(is_done=not status, message=_last_lines(text), shown=shown)


async def _ptxpy(folder: Path, *words: str) -> tuple[int, str]:
    """Run a command of ptxpy in a folder; return its exit status and output."""
    process = await asyncio.create_subprocess_exec(
        *child_command("ptxpy", *words),
        cwd=folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        output, _ = await asyncio.wait_for(process.communicate(), MAX_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()
        return 1, f"ptxpy {words[0]} has been ended after {MAX_SECONDS:.0f} s"
    return process.returncode or 0, output.decode("utf-8", "replace")


MAX_LINES: Final = 8


def _last_lines(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return "\n".join(lines[-MAX_LINES:]) or "no output"
