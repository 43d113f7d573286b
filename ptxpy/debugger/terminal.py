"""The terminal front: the commands of gdb and cuda-gdb on a held launch."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, Final, Self, TextIO

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.debugger import inspection
from ptxpy.debugger.commands import (
    breakpoint_at,
    cta_index,
    new_watch,
    thread_index,
    watch_on,
)
from ptxpy.debugger.expressions import Expression, ExpressionError
from ptxpy.debugger.session import WARP, Focus, Session, SessionError
from ptxpy.debugger.source_map import LineError, SourcePlace
from ptxpy.debugger.thread_names import short_name
from ptxpy.isa import TYPES, nearest
from ptxpy.sim import UnmappedAddressError, coordinates, format_bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ptxpy.debugger.breakpoints import Threads, Write
    from ptxpy.debugger.session import Stop
    from ptxpy.debugger.targets import Target
    from ptxpy.sim import LanesAt

__all__ = ["Terminal", "is_command"]

_LISTED_LINES: Final = 10
_MAX_EXAMINED: Final = 1024
_MAX_REPEATED_STEPS: Final = 1_000_000
_VALUES_A_ROW: Final = 8
_WIDTHS: Final = {"b": 8, "h": 16, "w": 32, "g": 64}
"""The bits of the letters for widths of gdb."""
_ELSEWHERE: Final = {
    "cuda": "write thread 33, warp 1, lane 5 or cta 2,0; info warps and info launch",
    "disas": "list ptx shows the instructions around this one",
    "disassemble": "list ptx shows the instructions around this one",
    "down": "backtrace shows the calls",
    "frame": "backtrace shows the calls",
    "jump": "run and reverse-continue go back",
    "set": "the state is looked at, and not changed",
    "up": "backtrace shows the calls",
}
"""Commands of gdb and cuda-gdb that are absent, each with the way to do the same here."""
_MAX_COLUMNS: Final = 88
"""The columns that the values of eight lanes may take."""


class Command(NamedTuple):
    """A command of the terminal."""

    name: str
    arguments: str
    """The words behind it, for the help."""
    summary: str
    run: Callable[[Terminal, str], object]
    aliases: tuple[str, ...] = ()
    repeats: bool = False
    """Whether an empty line repeats it."""


class _LeaveError(Exception):
    """Ends the terminal."""


_ERRORS: Final = (SessionError, LineError, ExpressionError, UnmappedAddressError)


class Terminal:
    """Reads commands, and answers them; see the README for a walk through it."""

    prompt = "(ptxpy) "

    def __init__(
        self,
        targets: Iterable[Target],
        *,
        strict: bool = False,
        commands: Sequence[str] = (),
        is_batch: bool = False,
        output: TextIO | None = None,
    ) -> None:
        """Take the launches to debug, one after the other.

        Args:
            targets: The launches.
            strict: Whether strict mode watches.
            commands: Commands that are carried out first.
            is_batch: Whether no others are read.
            output: Where answers go. Default: standard output.
        """
        self.stdout = output or sys.stdout
        self._targets = iter(targets)
        self._strict = strict
        self._first = list(commands)
        self._is_batch = is_batch
        self._specs: dict[int, tuple[str, bool]] = {}
        """The texts of the breakpoints, by number, and whether they are temporary."""
        self._last = ""
        self._listed: SourcePlace | None = None
        self._following: Target | None = None
        """The launch behind this one, if it has been asked for."""
        self._displays: dict[int, tuple[str, Expression]] = {}
        """The format and the expression of each display, by number."""
        self._display_numbers = 0
        self.has_faulted = False
        """Whether a launch has faulted."""
        self.session: Session

    @classmethod
    def on(cls, session: Session, output: TextIO) -> Self:
        """Return a terminal on a session that is held."""
        terminal = cls((), output=output)
        terminal.session = session
        return terminal

    def _session_of(self, target: Target) -> Session:
        return Session(target, strict=self._strict, printed=self._show_output)

    # ----------------------------------------------------------------------- reading

    def run(self) -> None:
        """Begin the first launch, and carry out commands until one ends it."""
        first = next(self._targets, None)
        if first is None:
            return
        self.session = self._session_of(first)
        try:
            self._begin()
            for line in self._first:
                self._write(f"{self.prompt}{line}")
                self.carry_out(line)
            if not self._is_batch and sys.stdin.isatty():
                self._prepare_editing()
            while not self._is_batch:
                try:
                    line = input(self.prompt)
                except EOFError:
                    self._write("")
                    break
                except KeyboardInterrupt:
                    self._write("quit leaves the debugger")
                    continue
                self.carry_out(line)
        except _LeaveError:
            pass
        finally:
            self.session.quit()

    def carry_out(self, line: str) -> None:
        """Carry out a command, and answer it, with a message if it is wrong."""
        line = line.strip()
        if not line:
            # As in gdb an empty line repeats steps.
            line = self._last
        word, _, rest = line.partition(" ")
        if not word or word.startswith("#"):
            return
        word, slash, options = word.partition("/")
        try:
            command = _find(word)
            self._last = line if command.repeats else ""
            command.run(self, f"/{options} {rest}".strip() if slash else rest.strip())
        except _ERRORS as error:
            self._write(str(error))

    def _prepare_editing(self) -> None:
        """Let lines be edited, completed and called back, if there is readline."""
        try:
            import readline  # noqa: PLC0415 - not on all systems
        except ImportError:
            return
        readline.set_completer_delims(" ")
        readline.set_completer(
            lambda text, number: self.completions(readline.get_line_buffer(), text)[number]
        )
        readline.parse_and_bind("tab: complete")

    def completions(self, line: str, text: str) -> list[str | None]:
        """Return the words that a text may be the begin of in a line, and None behind them."""
        words = [each.name for each in COMMANDS]
        if line.lstrip().startswith(("info ", "i ")):
            words = [*_SHOWN]
        elif " " in line.lstrip():
            words = self._names()
        return [*[each for each in words if each.startswith(text)], None]

    def _names(self) -> list[str]:
        """Return the names that expressions may have here."""
        session = self.session
        place, lane = session.place(), session.lane()
        return [] if place is None or lane is None else session.names.at(place, [lane]).known()

    def _write(self, text: str) -> None:
        self.stdout.write(f"{_printable(text)}\n")
        self.stdout.flush()

    def _show_output(self, text: bytes) -> None:
        self.stdout.write(text.decode("utf-8", "replace"))
        self.stdout.flush()

    # ----------------------------------------------------------------------- running

    def _begin(self) -> None:
        session = self.session
        self._write(f"{inspection.title_of(session.target.title)}")
        stop = session.start()
        if stop.reason == "finished":
            self._tell(stop)
            raise _LeaveError
        for text, is_temporary in [*self._specs.values()]:
            try:
                session.add(breakpoint_at(session, text, is_temporary=is_temporary))
            except _ERRORS as error:
                self._write(f"breakpoint {text}: {error}")
        self._tell(stop)

    def _run(self, resume: Callable[[], object]) -> Stop:
        """Let the launch run until it is held; Ctrl-C holds it."""
        resume()
        while True:
            try:
                return self.session.wait()
            except KeyboardInterrupt:
                self.session.pause()

    def go(self, resume: Callable[[], object]) -> None:
        """Let the launch run on until it is held, and tell why."""
        self._refuse_at_end()
        self.rewind(resume)

    def rewind(self, resume: Callable[[], object]) -> None:
        """Let the launch run, from an earlier place, until it is held, and tell why."""
        stop = self._run(resume)
        self._tell(stop)
        if stop.reason == "finished":
            self._next_target()

    def _refuse_at_end(self) -> None:
        """Refuse to run behind the end of the last launch, from which there is no way back."""
        stop = self.session.stop
        if stop is None or not stop.is_over or self._peek() is not None:
            return
        ended = "faulted" if stop.reason == "fault" else "ended"
        message = f"the launch has {ended}: run begins it again, reverse-step goes back"
        raise SessionError(message)

    def _peek(self) -> Target | None:
        """Return the launch behind this one; None if there is none."""
        if self._following is None:
            self._following = next(self._targets, None)
        return self._following

    def _next_target(self) -> None:
        following = self._peek()
        if following is None:
            return
        self._following = None
        self.session.quit()
        self.session = self._session_of(following)
        self._begin()

    def _tell(self, stop: Stop) -> None:
        """Tell why and where the launch is held."""
        session = self.session
        self._listed = None
        if stop.reason == "finished":
            self._write(stop.text or "the launch is over")
            return
        if stop.reason == "ended":
            self._write(f"{stop.text}\n" if stop.text else "the launch has ended")
            return
        if stop.reason == "fault":
            self.has_faulted = True
        if stop.text and (stop.reason == "fault" or stop.numbers):
            self._write(stop.text)
        name = inspection.thread_name(session, session.focus)
        numbers = ", ".join(map(str, stop.numbers))
        heading = {
            "breakpoint": f"breakpoint {numbers}" if numbers else stop.text,
            "watch": f"watch {numbers}",
            "entry": "the launch begins",
            "start": "the launch begins: no further back",
            "pause": "paused",
        }.get(stop.reason, "")
        self._write(f"{heading}, {name}" if heading else name)
        if stop.write is not None:
            self._tell_write(stop.write, session.watches[stop.numbers[0]].type)
        self._show_place()
        for number in self._displays:
            self._show_display(number)

    def _tell_write(self, write: Write, type_: str) -> None:
        session = self.session
        old, new = (inspection.bytes_text(type_, each) for each in (write.old, write.new))
        self._write(f"  old value {old}, new value {new}")
        place = session.map.ptx(write.ordinal)
        cta, thread = write.threads[0]
        more = len(write.threads) - 1
        others = f" and {more} others" if more else ""
        who = inspection.thread_name(session, Focus(cta, thread))
        self._write(f"  written at {_at(place)} by {who}{others}")
        self._write(f"  {session.map.text(write.ordinal)}")

    def _show_place(self) -> None:
        session = self.session
        place = session.place()
        if place is None:
            self._write("the thread has ended")
            return
        shown, ptx = session.map.place(place.ordinal), session.map.ptx(place.ordinal)
        if shown != ptx:
            self._write(f"{_at(shown)}: {session.map.row(shown).strip()}")
        lanes = inspection.lanes_here(session, place) % WARP
        whole = len(session.warp_lanes())
        some = "" if len(lanes) == whole else f"    [lanes {_ranges(lanes.tolist())}]"
        status = f"    [{place.status}]" if place.status else ""
        # The file of the PTX is plain below a line of its source.
        name = ptx.path if shown == ptx else ptx.path.replace("\\", "/").rpartition("/")[2]
        text = session.map.text(place.ordinal)
        self._write(f"{name}:{ptx.line}: {text}{some}{status}")

    def advance(self, argument: str, kind: str, *, by_line: bool, back: bool = False) -> None:
        """Carry out a step, or as many as the argument says."""
        count = 1 if not argument else _positive(argument)
        session = self.session
        step = session.step_back if back else session.step
        if not back:
            self._refuse_at_end()
        for number in range(min(count, _MAX_REPEATED_STEPS)):
            stop = self._run(lambda: step(kind, by_line=by_line))
            if stop.reason != "step" or number == count - 1:
                self._tell(stop)
                if stop.reason == "finished":
                    self._next_target()
                return

    # ------------------------------------------------------------------- the commands

    def do_break(self, argument: str, *, is_temporary: bool = False) -> None:
        """Set a breakpoint."""
        made = breakpoint_at(self.session, argument, is_temporary=is_temporary)
        self.session.add(made)
        here = self.session.place()
        text = argument
        if here is not None and not re.match(r"(?!(?:cta|block|warp|thread|if)\b)\S", argument):
            text = f"{_at(made.place)} {argument}".strip()
        self._specs[made.number] = (text, is_temporary)
        self._write(f"breakpoint {made.number} at {_at(made.place)}")

    def do_delete(self, argument: str) -> None:
        """Delete breakpoints and watches."""
        session = self.session
        numbers = argument.split() or [*map(str, (*session.breakpoints, *session.watches))]
        for number in numbers:
            session.remove(_positive(number))
            self._specs.pop(int(number), None)

    def enable(self, argument: str, *, enabled: bool) -> None:
        """Enable or disable breakpoints and watches."""
        session = self.session
        every: dict[int, Any] = {**session.breakpoints, **session.watches}
        for number in argument.split() or [*map(str, every)]:
            found = every.get(_positive(number))
            if found is None:
                message = f"no breakpoint or watch {number}"
                raise SessionError(message)
            found.is_enabled = enabled

    def do_condition(self, argument: str) -> None:
        """Give a breakpoint a condition, or take it away."""
        number, _, text = argument.partition(" ")
        found = self.session.breakpoints.get(_positive(number))
        if found is None:
            message = f"no breakpoint {number}"
            raise SessionError(message)
        found.condition = Expression(text) if text.strip() else None

    def do_ignore(self, argument: str) -> None:
        """Pass over hits of a breakpoint."""
        number, _, count = argument.partition(" ")
        found = self.session.breakpoints.get(_positive(number))
        if found is None:
            message = f"no breakpoint {number}"
            raise SessionError(message)
        found.after = found.hits + (_positive(count) if count else 0)

    def do_watch(self, argument: str) -> None:
        """Stop when memory changes."""
        watch = watch_on(self.session, argument)
        self.session.watch(watch)
        held = inspection.bytes_text(watch.type, watch.held or b"")
        name = self.session.state.name_of(watch.space, watch.address)
        named = f", {name}" if name else ""
        self._write(
            f"watch {watch.number}: {watch.text}, {watch.size} bytes of {watch.space} memory at "
            f"{watch.address:#x}{named}, now {held}"
        )

    def do_writer(self, argument: str) -> None:
        """Tell which instruction and thread wrote memory last."""
        watch = new_watch(self.session, argument, 0)
        write = self.session.last_write(watch)
        if write is None:
            self._write(f"nothing has changed {watch.text} since the launch began")
            return
        self._tell_write(write, watch.type)

    def do_display(self, argument: str) -> None:
        """Print the value of an expression now and at each stop, or all that are printed so."""
        if not argument:
            for number in self._displays:
                self._show_display(number)
            return
        form, text = _format_of(argument)
        expression, number = Expression(text), self._display_numbers + 1
        self._print(form, expression, f"{number}: ")
        self._displays[number] = form, expression
        self._display_numbers = number

    def _show_display(self, number: int) -> None:
        form, expression = self._displays[number]
        try:
            self._print(form, expression, f"{number}: ")
        except _ERRORS as error:
            # Its names may mean nothing in the function of this stop.
            first = str(error).partition("\n")[0]
            self._write(f"{number}: {expression.text}: {first}")

    def do_undisplay(self, argument: str) -> None:
        """Take displays away."""
        for number in argument.split() or [*map(str, self._displays)]:
            if self._displays.pop(_positive(number), None) is None:
                message = f"no display {number}"
                raise SessionError(message)

    def do_advance(self, argument: str) -> None:
        """Run to a place, or to a stop before it."""
        if not argument:
            message = "a line or a function is expected: advance 22"
            raise SessionError(message)
        self._refuse_at_end()
        session = self.session
        made = breakpoint_at(session, argument, is_temporary=True)
        session.add(made)
        try:
            self.go(session.resume)
        finally:
            # A stop before it leaves nothing behind.
            if self.session is session and made.number in session.breakpoints:
                session.remove(made.number)

    def do_print(self, argument: str) -> None:
        """Print the value of an expression."""
        form, text = _format_of(argument)
        self._print(form, Expression(text))

    def _print(self, form: str, expression: Expression, heading: str = "") -> None:
        session = self.session
        text = expression.text
        place = inspection.where(session)
        lanes = inspection.lanes_here(session, place)
        names = session.names.at(place, lanes)
        found = expression.evaluate(names)
        values = [_formatted(found, k, form) for k in range(len(lanes))]
        own = values[lanes.tolist().index(session.lane())]
        if len({*values}) == 1:
            self._write(f"{heading}{text} = {own}")
            return
        self._write(f"{heading}{text} = {own} in lane {session.focus.lane}")
        self._table([(f"lane {lane % WARP}", value) for lane, value in
                     zip(lanes.tolist(), values, strict=True)])  # fmt: skip

    def _table(self, cells: list[tuple[str, str]]) -> None:
        """Write the values of lanes, eight a row."""
        width = max(len(value) for _, value in cells)
        number = _VALUES_A_ROW if width * _VALUES_A_ROW <= _MAX_COLUMNS else _VALUES_A_ROW // 2
        for start in range(0, len(cells), number):
            part = cells[start : start + number]
            row = " ".join(value.rjust(width) for _, value in part)
            self._write(f"  {part[0][0]:>8}: {row}")

    def do_x(self, argument: str) -> None:
        """Print memory from a place on."""
        form, text = _format_of(argument, is_memory=True)
        count = int(re.sub(r"\D", "", form) or 1)
        form, width = re.sub(r"[\dbhwg]", "", form), re.sub(r"[^bhwg]", "", form)
        if count > _MAX_EXAMINED:
            message = f"at most {_MAX_EXAMINED} elements are printed"
            raise SessionError(message)
        session = self.session
        place, lane = inspection.where(session), session.lane()
        names = session.names.at(place, [lane])
        memory = Expression(text).place(names)
        if memory is None:
            message = f"{text} is no memory: x/8 shared[0x40].f32, or x/8 a variable"
            raise SessionError(message)
        if width:
            kind = "f" if form == "f" else "b"
            memory = memory._replace(type=f"{kind}{_WIDTHS[width]}")
        size = 4 if memory.space == "tensor" else None
        for start in range(0, count, 4):
            part = [
                names.load(memory._replace(addresses=memory.addresses + _offset(memory, k, size)))
                for k in range(start, min(start + 4, count))
            ]
            address = int(memory.addresses[0]) + _offset(memory, start, size)
            row = "  ".join(_formatted(each, 0, form) for each in part)
            self._write(f"  {address:#x}: {row}")

    def do_list(self, argument: str) -> None:
        """Show lines of the source."""
        session = self.session
        lines = session.map
        place = session.place()
        mark = None if place is None else lines.place(place.ordinal)
        if argument == "ptx":
            mark = None if place is None else lines.ptx(place.ordinal)
            centre = mark
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
                ordinals = lines.function(argument)
                centre = lines.place(ordinals[0])
            else:
                centre = SourcePlace(path, _positive(number))
        elif self._listed is not None:
            centre = self._listed._replace(line=self._listed.line + _LISTED_LINES)
        else:
            centre = mark
        if centre is None:
            message = "no thread is looked at; list 17 shows the lines around 17"
            raise SessionError(message)
        rows = lines.rows(centre.path) or []
        first = max(1, centre.line - _LISTED_LINES // 2)
        if first > len(rows):
            message = f"{centre.path} has {len(rows)} lines"
            raise SessionError(message)
        self._listed = centre
        for line, row in enumerate(rows[first - 1 : first - 1 + _LISTED_LINES], first):
            sign = "=>" if mark == SourcePlace(centre.path, line) else "  "
            self._write(f"{sign} {line:5}  {row.rstrip()}")

    def do_backtrace(self, _: str) -> None:
        """Show the stack of the thread."""
        rows = inspection.frames(self.session)
        if not rows:
            message = "the thread has ended"
            raise SessionError(message)
        for number, row in enumerate(rows):
            self._write(f"#{number}  {row.function} at {_at(row.place)}")
            for place in self.session.map.chain(row.ordinal)[1:]:
                self._write(f"    inlined at {_at(place)}")

    def do_thread(self, argument: str) -> None:
        """Look at another thread."""
        if argument:
            index = thread_index(self.session.geometry, argument)
            self.session.look_at(self.session.focus._replace(thread=index))
        self._show_focus()

    def do_warp(self, argument: str) -> None:
        """Look at another warp."""
        if argument:
            self.session.look_at(self.session.focus._replace(thread=WARP * _number(argument)))
        self._show_focus()

    def do_lane(self, argument: str) -> None:
        """Look at another lane of the warp."""
        if argument:
            lane = _number(argument)
            if lane >= WARP:
                message = "a warp has the lanes 0 to 31"
                raise SessionError(message)
            focus = self.session.focus
            self.session.look_at(focus._replace(thread=focus.warp * WARP + lane))
        self._show_focus()

    def do_cta(self, argument: str) -> None:
        """Look at another CTA."""
        if argument:
            index = cta_index(self.session.geometry, argument)
            self.session.look_at(Focus(index, self.session.focus.thread))
        self._show_focus()

    def _show_focus(self) -> None:
        self._listed = None
        self._write(inspection.thread_name(self.session, self.session.focus))
        self._show_place()

    def do_info(self, argument: str) -> None:
        """Show a part of the state."""
        word, _, rest = argument.partition(" ")
        shown = next((each for each in _SHOWN if word and each.startswith(word)), None)
        if shown is None:
            message = f"info shows {', '.join(_SHOWN)}"
            raise SessionError(message)
        _SHOWN[shown](self, rest.strip())

    def info_breakpoints(self, _: str) -> None:
        """Show breakpoints and watches."""
        session = self.session
        for each in session.breakpoints.values():
            parts = [
                f"breakpoint {each.number} at {_at(each.place)}",
                *_named(session, each.threads),
            ]
            if each.condition is not None:
                parts.append(f"if {each.condition}")
            if each.after > each.hits:
                parts.append(f"after {each.after - each.hits} more hits")
            parts += [] if each.is_enabled else ["disabled"]
            self._write(f"{' '.join(parts)}, hit {each.hits} times")
        for watch in session.watches.values():
            self._write(f"watch {watch.number} on {watch.text}, hit {watch.hits} times")
        if not session.breakpoints and not session.watches:
            self._write("no breakpoints")

    def info_registers(self, argument: str) -> None:
        """Show registers in the lanes of the warp."""
        session = self.session
        place = inspection.where(session)
        rows = inspection.registers_of(session, place) + inspection.predicates_of(session, place)
        self._rows(rows, argument.split(), place)

    def info_predicates(self, argument: str) -> None:
        """Show predicates in the lanes of the warp."""
        session = self.session
        place = inspection.where(session)
        self._rows(inspection.predicates_of(session, place), argument.split(), place)

    def info_special(self, argument: str) -> None:
        """Show special registers in the lanes of the warp."""
        session = self.session
        place = inspection.where(session)
        self._rows(inspection.special_rows(session, place), argument.split(), place)

    def _rows(self, rows: list[inspection.RegisterRow], names: list[str], place: LanesAt) -> None:
        del place
        chosen = [
            row
            for row in rows
            if not names or {row.name, row.name.removeprefix("%"), row.called} & {*names}
        ]
        if names and not chosen:
            message = f"no register {' or '.join(names)} here"
            raise SessionError(message)
        for row in chosen:
            title = f"{row.name} {row.called}".strip()
            if len({*row.values}) == 1:
                self._write(f"{title:<16} .{row.type:<5} {row.values[0]}")
                continue
            self._write(f"{title:<16} .{row.type}")
            self._table([(f"lane {k}", value) for k, value in enumerate(row.values)])

    def info_parameters(self, _: str) -> None:
        """Show the parameters of the function."""
        place = inspection.where(self.session)
        for name, type_, value in inspection.parameter_rows(self.session, place):
            self._write(f"{name:<16} .{type_:<5} {value}")

    def info_shared(self, argument: str) -> None:
        """Show the variables in shared memory."""
        session = self.session
        rows = inspection.shared_rows(session)
        for field, text in rows:
            if argument and argument not in (field.name, short_name("", field.name)):
                continue
            end = field.start + field.size
            type_ = f" .{field.type}" if field.type else ""
            name = short_name("", field.name)
            self._write(f"{field.start:#06x} to {end:#06x}  {name}{type_}: {text}")
        if not rows:
            size = session.state.machine.shared_bytes
            self._write(f"no variables in shared memory, which has {size} bytes")

    def info_barriers(self, _: str) -> None:
        """Show barriers, mbarriers, and who waits."""
        session = self.session
        rows = inspection.barrier_rows(session) + inspection.mbarrier_rows(session)
        for name, text in rows:
            self._write(f"{name}: {text}")
        if not rows:
            self._write("no thread waits at a barrier, and there are no mbarriers")

    def info_flight(self, _: str) -> None:
        """Show the asynchronous operations of the thread."""
        rows = inspection.flight_rows(self.session)
        for name, text in rows:
            self._write(f"{name}: {text}")
        if not rows:
            self._write("nothing in flight")

    def info_tensor(self, _: str) -> None:
        """Show the allocations of tensor memory."""
        rows = inspection.tensor_rows(self.session)
        for name, text in rows:
            self._write(f"{name}: {text}")
        if not rows:
            self._write("no columns of tensor memory are allocated")

    def info_warps(self, _: str) -> None:
        """Show where the warps of the CTA are."""
        session = self.session
        for row in inspection.warps(session):
            sign = "*" if row.number == session.focus.warp else " "
            self._write(f"{sign} {row.name}: {row.status}")

    def info_launch(self, _: str) -> None:
        """Show the launch."""
        geometry = self.session.geometry
        machine = self.session.state.machine
        last = machine.first + machine.ctas - 1
        self._write(
            f"{self.session.target.title}: grid {geometry.grid}, block {geometry.block}, "
            f"CTAs {machine.first} to {last} of {geometry.ctas:,} run now"
        )

    def do_help(self, argument: str) -> None:
        """Show the commands."""
        if argument:
            command = _find(argument.split(maxsplit=1)[0])
            self._write(f"{_usage(command)}\n    {command.summary}")
            return
        for command in COMMANDS:
            self._write(f"{_usage(command):<34} {command.summary}")
        self._write("info shows " + ", ".join(_SHOWN))

    def do_quit(self, _: str) -> None:
        """Leave the debugger."""
        raise _LeaveError


_LOOKING: Final = frozenset(
    {
        "writer", "print", "x", "info", "list", "backtrace", "thread", "warp", "lane", "cta", "help"
    }
)  # fmt: skip
"""The commands that look at a launch without running it, and that set nothing."""


def is_command(text: str) -> bool:
    """Return whether a text is a command that looks at a launch: `info shared`, `cta 2,0`."""
    word = re.split(r"[\s/]", text, maxsplit=1)[0]
    names = {name for each in COMMANDS if each.name in _LOOKING for name in
             (each.name, *each.aliases)}  # fmt: skip
    return word in names


def _usage(command: Command) -> str:
    names = ", ".join((command.name, *command.aliases))
    return f"{names} {command.arguments}".strip()


def _printable(text: str) -> str:
    """Return text without control characters, which names in a stranger's PTX may have."""
    return "".join(
        each if each.isprintable() or each in "\n\t" else each.encode("unicode_escape").decode()
        for each in text
    )


