"""`ptxpy reduce`: a file to the smallest that a test still finds interesting."""

from __future__ import annotations

import argparse
import time
import warnings
from errno import ENOEXEC
from pathlib import Path
from typing import TYPE_CHECKING

import ptxpy
from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, CommandError
from ptxpy.cli.console import Progress, printable, write_stderr
from ptxpy.cli.reduction_tests import chosen_test, needs_ptx
from ptxpy.cli.shared_options import add_settings, describe_command, settings_of, target_of
from ptxpy.cli.sources import load
from ptxpy.reduce import MessageInCheck, NotInterestingError, Processes, Reducer
from ptxpy.syntax import emit_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.cli.argument_parser import Parser
    from ptxpy.reduce import InterestTest, Size

INTERRUPTED = 130
"""The exit status after Ctrl-C: 128 + SIGINT."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="Functions, blocks, statements, operands, modifiers, declarations, debug "
        "information and comments are removed or made simpler, by the syntax of PTX and not by "
        "lines, until nothing more can be. A test is run for each candidate with its path as the "
        "last argument, in an empty folder: exit status 0 means that it is still interesting. Of "
        "a captured launch (.zip) the PTX is reduced, the launch stays, and candidates are "
        "captured launches. A .py file is executed once, as by `ptxpy emit`; its candidates are "
        "PTX, and so is the result unless OUT ends in .py. Ctrl-C keeps the best so far. Nothing "
        "is executed but the test.",
        examples=("ptxpy reduce kernel.ptx --test ./interesting.sh",),
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="PTX, a binary that holds PTX, Python (.py) or a captured launch (.zip); - is "
        "standard input",
    )
    tests = parser.add_mutually_exclusive_group(required=True)
    tests.add_argument(
        "--test",
        metavar="COMMAND",
        help="interesting is that the command, to which the path of the candidate is added, exits "
        "with status 0",
    )
    tests.add_argument(
        "--ptxas-crashes",
        action="store_true",
        help="interesting is that ptxas dies by the same signal as at first, or reports the same "
        "internal error",
    )
    tests.add_argument(
        "--message",
        metavar="TEXT",
        help="interesting is that ptxas prints TEXT, or `ptxpy check` where there is no ptxas",
    )
    parser.add_argument(
        "--by", choices=("ptxas", "check"), help="who prints the TEXT of --message, and no other"
    )
    parser.add_argument(
        "--arch", metavar="TARGET", help="the target to assemble or check for (default: the file's)"
    )
    add_settings(parser)
    parser.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=_seconds,
        help="the time of a test, after which it is stopped and its candidate is not interesting "
        "(default: ten times that of the first test, and at least 10)",
    )
    parser.add_argument(
        "-j",
        "--jobs",
        metavar="N",
        type=_positive,
        default=1,
        help="how many tests run at a time; the result is the same (default: 1)",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="the file to write (default: FILE.reduced.ptx, or FILE.reduced.zip; standard output "
        "if FILE is -)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite OUT if it exists")


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:  # noqa: PLR2004 - thirty years
        message = f"{text!r} is not a positive number of seconds"
        raise argparse.ArgumentTypeError(message)
    return value


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) == int(text)):
        message = f"{text!r} is not a positive number"
        raise argparse.ArgumentTypeError(message)
    return int(text)


class _Input(NamedTuple):
    """The module that is reduced."""

    module: ptxpy.ir.Module
    shown: str
    suffix: str
    """Of the files that a test is given."""
    packed: Callable[[bytes], bytes] = bytes
    """From PTX to the contents of the file that a test is given."""
    capture: Callable[[bytes], bytes] | None = None
    """From PTX to the captured launch with it; None if the input is no capture."""
    kept: frozenset[str] = frozenset()
    """The names that stay."""


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    given = _read(options)
    stem = "stdin" if options.file == files.STANDARD else Path(files.split(options.file)[0]).stem
    name = options.output or _default_output(options.file, given)
    output = files.Output.checked(name, force=options.force, source=options.file)
    # A reduction takes long, and its result must not be lost.
    if output.path is not None and not output.path.parent.is_dir():
        message = f"{files.display(str(output.path.parent))}: is no directory"
        raise CommandError(message)
    processes = Processes()
    test = chosen_test(
        options,
        processes,
        name=f"{stem}{given.suffix}",
        target=target_of(options),
        ptx=emit_bytes(given.module),
    )
    began = time.monotonic()
    interrupted = False
    with Progress() as line:
        reducer = Reducer(
            given.module,
            test,
            kept=given.kept,
            jobs=options.jobs,
            packed=given.packed,
            progress=lambda reducer: line.update(_progress(reducer)),
        )
        first = reducer.size
        try:
            reducer.run()
            stable = reducer.is_stable()
        except KeyboardInterrupt:
            processes.stop()
            interrupted, stable = True, True
        except NotInterestingError as error:
            reason = f"{_missed(options, test)} gave {error}"
            message = f"{given.shown}: is not interesting to begin with: {reason}"
            raise CommandError(message, EXIT_PROBLEMS) from None
        except OSError as error:
            raise CommandError(_not_run(error)) from None
        finally:
            reducer.close()
    if interrupted and reducer.best is given.module:
        write_stderr("interrupted before anything could be removed; nothing is written")
        return INTERRUPTED
    _write(output, reducer.best, given)
    where = "" if output.path is None else f"; {files.display(str(output.path))}"
    seconds = time.monotonic() - began
    tests = format_count(reducer.tests, "test")
    write_stderr(f"{_sizes(first, reducer.size)}; {tests} in {seconds:.1f} s{where}")
    if interrupted:
        write_stderr("interrupted: this is the best so far")
        return INTERRUPTED
    if not stable:
        write_stderr(
            "the test is not deterministic: it found the result interesting once, and now it does "
            "not"
        )
        return EXIT_PROBLEMS
    return EXIT_OK


def _not_run(error: OSError) -> str:
    """Return the message about a test that cannot be started."""
    hint = "; a script begins with a line such as #!/bin/sh" if error.errno == ENOEXEC else ""
    return f"the test cannot be run: {(error.strerror or str(error)).lower()}{hint}"


def _read(options: argparse.Namespace) -> _Input:
    """Read the module that is to be reduced."""
    name: str = options.file
    if name.endswith(".zip"):
        from ptxpy.captures import is_capture  # noqa: PLC0415 - NumPy loads slowly

        if is_capture(name):
            return _read_capture(options)
    loaded = load(name, settings_of(options))
    return _Input(loaded.module, loaded.name, ".ptx")


def _read_capture(options: argparse.Namespace) -> _Input:
    from ptxpy.captures import (  # noqa: PLC0415 - NumPy loads slowly
        CaptureError,
        ptx_replacer,
        read_capture,
    )

    shown = files.display(options.file)
    if options.settings:
        message = f"{shown}: --set needs a kernel written in Python, but this is a captured launch"
        raise CommandError(message)
    try:
        capture = read_capture(options.file)
        packed = ptx_replacer(options.file)
    except CaptureError as error:
        raise CommandError(printable(str(error))) from None
    except OSError as error:
        message = f"{shown}: {(error.strerror or str(error)).lower()}"
        raise CommandError(message) from None
    module = ptxpy.parse(capture.ptx, filename=shown)
    variables = {each.variable for each in capture.manifest.allocations if each.variable}
    kept = frozenset({capture.manifest.kernel, *variables})
    if needs_ptx(options):
        return _Input(module, shown, ".ptx", bytes, packed, kept)
    return _Input(module, shown, ".zip", packed, packed, kept)


def _default_output(name: str, given: _Input) -> str:
    if name == files.STANDARD:
        return files.STANDARD
    path = Path(files.split(name)[0])
    return str(path.with_name(f"{path.stem}.reduced{'.zip' if given.capture else '.ptx'}"))


def _missed(options: argparse.Namespace, test: InterestTest) -> str:
    """Return the words for a failed test, before its exit status."""
    if options.test is not None:
        return "the test"
    if options.message is None:
        return "ptxas does not crash: it"
    printer = "`ptxpy check`" if isinstance(test, MessageInCheck) else "ptxas"
    return f"{printer} does not print {options.message!r}: it"


def _progress(reducer: Reducer) -> str:
    size = reducer.size
    return (
        f"{size.bytes:,} bytes  {format_count(size.instructions, 'instruction')}  "
        f"{format_count(reducer.tests, 'test')}  {reducer.stage}"
    )


def _sizes(first: Size, last: Size) -> str:
    instructions = format_count(last.instructions, "instruction")
    return f"{first.bytes:,} bytes to {last.bytes:,}, {first.instructions:,} to {instructions}"


def _write(output: files.Output, module: ptxpy.ir.Module, given: _Input) -> None:
    """Write the result in the form that the name of the file asks for."""
    ptx = emit_bytes(module)
    suffix = "" if output.path is None else output.path.suffix
    if suffix == ".py" and output.path is not None:
        try:
            with warnings.catch_warnings(action="ignore"):  # a plainer form will do
                program = ptxpy.to_python(module)
        except ptxpy.ProofError as error:
            # The test may be content with what nothing assembles, and what no Python gives back.
            beside = output._replace(path=output.path.with_suffix(".ptx"))
            beside.write(ptx)
            message = f"no Python gives the result back, which is in {beside.path}: {error}"
            raise CommandError(message, EXIT_PROBLEMS) from None
        output.write(program.encode())
    elif given.capture is not None and suffix != ".ptx":
        output.write(given.capture(ptx))
    else:
        output.write(ptx)
