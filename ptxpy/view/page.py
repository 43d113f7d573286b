"""The page of `ptxpy view`: one file with all that it needs, which asks nothing of the network."""

from __future__ import annotations

import html
import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["page"]


def page(title: str, data: Mapping[str, Any]) -> str:
    """Return the HTML of a page.

    Names and code may be hostile: the title is escaped, and the data cannot end the element that
    they are in, whatever is in them. The page makes text of them alone, never markup.
    """
    assets = files("ptxpy.view") / "assets"
    parts = {
        "@TITLE@": html.escape(title),
        "@REASON@": html.escape(str(data["sass"]["reason"])),
        "@CSS@": (assets / "page.css").read_text(encoding="utf-8"),
        "@SCRIPT@": (assets / "page.js").read_text(encoding="utf-8"),
        "@DATA@": _json(data),
    }
    text = (assets / "page.html").read_text(encoding="utf-8")
    pieces: list[str] = []
    while text:  # each place is filled once: what is filled in may have such names too
        name = min(parts, key=lambda each: text.find(each) % (len(text) + 1))
        before, found, text = text.partition(name)
        pieces += [before, parts[name] if found else ""]
        if not found:
            break
    return "".join(pieces)


def _json(data: Mapping[str, Any]) -> str:
    """Return JSON for an element `script`, without what could end it."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
