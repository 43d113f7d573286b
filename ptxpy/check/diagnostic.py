"""The result of a rule: a diagnostic about a statement of a module."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy._hooks import repr_html
from ptxpy.check.catalog import catalog

if TYPE_CHECKING:
    from ptxpy.check.catalog import Entry
    from ptxpy.syntax.printer import Focus

__all__ = ["Diagnostic"]


class Diagnostic(NamedTuple):
    """A mistake (error), or a probable mistake (warning)."""

    code: str
    """The code in the catalog: `PTX014`."""
    message: str
    """A description of the mistake in one line, without its position."""
    ordinal: int = 0
    """The ordinal of the statement among `ptxpy.ir.statements` of the module."""
    focus: Focus | None = None
    """The token to point at; None for the first token of the statement."""
    help: str = ""
    """A correction in one line."""

    @property
    def entry(self) -> Entry:
        """The catalog entry of the code."""
        return catalog()[self.code]

    @property
    def severity(self) -> str:
        """`error` if ptxas refuses it; `warning` if ptxas accepts it, but it is probably wrong."""
        return self.entry.severity

    def _repr_html_(self) -> str | None:
        """Return it as HTML, for notebooks."""
        return repr_html(self)
