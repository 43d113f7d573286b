"""Links of Markdown files, led to the pages of the manual."""

from __future__ import annotations

import posixpath
import re
from typing import Final, NamedTuple

from manual.paths import ROOT, files, page_of, relative, source_page

__all__ = ["Led", "lead_links"]

_PARTS: Final = re.compile(
    r"(?P<fence>^(?P<mark> *(?:```+|~~~+)).*?^(?P=mark) *$)"
    r"|(?P<code>(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<link>\]\((?P<target>[^()\s]+)\))"
    r"|(?P<fenced>^\[[^\]\n]+\]: +(?P<definition>\S+)$)",
    re.DOTALL | re.MULTILINE,
)
_PICTURE: Final = re.compile(r"^!\[[^\]\n]*\]\([^()\s]+\)$", re.MULTILINE)
"""A picture that is a paragraph."""
_ELSEWHERE: Final = re.compile(r"[a-z][a-z0-9+.-]*:")


class Led(NamedTuple):
    """A Markdown file whose links lead to pages."""

    text: str
    sources: frozenset[str]
    """Files and folders of the repository that it refers to and that are no guides."""
    problems: tuple[str, ...]
    """Links that lead to nothing."""


def lead_links(text: str, path: str, page: str) -> Led:
    """Return a Markdown file of the repository as a page of the manual.

    A link to another Markdown file, or to a folder with a README, leads to its page; one to any
    other file or folder to a page that shows it. Links in code are left alone. Pictures of the
    repository are left out: the manual has its own, and shows the pages that they are of.
    """
    text = _PICTURE.sub("", text)
    sources: set[str] = set()
    problems: list[str] = []

    def lead(match: re.Match[str]) -> str:
        target = match["target"] or match["definition"]
        if not target or _ELSEWHERE.match(target) or target.startswith("#"):
            return match[0]
        name, _, anchor = target.partition("#")
        found = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        led = page_of(found)
        if led is None:
            if not _is_there(found):
                line = text.count("\n", 0, match.start()) + 1
                problems.append(f"{path}:{line}: {target} leads to nothing")
                return match[0]
            sources.add(found)
            led = source_page(found)
        there = relative(page, led) + ".md" + (f"#{anchor}" if anchor else "")
        return match[0].replace(target, there)

    return Led(_PARTS.sub(lead, text), frozenset(sources), tuple(problems))


def _is_there(path: str) -> bool:
    if path in files():
        return True
    return (ROOT / path).is_dir() and any(name.startswith(f"{path}/") for name in files())
