"""`sweep`: a kernel in the simulator, at many points, by any executor, and a point on a worker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from functools import cached_property
from itertools import chain
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.executors import count_cores, in_order, is_local, map_unordered, open_executor
from ptxpy.sweeps.kernels import (
    LAUNCH_OPTIONS,
    PortableKernel,
    SweptKernel,
    copy_arrays,
    portable_kernel,
)
from ptxpy.sweeps.points import names_taken, points_of, take_values

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from ptxpy.executors import Outcome
    from ptxpy.sim import Profile

__all__ = ["SweepRecord", "sweep"]


class SweepRecord(NamedTuple):
    """The results of one point of a sweep, or its error."""

    position: int
    """The place of the point among all, from 0."""
    point: dict[str, Any]
    results: Any = None
    """The return value of a call with tensors; of another launch, a tuple of its arrays."""
    checked: Any = None
    """The return value of the check."""
    error: BaseException | None = None
    """The error of the arguments, of the launch or of the check."""
    seconds: float = 0.0
    """The time of the launch, on the worker; the first on a worker includes the compilation."""
    profile: Profile | None = None
    """The counts of the launch, if they were asked for."""

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return self.error is None


_WINDOW_PER_WORKER: Final = 32
"""How far ahead of the oldest unfinished point others are begun, for each core here."""


def sweep(
    kernel: Any,
    over: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]],
    arguments: Any = None,
    *,
    check: Callable[..., Any] | None = None,
    executor: Any = None,
    jobs: int | None = None,
    ordered: bool = True,
    keep_results: bool = True,
    profile: bool = False,
    report: Callable[[str], object] | None = None,
    **options: Any,
) -> Iterator[SweepRecord]:
    """Run a kernel in the simulator at many points, and yield a record of each as it completes.

    The records are the same whatever runs them: each launch begins with arguments of its own, and
    with the variables that the module is loaded with.

    Args:
        kernel: A kernel written in Python, or anything that `ptxpy.load` takes.
        over: The points: `{"N": [128, 256], "seed": range(10)}` for all combinations, or a list of
            mappings. A value goes to everything that has a parameter of its name: the kernel (a
            template parameter, dimension, scalar or array, or a parameter of its PTX), a launch
            option (`grid`, `block`, `cluster`, `shared_bytes`), `arguments` or `check`.
        arguments: A function that returns the arguments of a point, as a tuple or by name; or the
            arguments themselves, of which each launch gets copies. By default a point has them all.
        check: A function of the results, and of values of the point by name. Its exception is the
            error of the point, its return value the record's `checked`.
        executor: Any `concurrent.futures.Executor`, a `dask.distributed.Client`, or `"processes"`,
            `"threads"`, `"tcp://host:port"`; by default processes.
        jobs: The number of workers, by default one for each core. 1 without an executor runs all
            points in this process.
        ordered: Whether records come in the order of the points, or as they complete.
        keep_results: Whether records have the results, which the check alone may need.
        profile: Whether records have a profile; there is no strict mode then.
        report: Called with a message where a worker died.
        options: Options of `Kernel.launch` for all points, each a value, or a function of values of
            the point by name, which is called here: `grid=lambda N: -(-N // 256)`.

    Functions and arrays are pickled unless workers are threads: define functions at the top of a
    module. Functions of `__main__` reach other machines as well.

    Raises `TypeError` for values of points that nothing takes and for unknown options, and
    `ExecutorError` if the executor cannot be used. All other errors are those of their points.
    """
    unknown = sorted({*options} - {*LAUNCH_OPTIONS})
    if unknown:
        listed = ", ".join(LAUNCH_OPTIONS)
        message = f"sweep has no option {unknown[0]!r}; options of a launch are {listed}"
        raise TypeError(message)
    local = executor is None or is_local(executor)
    runner = _SweepRunner(
        portable_kernel(kernel, by_value=not local),
        arguments,
        check,
        keep_results=keep_results,
        profile=profile,
    )
    tasks = _checked(runner, points_of(over), options)
    # The first point is checked here, so that its errors are raised by the call itself.
    first = next(tasks, None)
    if first is None:
        return iter(())
    window = _WINDOW_PER_WORKER * count_cores() if ordered else None
    records = _records(runner, chain([first], tasks), _Place(executor, jobs, window, report))
    return in_order(records) if ordered else records


def _checked(
    runner: _SweepRunner, points: Iterator[dict[str, Any]], options: Mapping[str, Any]
) -> Iterator[_PointTask]:
    """Yield a task for each point; raise `TypeError` for one with values that nothing takes."""
    known: set[frozenset[str]] = set()
    functions = [value for value in options.values() if callable(value)]
    for point in points:
        names = frozenset(point)
        # Points of a grid have the same names, so most need no check.
        if names not in known:
            known.add(names)
            for_options = {name for each in functions for name in take_values(each, point)}
            unused = runner.unused_names({*names} - for_options)
            if unused:
                message = (
                    f"nothing takes the value {unused[0]!r} of a point: "
                    "neither the kernel, nor arguments, check or an option"
                )
                raise TypeError(message)
        # An option of a point wins over that of the sweep.
        given = {**options, **{name: point[name] for name in point if name in LAUNCH_OPTIONS}}
        yield _PointTask(
            point,
            {
                name: value(**take_values(value, point)) if callable(value) else value
                for name, value in given.items()
            },
        )


class _Place(NamedTuple):
    """Where points are run."""

    executor: Any
    jobs: int | None
    window: int | None
    report: Callable[[str], object] | None


def _records(
    runner: _SweepRunner, tasks: Iterator[_PointTask], place: _Place
) -> Generator[SweepRecord, None, None]:
    """Yield the records as they complete."""
    executor, jobs = place.executor, place.jobs
    with ExitStack() as stack:
        if executor is None and jobs != 1:
            executor = "processes"
        if isinstance(executor, str):
            executor = stack.enter_context(open_executor(executor, jobs))
        outcomes = map_unordered(
            executor,
            runner,
            tasks,
            workers=jobs,
            window=place.window,
            describe=lambda task: f"the point {task.point!r}",
            report=place.report,
        )
        # Ending the iteration early cancels what has not begun.
        with closing(outcomes):
            yield from map(_record, outcomes)


def _record(outcome: Outcome[_PointTask, _Ran]) -> SweepRecord:
    point = outcome.item.point
    if outcome.error is not None:
        return SweepRecord(outcome.position, point, error=outcome.error)
    ran = outcome.value()
    return SweepRecord(
        outcome.position, point, ran.results, ran.checked, None, ran.seconds, ran.profile
    )


class _PointTask(NamedTuple):
    """One point, and the options of its launch."""

    point: dict[str, Any]
    options: dict[str, Any]


class _Ran(NamedTuple):
    """The results of one point."""

    results: Any
    checked: Any
    seconds: float
    profile: Any


class _SweepRunner:
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
        """Return how to make the runner again: a loaded kernel does not travel."""
        return _make_runner, self._parts

    @cached_property
    def _loaded(self) -> SweptKernel:
        return SweptKernel(self._kernel.restore())

    def kernel(self) -> SweptKernel:
        """Return the kernel, which one thread loads."""
        # From Python 3.12 on `cached_property` has no lock: two threads would both trace and
        # compile the kernel.
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

    def __call__(self, task: _PointTask) -> _Ran:
        """Make the arguments of a point, run the kernel, and check the results."""
        kernel = self.kernel()
        point = task.point
        arguments, named = self._make_arguments(kernel, point)
        launched = kernel.launch(arguments, named, task.options, profile=self._profiles)
        checked = None
        if self._check is not None:
            checked = self._check(launched.results, **take_values(self._check, point, after=1))
        results = launched.results if self._keeps else None
        return _Ran(results, checked, launched.seconds, launched.profile)

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
        # Given arrays are copied, since a kernel may write to them and the next point begins with
        # them, too.
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
) -> _SweepRunner:
    return _SweepRunner(kernel, arguments, check, keep_results=keep_results, profile=profile)
