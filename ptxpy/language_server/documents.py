"""Open documents: PTX, and sources of C++ and Python with PTX inside.

A document is a text with *views*: pieces of PTX with their places in it. A file of PTX is one view.
The blocks of inline PTX in a source are found in the background, by the check; until they are found
anew, an edit moves those behind it, and changes the text of the one that it is in.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from ptxpy._records import NamedTuple
from ptxpy.inline_ptx import is_cuda
from ptxpy.language_server.listing import Listing
from ptxpy.language_server.python_text import PythonText, is_ptx_python
from ptxpy.language_server.source_text import SourceText

__all__ = ["Document", "InlineBlock", "InlineOperand", "View", "language_of"]


class InlineOperand(NamedTuple):
    """An operand of a block of inline PTX."""

    constraint: str
    expression: str
    type: str
    place: int
    """The place of its constraint in the file, from the beginning of the block."""


class InlineBlock(NamedTuple):
    """A block of inline PTX in a source."""

    start: int
    """The offset in the file of the first character of the template."""
    end: int
    """The offset behind the last one."""
    text: str
    """The template."""
    runs: tuple[tuple[int, int, int], ...]
    """Pieces whose characters follow each other in the file, too: the offset in the template, the
    place in the file from the beginning of the block, and the length."""
    sign: str
    """`%` or `$`, which comes before the number of an operand."""
    operands: tuple[InlineOperand, ...]

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> InlineBlock | None:
        """Return the block that the check has found; None if its text has no place."""
        if not found["runs"]:
            return None
        start = min(place for _, place, _ in found["runs"])
        end = max(place + length for _, place, length in found["runs"])
        runs = tuple((at, place - start, length) for at, place, length in found["runs"])
        operands = tuple(
            InlineOperand(constraint, expression, kind, place - start)
            for constraint, expression, kind, place in found["operands"]
        )
        return cls(start, end, found["text"], runs, found["sign"], operands)

    def moved(self, start: int, end: int, text: str) -> InlineBlock | None:
        """Return the block after an edit of its file; None if the edit breaks its string."""
        step = len(text) - (end - start)
        if start > self.end:
            return self
        if end < self.start:
            return self._replace(start=self.start + step, end=self.end + step)
        # Quotes and line ends end a string, so the rest is none.
        if '"' in text or "\n" in text:
            return None
        first, last = start - self.start, end - self.start
        runs: list[tuple[int, int, int]] = []
        template = self.text
        shift = 0
        for at, place, length in self.runs:
            if last < place:
                runs.append((at + shift, place + step, length))
            elif first > place + length:
                runs.append((at + shift, place, length))
            elif first >= place and last <= place + length and not shift:
                begin = at + first - place
                template = template[:begin] + text + template[begin + last - first :]
                runs.append((at, place, length + step))
                shift = step
            elif shift and first == place + length:
                runs.append((at + shift, place + step, length))
            else:
                return None
        operands = tuple(
            each._replace(place=each.place + step) if each.place >= last else each
            for each in self.operands
        )
        return self._replace(
            end=self.end + step, text=template, runs=tuple(runs), operands=operands
        )


class View:
    """A piece of PTX in a document."""

    def __init__(
        self, listing: Listing, block: InlineBlock | None = None, source: SourceText | None = None
    ) -> None:
        """Take the listing of the piece, and for inline PTX its block and the text around it."""
        self.listing = listing
        self.block = block
        self._source = source or listing.source

    def line(self, offset: int) -> int:
        """Return the line of the document, from 1, of an offset of the piece."""
        place = self.outer(offset, offset) or (0 if self.block is None else self.block.start,)
        return self._source.line_of(place[0]) + 1

    def outer(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the place in the file of a piece; None if it has none."""
        if self.block is None:
            return start, end
        runs, base = self.block.runs, self.block.start
        index = bisect_right(runs, start, key=lambda run: run[0]) - 1
        if index < 0:
            return None
        at, place, length = runs[index]
        if end > at + length:
            return None
        return base + place + start - at, base + place + end - at

    def operand_at(self, offset: int) -> InlineOperand | None:
        """Return the operand that a number at an offset of the piece means: `%0`, `$1`; or None."""
        token = None if self.block is None else self.listing.token_at(offset)
        if self.block is None or token is None:
            return None
        word = self.listing.text[token.start : token.end]
        number = word.removeprefix(self.block.sign)
        # In C++ `%%0` is a register of the code, and `%0` an operand.
        is_escaped = self.listing.text[token.start - 1 : token.start] == self.block.sign
        if word == number or is_escaped or not (number.isascii() and number.isdecimal()):
            return None
        index = int(number[:8])
        return self.block.operands[index] if index < len(self.block.operands) else None

    def inner(self, offset: int) -> int | None:
        """Return the place in the piece of an offset in the file; None if it is not in it."""
        if self.block is None:
            return offset
        inside = offset - self.block.start
        for at, place, length in self.block.runs:
            if place <= inside <= place + length:
                return at + inside - place
        return None


