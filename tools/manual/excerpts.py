"""The texts of the pages, from which the search shows excerpts without a server."""

from __future__ import annotations

import json
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

__all__ = ["FOLDER", "plain_page", "write_excerpts"]

FOLDER: Final = "_excerpts"
_MAX_CHARACTERS: Final = 200_000
"""How much of a page is searched for an excerpt."""
_SILENT: Final = frozenset({"script", "style", "svg", "button"})
_VOID: Final = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"})


class _Plain(HTMLParser):
    """Reads the main part of a page: its text, and elements that are targets of links."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._open: list[tuple[str, bool, bool]] = []
        """The elements around, whether each is written, and whether its text is left out."""
        self._held = [0]
        """How many empty targets are in each element around; they end with it."""
        self._main = 0
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag in _VOID:
            return
        if self._main or known.get("role") == "main":
            self._main += 1
        # The sign beside a heading is a link to it.
        is_silent = tag in _SILENT or "headerlink" in (known.get("class") or "")
        self._silent += is_silent
        target = known.get("id")
        is_written = bool(self._main and target and not self._silent)
        if is_written:
            self.parts.append(f'<div id="{escape(target or "")}">')
        self._open.append((tag, is_written, is_silent))
        self._held.append(0)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            opened, is_written, is_silent = self._open.pop()
            self._silent -= is_silent
            self._main -= self._main > 0
            ends = self._held.pop()
            # An empty target stands for what follows it, as one before a heading does.
            if is_written and not ends and self.parts[-1].startswith("<div id="):
                self._held[-1] += 1
            else:
                ends += is_written
            self.parts.append("</div>" * ends)
            # Elements whose end is left out end with those around them.
            if opened == tag:
                return

    def handle_data(self, data: str) -> None:
        if self._main and not self._silent:
            self.parts.append(escape(data, quote=False))


def plain_page(html: str) -> str:
    """Return the main part of a page without markup, but for the targets of links."""
    reader = _Plain()
    reader.feed(html)
    reader.close()
    return f'<div role="main">{"".join(reader.parts)[:_MAX_CHARACTERS]}</div>'


def write_excerpts(site: Path, names: list[str]) -> None:
    """Write the text of each page, by its name, as a script."""
    for name in names:
        page = site / f"{name}.html"
        if not page.is_file():
            continue
        html = page.read_text(encoding="utf-8")
        # Around the main part is the tree of all pages.
        text = plain_page(html[html.index('<article role="main"') : html.index("</article>")])
        path = site / FOLDER / f"{name}.js"
        path.parent.mkdir(parents=True, exist_ok=True)
        script = f"window.ptxpyExcerpts[{json.dumps(name)}] = {json.dumps(text)};\n"
        path.write_text(script, encoding="utf-8")
