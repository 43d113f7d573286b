"""`ptxpy check`: errors and warnings in PTX, in Python that makes PTX, and in inline PTX."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ptxpy.__about__ import __version__
from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy._schema import SCHEMA
from ptxpy.check import Located, catalog, error_codes, hint_of_code
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, EXIT_UNABLE, CommandError
from ptxpy.cli.console import (
    paint,
    paint_problems,
    printable,
    write_stderr,
    write_stdout,
    write_stdout_bytes,
)
from ptxpy.cli.file_checking import InlinePtx, Request, Result, SettingsError, check_file
from ptxpy.cli.file_jobs import FileJobs, InputFile, add_executor, describe_failure
from ptxpy.cli.fixing import correct_file, diff_of, write_correction
from ptxpy.cli.progress import FileProgress
from ptxpy.cli.resource_budgets import Budgets, Excess, add_budgets, budgets_of
from ptxpy.cli.shared_options import (
    add_platform,
    add_settings,
    describe_command,
    settings_of,
    target_of,
    version_of,
)
from ptxpy.executors import in_order
from ptxpy.inline_ptx import has_sites, is_cuda

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ptxpy.assemble import Resources
    from ptxpy.check import HiddenCounts
    from ptxpy.cli.argument_parser import Parser


_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="An error is code that ptxas does not accept; a warning is code that it accepts, "
        "but that is probably wrong, such as a missing fence. Every message has a code that "
        "--explain describes. A .py file that makes PTX is executed, as by `python FILE.py`, and "
        "messages refer to its lines. Of C++, and of Python with inline PTX (Triton, the CuTe DSL, "
        "MLIR, llvmlite), that is checked, and nothing is executed. A comment "
        "`ptxpy: ignore[PTX053]` suppresses a code in its line, [tool.ptxpy] in pyproject.toml in "
        "files (`ptxpy help ptxpy.check`). The exit status is 1 if there "
        "is an error, 2 if a file cannot be read, and 0 if there are only warnings, of which "
        "--error-on makes errors.",
        examples=(
            "ptxpy check kernel.ptx",
            "ptxpy check kernel.ptx --assemble",
            "ptxpy check --explain PTX056",
            "ptxpy check kernel.ptx --error-on INL,PTX056",
        ),
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help="PTX, a binary, Python (.py) or CUDA C++ (.cu, .cuh, .h, …); - is standard input, a "
        "directory is searched for all of them, of Python for inline PTX",
    )
    add_platform(parser, "check for")
    add_settings(parser)
    parser.add_argument(
        "--assemble",
        action="store_true",
        help="run ptxas as well, or nvJitLink without one (no GPU is needed), and report the "
        "registers and memory of kernels",
    )
    parser.add_argument(
        "--no-run",
        action="store_true",
        help="execute no Python: of .py files check the inline PTX alone",
    )
    parser.add_argument(
        "--error-on",
        metavar="CODES",
        action="append",
        default=[],
        help="report warnings with these codes as errors, given by their beginnings: INL,PTX056; "
        "`warning` stands for all",
    )
    add_budgets(parser)
    corrections = parser.add_mutually_exclusive_group()
    corrections.add_argument(
        "--fix",
        action="store_true",
        help='first write into the files what is certain: missing semicolons, fences, "memory", '
        "&, percent signs, volatile, a later .version",
    )
    corrections.add_argument(
        "--diff",
        action="store_true",
        help="write what --fix would change as a unified diff, and change nothing; the exit status "
        "is 1 if there is a change",
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="check again each file that changes, until Ctrl-C",
    )
    add_executor(parser)
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument(
        "--json", action="store_true", help="report in JSON; `ptxpy help json` describes its fields"
    )
    forms.add_argument("--sarif", action="store_true", help="report in SARIF 2.1.0")
    forms.add_argument(
        "--explain",
        metavar="CODE",
        help="explain a code or its name, with an example (PTX014; `all` lists the codes)",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    if options.explain is not None:
        return explain(options.explain)
    if not options.files:
        message = "no FILE to check"
        raise CommandError(message)
    if options.diff:
        return _show_diff(options)
    if options.watch:
        return _watch(options)
    return _check_once(options)


def _watch(options: argparse.Namespace) -> int:
    """Check files whenever they change; the user ends it."""
    from ptxpy.cli.watching import watch  # noqa: PLC0415 - seldom needed

    if options.json or options.sarif:
        message = "--watch reports as text: leave --json or --sarif out"
        raise CommandError(message)
    if files.STANDARD in options.files:
        message = "--watch needs files: standard input does not change"
        raise CommandError(message)
    request = _request(options)
    # Files that are named may be executed if they are Python, and those of directories may not.
    named = frozenset(options.files)

    def check(names: Sequence[str]) -> None:
        runnable = [name for name in names if name in named]
        others = [name for name in names if name not in named]
        for chosen, no_run in ((runnable, options.no_run), (others, True)):
            if chosen:
                given = {**vars(options), "files": chosen, "no_run": no_run}
                _check_once(argparse.Namespace(**given))

    watch(lambda: _find(options, request)[0], check)


def _show_diff(options: argparse.Namespace) -> int:
    """Write what `--fix` would change; the exit status is 1 if that is anything."""
    for name in ("watch", "json", "sarif", "assemble"):
        if getattr(options, name):
            message = f"--diff writes a diff: leave --{name} out"
            raise CommandError(message)
    request = _request(options)
    names, empty = _find(options, request)
    status = EXIT_OK
    changed = removed = 0
    failures = dict.fromkeys(f"ptxpy: {message}" for _, message in empty)
    for name in names:
        try:
            correction = correct_file(name, request)
        except CommandError as error:
            failures[str(error) if error.is_located else f"ptxpy: {error}"] = None
            continue
        if correction.before != correction.after:
            write_stdout_bytes(diff_of(correction))
            changed += 1
            removed += correction.removed
            status = EXIT_PROBLEMS
    for message in failures:
        write_stderr(paint_problems(message, sys.stderr))
    write_stderr(
        f"--fix would change {format_count(changed, 'file')} of {len(names):,} and remove "
        f"{format_count(removed, 'diagnostic')}"
    )
    return EXIT_UNABLE if failures else status


def _check_once(options: argparse.Namespace) -> int:
    """Check all files; return the exit status."""
    budgets = budgets_of(options)
    request = _request(options)
    found: list[tuple[str, Located]] = []
    kernels: list[tuple[str, Resources]] = []
    rests: dict[str, HiddenCounts] = {}
    sources: dict[str, InlinePtx] = {}
    assemblers: dict[str, None] = {}
    names, empty = _find(options, request)
    for directory, message in empty:
        # A directory without files is an error, but the other files are still checked.
        write_stderr(f"ptxpy: {message}")
        found.append(_unreadable(directory, message))
    status = EXIT_UNABLE if empty else EXIT_OK
    if options.fix:
        _fix(names, request)
    with FileProgress(names) as progress:
        outcomes = FileJobs(names, options, progress).run(
            partial(_check, request), lambda _, file: file, lambda file: file.shown, stays=_stays
        )
        # Files are checked in any order by several processes, and reported in that of the command
        # line.
        for outcome in in_order(outcomes):
            name = names[outcome.position]
            if isinstance(outcome.error, SettingsError):
                status = EXIT_UNABLE
                mistake = outcome.error.file, outcome.error.found
                # All files of a project have the same settings.
                if mistake not in found:
                    found.append(mistake)
                    if not (options.json or options.sarif):
                        progress.clear()
                        _print_found(files.display(mistake[0]), mistake[1:])
                continue
            if outcome.error is not None:
                progress.clear()
                message = describe_failure(outcome.error)
                write_stderr(f"ptxpy: {message}")
                found.append(_unreadable(name, message))
                status = EXIT_UNABLE
                continue
            result = outcome.value()
            file = files.plain(name)
            found += [(file, located) for located in result.found]
            # Most files have no further diagnostics, and no entry.
            if any(result.rest):
                rests[file] = result.rest
            kernels += [(file, resources) for resources in result.resources]
            assemblers.update(dict.fromkeys(filter(None, [result.assembler])))
            if result.inline_ptx is not None:
                sources[file] = result.inline_ptx
            if not (options.json or options.sarif):
                progress.clear()
                _print_result(files.display(name), result)
    excesses = [*budgets.excesses(kernels)]
    assembled = _Assembled(kernels, ", ".join(assemblers), budgets, excesses)
    _report(options, found, rests, sources, assembled)
    errors = sum(located.severity == "error" for _, located in found)
    warnings = len(found) - errors + sum(rest.warnings for rest in rests.values())
    # Hidden diagnostics count as well, so that the status does not depend on the limit.
    errors += sum(rest.errors for rest in rests.values())
    write_stderr(f"{format_count(len(names), 'file')}, {_counts(errors, warnings)}")
    correctable = sum(located.fix is not None and located.fix.is_certain for _, located in found)
    if correctable and not (options.fix or options.json or options.sarif):
        write_stderr(f"{correctable:,} can be corrected by --fix")
    codes = [located.code for _, located in found]
    if codes and sys.stderr.isatty() and not (options.json or options.sarif):
        write_stderr(f"ptxpy check --explain {codes[0]} says why, with an example")
    if sources:
        write_stderr(_summary_of_sources(sources.values()))
    if budgets.are_set:
        _tell_budgets(assembled)
    return max(status, EXIT_PROBLEMS if errors or excesses else EXIT_OK)


def _request(options: argparse.Namespace) -> Request:
    return Request(
        version_of(options),
        target_of(options),
        options.assemble or budgets_of(options).are_set,
        settings_of(options),
        frozenset() if options.no_run else frozenset(options.files),
        _errors(options.error_on),
    )


def _errors(given: Sequence[str]) -> tuple[str, ...]:
    """Return the beginnings of codes in lists with commas."""
    try:
        return error_codes([code.strip() for codes in given for code in codes.split(",")])
    except ValueError as error:
        message = f"--error-on: {error}"
        raise CommandError(message) from None


class _Assembled(NamedTuple):
    """The results of the assembler for all files."""

    kernels: Sequence[tuple[str, Resources]]
    """The resources of kernels and functions, each after its file."""
    assembler: str
    """Its name and version; empty if nothing was assembled."""
    budgets: Budgets
    excesses: Sequence[Excess]


def _tell_budgets(assembled: _Assembled) -> None:
    """Report kernels over budget, kernels without a baseline, and another assembler's baseline."""
    budgets, excesses = assembled.budgets, assembled.excesses
    for excess in excesses:
        write_stderr(paint_problems(f"error: {excess.render()}", sys.stderr))
    if budgets.assembler and assembled.assembler not in ("", budgets.assembler):
        told = (
            f"warning: the baseline is of {printable(budgets.assembler)}, and this is "
            f"{assembled.assembler}, which may need other registers for the same PTX"
        )
        write_stderr(paint_problems(told, sys.stderr))
    for file, name in budgets.unknown(assembled.kernels):
        write_stderr(f"{printable(file)}: {printable(name)} is not in the baseline")
    count = sum(found.kernel for _, found in assembled.kernels)
    over = len({(excess.file, excess.kernel) for excess in excesses})
    write_stderr(f"{format_count(count, 'kernel')}, {over:,} over budget")


