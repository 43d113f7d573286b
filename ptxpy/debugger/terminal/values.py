"""The commands that print values: `print`, `display`, `x`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.debugger import inspection
from ptxpy.debugger.batch import WARP
from ptxpy.debugger.expressions import Expression
from ptxpy.debugger.formats import before_expression, formatted
from ptxpy.debugger.stops import SessionError
from ptxpy.debugger.terminal.console import ERRORS, count_of
from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from ptxpy.debugger.expressions import Place
    from ptxpy.debugger.formats import Format
    from ptxpy.debugger.terminal.console import Console

__all__ = ["display", "examine", "print_value", "show_display", "table", "undisplay"]

_MAX_EXAMINED: Final = 1024
_PRINTED_ELEMENTS: Final = 32
"""The most elements of an array that `print` shows."""
_EXAMINED_IN_ROW: Final = 4
_VALUES_A_ROW: Final = 8
_MAX_COLUMNS: Final = 88
"""The columns that the values of eight lanes may take."""


def print_value(console: Console, argument: str) -> None:
    """Print the value of an expression."""
    form, text = before_expression(argument)
    _print(console, form, Expression(text))


def display(console: Console, argument: str) -> None:
    """Print the value of an expression now and at each stop, or all that are printed so."""
    if not argument:
        for number in console.displays:
            show_display(console, number)
        return
    form, text = before_expression(argument)
    expression, number = Expression(text), max(console.displays, default=0) + 1
    _print(console, form, expression, f"{number}: ")
    console.displays[number] = form, expression


def show_display(console: Console, number: int) -> None:
    """Print the value of a display."""
    form, expression = console.displays[number]
    try:
        _print(console, form, expression, f"{number}: ")
    except ERRORS as error:
        # Its names may mean nothing in the function of this stop.
        first = str(error).partition("\n")[0]
        console.write(f"{number}: {expression.text}: {first}")


def undisplay(console: Console, argument: str) -> None:
    """Take displays away."""
    for number in argument.split() or [*map(str, console.displays)]:
        if console.displays.pop(count_of(number), None) is None:
            message = f"no display {number}"
            raise SessionError(message)


def _print(console: Console, form: Format, expression: Expression, heading: str = "") -> None:
    session = console.session
    text = expression.text
    place = inspection.where(session)
    field = inspection.array_named(session, place, text)
    if field is not None:
        held = inspection.array_text(session, field, _PRINTED_ELEMENTS, form.type, form.letter)
        console.write(f"{heading}{text} = {{{held}}}")
        return
    lanes = inspection.lanes_here(session, place)
    names = session.names.at(place, lanes)
    found = expression.evaluate(names)
    if form.type:
        found = Expression(f"({text}).{form.type}").evaluate(names)
    values = [formatted(found, k, form.letter) for k in range(len(lanes))]
    own = values[lanes.tolist().index(session.lane())]
    if len({*values}) == 1:
        console.write(f"{heading}{text} = {own}")
        return
    console.write(f"{heading}{text} = {own} in lane {session.focus.lane}")
    table(console, [(f"lane {lane % WARP}", value) for lane, value in
                    zip(lanes.tolist(), values, strict=True)])  # fmt: skip


def table(console: Console, cells: list[tuple[str, str]]) -> None:
    """Write the values of lanes, eight a row."""
    width = max(len(value) for _, value in cells)
    number = _VALUES_A_ROW if width * _VALUES_A_ROW <= _MAX_COLUMNS else _VALUES_A_ROW // 2
    for start in range(0, len(cells), number):
        part = cells[start : start + number]
        row = " ".join(value.rjust(width) for _, value in part)
        console.write(f"  {part[0][0]:>8}: {row}")


def examine(console: Console, argument: str) -> None:
    """Print memory from a place on."""
    form, text = before_expression(argument, is_memory=True)
    if form.number > _MAX_EXAMINED:
        message = f"at most {_MAX_EXAMINED} elements are printed"
        raise SessionError(message)
    session = console.session
    names = session.names.at(inspection.where(session), [session.lane()])
    expression = Expression(text)
    # A pointer is looked at where it points to, as `print x[0]` does.
    memory = (names.array(text) if text.isidentifier() else None) or expression.place(names)
    if memory is None:
        expression.evaluate(names)  # which tells what else is wrong
        message = f"{text} is no memory: x/8 shared[0x40].f32, x/8 a variable, or x/8 global[%rd1]"
        raise SessionError(message)
    memory = form.of_memory(memory)
    for start in range(0, form.number, _EXAMINED_IN_ROW):
        addresses = [
            memory.addresses + _offset(memory, k)
            for k in range(start, min(start + _EXAMINED_IN_ROW, form.number))
        ]
        part = [names.load(memory._replace(addresses=each)) for each in addresses]
        row = "  ".join(formatted(each, 0, form.letter) for each in part)
        console.write(f"  {int(addresses[0][0]):#x}: {row}")


def _offset(memory: Place, index: int) -> int:
    # Cells of tensor memory follow each other by columns.
    size = 1 if memory.space == "tensor" else max(1, TYPES[memory.type].bits // 8)
    return index * size
