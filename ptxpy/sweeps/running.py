"""What a worker does for one point of a sweep."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from threading import Lock
from typing import Any, NamedTuple

from ptxpy.sweeps.kernels import (
    LAUNCH_OPTIONS,
    PortableKernel,
    SweptKernel,
    copy_arrays,
)
from ptxpy.sweeps.points import names_taken, take_values

__all__ = ["PointTask", "Ran", "SweepRunner"]


class PointTask(NamedTuple):
    """One point, and the options of its launch."""

    point: dict[str, Any]
    options: dict[str, Any]


class Ran(NamedTuple):
    """What came of one point."""

    results: Any
    checked: Any
    seconds: float
    profile: Any


class SweepRunner:
    """Runs points of a sweep; a worker keeps it, and the kernel that it has loaded."""

    def __init__(
        self,
        kernel: PortableKernel,
        arguments: Any,
        check: Callable[..., Any] | None,
        *,
        keep_results: bool,
        profile: bool,
    ) -> None:
        """Take the kernel, the function or the values of its arguments, and the check."""
        self._parts = (kernel, arguments, check, keep_results, profile)
        self._kernel, self._arguments, self._check, self._keeps, self._profiles = self._parts
        self._loading = Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make it again: what is loaded does not travel."""
        return _make_runner, self._parts

    @cached_property
    def _loaded(self) -> SweptKernel:
        return SweptKernel(self._kernel.restore())

    def kernel(self) -> SweptKernel:
        """Return the kernel, which one thread loads."""
        with self._loading:
            return self._loaded

    def unused_names(self, names: set[str]) -> list[str]:
        """Return the names of points that nothing takes."""
        taken = self.kernel().takes()
        for function, after in ((self._arguments, 0), (self._check, 1)):
            if callable(function):
                found = names_taken(function, after=after)
                if found is None:
                    return []
                taken |= found
        return sorted(names - taken)

    def __call__(self, task: PointTask) -> Ran:
        """Make the arguments of a point, run the kernel, and check what it wrote."""
        kernel = self.kernel()
        point = task.point
        arguments, named = self._make_arguments(kernel, point)
        launched = kernel.launch(arguments, named, task.options, profile=self._profiles)
        checked = None
        if self._check is not None:
            checked = self._check(launched.results, **take_values(self._check, point, after=1))
        results = launched.results if self._keeps else None
        return Ran(results, checked, launched.seconds, launched.profile)

    def _make_arguments(
        self, kernel: SweptKernel, point: Mapping[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments by position and by name; of given arrays a launch gets copies."""
        takes = kernel.takes()
        named = {
            name: copy_arrays(value)
            for name, value in point.items()
            if name in takes and name not in LAUNCH_OPTIONS
        }
        made = self._arguments
        made = made(**take_values(made, point)) if callable(made) else copy_arrays(made)
        if made is None:
            return (), named
        if isinstance(made, Mapping):
            return (), {**named, **made}
        if not isinstance(made, tuple | list):
            made = (made,)
        return tuple(made), named


def _make_runner(
    kernel: PortableKernel,
    arguments: Any,
    check: Callable[..., Any] | None,
    keep_results: bool,  # noqa: FBT001 - called by pickle, by position
    profile: bool,  # noqa: FBT001
) -> SweepRunner:
    return SweepRunner(kernel, arguments, check, keep_results=keep_results, profile=profile)
