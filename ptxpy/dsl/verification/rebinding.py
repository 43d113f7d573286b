"""Names of Python that are rebound in code that the device may skip or repeat.

Python runs the body of `with ptx.if_(p)` and of a loop of the device once. A name that the body
rebinds refers to the new value from then on, whatever the device does: `best = v` under `if_`
always takes effect, and `total = total + x` reads the first `total` in every iteration. Both are
refused if the name may be read again (`name_liveness`); the error says what to write instead. A
value of the block that is read after the block is found by `definite_assignment`.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections import deque
from collections.abc import Container, Iterator, Mapping
from itertools import compress
from operator import is_, is_not
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart, value_type
from ptxpy.dsl.tracing.source_lines import attach_location
from ptxpy.dsl.tracing.trace import TraceError, traced_function
from ptxpy.dsl.values.operand_conversion import Register, TracedValue
from ptxpy.dsl.verification.value_identity import (
    MISSING,
    OPAQUE,
    Fields,
    Same,
    holds,
    identity,
    is_simple,
)

if TYPE_CHECKING:
    from ptxpy.dsl.verification.name_liveness import NameLiveness

_TRACER_FOLDER: Final = f"{Path(__file__).parents[1]}{os.sep}"
"""The folder of the tracer, whose frames do not belong to a kernel."""

_RUN_BODY: Final = "_run"
"""The function that runs the body of a kernel (`functions.bodies`): its frame ends the search."""


class _Position(NamedTuple):
    """A frame, the offset that its code had reached, and the values of its names."""

    frame: FrameType
    offset: int
    values: dict[str, Any]
    """Traced values as they are, for there are many; of all else the identities."""

    def identity(self, name: str) -> Any:
        """Return the identity of the value that a name had."""
        value = self.values[name]
        return Same(value) if isinstance(value, TracedValue) else value


class _ModuleNames:
    """The names of a module at some time, and the values of those that are simple."""

    __slots__ = ("module", "names", "values")

    def __init__(self, module: dict[str, Any]) -> None:
        """Take the names of a module."""
        self.module = module
        self.names = dict(module)
        self.values = _identities(_simple(module))
        """As those of `_Position`."""

    def identity(self, name: str) -> Any:
        """Return the identity of the value that a name had."""
        value = self.values[name]
        return Same(value) if isinstance(value, TracedValue) else value

    def still_hold(self) -> bool:
        """Return whether the module has the same names, which stand for the same objects."""
        now, names = self.module, self.names
        return (
            len(now) == len(names)
            and all(map(is_, now.values(), names.values()))
            and all(map(is_, now, names))
        )


def _module_names(module: dict[str, Any]) -> _ModuleNames:
    """Return the names of a module as they are now.

    A kernel has hundreds of blocks, and nothing rebinds a global name between them: the names are
    taken again only if something did.
    """
    function = traced_function()
    taken = {} if function is None else function.module_names
    found: _ModuleNames | None = taken.get(id(module))
    if found is None or not found.still_hold():
        found = taken[id(module)] = _ModuleNames(module)
    return found


class Region:
    """A part of a kernel that the device may skip or repeat, and the names at its beginning."""

    def __init__(self, what: str, *, repeated: bool = False, always: bool = False) -> None:
        """Record the names of all functions that are running; `what` is shown in messages.

        `repeated` means that the device may return to the beginning, `always` that it runs the
        region at least once.
        """
        self.what = what
        self.repeated = repeated
        self.always = always
        self._positions = [
            _Position(frame, frame.f_lasti, _identities(frame.f_locals))
            for frame in running_frames()
        ]
        # One frame is enough for a module: its functions share the global names.
        modules = {id(each.frame.f_globals): each.frame.f_globals for each in self._positions}
        self._globals = [_module_names(module) for module in modules.values()]

    def close(self) -> None:
        """Raise `TraceError` for a name that has been rebound and may be read again."""
        now = {id(frame): frame for frame in running_frames()}
        for position in self._positions:
            frame = now.get(id(position.frame))
            # A frame that has ended meanwhile reads its names no more.
            if frame is not None:
                self._check(position, frame)
        for before in self._globals:
            if not before.still_hold():
                self._check_globals(before)

    def _check_globals(self, before: _ModuleNames) -> None:
        """Check the names of a module: any function may read them, at any time."""
        module = before.module
        for name, value in before.values.items():
            now = module.get(name)
            if now is value or not is_simple(now):
                continue
            if not _changed(before.identity(name), identity(now)):
                continue
            if self.repeated or not (self.always or self._is_of_region(now)):
                raise TraceError(self._told(name, before, now, again=self.repeated))

    def _check(self, before: _Position, frame: FrameType) -> None:
        values = before.values
        names = frame.f_locals
        # The comparison runs in C: nearly all names are unchanged, and a kernel may have thousands
        # at each of hundreds of blocks.
        others = map(is_not, names.values(), map(values.get, names, names.values()))
        changed = [
            name
            for name in compress(names, others)
            if _changed(before.identity(name), identity(names[name]))
        ]
        if not changed:
            return
        from ptxpy.dsl.verification.name_liveness import (  # noqa: PLC0415 - seldom needed
            exact_liveness,
            is_counter,
            liveness,
        )

        code = frame.f_code
        changed = [name for name in changed if not is_counter(code, name)]
        if not changed:
            return
        # The exact liveness is computed where the first has left names.
        again, after = self._read_later(liveness(code), before, frame, changed)
        changed = [name for name in changed if name in again or name in after]
        # A `range` that is not Python's may leave out the body of its loop.
        if changed and frame.f_globals.get("range", range) is range:
            again, after = self._read_later(exact_liveness(code), before, frame, changed)
        for name in changed:
            if name in again:
                raise self._refused(name, before, frame, again=True)
            if name in after and not (self.always or self._is_of_region(names[name])):
                raise self._refused(name, before, frame, again=False)

    def _read_later(
        self, live: NameLiveness, before: _Position, frame: FrameType, names: list[str]
    ) -> tuple[frozenset[str], frozenset[str]]:
        """Return which names may be read if the region is run again, and which after it."""
        again = live.after(before.offset, names) if self.repeated else frozenset()
        return again, live.after(frame.f_lasti, names)

    def _is_of_region(self, value: Any) -> bool:
        """Return whether a value is one of the device that the region has made."""
        return isinstance(value, PendingResult | ResultPart | Register) and not self._known(value)

    def _known(self, value: Any) -> bool:
        """Return whether a value is one that a name stood for, or held, when the region began."""
        told = identity(value)
        places: list[_Position | _ModuleNames] = [*self._positions, *self._globals]
        return any(
            holds(position.identity(name), told) for position in places for name in position.values
        )

    def _span(self, before: _Position, frame: FrameType) -> tuple[int, int]:
        """Return the offsets at which the code of the region begins and ends."""
        from ptxpy.dsl.verification.name_liveness import liveness  # noqa: PLC0415 - seldom needed

        names = liveness(frame.f_code)
        start, stop = names.beginning(before.offset), names.beginning(frame.f_lasti)
        # A loop that is written with Python's `for` ends at the instruction in its head with which
        # it began: its code is behind that.
        return start, stop if start < stop else names.end_of_loop(start)

    def _refused(
        self, name: str, before: _Position, frame: FrameType, *, again: bool
    ) -> TraceError:
        from ptxpy.dsl.verification.name_liveness import liveness  # noqa: PLC0415 - seldom needed

        error = TraceError(self._told(name, before, frame.f_locals[name], again=again))
        # The error shows the last assignment in the region.
        bindings = liveness(frame.f_code).bindings(name, *self._span(before, frame))
        if bindings:
            attach_location(error, (frame.f_code, bindings[-1]))
        return error

    def _told(self, name: str, before: _Position | _ModuleNames, value: Any, *, again: bool) -> str:
        """Return the message for a name that is rebound."""
        if again:
            why = f"every iteration on the device begins with the value that {name} had before"
        else:
            why = "Python does so whether the device runs the block or not"
        shown, old, now = name, before.identity(name), identity(value)
        if isinstance(old, Fields) and isinstance(now, Fields) and old.kind is now.kind:
            shown = f"{name}.{old.changed(now)}"
        return f"{shown} is rebound in {self.what}: {why}. {_instead(name, before, value)}"


def running_frames() -> Iterator[FrameType]:
    """Yield the frames of the kernel and of the functions that it calls, the innermost first."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - the only way, and documented
    while frame is not None:
        filename = frame.f_code.co_filename
        # `@contextmanager` puts frames of contextlib between those of the tracer and of the author.
        if filename.startswith(_TRACER_FOLDER) or filename == contextlib.__file__:
            if frame.f_code.co_name == _RUN_BODY:
                return
        else:
            yield frame
        frame = frame.f_back


