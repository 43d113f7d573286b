"""A loaded module: its text, its kernels by name, and where an assembler finds errors in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from ptxpy.assemble import AssembleError, Message
from ptxpy.demangle import abridged, demangled
from ptxpy.isa import nearest
from ptxpy.launch_request.errors import KernelNameError
from ptxpy.syntax import Positions, emit_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ptxpy.dsl import LaunchDefaults
    from ptxpy.ir import nodes as n
    from ptxpy.launch_request.elements import Elements

__all__ = ["ModuleSource", "SourceError", "find_kernel"]


class ModuleSource:
    """A loaded module with its text.

    It compares by identity and supports weak references, so that a back end can cache compiled
    modules in a `weakref.WeakKeyDictionary`.
    """

    def __init__(
        self,
        module: n.Module,
        filename: str = "<ptx>",
        ptx: bytes | None = None,
        *,
        python: tuple[str, str, tuple[int, ...]] | None = None,
        calls: tuple[tuple[int, ...], ...] = (),
        defaults: Mapping[str, LaunchDefaults] = MappingProxyType({}),
        elements: Mapping[str, Mapping[str, Elements]] = MappingProxyType({}),
    ) -> None:
        """Keep a module.

        Args:
            module: The module.
            filename: The name of its PTX, for messages.
            ptx: Its text, if known; else the module is printed when the text is first needed.
            python: For a module written in Python: the name of that file, its text, and the line
                of each statement in the order of `ptxpy.ir.statements`, 0 for none.
            calls: The lines of the calls of Python functions that led to each statement, the
                innermost first; empty if they are not known.
            defaults: Launch options of its kernels that apply by default, by symbol.
            elements: The array elements that its kernels take, by symbol and parameter; for other
                parameters they follow from C++ symbols.
        """
        self.module = module
        self.filename = filename
        self.python = python
        self.calls = calls
        self.defaults = defaults
        self.elements = elements
        if ptx is not None:
            self.ptx = ptx

    @cached_property
    def ptx(self) -> bytes:
        """The text of the module."""
        return emit_bytes(self.module)

    def line_text(self, line: int) -> str:
        """Return a line of the PTX, counted from 1; empty if there is no such line."""
        rows = self._rows
        return rows[line - 1] if 1 <= line <= len(rows) else ""

    @cached_property
    def _rows(self) -> list[str]:
        rows = self.ptx.split(b"\n")
        return [row.rstrip(b"\r").decode("utf-8", "replace") for row in rows]

    def __repr__(self) -> str:
        """Return the filename, for display."""
        return f"<ModuleSource {self.filename}>"


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
    # The exact symbol has gone first: a C++ name may be that of several instances of a template.
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


_MAX_LINE_CHARACTERS: Final = 120
"""Characters of a source line in an error message."""


class SourceError(AssembleError):
    """PTX that cannot be assembled, with the source lines of the errors."""

    __module__ = "ptxpy"

    def __init__(self, error: AssembleError, source: ModuleSource) -> None:
        """Format the messages of an error with the lines of the module."""
        super().__init__(error.messages)
        self.text = "\n".join(_format_errors(error.messages, source))

    def __str__(self) -> str:
        """Return the errors with their locations in the PTX, and in Python if it was traced."""
        return self.text


def _format_errors(messages: tuple[Message, ...], source: ModuleSource) -> Iterator[str]:
    from ptxpy.dsl import described_calls  # noqa: PLC0415 - an error

    positions: Positions | None = None
    for message in messages:
        if message.severity != "error":
            continue
        if message.line is None:
            yield f"{source.filename}: error: {message.text}"
            continue
        yield f"{source.filename}:{message.line}: error: {message.text}"
        text = source.line_text(message.line).strip()
        if text:
            yield f"    {text[:_MAX_LINE_CHARACTERS]}"
        if source.python is None:
            continue
        filename, python, lines = source.python
        positions = positions or Positions(source.module)
        line_of = positions.lines.place
        after = bisect_right(
            positions.offsets, message.line, key=lambda offset: line_of(offset).line
        )
        ordinal = after - 1  # the last statement that begins on the line, or before it
        # The error may be in the header, which no line of Python has made.
        if ordinal < 0 or not lines[ordinal]:
            continue
        called = described_calls(source.calls[ordinal]) if ordinal < len(source.calls) else ""
        yield f"  made at {filename}:{lines[ordinal]}{called and f' ({called})'}"
        rows = python.split("\n")
        if lines[ordinal] <= len(rows):
            yield f"    {rows[lines[ordinal] - 1].strip()[:_MAX_LINE_CHARACTERS]}"
