"""`ptxpy check`: the syntax of PTX files."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

import ptxpy
from ptxpy.cli import files
from ptxpy.cli.arguments import Help, add_command
from ptxpy.cli.console import Progress, counted, paint_problems, say, show
from ptxpy.cli.failure import FINE, UNABLE, WRONG, Failure

if TYPE_CHECKING:
    from ptxpy.cli.arguments import Commands


def add(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "check",
        run,
        Help(
            summary="check the syntax of PTX",
            details="All errors of a file are reported in one run.",
            example="ptxpy check kernels/ --json",
        ),
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="PTX; - is standard input, a directory is walked for *.ptx",
    )
    parser.add_argument("--json", action="store_true", help="report in JSON")


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    names = files.find(options.files)
    problems: list[dict[str, Any]] = []
    status = FINE
    with Progress() as progress:
        for number, name in enumerate(names, start=1):
            progress.update(f"[{number}/{len(names)}] {name}")
            try:
                found = _check(name)
            except Failure as failure:
                progress.clear()
                say(f"ptxpy: {failure}")
                status = UNABLE
                continue
            if found is None:
                continue
            status = max(status, WRONG)
            problems += [{"file": name, **problem._asdict()} for problem in found.problems]
            if not options.json:
                progress.clear()
                show(paint_problems(found.render(), sys.stdout))
    if options.json:
        show(json.dumps(problems, indent=2))
    say(f"{counted(len(names), 'file')}, {counted(len(problems), 'error')}")
    return status


def _check(name: str) -> ptxpy.PtxSyntaxError | None:
    """Return the syntax errors of a file, if it has any; `Failure` when it cannot be read."""
    source = files.read(name)
    try:
        ptxpy.parse(source, filename=files.display(name))
    except ptxpy.PtxSyntaxError as error:
        return error
    except (RecursionError, MemoryError) as error:
        message = f"{files.display(name)}: {type(error).__name__}: too deep or too large"
        raise Failure(message) from None
    return None