def _simple(names: dict[str, Any]) -> dict[str, Any]:
    """Return the names of numbers, texts and values of the device."""
    return {name: value for name, value in names.items() if is_simple(value)}


def _identities(names: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of each name, as `_Position` has it; names without an identity are left out.

    Nearly all are traced values, which are kept as they are: a kernel has thousands of names, and
    hundreds of blocks, so that no Python is run for each name at each block.
    """
    found = dict(names)
    for name in [*compress(found, map(_UNTRACED.__getitem__, map(type, found.values())))]:
        value = found[name]
        told = MISSING if OPAQUE[type(value)] else identity(value)
        if told is MISSING:
            del found[name]
        else:
            found[name] = told
    return found


class _Untraced(dict[type, bool]):
    """Whether the values of a class are no traced values."""

    def __missing__(self, kind: type) -> bool:
        """Look at the class once."""
        found = self[kind] = not issubclass(kind, TracedValue)
        return found


_UNTRACED: Final = _Untraced()


def _changed(before: Any, now: Any) -> bool:
    """Return whether a name is rebound; a name that was None may become anything."""
    return now is not MISSING and before != now


def _instead(name: str, before: _Position | _ModuleNames, value: Any) -> str:
    """Return advice for a name that is rebound."""
    own = "or give the new value a name of its own"
    old = before.identity(name)
    if isinstance(old, Fields):
        return (
            f"Let the attributes of {name} hold registers that are declared to change, and write "
            "each: x.set(…) or x += …"
        )
    if isinstance(value, list | tuple | dict | deque):
        return f"Let {name} hold registers that are declared to change, and write each: x.set(…)"
    if isinstance(old, Same) and _is_variable(old.value):
        return f"Write the register that it names, {name}.set(…) or {name} += …, {own}"
    if isinstance(value, str):
        return "Let Python alone decide it, outside of the block, " + own
    kind = _type_of(value)
    made = f"reg.from_({name}, {kind})" if isinstance(old, Same) else f"reg.scalar({kind}, …)"
    names = before.frame.f_globals if isinstance(before, _Position) else before.module
    needed = import_of(kind, names)
    return (
        f"Declare a register to change before it, {name} = {made}{needed}, and write {name}.set(…) "
        f"or {name} += … in it; {own}"
    )


def import_of(kind: str, names: Container[str]) -> str:
    """Return the import that advice with a type needs, in brackets; empty if the program has it.

    `names` are those that the program has.
    """
    return "" if kind in names or "*" in names else f" (from ptxpy import {kind})"


def _is_variable(value: Any) -> bool:
    """Return whether a value is a register that is declared to change."""
    register = value.bound if isinstance(value, PendingResult) else value
    return bool(getattr(register, "variable", False))


def _type_of(value: Any) -> str:
    if isinstance(value, float):
        return "f32"
    if type(value) in (int, bool):
        return "u32"
    return value_type(value) or "u32"
