"""The source beside a comparison: the files that `.file` names, by `.loc`, those of A and of B."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.compare import rows_of_texts
from ptxpy.ir import statements
from ptxpy.summaries import Survey
from ptxpy.view.markup import Html, tag
from ptxpy.view.source_lines import source_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.compare import SideRow
    from ptxpy.view.compared_facts import ComparedSide

__all__ = ["Places", "compared_source"]

Places = tuple[dict[int, str], dict[int, str]]
"""By lines of A and of B, places in the source: `0:7 0:21` are lines 7 and 21 of the first file."""


def compared_source(sides: tuple[ComparedSide, ComparedSide]) -> tuple[Html | None, Places]:
    """Return the source of A and of B as one text with its differences, and the places in it.

    A line of the source has the attributes `data-a` and `data-b`: its places in A and in B. A
    file of A and the one of B that it is compared with have one number.
    """
    found = [_source(side) for side in sides]
    pairs = _pairs(*([each["name"] for each in data["files"]] for data in found))
    if not pairs:
        return None, ({}, {})
    numbers = [
        {pair[at]: number for number, pair in enumerate(pairs)} for at, _ in enumerate(sides)
    ]
    one, other = (
        {
            line: " ".join(
                f"{held[data['files'][file]['name']]}:{at}"
                for file, at in zip(words[::2], words[1::2], strict=True)
            )
            for line, *words in data["places"]
        }
        for data, held in zip(found, numbers, strict=True)
    )
    files: list[dict[str | None, Sequence[str]]] = [
        {each["name"]: each["lines"] for each in data["files"]} for data in found
    ]
    parts: list[Html] = []
    for number, (a, b) in enumerate(pairs):
        title = a if a == b else f"{a} \N{LEFT RIGHT ARROW} {b}" if a and b else a or b
        only = None if a and b else tag("span", f"  only in {'A' if a else 'B'}", class_="faint")
        parts.append(tag("h3", title, only))
        rows = rows_of_texts(files[0].get(a, ()), files[1].get(b, ()))
        parts += [line for row in _in_order(rows) for line in _lines(number, row)]
    return tag("aside", *parts, id="source", class_="diff", tabindex="0", aria_label="source"), (
        one,
        other,
    )


def _pairs(a: Sequence[str], b: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Return the files that are compared: those of one name, and the only others of both sides."""
    only_a, only_b = ([each for each in one if each not in two] for one, two in ((a, b), (b, a)))
    found: list[tuple[str | None, str | None]] = [(each, each) for each in a if each in b]
    if len(only_a) == len(only_b) == 1:
        return [*found, (only_a[0], only_b[0])]
    return [*found, *((each, None) for each in only_a), *((None, each) for each in only_b)]


def _source(side: ComparedSide) -> dict[str, Any]:
    survey = Survey(side.module)
    lines = [survey.line_of(ordinal) for ordinal, _ in enumerate(statements(side.module))]
    return source_data(side.module, lines, side.sources) or {"files": [], "places": []}


def _in_order(rows: Iterator[SideRow]) -> Iterator[SideRow]:
    """Yield rows with all lines of A that B lacks before those of B that A lacks."""
    pending: list[SideRow] = []
    for row in rows:
        if row.kind == "equal":
            yield from pending
            pending = []
            yield row
            continue
        if row.a is not None:
            yield row._replace(b=None)
        if row.b is not None:
            pending.append(row._replace(a=None))
    yield from pending


def _lines(number: int, row: SideRow) -> Iterator[Html]:
    """Yield the line of a row, with its numbers in A and in B."""
    line = row.a or row.b
    if line is None:
        return
    a, b = (line.a, line.b) if row.kind == "equal" else (line.a if row.a else None, line.b)
    kind = "equal" if row.kind == "equal" else "minus" if row.a else "plus"
    yield tag(
        "div",
        tag("i", str(a or "")),
        tag("i", str(b or "")),
        tag("code", line.text),
        class_=f"line {kind}",
        data_a=f"{number}:{a}" if a else None,
        data_b=f"{number}:{b}" if b else None,
    )
