"""Which engine runs launches on the CPU: the interpreter, or machine code where a kernel has some.

The interpreter runs every kernel and explains its faults. With the extra `engine`, LLVM compiles
kernels that run for long (`ptxpy.sim.native`), which gives the same bits.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from ptxpy._extras import install_command
from ptxpy.launch_request import LaunchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ptxpy.sim.loaded_module import LoadedModule, Outcome
    from ptxpy.sim.native.strict_memory import StrictShadow

__all__ = [
    "ENGINES",
    "LEAST_LLVMLITE",
    "EngineReport",
    "engine",
    "engine_report",
    "has_llvm",
    "process_report",
    "run_compiled",
    "run_strictly_compiled",
]

ENGINES: Final = ("interpreted", "compiled", "auto")
"""`auto` compiles kernels that run for long, if the extra is installed; `compiled` compiles at the
first launch, and is an error without the extra."""

VARIABLE: Final = "PTXPY_ENGINE"
"""The environment variable with the engine of a process."""
DEFAULT: Final = "auto"

LEAST_LLVMLITE: Final = (0, 50)
"""The first version whose LLVM compiles the IR of the engine; Numba installs older ones, too."""


class EngineReport:
    """The kernels that ran compiled, and the reasons of others."""

    def __init__(self, name: str) -> None:
        """Begin without launches."""
        self.name = name
        self.compiled: Counter[str] = Counter()
        """The number of compiled launches, by kernel."""
        self.interpreted: dict[str, str] = {}
        """Why the interpreter ran a kernel, the last time that it did."""
        self.reasons: Counter[str] = Counter()
        """The number of interpreted launches, by reason."""

    def count(self, kernel: str, reason: str) -> None:
        """Count a launch, and why the interpreter has run it; empty if it has not."""
        if reason:
            self.interpreted[kernel] = reason
            self.reasons[reason] += 1
        else:
            self.compiled[kernel] += 1


@cache
def has_llvm() -> bool:
    """Return whether this installation has a version of llvmlite that the engine compiles with."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - takes 10 ms

    try:
        installed = version("llvmlite")
    except PackageNotFoundError:
        return False
    numbers = re.findall(r"\d+", installed)[:2]
    return tuple(map(int, numbers)) >= LEAST_LLVMLITE


def _checked(name: str) -> str:
    """Return the name of an engine; raises `ValueError` for one that is none, or is missing."""
    if name not in ENGINES:
        message = f"there is no engine {name!r}; expected {', '.join(ENGINES)}"
        raise ValueError(message)
    if name == "compiled" and not has_llvm():
        least = ".".join(map(str, LEAST_LLVMLITE))
        message = f"the compiled engine needs llvmlite {least}: {install_command('engine')}"
        raise ValueError(message)
    return name


_CHOSEN: ContextVar[EngineReport | None] = ContextVar("ptxpy_engine", default=None)
_OF_PROCESS: Final[dict[str, EngineReport]] = {}
"""The report of the launches outside of `engine`, by the name that the environment gives."""


def process_report() -> EngineReport | None:
    """Return the report of the launches outside of `engine`; None without such launches."""
    return _OF_PROCESS.get(os.environ.get(VARIABLE) or DEFAULT)


@contextmanager
def engine(name: str) -> Iterator[EngineReport]:
    """Choose the engine of the launches on the CPU inside the `with` block.

    Args:
        name: `interpreted`; `compiled`, at the first launch; or `auto`, the default, which
            interprets a kernel first, and compiles it meanwhile once that takes a tenth of a
            second. A kernel that is not compiled, because of an instruction, is interpreted all
            the same; so is a launch that is watched, by traces, profiles or the debugger; and one
            in strict mode with an access that may be a fault.

    Yields a report of the launches.

    Raises:
        ValueError: There is no such engine, or its packages are not installed.

    >>> import numpy as np, ptxpy
    >>> from ptxpy.examples.vector_add import vector_add
    >>> x = np.ones(1000, np.float32)
    >>> with ptxpy.sim.engine("auto") as report:
    ...     y = vector_add(x, x)
    >>> float(y.sum())
    2000.0
    """
    report = EngineReport(_checked(name))
    token = _CHOSEN.set(report)
    try:
        yield report
    finally:
        _CHOSEN.reset(token)


def engine_report(name: str = "") -> EngineReport:
    """Return the report of launches that have yet to come, for `run_compiled`.

    Raises `ValueError` for an engine that is none, or is missing; without a name it is the one that
    the environment gives.
    """
    if name:
        return EngineReport(_checked(name))
    try:
        return EngineReport(_checked(os.environ.get(VARIABLE) or DEFAULT))
    except ValueError as error:
        message = f"{VARIABLE}: {error}"
        raise ValueError(message) from None


def run_compiled(
    loaded: LoadedModule,
    kernel: str,
    *launch: Any,
    report: EngineReport | None = None,
    **options: Any,
) -> Outcome | None:
    """Run a kernel compiled, if that is the engine and it can be; see `LoadedModule.run`.

    The report names the engine, and gets the launch. By default it is that of the `with` block of
    `engine`, or of the process.

    Raises `LaunchError` if the environment names an engine that is none, or is missing.
    """
    report = report or _current_report()
    if report.name == "interpreted" or not has_llvm():
        return None
    from ptxpy.sim import native  # noqa: PLC0415 - of an extra

    run: Callable[..., tuple[Outcome | None, str]]
    run = native.run_in_tiers if report.name == "auto" else native.run
    outcome, reason = run(loaded, kernel, *launch, **options)
    report.count(kernel, reason)
    return outcome


def _current_report() -> EngineReport:
    """Return the report of the `with` block of `engine`, or of the process."""
    report = _CHOSEN.get()
    if report is not None:
        return report
    name = os.environ.get(VARIABLE) or DEFAULT
    try:
        return _OF_PROCESS.get(name) or _OF_PROCESS.setdefault(name, EngineReport(_checked(name)))
    except ValueError as error:
        message = f"{VARIABLE}: {error}"
        raise LaunchError(message) from None


def run_strictly_compiled(
    loaded: LoadedModule,
    kernel: str,
    *launch: Any,
    interpret: Callable[..., Outcome],
    report: EngineReport | None = None,
    **options: Any,
) -> tuple[Outcome, StrictShadow | None]:
    """Run a kernel in strict mode, compiled if that is the engine and nothing is suspicious.

    `interpret` runs the launch in the interpreter's strict mode; the report is that of
    `run_compiled`; see `native.run_filtered` for other options. Returns the outcome, and the
    records of a compiled launch.

    Raises `LaunchError` if the environment names an engine that is none, or is missing.
    """
    report = report or _current_report()
    if report.name == "interpreted" or not has_llvm():
        return interpret(), None
    from ptxpy.sim import native  # noqa: PLC0415 - of an extra

    if report.name == "auto":
        found, reason, shadow = native.run_strictly_in_tiers(
            loaded, kernel, *launch, interpret=interpret, **options
        )
        report.count(kernel, reason)
        return found, shadow
    outcome, reason, shadow = native.run_filtered(loaded, kernel, *launch, **options)
    report.count(kernel, reason)
    return outcome or interpret(), shadow
