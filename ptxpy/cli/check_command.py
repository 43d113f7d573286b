"""`ptxpy check`: what is wrong with PTX, and with Python that makes PTX."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from ptxpy.check import Located, catalog
from ptxpy.cli import files
from ptxpy.cli.arguments import add_platform, describe, target_of, version_of
from ptxpy.cli.check_request import Request, Result
from ptxpy.cli.checking import look_through
from ptxpy.cli.console import counted, paint, paint_problems, printable, say, show
from ptxpy.cli.failure import FINE, UNABLE, WRONG, Failure
from ptxpy.cli.progress import FileProgress
from ptxpy.cli.sarif import sarif
from ptxpy.cli.settings import add_settings, settings_of
from ptxpy.cli.workers import add_jobs, spread

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ptxpy.assemble import Resources
    from ptxpy.check.report import Rest
    from ptxpy.cli.parsers import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe(
        parser,
        run,
        details="Errors are what ptxas refuses; warnings are what it takes and what is "
        "probably wrong all the same, such as a missing fence. Every message has a code that "
        "--explain tells more about. A .py file is executed, as `python FILE.py` would be, "
        "and the messages point at its lines. The exit status is 1 when there is an error, "
        "0 when there are warnings only.",
        example="ptxpy check kernel.ptx --assemble",
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help="PTX or Python (.py); - is standard input, a directory is walked for *.ptx",
    )
    add_platform(parser, "judge by")
    add_settings(parser)
    parser.add_argument(
        "--assemble",
        action="store_true",
        help="ask ptxas too, or nvJitLink where there is none (no GPU is needed), and tell what "
        "kernels need",
    )
    add_jobs(parser)
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="report in JSON")
    forms.add_argument("--sarif", action="store_true", help="report in SARIF 2.1.0")
    forms.add_argument(
        "--explain",
        metavar="CODE",
        help="say what a code means, with an example (PTX014; `all` lists the codes)",
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    if options.explain is not None:
        return _explain(options.explain)
    if not options.files:
        message = "no FILE to check"
        raise Failure(message)
    request = Request(
        version_of(options), target_of(options), options.assemble, settings_of(options)
    )
    names = files.find(options.files)
    found: list[tuple[str, Located]] = []
    kernels: list[tuple[str, Resources]] = []
    rests: dict[str, Rest] = {}
    status = FINE
    with FileProgress(names) as progress:
        progress.next(names[0], done=False)
        # Standard input is read here, and no other process has it.
        processes = 1 if files.STANDARD in names else options.jobs
        for name, result in zip(
            names, spread(partial(_looked, request), names, processes), strict=True
        ):
            if isinstance(result, str):
                progress.clear()
                say(f"ptxpy: {result}")
                status = UNABLE
                progress.next(name, done=True)
                continue
            file = files.plain(name)
            found += [(file, located) for located in result.found]
            if any(result.rest):
                rests[file] = result.rest
            kernels += [(file, resources) for resources in result.resources]
            if not (options.json or options.sarif):
                progress.clear()
                _tell(files.display(name), result)
            progress.next(name, done=True)
    _report(options, found, rests, kernels)
    errors = sum(located.severity == "error" for _, located in found)
    warnings = len(found) - errors + sum(rest.warnings for rest in rests.values())
    errors += sum(rest.errors for rest in rests.values())
    say(_summary(len(names), errors, warnings))
    return max(status, WRONG if errors else FINE)


def _looked(request: Request, name: str) -> Result | str:
    """Look a file through, perhaps in another process; return why not where that cannot be."""
    try:
        return look_through(name, request)
    except Failure as failure:
        return str(failure)


def _tell(file: str, result: Result) -> None:
    for located in result.found:
        show(paint_problems(located.render(file), sys.stdout))
    if any(result.rest):
        show(_more(file, result.rest))
    if not result.resources:
        return
    show(f"{file}, as {result.assembler} assembles it:")
    for kernel in result.resources:
        name = paint(printable(kernel.name), "bold", sys.stdout)
        show(f"    {'kernel' if kernel.kernel else 'function'} {name}: {_needs(kernel)}")


def _more(file: str, rest: Rest) -> str:
    return f"{file}: {sum(rest):,} more ({_counts(*rest)})"


def _needs(kernel: Resources) -> str:
    facts = [] if kernel.registers is None else [counted(kernel.registers, "register")]
    facts += [
        f"{counted(bytes_, 'byte')} of {what}"
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
    return ", ".join(facts)


def _report(
    options: argparse.Namespace,
    found: Sequence[tuple[str, Located]],
    rests: Mapping[str, Rest],
    kernels: Iterable[tuple[str, Resources]],
) -> None:
    """Write the report for machines, if one is wanted."""
    import json  # noqa: PLC0415 - most runs do not need it

    if options.sarif:
        show(json.dumps(sarif(found), indent=2))
        for file, rest in rests.items():
            say(_more(printable(file), rest))
    elif options.json:
        report: dict[str, Any] = {
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
                }
                for file, located in found
            ],
            "more": [{"file": file, **rest._asdict()} for file, rest in rests.items()],
            "kernels": [{"file": file, **kernel._asdict()} for file, kernel in kernels],
        }
        show(json.dumps(report, indent=2))


def _summary(checked: int, errors: int, warnings: int) -> str:
    return f"{counted(checked, 'file')}, {_counts(errors, warnings)}"


def _counts(errors: int, warnings: int) -> str:
    parts = [counted(errors, "error")]
    if warnings:
        parts.append(counted(warnings, "warning"))
    return ", ".join(parts)


def _explain(code: str) -> int:
    """Write what the catalog says of a code, or the list of codes."""
    entries = catalog()
    if code == "all":
        for entry in entries.values():
            show(f"{entry.code}  {entry.severity:7}  {entry.title}")
        return FINE
    found = entries.get(code.upper())
    if found is None:
        message = f"no code {code!r}; `ptxpy check --explain all` lists them"
        raise Failure(message)
    title = paint(f"{found.code} ({found.name}): {found.title}", "bold", sys.stdout)
    show(f"{title}\n\n{found.explanation}")
    for word, example in (("Wrong", found.wrong), ("Right", found.right)):
        rows = "".join(f"    {row}\n" if row else "\n" for row in example.splitlines())
        show(f"\n{word}:\n\n{rows}".rstrip("\n"))
    show("")
    return FINE
