"""Style options: the deviations of one file from the layout of its style."""

from __future__ import annotations

from typing import NamedTuple


class StyleOptions(NamedTuple):
    """The deviations of one file from the layout of its style.

    All options are white space. `ptxpy.styles.options` applies them to a style.
    """

    newline: str = "\n"
    """The line end, including the white space before it on every line."""
    blank_line: str | None = None
    """The text of a blank line including its end; `None` if it is `newline`."""
    indent: str | None = None
    """The replacement of each unit of the style's indentation: a tab, in `ptxpy` four spaces."""
    tab: str | int | None = None
    """The replacement of the style's other tabs, or a tab width to which they are expanded."""
    most_blank_lines: int | None = None
    """The maximum number of consecutive blank lines."""
    before: tuple[tuple[str, str], ...] = ()
    """The usual gaps before statements, by kind (`styles.StatementKind`)."""
    within: tuple[tuple[str, str], ...] = ()
    """The gaps before tokens inside statements, by role (`ptxpy.ir.token_roles`)."""


NO_OPTIONS = StyleOptions()
