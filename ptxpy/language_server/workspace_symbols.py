"""The functions and variables of all files of PTX in the folders that an editor has open.

A file is read when a symbol is first searched for, and again when it has changed. Only the text
outside of braces is looked at word by word, so that 15 MB take a second. Entries of folders, files,
bytes, symbols and seconds are bounded.
"""

from __future__ import annotations

import os
import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.demangle import demangled
from ptxpy.ir import compile_pattern
from ptxpy.language_server.listing import Listing
from ptxpy.language_server.source_text import SourceText, units

__all__ = ["FileSymbol", "WorkspaceIndex", "symbols_at_places", "symbols_of"]

MAX_VISITED: Final = 100_000
"""The most entries of folders that are looked at."""
MAX_FILES: Final = 5000
MAX_FILE_BYTES: Final = 1 << 26
"""The length of a file above which it is not read."""
MAX_SYMBOLS: Final = 200_000
"""The most symbols that are kept."""
MAX_SECONDS: Final = 5.0
"""How long files are read for one search; the next one goes on."""
MAX_FOUND: Final = 300
"""The most symbols of an answer."""
_SKIPPED: Final = frozenset(("node_modules", "__pycache__", "site-packages"))


class FileSymbol(NamedTuple):
    """A function or variable of a module."""

    name: str
    kind: str
    """`kernel`, `function` or `variable`."""
    path: str
    line: int
    """Its line, from 0."""
    character: int
    """The units of UTF-16 before its name in the line."""
    length: int
    """Those of its name."""


_COMMENTS: Final = r'//[^\n]*+|/\*(?s:.*?)(?:\*/|\Z)|"[^"\n]*+"?|/'
_OUTSIDE: Final = compile_pattern(rf'(?:[^{{"/]++|{_COMMENTS})*+')
"""Text up to the next opening brace."""
_INSIDE: Final = compile_pattern(rf'(?:[^{{}}"/]++|\{{[^{{}}"/]*+\}}|{_COMMENTS})*+')
"""Text up to a closing brace, or up to an opening one with more than a vector behind it."""


