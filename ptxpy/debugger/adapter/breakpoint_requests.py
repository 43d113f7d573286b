"""The requests of an editor about breakpoints and watches.

Breakpoints that come before the launch are kept, unverified; the launch makes them, and an event
tells for which ones it has found a place. They hold for the launches behind it, too.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.debugger.adapter.host import RequestError
from ptxpy.debugger.adapter.source_requests import index_of, path_of, source_of
from ptxpy.debugger.breakpoints import Breakpoint
from ptxpy.debugger.expressions import Expression, ExpressionError
from ptxpy.debugger.locations import new_watch
from ptxpy.debugger.source_map import LineError
from ptxpy.debugger.stops import SessionError
from ptxpy.debugger.watches import Watch
from ptxpy.sim import UnmappedAddressError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.debugger.adapter.host import Host
    from ptxpy.debugger.adapter.variable_requests import VariableRequests
    from ptxpy.debugger.adapter.wire import Message
    from ptxpy.debugger.session import Session
    from ptxpy.debugger.source_map import SourcePlace

__all__ = ["UNINITIALISED", "BreakpointRequests"]

UNINITIALISED: Final = "uninitialised"
"""The filter of exceptions: reads of unwritten registers and memory."""
_DATA_PARTS: Final = 7
"""The parts of the identity of watched memory."""


class _Wanted(NamedTuple):
    """A breakpoint that the editor has set."""

    number: int
    make: Callable[[int], Breakpoint]
    """Makes it for the present launch, given its number."""


class BreakpointRequests:
    """Sets breakpoints."""

    def __init__(self, host: Host, variables: VariableRequests) -> None:
        """Begin with none."""
        self._host = host
        self._variables = variables
        self._wanted: dict[str, list[_Wanted]] = {}
        """The breakpoints of each source, and of each other kind."""
        self._holds_uninitialised = True

    def begin(self, session: Session) -> None:
        """Set all breakpoints in the session of a launch, and tell the editor where they are."""
        session.holds_uninitialised &= self._holds_uninitialised
        for several in self._wanted.values():
            for wanted in several:
                self._host.event("breakpoint", reason="changed", breakpoint=self._set_one(wanted))

    def request_set_breakpoints(self, arguments: Message) -> Message:
        """Set the breakpoints of a source."""
        source = arguments["source"]
        several = arguments.get("breakpoints")
        if several is None:
            several = [{"line": line} for line in arguments.get("lines", ())]

        def made(wanted: Message, number: int) -> Breakpoint:
            path = path_of(self._host.lines, source)
            place, ordinals = self._host.lines.find(path, int(wanted["line"]))
            return _made(place, ordinals, wanted, number)

        name = source.get("path") or source.get("name") or source.get("sourceReference")
        return self._set(f"source {name}", several, made)

    def request_set_function_breakpoints(self, arguments: Message) -> Message:
        """Set the breakpoints at functions."""

        def made(wanted: Message, number: int) -> Breakpoint:
            ordinals = self._host.lines.function(str(wanted["name"]))
            return _made(self._host.lines.place(ordinals[0]), ordinals, wanted, number)

        return self._set("functions", arguments["breakpoints"], made)

    def request_set_instruction_breakpoints(self, arguments: Message) -> Message:
        """Set the breakpoints at instructions."""

        def made(wanted: Message, number: int) -> Breakpoint:
            lines = self._host.lines
            at = index_of(str(wanted["instructionReference"])) + int(wanted.get("offset", 0))
            if not 0 <= at < len(lines.instructions):
                message = "no instruction is there"
                raise RequestError(message)
            ordinal = lines.instructions[at][0]
            return _made(lines.ptx(ordinal), [ordinal], wanted, number)

        return self._set("instructions", arguments["breakpoints"], made)

    def _set(
        self, kind: str, several: Sequence[Message], made: Callable[[Message, int], Breakpoint]
    ) -> Message:
        """Replace the breakpoints of a kind; return the answer to the editor."""
        session = self._host.current
        for each in self._wanted.pop(kind, ()):
            if session is not None and each.number in session.breakpoints:
                session.remove(each.number)
        wanted = [_Wanted(self._host.new_number(), partial(made, each)) for each in several]
        self._wanted[kind] = wanted
        return {"breakpoints": [self._set_one(each) for each in wanted]}

    def _set_one(self, wanted: _Wanted) -> Message:
        """Set a breakpoint in the session, if there is one; return the answer to the editor."""
        session = self._host.current
        if session is None:
            return {"id": wanted.number, "verified": False, "message": "not launched yet"}
        try:
            made = wanted.make(wanted.number)
        except (LineError, ExpressionError, SessionError, RequestError) as error:
            return {"id": wanted.number, "verified": False, "message": str(error)}
        session.add(made)
        source = source_of(self._host.lines, made.place.path)
        return {"id": made.number, "verified": True, "line": made.place.line, "source": source}

    def request_set_exception_breakpoints(self, arguments: Message) -> None:
        """Choose whether reads of unwritten values hold the launch; faults always do."""
        self._holds_uninitialised = UNINITIALISED in arguments.get("filters", ())
        session = self._host.current
        if session is not None:
            session.holds_uninitialised = session.strict and self._holds_uninitialised

    def request_breakpoint_locations(self, arguments: Message) -> Message:
        """List the lines of a source that have instructions."""
        first = int(arguments["line"])
        last = int(arguments.get("endLine", first))
        lines = self._host.lines.lines_of(path_of(self._host.lines, arguments["source"]))
        return {"breakpoints": [{"line": line} for line in lines if first <= line <= last]}

    # ----------------------------------------------------------------------- watches

    def request_data_breakpoint_info(self, arguments: Message) -> Message:
        """Tell whether memory can be watched, and by which name."""
        text = str(arguments["name"])
        if "frameId" in arguments:
            self._host.look_at(int(arguments["frameId"]))
        else:
            text = self._variables.element(arguments.get("variablesReference"), text)
        try:
            watch = new_watch(self._host.held, text, 0)
        except (ExpressionError, SessionError, UnmappedAddressError) as error:
            return {"dataId": None, "description": str(error).partition("\n")[0]}
        identity = (watch.space, watch.cta, watch.thread, watch.address, watch.size, watch.type)
        return {
            "dataId": "|".join(map(str, (*identity, text))),
            "description": f"{text}, {format_count(watch.size, 'byte')} of {watch.space} memory",
            "accessTypes": ["write"],
            "canPersist": False,
        }

    def request_set_data_breakpoints(self, arguments: Message) -> Message:
        """Set the watches."""
        session = self._host.held
        session.watches.clear()
        told: list[Message] = []
        for wanted in arguments["breakpoints"]:
            parts: Any = str(wanted["dataId"]).split("|", _DATA_PARTS - 1)
            if len(parts) != _DATA_PARTS or parts[0] not in ("shared", "local", "global"):
                told.append({"verified": False, "message": "no memory has this identity"})
                continue
            space, cta, thread, address, size, type_, text = parts
            number = self._host.new_number()
            session.watch(
                Watch(number, text, space, int(cta), int(thread), int(address), int(size), type_)
            )
            told.append({"id": number, "verified": True})
        return {"breakpoints": told}


def _made(place: SourcePlace, ordinals: Sequence[int], wanted: Message, number: int) -> Breakpoint:
    """Return a breakpoint with the condition, the hits and the message that the editor wants."""
    condition, hits = wanted.get("condition"), str(wanted.get("hitCondition") or "")
    match = re.fullmatch(r"\s*(?:(>=|>|==|=)?\s*(\d{1,9}))?\s*", hits, re.ASCII)
    if match is None:
        message = f"{hits!r} is no number of hits; expected 5, or > 5"
        raise RequestError(message)
    count = int(match[2] or 0) - (match[1] != ">") if match[2] else 0
    return Breakpoint(
        number,
        tuple(ordinals),
        place,
        condition=Expression(condition) if condition else None,
        after=max(0, count),
        only_hit=max(1, count + 1) if match[1] in ("==", "=") else 0,
        message=str(wanted.get("logMessage") or ""),
    )