def _at(place: SourcePlace) -> str:
    return f"{place.path}:{place.line}"


def _positive(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,8}", text.strip(), re.ASCII):
        message = f"{text.strip()!r} is no number from 1 on"
        raise SessionError(message)
    return int(text)


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text.strip(), re.ASCII):
        message = f"{text.strip()!r} is no number"
        raise SessionError(message)
    return int(text)


def _format_of(argument: str, *, is_memory: bool = False) -> tuple[str, str]:
    """Return the format and the expression of `/x %r1`, or of `/8xw x[0]` if it is of memory."""
    match = re.fullmatch(r"/(\d*)([xdtufbhwg]*)\s+(.*)", argument, re.ASCII | re.DOTALL)
    if match is not None:
        form, width = (re.sub(f"[^{each}]", "", match[2]) for each in ("xdtuf", "bhwg"))
        has_sense = len(form) < 2 and len(width) < 2 and form + width != "fb"  # noqa: PLR2004
        if has_sense and (is_memory or not match[1] + width):
            return match[1] + form + width, match[3].strip()
    if argument.startswith("/"):
        message = (
            "the formats are /x, /d, /u, /t and /f; x/8 is for 8 elements, x/8xw for 8 words, "
            "of b, h, w or g for 1, 2, 4 or 8 bytes; .f32 reads bits as floats"
        )
        raise SessionError(message)
    return "", argument