def symbols_of(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the functions and variables that a text of PTX defines: name, kind and offset.

    >>> [*symbols_of(".global .b32 a[4], b; .entry k() { .shared .b32 s; ret; }")]
    [('a', 'variable', 13), ('b', 'variable', 19), ('k', 'kernel', 29)]
    """
    parts, starts = _outermost(text)
    listing = Listing.of(SourceText("".join(parts)))
    cut = [0, *accumulate(map(len, parts))]

    def place(offset: int) -> int:
        part = bisect_right(cut, offset) - 1
        return starts[part] + offset - cut[part]

    defined = {each.name: each for each in listing.functions if each.scope is not None}
    found = [
        (name, "kernel" if each.kind == ".entry" else "function", place(each.name_start))
        for name, each in defined.items()
    ]
    found += [
        (name, "variable", place(each.start))
        for name, each in listing.module.declared.items()
        if each.kind == "variable" and ".extern" not in each.statement.words()
    ]
    yield from sorted(found, key=lambda each: each[2])


def _outermost(text: str) -> tuple[list[str], list[int]]:
    """Return a text without the insides of its outermost braces, in parts with their offsets."""
    parts: list[str] = []
    starts: list[int] = []
    at = 0
    while at < len(text):
        match = _OUTSIDE.match(text, at)
        assert match is not None  # noqa: S101 - it matches nothing as well
        parts.append(text[at : match.end() + 1])
        starts.append(at)
        at = match.end() + 1
        depth = 1
        while depth and at < len(text):
            inner = _INSIDE.match(text, at)
            assert inner is not None  # noqa: S101 - it matches nothing as well
            at = inner.end()
            depth += 1 if text[at : at + 1] == "{" else -1
            at += depth > 0

    return parts, starts


def symbols_at_places(path: str, text: str) -> list[FileSymbol]:
    """Return the symbols of a text with their places, in order."""
    found = []
    line = counted = 0
    for name, kind, offset in symbols_of(text):
        line += text.count("\n", counted, offset)
        counted = offset
        before = text[text.rfind("\n", 0, offset) + 1 : offset]
        found.append(FileSymbol(name, kind, path, line, units(before), units(name)))
    return found


class _IndexedFile(NamedTuple):
    """A file that was read."""

    changed: tuple[int, int]
    """When it was changed, and its length."""
    symbols: tuple[FileSymbol, ...]


class WorkspaceIndex:
    """The symbols of the files in some folders."""

    def __init__(self) -> None:
        """Know no file."""
        self._files: dict[str, _IndexedFile] = {}
        self._names: dict[str, str] = {}
        """The texts of the search, by symbol: the symbol and its C++ name, in lower case."""

    def refresh(self, folders: Iterable[Path]) -> None:
        """Read the files that are new or have changed, within the bounds above."""
        end = time.monotonic() + MAX_SECONDS
        seen: dict[str, tuple[int, int]] = {}
        for path, changed in _files(folders):
            seen[path] = changed
            if len(seen) >= MAX_FILES:
                break
        self._files = {path: file for path, file in self._files.items() if path in seen}
        count = sum(len(file.symbols) for file in self._files.values())
        for path, changed in seen.items():
            known = self._files.get(path)
            if known is not None and known.changed == changed:
                continue
            if time.monotonic() > end or count > MAX_SYMBOLS:
                return
            try:
                text = Path(path).read_bytes().decode("utf-8", "replace")
            except OSError:
                continue
            found = symbols_at_places(path, text)
            count += len(found)
            self._files[path] = _IndexedFile(changed, tuple(found))

    def search(
        self, query: str, opened: Sequence[tuple[str, Sequence[FileSymbol]]] = ()
    ) -> list[FileSymbol]:
        """Return the symbols whose name has a query as a part, the shortest name first.

        If there are none, they are those whose symbol has the letters of the query in order.

        Args:
            query: The letters; empty for all symbols.
            opened: Paths of open documents with their symbols, in place of those of the files.
        """
        own = dict(opened)
        every = [each for symbols in own.values() for each in symbols]
        every += [
            each for path, file in self._files.items() if path not in own for each in file.symbols
        ]
        wanted = query.lower()
        found = [each for each in every if wanted in self._searched(each.name)]
        if not found:
            found = [each for each in every if _has_in_order(each.name.lower(), wanted)]
        return sorted(found, key=lambda each: (len(each.name), each))[:MAX_FOUND]

    def _searched(self, name: str) -> str:
        found = self._names.get(name)
        if found is None:
            if len(self._names) > MAX_SYMBOLS:
                self._names.clear()
            signature = demangled(name).signature if name.startswith("_") else ""
            found = self._names[name] = f"{signature} {name}".strip().lower()
        return found


def _has_in_order(name: str, letters: str) -> bool:
    """Return whether a name has letters in their order, with others between them.

    >>> _has_in_order("row_norms", "rnrm"), _has_in_order("row_norms", "nr_")
    (True, False)
    """
    rest = iter(name)
    return all(letter in rest for letter in letters)


def _files(folders: Iterable[Path]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the files of PTX in folders, each with a stamp of its last change.

    Hidden folders and links to folders are not followed.
    """
    waiting = [str(folder) for folder in folders]
    visited = 0
    while waiting:
        try:
            entries = sorted(os.scandir(waiting.pop()), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            visited += 1
            if visited > MAX_VISITED:
                return
            try:
                if entry.is_dir(follow_symlinks=False):
                    if not entry.name.startswith(".") and entry.name not in _SKIPPED:
                        waiting.append(entry.path)
                elif entry.name.endswith(".ptx") and entry.is_file():
                    status = entry.stat()
                    if status.st_size <= MAX_FILE_BYTES:
                        yield entry.path, (status.st_mtime_ns, status.st_size)
            except OSError:
                continue
