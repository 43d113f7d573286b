"""`ptxpy diff`: the differences between the kernels of two files."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import ptxpy
from ptxpy._schema import SCHEMA
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, EXIT_UNABLE, CommandError
from ptxpy.cli.console import (
    has_colour,
    paint,
    printable,
    report_syntax_errors,
    write_stderr,
    write_stdout,
)
from ptxpy.cli.function_names import match_symbols, select_function
from ptxpy.cli.observed_runs import add_run_options, check_run_options, observed_run
from ptxpy.cli.page_sources import check_folder, sources_of_page
from ptxpy.cli.shared_options import KERNEL_NAMES, add_settings, describe_command, settings_of
from ptxpy.cli.sources import Source, is_python, load, refuse_settings
from ptxpy.compare import (
    Comparison,
    FunctionName,
    Line,
    ModuleDiff,
    compare_in_detail,
    count_differences,
    python_diff,
)
from ptxpy.demangle import abridged, demangled
from ptxpy.ir import Function

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.cli.argument_parser import Parser
    from ptxpy.codegen import SourceFile
    from ptxpy.view import ComparedSide


_MAX_LINE_CHARACTERS = 160
"""Characters of a line in the output, without `--full`."""

_MAX_NAME_CHARACTERS = 100
_COLOURS = {"-": "red", "+": "green"}
_MAX_CONTEXT_LINES = 1_000_000
"""The largest value of `--context`."""
_SIDES = 2
"""How often an option is given that A and B have each."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="Functions are matched by name. Registers and labels are compared up to "
        "renaming, and those of B are shown with the names of A; kernels, parameters and variables "
        "have their own names. White space, comments and debug positions are ignored, and blocks "
        "in another order are reported as moved. A .py file is executed, as by `python FILE.py`. "
        "The exit status is 0 if there is no difference, 1 if there is one, and 2 if the files "
        "cannot be compared.",
        examples=("ptxpy diff old.ptx new.ptx", "ptxpy diff old.ptx new.ptx --python"),
    )
    parser.add_argument("a", metavar="A", help="PTX or Python (A.py); - is standard input")
    parser.add_argument("b", metavar="B", help="PTX or Python (B.py); only one of them can be -")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--python", action="store_true", help="show the differences in Python")
    form.add_argument("--stat", action="store_true", help="only count lines, for each function")
    form.add_argument(
        "--json", action="store_true", help="report in JSON; `ptxpy help json` describes its fields"
    )
    form.add_argument(
        "--html",
        metavar="PAGE.html",
        help="write a page that shows A and B side by side: facts, PTX, Python and machine code",
    )
    parser.add_argument(
        "--context",
        metavar="N",
        type=_context,
        default=3,
        help="lines of context around a difference (default: 3)",
    )
    parser.add_argument(
        "--kernel",
        metavar="NAME",
        action="append",
        help=f"compare one function only: {KERNEL_NAMES}; given twice, that of A with that of B, "
        "whatever their names are",
    )
    parser.add_argument(
        "--debug-info",
        action="store_true",
        help="compare .loc, .file and debug sections too",
    )
    parser.add_argument("--full", action="store_true", help="do not truncate long lines")
    parser.add_argument("--force", action="store_true", help="overwrite PAGE.html if it exists")
    parser.add_argument(
        "--no-sass", action="store_true", help="leave the machine code out of PAGE.html"
    )
    parser.add_argument(
        "--source",
        metavar="DIR",
        action="append",
        help="the folder of the source files that .file names, for PAGE.html; given twice, that of "
        "A and that of B; without it, source code beside A and beside B is taken",
    )
    add_settings(parser)
    add_run_options(parser)


