"""Listings of PTX and Python, and the colours of outputs, those of the page of `ptxpy view`."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from ptxpy.view import Html, join, tag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.check import Located

__all__ = ["MAX_LINES", "colours", "dressed", "listing", "messages"]


MAX_LINES: Final = 2_000
"""Lines of a listing; of further ones only the number is shown."""

_PTX: Final = re.compile(
    r"(?P<c>//.*)|(?P<s>\"(?:[^\"\\]|\\.)*\")|(?P<k>(?<![\w%$])\.[a-z_]\w*)|(?P<f>%[\w$.]+)"
    r"|(?P<l>^\s*[\w$]+:)|(?P<n>\b(?:0[xXfFdD][0-9a-fA-F]+|\d[\d.]*)U?\b)"
)
_PYTHON: Final = re.compile(
    r"(?P<c>#.*)|(?P<s>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
    r"|(?P<k>\b(?:as|def|elif|else|for|from|if|import|in|lambda|not|or|and|return|while|with)\b)"
    r"|(?P<l>^\s*@[\w.]+)|(?P<f>(?<=\.)[a-z_]\w*(?=\())|(?P<n>\b(?:0x[0-9a-fA-F]+|\d[\d.]*)\b)"
)


def listing(text: str, language: str, found: Iterable[Located] = ()) -> Html:
    """Return a text with the numbers of its lines.

    Args:
        text: The text.
        language: `ptx` or `python`.
        found: Diagnostics, which are shown below their lines.
    """
    pattern = _PTX if language == "ptx" else _PYTHON
    rows = text.removesuffix("\n").split("\n")
    width = len(str(len(rows)))
    at: dict[int, list[Located]] = {}
    for each in found:
        # A diagnostic without a line is shown at the first one.
        at.setdefault(min(max(each.line, 1), len(rows)), []).append(each)
    shown: list[Html] = []
    for number, row in enumerate(rows[:MAX_LINES], 1):
        shown += [tag("i", f"{number:>{width}}  "), _coloured(row, pattern), Html("\n")]
        shown += [_below(each, row, width + 2) for each in at.get(number, ())]
    if len(rows) > MAX_LINES:
        shown.append(tag("i", f"and {len(rows) - MAX_LINES:,} lines more"))
    return tag("pre", *shown)


def _coloured(row: str, pattern: re.Pattern[str]) -> Html:
    parts: list[Html] = []
    at = 0
    for match in pattern.finditer(row):
        parts += [join(row[at : match.start()]), tag("span", match[0], class_=match.lastgroup)]
        at = match.end()
    return join(*parts, row[at:])


def _below(found: Located, row: str, width: int) -> Html:
    """Return a caret below the place of a diagnostic, and its message."""
    # Tabs are kept, so that the caret is below its place.
    before = "".join("\t" if each == "\t" else " " for each in row[: found.column - 1])
    help_ = f"\n{' ' * width}{before}help: {found.help}" if found.help else ""
    words = f"{' ' * width}{before}{'^' * max(1, min(found.length, len(row)))} "
    words += f"{found.severity}: {found.message} [{found.code}]{help_}\n"
    return tag("span", words, class_=found.severity)


def messages(found: Iterable[Located], name: str) -> Html:
    """Return diagnostics as the command line shows them, with caret."""
    return join(
        *[tag("pre", each.render(name), class_=f"message {each.severity}") for each in found]
    )


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
    page = (files("ptxpy.view") / "assets" / "theme.css").read_text(encoding="utf-8")
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
    # Only these rules are about the rows of a difference: others would change the notebook.
    rows = [
        line for line in shared.splitlines() if line.startswith((".diff .row", ".diff details"))
    ]
    own = (files("ptxpy.notebook") / "notebook.css").read_text(encoding="utf-8")
    css = [
        f".ptxpy {{{light}}}",
        f"{_DARK} {{{dark}}}",
        f"@media (prefers-color-scheme: dark) {{{_UNKNOWN} {{{dark}}}}}",
        own,
        *[line.replace(".diff ", ".ptxpy ") for line in rows],
    ]
    return tag("style", Html("\n".join(css)))


def dressed(*children: object) -> str:
    """Return an output: its content, and the style that it needs, which applies to nothing else."""
    return tag("div", _style(), *children, class_="ptxpy diff")
