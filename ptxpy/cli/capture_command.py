"""`ptxpy capture`: record the launches of a program, each in a file that can be replayed."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.exec_command import architecture, check_engine
from ptxpy.cli.files import display
from ptxpy.cli.launch_options import step_limit
from ptxpy.cli.shared_options import describe_command

if TYPE_CHECKING:
    from ptxpy.cli.argument_parser import Parser


_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="The program runs as by `ptxpy exec`, on the CPU; with --gpu, on the GPU of this "
        "machine, by the driver that it calls. Each launch is written to a "
        "file, launch-000-KERNEL.zip: PTX, arguments, and the memory that it could reach, before "
        "and after. `ptxpy run` replays it, `ptxpy.captures.load_capture` reads it in Python.",
        examples=("ptxpy capture -o launches --kernel reduce ./program data.bin",),
    )
    parser.usage = f"{parser.prog} -o DIR [OPTION ...] [--] PROGRAM [ARGUMENT ...]"
    parser.add_argument(
        "-o",
        dest="output",
        metavar="DIR",
        help="the directory of the files; where none is given, a last -o DIR of the line is meant, "
        "unless -- stands before the program",
    )
    parser.add_argument(
        "--kernel",
        metavar="NAME",
        default="",
        help="record this kernel alone: its symbol, its C++ name or declaration",
    )
    parser.add_argument(
        "--nth",
        metavar="N[,N…]",
        type=_numbers,
        default=(),
        help="record these launches of the chosen kernels alone, counted from 0",
    )
    parser.add_argument(
        "--max-bytes",
        metavar="N",
        type=_bytes,
        default=1 << 30,
        help="do not record a launch that can reach more than N bytes that are not zero: 64M, 2G "
        "(default: 1G)",
    )
    parser.add_argument(
        "--gpu",
        action="store_true",
        help="run the program on the GPU of this machine, and record what it gives to the driver",
    )
    parser.add_argument(
        "--arch",
        metavar="sm_NN",
        type=architecture,
        default=0,
        help="the device that the program sees (default: that of its newest PTX, else sm_90)",
    )
    parser.add_argument(
        "--max-steps", metavar="N", type=step_limit, help="stop a kernel after N steps"
    )
    parser.add_argument(
        "program", metavar="PROGRAM", nargs=argparse.REMAINDER, help="the program and its arguments"
    )


def _numbers(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d{1,9}(?:,\d{1,9})*", text, re.ASCII):
        message = f"{text!r} is no list of numbers; expected 0, or 3,4"
        raise argparse.ArgumentTypeError(message)
    return tuple(map(int, text.split(",")))


def _bytes(text: str) -> int:
    match = re.fullmatch(r"(\d{1,12})([KMG]?)", text, re.ASCII)
    if match is None or not int(match[1]):
        message = f"{text!r} is no number of bytes; expected 500000, 64M or 2G"
        raise argparse.ArgumentTypeError(message)
    return int(match[1]) * _UNITS[match[2]]


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    from ptxpy.captures import CaptureError  # noqa: PLC0415 - loads slowly
    from ptxpy.emulation import NativeBuildError, require_system  # noqa: PLC0415

    try:
        # What runs programs imports modules that other systems lack.
        require_system()
    except NativeBuildError as error:
        raise CommandError(str(error)) from None
    from ptxpy.emulation import ProgramError, end_as  # noqa: PLC0415 - loads slowly

    command, directory = _command_and_directory(options)
    # The simulator alone has an architecture to choose and steps to count.
    given = options.arch or options.max_steps is not None
    if options.gpu and given:
        name = "--arch" if options.arch else "--max-steps"
        message = f"{name} is for the simulator: it cannot be combined with --gpu"
        raise CommandError(message)
    folder = _folder(directory)
    try:
        run_program = _on_gpu if options.gpu else _in_simulator
        # The process ends as the program did, a signal included.
        return end_as(run_program(command, folder, options))
    except (CaptureError, NativeBuildError) as error:
        raise CommandError(str(error)) from None
    except ProgramError as error:
        raise CommandError(str(error), error.status) from None


def _command_and_directory(options: argparse.Namespace) -> tuple[list[str], str]:
    """Return the program with its arguments, and the directory of the files."""
    command, directory = options.program, options.output
    if command[:1] == ["--"]:
        command = command[1:]
    elif directory is None and command[1:-1][-1:] == ["-o"]:
        command, directory = command[:-2], command[-1]
    if not command or not directory:
        lacking = "the directory of the files" if command else "the program to run"
        message = f"give {lacking}: ptxpy capture -o launches ./program"
        raise CommandError(message)
    return command, directory


def _in_simulator(command: list[str], folder: Path, options: argparse.Namespace) -> int:
    from ptxpy.emulation import (  # noqa: PLC0415 - loads slowly
        CaptureOptions,
        DeviceOptions,
        execute,
    )

    check_engine(None)
    capture = CaptureOptions(str(folder), options.kernel, options.nth, options.max_bytes)
    device = DeviceOptions(capture=capture, architecture=options.arch, max_steps=options.max_steps)
    return execute(command, device)


def _on_gpu(command: list[str], folder: Path, options: argparse.Namespace) -> int:
    from ptxpy.captures import Recorder  # noqa: PLC0415 - loads slowly
    from ptxpy.emulation import report  # noqa: PLC0415 - loads slowly
    from ptxpy.interposer import record  # noqa: PLC0415 - loads slowly

    recorder = Recorder(
        folder,
        lambda line: report(line, "capture"),
        device="",
        kernel=options.kernel,
        nth=frozenset(options.nth),
        max_bytes=options.max_bytes,
    )
    status = record(command, recorder, options.max_bytes)
    count = len(recorder.files)
    left_out = f"; {recorder.skipped:,} not recorded" if recorder.skipped else ""
    plural = "" if count == 1 else "es"
    report(f"{count:,} launch{plural} recorded in {options.output}{left_out}", "capture")
    return status


def _folder(name: str) -> Path:
    """Return the directory of the files, which is made, and has no launches yet."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Files of two runs in one folder would be taken for one run.
        if any(folder.glob("launch-*.zip")):
            message = f"{display(name)}: has captured launches already; name another directory"
            raise CommandError(message)
    except OSError as error:
        message = f"{display(name)}: {(error.strerror or str(error)).lower()}"
        raise CommandError(message) from None
    # The program may change its working folder before the first launch.
    return folder.absolute()
