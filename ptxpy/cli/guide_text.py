"""Guides for a terminal: without links and comments, the part for users first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._extras import install_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["INSIDE", "for_terminal", "sections"]

_FENCE: Final = "```"
_LINK: Final = re.compile(
    r"(?P<code>(?P<ticks>`+).+?(?P=ticks))"
    r"|!?\[(?P<text>(?:`[^`]*`|[^\[\]`])*)\]\((?P<target>[^()\s]+)\)",
    re.DOTALL,
)
_COMMENT: Final = re.compile(r"^<!--.*?-->\n(?:\n(?=\n|\Z))?|<!--.*?-->", re.DOTALL | re.MULTILINE)
_INSTALL: Final = re.compile(r"pip install 'ptxpy\[(\w+)\]'")
_HEADING: Final = re.compile(r"#{1,6} ")
_OF_DEVELOPERS: Final = re.compile(
    r"(?:[-*] )?\*\*(?:Read first|To add)|To add "
    r"|\| *(?:Files?|Folder|Module|Folder or file|[^|]*\| *(?:Where|Files?)) *\|"
)
"""The beginnings of paragraphs, items and tables about the files of ptxpy."""
_SECTIONS_OF_DEVELOPERS: Final = re.compile(
    r"How it works$|How$|The method$|Add |Changing a class|A check more|A rule of your own"
)
INSIDE: Final = "## Inside, for those who change ptxpy"
"""The heading of the sections that are moved to the end."""


def for_terminal(text: str, name_of: Callable[[str], str | None]) -> str:
    """Return a guide for a terminal.

    Args:
        text: The guide in Markdown.
        name_of: Returns for the target of a link the guide that it leads to, if it is one.
    """

    def plain(match: re.Match[str]) -> str:
        target = match["target"]
        if target is None:
            return match[0]
        if "://" in target:
            return f"{match['text']} ({target})"
        name = name_of(target.partition("#")[0]) if not target.startswith("#") else None
        return f"{match['text']} (`ptxpy help {name}`)" if name else match["text"]

    parts = []
    for is_code, part in _code_apart(text):
        shown = part if is_code else _LINK.sub(plain, _COMMENT.sub("", part))
        parts.append(_INSTALL.sub(lambda found: install_command(found[1]), shown))
    return _users_first("".join(parts))


def sections(text: str) -> Iterator[tuple[str, str]]:
    """Yield the sections of a guide: the heading, and all lines with it."""
    heading, lines = "", [""]
    for is_code, part in _code_apart(text):
        for line in part.splitlines(keepends=True):
            if not is_code and _HEADING.match(line):
                if any(lines):
                    yield heading, "".join(lines)
                heading, lines = line.lstrip("# ").strip(), []
            lines.append(line)
    yield heading, "".join(lines)


def _code_apart(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the parts of a text, each with whether it is a block of code in a fence."""
    is_code, lines = False, [""]
    for line in text.splitlines(keepends=True):
        is_fence = line.lstrip().startswith(_FENCE)
        if is_fence and not is_code:
            yield False, "".join(lines)
            lines = []
        lines.append(line)
        if is_fence:
            if is_code:
                yield True, "".join(lines)
                lines = []
            is_code = not is_code
    yield is_code, "".join(lines)


def _users_first(text: str) -> str:
    """Return a guide with the part about the files of ptxpy at its end."""
    kept: list[str] = []
    moved: list[str] = []
    level = 0  # of the section of developers that is passed, 0 for none
    for is_code, part in _code_apart(text):
        for block in [part] if is_code else _blocks(part):
            if not is_code and (heading := _HEADING.match(block)):
                depth = heading.end() - 1
                if not level or depth <= level:
                    is_moved = _SECTIONS_OF_DEVELOPERS.match(block, heading.end())
                    # A recipe may be called so as a whole: "Add a probe".
                    level = depth if is_moved and depth > 1 else 0
            of_developers = not is_code and _OF_DEVELOPERS.match(block)
            # The sentence that a table belongs to goes with it.
            if of_developers and block.startswith("|") and kept and kept[-1].endswith(":\n"):
                moved.append(kept.pop())
            (moved if level or of_developers else kept).append(f"{block.strip(chr(10))}\n")
    text = _joined(kept)
    return f"{text}\n{INSIDE}\n\n{_joined(moved)}" if moved else text


def _joined(blocks: list[str]) -> str:
    """Return blocks with an empty line between them, none between the items of a list."""
    text = ""
    for before, block in zip(["", *blocks], blocks, strict=False):
        is_list = before.startswith("- ") and block.startswith("- ")
        text += block if is_list or not before else f"\n{block}"
    return text


def _blocks(part: str) -> Iterator[str]:
    """Yield the paragraphs, headings, tables and items of lists of a text without code."""
    lines: list[str] = []
    for line in [*part.splitlines(), ""]:
        begins = not line.strip() or line.startswith("- ") or _HEADING.match(line)
        if begins and any(lines):
            yield "\n".join(lines)
            lines = []
        if line.strip():
            lines.append(line)
