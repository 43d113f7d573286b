"""The PTX texts of a binary by name, and the choice of one of several."""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.binaries.files import is_binary, scan, text_entry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ptxpy.binaries.containers import Entry

__all__ = [
    "SEPARATOR",
    "Binary",
    "SelectionError",
    "Text",
    "binary_of",
    "single_text",
    "split_name",
]

SEPARATOR: Final = "::"
"""Between the names of a binary, of a member in it, and of a text: `lib.so::1.sm_80.ptx`."""

_ENTRY_POINT: Final = re.compile(rb"^[ \t]*(?:\.\w+[ \t]+)*\.entry\s+([\w$%]+)", re.MULTILINE)
_ARCH: Final = re.compile(r"sm_(\d+)([af]?)")
_ARCH_GIVEN: Final = re.compile(r"(?:sm_|compute_)?(\d+[af]?)")
_BINARIES_KEPT: Final = 2
_MAX_LISTED: Final = 12
_START_BYTES: Final = 8


class SelectionError(ValueError):
    """A binary holds no PTX, or several texts of which none was chosen."""


class Text(NamedTuple):
    """A PTX text in a binary."""

    label: str
    """Its name in the binary, unique: `1.sm_90a.ptx`, or `lib/libx.so::1.sm_90a.ptx` in a wheel."""
    entry: Entry

    def read(self) -> bytes:
        """Return the text; raises `BinaryFormatError` if it is damaged."""
        return self.entry.read()

    def kernels(self) -> tuple[str, ...]:
        """Return the symbols of its kernels, in their order."""
        return tuple(name.decode() for name in _ENTRY_POINT.findall(self.read()))

    @property
    def arch(self) -> str:
        """Its target: `sm_90a`."""
        return self.entry.arch


@dataclass(frozen=True)
class Binary:
    """A file that may hold PTX, with the entries found there."""

    name: str
    """Its name for messages."""
    texts: tuple[Text, ...]
    others: tuple[Entry, ...]
    """Its other contents: cubins and intermediate code."""

    @cached_property
    def by_label(self) -> dict[str, Text]:
        """The texts by their labels."""
        return {text.label: text for text in self.texts}

    def select(
        self,
        kernel: str | None = None,
        arch: str | None = None,
        *,
        matches: Callable[[Sequence[str], str], Sequence[str]],
        nearest: Callable[[Sequence[str], str], Sequence[str]] | None = None,
    ) -> list[Text]:
        """Return the texts for an architecture that have a kernel; raises `SelectionError` if none.

        Args:
            kernel: A name that `matches` understands; None for any.
            arch: An architecture, `sm_90a`, `compute_90a` or `90a`; None for any.
            matches: Returns which of some symbols a name stands for.
            nearest: Returns names of some symbols that are like a name, for messages.
        """
        if not self.texts:
            raise SelectionError(self.without_ptx())
        given = _ARCH_GIVEN.fullmatch(arch or "")
        # `compute_90` and `90` name the same architecture as `sm_90`.
        arch = f"sm_{given[1]}" if given else arch
        found = [text for text in self.texts if arch in (None, text.arch)]
        if not found:
            there = ", ".join(_by_arch({text.arch for text in self.texts}))
            message = f"{self.name}: no PTX for {arch}; there is some for {there}"
            raise SelectionError(message)
        if kernel is not None:
            having = [(text, text.kernels()) for text in found]
            # All symbols are matched at once, since a name may be a number or a unique part.
            all_symbols = list(dict.fromkeys(each for _, some in having for each in some))
            wanted = set(matches(all_symbols, kernel))
            if not wanted:
                close = nearest(all_symbols, kernel) if nearest is not None else ()
                hint = f"; did you mean {' or '.join(close)}?" if close else ""
                message = f"{self.name}: no kernel {kernel!r}{hint}{self._listed(found)}"
                raise SelectionError(message)
            found = [text for text, symbols in having if wanted.intersection(symbols)]
        return found

    def choose(self, found: Sequence[Text], kernel: str | None = None) -> Text:
        """Return the one of some texts that a command takes which works on one.

        That is the one for the highest architecture, if all have the kernel that was named, or else
        if all have the same kernels: then they are one source compiled for several. Raises
        `SelectionError` if there are others for that architecture.
        """
        if not found:
            message = f"{self.name}: no such text has the kernel{self._listed(self.texts)}"
            raise SelectionError(message)
        if len(found) > 1:
            # Texts with the same kernels are one source for several architectures.
            kernels = {text.kernels() for text in found} if kernel is None else {()}
            highest = max(_order(text.arch) for text in found)
            best = [text for text in found if _order(text.arch) == highest]
            if len(kernels) > 1 or len({text.read() for text in best}) > 1:
                what = "name a kernel, or one of them" if kernel is None else "name one of them"
                message = f"{self.name}: holds several PTX texts; {what}{self._listed(found)}"
                raise SelectionError(message)
            found = best
        return found[0]

    def find(
        self, word: str, *, matches: Callable[[Sequence[str], str], Sequence[str]]
    ) -> list[Text]:
        """Return the texts that a word after `::` stands for; raises `SelectionError` if none.

        That is the label of a text or of a member, an architecture, or a kernel.
        """
        if not self.texts:
            raise SelectionError(self.without_ptx())
        if word in self.by_label:
            return [self.by_label[word]]
        # The name of a member of a zip file stands for all texts in it.
        inside = [text for text in self.texts if text.label.startswith(word + SEPARATOR)]
        if inside:
            return inside
        # An architecture is tried before kernels: no kernel is called `sm_90`.
        if _ARCH.fullmatch(word):
            return self.select(arch=word, matches=matches)
        # A word that ends in `.ptx` was meant as a label, so it is no kernel.
        if word.endswith(".ptx"):
            message = f"{self.name}: no text {word}{self._listed(self.texts)}"
            raise SelectionError(message)
        return self.select(word, matches=matches)

    def _listed(self, found: Sequence[Text]) -> str:
        """Return a list of texts for messages."""
        rows = [
            f"{self.name}{SEPARATOR}{text.label}  {_first(text.kernels())}"
            for text in found[:_MAX_LISTED]
        ]
        more = len(found) - _MAX_LISTED
        rows += [f"and {more:,} more"] if more > 0 else []
        return "; there are:" + "".join(f"\n    {row}" for row in rows)

    def without_ptx(self) -> str:
        """Return the message about a binary without PTX: its contents, and how to compile it."""
        if not self.others:
            return f"{self.name}: holds no PTX: there is no device code in it"
        kinds = sorted({entry.kind for entry in self.others})
        arches = _by_arch({entry.arch for entry in self.others})
        number = arches[0].removeprefix("sm_")
        what = " and ".join({"cubin": "machine code (cubins)"}.get(kind, kind) for kind in kinds)
        return (
            f"{self.name}: holds no PTX, only {what} for {', '.join(arches)}; compile it with "
            f"-gencode arch=compute_{number},code=compute_{number}, which embeds PTX"
        )