def _context(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= _MAX_CONTEXT_LINES):
        message = f"{text!r} is not a number from 0 to {_MAX_CONTEXT_LINES:,}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    if options.a == options.b == files.STANDARD:
        message = "only one of the files can be standard input"
        raise CommandError(message)
    if options.kernel and len(options.kernel) > _SIDES:
        message = "--kernel is given once, or twice: a function of A and one of B"
        raise CommandError(message)
    folders = options.source or [None]
    if len(folders) > _SIDES:
        message = "--source is given once, or twice: the folder of A and that of B"
        raise CommandError(message)
    for folder in folders:
        check_folder(folder)
    settings = settings_of(options)
    check_run_options(options)
    if options.html is None:
        for name, given in (
            ("--force", options.force),
            ("--no-sass", options.no_sass),
            ("--run", options.is_run),
            ("--source", options.source),
        ):
            if given:
                message = f"{name} needs --html"
                raise CommandError(message)
        page = None
    else:
        files.Output.checked(options.html, force=options.force, source=options.b)
        page = files.Output.checked(options.html, force=options.force, source=options.a)
    try:
        # Both files are read before anything is compared, so errors of either come first.
        a, b = (_load(name, settings) for name in (options.a, options.b))
    except ptxpy.PtxSyntaxError as error:
        report_syntax_errors(error, as_json=options.json)
        return EXIT_UNABLE
    # Settings belong to kernels of Python: with PTX on both sides they would have no effect.
    if a.lines is b.lines is None:
        refuse_settings(a.name, settings)
    kernel = _select_functions(a, b, options.kernel or [])
    found = compare_in_detail(
        a.module,
        b.module,
        context=options.context,
        debug=options.debug_info,
        kernel=kernel,
    )
    diff = found.diff
    if page is not None:
        from ptxpy.view import diff_page  # noqa: PLC0415 - loads slowly

        names = options.kernel or [None]
        sides = (
            _side(a, options, names[0], sources_of_page(a, options.a, folders[0])),
            _side(b, options, names[-1], sources_of_page(b, options.b, folders[-1])),
        )
        text = diff_page(*_short_names(a.name, b.name), found, options.context, sides)
        page.write(text.encode("utf-8", "replace"))
        # Source code is told, as it is given to whoever gets the page.
        shown = dict.fromkeys(name for side in sides for name, _ in side.sources.values())
        if shown:
            write_stderr(f"{files.display(options.html)}: with {printable(', '.join(shown))}")
    elif options.json:
        write_stdout(
            json.dumps(_data(files.plain(options.a), files.plain(options.b), diff), indent=2)
        )
    elif options.stat:
        _show_stat(diff)
    else:
        _Report(options, a, b, found).write()
    write_stderr(count_differences(diff))
    return EXIT_OK if diff.equal else EXIT_PROBLEMS


def _short_names(a: str, b: str) -> tuple[str, str]:
    """Return the names of two files without the folders that do not tell them apart."""
    one, other = PurePath(a).parts, PurePath(b).parts
    count = 1
    # A name without folders may be the end of one that has some.
    while one[-count:] == other[-count:] and count < max(len(one), len(other)):
        count += 1
    return str(PurePath(*one[-count:])), str(PurePath(*other[-count:]))


def _side(
    source: Source,
    options: argparse.Namespace,
    kernel: str | None,
    sources: Mapping[int, SourceFile],
) -> ComparedSide:
    """Return the machine code of a file, and the run of a kernel."""
    from ptxpy.syntax import emit  # noqa: PLC0415 - loads slowly
    from ptxpy.view import ComparedSide, MachineCode, machine_code  # noqa: PLC0415 - loads slowly

    text = emit(source.module).encode("utf-8", "surrogateescape")
    machine = MachineCode((), "--no-sass leaves it out") if options.no_sass else machine_code(text)
    run = observed_run(source, options, kernel) if options.is_run else None
    return ComparedSide(source.module, machine, run, sources)


def _select_functions(a: Source, b: Source, names: Sequence[str]) -> str | tuple[str, str] | None:
    """Return the names of functions for `compare_in_detail`, given the values of `--kernel`.

    One is the value itself if that is a symbol or a short name, which functions of both files may
    have. Else it is the symbol in A, or else in B, of which the value is a part or the number.
    """
    files = [
        [item.name.name for item in each.module.body if type(item) is Function] for each in (a, b)
    ]
    if not names:
        return None
    if len(names) > 1:
        one, other = (
            select_function(list(dict.fromkeys(symbols)), name, f"function of {side}")
            for symbols, name, side in zip(files, names, "AB", strict=True)
        )
        return one, other
    [name] = names
    for symbols in files:
        # A name that functions of both files may have is matched in each of them by itself.
        if any(name == symbol or name == demangled(symbol).name for symbol in symbols):
            return name
    known = list(dict.fromkeys(files[0]))
    if not match_symbols(known, name):
        known = list(dict.fromkeys([*files[0], *files[1]]))
    return select_function(known, name, "function")


