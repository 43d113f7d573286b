"""Places in sources that a file of PTX was compiled from, by its `.file` and `.loc`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ptxpy.language_server.listing import Found, Listing

__all__ = ["find_source", "source_place"]

MAX_DIGITS: Final = 9
"""The most digits of the number of a line."""


def source_place(listing: Listing, found: Found) -> tuple[str, int] | None:
    """Return the name of the source and the line, from 1, that a statement means.

    Args:
        listing: The text.
        found: A `.loc`, or a `.file`, which means no line: 0.

    Returns:
        None for any other statement, and for a `.loc` of which the file has no name.
    """
    match found.words():
        case [".file", _, name, *_]:
            return name.strip('"'), 0
        case [".loc", number, line, *_] if line.isdecimal():
            for each in listing.directives:
                match each.words():
                    case [".file", str(named), name, *_] if named == number:
                        return name.strip('"'), int(line[:MAX_DIGITS])
    return None


def find_source(name: str, document: str) -> Path | None:
    """Return the file of a source; None if there is none.

    Args:
        name: Its name in a `.file`. A relative one counts from a folder that PTX does not name, so
            that it is looked for in the folder of the document and in those around it.
        document: The path of the document.
    """
    path = Path(name)
    folders = (Path(document).parent, *Path(document).parent.parents)
    for each in (path,) if path.is_absolute() else (folder / path for folder in folders):
        try:
            if each.is_file():
                return each.absolute()
        except (OSError, ValueError):
            return None
    return None