def binary_of(path: str | os.PathLike[str]) -> Binary | None:
    """Return a file as a binary; None for another file, such as PTX or Python.

    Raises `BinaryFormatError` for damaged files, and `OSError`. The data of the last files is
    kept, so that the texts of a file can be asked for one after the other.
    """
    with Path(path).open("rb") as file:
        if not is_binary(file.read(_START_BYTES)):
            return None
        # Time, size and number of the file are part of the key: a file that was built again is read
        # again.
        status = os.fstat(file.fileno())
    return _binary(os.fspath(path), (status.st_mtime_ns, status.st_size, status.st_ino))


def single_text(path: str) -> Binary:
    """Return the contents of a file of PTX: one text, whose label is empty."""
    return Binary(path, (Text("", text_entry(Path(path).read_bytes(), path)),), ())


@lru_cache(maxsize=_BINARIES_KEPT)
def _binary(path: str, _: tuple[int, int, int]) -> Binary:
    texts: list[Text] = []
    others: list[Entry] = []
    counts: Counter[str] = Counter()
    for path_inside, entry in scan(Path(path)):
        if not entry.is_ptx:
            others.append(entry)
            continue
        # Names in a zip file may have characters that change the terminal.
        member = "".join(each if each.isprintable() else "_" for each in path_inside)
        counts[member] += 1
        if member.endswith(".ptx"):
            label = member if counts[member] == 1 else f"{member}#{counts[member]}"
        else:
            number = f"{counts[member]}.{entry.arch}.ptx"
            label = SEPARATOR.join(filter(None, [member, number]))
        texts.append(Text(label, entry))
    return Binary(path, tuple(texts), tuple(others))


def split_name(name: str) -> tuple[str, str]:
    """Return the file and the rest of `libx.so::1.sm_90a.ptx`; the rest is empty without one.

    A file whose own name has `::` in it is that file.
    """
    path, separator, word = name.partition(SEPARATOR)
    # A file whose own name has `::` is that file, and no text in another one.
    if not separator or Path(name).exists() or not Path(path).is_file():
        return name, ""
    return path, word


def _order(arch: str) -> tuple[int, str]:
    found = _ARCH.fullmatch(arch)
    # An `a` variant has all features of its architecture, so it comes last.
    return (int(found[1]), found[2].replace("a", "z")) if found else (0, "")


def _by_arch(arches: Iterable[str]) -> list[str]:
    return sorted(arches, key=_order)


def _first(kernels: Sequence[str]) -> str:
    if not kernels:
        return "(no kernel)"
    more = f" and {len(kernels) - 1:,} more" if len(kernels) > 1 else ""
    return f"{kernels[0]}{more}"
