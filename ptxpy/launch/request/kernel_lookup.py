"""Kernels by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.isa.suggest import nearest
from ptxpy.launch.arguments.errors import KernelNameError
from ptxpy.lift.symbols import abridged, demangled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ptxpy.ir import nodes as n

__all__ = ["find_kernel"]

_MOST: Final = 20
_LONGEST: Final = 100


def find_kernel(module: n.Module, name: str | None = None) -> n.Function:
    """Return a kernel of a module: the only one, or that of a name.

    A name is a symbol as it is in the PTX, or what it stands for: its base name (`scale`), or its
    declaration as C++ writes it. `KernelNameError` where none fits, or more than one.
    """
    kernels = [kernel for kernel in module.kernels if kernel.body is not None]
    if not kernels:
        message = "the module has no kernel: no .entry with a body"
        raise KernelNameError(message)
    if name is None:
        if len(kernels) == 1:
            return kernels[0]
        message = f"the module has {len(kernels)} kernels, so one must be named:{_list(kernels)}"
        raise KernelNameError(message)
    for kernel in kernels:
        if kernel.name.name == name:
            return kernel
    found = [kernel for kernel in kernels if name in demangled(kernel.name.name)]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"{name!r} may be one of {len(found)} kernels, so give the symbol:{_list(found)}"
        raise KernelNameError(message)
    symbols = [kernel.name.name for kernel in kernels]
    close = nearest(name, {*symbols, *(demangled(symbol).name for symbol in symbols)})
    hint = f"; did you mean {' or '.join(close)}?" if close else "."
    message = f"no kernel {name!r}{hint} The module has:{_list(kernels)}"
    raise KernelNameError(message)


def _list(kernels: Sequence[n.Function]) -> str:
    """Return lines with the symbols of kernels and what they mean."""
    rows = [*_rows(kernels[:_MOST])]
    if len(kernels) > _MOST:
        rows.append(f"and {len(kernels) - _MOST} more")
    return "".join(f"\n    {row}" for row in rows)


def _rows(kernels: Iterable[n.Function]) -> Iterable[str]:
    for kernel in kernels:
        symbol = kernel.name.name
        signature = demangled(symbol).signature
        yield f"{symbol}  {abridged(signature, _LONGEST)}" if signature else symbol
