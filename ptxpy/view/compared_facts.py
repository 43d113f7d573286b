"""Tables that compare two modules: resources, instructions, and the counts of a run."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.demangle import abridged
from ptxpy.summaries import Survey
from ptxpy.syntax import emit
from ptxpy.view.function_facts import function_facts
from ptxpy.view.line_facts import LineFacts
from ptxpy.view.markup import Html, join, tag
from ptxpy.view.roofline import target_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.compare import FunctionDiff, ModuleDiff
    from ptxpy.ir import nodes as n
    from ptxpy.view.machine_code import MachineCode, MachineLine
    from ptxpy.view.run import Run

__all__ = ["ComparedSide", "comparable", "facts_markup", "function_lines"]

_OPCODE: Final = re.compile(r"^\s*(?:@!?U?P\w+\s+)?([A-Z]\w*)")
"""The opcode of machine code, behind its guard and without its modifiers."""
_REGISTER: Final = re.compile(r"\b(U?R|U?P)\d+\b")
_PLACE: Final = re.compile(r"\.L_x_\d+|\.reuse\b")
_KILO: Final = 1024
_NONE: Final = "none"
_MAX_TITLE: Final = 100
_MAX_DIAGNOSTICS: Final = 12
_MAX_ROWS: Final = 12
"""The rows of a table that are shown at once."""
_TIMES: Final = "\N{MULTIPLICATION SIGN}"


class ComparedSide(NamedTuple):
    """One of two modules that are compared."""

    module: n.Module
    machine: MachineCode
    run: Run | None = None
    """A run of one of its kernels; None without."""
    sources: Mapping[int, tuple[str, Sequence[str]]] = MappingProxyType({})
    """The name and the lines of its sources, by their numbers in `.file`."""


def function_lines(machine: MachineCode, name: str) -> list[MachineLine]:
    """Return the instructions of a function, without labels and padding."""
    start = next((at for at, line in enumerate(machine.lines) if line.text == f"{name}:"), None)
    if start is None:
        return []
    own = takewhile(
        lambda line: line.address >= 0 or line.text.startswith(".L_"), machine.lines[start + 1 :]
    )
    return [line for line in own if line.address >= 0 and line.text.strip() != "NOP"]


def comparable(text: str) -> str:
    """Return an instruction without registers, labels and operand caches.

    >>> comparable("    @P0 IADD3 R4, R5.reuse, 0x1, RZ")
    '@P IADD3 R, R, 0x1, RZ'
    """
    return _REGISTER.sub(r"\1", _PLACE.sub("", text)).strip()


def pair_title(pair: FunctionDiff) -> str:
    """Return the name of a function; that of A and that of B, if they differ."""
    one, other = (abridged(each.signature or each.name, _MAX_TITLE) for each in (pair.a, pair.b))
    return one if one == other else f"{one} ↔ {other}"


def facts_markup(
    a: str, b: str, diff: ModuleDiff, one: ComparedSide, other: ComparedSide
) -> list[Html]:
    """Return an article for each pair of functions, with the facts of A, of B, and the change.

    Args:
        a: The name of A.
        b: The name of B.
        diff: The functions that are paired.
        one: A itself.
        other: B itself.
    """
    functions = [_functions(side) for side in (one, other)]
    found = []
    for pair in diff.functions:
        sides = [functions[0].get(pair.a.name), functions[1].get(pair.b.name)]
        if all(side is not None and "flow" in side for side in sides):
            found.append(_article(a, b, pair, [side for side in sides if side], (one, other)))
    return found


def _functions(side: ComparedSide) -> dict[str, dict[str, Any]]:
    """Return the facts about the functions of a module by their names."""
    survey = Survey(side.module)
    facts = LineFacts(survey, emit(side.module))
    target = target_of(side.module)
    found = [
        function_facts(survey, number, facts, target, side.machine, side.run)
        for number, _ in enumerate(survey.functions)
    ]
    kinds: Counter[str] = Counter()
    for line in side.run.profile.lines if side.run is not None else ():
        kinds[facts.kind(line.line)] += line.counts.warps
    shown = dict(kinds.most_common())
    # What the checker says belongs to the function that begins before it.
    told: dict[str, list[dict[str, Any]]] = {each["name"]: [] for each in found}
    begins = sorted((each["line"], each["name"]) for each in found if "flow" in each)
    for each in facts.diagnostics():
        before = [name for line, name in begins if line <= each["line"]]
        if before:
            told[before[-1]].append(each)
    return {
        each["name"]: {**each, "kinds_run": shown, "diagnostics": told[each["name"]]}
        for each in found
    }


def _article(
    a: str,
    b: str,
    pair: FunctionDiff,
    functions: Sequence[Mapping[str, Any]],
    sides: tuple[ComparedSide, ComparedSide],
) -> Html:
    tables = [
        _table("", a, b, _static_rows(pair, functions, sides)),
        _table("Instructions by kind", a, b, _mix_rows(functions)),
    ]
    made = _made(pair, sides)
    if all(made):
        tables.append(_table("SASS by opcode", a, b, _kind_rows(list(map(_opcodes, made)))))
    runs = [side.run for side in sides if side.run is not None]
    if len(runs) == len(sides) and all(each["ran"] for each in functions):
        rows = _run_rows([json.loads(run.profile.to_json())["total"] for run in runs])
        tables.append(_table("In the run", a, b, rows))
        kinds = [each["kinds_run"] for each in functions]
        tables.append(_table("Instructions of warps, by kind", a, b, _kind_rows(kinds)))
    codes = [dict(Counter(each["code"] for each in one["diagnostics"])) for one in functions]
    if any(codes):
        tables.append(_table("Diagnostics of ptxpy check", a, b, _kind_rows(codes)))
    title = f"{pair.a.kind} {pair_title(pair)}"
    body = [
        *_computes(functions),
        tag("div", *tables, class_="sides-of-facts"),
        *_diagnostics(functions),
    ]
    if pair.same and not any('class="differs"' in table for table in tables):
        summary = tag("summary", tag("b", title), " is equal", title=pair.a.name)
        return tag("article", tag("details", summary, *body))
    return tag("article", tag("h2", title, title=pair.a.name), *body)


def _diagnostics(functions: Sequence[Mapping[str, Any]]) -> list[Html]:
    """Return the diagnostics of those codes that one function has more often than the other."""
    one, other = (Counter(each["code"] for each in held["diagnostics"]) for held in functions)
    lines = [
        tag(
            "li",
            tag("b", f"{side}  {each['code']} {each['severity']}"),
            f" line {each['line']:,}: {each['message']}",
        )
        for side, held in zip("AB", functions, strict=True)
        for each in held["diagnostics"]
        if one[each["code"]] != other[each["code"]]
    ]
    more = len(lines) - _MAX_DIAGNOSTICS
    if more > 0:
        lines[_MAX_DIAGNOSTICS:] = [tag("li", f"… {more:,} more", class_="faint")]
    return [tag("ul", *lines, class_="diagnostics")] if lines else []


def _computes(functions: Sequence[Mapping[str, Any]]) -> list[Html]:
    """Return the sentence about both kernels, or those about each, if they are known."""
    one, other = (each["computes"] for each in functions)
    if one == other:
        return [tag("p", one)] if one else []
    return [
        tag("p", tag("b", f"{side}  "), text or "unknown")
        for side, text in (("A", one), ("B", other))
    ]


_Row = tuple[str, Any, Any]


def _static_rows(
    pair: FunctionDiff,
    functions: Sequence[Mapping[str, Any]],
    sides: tuple[ComparedSide, ComparedSide],
) -> Iterator[_Row]:
    def both(name: str, value: Any) -> _Row:  # noqa: ANN401 - a number or a text
        return (name, value(functions[0]), value(functions[1]))

    def resource(name: str) -> Any:  # noqa: ANN401 - a function
        return lambda each: None if each["resources"] is None else each["resources"][name]

    yield both("matrix products", lambda each: ", ".join(map(_product, each["tiles"])) or _NONE)
    yield both("stages", lambda each: ", ".join(map(_ring, each["rings"])) or None)
    yield both("threads a CTA", lambda each: each["threads"] or None)
    yield both("registers a thread", resource("registers"))
    yield both("setmaxnreg", lambda each: ", ".join(map(_claim, each["register_counts"])) or _NONE)
    yield both("bytes spilled", resource("spill_stores"))
    yield both("live words, at most", lambda each: each["flow"]["most"])
    yield both("static shared memory, bytes", lambda each: each["shared_bytes"])
    yield both("dynamic shared memory, bytes", lambda each: each["dynamic_bytes"] or None)
    # Code for another target need not run on an architecture.
    archs = [[row["arch"] for row in each["occupancy"]] for each in functions]
    for arch in (each for each in archs[0] if each in archs[1]):
        yield both(f"warps on an SM, {arch}", lambda each, arch=arch: _warps(each, arch))
    yield both("PTX instructions", lambda each: each["instructions"])
    made = _made(pair, sides)
    yield ("SASS instructions", len(made[0]) or None, len(made[1]) or None)
    yield both("blocks", lambda each: len(each["flow"]["blocks"]))


def _made(
    pair: FunctionDiff, sides: tuple[ComparedSide, ComparedSide]
) -> tuple[list[MachineLine], list[MachineLine]]:
    """Return the machine code of both functions; empty if there is none."""
    one, other = sides
    return function_lines(one.machine, pair.a.name), function_lines(other.machine, pair.b.name)


def _opcodes(lines: Sequence[MachineLine]) -> dict[str, int]:
    """Return how many instructions of machine code have each opcode, the most frequent first."""
    found = (_OPCODE.search(line.text) for line in lines)
    return dict(Counter(each[1] for each in found if each is not None).most_common())


def _product(tile: Mapping[str, Any]) -> str:
    words = [tile["opcode"], _TIMES.join(map(str, tile["shape"])), tile["type"]]
    return f"{' '.join(filter(None, words))} {_TIMES} {tile['count']}"


def _ring(ring: Mapping[str, Any]) -> str:
    return f"{ring['stages']} {_TIMES} {sum(ring['bytes']) / _KILO:g} kB"


def _claim(row: tuple[int, str, int]) -> str:
    """Return what a warp asks for by `setmaxnreg`: `dec 40`."""
    _, action, count = row
    return f"{action} {count}"


def _warps(function: Mapping[str, Any], arch: str) -> int | None:
    return next((row["warps"] for row in function["occupancy"] if row["arch"] == arch), None)


def _mix_rows(functions: Sequence[Mapping[str, Any]]) -> Iterator[_Row]:
    yield from _kind_rows([{kind: count for kind, count, _ in each["mix"]} for each in functions])


def _kind_rows(counts: Sequence[Mapping[str, int]]) -> Iterator[_Row]:
    for kind in dict.fromkeys([*counts[0], *counts[1]]):
        yield (kind, counts[0].get(kind, 0), counts[1].get(kind, 0))


def _run_rows(totals: Sequence[Mapping[str, Any]]) -> Iterator[_Row]:
    for key, name in (
        ("warps", "instructions of warps"),
        ("threads", "instructions of threads, predicated off included"),
        ("enabled_threads", "instructions of threads whose guard holds"),
        ("average_lanes", "lanes on average"),
        ("waits", "waits"),
        ("waited", "steps waited"),
    ):
        yield (name, totals[0][key], totals[1][key])
    memories = [{(each["space"], each["what"]): each for each in side["memory"]} for side in totals]
    for place in dict.fromkeys([*memories[0], *memories[1]]):
        for key in ("requests", "bytes", "sectors", "conflicts"):
            one, other = (side.get(place, {}).get(key, 0) for side in memories)
            if one or other:
                yield (f"{' '.join(place)}: {key}", one, other)


def _table(title: str, a: str, b: str, rows: Iterator[_Row]) -> Html:
    heads = [tag("th", title), *[tag("th", name, class_="number") for name in ("A", "B", "change")]]
    heads[1] = tag("th", "A", class_="number", title=a)
    heads[2] = tag("th", "B", class_="number", title=b)
    known = [row for row in rows if {row[1], row[2]} - {None, _NONE}]
    equal = [row for row in known if row[1] == row[2]]
    changed = [row for row in known if row[1] != row[2]]
    head = tag("thead", tag("tr", *heads))
    # What differs is what a reader came for: equal rows are there to be opened.
    if not changed:
        return tag("table", head, tag("tbody", *_rows(equal)))
    shown = changed if len(changed) <= _MAX_ROWS + 1 else changed[:_MAX_ROWS]
    table = tag("table", head, tag("tbody", *_rows(shown)))
    folded = [
        _folded(changed[len(shown) :], "more row", " that differ"),
        _folded(equal, "equal row", ""),
    ]
    return tag("div", table, *folded) if any(folded) else table


def _folded(rows: Sequence[_Row], noun: str, behind: str) -> Html | None:
    """Return rows to be opened; None without rows."""
    if not rows:
        return None
    count = f"{len(rows)} {noun}{'' if len(rows) == 1 else 's'}{behind}"
    return tag("details", tag("summary", count), tag("table", tag("tbody", *_rows(rows))))


def _rows(rows: Sequence[_Row]) -> list[Html]:
    return [
        tag(
            "tr",
            tag("td", name),
            tag("td", _shown(one), class_="number"),
            tag("td", _shown(other), class_="number"),
            tag("td", _change(one, other), class_="number change"),
            class_=None if one == other else "differs",
        )
        for name, one, other in rows
    ]


def _shown(value: float | str | None) -> str:
    if value is None:
        return "unknown"
    return value if isinstance(value, str) else f"{value:,}"


def _change(one: float | str | None, other: float | str | None) -> Html:
    """Return the difference of two numbers, with its share of the first."""
    if isinstance(one, str) or isinstance(other, str) or one is None or other is None:
        return join("" if one == other else "≠")
    if one == other:
        return join("")
    share = f" ({100 * (other - one) / one:+.0f} %)" if one else ""
    return join(f"{round(other - one, 3):+,}{share}".replace("-", "\N{MINUS SIGN}"))
