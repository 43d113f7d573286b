"""The state of a held launch as rows, which both fronts show: registers, memory, barriers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.debugger.batch import WARP
from ptxpy.debugger.expressions import ExpressionError, Place, Typed
from ptxpy.debugger.formats import formatted
from ptxpy.debugger.stops import SessionError
from ptxpy.debugger.thread_names import short_name
from ptxpy.isa import SPECIAL_REGISTERS, TYPES
from ptxpy.sim import coordinates, format_bits

if TYPE_CHECKING:
    from ptxpy.debugger.batch import Focus
    from ptxpy.debugger.session import Session
    from ptxpy.debugger.stack import Frame
    from ptxpy.sim import Fields, LanesAt

__all__ = [
    "Elements",
    "RegisterRow",
    "WarpRow",
    "array_named",
    "array_text",
    "barrier_rows",
    "bytes_text",
    "declaration_of",
    "element_texts",
    "elements_of",
    "flight_rows",
    "frame_here",
    "integer_text",
    "lanes_here",
    "mbarrier_rows",
    "parameter_rows",
    "predicates_of",
    "registers_of",
    "shared_variables",
    "special_rows",
    "tensor_rows",
    "thread_name",
    "warps",
    "where",
]

_SHOWN_SPECIALS: Final = ("%tid", "%ntid", "%ctaid", "%nctaid", "%laneid", "%warpid")
_MAX_ELEMENTS: Final = 1024
"""The most elements of a variable that are shown."""


class RegisterRow(NamedTuple):
    """A register in the lanes of a warp."""

    name: str
    """Its name in the PTX."""
    called: str
    """The name that its source gives it; empty for none."""
    type: str
    values: tuple[str, ...]
    """The value in each lane of the warp."""

    @property
    def summary(self) -> str:
        """The values in short: one if all lanes have the same, else the first ones."""
        if len({*self.values}) == 1:
            return self.values[0]
        shown = ", ".join(self.values[:4])
        return f"{shown}, …" if len(self.values) > 4 else shown  # noqa: PLR2004 - as shown


class WarpRow(NamedTuple):
    """A warp of a CTA."""

    number: int
    """Its index in the CTA."""
    name: str
    status: str
    """Where its threads are, or `ended`."""
    place: LanesAt | None


def thread_name(session: Session, focus: Focus) -> str:
    """Return the name of a thread: `CTA (1, 0, 0), thread (33, 0, 0), warp 1, lane 1`."""
    geometry = session.geometry
    cta, thread = geometry.cta_coordinates(focus.cta), coordinates(focus.thread, geometry.block)
    return f"CTA {cta}, thread {thread}, warp {focus.warp}, lane {focus.lane}"


def where(session: Session) -> LanesAt:
    """Return where the frame that is looked at is; raises `SessionError` likewise."""
    return frame_here(session).at


def frame_here(session: Session) -> Frame:
    """Return the frame that is looked at; raises `SessionError` if the thread is nowhere."""
    frame = session.frame()
    if frame is None:
        message = f"{thread_name(session, session.focus)} has ended, or does not run now"
        raise SessionError(message)
    return frame


def lanes_here(session: Session, place: LanesAt) -> Any:
    """Return the lanes of the warp of the focus that are at its place, or called from there."""
    inner = session.frames()[0].at
    for each in session.state.places(session.warp_lanes()):
        # Lanes that call a function at one place share its frame.
        if each.frame is inner.frame and each.statement == inner.statement:
            return each.lanes
    return place.lanes


def warps(session: Session, cta: int | None = None) -> list[WarpRow]:
    """Return the warps of a CTA; by default that of the focus."""
    cta = session.focus.cta if cta is None else cta
    state, geometry = session.state, session.geometry
    lanes = state.lanes_of(cta)
    places = state.places(lanes) if lanes else []
    rows = []
    for number in range(-(-geometry.threads // WARP)):
        inside = lanes[number * WARP : (number + 1) * WARP]
        here = []
        for place in places:
            held = place.lanes[(place.lanes >= inside.start) & (place.lanes < inside.stop)]
            if len(held):
                here.append(place._replace(lanes=held))
        parts = [
            f"{_count(place, inside)}{_line(session, place)}"
            + (f" ({place.status})" if place.status else "")
            for place in here
        ]
        status = "; ".join(parts) or ("ended" if lanes else "does not run now")
        rows.append(WarpRow(number, f"warp {number}", status, here[0] if here else None))
    return rows


def _count(place: LanesAt, lanes: range) -> str:
    return "" if len(place.lanes) == len(lanes) else f"{len(place.lanes)} lanes at "


def _line(session: Session, place: LanesAt) -> str:
    found = session.map.place(place.ordinal)
    return f"{found.path.rpartition('/')[2]}:{found.line}"


# ------------------------------------------------------------------------------ registers


def registers_of(session: Session, place: LanesAt, form: str = "") -> list[RegisterRow]:
    """Return the registers of the function at a place, in all lanes of the warp of the focus.

    Integers are shown in a format, such as `x`.
    """
    return [row for row in _rows(session, place, form) if row.type != "pred"]


def predicates_of(session: Session, place: LanesAt) -> list[RegisterRow]:
    """Return the predicates, likewise."""
    return [row for row in _rows(session, place, "") if row.type == "pred"]


def _rows(session: Session, place: LanesAt, form: str) -> list[RegisterRow]:
    lanes = np.asarray(session.warp_lanes())
    names = session.names.at(place, lanes)
    called = {register: name for name, register in names.of_registers.items()}
    rows = []
    for info in session.state.registers(place.frame.routine):
        visible = session.state.find_register(place.frame.routine, info.name, place.statement)
        # A register of an inner scope that does not contain the place is not there.
        if visible is None or visible.location != info.location:
            continue
        found = names.register(info.name, None)
        if found is not None:
            texts = tuple([integer_text(found, k, form) for k in range(len(lanes))])
            rows.append(RegisterRow(info.name, called.get(info.name, ""), info.type, texts))
    return rows


def special_rows(session: Session, place: LanesAt) -> list[RegisterRow]:
    """Return the special registers that say where the threads are."""
    lanes = np.asarray(session.warp_lanes())
    names = session.names.at(place, lanes)
    rows = []
    for each in SPECIAL_REGISTERS:
        if each.name not in _SHOWN_SPECIALS:
            continue
        parts = [f"{each.name}.{letter}" for letter in each.components] or [each.name]
        for part in parts:
            found = names.register(part, None)
            if found is not None:
                texts = tuple([found.text(k) for k in range(len(lanes))])
                rows.append(RegisterRow(part, "", each.type, texts))
    return rows


# --------------------------------------------------------------------------------- memory


def parameter_rows(session: Session, place: LanesAt) -> list[tuple[str, str, str]]:
    """Return the parameters of the function: name, type and value."""
    function = place.frame.routine.name
    rows = []
    for field in session.state.parameters(place.frame):
        value = array_text(session, field, 16)
        if field.size == 8:  # noqa: PLR2004 - a pointer
            value += _pointee(session, place, field)
        rows.append((short_name(function, field.name), field.type, value))
    return rows


def _pointee(session: Session, place: LanesAt, field: Fields) -> str:
    bits = session.names.at(place, [_focus_lane(session)]).load(
        Place(field.space, np.array([field.start]), "b64")
    )
    space, at = session.state.resolve("generic", int(bits.bits[0]))
    name = session.state.name_of(space, at) if space == "global" else ""
    plain = name.removeprefix("the argument ")
    if plain != name:
        name = f"the argument {short_name(place.frame.routine.name, plain)}"
    return f"  ({name})" if name else ""


def _focus_lane(session: Session) -> int:
    lane = session.lane()
    if lane is None:
        message = f"{thread_name(session, session.focus)} does not run now"
        raise SessionError(message)
    return lane


class Elements(NamedTuple):
    """A variable as an array."""

    type: str
    """The type of an element."""
    size: int
    """Its bytes."""
    number: int
    """How many there are."""


def elements_of(session: Session, field: Fields, type_: str = "") -> Elements:
    """Return a variable as an array of a type; by default of that by which the kernel accesses it.

    See `ThreadNames.element`.
    """
    type_ = type_ or session.names.element(field)
    size = max(1, TYPES[type_].bits // 8)
    return Elements(type_, size, field.size // size)


def declaration_of(session: Session, field: Fields, type_: str = "") -> str:
    """Return the type of a variable for people: `.f32[64]`, `.u32`."""
    elements = elements_of(session, field, type_)
    return f".{elements.type}" + (f"[{elements.number}]" if elements.number != 1 else "")


def element_texts(
    session: Session, field: Fields, start: int, most: int, type_: str = "", form: str = ""
) -> list[str]:
    """Return at most `most` elements of a variable, from the element `start` on, in a format."""
    elements = elements_of(session, field, type_)
    names = session.names.at(where(session), [_focus_lane(session)])
    texts = []
    for number in range(start, min(elements.number, start + most, start + _MAX_ELEMENTS)):
        address = np.array([field.start + number * elements.size])
        try:
            found = names.load(Place(field.space, address, elements.type))
        except ExpressionError:
            break
        texts.append(formatted(found, 0, form))
    return texts


def array_named(session: Session, place: LanesAt, name: str) -> Fields | None:
    """Return the variable in memory that a name alone means, if it is an array; else None."""
    names = session.names.at(place, [_focus_lane(session)])
    if names.register(name, None) is not None:
        return None
    field = names.field(name)
    if field is None or elements_of(session, field).number <= 1:
        return None
    return field


def array_text(session: Session, field: Fields, most: int, type_: str = "", form: str = "") -> str:
    """Return the first elements of a variable: `0, 1, 4, …`."""
    texts = element_texts(session, field, 0, most, type_, form)
    more = elements_of(session, field, type_).number > len(texts)
    return ", ".join([*texts, "…"] if more else texts)


def shared_variables(session: Session) -> list[Fields]:
    """Return the variables in the shared memory of the CTA of the focus."""
    return session.state.shared_variables()


def barrier_rows(session: Session) -> list[tuple[str, str]]:
    """Return the barriers of the CTA of the focus at which threads are."""
    return [
        (f"barrier {number}", f"{arrived} of {awaited} threads have arrived")
        for number, arrived, awaited in session.state.barriers(session.focus.cta)
    ]


def mbarrier_rows(session: Session) -> list[tuple[str, str]]:
    """Return the mbarriers of the CTA of the focus: name, and phase, pending and tx-count."""
    state = session.state
    lane, number = _focus_lane(session), session.focus.cta - state.machine.first
    rows = []
    for cta, address in sorted(session.tracker.mbarriers):
        if cta != number:
            continue
        own = (int(state.machine.rank_of[lane]) << 24) if state.machine.clustered else 0
        held = state.mbarrier(lane, own + address)
        text = (
            f"phase {held.parity}, {held.pending} of {held.expected} arrivals pending, "
            f"tx-count {held.tx}"
        )
        rows.append((f"{state.name_of('shared', address)} at {address:#x}", text))
    return rows


def flight_rows(session: Session) -> list[tuple[str, str]]:
    """Return the asynchronous operations that the focus has in flight."""
    rows = []
    for each in session.tracker.in_flight(_focus_lane(session)):
        text = f"committed and not waited for: {_counted(each.groups, 'group')}"
        if each.operations:
            text += f"; in no group yet: {_counted(each.operations, 'operation')}"
        rows.append((each.kind, text))
    return rows


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def tensor_rows(session: Session) -> list[tuple[str, str]]:
    """Return the allocated columns of the tensor memory of the CTA of the focus."""
    return [
        (f"columns {start} to {start + count - 1}", f"{format_count(count, 'column')} of 128 lanes")
        for start, count in session.state.tensor_allocations(session.focus.cta)
    ]


def integer_text(found: Typed, index: int, form: str) -> str:
    """Return the text of a value in a thread, in a format if it is an integer."""
    is_float = (
        TYPES[found.type].kind == "float"
        if found.type in TYPES
        else (isinstance(found.bits[index], float | np.floating))
    )
    return formatted(found, index, "" if is_float else form)


def bytes_text(type_: str, data: bytes) -> str:
    """Return the text of bytes that are a value of a type, or else bytes."""
    if type_ in TYPES and TYPES[type_].bits == 8 * len(data):
        return format_bits(type_, int.from_bytes(data, "little"))
    return data.hex(" ", 4)
