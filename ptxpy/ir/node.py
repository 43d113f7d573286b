"""The base class of all IR nodes: an immutable, slotted record with named fields.

A node is a tuple, because a parser creates a hundred thousand nodes and no other immutable Python
object is created as fast. It behaves as a record: fields are read by name, equality compares type
and fields, and `replace` returns a changed copy.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any, ClassVar, Self, dataclass_transform


class _Slotted(type):
    """Metaclass that adds empty slots to every node class, so that no node has a `__dict__`."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
        """Create the class."""
        return super().__new__(cls, name, bases, {"__slots__": (), **namespace})


@dataclass_transform(frozen_default=True)
class Node(tuple[Any, ...], metaclass=_Slotted):
    """An immutable record; subclasses declare their fields as annotated class attributes.

    Two nodes are equal if they have the same type and equal fields, including layout.
    """

    __slots__ = ()

    fields: ClassVar[tuple[str, ...]] = ()
    """The names of the fields, in order."""

    defaults: ClassVar[dict[str, Any]] = {}
    """The default values of fields, by name."""

    def __init_subclass__(cls) -> None:
        """Turn the annotations of the class body into fields."""
        # A subclass of a node class may have no annotations; `__dict__` does not look at the base
        # class.
        annotations = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - inspect loads slowly
        names = tuple(name for name in annotations if not name.startswith("_"))
        cls.defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
        cls.fields = names
        cls.__match_args__ = names  # type: ignore[misc, attr-defined]
        for position, name in enumerate(names):
            # Properties over `itemgetter` are read in C, as those of named tuples are.
            setattr(cls, name, property(itemgetter(position), doc=f"`{annotations[name]}`"))

    def __new__(cls, *values: Any, **named: Any) -> Self:  # noqa: ANN401
        """Create a node from positional and named field values.

        Raises `TypeError` for a missing, unknown or repeated field.
        """
        fields = cls.fields
        # The parser gives all fields by position: this way needs no dictionary.
        if not named and len(values) == len(fields):
            return tuple.__new__(cls, values)
        if len(values) > len(fields):
            held = f"{len(fields)} field{'s' * (len(fields) != 1)}"
            msg = f"{cls.__name__} takes {held}, but {len(values)} were given"
            raise TypeError(msg)
        record = dict(zip(fields, values, strict=False))
        for name, value in named.items():
            if name in record or name not in fields:
                problem = "repeated" if name in record else "unknown"
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
        """Return a copy with the named fields changed; raise `TypeError` for an unknown field."""
        values = list(self)
        for name, value in changes.items():
            try:
                values[self.fields.index(name)] = value
            except ValueError:
                msg = f"{type(self).__name__} has no field {name!r}"
                raise TypeError(msg) from None
        return tuple.__new__(type(self), values)

    def __eq__(self, other: object) -> bool:
        """Return whether type and fields are equal."""
        # Without the test of the type, `Symbol("x")` would be equal to `Register("x")`: both are
        # tuples.
        return type(self) is type(other) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        """Return whether type or fields differ."""
        return not self == other

    def __hash__(self) -> int:
        """Return a hash of type and fields."""
        return hash((type(self).__name__, tuple.__hash__(self)))

    def __getnewargs__(self) -> tuple[Any, ...]:
        """Return the field values, for pickling and copying."""
        return tuple(self)

    def __repr__(self) -> str:
        """Return the constructor call, without fields that have their default values."""
        shown = [
            f"{name}={value!r}"
            for name, value in zip(self.fields, self, strict=True)
            if not (name in self.defaults and self.defaults[name] == value)
        ]
        return f"{type(self).__name__}({', '.join(shown)})"
