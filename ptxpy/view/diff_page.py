"""The differences between two modules as HTML: markup, and the page of `ptxpy diff --html`.

The markup needs no script, so that notebooks show it too.
"""

from __future__ import annotations

import re
from base64 import b64encode
from difflib import SequenceMatcher
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from ptxpy.__about__ import __version__
from ptxpy.compare import SideBySide, SideRow, count_differences, rows_of_lines, side_by_side
from ptxpy.demangle import abridged
from ptxpy.view.markup import Html, join, tag

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.compare import Compared, Comparison, FunctionDiff, FunctionName, Line, ModuleDiff

__all__ = ["diff_markup", "diff_page", "diff_summary"]


def diff_page(a: str, b: str, comparison: Comparison, context: int = 3) -> str:
    """Return the HTML of a page with the differences between two modules.

    Names and code may be hostile: everything is escaped, and the policy of the page allows no
    script but its own, and no address.

    Args:
        a: The name of A.
        b: The name of B.
        comparison: The result of `compare_in_detail`.
        context: Equal lines shown around each difference; the others can be opened.
    """
    assets = files("ptxpy.view") / "assets"
    script = (assets / "diff.js").read_text(encoding="utf-8")
    css = [(assets / name).read_text(encoding="utf-8") for name in ("page.css", "diff.css")]
    # The policy of the page allows the script with this digest alone: names may be hostile.
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


_MAX_NAME_CHARACTERS: Final = 100
_MAX_TOKENS: Final = 400
"""Tokens of a line in which differences are marked."""
_MIN_SIMILARITY: Final = 0.5
"""The similarity of two lines that are not matched, below which no tokens are marked."""
_TOKEN: Final = re.compile(r"[\w%$]+|\s+|.")


def diff_summary(diff: ModuleDiff, *, has_links: bool = True) -> Html:
    """Return the counts of a comparison, and a table of its functions, with links to them."""
    rows = [
        _table_row(
            "equal" if function.same else "renamed" if function.equal else "differs",
            function.a,
            _counts(function),
            f"f{k}" if has_links and not _is_plain(function) else "",
        )
        for k, function in enumerate(diff.functions)
    ]
    rows += [_table_row("only in A", each, ("", "", ""), "") for each in diff.only_a]
    rows += [_table_row("only in B", each, ("", "", ""), "") for each in diff.only_b]
    heads = [tag("th", name) for name in ("", "function", "removed", "added", "moved")]
    table = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows))
    return join(tag("p", tag("b", count_differences(diff))), table if rows else None)


def _table_row(status: str, name: FunctionName, counts: Sequence[str], link: str) -> Html:
    title = _title(name)
    kind = "same" if status == "equal" else "other"
    return tag(
        "tr",
        tag("td", status, class_=f"status {kind}"),
        tag("td", tag("a", title, href=f"#{link}") if link else title, title=name.name),
        *[tag("td", each, class_="number") for each in counts],
    )


def _counts(function: FunctionDiff) -> tuple[str, str, str]:
    moved = sum(move.blocks for move in function.moves)
    return f"{function.removed:,}", f"{function.added:,}", f"{moved:,}"


def _is_plain(function: FunctionDiff) -> bool:
    return function.same and not function.moves


def _title(name: FunctionName) -> str:
    return abridged(name.signature or name.name, _MAX_NAME_CHARACTERS)


def diff_markup(
    a: str, b: str, diff: ModuleDiff, comparison: Comparison | None = None, context: int = 3
) -> Html:
    """Return the differences side by side, with the names of A.

    Args:
        a: The name of A.
        b: The name of B.
        diff: The differences.
        comparison: The correspondence of the functions. With it, lines that are matched face each
            other, and equal lines around can be opened; without it, only hunks are shown.
        context: Equal lines shown around each difference.
    """
    parts: list[Html] = []
    sides = tag("div", tag("b", f"A  {a}"), tag("b", f"B  {b}"), class_="sides")
    if diff.declarations:
        rows = [*rows_of_lines(diff.declarations)]
        parts.append(tag("section", tag("h3", "declarations"), sides, *map(_row, rows)))
    for number, function in enumerate(diff.functions):
        if not _is_plain(function):
            compared = comparison and comparison.compared[function.a.name]
            parts.append(_function(sides, f"f{number}", function, compared, context))
    return join(*parts)


