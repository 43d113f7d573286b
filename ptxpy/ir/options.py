"""What the layout of one file has of its own."""

from __future__ import annotations

from typing import NamedTuple


class StyleOptions(NamedTuple):
    """What the layout of one file has of its own, where it is not that of its style.

    All of it is white space. `ptxpy.styles.options` says what each option does to a style.
    """

    newline: str = "\n"
    """The end of a line, with the white space that every line has before it."""
    blank_line: str | None = None
    """A line without text, its end included; `None` for nothing but `newline`."""
    indent: str | None = None
    """What a line begins with in place of each tab (`ptxpy`: four spaces) of the style."""
    tab: str | int | None = None
    """What stands in place of the style's other tabs; a number for the columns they lead to."""
    most_blank_lines: int | None = None
    """How many of the style's blank lines are left where several or one would stand."""
    before: tuple[tuple[str, str], ...] = ()
    """The gaps before kinds of statements (`styles.Kind`), in place of the style's usual ones."""
    within: tuple[tuple[str, str], ...] = ()
    """The gaps before tokens inside statements, by the roles of the tokens (`ir.tokens`)."""


NO_OPTIONS = StyleOptions()
