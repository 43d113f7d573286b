"""`ptxpy debug`: stop a kernel in the simulator, look at it, step it forth and back."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, EXIT_UNABLE, CommandError
from ptxpy.cli.console import printable, write_stderr
from ptxpy.cli.launch_options import (
    add_launch_options,
    extents,
    module_source,
    prepare,
    select_kernel,
)
from ptxpy.cli.shared_options import KERNEL_NAMES, add_settings, describe_command, settings_of
from ptxpy.cli.sources import load

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.cli.argument_parser import Parser
    from ptxpy.debugger import Target

_FLAGS: Final = ("strict", "stopOnEntry")
_ATTRIBUTES: Final = (
    "program", "capture", "exec", "kernel", "grid", "block", "cluster", "args", "settings",
    "sharedBytes", "cwd", *_FLAGS,
)  # fmt: skip
"""The attributes of a launch by an editor."""
_EDITOR_ATTRIBUTES: Final = ("type", "request", "name", "noDebug", "presentation", "restart")
"""Those that the editor itself reads, and passes on; there may be others."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="The kernel runs on the CPU, with the arguments that `ptxpy run` takes, and is "
        "held before its first instruction; `help` lists the commands, which are those of gdb. A "
        "captured launch has its arguments. With --exec, a program runs as by `ptxpy exec` to its "
        "end first, and its launches, recorded, are debugged one after the other: nothing stops in "
        "the program itself, whose own code is for gdb.",
        examples=(
            (
                "ptxpy debug saxpy.ptx --grid 4 --block 256 --arg 1024 --arg 2.0 "
                "--arg float32[1024]:arange --arg float32[1024]:ones"
            ),
        ),
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="PTX or Python (.py), a binary that holds PTX, or a captured launch (.zip)",
    )
    parser.add_argument(
        "--kernel", metavar="NAME", help=f"the kernel, if there are several: {KERNEL_NAMES}"
    )
    add_settings(parser)
    add_launch_options(parser)
    parser.add_argument(
        "--strict",
        action="store_true",
        help="stop where data races, and missing waits and fences are found",
    )
    parser.add_argument(
        "--ex",
        dest="commands",
        metavar="COMMAND",
        action="append",
        default=[],
        help="a command to carry out first; several are carried out in order",
    )
    parser.add_argument(
        "--batch",
        action="store_true",
        help="end after these; the status is 1 after a fault, or where a word is no command",
    )
    parser.add_argument(
        "--adapter",
        action="store_true",
        help="speak the Debug Adapter Protocol on standard input and output, for editors",
    )
    parser.add_argument(
        "--exec",
        dest="program",
        metavar="PROGRAM",
        nargs=argparse.REMAINDER,
        default=[],
        help="debug the launches of a program, with its arguments; --kernel chooses some",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    from ptxpy.debugger import Terminal  # noqa: PLC0415 - NumPy loads slowly

    if options.adapter:
        return _serve(options)
    if _lacks_launch(options):
        from ptxpy.cli.kernel_listing import list_kernels  # noqa: PLC0415 - NumPy loads slowly

        loaded = load(options.file, settings_of(options), options.kernel)
        source = module_source(loaded)
        return list_kernels(options.file, source, loaded.kernels, options.settings, "debug")
    terminal = Terminal(
        _targets(options),
        strict=options.strict,
        commands=options.commands,
        is_batch=options.batch,
    )
    terminal.run()
    has_failed = terminal.has_faulted or terminal.has_failed
    return EXIT_PROBLEMS if options.batch and has_failed else EXIT_OK


def _lacks_launch(options: argparse.Namespace) -> bool:
    """Return whether a file is given, and nothing of a launch: the user may not know what to."""
    if options.file is None or options.program or options.grid is not None or options.given:
        return False
    return not options.file.endswith(".zip")


def _targets(options: argparse.Namespace) -> Iterator[Target]:
    """Yield the launches that the options ask for."""
    if options.program:
        if options.file is not None:
            message = f"--exec is for a program, and {printable(options.file)} is a file besides"
            raise CommandError(message)
        yield from _of_program(options.program, options.kernel)
        return
    if options.file is None:
        message = "give a file, as in ptxpy debug kernel.ptx --grid 1, or --exec ./program"
        raise CommandError(message)
    if options.file.endswith(".zip"):
        from ptxpy.captures import is_capture  # noqa: PLC0415 - only for zip files

        if is_capture(options.file):
            yield _of_capture(options.file)
            return
    yield _of_file(options)


def _of_file(options: argparse.Namespace) -> Target:
    """Return the launch of a kernel of a file."""
    from ptxpy.debugger import target_of_request  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.launch import Kernel  # noqa: PLC0415 - as above
    from ptxpy.launch_request import LaunchError  # noqa: PLC0415 - as above

    loaded = load(options.file, settings_of(options), options.kernel)
    source = module_source(loaded)
    try:
        kernel = Kernel(source, select_kernel(source, options.kernel))
        arguments, launch_options = prepare(kernel, options, loaded.kernels.get(kernel.name))
        return target_of_request(kernel.request(*arguments.values(), **launch_options))
    except LaunchError as error:
        raise CommandError(str(error)) from None


def _of_capture(path: str) -> Target:
    """Return a captured launch."""
    from ptxpy.captures import CaptureError, load_capture  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.debugger import target_of_capture  # noqa: PLC0415 - as above

    try:
        return target_of_capture(load_capture(path))
    except CaptureError as error:
        raise CommandError(printable(str(error))) from None
    except OSError as error:
        message = f"{printable(path)}: {(error.strerror or str(error)).lower()}"
        raise CommandError(message) from None


def _of_program(program: Sequence[str], kernel: str | None) -> Iterator[Target]:
    """Run a program, and yield its launches."""
    from ptxpy.captures import CaptureError  # noqa: PLC0415 - loads slowly
    from ptxpy.emulation import (  # noqa: PLC0415 - loads slowly
        CaptureOptions,
        DeviceOptions,
        NativeBuildError,
        ProgramError,
        execute,
    )

    command = [*program[1:]] if program[:1] == ["--"] else [*program]
    with tempfile.TemporaryDirectory(prefix="ptxpy-debug-") as folder:
        capture = CaptureOptions(folder, kernel or "")
        try:
            status = execute(command, DeviceOptions(capture=capture))
        except (CaptureError, NativeBuildError) as error:
            raise CommandError(str(error)) from None
        except ProgramError as error:
            raise CommandError(str(error), error.status) from None
        if status:
            write_stderr(f"{printable(command[0])} ended with status {status}")
        files = sorted(Path(folder).glob("launch-*.zip"))
        if not files:
            of = f" of {kernel}" if kernel else ""
            message = f"{printable(command[0])} has made no launch{of} that was recorded"
            raise CommandError(message)
        for file in files:
            yield _of_capture(str(file))


# ------------------------------------------------------------------------------- the adapter


def _serve(options: argparse.Namespace) -> int:
    """Speak the Debug Adapter Protocol until the editor disconnects."""
    from ptxpy.debugger import Adapter, Wire, WireError  # noqa: PLC0415 - NumPy loads slowly

    if options.file is not None or options.program or options.commands:
        message = "--adapter takes the launch from the editor: give it no file and no commands"
        raise CommandError(message)
    # Kernels in Python, and programs, may write to standard output, which has the messages.
    sys.stdout.flush()
    messages = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    adapter = Adapter(Wire(sys.stdin.buffer, messages), targets_of_attributes)
    try:
        adapter.serve()
    except WireError as error:
        raise CommandError(str(error), EXIT_UNABLE) from None
    except BrokenPipeError:
        return EXIT_UNABLE
    return EXIT_OK


def targets_of_attributes(attributes: Mapping[str, Any]) -> Iterator[Target]:
    """Yield the launches that the attributes of an editor ask for."""
    from ptxpy import PtxSyntaxError  # noqa: PLC0415 - the parser loads slowly
    from ptxpy.debugger import LaunchRefusedError  # noqa: PLC0415 - NumPy loads slowly

    try:
        _check_attributes(attributes)
        if attributes.get("cwd"):
            _enter(str(attributes["cwd"]))
        program = attributes.get("exec") or []
        yield from _targets(
            argparse.Namespace(
                file=_text(attributes, "program") or _text(attributes, "capture"),
                program=[program] if isinstance(program, str) else list(map(str, program)),
                kernel=_text(attributes, "kernel"),
                grid=_extents(attributes, "grid"),
                block=_extents(attributes, "block"),
                cluster=_extents(attributes, "cluster"),
                shared_bytes=_number(attributes, "sharedBytes"),
                given=_arguments(attributes, "args"),
                settings=_arguments(attributes, "settings"),
            )
        )
    except (CommandError, PtxSyntaxError, OSError) as error:
        text = error.render() if isinstance(error, PtxSyntaxError) else str(error)
        raise LaunchRefusedError(text) from None


def _check_attributes(attributes: Mapping[str, Any]) -> None:
    """Raise `CommandError` unless one thing is to be launched, by attributes that are known."""
    from ptxpy.isa import nearest  # noqa: PLC0415 - the table loads slowly

    for name in attributes:
        known = name in _ATTRIBUTES or name in _EDITOR_ATTRIBUTES
        if not known and (close := nearest(name, _ATTRIBUTES)):
            message = f"no attribute {name}; did you mean {' or '.join(close)}?"
            raise CommandError(message)
    for name in _FLAGS:
        if not isinstance(attributes.get(name) or False, bool):
            message = f"{name} must be true or false, got {attributes[name]!r}"
            raise CommandError(message)
    given = [name for name in ("program", "capture", "exec") if attributes.get(name)]
    if len(given) != 1:
        several = f"not {' and '.join(given)}" if given else "and nothing is given"
        message = f"a launch has one of program, capture and exec, {several}"
        raise CommandError(message)


def _enter(folder: str) -> None:
    try:
        os.chdir(folder)
    except OSError as error:
        message = f"cwd: {folder}: {(error.strerror or 'no such folder').lower()}"
        raise CommandError(message) from None


def _text(attributes: Mapping[str, Any], name: str) -> str | None:
    found = attributes.get(name)
    if found is not None and not isinstance(found, str):
        message = f"{name} must be a text, got {found!r}"
        raise CommandError(message)
    return found or None


def _number(attributes: Mapping[str, Any], name: str) -> int | None:
    found = attributes.get(name)
    if found is not None and (not isinstance(found, int) or isinstance(found, bool) or found < 0):
        message = f"{name} must be a number of bytes, got {found!r}"
        raise CommandError(message)
    return found


def _extents(attributes: Mapping[str, Any], name: str) -> tuple[int, ...] | None:
    """Return a shape: 4, [4, 2] or "4,2"."""
    found = attributes.get(name)
    if found is None or found == "":
        return None
    text = ",".join(map(str, found)) if isinstance(found, list) else str(found)
    try:
        return extents(text)
    except argparse.ArgumentTypeError as error:
        message = f"{name}: {error}"
        raise CommandError(message) from None


def _arguments(attributes: Mapping[str, Any], name: str) -> list[str]:
    """Return arguments as `--arg` takes them: a list in order, or an object by name."""
    found = attributes.get(name) or []
    if isinstance(found, dict):
        return [f"{key}={value}" for key, value in found.items()]
    if not isinstance(found, list):
        message = f"{name}: a list is expected, such as [1024, 'float32[1024]:ones']"
        raise CommandError(message)
    return list(map(str, found))
