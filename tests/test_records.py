"""Named tuples of the package are those of `typing`, but for their annotations."""

from __future__ import annotations

import inspect
import pickle
import typing

import pytest

from ptxpy._records import NamedTuple


class Own(NamedTuple):
    """A named tuple of the package."""

    name: str
    sizes: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """The sum of its sizes."""
        return sum(self.sizes)

    @classmethod
    def of(cls, name: str) -> Own:
        """Make one with a size."""
        return cls(name, (len(name),))


class Holder:
    """A class with a named tuple in it."""

    class Inner(NamedTuple):
        """The named tuple."""

        value: int


class Typed(typing.NamedTuple):
    """The same by `typing`."""

    name: str
    sizes: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """The sum of its sizes."""
        return sum(self.sizes)


def test_it_is_a_tuple_with_names() -> None:
    """Values have the fields, defaults and methods that the class says."""
    own = Own("x", sizes=(1, 2))
    assert tuple(own) == ("x", (1, 2))
    assert own == Typed("x", (1, 2))  # type: ignore[comparison-overlap]
    assert (own.name, own.total, Own("y").sizes) == ("x", 3, ())
    assert Own.of("xyz") == ("xyz", (3,))
    assert own._replace(name="z") == ("z", (1, 2))
    assert repr(own) == "Own(name='x', sizes=(1, 2))"


def test_its_class_is_described_as_by_typing() -> None:
    """Names, fields, defaults, docstrings and hints are the same."""
    for attribute in ("_fields", "_field_defaults", "__match_args__", "__module__", "__bases__"):
        assert getattr(Own, attribute) == getattr(Typed, attribute)
    assert Own.__doc__ == "A named tuple of the package."
    assert (Own.__qualname__, Holder.Inner.__qualname__) == ("Own", "Holder.Inner")
    assert typing.get_type_hints(Own) == typing.get_type_hints(Typed)


def test_it_is_pickled_by_reference() -> None:
    """A worker makes values of the same class, of one in a class, too."""
    for value in (Own("x"), Holder.Inner(1)):
        again = pickle.loads(pickle.dumps(value))  # noqa: S301 - made one line above
        assert again == value
        assert type(again) is type(value)


def test_values_are_as_strict() -> None:
    """Fields cannot be set, and all without a default are required."""
    with pytest.raises(AttributeError):
        Own("x").name = "y"  # type: ignore[misc]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        Own()  # type: ignore[call-arg]


def test_annotations_stay_text() -> None:
    """None is compiled: that is what the class of the package saves."""
    assert Own.__annotations__ == {"name": "str", "sizes": "tuple[int, ...]"}


def test_copies_name_the_fields_that_change() -> None:
    """Classes with as many fields share methods, each with the names of its own fields."""

    class Other(NamedTuple):
        start: int
        stop: int = 0

    assert Other(1)._replace(stop=4)._asdict() == {"start": 1, "stop": 4}
    assert Other._make((1, 2)) == (1, 2)
    for values in ((), (1, 2, 3)):
        with pytest.raises(TypeError, match=f"Expected 2 arguments, got {len(values)}"):
            Other._make(values)
    with pytest.raises((TypeError, ValueError), match=r"unexpected field names: \['name'\]"):
        Other(1)._replace(name="x")  # type: ignore[call-arg]
    assert str(inspect.signature(Other)) == "(start: 'int', stop: 'int' = 0)"
