"""The commands about breakpoints and watches."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ptxpy._counts import format_count
from ptxpy.debugger import inspection
from ptxpy.debugger.expressions import Expression
from ptxpy.debugger.locations import breakpoint_at, new_watch, watch_on
from ptxpy.debugger.stops import SessionError
from ptxpy.debugger.terminal.console import count_of, file_and_line
from ptxpy.debugger.thread_names import short_name
from ptxpy.isa import nearest
from ptxpy.sim import coordinates

if TYPE_CHECKING:
    from ptxpy.debugger.breakpoints import Breakpoint, Threads
    from ptxpy.debugger.session import Session
    from ptxpy.debugger.terminal.console import Console

__all__ = [
    "advance",
    "break_at",
    "change_condition",
    "delete",
    "enable",
    "ignore",
    "show_breakpoints",
    "show_writer",
    "watch",
]


def break_at(console: Console, argument: str, *, is_temporary: bool = False) -> None:
    """Set a breakpoint."""
    made = breakpoint_at(console.session, argument, is_temporary=is_temporary)
    _refuse_unknown_names(console, made, made.condition)
    console.session.add(made)
    text = argument
    here = console.session.place()
    if here is not None and not re.match(r"(?!(?:cta|block|warp|thread|if)\b)\S", argument):
        text = f"{file_and_line(made.place)} {argument}".strip()
    console.specs[made.number] = (text, is_temporary)
    count = len(made.ordinals)
    several = f", {count} places in the PTX" if count > 1 else ""
    console.write(f"breakpoint {made.number} at {file_and_line(made.place)}{several}")


def _refuse_unknown_names(console: Console, made: Breakpoint, condition: Expression | None) -> None:
    """Refuse a condition with names that mean nothing at the first instruction of a breakpoint."""
    session = console.session
    if condition is None or session.stop is None or session.stop.is_over:
        return
    here, lane = session.place(), session.lane()
    if here is None or lane is None:
        return
    ordinals = here.frame.routine.code.ordinals
    # Of another function no frame is there in which its names could be looked up.
    if made.ordinals[0] not in ordinals:
        return
    there = here._replace(statement=ordinals.index(made.ordinals[0]))
    names = session.names.at(there, [lane])
    unknown = condition.unknown(names)
    if unknown:
        close = nearest(unknown[0], names.known())
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        message = f"no register, parameter or variable {' or '.join(unknown)} there{hint}"
        raise SessionError(message)


def delete(console: Console, argument: str) -> None:
    """Delete breakpoints and watches."""
    session = console.session
    numbers = argument.split() or [*map(str, (*session.breakpoints, *session.watches))]
    for number in numbers:
        session.remove(count_of(number))
        console.specs.pop(int(number), None)


def enable(console: Console, argument: str, *, enabled: bool) -> None:
    """Enable or disable breakpoints and watches."""
    session = console.session
    every: dict[int, Any] = {**session.breakpoints, **session.watches}
    for number in argument.split() or [*map(str, every)]:
        found = every.get(count_of(number))
        if found is None:
            message = f"no breakpoint or watch {number}"
            raise SessionError(message)
        found.is_enabled = enabled


def _breakpoint(session: Session, number: str) -> Breakpoint:
    found = session.breakpoints.get(count_of(number))
    if found is None:
        message = f"no breakpoint {number}"
        raise SessionError(message)
    return found


def change_condition(console: Console, argument: str) -> None:
    """Give a breakpoint a condition, or take it away."""
    number, _, text = argument.partition(" ")
    found = _breakpoint(console.session, number)
    condition = Expression(text) if text.strip() else None
    _refuse_unknown_names(console, found, condition)
    found.condition = condition


def ignore(console: Console, argument: str) -> None:
    """Pass over hits of a breakpoint."""
    number, _, count = argument.partition(" ")
    found = _breakpoint(console.session, number)
    found.after = found.hits + (count_of(count) if count else 0)


def watch(console: Console, argument: str) -> None:
    """Stop when memory changes."""
    made = watch_on(console.session, argument)
    console.session.watch(made)
    held = inspection.bytes_text(made.type, made.held or b"")
    name = console.session.state.name_of(made.space, made.address)
    symbol, plus, offset = name.partition("+")
    name = f"{short_name('', symbol)}{plus}{offset}"
    named = f", {name}" if name else ""
    console.write(
        f"watch {made.number}: {made.text}, {made.size} bytes of {made.space} memory at "
        f"{made.address:#x}{named}, now {held}"
    )


def show_writer(console: Console, argument: str) -> None:
    """Tell which instruction and thread wrote memory last."""
    place = new_watch(console.session, argument, 0)
    write = console.session.last_write(place)
    if write is None:
        console.write(f"nothing has changed {place.text} since the launch began")
        return
    console.tell_write(write, place.type)


def advance(console: Console, argument: str) -> None:
    """Run to a place, or to a stop before it."""
    if not argument:
        message = "a line or a function is expected: advance 22"
        raise SessionError(message)
    console.refuse_at_end()
    session = console.session
    made = breakpoint_at(session, argument, is_temporary=True)
    session.add(made)
    try:
        console.go(session.resume)
    finally:
        # A stop before it leaves nothing behind.
        if console.session is session and made.number in session.breakpoints:
            session.remove(made.number)


def show_breakpoints(console: Console, _: str) -> None:
    """Show breakpoints and watches."""
    session = console.session
    for each in session.breakpoints.values():
        parts = [
            f"breakpoint {each.number} at {file_and_line(each.place)}",
            *_named(session, each.threads),
        ]
        if each.condition is not None:
            parts.append(f"if {each.condition}")
        if each.after > each.hits:
            parts.append(f"after {each.after - each.hits} more hits")
        parts += [] if each.is_enabled else ["disabled"]
        console.write(f"{' '.join(parts)}, hit {format_count(each.hits, 'time')}")
    for watched in session.watches.values():
        console.write(
            f"watch {watched.number} on {watched.text}, hit {format_count(watched.hits, 'time')}"
        )
    if not session.breakpoints and not session.watches:
        console.write("no breakpoints")


def _named(session: Session, threads: Threads) -> list[str]:
    parts = []
    if threads.cta is not None:
        parts.append(f"CTA {session.geometry.cta_coordinates(threads.cta)}")
    if threads.warp is not None:
        parts.append(f"warp {threads.warp}")
    if threads.thread is not None:
        parts.append(f"thread {coordinates(threads.thread, session.geometry.block)}")
    return parts
