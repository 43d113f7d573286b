"""Names of Python that are bound anew where the device may or may not come by, or comes again.

Python runs the body of `with ptx.if_(p)` and of a loop of the device once. A name that is bound
anew in there names the new value from then on, whatever the device does: `best = v` under `if_`
takes effect always, and `total = total + x` reads the first `total` in every round. Both are
refused where the name may be read again (`name_liveness`), with what to write instead. A value of
the block that is read behind it is found when the body has been traced (`definite_assignment`).
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

from ptxpy.dsl.lines import locate
from ptxpy.dsl.name_liveness import is_counter, liveness
from ptxpy.dsl.operands import Register, Unvalued
from ptxpy.dsl.places import Part, Place, value_type
from ptxpy.dsl.trace import TraceError
from ptxpy.ir import nodes as n

_OWN: Final = str(Path(__file__).parent)
"""The folder of the tracer, whose frames are no one's kernel."""

_RUNNER: Final = "_run"
"""The function below which the frames of a kernel lie (`bodies`)."""

_DEPTH: Final = 2
"""How deep tuples and lists are looked into."""

_MISSING: Final = object()


class _Position(NamedTuple):
    """A frame, where its code had got to, and what its names stood for."""

    frame: FrameType
    offset: int
    values: dict[str, Any]


class Region:
    """A part of a kernel that the device may skip, or run again, and the names as it began."""

    def __init__(self, what: str, *, repeated: bool = False, always: bool = False) -> None:
        """Note the names of all functions that are being run; `what` is shown in messages.

        `repeated` says that the device may come back to the beginning, `always` that it comes by
        at least once.
        """
        self.what = what
        self.repeated = repeated
        self.always = always
        self._positions = [
            _Position(frame, frame.f_lasti, _identities(frame)) for frame in _frames()
        ]

    def close(self) -> None:
        """Raise `TraceError` for a name that has been bound anew and may be read again."""
        now = {id(frame): frame for frame in _frames()}
        for position in self._positions:
            frame = now.get(id(position.frame))
            if frame is not None:
                self._check(position, frame)

    def _check(self, before: _Position, frame: FrameType) -> None:
        changed = [
            name
            for name, value in frame.f_locals.items()
            if name in before.values and _changed(before.values[name], _identity(value))
        ]
        if not changed:
            return
        code = frame.f_code
        changed = [name for name in changed if not is_counter(code, name)]
        if not changed:
            return
        names = liveness(code)
        again = names.after(before.offset) if self.repeated else frozenset()
        behind = names.after(frame.f_lasti)
        for name in changed:
            value = frame.f_locals[name]
            if name in again:
                raise self._refused(name, before, frame, again=True)
            inside = isinstance(value, Place | Part | Register) and not _known(before, value)
            if name in behind and not (self.always or inside):
                raise self._refused(name, before, frame, again=False)

    def _span(self, before: _Position, frame: FrameType) -> tuple[int, int]:
        """Return the offsets between which the code of the region lies."""
        names = liveness(frame.f_code)
        start, stop = names.beginning(before.offset), names.beginning(frame.f_lasti)
        return start, stop if start < stop else names.end_of_loop(start)

    def _refused(
        self, name: str, before: _Position, frame: FrameType, *, again: bool
    ) -> TraceError:
        value = frame.f_locals[name]
        if again:
            why = f"every round on the device begins with the value that {name} had before"
        else:
            why = "Python does so whether the device comes by or not"
        msg = f"{name} is bound anew in {self.what}: {why}. {_instead(name, before, value)}"
        error = TraceError(msg)
        bindings = liveness(frame.f_code).bindings(name, *self._span(before, frame))
        if bindings:
            locate(error, (frame.f_code, bindings[-1]))
        return error


def _frames() -> Iterator[FrameType]:
    """Yield the frames of the kernel and of what it calls, the innermost first."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - the only way, and documented
    while frame is not None:
        filename = frame.f_code.co_filename
        if filename.startswith(_OWN) or filename == contextlib.__file__:
            if frame.f_code.co_name == _RUNNER:
                return
        else:
            yield frame
        frame = frame.f_back


def _identities(frame: FrameType) -> dict[str, Any]:
    """Return what each local name stands for; names of other things are left out."""
    found = {}
    for name, value in frame.f_locals.items():
        identity = _identity(value)
        if identity is not _MISSING:
            found[name] = identity
    return found


class _Same:
    """A value of the device: the same as another in the same register, or as itself."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def register(self) -> Any:
        """Return the register that holds it, None where there is none yet or no single one."""
        value = self.value
        node = value.destination if isinstance(value, Place) else getattr(value, "node", None)
        return (node, getattr(value, "type", "")) if type(node) is n.Register else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Same):
            return False
        if self.value is other.value:
            return True
        return self.register() is not None and self.register() == other.register()

    __hash__ = object.__hash__


def _identity(value: Any, depth: int = _DEPTH) -> Any:
    """Return what tells two values apart: of a register its name, of a number the number."""
    kind = type(value)
    if kind in (int, float, bool):
        return kind, repr(value)
    if value is None:
        return None
    if isinstance(value, Unvalued):
        return _Same(value)
    if kind in (tuple, list) and depth:
        return kind, [_identity(item, depth - 1) for item in value]
    if kind is dict and depth:
        return kind, [(key, _identity(item, depth - 1)) for key, item in value.items()]
    return _MISSING


def _changed(before: Any, now: Any) -> bool:
    """Return whether a name stands for something else; None may become anything but None."""
    return now is not _MISSING and before != now


def _known(before: _Position, value: Any) -> bool:
    """Return whether a value is one that a name stood for when the region began."""
    return _identity(value) in before.values.values()


def _instead(name: str, before: _Position, value: Any) -> str:
    """Return what to write where a name is bound anew."""
    own = "or give the new value a name of its own"
    old = before.values[name]
    if type(value) in (list, tuple, dict):
        return f"Let {name} hold registers that are declared to change, and write each: x.set(…)"
    if isinstance(old, _Same) and _is_variable(old.value):
        return f"Write the register that it names, {name}.set(…) or {name} += …, {own}"
    kind = _type_of(value)
    made = f"reg.from_({name}, {kind})" if isinstance(old, _Same) else f"reg.scalar({kind}, …)"
    return (
        f"Declare a register to change before it, {name} = {made}, and write {name}.set(…) or "
        f"{name} += … in it; {own}"
    )


def _is_variable(value: Any) -> bool:
    """Return whether a value is a register that is declared to change."""
    register = value.bound if isinstance(value, Place) else value
    return bool(getattr(register, "variable", False))


def _type_of(value: Any) -> str:
    if type(value) is float:
        return "f32"
    if type(value) in (int, bool):
        return "u32"
    return value_type(value) or "u32"
