"""A console on a session: runs the launch, tells where and why it is held, and goes on to the next.

The commands are functions on a console.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final, TextIO

from ptxpy.debugger import inspection
from ptxpy.debugger.batch import WARP
from ptxpy.debugger.expressions import ExpressionError
from ptxpy.debugger.locations import breakpoint_at
from ptxpy.debugger.session import Session
from ptxpy.debugger.source_map import LineError
from ptxpy.debugger.stack import title_of
from ptxpy.debugger.stops import SessionError
from ptxpy.sim import UnmappedAddressError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ptxpy.debugger.expressions import Expression
    from ptxpy.debugger.formats import Format
    from ptxpy.debugger.source_map import SourcePlace
    from ptxpy.debugger.stops import Stop
    from ptxpy.debugger.targets import Target
    from ptxpy.debugger.watches import Write

__all__ = ["ERRORS", "Console", "LeaveError", "count_of", "file_and_line", "index_of"]

ERRORS: Final = (SessionError, LineError, ExpressionError, UnmappedAddressError)
"""The errors of commands that are wrong."""


class LeaveError(Exception):
    """Ends the console."""


class Console:
    """The state of a terminal, and the steps that several commands share."""

    def __init__(
        self, targets: Iterable[Target], *, strict: bool = False, output: TextIO | None = None
    ) -> None:
        """Take the launches to debug, one after the other.

        Args:
            targets: The launches.
            strict: Whether strict mode watches.
            output: Where answers go. Default: standard output.
        """
        self.output = output or sys.stdout
        self.session: Session
        self.has_faulted = False
        """Whether a launch has faulted."""
        self.specs: dict[int, tuple[str, bool]] = {}
        """The texts of the breakpoints, by number, and whether they are temporary."""
        self.listed: SourcePlace | None = None
        """The line around which lines were listed last."""
        self.displays: dict[int, tuple[Format, Expression]] = {}
        """The format and the expression of each display, by number."""
        self.show_display: Callable[[Console, int], object] = lambda _, __: None
        """Shows a display at a stop."""
        self._targets = iter(targets)
        self._strict = strict
        self._following: Target | None = None
        """The launch behind this one, if it has been asked for."""

    def write(self, text: str) -> None:
        """Write a line, or several."""
        self.output.write(f"{_printable(text)}\n")
        self.output.flush()

    def _show_output(self, text: bytes) -> None:
        self.output.write(text.decode("utf-8", "replace"))
        self.output.flush()

    # ----------------------------------------------------------------------- launches

    def begin(self) -> bool:
        """Begin the next launch, and tell its place; return whether there is one."""
        following = self._peek()
        if following is None:
            return False
        self._following = None
        self.session = Session(following, strict=self._strict, printed=self._show_output)
        self.write(title_of(following.title))
        stop = self.session.start()
        if stop.reason == "finished":
            self.tell(stop)
            raise LeaveError
        for text, is_temporary in [*self.specs.values()]:
            try:
                self.session.add(breakpoint_at(self.session, text, is_temporary=is_temporary))
            except ERRORS as error:
                self.write(f"breakpoint {text}: {error}")
        self.tell(stop)
        return True

    def _peek(self) -> Target | None:
        """Return the launch behind this one; None if there is none."""
        if self._following is None:
            self._following = next(self._targets, None)
        return self._following

    def refuse_at_end(self) -> None:
        """Refuse to run behind the end of the last launch, from which there is no way back."""
        stop = self.session.stop
        if stop is None or not stop.is_over or self._peek() is not None:
            return
        ended = "faulted" if stop.reason == "fault" else "ended"
        message = f"the launch has {ended}: run begins it again, reverse-step goes back"
        raise SessionError(message)

    # ------------------------------------------------------------------------ running

    def _wait(self, resume: Callable[[], object]) -> Stop:
        """Let the launch run until it is held; Ctrl-C holds it."""
        resume()
        while True:
            try:
                return self.session.wait()
            except KeyboardInterrupt:
                self.session.pause()

    def go(self, resume: Callable[[], object]) -> None:
        """Let the launch run on until it is held, and tell why."""
        self.refuse_at_end()
        self.rewind(resume)

    def rewind(self, resume: Callable[[], object]) -> None:
        """Let the launch run, from an earlier place, until it is held, and tell why."""
        self._arrive(self._wait(resume))

    def step(self, argument: str, kind: str, *, by_line: bool, back: bool = False) -> None:
        """Carry out a step, or as many as the argument says."""
        count = 1 if not argument else count_of(argument)
        session = self.session
        step = session.step_back if back else session.step
        if not back:
            self.refuse_at_end()
        for number in range(count):
            stop = self._wait(lambda: step(kind, by_line=by_line))
            if stop.reason != "step" or number == count - 1:
                self._arrive(stop)
                return

    def _arrive(self, stop: Stop) -> None:
        self.tell(stop)
        if stop.reason == "finished" and self._peek() is not None:
            self.session.quit()
            self.begin()

    # ------------------------------------------------------------------------ telling

    def tell(self, stop: Stop) -> None:
        """Tell why and where the launch is held."""
        session = self.session
        self.listed = None
        if stop.reason == "finished":
            self.write(stop.text or "the launch is over")
            return
        if stop.reason == "ended":
            self.write(f"{stop.text}\n" if stop.text else "the launch has ended")
            return
        if stop.reason == "fault":
            self.has_faulted = True
        if stop.text and (stop.reason in ("fault", "uninitialised") or stop.numbers):
            self.write(stop.text)
        name = inspection.thread_name(session, session.focus)
        numbers = ", ".join(map(str, stop.numbers))
        heading = {
            "breakpoint": f"breakpoint {numbers}" if numbers else stop.text,
            "watch": f"watch {numbers}",
            "entry": "the launch begins",
            "start": "the launch begins: no further back",
            "pause": "paused",
            "uninitialised": "uninitialised read",
        }.get(stop.reason, "")
        self.write(f"{heading}, {name}" if heading else name)
        if stop.write is not None:
            self.tell_write(stop.write, session.watches[stop.numbers[0]].type)
        self.show_place()
        for number in self.displays:
            self.show_display(self, number)

    def tell_write(self, write: Write, type_: str) -> None:
        """Tell a write to watched memory: its values, its place and its thread."""
        session = self.session
        old, new = (inspection.bytes_text(type_, each) for each in (write.old, write.new))
        self.write(f"  old value {old}, new value {new}")
        more = len(write.threads) - 1
        others = f" and {more} others" if more else ""
        who = inspection.thread_name(session, write.threads[0])
        self.write(f"  written at {session.map.said(write.ordinal)} by {who}{others}")
        self.write(f"  {session.map.text(write.ordinal)}")

    def show_place(self) -> None:
        """Show the line of the frame that is looked at, and its instruction."""
        session = self.session
        frame = session.frame()
        if frame is None:
            self.write("the thread has ended")
            return
        if frame.place != frame.ptx:
            row = session.map.row(frame.place).strip()
            self.write(f"{file_and_line(frame.place)}: {row}")
        lanes = inspection.lanes_here(session, frame.at) % WARP
        whole = len(session.warp_lanes())
        some = "" if len(lanes) == whole else f"    [lanes {_ranges(lanes.tolist())}]"
        status = f"    [{frame.at.status}]" if frame.at.status else ""
        # The file of the PTX is plain below a line of its source.
        path = frame.ptx.path
        name = path if frame.place == frame.ptx else path.replace("\\", "/").rpartition("/")[2]
        text = session.map.text(frame.ordinal)
        self.write(f"{name}:{frame.ptx.line}: {text}{some}{status}")


def file_and_line(place: SourcePlace) -> str:
    """Return the text of a line of a file."""
    return f"{place.path}:{place.line}"


def count_of(text: str) -> int:
    """Return a number from 1 on; raises `SessionError` for something else."""
    if not re.fullmatch(r"[1-9]\d{0,8}", text.strip(), re.ASCII):
        message = f"{text.strip()!r} is no number from 1 on"
        raise SessionError(message)
    return int(text)


def index_of(text: str) -> int:
    """Return a number from 0 on; raises `SessionError` for something else."""
    if not re.fullmatch(r"\d{1,9}", text.strip(), re.ASCII):
        message = f"{text.strip()!r} is no number"
        raise SessionError(message)
    return int(text)


def _ranges(lanes: list[int]) -> str:
    """Return numbers as ranges: `0-3, 7`."""
    parts: list[list[int]] = []
    for lane in lanes:
        if parts and parts[-1][1] == lane - 1:
            parts[-1][1] = lane
        else:
            parts.append([lane, lane])
    return ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in parts)


def _printable(text: str) -> str:
    """Return text without control characters, which names in a stranger's PTX may have."""
    return "".join(
        each if each.isprintable() or each in "\n\t" else each.encode("unicode_escape").decode()
        for each in text
    )
