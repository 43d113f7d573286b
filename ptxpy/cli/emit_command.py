"""`ptxpy emit`: Python, or PTX, to PTX."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from typing import TYPE_CHECKING

from ptxpy._counts import format_count
from ptxpy.check import (
    RetargetError,
    diagnose_module,
    limit_diagnostics,
    locate,
    locate_in_python,
    retarget,
)
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS
from ptxpy.cli.console import paint_problems, write_stderr
from ptxpy.cli.shared_options import (
    add_output,
    add_platform,
    add_settings,
    describe_command,
    settings_of,
    target_of,
    version_of,
)
from ptxpy.cli.sources import Source, load
from ptxpy.passes import PASSES
from ptxpy.syntax import emit_bytes, positions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.check import Diagnostic, Located
    from ptxpy.cli.argument_parser import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="A .py file is executed, as by `python FILE.py`: only emit files that you trust. "
        "A PTX file is parsed and printed again. Standard input is read as Python unless it "
        "starts with a PTX directive. --arch and --ptx-version change the header if every "
        "statement allows it; otherwise the reasons are listed by line.",
        examples=("ptxpy emit kernel.py", "ptxpy emit kernel.py -o changed.ptx"),
    )
    parser.add_argument(
        "file", metavar="FILE", help="Python (FILE.py) or PTX (other names); - is standard input"
    )
    add_platform(parser, "write for")
    add_settings(parser)
    parser.add_argument(
        "--pass",
        dest="passes",
        metavar="PASS",
        action="append",
        default=[],
        choices=[*PASSES],
        help="transform the module first; can be repeated: "
        + "; ".join(f"{name}: {item.summary}" for name, item in PASSES.items()).replace("%", "%%"),
    )
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    output = files.Output.checked(options.output, force=options.force, source=options.file)
    version, target = version_of(options), target_of(options)
    loaded = load(options.file, settings_of(options))
    module = loaded.module
    for name in options.passes:
        module = PASSES[name].run(module)
    try:
        # The header is changed after the passes, which may add instructions that it must allow.
        module = retarget(module, version=version, target=target)
    except RetargetError as error:
        # After passes the statements are no longer those of the lines.
        return _refuse(loaded if not options.passes else None, error)
    output.write(emit_bytes(module))
    if not options.passes and loaded.lines is not None:
        errors = [each for each in diagnose_module(loaded.module) if each.severity == "error"]
        first, _ = limit_diagnostics(_located(loaded, errors))
        for diagnostic in first:
            write_stderr(paint_problems(diagnostic.render(loaded.name), sys.stderr))
        if first:
            count = format_count(len(errors), "error")
            write_stderr(f"written all the same, with {count} for which ptxas refuses it")
    return EXIT_OK


def _located(loaded: Source, diagnostics: Iterable[Diagnostic]) -> list[Located]:
    """Return diagnostics of the module of a Python file with their places in it."""
    text = importlib.util.decode_source(loaded.source)
    lines = loaded.lines or ()
    return locate_in_python(diagnostics, lines, text, calls=loaded.calls, columns=loaded.columns)


def _refuse(loaded: Source | None, error: RetargetError) -> int:
    """Report why a module cannot have another header, by the lines of its file."""
    diagnostics = error.diagnostics
    if loaded is not None and loaded.lines is not None:
        found = _located(loaded, diagnostics)
    else:
        found = locate(diagnostics, positions(error.module))
    name = "" if loaded is None else loaded.name
    for diagnostic in found:
        write_stderr(paint_problems(diagnostic.render(name), sys.stderr))
    write_stderr(f"{format_count(len(found), 'reason')} against it; nothing is written")
    return EXIT_PROBLEMS
