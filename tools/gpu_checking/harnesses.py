"""The tests of `tests/sim/kernels`, run without pytest on another device.

They launch kernels of the corpus by `run` and `Simulated` of `tests.sim.kernels.corpus`, and
compare the results with NumPy's. Here these two names mean launches on the device that is checked.
"""

from __future__ import annotations

import contextlib
import inspect
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Final, NamedTuple

__all__ = ["FOLDER", "Harness", "SimulatorOnly", "harnesses", "module_of"]

FOLDER: Final = Path(__file__).resolve().parents[2] / "tests" / "sim" / "kernels"

_PACKAGE: Final = "tests.sim.kernels"


class SimulatorOnly(BaseException):
    """Raised where a test goes on to check errors and addresses that only the simulator has."""


class Harness(NamedTuple):
    """A test with its parameters."""

    name: str
    """`test_numba.py::test_saxpy[saxpy_sm_90]`."""
    file: str
    """The name of the module: `test_numba`."""
    function: str
    parameters: dict[str, Any]


def harnesses() -> list[Harness]:
    """Return all tests, in the order of files and lines."""
    found = []
    for path in sorted(FOLDER.glob("test_*.py")):
        try:
            module = module_of(path.stem)
        except ImportError:
            found.append(Harness(path.name, path.stem, "", {}))  # the error is told when it is run
            continue
        for name, function in vars(module).items():
            if name.startswith("test_") and inspect.isfunction(function):
                for label, parameters in _parameters(function):
                    full = f"{path.name}::{name}{label}"
                    found.append(Harness(full, path.stem, name, parameters))
    return found


def module_of(file: str) -> ModuleType:
    """Import a module of tests, with a stand-in if pytest is missing."""
    if "pytest" not in sys.modules:
        try:
            import_module("pytest")
        except ImportError:
            sys.modules["pytest"] = _stand_in()
    return import_module(f"{_PACKAGE}.{file}")


def _parameters(function: Callable[..., Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the label and the parameters of each case of a test."""
    sets = []
    for mark in getattr(function, "pytestmark", []):
        if mark.name != "parametrize":
            continue
        names, values = mark.args[:2]
        if isinstance(names, str):
            names = [name.strip() for name in names.split(",")]
        single = len(names) == 1
        sets.append([dict(zip(names, [v] if single else v, strict=True)) for v in values])
    for chosen in product(*sets):
        merged = {name: value for part in chosen for name, value in part.items()}
        label = "-".join(str(value) for value in merged.values())
        yield f"[{label}]" if label else "", merged


def _stand_in() -> ModuleType:
    """Return a stand-in for the parts of pytest that modules of tests import."""

    def parametrize(*arguments: Any) -> Callable[[Any], Any]:  # noqa: ANN401
        def mark(function: Any) -> Any:  # noqa: ANN401
            marks = getattr(function, "pytestmark", [])
            made = SimpleNamespace(name="parametrize", args=arguments)
            function.pytestmark = [*marks, made]
            return function

        return mark

    module = ModuleType("pytest")
    vars(module).update(
        mark=SimpleNamespace(parametrize=parametrize),
        fixture=lambda function: function,
        raises=contextlib.nullcontext,
        CaptureFixture=dict,
    )
    return module
