"""The commands that look at another thread or frame, and at the source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._counts import format_count
from ptxpy.debugger import inspection
from ptxpy.debugger.batch import WARP, Focus
from ptxpy.debugger.locations import cta_index, thread_index
from ptxpy.debugger.source_map import SourcePlace
from ptxpy.debugger.stops import SessionError
from ptxpy.debugger.terminal.console import count_of, file_and_line, index_of

if TYPE_CHECKING:
    from ptxpy.debugger.terminal.console import Console

__all__ = [
    "backtrace",
    "choose_cta",
    "choose_frame",
    "choose_lane",
    "choose_thread",
    "choose_warp",
    "list_lines",
    "move_in_stack",
]

_LISTED_LINES: Final = 10
_MAX_LISTED_LINES: Final = 1000
_SPAN: Final = re.compile(r"((?:.+:)?\d+)\s*,\s*(\d+)", re.ASCII)


def list_lines(console: Console, argument: str) -> None:
    """Show lines of the source."""
    session, lines = console.session, console.session.map
    # `list 20,28` are the lines from 20 to 28, as in gdb.
    span = _SPAN.fullmatch(argument)
    last = 0
    if span is not None:
        argument, last = span[1], count_of(span[2])
    frame = session.frame()
    mark = None if frame is None else frame.place
    if argument == "ptx":
        centre = mark = None if frame is None else frame.ptx
    elif argument:
        file, _, number = argument.rpartition(":")
        path = (mark or SourcePlace(lines.main_path, 1)).path
        if file:
            found = lines.file_of(file)
            if found is None:
                message = f"no instruction comes from {file}"
                raise SessionError(message)
            path = found
        if not number.isdecimal():
            centre = lines.place(lines.function(argument)[0])
        else:
            centre = SourcePlace(path, count_of(number))
    elif console.listed is not None:
        centre = console.listed._replace(line=console.listed.line + _LISTED_LINES)
    else:
        centre = mark
    if centre is None:
        message = "no thread is looked at; list 17 shows the lines around 17"
        raise SessionError(message)
    rows = lines.rows(centre.path) or []
    first = max(1, centre.line - _LISTED_LINES // 2) if span is None else centre.line
    count = _LISTED_LINES if span is None else last - first + 1
    if not 0 < count <= _MAX_LISTED_LINES:
        message = f"list {first},{last} is no range of 1 to {_MAX_LISTED_LINES} lines"
        raise SessionError(message)
    if first > len(rows):
        message = f"{centre.path} has {format_count(len(rows), 'line')}"
        raise SessionError(message)
    # A bare `list` goes on with the lines behind these.
    next_centre = first + count + _LISTED_LINES // 2
    console.listed = centre if span is None else centre._replace(line=next_centre - _LISTED_LINES)
    for line, row in enumerate(rows[first - 1 : first - 1 + count], first):
        sign = "=>" if mark == SourcePlace(centre.path, line) else "  "
        console.write(f"{sign} {line:5}  {row.rstrip()}")


def backtrace(console: Console, _: str) -> None:
    """Show the stack of the thread; `*` is the frame that is looked at."""
    frames, chosen = console.session.frames(), console.session.frame_number
    if not frames:
        message = "the thread has ended"
        raise SessionError(message)
    for number, frame in enumerate(frames):
        sign = "*" if number == chosen and number else "#"
        inlined = ", inlined" if frame.inlined else ""
        console.write(f"{sign}{number}  {frame.function} at {file_and_line(frame.place)}{inlined}")


def choose_frame(console: Console, argument: str) -> None:
    """Look at another frame of the thread."""
    if argument:
        console.session.select(index_of(argument))
    _show_frame(console)


def move_in_stack(console: Console, argument: str, *, by: int) -> None:
    """Look at a frame some calls further out (`by` is 1) or in (-1)."""
    number = console.session.frame_number + by * (count_of(argument) if argument else 1)
    last = len(console.session.frames()) - 1
    if console.session.frame_number == (last if by > 0 else 0):
        message = "this is the outermost frame" if by > 0 else "this is the innermost frame"
        raise SessionError(message)
    console.session.select(min(max(number, 0), last))
    _show_frame(console)


def _show_frame(console: Console) -> None:
    console.listed = None
    frame = inspection.frame_here(console.session)
    console.write(f"#{console.session.frame_number}  {frame.function}")
    console.show_place()


def choose_thread(console: Console, argument: str) -> None:
    """Look at another thread."""
    if argument:
        index = thread_index(console.session.geometry, argument)
        console.session.look_at(console.session.focus._replace(thread=index))
    _show_focus(console)


def choose_warp(console: Console, argument: str) -> None:
    """Look at another warp."""
    if argument:
        focus = console.session.focus
        console.session.look_at(focus._replace(thread=WARP * index_of(argument)))
    _show_focus(console)


def choose_lane(console: Console, argument: str) -> None:
    """Look at another lane of the warp."""
    if argument:
        lane = index_of(argument)
        if lane >= WARP:
            message = "a warp has the lanes 0 to 31"
            raise SessionError(message)
        focus = console.session.focus
        console.session.look_at(focus._replace(thread=focus.warp * WARP + lane))
    _show_focus(console)


def choose_cta(console: Console, argument: str) -> None:
    """Look at another CTA."""
    if argument:
        index = cta_index(console.session.geometry, argument)
        console.session.look_at(Focus(index, console.session.focus.thread))
    _show_focus(console)


def _show_focus(console: Console) -> None:
    console.listed = None
    console.write(inspection.thread_name(console.session, console.session.focus))
    console.show_place()
