"""`ptxpy view --run`: what is observed of a kernel that runs in the simulator."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ptxpy.cli.command_errors import EXIT_PROBLEMS, CommandError
from ptxpy.cli.launch_limits import limits, step_limit_reached
from ptxpy.cli.launch_options import module_source, prepare, select_kernel

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from ptxpy.cli.launch_options import Launch
    from ptxpy.cli.sources import Source
    from ptxpy.view.page_data import Run

__all__ = ["observe_run"]

_T = TypeVar("_T")


def observe_run(source: Source, options: argparse.Namespace) -> Run:
    """Run a kernel twice, with fresh arguments each time; return its profile and its timeline."""
    from ptxpy.launch import Kernel  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.launch.cuda import SourceError  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.launch_request import LaunchError  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.view.page_data import Run  # noqa: PLC0415 - loads slowly

    try:
        module = module_source(source)
        kernel = Kernel(module, select_kernel(module, options.kernel))
        function = source.kernels.get(kernel.name)

        def run(observed: Callable[[Launch], _T]) -> _T:
            return _limited(options, lambda: observed(prepare(kernel, options, function)))

        profile = run(lambda each: kernel.profile(*each.arguments.values(), **each.options))
        timeline = run(lambda each: kernel.timeline(*each.arguments.values(), **each.options))
    except LaunchError as error:
        raise CommandError(str(error)) from None
    except SourceError as error:
        raise CommandError(str(error), EXIT_PROBLEMS) from None
    return Run(profile, timeline)


def _limited(options: argparse.Namespace, run: Callable[[], _T]) -> _T:
    from ptxpy.sim import SimulationError, StepLimitExceededError, UnsupportedError  # noqa: PLC0415

    try:
        with limits(options):
            return run()
    except StepLimitExceededError as error:
        raise step_limit_reached(error) from None
    except (UnsupportedError, SimulationError) as error:
        raise CommandError(str(error), EXIT_PROBLEMS) from None
