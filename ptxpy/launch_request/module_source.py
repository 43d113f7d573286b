"""`ModuleSource`: a loaded module with its PTX text and its Python source."""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from ptxpy.syntax.printer import emit_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.dsl import LaunchDefaults
    from ptxpy.ir import nodes as n
    from ptxpy.launch_request.elements import Elements

__all__ = ["ModuleSource"]


class ModuleSource:
    """A loaded module with its text.

    It compares by identity and supports weak references, so that a back end can cache what it
    compiles from a module in a `weakref.WeakKeyDictionary`.
    """

    def __init__(
        self,
        module: n.Module,
        filename: str = "<ptx>",
        ptx: bytes | None = None,
        *,
        python: tuple[str, str, tuple[int, ...]] | None = None,
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
            defaults: Launch options of its kernels that apply by default, by symbol.
            elements: The array elements that its kernels take, by symbol and parameter; for other
                parameters they follow from C++ symbols.
        """
        self.module = module
        self.filename = filename
        self.python = python
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
