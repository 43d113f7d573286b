"""A module that kernels are launched from, and where its text comes from."""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from ptxpy.syntax.printer import emit_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.dsl import LaunchDefaults
    from ptxpy.ir import nodes as n
    from ptxpy.launch.arguments.elements import Elements

__all__ = ["ModuleSource"]


class ModuleSource:
    """A module with its text: one object for each that is loaded.

    It is compared by identity, and can be referred to weakly, so that a back end can keep what it
    makes of a module in a `weakref.WeakKeyDictionary`.
    """

    def __init__(  # noqa: PLR0913 - a module is loaded with these
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
            filename: The name of its PTX for messages.
            ptx: Its text, if it is known; else it is printed when it is needed.
            python: For a module written in Python: the name of that file, its text, and for each
                statement in the order of `ptxpy.ir.statements` its line, 0 for none.
            defaults: What launches of its kernels have that say nothing else, by symbol.
            elements: What arrays its kernels take, by symbol and parameter; what is not here
                follows from symbols of C++.
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
        """Return a line of the PTX, from 1; empty where there is none."""
        rows = self._rows
        return rows[line - 1] if 1 <= line <= len(rows) else ""

    @cached_property
    def _rows(self) -> list[str]:
        rows = self.ptx.split(b"\n")
        return [row.rstrip(b"\r").decode("utf-8", "replace") for row in rows]

    def __repr__(self) -> str:
        """Show where it comes from."""
        return f"<ModuleSource {self.filename}>"
