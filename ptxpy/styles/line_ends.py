r"""Line ends: files whose lines end in `\r\n` or in white space.

Such a file is read as if its lines ended in `\n`, and is written with its own line ends, so that
its nodes are the same. A line that ends differently from the majority is read with a `\r` after its
own white space as a marker. Every text is restored exactly.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from ptxpy.ir import NO_OPTIONS, StyleOptions

__all__ = ["detect_line_ends", "normalise_line_ends", "restore_line_ends"]

_EXCEPTION_MARK: Final = "\r"
"""The marker at the end of a line that ends differently from the majority."""
_SPACE: Final = " \t\r\f"
MAX_LINE_END_CHARACTERS: Final = 64
"""Characters of a line end, as `ptxpy.styles.options` accepts."""
SAMPLED_CHARACTERS: Final = 65_536
"""Characters at the beginning of a file that are searched for white space at line ends."""

_END = re.compile(r"(?<![ \t\r\f\n])[ \t\r\f]*+(?=\n)")
"""The white space at the end of a line with text."""

_BLANK = re.compile(r"(?<=\n)[ \t\r\f]*+(?=\n)")
"""A line without text."""


def detect_line_ends(text: str) -> StyleOptions:
    r"""Return the line ends of most lines with text, and of most blank lines.

    Takes linear time. If there is no carriage return, and little white space at the ends of the
    first lines, the rest is not searched.
    """
    if "\r" not in text and not _has_trailing_space(text[:SAMPLED_CHARACTERS]):
        # Counting three kinds of ends is faster than splitting a large file into lines.
        return NO_OPTIONS
    lines = text.count("\n")
    returns = text.count("\r\n")
    spaces = text.count(" \n") + text.count("\t\n") + text.count(" \r\n") + text.count("\t\r\n")
    # Only if an end may have the majority are all of them looked at.
    newline = _majority(_END.findall(text), "\n") if 2 * max(returns, spaces) > lines else "\n"
    blank = _majority(_BLANK.findall(text), newline)
    return NO_OPTIONS._replace(newline=newline, blank_line=None if blank == newline else blank)


def _has_trailing_space(head: str) -> bool:
    """Whether many lines end in spaces or tabs, or many blank lines have some."""
    spaces = head.count(" \n") + head.count("\t\n")
    if 4 * spaces > head.count("\n"):
        return True
    blank = head.count("\t\n") + head.count("  \n") + head.count("\n \n") if spaces else 0
    return blank > 0 and 2 * blank >= head.count("\n\n")


def _majority(ends: list[str], default: str) -> str:
    """Return the line end of more than half of the lines, including the line feed."""
    for end, count in Counter(ends).most_common(1):
        # A carriage return in the middle could not be told from the mark of an exception.
        if 2 * count > len(ends) and len(end) <= MAX_LINE_END_CHARACTERS and "\r" not in end[:-1]:
            return f"{end}\n"
    return default


def _is_plain(options: StyleOptions) -> bool:
    """Whether the lines of a file are read without change."""
    return options.newline == "\n" and options.blank_line is None


def normalise_line_ends(text: str, options: StyleOptions) -> str:
    r"""Return a text in which `\n` replaces the line ends given by the options."""
    if _is_plain(options):
        return text
    end = options.newline[:-1]
    # Most files end all their lines alike: one replacement does.
    if options.blank_line is None and text.count(options.newline) == text.count("\n"):
        new = text.replace(options.newline, "\n")
        if f"{_EXCEPTION_MARK}\n" not in new:
            return new
    blank = _blank(options)
    *lines, last = text.split("\n")
    new_lines = []
    for line in lines:
        own = end if line.strip(_SPACE) else blank
        rest = line.removesuffix(own)
        # The rest must not end in the mark, which would be taken off when the line is restored.
        fits = (not own or rest != line) and not rest.endswith(_EXCEPTION_MARK)
        new_lines.append(rest if fits else line + _EXCEPTION_MARK)
    return "\n".join([*new_lines, last])


def restore_line_ends(text: str, options: StyleOptions, *, begins_line: bool = True) -> str:
    r"""Return a text in which the line ends given by the options replace `\n`.

    This is the inverse of `normalise_line_ends`. The text may be a part of a file; `begins_line`
    is whether it is the beginning of a line.
    """
    if _is_plain(options) or "\n" not in text:
        return text
    end = options.newline[:-1]
    if options.blank_line is None and f"{_EXCEPTION_MARK}\n" not in text:
        return text.replace("\n", options.newline)
    blank = _blank(options)
    *lines, last = text.split("\n")
    new_lines = []
    for number, line in enumerate(lines):
        if line.endswith(_EXCEPTION_MARK):
            new_lines.append(line[:-1])
        else:
            # A part of a file may begin in the middle of a line, which is then not blank.
            filled = line.strip(_SPACE) or not (number or begins_line)
            new_lines.append(line + (end if filled else blank))
    return "\n".join([*new_lines, last])


def _blank(options: StyleOptions) -> str:
    return (options.newline if options.blank_line is None else options.blank_line)[:-1]
