"""The dress of outputs in notebooks: colours of the page of `ptxpy view`, dark and light."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from ptxpy.view.markup import Html, tag

__all__ = ["colours", "dressed"]

_DARK: Final = ", ".join(
    f"{place} .ptxpy"
    for place in (
        'body[data-jp-theme-light="false"]',
        "body.vscode-dark",
        "body.vscode-high-contrast:not(.vscode-high-contrast-light)",
        "html[theme=dark]",
    )
)
"""Where a notebook is dark: JupyterLab, VS Code, Colab."""
_UNKNOWN: Final = "body:not([data-jp-theme-light]):not([data-vscode-theme-kind]) .ptxpy"
"""Where the notebook does not say which it is: the system decides."""


@cache
def colours() -> tuple[str, str]:
    """Return the declarations of the colours of the page, light and dark."""
    page = (files("ptxpy.view") / "assets" / "page.css").read_text(encoding="utf-8")
    diff = (files("ptxpy.view") / "assets" / "diff.css").read_text(encoding="utf-8")
    found = [
        re.search(pattern + r" \{([^}]*)\}", text)
        for text, patterns in (
            (page, (r"^:root", r'^:root\[data-theme="dark"\]')),
            (diff, (r"^\.diff", r'^:root\[data-theme="dark"\] \.diff')),
        )
        for pattern in (f"(?m){each}" for each in patterns)
    ]
    light, dark, light_diff, dark_diff = (" ".join(each[1].split()) for each in found if each)
    return light + light_diff, dark + dark_diff


@cache
def _style() -> Html:
    light, dark = colours()
    shared = (files("ptxpy.view") / "assets" / "diff.css").read_text(encoding="utf-8")
    rows = [line for line in shared.splitlines() if line.startswith((".row", ".diff details"))]
    own = (files("ptxpy.notebook") / "notebook.css").read_text(encoding="utf-8")
    css = [
        f".ptxpy {{{light}}}",
        f"{_DARK} {{{dark}}}",
        f"@media (prefers-color-scheme: dark) {{{_UNKNOWN} {{{dark}}}}}",
        own,
        *[re.sub(r"(^|[,}] *)(\.row|\.diff)", r"\1.ptxpy \2", line) for line in rows],
    ]
    return tag("style", Html("\n".join(css)))


def dressed(*children: object) -> str:
    """Return an output: its content, and the style that it needs, which applies to nothing else."""
    return tag("div", _style(), *children, class_="ptxpy diff")