def _formatted(found: Any, index: int, form: str) -> str:
    text: str = found.text(index)
    if not form:
        return text
    held = found.bits[index]
    if form == "f":
        # Numbers stay, and types that are floats already, and bits for which there is no float.
        integers = {"b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64"}
        if found.type not in integers:
            return text
        return format_bits(f"f{TYPES[found.type].bits}", int(held))
    if isinstance(held, float | np.floating):
        message = "/x, /d and /t are for integers: a float has bits as %f1.b32"
        raise SessionError(message)
    value = int(held)
    if form == "d" and found.type != "number":
        return str(int(found.values[index]))
    return {"x": f"{value:#x}", "t": f"{value:#b}"}.get(form, str(value))


def _offset(memory: Any, index: int, size: int | None) -> int:
    # Cells of tensor memory follow each other by columns.
    return index if size is not None else index * max(1, TYPES[memory.type].bits // 8)


def _ranges(lanes: list[int]) -> str:
    """Return numbers as ranges: `0-3, 7`."""
    parts: list[list[int]] = []
    for lane in lanes:
        if parts and parts[-1][1] == lane - 1:
            parts[-1][1] = lane
        else:
            parts.append([lane, lane])
    return ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in parts)


def _named(session: Session, threads: Threads) -> list[str]:
    parts = []
    if threads.cta is not None:
        parts.append(f"CTA {session.geometry.cta_coordinates(threads.cta)}")
    if threads.warp is not None:
        parts.append(f"warp {threads.warp}")
    if threads.thread is not None:
        parts.append(f"thread {coordinates(threads.thread, session.geometry.block)}")
    return parts


