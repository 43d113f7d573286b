"""Identities of Python values: a register's name, a number, the items of a container.

Containers and objects are searched, as `acc[0] = …` and `self.x = …` rebind as `x = …` does. No
code of the objects is run: attributes are read where they are stored.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from enum import Enum
from types import GeneratorType, MemberDescriptorType, ModuleType, NoneType, SimpleNamespace
from typing import Any, Final

from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import RegisterSlice, TracedValue
from ptxpy.ir import nodes as n

MAX_CONTAINER_DEPTH: Final = 5
"""Containers and objects within each other whose contents are compared."""

_HEAP_TYPE: Final = 1 << 9
"""The flag of classes that are written in Python (`Py_TPFLAGS_HEAPTYPE`)."""

_TRACER_PACKAGE: Final = "ptxpy."
_EXAMPLES: Final = "ptxpy.examples"

MISSING: Final = object()
"""The identity of values that have none here: functions, modules, classes."""


def is_simple(value: Any) -> bool:
    """Return whether a value is a number, a text, or of the device, and holds no others."""
    return isinstance(value, int | float | str | TracedValue) or _is_scalar(value)


class Same:
    """A value of the device: the same as another in the same register, or as itself."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        """Take the value."""
        self.value = value

    def register(self) -> Any:
        """Return the register that holds the value; None if it is unbound or in several."""
        value = self.value
        node = (
            value.destination if isinstance(value, PendingResult) else getattr(value, "node", None)
        )
        return (node, getattr(value, "type", "")) if type(node) is n.Register else None

    def __eq__(self, other: object) -> bool:
        """Return whether both are one value."""
        if not isinstance(other, Same):
            return False
        if self.value is other.value:
            return True
        return self.register() is not None and self.register() == other.register()

    __hash__ = object.__hash__


class Fields:
    """The attributes of an object: the same as another's where those that had a value are."""

    __slots__ = ("kind", "values")

    def __init__(self, kind: type, values: dict[str, Any]) -> None:
        """Take the class, and the identities of the attributes."""
        self.kind = kind
        self.values = values

    def __eq__(self, other: object) -> bool:
        """Return whether no attribute has changed; one that is new, or was None, has not."""
        if not isinstance(other, Fields) or self.kind is not other.kind:
            return False
        now = other.values
        return all(
            before is None or before is MISSING or name not in now or before == now[name]
            for name, before in self.values.items()
        )

    __hash__ = object.__hash__

    def changed(self, now: Fields) -> str:
        """Return the name of the first attribute that has changed."""
        return next(
            name
            for name in self.values
            if name in now.values and self != Fields(self.kind, {name: now.values[name]})
        )


def identity(value: Any) -> Any:
    """Return the identity of a value: of a register its name, of a number the number."""
    return _identity(value, MAX_CONTAINER_DEPTH, set())


def _identity(value: Any, depth: int, seen: set[int]) -> Any:
    kind = type(value)
    if OPAQUE[kind]:
        return MISSING
    if kind in (int, float, bool, str):
        # The class and the text tell 1, 1.0 and True apart, which are equal, and find NaN equal to
        # itself.
        return kind, repr(value)
    if value is None:
        return None
    if isinstance(value, TracedValue):
        return Same(value)
    # The members of an `IntEnum` are numbers, too.
    if isinstance(value, int | float | str | Enum) or _is_scalar(value):
        return kind, repr(value)
    # A container may contain itself.
    if not depth or id(value) in seen:
        return MISSING
    seen.add(id(value))
    return _contents(value, depth - 1, seen)


def _contents(value: Any, depth: int, seen: set[int]) -> Any:
    """Return the identity of a container or an object, made of its items."""
    # A slice of registers is a tuple of these.
    kind = tuple if type(value) is RegisterSlice else type(value)
    if kind in (tuple, list, deque) or (isinstance(value, tuple | list) and not _is_own(kind)):
        return kind, [_identity(item, depth, seen) for item in value]
    if isinstance(value, dict):
        return kind, [
            (repr(key) if isinstance(key, int | str) else id(key), _identity(item, depth, seen))
            for key, item in value.items()
        ]
    if isinstance(value, GeneratorType):
        # A generator has changed if it has been resumed, which its offset and its names show.
        frame = value.gi_frame
        return MISSING if frame is None else (frame.f_lasti, _identity(frame.f_locals, depth, seen))
    if _has_no_attributes(kind):
        return MISSING
    return Fields(
        kind, {name: _identity(item, depth, seen) for name, item in stored_attributes(value)}
    )


def _has_no_attributes(kind: type) -> bool:
    """Return whether the attributes of the objects of a class are not looked at."""
    # A class that is written in C keeps the state of its objects where no attribute shows it.
    written = kind is SimpleNamespace or kind.__flags__ & _HEAP_TYPE
    return not written or issubclass(kind, type | ModuleType) or _is_own(kind)


class _Opaque(dict[type, bool]):
    """Classes whose objects have no identity here, whatever they hold.

    Most values that are not the device's are of such: functions, and files of registers.
    """

    def __missing__(self, kind: type) -> bool:
        """Look at the class once."""
        found = self[kind] = (
            not issubclass(kind, _IDENTIFIED)
            # A number of NumPy is told by its shape.
            and kind.__module__ != "numpy"
            and _has_no_attributes(kind)
        )
        return found


_IDENTIFIED: Final = (
    *(int, float, str, NoneType, Enum, TracedValue),
    *(tuple, list, deque, dict, GeneratorType),
)
"""The classes of objects whose identity is not made of attributes."""

OPAQUE: Final = _Opaque()
"""Whether no object of a class has an identity, by class."""


def holds(held: Any, told: Any) -> bool:
    """Return whether an identity equals another, or contains it."""
    if held == told:
        return True
    if isinstance(held, Fields):
        return any(holds(each, told) for each in held.values.values())
    return isinstance(held, tuple | list) and any(holds(each, told) for each in held)


def _is_own(kind: type) -> bool:
    """Return whether a class belongs to this package, whose objects may change freely."""
    module = str(kind.__module__)
    return module.startswith(_TRACER_PACKAGE) and not module.startswith(_EXAMPLES)


def _is_scalar(value: Any) -> bool:
    """Return whether a value is a number of NumPy."""
    kind = type(value)
    return kind.__module__ == "numpy" and getattr(value, "shape", None) == ()


def stored_attributes(value: Any) -> list[tuple[str, Any]]:
    """Return the attributes that an object holds, in its dictionary or in slots."""
    held = getattr(value, "__dict__", None)
    found = list(held.items()) if type(held) is dict else []
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            member = kind.__dict__.get(name)
            # `getattr` could run code of the object's class.
            if isinstance(member, MemberDescriptorType):
                with suppress(AttributeError):
                    found.append((name, member.__get__(value)))
    return found
