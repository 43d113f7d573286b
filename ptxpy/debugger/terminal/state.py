"""What `info` shows: parts of the state of the launch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._counts import format_count
from ptxpy.debugger import inspection
from ptxpy.debugger.formats import before_expression
from ptxpy.debugger.stops import SessionError
from ptxpy.debugger.terminal.console import file_and_line
from ptxpy.debugger.terminal.stopping import show_breakpoints
from ptxpy.debugger.terminal.values import show_display, table
from ptxpy.debugger.thread_names import short_name
from ptxpy.isa import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.debugger.terminal.console import Console

__all__ = ["SHOWN", "show_state"]

_SHOWN_ELEMENTS: Final = 8


def show_state(console: Console, argument: str) -> None:
    """Show a part of the state."""
    word, _, rest = argument.partition(" ")
    word, slash, options = word.partition("/")
    if slash:
        rest = f"/{options} {rest}"
    shown = next((each for each in SHOWN if word and each.startswith(word)), None)
    if shown is None:
        close = nearest(word, {*SHOWN})
        hint = f"no info {word}; did you mean {' or '.join(close)}? " if close else ""
        message = f"{hint}info shows {', '.join(SHOWN)}"
        raise SessionError(message)
    SHOWN[shown](console, rest.strip())


def _show_registers(console: Console, argument: str) -> None:
    session = console.session
    place = inspection.where(session)
    rows = inspection.registers_of(session, place) + inspection.predicates_of(session, place)
    _show_rows(console, rows, argument.split())


def _show_predicates(console: Console, argument: str) -> None:
    session = console.session
    rows = inspection.predicates_of(session, inspection.where(session))
    _show_rows(console, rows, argument.split())


def _show_locals(console: Console, _: str) -> None:
    session = console.session
    rows = inspection.registers_of(session, inspection.where(session))
    named = [row for row in rows if row.called]
    _show_rows(console, named, [])
    if not named:
        console.write("no register has a name of the source here: info registers shows all")


def _show_special(console: Console, argument: str) -> None:
    session = console.session
    rows = inspection.special_rows(session, inspection.where(session))
    _show_rows(console, rows, argument.split())


def _show_rows(console: Console, rows: list[inspection.RegisterRow], names: list[str]) -> None:
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
            console.write(f"{title:<16} .{row.type:<5} {row.values[0]}")
            continue
        console.write(f"{title:<16} .{row.type}")
        table(console, [(f"lane {k}", value) for k, value in enumerate(row.values)])


def _show_parameters(console: Console, _: str) -> None:
    place = inspection.where(console.session)
    for name, type_, value in inspection.parameter_rows(console.session, place):
        console.write(f"{name:<16} .{type_:<5} {value}")


def _show_shared(console: Console, argument: str) -> None:
    session = console.session
    form, wanted = before_expression(argument)
    fields = inspection.shared_variables(session)
    chosen = [each for each in fields if not wanted or wanted in (each.name, _short(each.name))]
    if wanted and not chosen:
        message = f"no variable {wanted} in shared memory"
        raise SessionError(message)
    for field in chosen:
        end = field.start + field.size
        text = inspection.array_text(session, field, _SHOWN_ELEMENTS, form.type, form.letter)
        type_ = inspection.declaration_of(session, field, form.type)
        console.write(f"{field.start:#06x} to {end:#06x}  {_short(field.name)} {type_}: {text}")
    if not fields:
        size = session.state.machine.shared_bytes
        console.write(f"no variables in shared memory, which has {format_count(size, 'byte')}")


def _short(name: str) -> str:
    return short_name("", name)


def _show_pairs(console: Console, rows: list[tuple[str, str]], otherwise: str) -> None:
    for name, text in rows:
        console.write(f"{name}: {text}")
    if not rows:
        console.write(otherwise)


def _show_barriers(console: Console, _: str) -> None:
    rows = inspection.barrier_rows(console.session) + inspection.mbarrier_rows(console.session)
    _show_pairs(console, rows, "no thread waits at a barrier, and there are no mbarriers")


def _show_flight(console: Console, _: str) -> None:
    _show_pairs(console, inspection.flight_rows(console.session), "nothing in flight")


def _show_tensor(console: Console, _: str) -> None:
    rows = inspection.tensor_rows(console.session)
    _show_pairs(console, rows, "no columns of tensor memory are allocated")


def _show_warps(console: Console, _: str) -> None:
    session = console.session
    for row in inspection.warps(session):
        sign = "*" if row.number == session.focus.warp else " "
        console.write(f"{sign} {row.name}: {row.status}")


def _show_frame(console: Console, _: str) -> None:
    frame = inspection.frame_here(console.session)
    inlined = ", inlined" if frame.inlined else ""
    number = console.session.frame_number
    console.write(f"#{number}  {frame.function} at {file_and_line(frame.place)}{inlined}")
    console.show_place()


def _show_displays(console: Console, _: str) -> None:
    for number in console.displays:
        show_display(console, number)
    if not console.displays:
        console.write("no displays")


def _show_launch(console: Console, _: str) -> None:
    geometry = console.session.geometry
    machine = console.session.state.machine
    last = machine.first + machine.ctas - 1
    console.write(
        f"{console.session.target.title}: grid {geometry.grid}, block {geometry.block}, "
        f"CTAs {machine.first} to {last} of {geometry.ctas:,} run now"
    )


SHOWN: Final[dict[str, Callable[[Console, str], object]]] = {
    "breakpoints": show_breakpoints,
    "registers": _show_registers,
    "locals": _show_locals,
    "predicates": _show_predicates,
    "special": _show_special,
    "parameters": _show_parameters,
    "args": _show_parameters,
    "shared": _show_shared,
    "barriers": _show_barriers,
    "flight": _show_flight,
    "tensor": _show_tensor,
    "warps": _show_warps,
    "threads": _show_warps,
    "frame": _show_frame,
    "watches": show_breakpoints,
    "watchpoints": show_breakpoints,
    "display": _show_displays,
    "launch": _show_launch,
}
"""The topics of `info`, by the word behind it; the beginning of a word is enough."""
