"""Kernels that travel to a worker, and the results of one launch there.

A kernel written in Python travels by the name under which its module has it. If it has none, or
only in `__main__`, which other machines lack, it travels by value, with its function, and is traced
on the worker. Any other kernel travels as PTX.
"""

from __future__ import annotations

import sys
import time
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.dsl import StandaloneKernel
from ptxpy.launch import Kernel, bind_tensors, collect_outputs, load, plan_call, sort_arguments
from ptxpy.launch_request import ModuleSource, module_variables
from ptxpy.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.sim import Profile

__all__ = [
    "LAUNCH_OPTIONS",
    "Launched",
    "PortableKernel",
    "SweptKernel",
    "copy_arrays",
    "portable_kernel",
]

LAUNCH_OPTIONS: Final = ("grid", "block", "cluster", "shared_bytes", "references", "strict")
"""The options of a launch that a point, or the sweep, may have."""

_MAX_PRIVATE_KERNELS: Final = 64
"""Kernels with variables of their own that a worker keeps, by specialisation."""


class _ByName(NamedTuple):
    """A kernel written in Python, by its name in a module."""

    module: str
    name: str

    def restore(self) -> StandaloneKernel:
        """Return the kernel."""
        found: Any = import_module(self.module)
        for part in self.name.split("."):
            found = getattr(found, part)
        kernel: StandaloneKernel = found
        return kernel


class _ByValue(NamedTuple):
    """A kernel written in Python, by the arguments of its class."""

    parts: tuple[Any, ...]

    def restore(self) -> StandaloneKernel:
        """Return a kernel like it."""
        return StandaloneKernel(*self.parts)


class _AsText(NamedTuple):
    """A kernel of a module, as PTX."""

    ptx: bytes
    name: str
    filename: str
    options: dict[str, Any]
    """Lines of Python, default launch options, and elements of arrays."""

    def restore(self) -> Kernel:
        """Return the kernel, in a module of its own."""
        module = parse(self.ptx, filename=self.filename)
        return Kernel(ModuleSource(module, self.filename, self.ptx, **self.options), self.name)


PortableKernel = _ByName | _ByValue | _AsText


def portable_kernel(kernel: Any, *, by_value: bool) -> PortableKernel:
    """Return a kernel so that it can be pickled.

    Args:
        kernel: A kernel written in Python, or anything that `ptxpy.load` takes.
        by_value: Whether workers lack what `__main__` defines.

    Raises whatever `ptxpy.load` raises.
    """
    if isinstance(kernel, StandaloneKernel):
        module, name = kernel.body.__module__, kernel.body.__qualname__
        # `__main__` of a process that is spawned here is imported from the same file; another
        # machine has none.
        is_main = module == "__main__"
        # A name may have been bound to something else since: only one that leads to this kernel
        # will do.
        if not (is_main and by_value) and _find(module, name) is kernel:
            return _ByName(module, name)
        return _ByValue(kernel.parts)
    loaded = kernel if isinstance(kernel, Kernel) else load(kernel)
    source = loaded.source
    options = {
        "python": source.python,
        "defaults": {loaded.name: loaded.defaults},
        "elements": {key: dict(value) for key, value in source.elements.items()},
    }
    return _AsText(source.ptx, loaded.name, source.filename, options)


def _find(module: str, name: str) -> Any:
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


class Launched(NamedTuple):
    """The results, the time and the profile of one launch."""

    results: Any
    seconds: float
    profile: Profile | None


