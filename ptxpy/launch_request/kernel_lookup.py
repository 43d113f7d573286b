"""Finding a kernel of a module by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.demangle import abridged, demangled
from ptxpy.isa.suggest import nearest
from ptxpy.launch_request.errors import KernelNameError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ptxpy.ir import nodes as n

__all__ = ["find_kernel"]

_MAX_LISTED_KERNELS: Final = 20
"""Kernels that a message lists; it counts the others."""

_MAX_SIGNATURE_CHARACTERS: Final = 100
"""Characters of a C++ declaration in that list; a longer one is abridged."""


def find_kernel(module: n.Module, name: str | None = None) -> n.Function:
    """Return the kernel with a name, or without a name the only kernel of a module.

    The name is the symbol as in the PTX, or its demangled base name (`scale`) or C++ declaration.
    Raises `KernelNameError` if no kernel matches, or more than one.
    """
    kernels = [kernel for kernel in module.kernels if kernel.body is not None]
    if not kernels:
        message = "the module has no kernel: no .entry with a body"
        raise KernelNameError(message)
    if name is None:
        if len(kernels) == 1:
            return kernels[0]
        message = f"the module has {len(kernels)} kernels; name one of them:{_list(kernels)}"
        raise KernelNameError(message)
    for kernel in kernels:
        if kernel.name.name == name:
            return kernel
    found = [kernel for kernel in kernels if name in demangled(kernel.name.name)]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"{name!r} matches {len(found)} kernels; give the symbol of one:{_list(found)}"
        raise KernelNameError(message)
    symbols = [kernel.name.name for kernel in kernels]
    close = nearest(name, {*symbols, *(demangled(symbol).name for symbol in symbols)})
    hint = f"; did you mean {' or '.join(close)}?" if close else "."
    message = f"no kernel {name!r}{hint} The module has:{_list(kernels)}"
    raise KernelNameError(message)


def _list(kernels: Sequence[n.Function]) -> str:
    """Return a list of kernels for messages: a line with symbol and C++ declaration for each."""
    rows = [*_rows(kernels[:_MAX_LISTED_KERNELS])]
    if len(kernels) > _MAX_LISTED_KERNELS:
        rows.append(f"and {len(kernels) - _MAX_LISTED_KERNELS} more")
    return "".join(f"\n    {row}" for row in rows)


def _rows(kernels: Iterable[n.Function]) -> Iterable[str]:
    for kernel in kernels:
        symbol = kernel.name.name
        signature = demangled(symbol).signature
        yield f"{symbol}  {abridged(signature, _MAX_SIGNATURE_CHARACTERS)}" if signature else symbol