def _find(word: str) -> Command:
    """Return the command of a name, an alias, or the begin of one name."""
    for command in COMMANDS:
        if word == command.name or word in command.aliases:
            return command
    found = [command for command in COMMANDS if command.name.startswith(word)]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"{word} may be {', '.join(each.name for each in found)}"
        raise SessionError(message)
    if word in _ELSEWHERE:
        message = f"no command {word}: {_ELSEWHERE[word]}"
        raise SessionError(message)
    close = nearest(word, {each.name for each in COMMANDS})
    hint = f"; did you mean {' or '.join(close)}?" if close else "; help lists them"
    message = f"no command {word}{hint}"
    raise SessionError(message)


_SHOWN: Final[dict[str, Callable[[Terminal, str], object]]] = {
    "breakpoints": Terminal.info_breakpoints,
    "registers": Terminal.info_registers,
    "predicates": Terminal.info_predicates,
    "special": Terminal.info_special,
    "parameters": Terminal.info_parameters,
    "args": Terminal.info_parameters,
    "shared": Terminal.info_shared,
    "barriers": Terminal.info_barriers,
    "flight": Terminal.info_flight,
    "tensor": Terminal.info_tensor,
    "warps": Terminal.info_warps,
    "threads": Terminal.info_warps,
    "watches": Terminal.info_breakpoints,
    "launch": Terminal.info_launch,
}

