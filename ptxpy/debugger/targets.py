"""Launches that can be debugged: of kernels, and captured ones."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from ptxpy.debugger.source_map import SourceMap
from ptxpy.demangle import demangled
from ptxpy.sim import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.captures import CapturedLaunch
    from ptxpy.launch_request import LaunchRequest, ModuleSource

__all__ = ["Target", "target_of_capture", "target_of_request"]


class Target:
    """A launch that a session runs."""

    def __init__(
        self,
        source: ModuleSource,
        title: str,
        runs: Callable[[Callable[..., Any]], object],
    ) -> None:
        """Keep a launch.

        Args:
            source: The module, with the places of its source.
            title: The name of the launch.
            runs: Runs the launch, given the function that executes its kernel (see
                `ptxpy.sim.run`).
        """
        self.source = source
        self.title = title
        self._runs = runs

    @cached_property
    def map(self) -> SourceMap:
        """The lines of its instructions."""
        return SourceMap(self.source)

    def run(self, execute: Callable[..., Any]) -> None:
        """Run the launch."""
        self._runs(execute)


def target_of_request(request: LaunchRequest) -> Target:
    """Return the launch that a request describes."""
    return Target(
        request.source, request.signature.name, lambda execute: run(request, execute=execute)
    )


def target_of_capture(captured: CapturedLaunch) -> Target:
    """Return a captured launch, which begins with the memory that it had."""

    def runs(execute: Callable[..., Any]) -> object:
        return captured.replay(run=lambda request: run(request, execute=execute))

    manifest = captured.manifest
    name = demangled(manifest.kernel).signature or manifest.kernel
    title = f"launch {manifest.number} of {name}"
    return Target(captured.kernel.source, title, runs)
