"""The differences between two modules as HTML: markup, and the page of `ptxpy diff --html`.

The markup needs no script, so that notebooks show it too.
"""

from __future__ import annotations

import re
import shlex
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from ptxpy.__about__ import __version__
from ptxpy.codegen import ProofError
from ptxpy.compare import (
    SideBySide,
    count_differences,
    python_diff,
    rows_of_lines,
    rows_of_texts,
    side_by_side,
)
from ptxpy.demangle import abridged
from ptxpy.view.compared_facts import comparable, facts_markup, function_lines, pair_title
from ptxpy.view.diff_rows import (
    NOTHING,
    SideNotes,
    folded_rows,
    row_markup,
    with_moved_lines,
)
from ptxpy.view.diff_source import Places, compared_source
from ptxpy.view.markup import Html, join, tag

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.compare import Compared, Comparison, FunctionDiff, FunctionName, Line, ModuleDiff
    from ptxpy.sim import Line as ProfileLine
    from ptxpy.view.compared_facts import ComparedSide

__all__ = ["diff_markup", "diff_page", "diff_summary"]


def diff_page(
    a: str,
    b: str,
    comparison: Comparison,
    context: int = 3,
    sides: tuple[ComparedSide, ComparedSide] | None = None,
) -> str:
    """Return the HTML of a page with the differences between two modules.

    Names and code may be hostile: everything is escaped, and the policy of the page allows no
    script but its own, and no address.

    Args:
        a: The name of A.
        b: The name of B.
        comparison: The result of `compare_in_detail`.
        context: Equal lines shown around each difference; the others can be opened.
        sides: A and B themselves; with them, the page has panels of facts, of Python and of
            machine code.
    """
    assets = files("ptxpy.view") / "assets"
    script = (assets / "diff.js").read_text(encoding="utf-8")
    css = [(assets / name).read_text(encoding="utf-8") for name in ("theme.css", "diff.css")]
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
    ran = sides is not None and sides[0].run is not None
    counted = "The number behind a line tells how many warps ran it, or what is chosen above; an "
    counted += "arrow, that B has more or fewer. "
    note = _note(
        counted if ran else "",
        "Registers and labels of B have the names of those in A that they correspond to; kernels, "
        "parameters and variables have their own. %r7' is a name of B, A has another %r7. "
        f"Made by ptxpy {__version__}.",
    )
    source: Html | None = None
    places: Places = ({}, {})
    counters: list[str] = []
    notes = NOTHING
    if sides is not None:
        source, places = compared_source(sides)
        counters = _counters(sides)
        held = (_ran(sides[0], counters), _ran(sides[1], counters))
        notes = SideNotes(held, places if source else None)
    # The legend comes before what it explains.
    ptx = [note, diff_markup(a, b, diff, comparison, context, notes)]
    panels: list[tuple[str, str, Sequence[Html]]] = [("ptx", "PTX", ptx)]
    article = [tag("article", diff_summary(diff), _pairing(diff))]
    if sides is None:
        panels[0] = ("ptx", "PTX", [*article, *ptx])
    else:
        facts = facts_markup(a, b, diff, *sides)
        panels = [("facts", "Facts", [*article, *facts]), *panels]
        panels.append(("python", "Python", _python(a, b, comparison, sides, context)))
        panels.append(("sass", "SASS", _sass(a, b, diff, sides, context, places)))
    tabs = [
        tag("button", name, role="tab", id=f"tab-{key}", aria_selected=str(not at).lower())
        for at, (key, name, _) in enumerate(panels)
    ]
    header = tag(
        "header",
        tag("h1", title, title=f"{a} ↔ {b}"),
        tag("div", *tabs, role="tablist") if len(tabs) > 1 else None,
        tag("span", class_="spring"),
        tag("span", "", id="where", class_="faint keys", role="status"),
        tag("button", "↑", id="previous", title="previous difference (p)"),
        tag("button", "↓", id="next", title="next difference (n)"),
        _choice_of_counter(counters) if len(counters) > 1 else None,
        _toggle_of_source() if source else None,
        tag("button", "◐", id="theme", title="dark or light", aria_label="dark or light"),
    )
    made = [
        tag(
            "div",
            *parts,
            id=f"panel-{key}",
            class_="diff",
            tabindex="0",
            role="tabpanel",
            aria_labelledby=f"tab-{key}",
            hidden=None if not at else "",
        )
        for at, (key, _, parts) in enumerate(panels)
    ]
    ruler = tag(
        "div", id="ruler", title="differences: click to go to one (n, p)", aria_hidden="true"
    )
    body = tag("body", header, tag("main", source, *made, ruler), tag("script", Html(script)))
    return f'<!doctype html>\n<html lang="en">\n{tag("head", head)}\n{body}\n</html>\n'


