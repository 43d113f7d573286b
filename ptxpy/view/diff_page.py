"""The page of `ptxpy diff --html`: two modules side by side, in one file."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from ptxpy.__about__ import __version__
from ptxpy.view.diff_markup import diff_markup, diff_summary
from ptxpy.view.markup import Html, join, tag

if TYPE_CHECKING:
    from ptxpy.compare import Comparison

__all__ = ["diff_page"]


def diff_page(a: str, b: str, comparison: Comparison, context: int = 3) -> str:
    """Return the HTML of a page with the differences between two modules.

    Names and code may be hostile: all of it is escaped, and the policy of the page allows no
    script but its own, and no address.

    Args:
        a: The name of A.
        b: The name of B.
        comparison: What `compare_in_detail` found.
        context: Equal lines shown around each difference; the others can be opened.
    """
    assets = files("ptxpy.view") / "assets"
    script = (assets / "diff.js").read_text(encoding="utf-8")
    css = [(assets / name).read_text(encoding="utf-8") for name in ("page.css", "diff.css")]
    digest = b64encode(sha256(script.encode("utf-8")).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    title = join(a, " ↔ ", b)
    head = join(
        Html('<meta charset="utf-8">'),
        Html('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        tag("title", title),
        tag("style", Html("\n".join(css))),
    )
    diff = comparison.diff
    header = tag(
        "header",
        tag("h1", title, title=f"{a} ↔ {b}"),
        tag("span", "n and p: next and previous difference", class_="faint keys"),
        tag("button", "◐", id="theme", title="dark or light"),
    )
    note = tag(
        "p",
        "Lines of B have the names that registers and labels have in A; %r7' is one of B for "
        "which A has another %r7. "
        f"Made by ptxpy {__version__}.",
        class_="faint",
    )
    panel = tag(
        "div",
        tag("article", diff_summary(diff), note),
        diff_markup(a, b, diff, comparison, context),
        id="panel-diff",
        class_="diff",
        tabindex="0",
    )
    body = tag("body", header, tag("main", panel), tag("script", Html(script)))
    return f'<!doctype html>\n<html lang="en">\n{tag("head", head)}\n{body}\n</html>\n'
