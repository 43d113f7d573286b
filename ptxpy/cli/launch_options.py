"""The launch that `ptxpy run` and `ptxpy view --run` are asked for, and its limits."""

from __future__ import annotations

import argparse
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, CommandError
from ptxpy.cli.console import write_stderr
from ptxpy.cli.observation import is_observed, observe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.cli.sources import Source
    from ptxpy.dsl import Function
    from ptxpy.launch import Kernel, LaunchOptions
    from ptxpy.launch_request import ModuleSource
    from ptxpy.sim import StepLimitExceededError

__all__ = [
    "Launch",
    "add_launch_options",
    "add_limits",
    "extents",
    "limits",
    "module_source",
    "prepare",
    "run_limited",
    "select_kernel",
    "step_limit",
    "step_limit_reached",
]


DEFAULT_MAX_STEPS: Final = 10_000_000
"""The default limit of steps, which an endless loop reaches after some minutes."""
DEFAULT_MAX_OUTPUT_BYTES: Final = 1 << 20
"""The default limit of the bytes of `printf` that are shown."""


class Launch(NamedTuple):
    """A launch of a kernel."""

    arguments: dict[str, Any]
    """The arguments by name, in order."""
    options: LaunchOptions


def add_launch_options(parser: argparse._ActionsContainer) -> None:
    """Add the options for the sizes and the arguments of a launch."""
    for name, what in (("grid", "grid size in blocks"), ("block", "block size in threads")):
        parser.add_argument(f"--{name}", metavar="X[,Y[,Z]]", type=extents, help=what)
    parser.add_argument(
        "--cluster", metavar="X[,Y[,Z]]", type=extents, help="cluster size in blocks"
    )
    parser.add_argument("--shared-bytes", metavar="N", type=int, help="dynamic shared memory")
    parser.add_argument(
        "--arg",
        dest="given",
        metavar="[NAME=]VALUE",
        action="append",
        default=[],
        help="an argument, by the parameter's name or in order",
    )


def add_limits(parser: argparse._ActionsContainer) -> None:
    """Add the options that limit a launch in the simulator."""
    parser.add_argument(
        "--max-steps",
        metavar="N",
        type=step_limit,
        default=DEFAULT_MAX_STEPS,
        help="CPU only: stop the kernel after N steps, or `none` for no limit; a step is the "
        "execution of one basic block by a group of threads (default: "
        f"{DEFAULT_MAX_STEPS:,})",
    )
    parser.add_argument(
        "--max-output",
        metavar="BYTES",
        type=step_limit,
        default=DEFAULT_MAX_OUTPUT_BYTES,
        help="CPU only: show at most BYTES bytes of the output of printf, or `none` for no limit "
        f"(default: {DEFAULT_MAX_OUTPUT_BYTES:,}, the size of the buffer on a device)",
    )


def extents(text: str) -> tuple[int, ...]:
    """Parse one to three numbers: `4`, or `4,2,1`."""
    if re.fullmatch(r"\d{1,10}(?:,\d{1,10}){0,2}", text, re.ASCII) is None:
        message = f"{text!r} is not a valid extent; expected 4, or 4,2, or 4,2,1"
        raise argparse.ArgumentTypeError(message)
    return tuple(map(int, text.split(",")))


def module_source(loaded: Source) -> ModuleSource:
    """Return the module of a file in the form that `Kernel` takes."""
    from ptxpy.launch import elements_of  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.launch_request import ModuleSource  # noqa: PLC0415 - NumPy loads slowly

    python = None
    if loaded.lines is not None:
        python = (loaded.name, loaded.source.decode("utf-8", "replace"), loaded.lines)
    return ModuleSource(
        loaded.module,
        loaded.name,
        python=python,
        calls=loaded.calls,
        defaults=loaded.defaults,
        elements=elements_of(loaded.kernels),
    )


def select_kernel(source: ModuleSource, name: str | None) -> str | None:
    """Return the symbol of the kernel that `--kernel` selects."""
    from ptxpy.cli.function_names import select_function  # noqa: PLC0415 - loads slowly

    symbols = [each.name.name for each in source.module.kernels if each.body is not None]
    return name if name is None or not symbols else select_function(symbols, name)