def _choice_of_counter(counters: Sequence[str]) -> Html:
    options = [tag("option", each) for each in counters]
    title = "what the numbers behind lines count"
    return tag("select", *options, id="counter", title=title, aria_label=title)


def _note(*texts: str) -> Html:
    """Return the sentences above the rows of a panel."""
    return tag("p", *texts, class_="faint note")


def _toggle_of_source() -> Html:
    title = "show or hide the source (s); a click on a line lights its partners"
    return tag("button", "Source", id="toggle-source", title=title, aria_pressed="true")


def _pairing(diff: ModuleDiff) -> Html | None:
    """Return how functions of different names are compared, if each side has one by itself."""
    for one in diff.only_a:
        for other in diff.only_b:
            if one.kind == other.kind:
                words = shlex.join(["--kernel", one.name, "--kernel", other.name])
                note = "Functions of different names are compared on demand: "
                return tag("p", note, tag("code", words), class_="faint")
    return None


_COUNTERS: Final[tuple[tuple[str, Callable[[ProfileLine], int]], ...]] = (
    ("run by warps", lambda line: line.counts.warps),
    ("run by threads", lambda line: line.counts.enabled),
    ("steps waited", lambda line: line.counts.waited),
    ("bytes accessed", lambda line: line.total("bytes")),
    ("sectors", lambda line: line.total("sectors")),
    ("bank conflicts", lambda line: line.total("conflicts")),
)
"""The counts of a run that can be shown behind lines, by their titles."""


def _counters(sides: tuple[ComparedSide, ComparedSide]) -> list[str]:
    """Return the titles of the counters of which some line has any."""
    held = [line for side in sides if side.run for line in side.run.profile.lines]
    return [title for title, value in _COUNTERS if any(map(value, held))]


def _ran(side: ComparedSide, counters: Sequence[str]) -> dict[int, tuple[int, ...]]:
    """Return the counts of each line of a module."""
    lines = side.run.profile.lines if side.run is not None else ()
    values = [value for title, value in _COUNTERS if title in counters]
    return {line.line: tuple([value(line) for value in values]) for line in lines}


def _python(
    a: str,
    b: str,
    comparison: Comparison,
    sides: tuple[ComparedSide, ComparedSide],
    context: int,
) -> list[Html]:
    """Return the Python of the functions that differ, side by side."""
    found: list[Html] = []
    for number, function in enumerate(comparison.diff.functions):
        if function.same:
            continue
        if not found:
            note = "B has the names of A here; where most lines differ, its own."
            found.append(_note(note))
        try:
            hunks = python_diff(sides[0].module, comparison, function, _ALL_LINES)
        except ProofError as error:
            note = f"without Python: {str(error).splitlines()[0]}"
            found.append(_section(a, b, f"y{number}", function, [tag("p", note, class_="faint")]))
            continue
        # The margins number registers, which are not compared.
        lines = [line for hunk in hunks for line in hunk.lines]
        one, other = (
            [_MARGIN.sub("", line.text) for line in lines if line.sign in signs]
            for signs in (" -", " +")
        )
        rows = [*rows_of_texts(one, other)]
        body = [*folded_rows(rows, context)] or [
            tag("p", "The Python is the same.", class_="faint")
        ]
        found.append(_section(a, b, f"y{number}", function, body))
    return found or [tag("article", "The Python of all functions is the same.")]


_MARGIN: Final = re.compile(r"\s+#: .*\Z")
_ALL_LINES: Final = 1_000_000
"""More lines of context than a function has."""


def _sass(
    a: str,
    b: str,
    diff: ModuleDiff,
    sides: tuple[ComparedSide, ComparedSide],
    context: int,
    places: Places,
) -> list[Html]:
    """Return the machine code of the functions that both have, side by side."""
    reasons = [
        f"{name}: {side.machine.reason}"
        for name, side in zip("AB", sides, strict=True)
        if side.machine.reason
    ]
    if reasons:
        return [tag("article", "No machine code. ", "; ".join(reasons))]
    note = "Registers, labels and operand caches are not compared. Violet lines are in both, moved."
    found = [_note(note)]
    for number, function in enumerate(diff.functions):
        one, other = (
            function_lines(side.machine, name.name)
            for side, name in zip(sides, (function.a, function.b), strict=True)
        )
        if one or other:
            a_texts, b_texts = ([line.text for line in lines] for lines in (one, other))
            rows = with_moved_lines([*rows_of_texts(a_texts, b_texts, comparable)], comparable)
            by_number = [
                {
                    at: held[line.ptx_line]
                    for at, line in enumerate(lines, 1)
                    if line.ptx_line in held
                }
                for lines, held in zip((one, other), places, strict=True)
            ]
            addresses = [
                {at: f"{line.address:04x}" for at, line in enumerate(lines, 1)}
                for lines in (one, other)
            ]
            notes = SideNotes(
                places=(by_number[0], by_number[1]), labels=(addresses[0], addresses[1])
            )
            body = [*folded_rows(rows, context, notes=notes, key=comparable)]
            found.append(_section(a, b, f"s{number}", function, body))
    return found


