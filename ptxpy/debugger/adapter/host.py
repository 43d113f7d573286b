"""The parts that all requests of the Debug Adapter share: the editor, the session, the frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.debugger.stops import SessionError

if TYPE_CHECKING:
    from ptxpy.debugger.adapter.wire import Message, Wire
    from ptxpy.debugger.batch import Focus
    from ptxpy.debugger.session import Session
    from ptxpy.debugger.source_map import SourceMap
    from ptxpy.debugger.stack import Frame

__all__ = ["Host", "LaunchRefusedError", "RequestError", "ToldFrame"]

_RUNS: Final = "the launch runs: pause it first"


class LaunchRefusedError(Exception):
    """A launch whose attributes are wrong."""


class RequestError(Exception):
    """A request that can't be carried out, with the reason."""


class ToldFrame(NamedTuple):
    """A frame of the stack that the editor was told."""

    focus: Focus
    number: int
    """Its index in the stack of the thread."""
    frame: Frame


class Host:
    """The editor on one side, the session on the other."""

    def __init__(self, wire: Wire) -> None:
        """Take the streams; there is no session yet."""
        self._wire = wire
        self._numbers = 0
        self.current: Session | None = None
        """The session; None before the launch."""
        self.frames: dict[int, ToldFrame] = {}
        self.invalidates = False
        """Whether the editor takes events that its contents are invalid."""

    def write(self, message: Message) -> None:
        """Send a message to the editor."""
        self._wire.write(message)

    def event(self, name: str, **body: Any) -> None:
        """Tell the editor of an event."""
        self.write({"type": "event", "event": name, **({"body": body} if body else {})})

    def output(self, text: str, category: str = "stdout") -> None:
        """Show text in the console of the editor."""
        self.event("output", category=category, output=text)

    def new_number(self) -> int:
        """Return a number for a breakpoint, which holds for all launches."""
        self._numbers += 1
        return self._numbers

    @property
    def session(self) -> Session:
        """The session; raises an error before the launch."""
        if self.current is None:
            message = "nothing has been launched"
            raise RequestError(message)
        return self.current

    @property
    def held(self) -> Session:
        """The session while its launch is held."""
        if self.session.stop is None:
            raise RequestError(_RUNS)
        return self.session

    @property
    def lines(self) -> SourceMap:
        """The lines of the instructions."""
        return self.session.map

    def look_at(self, number: int) -> ToldFrame:
        """Look at a frame that the editor was told, by its number."""
        session = self.held
        found = self.frames.get(number)
        if found is None:
            message = "no frame of this number: the launch has run on"
            raise SessionError(message)
        session.look_at(found.focus)
        session.select(found.number)
        return found
