"""The Debug Adapter: answers the requests of an editor on a held launch.

A thread of the protocol is a warp of the CTA that is looked at; the stack, the registers and the
memory are those of one of its lanes.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ptxpy.debugger import inspection
from ptxpy.debugger.adapter.breakpoint_requests import UNINITIALISED, BreakpointRequests
from ptxpy.debugger.adapter.host import Host, LaunchRefusedError, RequestError, ToldFrame
from ptxpy.debugger.adapter.source_requests import SourceRequests, source_of
from ptxpy.debugger.adapter.variable_requests import VariableRequests
from ptxpy.debugger.batch import WARP, Focus
from ptxpy.debugger.expressions import ExpressionError
from ptxpy.debugger.session import Session
from ptxpy.debugger.source_map import LineError
from ptxpy.debugger.stack import title_of
from ptxpy.debugger.stops import SessionError
from ptxpy.sim import UnmappedAddressError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ptxpy.debugger.adapter.wire import Message, Wire
    from ptxpy.debugger.stops import Stop
    from ptxpy.debugger.targets import Target

__all__ = ["Adapter"]

Targets: TypeAlias = "Callable[[Mapping[str, Any]], Iterator[Target]]"

_WARPS_PER_CTA: Final = 64
"""The numbers of threads of the protocol that a CTA has."""
_LAUNCH_THREAD: Final = 1 << 30
"""The thread that is shown while no CTA runs."""
_REASONS: Final = {
    "watch": "data breakpoint",
    "fault": "exception",
    "uninitialised": "exception",
    "start": "entry",
}
"""The reasons of stops that the protocol calls otherwise."""

_CAPABILITIES: Final = {
    "supportsConfigurationDoneRequest": True,
    "supportsFunctionBreakpoints": True,
    "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True,
    "supportsLogPoints": True,
    "supportsEvaluateForHovers": True,
    "supportsStepBack": True,
    "supportsSteppingGranularity": True,
    "supportsDataBreakpoints": True,
    "supportsInstructionBreakpoints": True,
    "supportsBreakpointLocationsRequest": True,
    "supportsDisassembleRequest": True,
    "supportsReadMemoryRequest": True,
    "supportsExceptionInfoRequest": True,
    "supportsLoadedSourcesRequest": True,
    "supportsRestartRequest": True,
    "supportsTerminateRequest": True,
    "supportsValueFormattingOptions": True,
    "exceptionBreakpointFilters": [
        {
            "filter": UNINITIALISED,
            "label": "Uninitialised reads",
            "description": "With `strict`, stop at reads of registers and memory that nothing "
            "has written",
            "default": True,
        }
    ],
}


class Adapter:
    """Answers the requests of an editor."""

    def __init__(self, wire: Wire, targets: Targets) -> None:
        """Take the streams, and the function that makes the launches of launch attributes."""
        self._wire = wire
        self._host = Host(wire)
        self._variables = VariableRequests(self._host)
        self._breakpoints = BreakpointRequests(self._host, self._variables)
        self._parts = (self, self._variables, self._breakpoints, SourceRequests(self._host))
        self._make_targets = targets
        self._targets: Iterator[Target] = iter(())
        self._attributes: Mapping[str, Any] = {}
        self._is_over = False
        self._is_configured = False
        """Whether the editor has set all that it wants before the launch begins."""

    # ------------------------------------------------------------------------ messages

    def serve(self) -> None:
        """Answer requests until the editor disconnects, or the stream ends."""
        try:
            while not self._is_over:
                message = self._wire.read()
                if message is None:
                    break
                if message.get("type") == "request":
                    self._answer(message)
        finally:
            if self._host.current is not None:
                self._host.current.quit()

    def _answer(self, request: Message) -> None:
        command = request.get("command")
        answer = {"type": "response", "request_seq": request["seq"], "command": str(command)}
        arguments = request.get("arguments")
        after: Callable[[], object] | None = None
        try:
            method = self._method(str(command))
            found = method(arguments if isinstance(arguments, dict) else {})
            # What a request sets off comes behind its answer.
            body, after = found if isinstance(found, tuple) else (found, None)
            answer |= {"success": True, **({} if body is None else {"body": body})}
        except (KeyError, TypeError, AttributeError) as error:
            if os.environ.get("PTXPY_DEBUG"):
                raise
            answer |= self._failure(f"the arguments of {command} are wrong: {error!r}")
        except (
            RequestError, LaunchRefusedError, SessionError, LineError, ExpressionError,
            UnmappedAddressError, ValueError,
        ) as error:  # fmt: skip
            answer |= self._failure(str(error))
        self._host.write(answer)
        if after is not None:
            after()

    def _method(self, command: str) -> Callable[[Message], Any]:
        """Return the method that answers a request."""
        if command.isalpha():
            name = re.sub(r"(?<!^)(?=[A-Z])", "_", command).lower()
            for part in self._parts:
                method: Callable[[Message], Any] | None = getattr(part, f"request_{name}", None)
                if method is not None:
                    return method
        message = "this request is not supported"
        raise RequestError(message)

    @staticmethod
    def _failure(text: str) -> Message:
        # Braces in the text are no variables.
        shown = text.replace("{", "(").replace("}", ")")
        return {
            "success": False,
            "message": text.partition("\n")[0],
            "body": {"error": {"id": 1, "format": shown, "showUser": True}},
        }

    # ------------------------------------------------------------------ begin and end

    def request_initialize(self, arguments: Message) -> Message:
        """Tell the capabilities of the adapter."""
        self._host.invalidates = bool(arguments.get("supportsInvalidatedEvent"))
        return dict(_CAPABILITIES)

    def request_launch(self, arguments: Message) -> tuple[None, Callable[[], object]]:
        """Load the kernel of a launch, which begins when the breakpoints are set."""
        self._attributes = arguments
        self._targets = self._make_targets(arguments)
        first = next(self._targets, None)
        if first is None:
            message = "nothing was launched"
            raise LaunchRefusedError(message)
        session = self._session_of(first, is_first=True)

        def launched() -> None:
            self._host.event("initialized")
            self._breakpoints.begin(session)
            # An editor may have set all its breakpoints before.
            if self._is_configured:
                session.begin()

        return None, launched

    def _session_of(self, target: Target, *, is_first: bool) -> Session:
        host = self._host
        host.current = Session(
            target,
            strict=bool(self._attributes.get("strict")),
            stop_on_entry=is_first and bool(self._attributes.get("stopOnEntry")),
            stopped=self._stopped,
            printed=lambda text: host.output(text.decode("utf-8", "replace")),
            logged=lambda text: host.output(f"{text}\n", "console"),
        )
        return host.current

    def request_configuration_done(self, _: Message) -> tuple[None, Callable[[], object]]:
        """Begin the launch, or let it begin as soon as there is one."""
        self._is_configured = True
        session = self._host.current
        return None, (lambda: None) if session is None else session.begin

    def request_disconnect(self, _: Message) -> tuple[None, Callable[[], object]]:
        """End the launch, and the adapter."""
        return None, self._end

    def _end(self) -> None:
        self._is_over = True

    def request_terminate(self, _: Message) -> tuple[None, Callable[[], object]]:
        """End the launch."""

        def end() -> None:
            self._host.session.quit()
            self._host.event("terminated")

        return None, end

    def request_restart(self, _: Message) -> tuple[None, Callable[[], object]]:
        """Begin the launch again."""
        session = self._host.session
        if session.stop is None:
            session.hold_quietly()
        self._forget()
        return None, session.restart

    def _forget(self) -> None:
        """Forget the frames and variables of the last stop."""
        self._host.frames.clear()
        self._variables.forget()

    # ------------------------------------------------- stops, in the thread of the launch

    def _stopped(self, stop: Stop) -> None:
        """Tell the editor that the launch is held, or has ended."""
        host, session = self._host, self._host.session
        self._forget()
        if stop.reason == "ended":
            if stop.text:
                host.output(f"{stop.text}\n", "stderr")
            session.resume()
            return
        if stop.reason == "finished":
            self._finished(stop)
            return
        if stop.reason in ("fault", "uninitialised"):
            host.output(f"{stop.text}\n", "stderr")
        body: Message = {
            "reason": _REASONS.get(stop.reason, stop.reason),
            "threadId": self._thread_id(session.focus),
            "allThreadsStopped": True,
        }
        if stop.numbers:
            body["hitBreakpointIds"] = list(stop.numbers)
        text = self._describe(stop)
        if text:
            body |= {"description": text.partition("\n")[0], "text": text}
        host.event("stopped", **body)

    def _describe(self, stop: Stop) -> str:
        write = stop.write
        if write is None:
            return stop.text
        session = self._host.session
        watch = session.watches.get(stop.numbers[0]) if stop.numbers else None
        type_ = "" if watch is None else watch.type
        old, new = (inspection.bytes_text(type_, each) for each in (write.old, write.new))
        place = session.map.place(write.ordinal)
        who = inspection.thread_name(session, write.threads[0])
        return f"{old} became {new}, written at {place.path}:{place.line} by {who}"

    def _finished(self, stop: Stop) -> None:
        host = self._host
        failed = host.session.error is not None
        if failed:
            host.output(f"{stop.text}\n", "stderr")
        following = None if failed else next(self._targets, None)
        if following is None:
            host.event("exited", exitCode=int(failed or host.session.has_faulted))
            host.event("terminated")
            return
        host.output(f"{title_of(following.title)}\n", "console")
        session = self._session_of(following, is_first=False)
        self._breakpoints.begin(session)
        session.begin()

    # ----------------------------------------------------------------------- running

    def request_continue(self, _: Message) -> tuple[Message, Callable[[], object]]:
        """Run on."""
        return {"allThreadsContinued": True}, self._host.held.resume

    def request_reverse_continue(self, _: Message) -> tuple[None, Callable[[], object]]:
        """Go back to the last breakpoint."""
        return None, self._host.held.resume_back

    def request_pause(self, _: Message) -> None:
        """Hold the launch."""
        self._host.session.pause()

    def request_next(self, arguments: Message) -> tuple[None, Callable[[], object]]:
        """Step over calls."""
        return self._step("over", arguments)

    def request_step_in(self, arguments: Message) -> tuple[None, Callable[[], object]]:
        """Step into calls."""
        return self._step("in", arguments)

    def request_step_out(self, arguments: Message) -> tuple[None, Callable[[], object]]:
        """Run until the function returns."""
        return self._step("out", arguments)

    def request_step_back(self, arguments: Message) -> tuple[None, Callable[[], object]]:
        """Go back one step."""
        return self._step("over", arguments, back=True)

    def _step(
        self, kind: str, arguments: Message, *, back: bool = False
    ) -> tuple[None, Callable[[], object]]:
        session = self._host.held
        thread = int(arguments["threadId"])
        if thread != _LAUNCH_THREAD:
            session.look_at(self._focus_of(thread))
            if session.frames():
                session.select(0)
        by_line = arguments.get("granularity", "statement") != "instruction"
        step = session.step_back if back else session.step
        return None, lambda: step(kind, by_line=by_line)

    # ------------------------------------------------------------- threads and stacks

    @staticmethod
    def _thread_id(focus: Focus) -> int:
        return focus.cta * _WARPS_PER_CTA + focus.warp + 1

    def _focus_of(self, thread: int) -> Focus:
        """Return the lane of a warp that is looked at: the focus, or the first that runs."""
        session = self._host.held
        cta, warp = divmod(thread - 1, _WARPS_PER_CTA)
        if (cta, warp) == (session.focus.cta, session.focus.warp):
            return session.focus
        first = Focus(cta, warp * WARP)
        if session.lane(first) is None:
            message = f"no thread {thread}, or its CTA does not run now"
            raise RequestError(message)
        places = session.state.places(session.warp_lanes(first))
        lanes = sorted(int(place.lanes[0]) for place in places)
        return session.batch.focus_of(lanes[0]) if lanes else first

    def request_threads(self, _: Message) -> Message:
        """List the warps of the CTA that is looked at."""
        session = self._host.session
        launch = [{"id": _LAUNCH_THREAD, "name": title_of(session.target.title)}]
        if session.stop is None or session.stop.reason in ("ended", "finished"):
            return {"threads": launch}
        cta = session.focus.cta
        where = session.geometry.cta_coordinates(cta)
        rows = inspection.warps(session)
        return {
            "threads": [
                {
                    "id": self._thread_id(Focus(cta, row.number * WARP)),
                    "name": f"CTA {where}, {row.name}: {row.status}",
                }
                for row in rows
            ]
        }

    def request_stack_trace(self, arguments: Message) -> Message:
        """List the calls of a warp, inlined ones among them."""
        thread = int(arguments["threadId"])
        if thread == _LAUNCH_THREAD:
            return {"stackFrames": [], "totalFrames": 0}
        host, focus = self._host, self._focus_of(thread)
        frames = host.held.frames(focus)
        first = int(arguments.get("startFrame") or 0)
        levels = int(arguments.get("levels") or len(frames))
        told = []
        for index, frame in [*enumerate(frames)][first : first + levels]:
            number = len(host.frames) + 1
            host.frames[number] = ToldFrame(focus, index, frame)
            told.append(
                {
                    "id": number,
                    "name": frame.function,
                    "line": frame.place.line,
                    "column": 1,
                    "source": source_of(host.lines, frame.place.path),
                    "instructionPointerReference": hex(host.lines.index(frame.ordinal)),
                }
            )
        return {"stackFrames": told, "totalFrames": len(frames)}

    def request_exception_info(self, _: Message) -> Message:
        """Tell about a fault."""
        stop = self._host.held.stop
        text = "" if stop is None else stop.text
        return {
            "exceptionId": text.partition("\n")[0] or "fault",
            "description": text,
            "breakMode": "always",
        }
