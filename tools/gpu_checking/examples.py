"""The section `examples`: the examples of the package, which compare their results with NumPy."""

from __future__ import annotations

import contextlib
import inspect
import io
from importlib import import_module
from pkgutil import iter_modules

import ptxpy.examples
from gpu_checking.worker import Result, Settings

__all__ = ["Session", "jobs"]


def jobs() -> list[str]:
    """Return the names of the modules that are examples."""
    found = [module.name for module in iter_modules(ptxpy.examples.__path__)]
    return [name for name in found if hasattr(import_module(f"ptxpy.examples.{name}"), "main")]


class Session:
    """Runs examples on their default device: the first GPU, or the simulator without one."""

    def __init__(self, settings: Settings, jobs: list[str]) -> None:
        """Prepare nothing: examples need no settings."""
        del settings, jobs

    def run(self, job: str) -> Result:
        """Run an example; if it fails, its output is the message."""
        main = import_module(f"ptxpy.examples.{job}").main
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            failed = main([]) if inspect.signature(main).parameters else main()
        lines = told.getvalue().strip().splitlines()
        if failed:
            return {"status": "failed", "message": " / ".join(lines)}
        return {"status": "ok", "told": lines[-1] if lines else ""}
