"""Links of a built site: each leads to a file that is there, and to an anchor in it."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

__all__ = ["broken_links"]

_LOADED: Final = {"img", "script", "iframe", "source", "video", "audio", "embed"}
"""Elements whose `src` a browser loads when it shows the page; of `link` it is the `href`."""


class _Page(HTMLParser):
    """The anchors of a page, and where it leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what an element is called, and what it leads to."""
        for name, value in attrs:
            if not value:
                continue
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif tag == "a" and name == "href":
                self.links.append(value)
            elif (tag in _LOADED and name == "src") or (tag == "link" and name == "href"):
                self.loaded.append(value)


def broken_links(folder: Path) -> list[str]:
    """Return what each broken link of a site is, and everything that it loads from a network."""
    pages = {
        path.resolve(): _Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")
    }
    found = []
    for path, page in sorted(pages.items()):
        name = path.relative_to(folder.resolve())
        found += [f"{name}: {problem}" for problem in _problems(path, page, pages)]
    return found


def _problems(path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    for link in [*page.links, *page.loaded]:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            if link in page.loaded and parts.scheme != "data":
                yield f"{link} is loaded from a network"
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file():
            yield f"{link} leads to no file"
        elif parts.fragment and target in pages and not _has(pages[target], parts.fragment):
            yield f"{link} leads to no anchor"


def _has(page: _Page, fragment: str) -> bool:
    return fragment in page.anchors or unquote(fragment) in page.anchors
