"""The instruction table: `instructions/*.txt`, in the notation of `ptxpy.isa.notation`.

The files are split into entries at the first question, and an entry is read when its opcode is
asked for.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ptxpy.isa.notation import Entry, parse_entry

__all__ = ["all_entries", "all_opcodes", "chapters", "control_flow", "entries", "names"]

_FOLDER: Final = Path(__file__).with_name("instructions")
_HEAD: Final = re.compile(r"^\[([\w.]+)\] +(\S+) +(.*)$", re.MULTILINE)
_CONTROL: Final = re.compile(r"^ +control +(\S+)$", re.MULTILINE)


class _Raw(NamedTuple):
    """An entry that has not been read yet."""

    chapter: str
    """The name of its file: `float`."""
    name: str
    section: str
    meaning: str
    forms: str

    @property
    def opcode(self) -> str:
        """The base opcode of the entry."""
        return self.name.partition(".")[0]


@cache
def _index() -> dict[str, tuple[_Raw, ...]]:
    """Return the entries of each base opcode, in the order of the manual."""
    found: dict[str, list[_Raw]] = {}
    for path in sorted(_FOLDER.glob("*.txt")):
        for raw in _read(path.stem):
            found.setdefault(raw.opcode, []).append(raw)
    return {opcode: tuple(raws) for opcode, raws in sorted(found.items())}


def _read(chapter: str) -> list[_Raw]:
    """Return the entries of a chapter."""
    text = _FOLDER.joinpath(f"{chapter}.txt").read_text(encoding="utf-8")
    heads = list(_HEAD.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return [
        _Raw(chapter, head[1], head[2], head[3], text[head.end() : end])
        for head, end in zip(heads, ends, strict=True)
    ]


@cache
def control_flow() -> dict[str, str]:
    """Return what each control-flow instruction does, by opcode: ``branch``, ``return``, ``exit``.

    The lines `control …` are looked for in the chapter on control flow alone, so that asking where
    basic blocks end reads no other file.
    """
    return {
        raw.opcode: line[1] for raw in _read("control") for line in _CONTROL.finditer(raw.forms)
    }


@cache
def entries(opcode: str) -> tuple[Entry, ...]:
    """Return the entries of a base opcode; empty when the table does not have it."""
    return tuple(
        parse_entry(raw.name, raw.section, raw.meaning, raw.forms)
        for raw in _index().get(opcode, ())
    )


def chapters(opcode: str) -> tuple[str, ...]:
    """Return the chapter of each of the `entries` of an opcode: the name of its file, `float`."""
    return tuple(raw.chapter for raw in _index().get(opcode, ()))


def all_opcodes() -> tuple[str, ...]:
    """Return the base opcodes, sorted."""
    return tuple(_index())


def names() -> tuple[str, ...]:
    """Return the dotted names of all entries, each once, sorted."""
    return tuple(sorted({raw.name for raws in _index().values() for raw in raws}))


def all_entries() -> tuple[Entry, ...]:
    """Return all entries; this reads the whole table."""
    return tuple(entry for opcode in all_opcodes() for entry in entries(opcode))
