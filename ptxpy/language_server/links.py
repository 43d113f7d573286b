"""Links from a text of PTX to the sources that it was compiled from."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.language_server.listing import Found, Listing
from ptxpy.language_server.source_places import find_source
from ptxpy.language_server.statements import Kind

__all__ = ["Link", "links"]

MAX_LINES: Final = 300
"""The most `.loc` of a text that are links; a text with more links its `.file` alone."""
MAX_DIGITS: Final = 9
"""The most digits of a line or column."""


class Link(NamedTuple):
    """A piece of a text that opens a source."""

    start: int
    end: int
    path: Path
    line: int = 0
    """The line there, from 1; 0 for none."""
    column: int = 0
    """The column, from 1; 0 for none."""


def links(listing: Listing, document: str) -> list[Link]:
    """Return the names in `.file` and the places in `.loc` whose source exists.

    Args:
        listing: The text.
        document: The path of its file.
    """
    found: list[Link] = []
    sources: dict[str, Path] = {}
    for each in listing.directives:
        words = each.words()
        if words[0] != ".file" or len(words) < 3:  # noqa: PLR2004 - `.file 1 "name"`
            continue
        path = find_source(words[2].strip('"'), document)
        if path is not None:
            sources[words[1]] = path
            name = each.tokens()[2]
            found.append(Link(name.start + 1, name.end - 1, path))
    if not sources:
        return found
    places: list[Link] = []
    for base, block in zip(listing.bases, listing.blocks, strict=True):
        for statement in block.statements:
            if statement.kind is not Kind.DEBUG:
                continue
            link = _of_line(Found(block, base, statement), sources)
            if link is not None:
                places.append(link)
        if len(places) > MAX_LINES:
            return found
    return found + places


def _of_line(found: Found, sources: dict[str, Path]) -> Link | None:
    """Return the link of a `.loc`; None for other statements, and without its source."""
    if not found.text.startswith(".loc"):
        return None
    match found.words():
        case [_, number, line, *rest] if number in sources and line.isdecimal():
            column = rest[0] if rest and rest[0].isdecimal() else "0"
            tokens = found.tokens()
            last = tokens[3] if column != "0" else tokens[2]
            start = tokens[1].start
            path = sources[number]
            return Link(start, last.end, path, int(line[:MAX_DIGITS]), int(column[:MAX_DIGITS]))
    return None
