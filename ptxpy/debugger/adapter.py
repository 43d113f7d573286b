"""The Debug Adapter: the protocol by which editors debug, on a held launch.

A thread of the protocol is a warp of the CTA that is looked at; the stack, the registers and the
memory are those of one of its lanes.
"""

from __future__ import annotations

import base64
import io
import os
import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.debugger import inspection
from ptxpy.debugger.breakpoints import Breakpoint, Watch
from ptxpy.debugger.commands import new_watch
from ptxpy.debugger.expressions import Expression, ExpressionError
from ptxpy.debugger.session import WARP, Focus, Session, SessionError
from ptxpy.debugger.source_map import LineError, SourcePlace
from ptxpy.debugger.terminal import Terminal, is_command
from ptxpy.debugger.thread_names import short_name
from ptxpy.sim import UnmappedAddressError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ptxpy.debugger.inspection import FrameRow, RegisterRow
    from ptxpy.debugger.session import Stop
    from ptxpy.debugger.source_map import SourceMap
    from ptxpy.debugger.targets import Target
    from ptxpy.debugger.thread_names import BoundNames
    from ptxpy.debugger.wire import Message, Wire
    from ptxpy.sim import Fields, LanesAt

__all__ = ["Adapter", "LaunchRefusedError"]

Targets: TypeAlias = "Callable[[Mapping[str, Any]], Iterator[Target]]"
Variable: TypeAlias = "dict[str, Any]"

_WARPS_PER_CTA: Final = 64
"""The numbers of threads of the protocol that a CTA has."""
_LAUNCH_THREAD: Final = 1 << 30
"""The thread that is shown while no CTA runs."""
_MAX_DISASSEMBLED: Final = 10_000
_MAX_READ_BYTES: Final = 1 << 20
_MAX_CHILDREN: Final = 4096
_REASONS: Final = {
    "watch": "data breakpoint",
    "fault": "exception",
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
}


class LaunchRefusedError(Exception):
    """A launch whose attributes are wrong."""


class _RequestError(Exception):
    """A request that can't be carried out, with the reason."""


class _Frame(NamedTuple):
    """A frame of the stack that the editor was told."""

    focus: Focus
    row: FrameRow


