"""`load`: kernels from files, text, modules and Python functions."""

from __future__ import annotations

import os
from importlib.util import decode_source
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from ptxpy.demangle import demangled
from ptxpy.dsl import Function, StandaloneKernel, located_messages, trace_kernel, trace_python
from ptxpy.ir import nodes as n
from ptxpy.launch.compiled_kernels import (
    CompiledKernel,
    compiled_kernel,
    compiled_kernel_of_folder,
)
from ptxpy.launch.kernel import Kernel
from ptxpy.launch_request import LaunchError, ModuleSource, tile_elements
from ptxpy.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.launch_request import Elements

__all__ = ["elements_of", "load"]

_HOOK: Final = "__ptxpy_module__"
_ESCAPE: Final = "surrogateescape"


def load(x: Any, name: str | None = None) -> Kernel:
    """Return a kernel that can be launched; see `ptxpy.load`, which loads captured launches too."""
    if isinstance(x, Kernel):
        return x if name is None else Kernel(x.source, name)
    if isinstance(x, StandaloneKernel):
        x = x.bind()
    if isinstance(x, Function):
        if x.kind != ".entry":
            message = f"{x.name} is a device function; only a kernel can be launched"
            raise LaunchError(message)
        # A kernel is traced once: every load gives the same object, with its variables.
        if x.loaded is None:
            x.loaded = Kernel(_trace(x), x.name)
        return x.loaded if name in (None, x.name) else Kernel(x.loaded.source, name)
    return Kernel(_module_source(x, name), name)


_SOURCES: Final[WeakValueDictionary[int, ModuleSource]] = WeakValueDictionary()
"""The sources of the modules in use, by the identity of the module."""


def _shared_source(module: n.Module, filename: str) -> ModuleSource:
    """Return the one source of a module, as long as one of its kernels is in use.

    All kernels of the module thus share its variables and its heap.
    """
    found = _SOURCES.get(id(module))
    # The identity of a module that is gone may be used again by another.
    if found is None or found.module is not module:
        found = _SOURCES[id(module)] = ModuleSource(module, filename)
    return found


def _module_source(x: Any, name: str | None) -> ModuleSource:
    """Return the module source of anything that `load` accepts; of a binary, that with a kernel."""
    if isinstance(x, ModuleSource):
        return x
    if isinstance(x, n.Module):
        return _shared_source(x, "<ptx>")
    if isinstance(x, str | bytes) and not x:
        return ModuleSource(parse(x, filename="<ptx>"), "<ptx>", b"")
    # No path in practice has a newline, and PTX has one in any case.
    if isinstance(x, str) and "\n" in x:
        return ModuleSource(parse(x, filename="<ptx>"), "<ptx>", x.encode("utf-8", _ESCAPE))
    if isinstance(x, bytes) and b"\n" in x:
        return ModuleSource(parse(x, filename="<ptx>"), "<ptx>", x)
    if isinstance(x, str | bytes | os.PathLike):
        file = os.fsdecode(x)
        embedded = _embedded_text(file, name)
        if embedded is not None:
            return embedded
        path = Path(file)
        if path.is_dir():
            return _source_of(compiled_kernel_of_folder(path))
        data = path.read_bytes()
        if path.suffix != ".py":
            return ModuleSource(parse(data, filename=str(path)), str(path), data)
        text = decode_source(data)
        with located_messages(str(path)):
            traced = trace_python(text, filename=str(path))
        python = (str(path), text, traced.lines)
        return ModuleSource(
            traced.module,
            f"<ptx of {path}>",
            python=python,
            calls=traced.calls,
            defaults=traced.defaults,
            elements=elements_of(traced.kernels),
        )
    hook = getattr(x, _HOOK, None)
    if hook is not None:
        module = hook()
        if isinstance(module, n.Module):
            return _shared_source(module, f"<ptx of {type(x).__name__}>")
    compiled = compiled_kernel(x)
    if compiled is not None:
        return _source_of(compiled)
    message = (
        f"a {type(x).__name__} cannot be loaded; pass a module, a path, PTX text with newlines, "
        "a kernel written in Python, or one that Triton, CuTe DSL, TileLang or Numba compiled"
    )
    raise LaunchError(message)


def _source_of(compiled: CompiledKernel) -> ModuleSource:
    """Return the module source of a kernel that another compiler compiled."""
    module = parse(compiled.ptx, filename=compiled.filename)
    return ModuleSource(module, compiled.filename, compiled.ptx, defaults=compiled.defaults)


def _embedded_text(file: str, kernel: str | None) -> ModuleSource | None:
    """Return the module of a text of a binary; None for other files."""
    if file.endswith((".ptx", ".py")) and Path(file).is_file():
        return None
    from ptxpy.binaries import (  # noqa: PLC0415 - only for binaries
        SEPARATOR,
        BinaryFormatError,
        SelectionError,
        binary_of,
        split_name,
    )

    path, word = split_name(file)
    binary = binary_of(path) if Path(path).is_file() else None
    if binary is None:
        return None
    try:
        found = binary.select(kernel, matches=_matches)
        # A name behind the file, `libx.so::sm_90a`, narrows down the texts that have the kernel.
        if word:
            named = binary.find(word, matches=_matches)
            labels = {text.label for text in named}
            found = [text for text in found if text.label in labels]
        text = binary.choose(found, kernel)
        data = text.read()
    except (BinaryFormatError, SelectionError) as error:
        raise LaunchError(str(error)) from None
    name = f"{path}{SEPARATOR}{text.label}"
    return ModuleSource(parse(data, filename=name), name, data)


def _matches(symbols: Sequence[str], name: str) -> list[str]:
    return [each for each in symbols if name == each or name in demangled(each)]


def elements_of(kernels: Mapping[str, Function]) -> dict[str, dict[str, Elements]]:
    """Return the array elements that kernels with tensor parameters take, by symbol."""
    return {
        symbol: tile_elements(kernel.formals.tensors)
        for symbol, kernel in kernels.items()
        if kernel.formals.tensors
    }


def _trace(kernel: Function) -> ModuleSource:
    """Trace a kernel of the DSL; return its module with the lines of its source file."""
    written = trace_kernel(kernel)
    python = (written.filename, written.text, written.lines) if written.lines else None
    return ModuleSource(
        written.module,
        f"<ptx of {kernel.name}>",
        python=python,
        defaults={kernel.name: kernel.defaults},
        elements=elements_of({kernel.name: kernel}),
    )
