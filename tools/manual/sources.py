"""Pages that show the files which guides refer to, and list the folders."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Final

from manual.paths import ROOT, files, page_of, relative, source_page

__all__ = ["source_pages"]

_HEAD: Final = "---\norphan: true\nnosearch: true\n---\n\n"

_LARGEST: Final = 200_000
"""Bytes of a file up to which it is shown."""


def source_pages(paths: Iterable[str]) -> dict[str, str]:
    """Return the pages of files and folders; of a folder, those of the files in it as well."""
    pages: dict[str, str] = {}
    for path in sorted(paths):
        if path in files():
            pages[source_page(path)] = _file(path)
        else:
            within = _within(path)
            pages[source_page(path)] = _folder(path, within)
            for name in within:
                if page_of(name) is None:
                    pages.setdefault(source_page(name), _file(name))
    return pages


def _within(folder: str) -> list[str]:
    start = f"{folder}/"
    return sorted(
        name for name in files() if name.startswith(start) and "/" not in name[len(start) :]
    )


def _folder(path: str, within: list[str]) -> str:
    page = source_page(path)
    rows = [
        f"- [{name.rpartition('/')[2]}]({relative(page, page_of(name) or source_page(name))}.md)"
        for name in within
    ]
    deeper = sorted(
        {name[len(path) + 1 :].partition("/")[0] for name in files() if name.startswith(f"{path}/")}
        - {name.rpartition("/")[2] for name in within}
    )
    rows += [f"- `{name}/`" for name in deeper]
    return f"{_HEAD}# `{path}/`\n\n" + "\n".join(rows) + "\n"


def _file(path: str) -> str:
    data = (ROOT / path).read_bytes()
    title = f"{_HEAD}# `{path}`\n\n"
    if len(data) > _LARGEST or b"\0" in data:
        return f"{title}{len(data):,} bytes, which are not shown here.\n"
    return f"{title}```{{raw}} html\n{_highlighted(path, data.decode('utf-8', 'replace'))}\n```\n"


def _highlighted(path: str, text: str) -> str:
    """Return a file as HTML, whose lines have anchors; plain where Pygments is not installed."""
    try:
        from pygments import highlight  # noqa: PLC0415 - the pages are made without it, too
        from pygments.formatters import HtmlFormatter  # noqa: PLC0415
        from pygments.lexers import get_lexer_for_filename  # noqa: PLC0415
        from pygments.lexers.special import TextLexer  # noqa: PLC0415
        from pygments.util import ClassNotFound  # noqa: PLC0415
    except ImportError:
        return f"<pre>{html.escape(text)}</pre>"
    try:
        lexer = get_lexer_for_filename(path, stripnl=False)
    except ClassNotFound:
        lexer = TextLexer(stripnl=False)
    made = HtmlFormatter(linenos="inline", lineanchors="L", anchorlinenos=True, wrapcode=True)
    # A fence of Markdown ends where a line begins with backticks.
    return str(highlight(text, lexer, made)).replace("```", "&#96;&#96;&#96;")
