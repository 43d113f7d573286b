"""Running a kernel within the limits that `ptxpy run` is given."""

from __future__ import annotations

import argparse
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, CommandError
from ptxpy.cli.console import write_stderr
from ptxpy.cli.observation import is_observed, observe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.launch import Kernel
    from ptxpy.launch.kernel import LaunchOptions
    from ptxpy.sim import StepLimitExceededError

__all__ = ["limits", "run_limited", "step_limit", "step_limit_reached"]


def step_limit(text: str) -> int | None:
    """Parse a limit: a positive integer, or `none`, for which None is returned."""
    if text == "none":
        return None
    digits = text.replace(",", "").replace("_", "")
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
            sys.stdout.flush()
            if printed.is_truncated:
                write_stderr(
                    f"printf wrote {printed.size:,} bytes, of which the first {printed.limit:,} "
                    "are shown; --max-output none removes the limit"
                )