def _fix(names: Sequence[str], request: Request) -> None:
    for name in names:
        correction = correct_file(name, request)
        write_correction(correction)
        if correction.removed:
            write_stderr(f"{files.display(name)}: {correction.removed} fixed")
        if correction.left:
            count = format_count(correction.left, "correction")
            which = "the first since" if correction.left > 1 else "since"
            shown = files.display(name)
            write_stderr(f"{shown}: {count} not made, {which} {correction.reason}")


def _find(options: argparse.Namespace, request: Request) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the files to check, and the directories that have none, each with a message."""
    # With an assembler only PTX is wanted, so sources are not searched for.
    others = None if request.assemble else _has_inline_ptx
    names: dict[str, None] = {}
    empty: list[tuple[str, str]] = []
    for name in options.files:
        try:
            names.update(dict.fromkeys(files.find([name], others=others)))
        except CommandError as error:
            empty.append((name, str(error)))
    return list(names), empty


def _unreadable(name: str, message: str) -> tuple[str, Located]:
    told = message.removeprefix(f"{files.display(name)}: ")
    return files.plain(name), Located("PTX004", "error", 0, 0, 0, told)


def _has_inline_ptx(name: str) -> bool:
    """Return whether a file in a directory is C++, or Python that may have inline PTX."""
    if not name.endswith(".py"):
        return is_cuda(name)
    try:
        return has_sites(files.read(name))
    except CommandError:
        return False


def _check(request: Request, file: InputFile) -> Result:
    """Check a file, perhaps in another process."""
    return check_file(file, request)


def _stays(name: str) -> bool:
    """Return whether a file may be Python, which runs in a process and among files of its own."""
    return name == files.STANDARD or name.endswith(".py")


def _print_found(file: str, found: Iterable[Located]) -> None:
    for located in found:
        write_stdout(paint_problems(located.render(file), sys.stdout))


def _print_result(file: str, result: Result) -> None:
    _print_found(file, result.found)
    if any(result.rest):
        write_stdout(_format_rest(file, result.rest))
    if not result.resources:
        return
    write_stdout(f"{file}, as {result.assembler} assembles it:")
    for kernel in result.resources:
        facts = [] if kernel.registers is None else [format_count(kernel.registers, "register")]
        facts += [
            f"{format_count(bytes_, 'byte')} of {what}"
            for what, bytes_ in (
                ("stack", kernel.stack),
                ("spill stores", kernel.spill_stores),
                ("spill loads", kernel.spill_loads),
                ("shared memory", kernel.shared),
            )
            if bytes_
        ]
        if not (kernel.spill_stores or kernel.spill_loads):
            facts.append("no spills")
        kind = "kernel" if kernel.kernel else "function"
        name = paint(printable(kernel.name), "bold", sys.stdout)
        write_stdout(f"    {kind} {name}: {', '.join(facts)}")


def _format_rest(file: str, rest: HiddenCounts) -> str:
    counts = _counts(rest.errors, rest.warnings)
    return f"{file}: {rest.errors + rest.warnings:,} more ({counts})"


def _report(
    options: argparse.Namespace,
    found: Sequence[tuple[str, Located]],
    rests: Mapping[str, HiddenCounts],
    sources: Mapping[str, InlinePtx],
    assembled: _Assembled,
) -> None:
    """Write the report in JSON or SARIF, if requested."""
    import json  # noqa: PLC0415 - seldom needed

    if options.sarif:
        write_stdout(json.dumps(_sarif_log(found), indent=2))
        for file, rest in rests.items():
            write_stderr(_format_rest(printable(file), rest))
    elif options.json:
        report: dict[str, Any] = {
            "schema": SCHEMA,
            "diagnostics": [
                {
                    "file": file,
                    "line": located.line,
                    "column": located.column,
                    "length": located.length,
                    "code": located.code,
                    "name": catalog()[located.code].name,
                    "severity": located.severity,
                    "message": located.message,
                    "help": located.help,
                    "related": [
                        {
                            "line": place.line,
                            "column": place.column,
                            "length": place.length,
                            "message": place.message,
                        }
                        for place in located.related
                    ],
                    "fixes": _fixes(located),
                }
                for file, located in found
            ],
            "more": [
                {"file": file, "errors": rest.errors, "warnings": rest.warnings}
                for file, rest in rests.items()
            ],
            "kernels": [{"file": file, **kernel._asdict()} for file, kernel in assembled.kernels],
            "inline_ptx": [
                {
                    "file": file,
                    "blocks": source.blocks,
                    "skipped": [each._asdict() for each in source.skipped],
                }
                for file, source in sources.items()
                if source.blocks or source.skipped
            ],
        }
        budgets = assembled.budgets
        if assembled.assembler:
            report["assembler"] = assembled.assembler
        if budgets.are_set:
            report["over_budget"] = [excess._asdict() for excess in assembled.excesses]
        if budgets.baseline is not None:
            report["not_in_baseline"] = [
                {"file": file, "kernel": name} for file, name in budgets.unknown(assembled.kernels)
            ]
        write_stdout(json.dumps(report, indent=2))


def _fixes(located: Located) -> list[dict[str, Any]]:
    """Return the corrections of a diagnostic, the likeliest first."""
    if located.fix is None:
        return []
    return [
        {
            "title": fix.title,
            "certain": fix.is_certain,
            "edits": [edit._asdict() for edit in fix.edits],
        }
        for fix in (located.fix, *located.fix.alternatives)
    ]


def _summary_of_sources(sources: Iterable[InlinePtx]) -> str:
    """Return how many blocks of inline PTX were checked, and why others were not."""
    checked = 0
    reasons: Counter[str] = Counter()
    for source in sources:
        checked += source.blocks
        reasons.update(each.reason for each in source.skipped)
    text = f"{format_count(checked, 'block')} of inline PTX checked"
    skipped = "; ".join(f"{count:,} because {why}" for why, count in reasons.most_common())
    return f"{text}, {reasons.total():,} skipped: {skipped}" if reasons else text


def _counts(errors: int, warnings: int) -> str:
    parts = [format_count(errors, "error")]
    if warnings:
        parts.append(format_count(warnings, "warning"))
    return ", ".join(parts)


def explain(code: str) -> int:
    """Write the catalog's explanation of a code, or the list of codes."""
    entries = catalog()
    if code == "all":
        for entry in entries.values():
            write_stdout(f"{entry.code}  {entry.severity:7}  {entry.title}")
        return EXIT_OK
    names = {entry.name: entry for entry in entries.values()}
    found = entries.get(code.upper()) or names.get(code.lower())
    if found is None:
        message = f"no code {code!r}; {hint_of_code(code)}"
        raise CommandError(message)
    title = paint(f"{found.code} ({found.name}): {found.title}", "bold", sys.stdout)
    write_stdout(f"{title}\n\n{found.explanation}")
    for word, example in (("Wrong", found.wrong), ("Right", found.right)):
        rows = "".join(f"    {row}\n" if row else "\n" for row in example.splitlines())
        write_stdout(f"\n{word}:\n\n{rows}".rstrip("\n"))
    write_stdout("")
    return EXIT_OK


