"""`ptxpy run`: run a kernel with arguments from the command line."""

from __future__ import annotations

import argparse
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ptxpy.cli.command_errors import EXIT_PROBLEMS, CommandError
from ptxpy.cli.console import write_stderr, write_stdout
from ptxpy.cli.launch_options import (
    add_launch_options,
    add_limits,
    module_source,
    prepare,
    run_limited,
    select_kernel,
)
from ptxpy.cli.observation import add_options, is_observed
from ptxpy.cli.shared_options import (
    KERNEL_NAMES,
    add_instructions,
    add_settings,
    add_strict,
    describe_command,
    register_instructions,
    settings_of,
)
from ptxpy.cli.sources import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.cli.argument_parser import Parser
    from ptxpy.dsl import Function
    from ptxpy.launch import Kernel


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="Without --grid, the kernels are listed with their parameters and an example "
        "command line for each. Arguments are numbers, null, and arrays dtype[shape]:fill with "
        "the fills zeros, ones, arange, random(seed), full(value) and @file.npy; bf16 is a dtype, "
        "too, and @file.npy alone an array. A .py file is "
        "executed, as by `python FILE.py`; tensor maps, and parameters that are dimensions of "
        "its tensors, are inferred from the arrays. The exit status is 1 if the kernel ends with "
        "an error, --strict finds a fault, or a replay differs.",
        examples=(
            (
                "ptxpy run saxpy.ptx --grid 4 --block 256 --arg 1024 --arg 2.0 "
                "--arg float32[1024]:arange --arg float32[1024]:ones --print 3[:8]"
            ),
        ),
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="PTX or Python (.py), a binary that holds PTX, or a captured launch (.zip), which is "
        "replayed and compared; - is standard input",
    )
    parser.add_argument(
        "--kernel", metavar="NAME", help=f"the kernel, if there are several: {KERNEL_NAMES}"
    )
    add_settings(parser)
    add_launch_options(parser)
    parser.add_argument(
        "--print",
        dest="printed",
        metavar="NAME[PART]",
        action="append",
        default=[],
        help="an array or a variable of the module, or a part of it, to print afterwards: y[:8] "
        "(default: the arrays that the kernel has changed)",
    )
    parser.add_argument("--device", metavar="NAME", help="cpu, cuda or cuda:1")
    parser.add_argument(
        "--engine",
        choices=("interpreted", "compiled", "auto"),
        help="CPU only: run kernels by the interpreter, or compiled by LLVM where all their "
        "instructions can be compiled, and say why others were interpreted, or compile those that "
        "run for long (default: auto, or $PTXPY_ENGINE)",
    )
    add_limits(parser)
    add_instructions(parser)
    add_strict(
        parser,
        "CPU only: detect data races, missing waits and fences, and reads of uninitialised "
        "memory, and stop at the first",
        "the same, but continue after each fault, and report all without repeats",
    )
    group = parser.add_argument_group("replaying a captured launch")
    group.add_argument(
        "--tolerance",
        metavar="E",
        type=_tolerance,
        help="the error that floating-point results may have, as a fraction of the larger of 1 "
        "and their magnitude (default: 0)",
    )
    group.add_argument(
        "--with",
        dest="edited",
        metavar="FILE",
        help="launch the kernel of this PTX or Python instead of the captured one",
    )
    add_options(parser)