def _load(name: str, settings: Mapping[str, Any]) -> Source:
    """Return the module of a file; any error means that the files cannot be compared.

    Settings apply to Python files only, which can be compared with PTX.
    """
    program = name == files.STANDARD or is_python(name, b"")
    try:
        return load(name, settings if program else {})
    except CommandError as failure:
        # Status 1 says that files differ, so a file that cannot be read must not give it.
        failure.status = EXIT_UNABLE
        raise


# ----------------------------------------------------------------------------------- text


class _Report:
    """Writes a diff as text."""

    def __init__(
        self, options: argparse.Namespace, a: Source, b: Source, found: Comparison
    ) -> None:
        self.options = options
        self.a = a
        self.b = b
        self.found = found

    def write(self) -> None:
        """Write all functions that differ or have moved blocks."""
        diff = self.found.diff
        # A function with moved blocks may be equal, and is shown all the same.
        shown = [each for each in diff.functions if each.moves or not each.same]
        if not (shown or diff.declarations or diff.only_a or diff.only_b):
            return
        self._bold(f"--- {self.a.name}")
        self._bold(f"+++ {self.b.name}")
        self._lines(diff.declarations)
        for sign, functions in (("-", diff.only_a), ("+", diff.only_b)):
            for named in functions:
                self._line(sign, f"{named.kind} {_title(named)}")
        for function in shown:
            write_stdout("")
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
            elif any("'" in line.text for hunk in hunks for line in hunk.lines if line.sign == "+"):
                self._cyan(
                    "registers and labels are named as in A; %r7' is one of B, A has another %r7"
                )
            for hunk in hunks:
                section = f" {printable(self._cut(hunk.section))}" if hunk.section else ""
                self._cyan(f"@@ -{hunk.a} +{hunk.b} @@{section}")
                self._lines(hunk.lines)

    def _lines(self, lines: Sequence[Line]) -> None:
        for at, line in enumerate(lines):
            text = line.text
            # A line of a table may have a megabyte, and the difference is what matters.
            if len(text) > _MAX_LINE_CHARACTERS and not self.options.full:
                text = _excerpt(text, _others(lines, at))
            self._line(line.sign, text)

    def _line(self, sign: str, text: str) -> None:
        line = f"{sign}{printable(text)}"
        write_stdout(paint(line, _COLOURS[sign], sys.stdout) if sign in _COLOURS else line)

    def _cut(self, text: str) -> str:
        return text if self.options.full else abridged(text, _MAX_NAME_CHARACTERS)

    def _bold(self, text: str) -> None:
        write_stdout(paint(text, "bold", sys.stdout))

    def _cyan(self, text: str) -> None:
        write_stdout(paint(text, "cyan", sys.stdout))


def _title(function: FunctionName) -> str:
    return printable(abridged(function.signature or function.name, _MAX_NAME_CHARACTERS))


def _others(lines: Sequence[Line], at: int) -> str:
    """Return the line on the other side of a change that corresponds to a changed line, or ""."""
    sign = lines[at].sign
    if sign not in _COLOURS:
        return ""
    first = at
    # A run of removed lines is followed by a run of added ones: lines at equal places correspond.
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
    """Return the start of a long line, and an excerpt around the first difference."""
    same = 0
    while same < min(len(text), len(other)) and text[same] == other[same]:
        same += 1
    half = _MAX_LINE_CHARACTERS // 2
    # A difference within the part that is shown anyway needs no second part.
    if not other or same < _MAX_LINE_CHARACTERS - half // 2:
        return f"{text[:_MAX_LINE_CHARACTERS]}…"
    start = max(half, same - half // 2)
    stop = start + half
    return f"{text[:half]}…{text[start:stop]}{'…' if stop < len(text) else ''}"


# ----------------------------------------------------------------------------------- numbers


def _show_stat(diff: ModuleDiff) -> None:
    """Write a table of lines removed and added, for each function."""
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
    write_stdout(f"{'removed':>8} {'added':>8} {'moved':>8}  {'':9}  function")
    for removed, added, moved, status, function in rows:
        title = _title(function)
        colour = "green" if status == "equal" else "red"
        # Codes of colours take no width on the terminal, so the text is padded before.
        painted = paint(f"{status:9}", colour, sys.stdout) if has_colour(sys.stdout) else status
        write_stdout(f"{removed:>8} {added:>8} {moved:>8}  {painted:9}  {title}")


def _data(a: str, b: str, diff: ModuleDiff) -> dict[str, Any]:
    """Return the comparison for JSON."""
    return {
        "schema": SCHEMA,
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