def language_of(path: str, language: str = "") -> str:
    """Return `ptx`, `python` or `cuda` for a document, by its name, or else by its language."""
    name = PurePath(path)
    if name.suffix == ".ptx":
        return "ptx"
    if name.suffix in (".py", ".pyi"):
        return "python"
    if is_cuda(path):
        return "cuda"
    return {"python": "python", "cuda-cpp": "cuda", "cuda": "cuda", "cpp": "cuda", "c": "cuda"}.get(
        language, "ptx"
    )


class Document:
    """An open document."""

    def __init__(self, uri: str, path: str, language: str, text: str, version: int) -> None:
        """Open a document.

        Args:
            uri: Its address.
            path: The path of its file; the address of one that has none.
            language: `ptx`, `python` or `cuda`.
            text: Its text.
            version: The editor's number of its state.
        """
        self.uri = uri
        self.path = path
        self.language = language
        self.version = version
        self.source = SourceText(text)
        self.blocks: list[InlineBlock] = []
        """The inline PTX that the last check has found in a source, moved by the edits since."""
        self.found: list[tuple[Any, dict[str, Any]]] = []
        """The diagnostics of the last check: as they were sent, and as they were found."""
        self.found_version = -1
        """The state that was checked."""
        self._listings: dict[str, Listing] = {}
        self._listing: Listing | None = None
        self._stale: Listing | None = None
        self._python: PythonText | None = None

    def change(self, line: int, character: int, last: int, last_character: int, text: str) -> None:
        """Replace the text between two positions."""
        start = self.source.offset(line, character)
        end = max(start, self.source.offset(last, last_character))
        self._changed(self.source.replaced(start, end, text))
        moved = (block.moved(start, end, text) for block in self.blocks)
        self.blocks = [block for block in moved if block is not None]

    def replace(self, text: str) -> None:
        """Replace the whole text."""
        self._changed(SourceText(text))
        self.blocks = []

    def _changed(self, source: SourceText) -> None:
        self.source = source
        self._stale = self._listing or self._stale
        self._listing = None
        self._python = None

    @property
    def text(self) -> str:
        """The text."""
        return self.source.text

    @property
    def python(self) -> PythonText | None:
        """The text of a Python file that imports this package; None for any other document."""
        if self._python is None and self.language == "python" and is_ptx_python(self.text):
            self._python = PythonText(self.source)
        return self._python

    @property
    def listing(self) -> Listing:
        """The listing of a document of PTX."""
        if self._listing is None:
            stale = self._stale
            fresh = Listing.of(self.source) if stale is None else stale.changed(self.source)
            self._listing = fresh
            self._stale = None
        return self._listing

    def views(self) -> Iterator[View]:
        """Yield the pieces of PTX."""
        if self.language == "ptx":
            yield View(self.listing)
            return
        for block in self.blocks:
            yield View(self._inline_listing(block.text), block, self.source)

    def views_between(self, start: int, end: int) -> Iterator[View]:
        """Yield the pieces of PTX that are at least partly between two offsets."""
        if self.language == "ptx":
            yield View(self.listing)
            return
        for block in self.blocks:
            if block.start <= end and block.end >= start:
                yield View(self._inline_listing(block.text), block, self.source)

    def _inline_listing(self, text: str) -> Listing:
        if len(self._listings) > 2 * len(self.blocks) + 100:
            self._listings.clear()
        found = self._listings.get(text)
        if found is None:
            found = self._listings[text] = Listing.of(SourceText(text), is_body=True)
        return found

    def view_at(self, offset: int) -> tuple[View, int] | None:
        """Return the piece of PTX at an offset, and the offset in it."""
        if self.language == "ptx":
            return View(self.listing), offset
        for block in self.blocks:
            if not block.start <= offset <= block.end:
                continue
            view = View(self._inline_listing(block.text), block, self.source)
            inner = view.inner(offset)
            if inner is not None:
                return view, inner
        return None