COMMANDS: Final = (
    Command(
        "break", "[[FILE:]LINE|FUNCTION] [cta X,Y] [warp N] [thread N] [if CONDITION]",
        "stop there", Terminal.do_break, ("b",),
    ),
    Command(
        "tbreak", "…", "stop there once",
        lambda t, a: t.do_break(a, is_temporary=True), ("tb",),
    ),
    Command("watch", "MEMORY", "stop when memory changes: x[3], shared[0x40].f32",
            Terminal.do_watch),
    Command("writer", "MEMORY", "tell which thread wrote memory last", Terminal.do_writer),
    Command("delete", "[NUMBER …]", "delete breakpoints and watches", Terminal.do_delete, ("d",)),
    Command("enable", "[NUMBER …]", "enable them", lambda t, a: t.enable(a, enabled=True)),
    Command("disable", "[NUMBER …]", "disable them", lambda t, a: t.enable(a, enabled=False)),
    Command("condition", "NUMBER [CONDITION]", "change a condition", Terminal.do_condition),
    Command("ignore", "NUMBER COUNT", "pass over hits", Terminal.do_ignore),
    Command("continue", "", "run on", lambda t, _: t.go(t.session.resume), ("c",), repeats=True),
    Command("run", "", "begin the launch again", lambda t, _: t.rewind(t.session.restart), ("r",)),
    Command("step", "[COUNT]", "run to another line, into calls",
            lambda t, a: t.advance(a, "in", by_line=True), ("s",), repeats=True),
    Command("next", "[COUNT]", "run to another line, over calls",
            lambda t, a: t.advance(a, "over", by_line=True), ("n",), repeats=True),
    Command("stepi", "[COUNT]", "run one instruction",
            lambda t, a: t.advance(a, "in", by_line=False), ("si",), repeats=True),
    Command("nexti", "[COUNT]", "run one instruction, over calls",
            lambda t, a: t.advance(a, "over", by_line=False), ("ni",), repeats=True),
    Command("advance", "[FILE:]LINE|FUNCTION …", "run to a place", Terminal.do_advance, ("until",)),
    Command("finish", "", "run until the function returns",
            lambda t, a: t.advance(a, "out", by_line=False), ("fin",)),
    Command("reverse-step", "[COUNT]", "go back to the line before",
            lambda t, a: t.advance(a, "in", by_line=True, back=True), ("rs",), repeats=True),
    Command("reverse-next", "[COUNT]", "the same, over calls",
            lambda t, a: t.advance(a, "over", by_line=True, back=True), ("rn",), repeats=True),
    Command("reverse-stepi", "[COUNT]", "go back one instruction",
            lambda t, a: t.advance(a, "in", by_line=False, back=True), ("rsi",), repeats=True),
    Command("reverse-finish", "", "go back to the call of the function",
            lambda t, a: t.advance(a, "out", by_line=False, back=True)),
    Command("reverse-continue", "", "go back to the last breakpoint",
            lambda t, _: t.rewind(t.session.resume_back), ("rc",), repeats=True),
    Command("print", "[/x|/d|/t|/f] EXPRESSION",
            "print a value: %r5, i * 4, x[3], shared[0x40].f32",
            Terminal.do_print, ("p",)),
    Command("display", "[/x|/d|/t|/f] [EXPRESSION]", "print a value now and at each stop",
            Terminal.do_display),
    Command("undisplay", "[NUMBER …]", "take displays away", Terminal.do_undisplay),
    Command("x", "[/8xw] MEMORY", "print memory from a place on: 8 words, in hexadecimal",
            Terminal.do_x),
    Command("info", "WHAT", "show a part of the state, see below", Terminal.do_info, ("i",)),
    Command("list", "[[FILE:]LINE|FUNCTION|ptx]", "show the source", Terminal.do_list, ("l",)),
    Command("backtrace", "", "show the calls of the thread", Terminal.do_backtrace,
            ("bt", "where")),
    Command("thread", "[N|X,Y,Z]", "look at another thread", Terminal.do_thread, ("t",)),
    Command("warp", "[N]", "look at another warp", Terminal.do_warp),
    Command("lane", "[N]", "look at another lane", Terminal.do_lane),
    Command("cta", "[N|X,Y,Z]", "look at another CTA", Terminal.do_cta, ("block",)),
    Command("help", "[COMMAND]", "show the commands", Terminal.do_help, ("h",)),
    Command("quit", "", "leave the debugger", Terminal.do_quit, ("q",)),
)  # fmt: skip
"""The commands, in the order of the help."""