def prepare(kernel: Kernel, options: argparse.Namespace, function: Function | None) -> Launch:
    """Return the launch that the options ask for; its arrays are made anew by each call."""
    from ptxpy.cli.launch_obstacles import waits_for_grid  # noqa: PLC0415 - NumPy loads slowly

    arguments, grid = _arguments(kernel, options, function)
    return Launch(
        arguments,
        {
            "grid": grid,
            "block": options.block,
            "cluster": options.cluster,
            "shared_bytes": options.shared_bytes,
            "cooperative": waits_for_grid(kernel.function),
        },
    )


def _arguments(
    kernel: Kernel, options: argparse.Namespace, function: Function | None
) -> tuple[dict[str, Any], Any]:
    """Return the arguments of a launch by name, in order, and its grid."""
    from ptxpy.cli.argument_values import (  # noqa: PLC0415 - NumPy loads slowly
        assign_arguments,
        complete_arguments,
        grid_of,
        inferred_parameters,
        takes_tensors,
    )

    # A kernel from PTX, or without tensors, has nothing to infer from.
    if function is None or not takes_tensors(function, kernel.signature):
        return assign_arguments(kernel.signature, options.given), options.grid
    found, env = complete_arguments(
        function, assign_arguments(kernel.signature, options.given, inferred_parameters(function))
    )
    ordered = {parameter.name: found[parameter.name] for parameter in kernel.signature.parameters}
    grid = options.grid
    return ordered, grid_of(function, ordered, env) if grid is None else grid


def step_limit(text: str) -> int | None:
    """Parse a limit: a positive integer, or `none`, for which None is returned."""
    if text == "none":
        return None
    digits = text.replace(",", "").replace("_", "")
    # Thirty digits are more than any limit has, and converting more takes long.
    if not digits.isascii() or not digits.isdigit() or not 1 <= int(digits[:30]) < 1 << 62:
        message = f"{text} is not a positive integer or `none`"
        raise argparse.ArgumentTypeError(message)
    return int(digits)


def run_limited(
    kernel: Kernel,
    options: argparse.Namespace,
    values: tuple[Any, ...],
    launch_options: LaunchOptions,
) -> tuple[int, str]:
    """Run a kernel; return the exit status, and the faults after which it continued."""
    from ptxpy.sim import SimulationError, UnsupportedError  # noqa: PLC0415
    from ptxpy.sim import StepLimitExceededError as LimitError  # noqa: PLC0415

    try:
        with limits(options):
            if is_observed(options):
                return observe(kernel, options, values, launch_options), ""
            kernel.launch(*values, **launch_options, strict=options.strict)
    except LimitError as error:
        raise step_limit_reached(error) from None
    except UnsupportedError as error:
        raise CommandError(str(error), EXIT_PROBLEMS) from None
    except SimulationError as error:
        # Only strict mode that collects faults runs to the end.
        if not error.ran_to_end:
            raise CommandError(str(error), EXIT_PROBLEMS) from None
        return EXIT_PROBLEMS, str(error)
    return EXIT_OK, ""


def step_limit_reached(error: StepLimitExceededError) -> CommandError:
    """Return the error of a command whose kernel has reached the limit of steps."""
    first, _, rest = str(error).partition("\n")
    hint = "--max-steps N sets another limit, --max-steps none removes it"
    return CommandError(f"{first}; {hint}\n{rest}", EXIT_PROBLEMS)


@contextmanager
def limits(options: argparse.Namespace) -> Iterator[None]:
    """Limit a launch, and report if its output was truncated."""
    from ptxpy.sim import limited  # noqa: PLC0415 - NumPy loads slowly

    with limited(options.max_steps, options.max_output) as printed:
        try:
            yield
        finally:
            # The output of `printf` comes before the message about it.
            sys.stdout.flush()
            if printed.is_truncated:
                write_stderr(
                    f"printf wrote {printed.size:,} bytes, of which the first {printed.limit:,} "
                    "are shown; --max-output none removes the limit"
                )
