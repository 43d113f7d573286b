"""Parsing the words of users about lines, threads and CTAs: `17 cta 1,0 if i == 3`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.debugger.breakpoints import Breakpoint, Threads
from ptxpy.debugger.expressions import Expression, ExpressionError
from ptxpy.debugger.stops import SessionError
from ptxpy.debugger.watches import Watch
from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from ptxpy.debugger.session import Session
    from ptxpy.debugger.source_map import SourcePlace
    from ptxpy.sim import Geometry

__all__ = [
    "Location",
    "breakpoint_at",
    "cta_index",
    "new_watch",
    "parse_location",
    "thread_index",
    "threads_of",
    "watch_on",
]

_COORDINATES: Final = re.compile(r"\(?\s*(\d{1,9})\s*(?:,\s*(\d{1,9})\s*)?(?:,\s*(\d{1,9})\s*)?\)?")
_SELECTOR: Final = re.compile(r"(cta|block|warp|thread)\s+(\(?[\d\s,]*\d\)?)(?:\s+|$)", re.ASCII)
_PLACE: Final = re.compile(r"(?:(?P<file>.+):)?(?P<line>\d{1,9})", re.ASCII)


class Location(NamedTuple):
    """Where a breakpoint is to be, and for whom."""

    text: str
    """A line, `FILE:LINE`, or the name of a function; empty for the line of the focus."""
    selectors: tuple[tuple[str, str], ...]
    """`cta`, `warp` or `thread`, each with the text behind it."""
    condition: str


def parse_location(text: str) -> Location:
    """Parse `kernel.ptx:17 cta 1,0 warp 2 if %r1 == 3`.

        >>> parse_location("17 warp 2 if i == 3")
        Location(text='17', selectors=(('warp', '2'),), condition='i == 3')

    Raises `SessionError` for something else.
    """
    parts = re.split(r"(?:^|\s)(if)(?:\s|$)", text, maxsplit=1)
    head, found, condition = parts if len(parts) > 1 else (text, "", "")
    if found and not condition.strip():
        message = "a condition is expected behind `if`, such as %r1 == 3"
        raise SessionError(message)
    place, *rest = re.split(r"(?:^|\s+)(?=(?:cta|block|warp|thread)\s)", head.strip())
    selectors = []
    for part in rest:
        match = _SELECTOR.fullmatch(part.strip())
        if match is None:
            message = f"{part.strip()!r} names no threads; expected cta 1,0 or warp 2 or thread 33"
            raise SessionError(message)
        selectors.append(("cta" if match[1] == "block" else match[1], match[2]))
    return Location(place.strip(), tuple(selectors), condition.strip())


def breakpoint_at(session: Session, text: str, *, is_temporary: bool = False) -> Breakpoint:
    """Return a new breakpoint as the text says; raises `SessionError`, `LineError` and others."""
    location = parse_location(text)
    place, ordinals = _resolved(session, location.text)
    return Breakpoint(
        session.new_number(),
        tuple(ordinals),
        place,
        threads_of(session, location.selectors),
        Expression(location.condition) if location.condition else None,
        is_temporary=is_temporary,
    )


def _resolved(session: Session, text: str) -> tuple[SourcePlace, list[int]]:
    """Return the line and the instructions that a place means."""
    lines = session.map
    here = session.place()
    shown = None if here is None else lines.place(here.ordinal)
    if not text:
        if here is None or shown is None:
            message = "a line is expected, as no thread is looked at: break 17"
            raise SessionError(message)
        return shown, [here.ordinal]
    match = _PLACE.fullmatch(text)
    if match is None:
        ordinals = lines.function(text)
        return lines.place(ordinals[0]), ordinals
    file = match["file"]
    if file is None:
        file = lines.main_path if shown is None else shown.path
    return lines.find(file, int(match["line"]))


def threads_of(session: Session, selectors: tuple[tuple[str, str], ...]) -> Threads:
    """Return the threads that selectors name."""
    found = Threads()
    for what, text in selectors:
        geometry = session.geometry  # which there is none of when the launch has ended
        if what == "cta":
            found = found._replace(cta=cta_index(geometry, text))
        elif what == "warp":
            found = found._replace(warp=_number(text, -(-geometry.threads // 32), "warp"))
        else:
            found = found._replace(thread=thread_index(geometry, text))
    return found


def _number(text: str, count: int, what: str) -> int:
    digits = text.strip()
    if not re.fullmatch(r"\d{1,9}", digits, re.ASCII) or int(digits) >= count:
        message = f"no {what} {digits}: there are {count}, from 0 on"
        raise SessionError(message)
    return int(digits)


def cta_index(geometry: Geometry, text: str) -> int:
    """Return the index of a CTA, given its number row by row, or its coordinates `1,0`."""
    x, y, z = _coordinates(text, geometry.grid, "CTA", "grid")
    (a, b, c), (columns, rows, _) = geometry.cluster, geometry.clusters
    # The simulator counts cluster by cluster.
    cluster = x // a + columns * (y // b + rows * (z // c))
    return cluster * geometry.cluster_size + x % a + a * (y % b + b * (z % c))


def thread_index(geometry: Geometry, text: str) -> int:
    """Return the index of a thread, given that, or its coordinates `33,0`."""
    x, y, z = _coordinates(text, geometry.block, "thread", "block")
    return x + geometry.block[0] * (y + geometry.block[1] * z)


def _coordinates(
    text: str, shape: tuple[int, int, int], what: str, of: str
) -> tuple[int, int, int]:
    match = _COORDINATES.fullmatch(text.strip())
    if match is None:
        message = f"{text.strip()!r} is no {what}; expected its number, or coordinates 3,1,0"
        raise SessionError(message)
    first, second, third = (None if each is None else int(each) for each in match.groups())
    assert first is not None  # noqa: S101 - the pattern has it
    if second is None:
        rest, x = divmod(first, shape[0])
        at = (x, rest % shape[1], rest // shape[1])
    else:
        at = (first, second, third or 0)
    if any(each >= extent for each, extent in zip(at, shape, strict=True)):
        message = f"no {what} {text.strip()}: the {of} is {shape}"
        raise SessionError(message)
    return at


def watch_on(session: Session, text: str) -> Watch:
    """Return a new watch on the memory that an expression means for the focus, numbered."""
    return new_watch(session, text, session.new_number())


def new_watch(session: Session, text: str, number: int) -> Watch:
    """Return a watch on the memory that an expression means for the focus."""
    expression = Expression(text)
    place, lane = session.place(), session.lane()
    if place is None or lane is None:
        message = "the thread that is looked at has ended"
        raise SessionError(message)
    names = session.names.at(place, [lane])
    found = expression.place(names)
    if found is None:
        expression.evaluate(names)  # which tells what else is wrong
        message = f"{text} is no memory: watch x[3], a variable, or shared[0x40].f32"
        message += "; a condition stops by a value: break LINE if %r1 == 3"
        raise ExpressionError(message)
    if found.space == "tensor":
        message = "tensor memory can't be watched"
        raise ExpressionError(message)
    space, address = session.state.resolve(found.space, int(found.addresses[0]))
    size = max(1, TYPES[found.type].bits // 8)
    session.state.read(space, lane, address, size)  # raises if nothing is there
    focus = session.focus
    return Watch(number, expression.text, space, focus.cta, focus.thread, address, size, found.type)
