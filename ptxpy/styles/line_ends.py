r"""Line ends: files whose lines all end in `\r\n`, or in white space.

Such a file is read as if its lines ended in `\n`, and written with its own line ends: what stands
in the lines is the same. A line that does not end as the others do ends in `\r\n` where it is
read, behind all of its own white space. Every text comes back.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from ptxpy.ir.nodes import NO_OPTIONS, StyleOptions

__all__ = ["line_ends_of", "read_lines", "written_lines"]

_OTHER: Final = "\r"
"""What is at the end of a line that does not end as most do, where it is read."""
_SPACE: Final = " \t\r\f"
_LONGEST: Final = 64
_HEAD: Final = 65_536
"""So many characters are looked at in any case."""

_END = re.compile(r"(?<![ \t\r\f\n])[ \t\r\f]*+(?=\n)")
"""The white space at the end of a line with text."""

_BLANK = re.compile(r"(?<=\n)[ \t\r\f]*+(?=\n)")
"""A line without text."""


def line_ends_of(text: str) -> StyleOptions:
    r"""Return how most lines of a text end, and most blank lines.

    Linear. Where there are no carriage returns and few spaces at the ends of the first lines, none
    are looked for in the others.
    """
    if "\r" not in text and not _spaced(text[:_HEAD]):
        return NO_OPTIONS
    lines = text.count("\n")
    returns = text.count("\r\n")
    spaces = text.count(" \n") + text.count("\t\n") + text.count(" \r\n") + text.count("\t\r\n")
    newline = _most(_END.findall(text), "\n") if 2 * max(returns, spaces) > lines else "\n"
    blank = _most(_BLANK.findall(text), newline)
    return NO_OPTIONS._replace(newline=newline, blank_line=None if blank == newline else blank)


def _spaced(head: str) -> bool:
    """Whether many lines end in spaces or tabs, or many blank lines have some."""
    spaces = head.count(" \n") + head.count("\t\n")
    if 4 * spaces > head.count("\n"):
        return True
    blank = head.count("\t\n") + head.count("  \n") + head.count("\n \n") if spaces else 0
    return blank > 0 and 2 * blank >= head.count("\n\n")


def _most(ends: list[str], default: str) -> str:
    """Return the end that more than half of the lines have, with its line feed."""
    for end, count in Counter(ends).most_common(1):
        if 2 * count > len(ends) and len(end) <= _LONGEST and "\r" not in end[:-1]:
            return f"{end}\n"
    return default


def _plain(options: StyleOptions) -> bool:
    """Whether the lines of a file are read as they are."""
    return options.newline == "\n" and options.blank_line is None


def read_lines(text: str, options: StyleOptions) -> str:
    r"""Return a text with `\n` for the line ends that options name."""
    if _plain(options):
        return text
    end = options.newline[:-1]
    if options.blank_line is None and text.count(options.newline) == text.count("\n"):
        new = text.replace(options.newline, "\n")
        if f"{_OTHER}\n" not in new:
            return new
    blank = _blank(options)
    *lines, last = text.split("\n")
    new_lines = []
    for line in lines:
        own = end if line.strip(_SPACE) else blank
        rest = line.removesuffix(own)
        fits = (not own or rest != line) and not rest.endswith(_OTHER)
        new_lines.append(rest if fits else line + _OTHER)
    return "\n".join([*new_lines, last])


def written_lines(text: str, options: StyleOptions, *, begins: bool = True) -> str:
    r"""Return a text with the line ends that options name for `\n`: the reverse of `read_lines`.

    It may be a piece of a file; `begins` tells whether it begins a line.
    """
    if _plain(options) or "\n" not in text:
        return text
    end = options.newline[:-1]
    if options.blank_line is None and f"{_OTHER}\n" not in text:
        return text.replace("\n", options.newline)
    blank = _blank(options)
    *lines, last = text.split("\n")
    new_lines = []
    for number, line in enumerate(lines):
        if line.endswith(_OTHER):
            new_lines.append(line[:-1])
        else:
            filled = line.strip(_SPACE) or not (number or begins)
            new_lines.append(line + (end if filled else blank))
    return "\n".join([*new_lines, last])


def _blank(options: StyleOptions) -> str:
    return (options.newline if options.blank_line is None else options.blank_line)[:-1]
