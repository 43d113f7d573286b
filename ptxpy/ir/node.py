"""The base class of all IR nodes: an immutable, slotted record with named fields.

A node is a tuple underneath, because a parser makes a hundred thousand of them and no other
immutable Python object is built as fast. It behaves as a record: fields are read by name,
equality compares type and fields, and `replace` gives a changed copy.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any, ClassVar, Self, dataclass_transform


class _Slotted(type):
    """Gives every node class empty slots, so that no node has a `__dict__`."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
        """Make the class."""
        return super().__new__(cls, name, bases, {"__slots__": (), **namespace})


@dataclass_transform(frozen_default=True)
class Node(tuple[Any, ...], metaclass=_Slotted):
    """An immutable record; subclasses declare their fields as annotated class attributes.

    Two nodes are equal when they have the same type and equal fields, layout included.
    """

    __slots__ = ()

    fields: ClassVar[tuple[str, ...]] = ()
    """The names of the fields, in order."""

    defaults: ClassVar[dict[str, Any]] = {}
    """The default values of the fields that have one."""

    def __init_subclass__(cls) -> None:
        """Turn the annotations of the class body into fields."""
        annotations = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - inspect loads slowly
        names = tuple(name for name in annotations if not name.startswith("_"))
        cls.defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
        cls.fields = names
        cls.__match_args__ = names  # type: ignore[misc, attr-defined]
        for position, name in enumerate(names):
            setattr(cls, name, property(itemgetter(position)))

    def __new__(cls, *values: Any, **named: Any) -> Self:  # noqa: ANN401
        """Make a node from positional and named field values.

        Raises `TypeError` for a missing, unknown or doubled field.
        """
        fields = cls.fields
        if not named and len(values) == len(fields):
            return tuple.__new__(cls, values)
        if len(values) > len(fields):
            msg = f"{cls.__name__} takes {len(fields)} fields, {len(values)} given"
            raise TypeError(msg)
        record = dict(zip(fields, values, strict=False))
        for name, value in named.items():
            if name in record or name not in fields:
                problem = "doubled" if name in record else "unknown"
                msg = f"{cls.__name__}: {problem} field {name!r}"
                raise TypeError(msg)
            record[name] = value
        try:
            return tuple.__new__(
                cls, [record[n] if n in record else cls.defaults[n] for n in fields]
            )
        except KeyError as error:
            msg = f"{cls.__name__}: field {error.args[0]!r} is missing"
            raise TypeError(msg) from None

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401
        """Return a copy with the named fields changed; `TypeError` for an unknown field."""
        values = list(self)
        for name, value in changes.items():
            try:
                values[self.fields.index(name)] = value
            except ValueError:
                msg = f"{type(self).__name__} has no field {name!r}"
                raise TypeError(msg) from None
        return tuple.__new__(type(self), values)

    def __eq__(self, other: object) -> bool:
        """Equal type, equal fields."""
        return type(self) is type(other) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        """Differ in type or in a field."""
        return not self == other

    def __hash__(self) -> int:
        """Hash of type and fields."""
        return hash((type(self).__name__, tuple.__hash__(self)))

    def __getnewargs__(self) -> tuple[Any, ...]:
        """Field values, for pickling and copying."""
        return tuple(self)

    def __repr__(self) -> str:
        """Show the fields that differ from their defaults, by name."""
        shown = [
            f"{name}={value!r}"
            for name, value in zip(self.fields, self, strict=True)
            if not (name in self.defaults and self.defaults[name] == value)
        ]
        return f"{type(self).__name__}({', '.join(shown)})"
