"""The requests of an editor about variables, expressions and memory of a frame."""

from __future__ import annotations

import base64
import io
import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ptxpy.debugger import inspection
from ptxpy.debugger.adapter.host import RequestError
from ptxpy.debugger.batch import Focus
from ptxpy.debugger.expressions import Expression, ExpressionError
from ptxpy.debugger.formats import after_comma, formatted
from ptxpy.debugger.inspection import RegisterRow
from ptxpy.debugger.terminal.command_table import is_command
from ptxpy.debugger.terminal.terminal import Terminal
from ptxpy.debugger.thread_names import short_name
from ptxpy.isa import TYPES
from ptxpy.sim import UnmappedAddressError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.debugger.adapter.host import Host, ToldFrame
    from ptxpy.debugger.adapter.wire import Message
    from ptxpy.debugger.formats import Format
    from ptxpy.debugger.thread_names import BoundNames
    from ptxpy.sim import Fields, LanesAt

__all__ = ["VariableRequests"]

Variable: TypeAlias = "dict[str, Any]"
Children: TypeAlias = "Callable[[int, int, str], list[Variable]]"
"""Lists children of a variable: from which on, how many, and the format of integers."""

_MAX_READ_BYTES: Final = 1 << 20
_MAX_CHILDREN: Final = 4096
_SHOWN_ELEMENTS: Final = 8
_REFERENCE_PARTS: Final = 4
"""The parts of the name of memory."""