def _tolerance(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1:
        message = f"{text!r} is no tolerance; expected a number from 0 to 1, such as 1e-5"
        raise argparse.ArgumentTypeError(message)
    return value


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    register_instructions(options)
    if options.file.endswith(".zip"):
        from ptxpy.captures import is_capture  # noqa: PLC0415 - only for zip files

        if is_capture(options.file):
            from ptxpy.cli.capture_replaying import replay  # noqa: PLC0415 - NumPy loads slowly

            return replay(options)
    for name, given in (("tolerance", options.tolerance), ("with", options.edited)):
        if given is not None:
            message = f"--{name} is for captured launches, which `ptxpy capture` writes"
            raise CommandError(message)
    from ptxpy.launch import Kernel  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.launch.cuda import (  # noqa: PLC0415 - NumPy loads slowly
        CudaError,
        DriverMissingError,
        SourceError,
    )
    from ptxpy.launch_request import LaunchError  # noqa: PLC0415 - NumPy loads slowly

    loaded = load(options.file, settings_of(options), options.kernel)
    source = module_source(loaded)
    # Without a grid the user does not know yet what the kernel takes.
    if options.grid is None and not options.given:
        from ptxpy.cli.kernel_listing import list_kernels  # noqa: PLC0415 - NumPy loads slowly

        return list_kernels(options.file, source, loaded.kernels, options.settings)
    try:
        kernel = Kernel(source, select_kernel(source, options.kernel))
        return _launch(kernel, options, loaded.kernels.get(kernel.name))
    except (LaunchError, CudaError, DriverMissingError) as error:
        # Messages name the option of Python's `launch`.
        raise CommandError(str(error).replace('device="cpu"', "--device cpu")) from None
    except SourceError as error:
        raise CommandError(str(error), EXIT_PROBLEMS) from None


@contextmanager
def _engine(options: argparse.Namespace) -> Iterator[None]:
    """Choose the engine of launches on the CPU, and name the kernels that ran interpreted."""
    if options.engine is None:
        yield
        return
    from ptxpy.sim import engine  # noqa: PLC0415 - NumPy loads slowly

    try:
        chosen = engine(options.engine)
        report = chosen.__enter__()
    except ValueError as error:
        raise CommandError(str(error)) from None
    try:
        yield
    finally:
        chosen.__exit__(None, None, None)
    if options.engine == "compiled":
        for name, reason in report.interpreted.items():
            write_stderr(f"ptxpy: {name} ran interpreted: {reason}")


def _launch(kernel: Kernel, options: argparse.Namespace, function: Function | None) -> int:
    import numpy as np  # noqa: PLC0415 - loads slowly

    from ptxpy.cli.argument_values import parse_selection, short_name  # noqa: PLC0415

    arguments, launch_options = prepare(kernel, options, function)
    short = {short_name(kernel.name, name): value for name, value in arguments.items()}
    # A parameter with dimensions is a struct, of which the kernel has a copy.
    structs = {each.name for each in kernel.signature.parameters if each.dimensions}
    arrays = {
        short_name(kernel.name, name): value
        for name, value in arguments.items()
        if hasattr(value, "shape") and name not in structs
    }
    numbered = {str(number): value for number, value in enumerate(arguments.values())}
    named = {**numbered, **short, **arguments}
    selections = [parse_selection(text) for text in options.printed]
    for selection in selections:
        # Names are checked before the launch, which may take long.
        if not hasattr(named.get(selection.name), "shape") and selection.name not in kernel.globals:
            known = ", ".join((*arrays, *kernel.globals)) or "none"
            message = (
                f"--print {selection.text}: {selection.name!r} is neither an array argument nor a "
                f"variable of the module; there are {known}"
            )
            raise CommandError(message)
    launch_options["device"] = options.device
    if is_observed(options) and options.strict:
        message = "--strict cannot be combined with --trace, --profile or --timeline"
        if options.schedules or options.schedule:
            message = "--schedules and --schedule run in strict mode: leave --strict out"
        raise CommandError(message)
    # Who asks for nothing sees what the kernel has written.
    before = {}
    if not selections and not is_observed(options):
        before = {name: np.array(value) for name, value in arrays.items()}
    with _engine(options):
        status, faults = run_limited(kernel, options, tuple(arguments.values()), launch_options)
    changed = [
        name for name, old in before.items() if np.asarray(arrays[name]).tobytes() != old.tobytes()
    ]
    if options.strict and not faults:
        write_stderr("ptxpy: strict mode has found no fault")
    if before and not changed:
        write_stderr("ptxpy: the kernel has changed no array")
    for selection in selections or map(parse_selection, changed):
        value = named.get(selection.name)
        if value is None:
            variables = kernel.globals
            value = (variables.on(options.device) if options.device else variables)[selection.name]
        try:
            part = np.asarray(value[selection.part])
        except IndexError as error:
            raise CommandError(str(error)) from None
        # An array that nobody asked for is abridged from some lines on.
        shown = np.array2string(part, threshold=1000 if selections else 100, separator=", ")
        write_stdout(f"{selection.text} = {shown}")
    # The arrays are printed first: they may show what the faults have done.
    if faults:
        raise CommandError(faults, EXIT_PROBLEMS)
    return status
