"""`ptxpy exec`: run an unmodified CUDA program on the CPU."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.files import Output, display
from ptxpy.cli.launch_options import step_limit
from ptxpy.cli.observation import COLUMNS, block_index, thread_indices
from ptxpy.cli.shared_options import (
    add_instructions,
    add_strict,
    describe_command,
    register_instructions,
)

if TYPE_CHECKING:
    from ptxpy.cli.argument_parser import Parser
    from ptxpy.emulation import DeviceOptions


MAX_DEVICES = 16
"""The most devices that a program can be shown."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="The host code of the program runs as it is, its kernels in the simulator. Output, "
        "files and exit status are those of the program; but the status is 1 for a program that "
        "ends with 0 in which --strict=collect has found faults. The program may be linked to the "
        "CUDA runtime statically or not, use the driver API, or be Python that compiles with "
        "Triton. Linux with x86-64; the emulated driver is built once by the machine's C compiler.",
        examples=("ptxpy exec --strict ./program data.bin",),
    )
    parser.usage = f"{parser.prog} [OPTION ...] [--] PROGRAM [ARGUMENT ...]"
    parser.add_argument(
        "--arch",
        metavar="sm_NN",
        type=architecture,
        default=0,
        help="the device that the program sees (default: that of its newest PTX, else sm_90)",
    )
    parser.add_argument(
        "--devices",
        metavar="N",
        type=_devices,
        default=1,
        help="how many devices the program sees; they are one (default: 1)",
    )
    parser.add_argument(
        "--only",
        metavar="KERNEL",
        default="",
        help="the kernel that --strict and the options below are about; the others run fast",
    )
    parser.add_argument(
        "--max-steps",
        metavar="N",
        type=step_limit,
        help="stop a kernel after N steps, as a time-out on a device (default: no limit)",
    )
    parser.add_argument(
        "--engine",
        choices=("interpreted", "compiled", "auto"),
        help="run kernels by the interpreter, or compiled by LLVM where all their instructions can "
        "be compiled, and say at the end why others were interpreted, or compile those that run "
        "for long (default: auto, or $PTXPY_ENGINE); profiles, traces and timelines interpret",
    )
    add_instructions(parser)
    add_strict(
        parser,
        "detect data races, missing waits and fences, reads of uninitialised memory, and "
        "leaks; a kernel ends at its first fault with error 719",
        "the same, but kernels and the program continue; an access outside of all allocations, "
        "or a misaligned one, ends its kernel",
    )
    group = parser.add_argument_group("observing the kernels")
    group.add_argument(
        "--profile",
        action="store_true",
        help="print executions, bytes, bank conflicts, sectors and waits of each line",
    )
    group.add_argument("--sort", metavar="COLUMN", choices=COLUMNS, help="%(choices)s")
    group.add_argument("--top", metavar="N", type=int, help="lines of a profile; 0 for all")
    group.add_argument(
        "--timeline", metavar="OUT.json", help="write the timeline of all launches for Perfetto"
    )
    group.add_argument("--force", action="store_true", help="overwrite OUT.json if it exists")
    group.add_argument(
        "--trace",
        metavar="THREAD[,THREAD…]",
        type=_threads,
        help="print the instructions of threads of a block: numbers and ranges 0-31",
    )
    group.add_argument("--cta", metavar="X[,Y[,Z]]", type=block_index, help="the block of a trace")
    group.add_argument(
        "--limit", metavar="N", type=int, help="instructions of a trace, or slices of a timeline"
    )
    parser.add_argument(
        "program", metavar="PROGRAM", nargs=argparse.REMAINDER, help="the program and its arguments"
    )


def architecture(text: str) -> int:
    """Parse an architecture, `sm_90`, to its number."""
    match = re.fullmatch(r"(?:sm_|compute_)?(\d{2,3})[af]?", text, re.ASCII)
    if match is None:
        message = f"{text!r} is not an architecture; expected sm_80, or sm_90"
        raise argparse.ArgumentTypeError(message)
    return int(match[1])


def _devices(text: str) -> int:
    if not re.fullmatch(r"\d{1,2}", text, re.ASCII) or not 1 <= int(text) <= MAX_DEVICES:
        message = f"{text!r} is not a number of devices; expected 1 to {MAX_DEVICES}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _threads(text: str) -> list[int | tuple[int, ...]]:
    return [index for part in text.split(",") for index in thread_indices(part)]


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    from ptxpy.emulation import NativeBuildError, require_system  # noqa: PLC0415

    try:
        # What runs programs imports modules that other systems lack.
        require_system()
    except NativeBuildError as error:
        raise CommandError(str(error)) from None
    from ptxpy.emulation import ProgramError, end_as, execute  # noqa: PLC0415

    # `--` separates options of the program from ours.
    command = options.program[1:] if options.program[:1] == ["--"] else options.program
    if not command:
        message = "give the program to run: ptxpy exec ./program"
        raise CommandError(message)
    register_instructions(options)
    check_engine(options.engine)
    try:
        return end_as(execute(command, device_options(options)))
    except NativeBuildError as error:
        raise CommandError(str(error)) from None
    except ProgramError as error:
        raise CommandError(str(error), error.status) from None


def check_engine(name: str | None) -> None:
    """Raise `CommandError` if an engine, or that of the environment, is none or is missing."""
    if not (name or os.environ.get("PTXPY_ENGINE")):
        return
    from ptxpy.sim import engine_report  # noqa: PLC0415 - loads slowly

    try:
        engine_report(name or "")
    except ValueError as error:
        raise CommandError(str(error)) from None


def device_options(options: argparse.Namespace) -> DeviceOptions:
    """Return the options of the device; raise `CommandError` for options that conflict."""
    from ptxpy.emulation import DeviceOptions  # noqa: PLC0415 - loads slowly

    observed = [name for name in ("profile", "timeline", "trace") if getattr(options, name)]
    if options.strict and observed:
        message = f"--strict cannot be combined with --{observed[0]}"
        raise CommandError(message)
    if len(observed) > 1:
        message = f"--{observed[0]} cannot be combined with --{observed[1]}"
        raise CommandError(message)
    needs = {"sort": "profile", "top": "profile", "force": "timeline", "only": "", "limit": ""}
    for name, needed in needs.items():
        given = getattr(options, name) not in (None, False, "")
        # An option without anything that it applies to would be ignored silently.
        if given and (needed or not (observed or options.strict)) and needed not in observed:
            message = f"--{name} needs --{needed or 'strict, --profile, --timeline or --trace'}"
            raise CommandError(message)
    timeline = ""
    if options.timeline is not None:
        # The file is checked before the program runs, which may take hours.
        path = Output.checked(options.timeline, force=options.force, source="").path
        if path is not None and path.is_file() and not options.force:
            message = f"{display(options.timeline)}: exists already; --force overwrites it"
            raise CommandError(message)
        timeline = str(Path(options.timeline).absolute())  # the program may change its folder
    return DeviceOptions(
        strict=options.strict,
        only=options.only,
        profile=options.profile,
        sort=options.sort or "warps",
        top=40 if options.top is None else options.top,
        timeline=timeline,
        trace=tuple(options.trace or ()),
        cta=options.cta,
        limit=options.limit,
        architecture=options.arch,
        devices=options.devices,
        max_steps=options.max_steps,
        engine=options.engine or "",
    )