def _function(
    sides: Html,
    place: str,
    function: FunctionDiff,
    compared: Compared | None,
    context: int,
) -> Html:
    name = function.a
    notes = [f"line {name.line:,} in A, {function.b.line:,} in B"]
    if function.renamed:
        notes.append(f"renamed: {abridged(function.b.name, _MAX_NAME_CHARACTERS)}")
    if function.notes and not function.equal:
        notes.append(f"registers used: {', '.join(function.notes)}")
    if compared is None:
        found = SideBySide((), ())
        body = [_hunk(hunk.section, hunk.lines) for hunk in function.hunks]
    else:
        found = side_by_side(compared, function.moves)
        body = [*_folded(found.rows, context, function, place)]
    for number, move in enumerate(function.moves):
        what = "block" if move.blocks == 1 else f"{move.blocks:,} blocks from"
        title = f"{what} {abridged(move.name, _MAX_NAME_CHARACTERS)} moved: "
        title += f"line {move.a:,} of A, line {move.b:,} of B"
        rows = found.moved[number] if found.moved else ()
        body.append(
            tag("h4", title, id=f"{place}m{number}")
            if compared is not None
            else tag("p", title, class_="faint")
        )
        body += _folded(rows, context, function, place)
    title = f"{name.kind} {_title(name)}"
    return tag(
        "section",
        tag("h3", title, id=place, title=name.name),
        tag("p", "; ".join(notes), class_="faint"),
        sides,
        *body,
    )


def _hunk(section: str, lines: Sequence[Line]) -> Html:
    head = tag("div", f"⋯ {abridged(section, _MAX_NAME_CHARACTERS)}", class_="gap")
    return join(head, *map(_row, rows_of_lines(lines)))


def _folded(
    rows: Sequence[SideRow], context: int, function: FunctionDiff, place: str
) -> Iterator[Html]:
    """Yield rows; equal ones that are far from a difference are in an element to open."""
    near = [False] * len(rows)
    # A pass in each direction sees the differences before a row and those after it.
    for order in (range(len(rows)), range(len(rows) - 1, -1, -1)):
        left = -1
        for index in order:
            left = context if rows[index].kind != "equal" else left - 1
            near[index] |= left >= 0
    labels = {
        number: f"{abridged(move.name, _MAX_NAME_CHARACTERS)}"
        for number, move in enumerate(function.moves)
    }
    at = 0
    while at < len(rows):
        end = at
        while end < len(rows) and near[end] == near[at]:
            end += 1
        shown = [_row(row, labels, place) for row in rows[at:end]]
        if near[at]:
            yield from shown
        else:
            count = f"{end - at:,} equal line{'' if end - at == 1 else 's'}"
            yield tag("details", tag("summary", f"⋯ {count}"), *shown)
        at = end


def _row(row: SideRow, labels: Mapping[int, str] | None = None, place: str = "") -> Html:
    if row.move is not None:
        away = row.kind == "moved away"
        words = f"{(labels or {}).get(row.move, '')} {'moved away' if away else 'moved here'}"
        link = tag("a", words, href=f"#{place}m{row.move}")
        empty = join(tag("i"), tag("code"))
        filled = join(tag("i", "↷"), tag("code", link))
        return tag("div", filled if away else empty, empty if away else filled, class_="row move")
    one, other = ("" if line is None else line.text for line in (row.a, row.b))
    if row.kind != "equal" and row.a is not None and row.b is not None:
        marked = _marked(one, other, 0.0 if row.kind == "changed" else _MIN_SIMILARITY)
    else:
        marked = join(one), join(other)
    return tag(
        "div",
        tag("i", "" if row.a is None else str(row.a.a or "")),
        tag("code", marked[0], class_=_side_class(row, row.a, "minus")),
        tag("i", "" if row.b is None else str(row.b.b or "")),
        tag("code", marked[1], class_=_side_class(row, row.b, "plus")),
        class_=f"row {row.kind}",
    )


def _side_class(row: SideRow, line: Line | None, name: str) -> str | None:
    if row.kind == "equal":
        return None
    return name if line is not None else "none"


def _marked(one: str, other: str, least: float) -> tuple[Html, Html]:
    """Return two lines with the tokens marked in which they differ."""
    first, second = _TOKEN.findall(one), _TOKEN.findall(other)
    if len(first) + len(second) > _MAX_TOKENS:
        return join(one), join(other)
    # Commas and spaces are frequent, and must not count as junk.
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    if matcher.ratio() < least:
        return join(one), join(other)
    left: list[Html] = []
    right: list[Html] = []
    for kind, i, i_end, j, j_end in matcher.get_opcodes():
        before, after = "".join(first[i:i_end]), "".join(second[j:j_end])
        if kind == "equal":
            left.append(join(before))
            right.append(join(after))
        else:
            left += [tag("del", before)] if before else []
            right += [tag("ins", after)] if after else []
    return join(*left), join(*right)