class SweptKernel:
    """A kernel on a worker, whose launches know nothing of each other."""

    def __init__(self, kernel: StandaloneKernel | Kernel) -> None:
        """Take the kernel."""
        self._kernel = kernel
        self._private: dict[int, _Private] = {}

    def takes(self) -> set[str]:
        """Return the names of a point that the kernel itself takes."""
        kernel = self._kernel
        if not isinstance(kernel, StandaloneKernel):
            return {*(each.name for each in kernel.signature.parameters), *LAUNCH_OPTIONS}
        found = {*kernel.template_params, *kernel.scalars, *kernel.raw_params}
        return found | {*kernel.tensor_names, *kernel.dims, *LAUNCH_OPTIONS}

    def launch(
        self,
        arguments: tuple[Any, ...],
        named: Mapping[str, Any],
        options: Mapping[str, Any],
        *,
        profile: bool,
    ) -> Launched:
        """Run the kernel on the CPU.

        Args:
            arguments: Arguments by position.
            named: Arguments, template parameters and dimensions by name.
            options: Of `Kernel.launch`.
            profile: Whether to count the executed instructions.
        """
        kernel = self._kernel
        if isinstance(kernel, StandaloneKernel):
            # Kernels with tensors are called with their dimensions; others are bound to template
            # parameters first.
            if kernel.in_specs or kernel.out_specs:
                return self._call(kernel, arguments, {**named, **options}, profile=profile)
            bindings = {*kernel.template_params, *kernel.dims}
            chosen = {name: value for name, value in named.items() if name in bindings}
            named = {name: value for name, value in named.items() if name not in bindings}
            kernel = load(kernel.bind(**chosen))
        rest = [each.name for each in kernel.signature.parameters][len(arguments) :]
        missing = [name for name in rest if name not in named]
        if missing and named:
            message = f"{kernel.name}: no argument for {', '.join(missing)}"
            raise TypeError(message)
        passed = (*arguments, *(named[name] for name in rest if name in named))
        arrays = tuple(each for each in passed if isinstance(each, np.ndarray))
        seconds, counted = self._run(kernel, passed, dict(options), profile=profile)
        return Launched(arrays, seconds, counted)

    def _call(
        self,
        kernel: StandaloneKernel,
        arguments: tuple[Any, ...],
        options: dict[str, Any],
        *,
        profile: bool,
    ) -> Launched:
        """Call a kernel with tensors."""
        known = {*kernel.dims} - {*kernel.template_params, *kernel.scalars, *kernel.raw_params}
        given = sort_arguments(
            kernel, arguments, {name: x for name, x in options.items() if name not in known}
        )
        plan = plan_call(kernel, given)
        tensors = bind_tensors(plan, given)
        launch = {**plan.options, "grid": plan.grid}
        seconds, counted = self._run(
            plan.loaded(), plan.arguments(tensors), launch, profile=profile
        )
        return Launched(collect_outputs(plan, tensors), seconds, counted)

    def _run(
        self, kernel: Kernel, arguments: Any, options: dict[str, Any], *, profile: bool
    ) -> tuple[float, Profile | None]:
        """Launch a kernel, or profile it; return the time, and the counts."""
        options["device"] = "cpu"
        # The kernel runs in a module of its own, whose variables no other launch has changed.
        private = self._private.get(id(kernel.source))
        # The identity of a source that is gone may be used again.
        if private is None or private.origin is not kernel.source:
            private = self._private[id(kernel.source)] = _Private(kernel)
            if len(self._private) > _MAX_PRIVATE_KERNELS:
                del self._private[next(iter(self._private))]
        with private.lock:
            private.reset()
            begun = time.perf_counter()
            counted = None
            if profile:
                # One launch has one set of hooks: those of the profiler, or of the race detector.
                options.pop("strict", None)
                counted = private.kernel.profile(*arguments, **options)
            else:
                private.kernel.launch(*arguments, **options)
            return time.perf_counter() - begun, counted


class _Private:
    """A kernel whose module has the variables that it had when it was loaded."""

    def __init__(self, kernel: Kernel) -> None:
        self.lock = Lock()
        self.origin = kernel.source
        self._names = [
            name
            for name, variable in module_variables(kernel.module).items()
            if variable.type.startswith(".global")
        ]
        # Without variables launches leave nothing behind, and the loaded module of the user does.
        self.kernel = Kernel(_copy(kernel.source), kernel.name) if self._names else kernel
        self._initial: dict[str, Any] = {}

    def reset(self) -> None:
        """Give all variables their initial values."""
        if not self._names:
            return
        variables = self.kernel.globals.on("cpu")
        # The first launch finds the variables as loaded: these values are kept for the others.
        if not self._initial:
            self._initial = {name: variables[name] for name in self._names}
            return
        for name, value in self._initial.items():
            variables[name] = value


def _copy(source: ModuleSource) -> ModuleSource:
    return ModuleSource(
        source.module,
        source.filename,
        source.ptx,
        python=source.python,
        defaults=source.defaults,
        elements=source.elements,
    )


def copy_arrays(values: Any) -> Any:
    """Return values with copies of the arrays that a kernel could write to."""
    if isinstance(values, np.ndarray):
        return values.copy()
    if isinstance(values, tuple | list):
        return tuple(copy_arrays(each) for each in values)
    if isinstance(values, dict):
        return {name: copy_arrays(each) for name, each in values.items()}
    return values
