"""The cases of a data file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]


class Case(NamedTuple):
    """A case: `=== title`, the text, `---`, and what is expected of it."""

    title: str
    text: str
    expected: list[str]


def cases(name: str) -> list[Case]:
    """Return the cases of a file beside this one."""
    content = (FOLDER / name).read_text(encoding="utf-8")
    found = []
    for block in re.split(r"^=== ", content, flags=re.MULTILINE)[1:]:
        title, _, rest = block.partition("\n")
        text, _, expected = rest.partition("---\n")
        found.append(
            Case(title, text, expected.rstrip("\n").split("\n") if expected.strip() else [])
        )
    return found