def _sarif_log(found: Iterable[tuple[str, Located]]) -> dict[str, Any]:
    """Return a SARIF 2.1.0 log of diagnostics, each with the name of its file.

    SARIF is a format of editors and code hosts (docs.oasis-open.org/sarif).
    """
    rules = [
        {
            "id": entry.code,
            "name": "".join(word.capitalize() for word in entry.name.split("-")),
            "shortDescription": {"text": entry.title},
            "fullDescription": {"text": " ".join(entry.explanation.split())},
            "defaultConfiguration": {"level": entry.severity},
        }
        for entry in catalog().values()
    ]
    # SARIF refers to rules by their index in the driver's list.
    index = {rule["id"]: number for number, rule in enumerate(rules)}
    results = [_result(file, diagnostic, index[diagnostic.code]) for file, diagnostic in found]
    driver = {"name": "ptxpy", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(file: str, found: Located, rule: int) -> dict[str, Any]:
    text = f"{found.message}\n{found.help}" if found.help else found.message
    uri = quote(PurePath(file).as_posix())
    place: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    # A diagnostic without a line is about the whole file: SARIF has no region for it.
    if found.line:
        place["region"] = _region(found.line, found.column, found.length)
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": found.severity,
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }
    if found.related:
        result["relatedLocations"] = [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": uri},
                    "region": _region(note.line, note.column, note.length),
                },
                "message": {"text": note.message},
            }
            for note in found.related
        ]
    if found.fix is not None:
        result["fixes"] = [
            {
                "description": {"text": fix.title},
                "artifactChanges": [
                    {
                        "artifactLocation": {"uri": uri},
                        "replacements": [
                            {
                                "deletedRegion": _region(edit.line, edit.column, edit.length),
                                "insertedContent": {"text": edit.text},
                            }
                            for edit in fix.edits
                        ],
                    }
                ],
            }
            for fix in (found.fix, *found.fix.alternatives)
        ]
    return result


def _region(line: int, column: int, length: int) -> dict[str, int]:
    return {"startLine": line, "startColumn": column, "endColumn": column + length}