class Adapter:
    """Answers the requests of an editor."""

    def __init__(self, wire: Wire, targets: Targets) -> None:
        """Take the streams, and the function that makes the launches of launch attributes."""
        self._wire = wire
        self._make_targets = targets
        self._targets: Iterator[Target] = iter(())
        self._session: Session | None = None
        self._attributes: Mapping[str, Any] = {}
        self._is_over = False
        self._frames: dict[int, _Frame] = {}
        self._children: dict[int, Callable[[int, int], list[Variable]]] = {}
        """The functions that list the children of variables, by reference."""
        self._elements: dict[int, str] = {}
        """The variables in shared memory that have elements, by reference."""
        self._sources: dict[str, tuple[int, ...]] = {}
        """The numbers of the breakpoints of each source, and of each other kind."""
        self._wanted: dict[str, tuple[Callable[[Message], Message], Message]] = {}
        """The last requests about breakpoints, which hold for the next launch, too."""
        self._invalidates = False

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
            if self._session is not None:
                self._session.quit()

    def _answer(self, request: Message) -> None:
        command = request.get("command")
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", str(command)).lower()
        answer = {"type": "response", "request_seq": request["seq"], "command": str(command)}
        method = getattr(self, f"request_{name}", None) if str(command).isalpha() else None
        arguments = request.get("arguments")
        after: Callable[[], object] | None = None
        try:
            found = (method or _refuse)(arguments if isinstance(arguments, dict) else {})
            # What a request sets off comes behind its answer.
            body, after = found if isinstance(found, tuple) else (found, None)
            answer |= {"success": True, **({} if body is None else {"body": body})}
        except (KeyError, TypeError, AttributeError) as error:
            if os.environ.get("PTXPY_DEBUG"):
                raise
            answer |= self._failure(f"the arguments of {command} are wrong: {error!r}")
        except (
            _RequestError, LaunchRefusedError, SessionError, LineError, ExpressionError,
            UnmappedAddressError, ValueError,
        ) as error:  # fmt: skip
            answer |= self._failure(str(error))
        self._wire.write(answer)
        if after is not None:
            after()

    @staticmethod
    def _failure(text: str) -> Message:
        # Braces in the text are no variables.
        shown = text.replace("{", "(").replace("}", ")")
        return {
            "success": False,
            "message": text.partition("\n")[0],
            "body": {"error": {"id": 1, "format": shown, "showUser": True}},
        }

    def _event(self, name: str, **body: Any) -> None:
        self._wire.write({"type": "event", "event": name, **({"body": body} if body else {})})

    def output(self, text: str, category: str = "stdout") -> None:
        """Show text in the console of the editor."""
        self._event("output", category=category, output=text)

    @property
    def session(self) -> Session:
        """The session; raises an error before the launch."""
        if self._session is None:
            message = "nothing has been launched"
            raise _RequestError(message)
        return self._session

    @property
    def _held(self) -> Session:
        """The session while its launch is held."""
        if self.session.stop is None:
            message = "the launch runs: pause it first"
            raise _RequestError(message)
        return self.session

    @property
    def _map(self) -> SourceMap:
        return self.session.map

    # ------------------------------------------------------------------ begin and end

    def request_initialize(self, arguments: Message) -> Message:
        """Tell the capabilities of the adapter."""
        self._invalidates = bool(arguments.get("supportsInvalidatedEvent"))
        return dict(_CAPABILITIES)

    def request_launch(self, arguments: Message) -> tuple[None, Callable[[], object]]:
        """Load the kernel of a launch, which begins when the breakpoints are set."""
        self._attributes = arguments
        self._targets = self._make_targets(arguments)
        first = next(self._targets, None)
        if first is None:
            message = "nothing was launched"
            raise LaunchRefusedError(message)
        self._session = self._session_of(first, is_first=True)
        return None, lambda: self._event("initialized")

    def _session_of(self, target: Target, *, is_first: bool) -> Session:
        return Session(
            target,
            strict=bool(self._attributes.get("strict")),
            stop_on_entry=is_first and bool(self._attributes.get("stopOnEntry")),
            stopped=self._stopped,
            printed=lambda text: self.output(text.decode("utf-8", "replace")),
            logged=lambda text: self.output(f"{text}\n", "console"),
        )

    def request_configuration_done(self, _: Message) -> tuple[None, Callable[[], object]]:
        """Begin the launch."""
        return None, self.session.begin

    def request_disconnect(self, _: Message) -> tuple[None, Callable[[], object]]:
        """End the launch, and the adapter."""
        return None, self._end

    def request_terminate(self, _: Message) -> tuple[None, Callable[[], object]]:
        """End the launch."""

        def end() -> None:
            self.session.quit()
            self._event("terminated")

        return None, end

    def _end(self) -> None:
        self._is_over = True

    def request_restart(self, _: Message) -> tuple[None, Callable[[], object]]:
        """Begin the launch again."""
        session = self.session
        if session.stop is None:
            session.hold_quietly()
        self._forget()
        return None, session.restart

    def _stopped(self, stop: Stop) -> None:
        """Tell the editor that the launch is held, or has ended; in the thread of the launch."""
        session = self.session
        self._forget()
        if stop.reason == "ended":
            if stop.text:
                self.output(f"{stop.text}\n", "stderr")
            session.resume()
            return
        if stop.reason == "finished":
            self._finished(stop)
            return
        if stop.reason == "fault":
            self.output(f"{stop.text}\n", "stderr")
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
        self._event("stopped", **body)

    def _describe(self, stop: Stop) -> str:
        write = stop.write
        if write is None:
            return stop.text
        session = self.session
        watch = session.watches.get(stop.numbers[0]) if stop.numbers else None
        type_ = "" if watch is None else watch.type
        old, new = (inspection.bytes_text(type_, each) for each in (write.old, write.new))
        place = session.map.place(write.ordinal)
        who = inspection.thread_name(session, Focus(*write.threads[0]))
        return f"{old} became {new}, written at {place.path}:{place.line} by {who}"

    def _finished(self, stop: Stop) -> None:
        failed = self.session.error is not None
        if failed:
            self.output(f"{stop.text}\n", "stderr")
        following = None if failed else next(self._targets, None)
        if following is None:
            self._event("exited", exitCode=int(failed or self.session.has_faulted))
            self._event("terminated")
            return
        self.output(f"{inspection.title_of(following.title)}\n", "console")
        self._session = self._session_of(following, is_first=False)
        self._sources.clear()
        for request, arguments in [*self._wanted.values()]:
            request(arguments)
        self._session.begin()

    def _forget(self) -> None:
        """Forget the frames and variables of the last stop."""
        self._frames.clear()
        self._children.clear()
        self._elements.clear()

    # ------------------------------------------------------------- setting breakpoints

    def request_set_breakpoints(self, arguments: Message) -> Message:
        """Set the breakpoints of a source."""
        source = arguments["source"]
        path = self._path_of(source)
        wanted = arguments.get("breakpoints")
        if wanted is None:
            wanted = [{"line": line} for line in arguments.get("lines", ())]
        self._wanted[f"source {path}"] = self.request_set_breakpoints, arguments
        made = [lambda each=each: self._breakpoint_at(path, each) for each in wanted]
        return self._set(f"source {path}", made)

    def request_set_function_breakpoints(self, arguments: Message) -> Message:
        """Set the breakpoints at functions."""
        self._wanted["functions"] = self.request_set_function_breakpoints, arguments
        made = [lambda each=each: self._function(each) for each in arguments["breakpoints"]]
        return self._set("functions", made)

    def request_set_instruction_breakpoints(self, arguments: Message) -> Message:
        """Set the breakpoints at instructions."""
        self._wanted["instructions"] = (
            self.request_set_instruction_breakpoints,
            arguments,
        )
        made = [lambda each=each: self._instruction(each) for each in arguments["breakpoints"]]
        return self._set("instructions", made)

    def _set(self, kind: str, makers: Sequence[Callable[[], Breakpoint]]) -> Message:
        """Replace the breakpoints of a kind; return the answer to the editor."""
        session = self.session
        for number in self._sources.pop(kind, ()):
            if number in session.breakpoints:
                session.remove(number)
        told = []
        for make in makers:
            try:
                made = make()
            except (LineError, ExpressionError, SessionError, _RequestError) as error:
                told.append({"verified": False, "message": str(error)})
                continue
            session.add(made)
            self._sources[kind] = (*self._sources.get(kind, ()), made.number)
            told.append(
                {
                    "id": made.number,
                    "verified": True,
                    "line": made.place.line,
                    "source": self._source(made.place.path),
                }
            )
        return {"breakpoints": told}

    def _breakpoint_at(self, path: str, wanted: Message) -> Breakpoint:
        place, ordinals = self._map.find(path, int(wanted["line"]))
        return self._made(place, ordinals, wanted)

    def _function(self, wanted: Message) -> Breakpoint:
        ordinals = self._map.function(str(wanted["name"]))
        return self._made(self._map.place(ordinals[0]), ordinals, wanted)

    def _instruction(self, wanted: Message) -> Breakpoint:
        at = self._index_of(str(wanted["instructionReference"])) + int(wanted.get("offset", 0))
        if not 0 <= at < len(self._map.instructions):
            message = "no instruction is there"
            raise _RequestError(message)
        ordinal = self._map.instructions[at][0]
        return self._made(self._map.ptx(ordinal), [ordinal], wanted)

    def _made(self, place: SourcePlace, ordinals: Sequence[int], wanted: Message) -> Breakpoint:
        condition, hits = wanted.get("condition"), str(wanted.get("hitCondition") or "")
        match = re.fullmatch(r"\s*(?:(>=|>|==|=)?\s*(\d{1,9}))?\s*", hits, re.ASCII)
        if match is None:
            message = f"{hits!r} is no number of hits; expected 5, or > 5"
            raise _RequestError(message)
        count = int(match[2] or 0) - (match[1] != ">") if match[2] else 0
        return Breakpoint(
            self.session.new_number(),
            tuple(ordinals),
            place,
            condition=Expression(condition) if condition else None,
            after=max(0, count),
            only_hit=max(1, count + 1) if match[1] in ("==", "=") else 0,
            message=str(wanted.get("logMessage") or ""),
        )

    def request_breakpoint_locations(self, arguments: Message) -> Message:
        """List the lines of a source that have instructions."""
        first = int(arguments["line"])
        last = int(arguments.get("endLine", first))
        lines = self._map.lines_of(self._path_of(arguments["source"]))
        return {"breakpoints": [{"line": line} for line in lines if first <= line <= last]}

    def request_set_exception_breakpoints(self, _: Message) -> None:
        """Do nothing: faults always hold the launch."""

    def request_data_breakpoint_info(self, arguments: Message) -> Message:
        """Tell whether memory can be watched, and by which name."""
        text = str(arguments["name"])
        if "frameId" in arguments:
            self._look_at(int(arguments["frameId"]))
        elif arguments.get("variablesReference") in self._elements:
            text = f"{self._elements[arguments['variablesReference']]}[{text}]"
        try:
            watch = new_watch(self._held, text, 0)
        except (ExpressionError, SessionError, UnmappedAddressError) as error:
            return {"dataId": None, "description": str(error).partition("\n")[0]}
        identity = (watch.space, watch.cta, watch.thread, watch.address, watch.size, watch.type)
        return {
            "dataId": "|".join(map(str, (*identity, text))),
            "description": f"{text}, {watch.size} bytes of {watch.space} memory",
            "accessTypes": ["write"],
            "canPersist": False,
        }

    def request_set_data_breakpoints(self, arguments: Message) -> Message:
        """Set the watches."""
        session = self._held
        session.watches.clear()
        told: list[Message] = []
        for wanted in arguments["breakpoints"]:
            parts = str(wanted["dataId"]).split("|", 6)
            if len(parts) != 7 or parts[0] not in ("shared", "local", "global"):  # noqa: PLR2004
                told.append({"verified": False, "message": "no memory has this identity"})
                continue
            space, cta, thread, address, size, type_, text = parts
            number = session.new_number()
            session.watch(
                Watch(number, text, space, int(cta), int(thread), int(address), int(size), type_)
            )
            told.append({"id": number, "verified": True})
        return {"breakpoints": told}

    # ----------------------------------------------------------------------- running

    def request_continue(self, _: Message) -> tuple[Message, Callable[[], object]]:
        """Run on."""
        return {"allThreadsContinued": True}, self._held.resume

    def request_reverse_continue(self, _: Message) -> tuple[None, Callable[[], object]]:
        """Go back to the last breakpoint."""
        return None, self._held.resume_back

    def request_pause(self, _: Message) -> None:
        """Hold the launch."""
        self.session.pause()

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
        session = self._held
        self._choose(int(arguments["threadId"]))
        by_line = arguments.get("granularity", "statement") != "instruction"
        step = session.step_back if back else session.step
        return None, lambda: step(kind, by_line=by_line)

    # ------------------------------------------------------------------------ threads

    @staticmethod
    def _thread_id(focus: Focus) -> int:
        return focus.cta * _WARPS_PER_CTA + focus.warp + 1

    def _focus_of(self, thread: int) -> Focus:
        """Return the lane of a warp that is looked at: the focus, or the first that runs."""
        session = self._held
        cta, warp = divmod(thread - 1, _WARPS_PER_CTA)
        if (cta, warp) == (session.focus.cta, session.focus.warp):
            return session.focus
        first = Focus(cta, warp * WARP)
        if session.lane(first) is None:
            message = f"no thread {thread}, or its CTA does not run now"
            raise _RequestError(message)
        places = session.state.places(session.warp_lanes(first))
        lanes = sorted(int(place.lanes[0]) for place in places)
        machine = session.state.machine
        return Focus(cta, int(machine.thread_of[lanes[0]])) if lanes else first

    def _choose(self, thread: int) -> None:
        if thread != _LAUNCH_THREAD:
            self._held.look_at(self._focus_of(thread))

    def request_threads(self, _: Message) -> Message:
        """List the warps of the CTA that is looked at."""
        session = self.session
        launch = [{"id": _LAUNCH_THREAD, "name": inspection.title_of(session.target.title)}]
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
        """List the calls of a warp."""
        thread = int(arguments["threadId"])
        if thread == _LAUNCH_THREAD:
            return {"stackFrames": [], "totalFrames": 0}
        focus = self._focus_of(thread)
        rows = inspection.frames(self._held, focus)
        first = int(arguments.get("startFrame") or 0)
        levels = int(arguments.get("levels") or len(rows))
        told = []
        for row in rows[first : first + levels]:
            number = len(self._frames) + 1
            self._frames[number] = _Frame(focus, row)
            told.append(
                {
                    "id": number,
                    "name": row.function,
                    "line": row.place.line,
                    "column": 1,
                    "source": self._source(row.place.path),
                    "instructionPointerReference": hex(self._index(row.ordinal)),
                }
            )
        return {"stackFrames": told, "totalFrames": len(rows)}

    def _frame(self, number: int) -> _Frame:
        self._held  # noqa: B018 - raises while the launch runs
        found = self._frames.get(number)
        if found is None:
            message = "no frame of this number: the launch has run on"
            raise _RequestError(message)
        return found

    def _look_at(self, number: int) -> _Frame:
        found = self._frame(number)
        self._held.look_at(found.focus)
        return found

    def request_exception_info(self, _: Message) -> Message:
        """Tell about a fault."""
        stop = self._held.stop
        text = "" if stop is None else stop.text
        return {
            "exceptionId": text.partition("\n")[0] or "fault",
            "description": text,
            "breakMode": "always",
        }

    # ---------------------------------------------------------------------- variables

    def request_scopes(self, arguments: Message) -> Message:
        """List the parts of the state."""
        frame = self._frame(int(arguments["frameId"]))
        session = self._held
        session.look_at(frame.focus)
        at = frame.row.at
        parts: list[tuple[str, str, Callable[[], list[Variable]]]] = [
            ("Registers", "registers",
             lambda: self._registers(frame, inspection.registers_of(session, at))),
            ("Predicates", "registers",
             lambda: self._registers(frame, inspection.predicates_of(session, at))),
            ("Parameters", "arguments",
             lambda: self._plain(inspection.parameter_rows(session, at))),
            ("Special registers", "registers",
             lambda: self._registers(frame, inspection.special_rows(session, at))),
            ("Shared memory", "locals", lambda: self._shared(frame)),
            ("Barriers", "locals", lambda: self._plain(
                [(name, "", text) for name, text in
                 inspection.barrier_rows(session) + inspection.mbarrier_rows(session)])),
            ("In flight", "locals", lambda: self._plain(
                [(name, "", text) for name, text in inspection.flight_rows(session)])),
        ]  # fmt: skip
        if session.state.machine.uses_tensor_memory:
            rows = inspection.tensor_rows(session)
            parts.append(
                ("Tensor memory", "locals",
                 lambda: self._plain([(name, "", text) for name, text in rows]))
            )  # fmt: skip
        return {
            "scopes": [
                {
                    "name": name,
                    "presentationHint": hint,
                    "variablesReference": self._listed(frame, make),
                    "expensive": name not in ("Registers", "Parameters"),
                }
                for name, hint, make in parts
            ]
        }

    def _listed(self, frame: _Frame, make: Callable[[], list[Variable]]) -> int:
        def children(first: int, count: int) -> list[Variable]:
            self._held.look_at(frame.focus)
            return make()[first : first + count]

        return self._reference(children)

    def _reference(self, children: Callable[[int, int], list[Variable]]) -> int:
        number = len(self._children) + 1
        self._children[number] = children
        return number

    def request_variables(self, arguments: Message) -> Message:
        """List the children of a variable."""
        self._held  # noqa: B018 - raises while the launch runs
        children = self._children.get(int(arguments["variablesReference"]))
        if children is None:
            message = "no variables of this number: the launch has run on"
            raise _RequestError(message)
        first = int(arguments.get("start") or 0)
        count = int(arguments.get("count") or _MAX_CHILDREN)
        return {"variables": children(first, min(count, _MAX_CHILDREN))}

    def _registers(self, frame: _Frame, rows: Sequence[RegisterRow]) -> list[Variable]:
        lane = frame.focus.lane
        found = []
        for row in rows:
            name = f"{row.name} {row.called}".strip()
            own = row.values[lane] if lane < len(row.values) else row.values[0]
            is_same = len({*row.values}) == 1
            variable: Variable = {
                "name": name,
                "value": own if is_same else f"{own}  ({row.summary})",
                "type": row.type,
                "evaluateName": row.name,
                "variablesReference": 0,
            }
            if not is_same:
                variable["indexedVariables"] = len(row.values)
                variable["variablesReference"] = self._reference(_lanes(row))
            found.append(variable)
        return found

    @staticmethod
    def _plain(rows: Sequence[tuple[str, str, str]]) -> list[Variable]:
        return [
            {
                "name": name, "value": value, "variablesReference": 0,
                **({"type": type_, "evaluateName": name} if type_ else {}),
            }
            for name, type_, value in rows
        ]  # fmt: skip

    def _shared(self, frame: _Frame) -> list[Variable]:
        session = self._held
        found = []
        for field, text in inspection.shared_rows(session):
            _, _, count = inspection.elements_of(field)
            end = field.start + field.size
            variable: Variable = {
                "name": short_name("", field.name),
                "value": f"{field.start:#x} to {end:#x}: {text}",
                "type": field.type or "bytes",
                "evaluateName": field.name,
                "memoryReference": _memory_reference("shared", frame.focus, field.start),
                "variablesReference": 0,
            }
            if count > 1:
                number = self._reference(self._elements_of(frame, field))
                self._elements[number] = field.name
                variable |= {"indexedVariables": count, "variablesReference": number}
            found.append(variable)
        return found

    def _elements_of(self, frame: _Frame, field: Fields) -> Callable[[int, int], list[Variable]]:
        def children(first: int, count: int) -> list[Variable]:
            session = self._held
            session.look_at(frame.focus)
            texts = inspection.shared_elements(session, field, first, count)
            return [
                {
                    "name": str(index),
                    "value": text,
                    "evaluateName": f"{field.name}[{index}]",
                    "variablesReference": 0,
                }
                for index, text in enumerate(texts, first)
            ]

        return children

    def request_evaluate(self, arguments: Message) -> Message:
        """Evaluate an expression, or carry out a command of the terminal."""
        text = str(arguments["expression"]).strip()
        session = self._held
        place: LanesAt | None
        if "frameId" in arguments:
            place = self._look_at(int(arguments["frameId"])).row.at
        else:
            place = session.place()
        if arguments.get("context") == "repl" and is_command(text):
            # A kernel has names such as i and x more often than a console has the short commands.
            lane_names = None if place is None else session.names.at(place, [session.lane()])
            if lane_names is None or not _is_short_name(text, lane_names):
                return self._command(text)
        if place is None:
            message = "the thread that is looked at has ended"
            raise _RequestError(message)
        lanes = np.asarray(session.warp_lanes())
        names = session.names.at(place, lanes)
        expression = Expression(text)
        lane = lanes.tolist().index(session.lane())
        found = expression.evaluate(names)
        values = tuple(found.text(k) for k in range(len(lanes)))
        own = values[lane]
        answer: Message = {"result": own, "variablesReference": 0}
        if found.type != "number":
            answer["type"] = found.type
        if len({*values}) > 1:
            row = inspection.RegisterRow(text, "", found.type, values)
            answer |= {
                "result": f"{own}  ({row.summary})",
                "variablesReference": self._reference(_lanes(row)),
                "indexedVariables": len(values),
            }
        memory = expression.place(names)
        if memory is not None and memory.space != "tensor":
            space, address = session.state.resolve(memory.space, int(memory.addresses[lane]))
            answer["memoryReference"] = _memory_reference(space, session.focus, address)
        return answer

    def _command(self, text: str) -> Message:
        """Carry out a command that does not run the launch."""
        session = self._held
        written = io.StringIO()
        before = session.focus
        Terminal.on(session, written).carry_out(text)
        if session.focus != before and self._invalidates:
            # Another CTA has other warps.
            self._event("invalidated", areas=["threads", "stacks", "variables"])
        return {"result": written.getvalue().rstrip("\n"), "variablesReference": 0}

    def request_read_memory(self, arguments: Message) -> Message:
        """Read bytes of memory."""
        session = self._held
        parts = str(arguments["memoryReference"]).split(":")
        if len(parts) != 4:  # noqa: PLR2004 - as `_memory_reference` writes it
            message = "no memory has this name"
            raise _RequestError(message)
        space, cta, thread, start = parts
        address = int(start, 16) + int(arguments.get("offset") or 0)
        count = min(int(arguments["count"]), _MAX_READ_BYTES)
        lane = session.lane(Focus(int(cta), int(thread)))
        if lane is None:
            message = "the CTA of this memory does not run now"
            raise _RequestError(message)
        # As much is read as there is.
        low, high = 0, count
        while low < high:
            middle = (low + high + 1) // 2
            try:
                session.state.read(space, lane, address, middle)
                low = middle
            except UnmappedAddressError:
                high = middle - 1
        data = session.state.read(space, lane, address, low) if low else b""
        answer: Message = {"address": hex(address), "unreadableBytes": count - low}
        return answer | ({"data": base64.b64encode(data).decode()} if data else {})

    # ------------------------------------------------------------------------ sources

    def _path_of(self, source: Message) -> str:
        """Return the path of a source that the editor names."""
        number = source.get("sourceReference")
        if number:
            return self._map.ptx_path
        path = str(source.get("path") or source.get("name") or "")
        return self._map.file_of(path) or path

    def _source(self, path: str) -> Message:
        name = path.replace("\\", "/").rpartition("/")[2]
        if path == self._map.ptx_path and not os.path.isfile(path):  # noqa: PTH113 - any name
            # The PTX of a Python kernel, or of a captured launch, has no file.
            return {"name": name, "sourceReference": 1}
        return {"name": name, "path": os.path.abspath(path)}  # noqa: PTH100 - as above

    def request_source(self, arguments: Message) -> Message:
        """Give the text of the PTX, if it has no file."""
        del arguments
        return {"content": "\n".join(self._map.rows(self._map.ptx_path) or [])}

    def request_loaded_sources(self, _: Message) -> Message:
        """List the sources that instructions come from."""
        return {"sources": [self._source(path) for path in self._map.paths]}

    def _index(self, ordinal: int) -> int:
        return self._map.index(ordinal)

    def _index_of(self, reference: str) -> int:
        try:
            return int(reference, 0)
        except ValueError:
            message = f"{reference!r} is no instruction"
            raise _RequestError(message) from None

    def request_disassemble(self, arguments: Message) -> Message:
        """List instructions of the PTX."""
        first = self._index_of(str(arguments["memoryReference"]))
        first += int(arguments.get("offset") or 0) + int(arguments.get("instructionOffset") or 0)
        count = min(int(arguments["instructionCount"]), _MAX_DISASSEMBLED)
        told: list[Message] = []
        for at in range(first, first + count):
            if not 0 <= at < len(self._map.instructions):
                told.append(
                    {
                        "address": hex(at & 0xFFFFFFFF),
                        "instruction": "",
                        "presentationHint": "invalid",
                    }
                )
                continue
            ordinal = self._map.instructions[at][0]
            place = self._map.place(ordinal)
            told.append(
                {
                    "address": hex(at),
                    "instruction": self._map.text(ordinal),
                    "location": self._source(place.path),
                    "line": place.line,
                }
            )
        return {"instructions": told}


def _refuse(_: Message) -> Message:
    message = "this request is not supported"
    raise _RequestError(message)


def _lanes(row: RegisterRow) -> Callable[[int, int], list[Variable]]:
    """Return the function that lists the values of a register in the lanes of the warp."""

    def children(first: int, count: int) -> list[Variable]:
        return [
            {
                "name": str(lane),
                "value": value,
                "variablesReference": 0,
                **({"evaluateName": f"{row.name}[{lane}]"} if row.name.startswith("%") else {}),
            }
            for lane, value in enumerate(row.values)
        ][first : first + count]

    return children


def _memory_reference(space: str, focus: Focus, address: int) -> str:
    return f"{space}:{focus.cta}:{focus.thread}:{address:#x}"


def _is_short_name(text: str, names: BoundNames) -> bool:
    """Return whether a text that may be a command of one letter is an expression here."""
    if not re.match(r"[a-z](?![\w/])", text):
        return False
    try:
        Expression(text).evaluate(names)
    except ExpressionError:
        return False
    return True