def _heads(a: str, b: str, *, has_counts: bool = False) -> Html:
    """Return the line above two sides."""
    counts = tag("span", _COUNTERS[0][0], class_="counted") if has_counts else None
    heads = [tag("b", f"{side}  {name}", counts) for side, name in (("A", a), ("B", b))]
    return tag("div", *heads, class_="sides")


def _section(a: str, b: str, place: str, function: FunctionDiff, body: Sequence[Html]) -> Html:
    sides = _heads(a, b)
    title = f"{function.a.kind} {pair_title(function)}"
    return tag("section", tag("h3", title, id=place, title=function.a.name), sides, *body)


_MAX_NAME_CHARACTERS: Final = 100


def diff_summary(diff: ModuleDiff, *, has_links: bool = True) -> Html:
    """Return the counts of a comparison, and a table of its functions, with links to them."""
    rows = [
        _table_row(
            "equal" if function.same else "renamed" if function.equal else "differs",
            function.a,
            pair_title(function),
            _counts(function),
            f"f{k}" if has_links and not _is_plain(function) else "",
        )
        for k, function in enumerate(diff.functions)
    ]
    rows += [_table_row("only in A", each, _title(each), ("", "", ""), "") for each in diff.only_a]
    rows += [_table_row("only in B", each, _title(each), ("", "", ""), "") for each in diff.only_b]
    heads = [tag("th", name) for name in ("", "function", "removed", "added", "moved")]
    table = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows))
    return join(tag("p", tag("b", count_differences(diff))), table if rows else None)


def _table_row(
    status: str, name: FunctionName, title: str, counts: Sequence[str], link: str
) -> Html:
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
    a: str,
    b: str,
    diff: ModuleDiff,
    comparison: Comparison | None = None,
    context: int = 3,
    notes: SideNotes = NOTHING,
) -> Html:
    """Return the differences side by side; registers and labels have the names of A.

    Args:
        a: The name of A.
        b: The name of B.
        diff: The differences.
        comparison: The correspondence of the functions. With it, lines that are matched face each
            other, and equal lines around can be opened; without it, only hunks are shown.
        context: Equal lines shown around each difference.
        notes: The counts of the lines of A and of B, which are shown behind them, and their places
            in the source.
    """
    parts: list[Html] = []
    sides = _heads(a, b, has_counts=bool(notes.ran and any(notes.ran)))
    if diff.declarations:
        rows = [*rows_of_lines(diff.declarations)]
        parts.append(tag("section", tag("h3", "declarations"), sides, *map(row_markup, rows)))
    for number, function in enumerate(diff.functions):
        if not _is_plain(function):
            compared = comparison and comparison.compared[function.a.name]
            parts.append(_function(sides, f"f{number}", function, compared, context, notes))
    return join(*parts)


def _function(
    sides: Html,
    place: str,
    function: FunctionDiff,
    compared: Compared | None,
    context: int,
    notes: SideNotes,
) -> Html:
    name = function.a
    remarks = [f"line {name.line:,} in A, {function.b.line:,} in B"]
    if function.renamed:
        remarks.append(f"renamed: {abridged(function.b.name, _MAX_NAME_CHARACTERS)}")
    if function.notes and not function.equal:
        remarks.append(f"registers used: {', '.join(function.notes)}")
    if compared is None:
        found = SideBySide((), ())
        body = [_hunk(hunk.section, hunk.lines) for hunk in function.hunks]
    else:
        found = side_by_side(compared, function.moves)
        body = [*folded_rows(found.rows, context, function, place, notes)]
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
        body += folded_rows(rows, context, function, place, notes)
    title = f"{name.kind} {pair_title(function)}"
    return tag(
        "section",
        tag("h3", title, id=place, title=name.name),
        tag("p", "; ".join(remarks), class_="faint"),
        sides,
        *body,
    )


def _hunk(section: str, lines: Sequence[Line]) -> Html:
    head = tag("div", f"⋯ {abridged(section, _MAX_NAME_CHARACTERS)}", class_="gap")
    return join(head, *map(row_markup, rows_of_lines(lines)))
