"""`ptxpy diff`: what differs between the kernels of two files."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

import ptxpy
from ptxpy.cli import files
from ptxpy.cli.arguments import describe
from ptxpy.cli.console import counted, has_colour, paint, printable, say, show
from ptxpy.cli.failure import FINE, UNABLE, WRONG, Failure
from ptxpy.cli.function_names import HELP, matching, only
from ptxpy.cli.settings import add_settings, settings_of
from ptxpy.cli.sources import Source, is_python, load, refuse_settings
from ptxpy.cli.syntax_errors import say_problems
from ptxpy.compare import (
    Comparison,
    FunctionDiff,
    FunctionName,
    Hunk,
    Line,
    ModuleDiff,
    compare_in_detail,
    python_diff,
)
from ptxpy.ir import Function
from ptxpy.lift.symbols import abridged, demangled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ptxpy.cli.parsers import Parser

_LONGEST = 160
"""Characters of a line that are shown, unless all are asked for."""

_LONGEST_NAME = 100
_COLOURS = {"-": "red", "+": "green"}
_MOST_CONTEXT = 1_000_000


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe(
        parser,
        run,
        details="Functions are matched by name. Registers and labels are compared up to "
        "renaming, and what B shows has the names of A; layout, comments and positions in the "
        "source do not count, and blocks that only stand elsewhere are said to have moved. A "
        ".py file is executed, as `python FILE.py` would. The exit status is 0 when nothing "
        "differs, 1 when something does, and 2 when the files cannot be compared.",
        example="ptxpy diff old.ptx new.ptx --python",
    )
    parser.add_argument("a", metavar="A", help="PTX or Python (A.py); - is standard input")
    parser.add_argument("b", metavar="B", help="likewise; only one can be -")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--python", action="store_true", help="show what differs in Python")
    form.add_argument("--stat", action="store_true", help="only count, for each function")
    form.add_argument("--json", action="store_true", help="report in JSON")
    parser.add_argument(
        "--context",
        metavar="N",
        type=_context,
        default=3,
        help="lines shown around what differs (default: 3)",
    )
    parser.add_argument("--kernel", metavar="NAME", help="compare one function only: " + HELP)
    parser.add_argument(
        "--debug-info",
        action="store_true",
        help="compare .loc, .file and debug sections too",
    )
    parser.add_argument("--full", action="store_true", help="do not cut long lines")
    add_settings(parser)


def _context(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= _MOST_CONTEXT):
        message = f"{text!r} is no number from 0 to {_MOST_CONTEXT:,}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    if options.a == options.b == files.STANDARD:
        message = "only one of the files can be standard input"
        raise Failure(message)
    settings = settings_of(options)
    try:
        a, b = (_load(name, settings) for name in (options.a, options.b))
    except ptxpy.PtxSyntaxError as error:
        say_problems(error)
        return UNABLE
    if a.lines is b.lines is None:
        refuse_settings(a.name, settings)
    kernel = options.kernel and _chosen(a, b, options.kernel)
    found = compare_in_detail(
        a.module,
        b.module,
        context=options.context,
        debug=options.debug_info,
        kernel=kernel,
    )
    diff = found.diff
    if options.json:
        show(json.dumps(_data(files.plain(options.a), files.plain(options.b), diff), indent=2))
    elif options.stat:
        _show_stat(diff)
    else:
        _Report(options, a, b, found).show()
    say(_summary(diff))
    return FINE if diff.equal else WRONG


def _chosen(a: Source, b: Source, name: str) -> str:
    """Return what `compare_in_detail` takes for the functions that an option names.

    That is the name itself, where a symbol or a short name is just this; kernels of both files may
    have it. Else it is the symbol that it is a part or the number of, in A or else in B.
    """
    files = [
        [item.name.name for item in each.module.body if type(item) is Function] for each in (a, b)
    ]
    for symbols in files:
        if any(name == symbol or name == demangled(symbol).name for symbol in symbols):
            return name
    known = list(dict.fromkeys(files[0]))
    if not matching(known, name):
        known = list(dict.fromkeys([*files[0], *files[1]]))
    return only(known, name, "function")


def _load(name: str, settings: Mapping[str, Any]) -> Source:
    """Return a module; whatever is wrong with its file, there is nothing to compare.

    Settings are for Python: it can be compared with PTX, which has none.
    """
    program = name == files.STANDARD or is_python(name, b"")
    try:
        return load(name, settings if program else {})
    except Failure as failure:
        failure.status = UNABLE
        raise


# ----------------------------------------------------------------------------------- text


class _Report:
    """Writes a diff for people."""

    def __init__(
        self, options: argparse.Namespace, a: Source, b: Source, found: Comparison
    ) -> None:
        self.options = options
        self.a = a
        self.b = b
        self.found = found

    def show(self) -> None:
        """Write everything that differs or has moved."""
        diff = self.found.diff
        shown = [function for function in diff.functions if _is_shown(function)]
        if not (shown or diff.declarations or diff.only_a or diff.only_b):
            return
        self._bold(f"--- {self.a.name}")
        self._bold(f"+++ {self.b.name}")
        self._lines(diff.declarations)
        for sign, functions in (("-", diff.only_a), ("+", diff.only_b)):
            for named in functions:
                self._line(sign, f"{named.kind} {_title(named)}")
        for function in shown:
            self._function(function)

    def _function(self, function: FunctionDiff) -> None:
        show("")
        lines = f"line {function.a.line} -> {function.b.line}"
        self._bold(f"{function.a.kind} {_title(function.a)}, {lines}")
        if function.renamed:
            self._cyan(f"renamed: {printable(self._cut(function.b.name))}")
        if function.notes and not function.equal:
            self._cyan(f"registers used: {', '.join(function.notes)}")
        for move in function.moves:
            what = "block" if move.blocks == 1 else f"{move.blocks} blocks from"
            name = printable(self._cut(move.name))
            name = f'"{name}"' if name.endswith(";") else name
            self._cyan(f"{what} {name} moved: line {move.a} -> line {move.b}")
        hunks = function.hunks
        if self.options.python and not function.equal:
            hunks = python_diff(self.a.module, self.found, function, self.options.context)
            if not hunks:
                self._cyan("the Python is the same")
        for hunk in hunks:
            self._hunk(hunk)

    def _hunk(self, hunk: Hunk) -> None:
        section = f" {printable(self._cut(hunk.section))}" if hunk.section else ""
        self._cyan(f"@@ -{hunk.a} +{hunk.b} @@{section}")
        self._lines(hunk.lines)

    def _lines(self, lines: Sequence[Line]) -> None:
        for at, line in enumerate(lines):
            text = line.text
            if len(text) > _LONGEST and not self.options.full:
                text = _excerpt(text, _others(lines, at))
            self._line(line.sign, text)

    def _line(self, sign: str, text: str) -> None:
        line = f"{sign}{printable(text)}"
        show(paint(line, _COLOURS[sign], sys.stdout) if sign in _COLOURS else line)

    def _cut(self, text: str) -> str:
        return text if self.options.full else abridged(text, _LONGEST_NAME)

    def _bold(self, text: str) -> None:
        show(paint(text, "bold", sys.stdout))

    def _cyan(self, text: str) -> None:
        show(paint(text, "cyan", sys.stdout))


def _is_shown(function: FunctionDiff) -> bool:
    return not function.same or bool(function.moves)


def _title(function: FunctionName) -> str:
    return printable(abridged(function.signature or function.name, _LONGEST_NAME))


def _others(lines: Sequence[Line], at: int) -> str:
    """Return the line that stands opposite a changed one, by its place among its like."""
    sign = lines[at].sign
    if sign not in _COLOURS:
        return ""
    first = at
    while first and lines[first - 1].sign == sign:
        first -= 1
    if sign == "+":
        start = first
        while start and lines[start - 1].sign == "-":
            start -= 1
        place = start + at - first
        return lines[place].text if place < first else ""
    stop = at
    while stop < len(lines) and lines[stop].sign == "-":
        stop += 1
    place = stop + at - first
    return lines[place].text if place < len(lines) and lines[place].sign == "+" else ""


def _excerpt(text: str, other: str) -> str:
    """Return the start of a long line, and what is around the first character that differs."""
    same = 0
    while same < min(len(text), len(other)) and text[same] == other[same]:
        same += 1
    half = _LONGEST // 2
    if not other or same < _LONGEST - half // 2:
        return f"{text[:_LONGEST]}…"
    start = max(half, same - half // 2)
    stop = start + half
    return f"{text[:half]}…{text[start:stop]}{'…' if stop < len(text) else ''}"


# ----------------------------------------------------------------------------------- numbers


def _show_stat(diff: ModuleDiff) -> None:
    """Write a table: what is removed and added, for each function."""
    rows = [
        (str(function.removed), str(function.added), str(moved), status, function.a)
        for function in diff.functions
        for moved in [sum(move.blocks for move in function.moves)]
        for status in ["equal" if function.same else "renamed" if function.equal else "differs"]
    ]
    rows += [("", "", "", "only in A", function) for function in diff.only_a]
    rows += [("", "", "", "only in B", function) for function in diff.only_b]
    if not rows:
        return
    show(f"{'removed':>8} {'added':>8} {'moved':>8}  {'':9}  function")
    for removed, added, moved, status, function in rows:
        title = _title(function)
        colour = "green" if status == "equal" else "red"
        painted = paint(f"{status:9}", colour, sys.stdout) if has_colour(sys.stdout) else status
        show(f"{removed:>8} {added:>8} {moved:>8}  {painted:9}  {title}")


def _summary(diff: ModuleDiff) -> str:
    functions = diff.functions
    differ = sum(not function.same for function in functions)
    counts: list[str] = []
    if differ:
        counts.append(f"{counted(differ, 'function')} differ{'s' if differ == 1 else ''}")
    if len(functions) - differ or not functions:
        equal = len(functions) - differ
        counts.append(f"{equal:,} equal" if differ else f"{counted(equal, 'function')} equal")
    for number, where in ((len(diff.only_a), "A"), (len(diff.only_b), "B")):
        if number:
            counts.append(f"{number:,} only in {where}")
    removed = sum(f.removed for f in functions) + _signs(diff.declarations, "-")
    added = sum(f.added for f in functions) + _signs(diff.declarations, "+")
    moved = sum(move.blocks for function in functions for move in function.moves)
    lines: list[str] = []
    if removed or added:
        lines = [f"{counted(removed, 'line')} removed", f"{added:,} added"]
    if moved:
        lines.append(f"{counted(moved, 'block')} moved")
    return "; ".join(filter(None, (", ".join(counts), ", ".join(lines))))


def _signs(lines: Iterable[Line], sign: str) -> int:
    return sum(line.sign == sign for line in lines)


def _data(a: str, b: str, diff: ModuleDiff) -> dict[str, Any]:
    """Return the comparison as JSON can hold it."""
    return {
        "a": a,
        "b": b,
        "equal": diff.equal,
        "declarations": [line._asdict() for line in diff.declarations],
        "functions": [
            {
                **function._asdict(),
                "a": function.a._asdict(),
                "b": function.b._asdict(),
                "moves": [move._asdict() for move in function.moves],
                "hunks": [
                    {**hunk._asdict(), "lines": [line._asdict() for line in hunk.lines]}
                    for hunk in function.hunks
                ],
            }
            for function in diff.functions
        ],
        "only_a": [function._asdict() for function in diff.only_a],
        "only_b": [function._asdict() for function in diff.only_b],
    }
