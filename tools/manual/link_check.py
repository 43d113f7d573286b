"""Links of a built site: each leads to a file that is there, and to an anchor in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

__all__ = ["broken_links"]

_LOADED: Final = frozenset({"img", "script", "iframe", "source", "video", "audio", "embed"})
"""Elements whose `src` a browser loads when it shows the page; of `link` it is the `href`."""

_TAG: Final = re.compile(
    rf"<({'|'.join(sorted(_LOADED))}|a|link)\s((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>", re.IGNORECASE
)
_ATTRIBUTE: Final = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_ID: Final = re.compile(r"""<[^>]*?\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


class _Page:
    """The anchors of a page, and where it leads.

    Tags are found by their spelling, which takes a tenth of the time of a parser. What is not
    markup has no `<` of its own: Sphinx and Pygments escape it.
    """

    def __init__(self, text: str) -> None:
        self.anchors = {unescape(found[found.lastindex or 1]) for found in _ID.finditer(text)}
        # Most links are those of the margin and of the lines of a source file, and come again.
        self.links: dict[str, None] = {}
        self.loaded: dict[str, None] = {}
        for tag, written in _TAG.findall(text):
            for name, *values in _ATTRIBUTE.findall(written):
                value = unescape("".join(values))
                if not value:
                    continue
                if tag == "a":
                    if name == "name":
                        self.anchors.add(value)
                    elif name == "href":
                        self.links[value] = None
                elif name == ("href" if tag == "link" else "src"):
                    self.loaded[value] = None


def broken_links(folder: Path) -> list[str]:
    """Return what each broken link of a site is, and everything that it loads from a network."""
    root = folder.resolve()
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(root.rglob("*.html"))}
    targets: dict[tuple[Path, str], tuple[Path, bool]] = {}
    """By a folder and a path from it: the file, and whether it is there."""
    found = []
    for path, page in pages.items():
        name = path.relative_to(root)
        found += [f"{name}: {problem}" for problem in _problems(path, page, pages, targets)]
    return found


def _problems(
    path: Path,
    page: _Page,
    pages: dict[Path, _Page],
    targets: dict[tuple[Path, str], tuple[Path, bool]],
) -> Iterator[str]:
    for link in [*page.links, *page.loaded]:
        if link.startswith("#"):
            if not _has(page, link[1:]):
                yield f"{link} leads to no anchor"
            continue
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            if link in page.loaded and parts.scheme != "data":
                yield f"{link} is loaded from a network"
            continue
        key = (path.parent, parts.path or path.name)
        if key not in targets:
            file = (path.parent / unquote(key[1])).resolve()
            targets[key] = (file, file.is_file())
        target, is_there = targets[key]
        if not is_there:
            yield f"{link} leads to no file"
        elif parts.fragment and target in pages and not _has(pages[target], parts.fragment):
            yield f"{link} leads to no anchor"


def _has(page: _Page, fragment: str) -> bool:
    return not fragment or fragment in page.anchors or unquote(fragment) in page.anchors
