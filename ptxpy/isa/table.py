"""The instruction table: `instructions/*.txt`, in the notation of `ptxpy.isa.notation`.

The files are split into entries at the first lookup, and an entry is parsed when its opcode is
looked up.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.isa.notation import Entry, NotationError, parse_entry
from ptxpy.isa.trait_notation import parse_traits

if TYPE_CHECKING:
    from ptxpy.isa.notation import Form
    from ptxpy.isa.trait_notation import TraitLine

__all__ = [
    "all_entries",
    "all_opcodes",
    "all_traits",
    "chapters",
    "control_flow",
    "entries",
    "entry_effects",
    "entry_traits",
    "names",
    "nearest_traits",
]

_FOLDER: Final = Path(__file__).with_name("instructions")
_HEAD: Final = r"(?m)^\[([\w.]+)\] +(\S+) +(.*)$"
_TRAITS: Final = r"\n((?: +.*\n)*)"


class _RawEntry(NamedTuple):
    """An entry that has not been parsed yet."""

    chapter: str
    """The name of its file: `float`."""
    name: str
    section: str
    meaning: str
    traits: str
    """The indented lines below its head."""
    forms: str

    @property
    def opcode(self) -> str:
        """The base opcode of the entry."""
        return self.name.partition(".")[0]


@cache
def _index() -> dict[str, tuple[_RawEntry, ...]]:
    """Return the entries of each base opcode, in the order of the manual."""
    found: dict[str, list[_RawEntry]] = {}
    for path in sorted(_FOLDER.glob("*.txt")):
        for raw in _read(path.stem):
            found.setdefault(raw.opcode, []).append(raw)
    return {opcode: tuple(raws) for opcode, raws in sorted(found.items())}


def _read(chapter: str) -> list[_RawEntry]:
    """Return the entries of a chapter."""
    text = _FOLDER.joinpath(f"{chapter}.txt").read_text(encoding="utf-8")
    heads = list(re.finditer(_HEAD, text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    # Traits are the indented lines directly below the head.
    traits_below = re.compile(_TRAITS)
    found = []
    for head, end in zip(heads, ends, strict=True):
        below = traits_below.match(text, head.end(), end)
        traits, start = (below[1], below.end()) if below else ("", head.end())
        found.append(_RawEntry(chapter, head[1], head[2], head[3], traits, text[start:end]))
    return found


@cache
def control_flow() -> dict[str, str]:
    """Return the effect of each control-flow instruction by opcode: ``branch``, ``return``, ….

    The lines `control …` are in the chapter on control flow alone, so that no other file is read.
    """
    return {
        raw.opcode: line.value
        for raw in _read("control")
        for line in parse_traits(raw.traits)
        if line.word == "control"
    }


@cache
def entries(opcode: str) -> tuple[Entry, ...]:
    """Return the entries of a base opcode; empty if the table does not have it."""
    return tuple(
        parse_entry(raw.name, raw.section, raw.meaning, raw.forms)._replace(traits=raw.traits)
        for raw in _index().get(opcode, ())
    )


def entry_traits(form: Form) -> tuple[TraitLine, ...]:
    """Return the traits of the entry that a form belongs to."""
    # Entries are told apart by identity, as two may have equal forms.
    raws = _index()[form.opcode]
    entry = next(
        index
        for index, entry in enumerate(entries(form.opcode))
        if any(each is form for each in entry.forms)
    )
    return _traits(raws[entry])


def entry_effects(entry: Entry) -> tuple[TraitLine, ...]:
    """Return the traits of an entry."""
    try:
        return parse_traits(entry.traits)
    except ValueError as error:
        msg = f"[{entry.name}] {error}"
        raise NotationError(msg) from error


def nearest_traits(opcode: str, modifiers: tuple[str, ...]) -> tuple[tuple[TraitLine, ...], str]:
    """Return the traits of the entry with the longest name that an instruction begins with.

    Returns:
        The traits and the name; no traits and an empty name if there is no such entry.
    """
    words = (opcode, *(modifier[1:] for modifier in modifiers))
    raws = [
        raw
        for raw in _index().get(opcode, ())
        if words[: raw.name.count(".") + 1] == tuple(raw.name.split("."))
    ]
    if not raws:
        return (), ""
    # `cp.async.bulk` begins with `cp.async`, too, so the longest name decides.
    longest = max(raws, key=lambda raw: raw.name.count("."))
    return _traits(longest), longest.name


def all_traits(opcode: str) -> tuple[tuple[TraitLine, ...], ...]:
    """Return the traits of each of the `entries` of an opcode."""
    return tuple(_traits(raw) for raw in _index().get(opcode, ()))


def _traits(raw: _RawEntry) -> tuple[TraitLine, ...]:
    try:
        return parse_traits(raw.traits)
    except ValueError as error:
        msg = f"[{raw.name}] {error}"
        raise NotationError(msg) from error


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
