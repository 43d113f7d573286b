"""What a rule has to say of a module."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.check.catalog import catalog

if TYPE_CHECKING:
    from ptxpy.check.catalog import Entry
    from ptxpy.syntax.printer import Focus

__all__ = ["Diagnostic"]


class Diagnostic(NamedTuple):
    """One mistake, or something that is probably one."""

    code: str
    """Its code in the catalog: `PTX014`."""
    message: str
    """What is wrong, in one line without the place."""
    ordinal: int = 0
    """The statement: its number among `ptxpy.ir.statements` of the module."""
    focus: Focus | None = None
    """The token that the caret stands under; None for the first one."""
    help: str = ""
    """What would be right, in one line."""

    @property
    def entry(self) -> Entry:
        """What the catalog says of its code."""
        return catalog()[self.code]

    @property
    def severity(self) -> str:
        """`error`: ptxas refuses it. `warning`: ptxas takes it, and it is probably wrong."""
        return self.entry.severity