class VariableRequests:
    """Shows the state of a frame."""

    def __init__(self, host: Host) -> None:
        """Begin without variables."""
        self._host = host
        self._children: dict[int, Children] = {}
        """The functions that list the children of variables, by reference."""
        self._elements: dict[int, str] = {}
        """The variables in memory that have elements, by reference."""

    def forget(self) -> None:
        """Forget the variables of the last stop."""
        self._children.clear()
        self._elements.clear()

    def element(self, reference: object, name: str) -> str:
        """Return the expression of the child of a variable, given its name."""
        array = self._elements.get(reference) if isinstance(reference, int) else None
        return name if array is None else f"{array}[{name}]"

    def request_scopes(self, arguments: Message) -> Message:
        """List the parts of the state."""
        told = self._host.look_at(int(arguments["frameId"]))
        session, at = self._host.held, told.frame.at
        parts: list[tuple[str, str, Callable[[str], list[Variable]]]] = [
            ("Registers", "registers",
             lambda form: self._registers(told, inspection.registers_of(session, at, form))),
            ("Predicates", "registers",
             lambda _: self._registers(told, inspection.predicates_of(session, at))),
            ("Parameters", "arguments",
             lambda _: _plain(inspection.parameter_rows(session, at))),
            ("Special registers", "registers",
             lambda _: self._registers(told, inspection.special_rows(session, at))),
            ("Shared memory", "locals", lambda form: self._shared(told, form)),
            ("Barriers", "locals", lambda _: _plain(
                [(name, "", text) for name, text in
                 inspection.barrier_rows(session) + inspection.mbarrier_rows(session)])),
            ("In flight", "locals", lambda _: _plain(
                [(name, "", text) for name, text in inspection.flight_rows(session)])),
        ]  # fmt: skip
        if session.state.machine.uses_tensor_memory:
            rows = inspection.tensor_rows(session)
            parts.append(
                ("Tensor memory", "locals",
                 lambda _: _plain([(name, "", text) for name, text in rows]))
            )  # fmt: skip
        return {
            "scopes": [
                {
                    "name": name,
                    "presentationHint": hint,
                    "variablesReference": self._listed(int(arguments["frameId"]), make),
                    "expensive": name not in ("Registers", "Parameters"),
                }
                for name, hint, make in parts
            ]
        }

    def _listed(self, frame: int, make: Callable[[str], list[Variable]]) -> int:
        def children(first: int, count: int, form: str) -> list[Variable]:
            self._host.look_at(frame)
            return make(form)[first : first + count]

        return self._reference(children)

    def _reference(self, children: Children) -> int:
        number = len(self._children) + 1
        self._children[number] = children
        return number

    def request_variables(self, arguments: Message) -> Message:
        """List the children of a variable."""
        self._host.held  # noqa: B018 - raises while the launch runs
        children = self._children.get(int(arguments["variablesReference"]))
        if children is None:
            message = "no variables of this number: the launch has run on"
            raise RequestError(message)
        first = int(arguments.get("start") or 0)
        count = min(int(arguments.get("count") or _MAX_CHILDREN), _MAX_CHILDREN)
        return {"variables": children(first, count, _letter(arguments))}

    def _registers(self, told: ToldFrame, rows: Sequence[RegisterRow]) -> list[Variable]:
        lane = told.focus.lane
        found = []
        for row in rows:
            own = row.values[lane] if lane < len(row.values) else row.values[0]
            is_same = len({*row.values}) == 1
            variable: Variable = {
                "name": f"{row.name} {row.called}".strip(),
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

    def _shared(self, told: ToldFrame, form: str) -> list[Variable]:
        session = self._host.held
        found = []
        for field in inspection.shared_variables(session):
            shown = self._for_integers(field, "", form)
            text = inspection.array_text(session, field, _SHOWN_ELEMENTS, "", shown)
            end = field.start + field.size
            variable: Variable = {
                "name": short_name("", field.name),
                "value": f"{field.start:#x} to {end:#x}: {text}",
                "type": inspection.declaration_of(session, field),
                "evaluateName": field.name,
                "memoryReference": _memory_reference("shared", told.focus, field.start),
                "variablesReference": 0,
            }
            found.append(variable | self._array(field, "", ""))
        return found

    def _for_integers(self, field: Fields, type_: str, letter: str) -> str:
        """Return a format that a request has for integers; empty if elements are none."""
        elements = inspection.elements_of(self._host.held, field, type_)
        return "" if TYPES[elements.type].kind == "float" else letter

    def _array(self, field: Fields, type_: str, form: str) -> Variable:
        """Return the part of a variable that says that it has elements, if it has several."""
        count = inspection.elements_of(self._host.held, field, type_).number
        if count <= 1:
            return {}
        focus, frame = self._host.held.focus, self._host.held.frame_number

        def children(first: int, number: int, letter: str) -> list[Variable]:
            session = self._host.held
            session.look_at(focus)
            session.select(frame)
            shown = form or self._for_integers(field, type_, letter)
            texts = inspection.element_texts(session, field, first, number, type_, shown)
            suffix = f".{type_}" if type_ else ""
            return [
                {
                    "name": str(index),
                    "value": text,
                    "evaluateName": f"{field.name}{suffix}[{index}]",
                    "variablesReference": 0,
                }
                for index, text in enumerate(texts, first)
            ]

        number = self._reference(children)
        self._elements[number] = f"{field.name}.{type_}" if type_ else field.name
        return {"indexedVariables": count, "variablesReference": number}

    # ------------------------------------------------------------------- expressions

    def request_evaluate(self, arguments: Message) -> Message:
        """Evaluate an expression, or carry out a command of the terminal."""
        text = str(arguments["expression"]).strip()
        session = self._host.held
        if "frameId" in arguments:
            self._host.look_at(int(arguments["frameId"]))
        place = session.place()
        if arguments.get("context") == "repl" and is_command(text):
            # A kernel has names such as i and x more often than a console has the short commands.
            lane_names = None if place is None else session.names.at(place, [session.lane()])
            if lane_names is None or not _is_short_name(text, lane_names):
                return self._command(text)
        if place is None:
            message = "the thread that is looked at has ended"
            raise RequestError(message)
        form, text = after_comma(text)
        letter = _letter(arguments)
        field = inspection.array_named(session, place, text)
        if field is not None:
            shown = form.letter or self._for_integers(field, form.type, letter)
            held = inspection.array_text(session, field, _SHOWN_ELEMENTS, form.type, shown)
            return {
                "result": f"{{{held}}}",
                "type": inspection.declaration_of(session, field, form.type),
                "memoryReference": _memory_reference(field.space, session.focus, field.start),
                "variablesReference": 0,
            } | self._array(field, form.type, form.letter)
        return self._evaluated(text, form, letter, place)

    def _evaluated(self, text: str, form: Format, letter: str, place: LanesAt) -> Message:
        """Return the value of an expression in the lanes of the warp.

        It has the format that is written behind it, else integers have that of the request.
        """
        session = self._host.held
        lanes = np.asarray(session.warp_lanes())
        names = session.names.at(place, lanes)
        expression = Expression(f"({text}).{form.type}" if form.type else text)
        lane = lanes.tolist().index(session.lane())
        found = expression.evaluate(names)
        show, letter = (
            (formatted, form.letter) if form.letter else (inspection.integer_text, letter)
        )
        values = tuple([show(found, k, letter) for k in range(len(lanes))])
        own = values[lane]
        answer: Message = {"result": own, "variablesReference": 0}
        if found.type != "number":
            answer["type"] = found.type
        if len({*values}) > 1:
            row = RegisterRow(text, "", found.type, values)
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
        session = self._host.held
        written = io.StringIO()
        before = session.focus
        Terminal.on(session, written).carry_out(text)
        if session.focus != before and self._host.invalidates:
            # Another CTA has other warps.
            self._host.event("invalidated", areas=["threads", "stacks", "variables"])
        return {"result": written.getvalue().rstrip("\n"), "variablesReference": 0}

    def request_read_memory(self, arguments: Message) -> Message:
        """Read bytes of memory."""
        session = self._host.held
        parts = str(arguments["memoryReference"]).split(":")
        if len(parts) != _REFERENCE_PARTS:
            message = "no memory has this name"
            raise RequestError(message)
        space, cta, thread, start = parts
        address = int(start, 16) + int(arguments.get("offset") or 0)
        count = min(int(arguments["count"]), _MAX_READ_BYTES)
        lane = session.lane(Focus(int(cta), int(thread)))
        if lane is None:
            message = "the CTA of this memory does not run now"
            raise RequestError(message)
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


def _letter(arguments: Message) -> str:
    """Return the format of integers that the editor asks for."""
    form = arguments.get("format")
    return "x" if isinstance(form, dict) and form.get("hex") else ""


def _plain(rows: Sequence[tuple[str, str, str]]) -> list[Variable]:
    return [
        {
            "name": name, "value": value, "variablesReference": 0,
            **({"type": type_, "evaluateName": name} if type_ else {}),
        }
        for name, type_, value in rows
    ]  # fmt: skip


def _lanes(row: RegisterRow) -> Children:
    """Return the function that lists the values of a register in the lanes of the warp."""

    def children(first: int, count: int, _: str) -> list[Variable]:
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
