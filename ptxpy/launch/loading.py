"""Kernels from files, text, modules and Python functions."""

from __future__ import annotations

import os
from importlib.util import decode_source
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from ptxpy.dsl import Function, StandaloneKernel, trace_kernel, trace_python
from ptxpy.ir import nodes as n
from ptxpy.launch.arguments import LaunchError, tile_elements
from ptxpy.launch.kernel import Kernel
from ptxpy.launch.request import ModuleSource
from ptxpy.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.launch.arguments.elements import Elements

__all__ = ["elements_of", "load"]

_HOOK: Final = "__ptxpy_module__"
_ESCAPE: Final = "surrogateescape"


def load(x: Any, name: str | None = None) -> Kernel:
    """Return a kernel that can be launched.

    Args:
        x: A module (`ptxpy.ir.Module`); a path; text, which is a `str` or `bytes` with a newline;
            a kernel of the DSL (`@ptxpy.kernel`), for which it is the same object each time; a
            `ptxpy.launch.request.ModuleSource`; or an object whose method `__ptxpy_module__()`
            returns a module. A file that ends with `.py` is executed, as Python runs any program.
        name: The symbol of the kernel, or its name without what C++ adds; not needed for a module
            of one kernel.

    Kernels of one loaded module share its variables and its heap: those of `load(k, "b")`, where
    `k` is a kernel, and of the same `ptxpy.ir.Module`. A path or a text that is loaded twice is two
    modules, each with variables of its own.

    Raises `KernelNameError`, `LaunchError`, `PtxSyntaxError`, `OSError`, or what Python raises.
    """
    if isinstance(x, Kernel):
        return x if name is None else Kernel(x.source, name)
    if isinstance(x, StandaloneKernel):
        x = x.bind()
    if isinstance(x, Function):
        if x.kind != ".entry":
            message = f"{x.name} is a device function: a kernel is launched"
            raise LaunchError(message)
        if x.loaded is None:
            x.loaded = Kernel(_written(x), x.name)
        return x.loaded if name in (None, x.name) else Kernel(x.loaded.source, name)
    return Kernel(_source(x), name)


_LOADED: Final[WeakValueDictionary[int, ModuleSource]] = WeakValueDictionary()
"""What has been loaded of modules, by their identity."""


def _loaded(module: n.Module, filename: str) -> ModuleSource:
    """Return the same for the same module, as long as a kernel of it is in use.

    So its kernels share their variables and heap.
    """
    found = _LOADED.get(id(module))
    if found is None or found.module is not module:
        found = _LOADED[id(module)] = ModuleSource(module, filename)
    return found


def _source(x: Any) -> ModuleSource:
    """Return the module of what may be loaded."""
    if isinstance(x, ModuleSource):
        return x
    if isinstance(x, n.Module):
        return _loaded(x, "<ptx>")
    if isinstance(x, str) and "\n" in x:
        return ModuleSource(parse(x, filename="<ptx>"), "<ptx>", x.encode("utf-8", _ESCAPE))
    if isinstance(x, bytes) and b"\n" in x:
        return ModuleSource(parse(x, filename="<ptx>"), "<ptx>", x)
    if isinstance(x, str | bytes | os.PathLike):
        return _read(Path(os.fsdecode(x)))
    hook = getattr(x, _HOOK, None)
    if hook is not None:
        module = hook()
        if isinstance(module, n.Module):
            return _loaded(module, f"<ptx of {type(x).__name__}>")
    message = (
        f"a {type(x).__name__} cannot be loaded; "
        "give a module, a path, PTX text with newlines, or a kernel of Python"
    )
    raise LaunchError(message)


def _read(path: Path) -> ModuleSource:
    data = path.read_bytes()
    if path.suffix != ".py":
        return ModuleSource(parse(data, filename=str(path)), str(path), data)
    text = decode_source(data)
    traced = trace_python(text, filename=str(path))
    python = (str(path), text, traced.lines)
    return ModuleSource(
        traced.module,
        f"<ptx of {path}>",
        python=python,
        defaults=traced.defaults,
        elements=elements_of(traced.kernels),
    )


def elements_of(kernels: Mapping[str, Function]) -> dict[str, dict[str, Elements]]:
    """Return what arrays kernels take that are written in Python with tensors, by symbol."""
    return {
        symbol: tile_elements(kernel.formals.tensors)
        for symbol, kernel in kernels.items()
        if kernel.formals.tensors
    }


def _written(kernel: Function) -> ModuleSource:
    """Return the module of a kernel of the DSL, with the lines of the file that it is in."""
    written = trace_kernel(kernel)
    python = (written.filename, written.text, written.lines) if written.lines else None
    return ModuleSource(
        written.module,
        f"<ptx of {kernel.name}>",
        python=python,
        defaults={kernel.name: kernel.defaults},
        elements=elements_of({kernel.name: kernel}),
    )
