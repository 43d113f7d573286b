"""The values that a reader makes of a symbol: texts, packs of texts, and values made of `T_`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, final

from ptxpy._records import NamedTuple

__all__ = [
    "CUT",
    "DECLARED",
    "NOTHING",
    "BrokenError",
    "Deferred",
    "Name",
    "Pack",
    "Plain",
    "Scope",
    "Text",
    "UnknownError",
    "Value",
    "as_expanded",
    "as_text",
    "now",
]


class UnknownError(Exception):
    """A symbol has a code that the reader does not know, or is deeper than it reads."""


class BrokenError(Exception):
    """A symbol contradicts itself."""


@final
class Text(NamedTuple):
    """A type, a name or an expression, in two parts if a declared name comes in between."""

    left: str
    right: str = ""
    form: str = ""
    """The form, which a pointer to it depends on: `()` functions, `[]` arrays, `&`, `&&`."""
    base: str = ""
    """The last component of a name, without template arguments; the parameters of a function."""
    short: str = ""
    """The same, as an identifier."""

    def whole(self) -> str:
        """Return it as it is where no name is declared."""
        # The name of a function or an array is declared between its two parts: `int (*)[4]`.
        return f"{self.left} {self.right}" if self.form in DECLARED else self.left + self.right


@final
class Pack(NamedTuple):
    """A text for each element of a parameter pack."""

    texts: tuple[Text, ...]
    expanded: bool = False
    """Whether these are elements of the list around; else the list is repeated."""


class Scope:
    """Where `T_` has a meaning: an encoding with its template arguments, or a lambda's signature.

    Args:
        arguments: The template arguments so far; None where they come later.
        automatic: Whether the template parameters are those that `auto` stands for.
    """

    def __init__(self, arguments: list[Plain] | None, *, automatic: bool = False) -> None:
        self.arguments = arguments
        self.automatic = automatic
        self.seen: dict[int, tuple[Deferred, Deferred]] = {}
        """Values of other scopes, with their meanings here, by the identity of the former."""


@final
class Deferred(NamedTuple):
    """A value that is made of `T_`, and is another one in another scope."""

    make: Callable[..., Plain]
    values: tuple[Value, ...]
    now: Plain
    """Its meaning in its scope."""
    scope: Scope


Plain: TypeAlias = Text | Pack
Value: TypeAlias = Plain | Deferred


class Name(NamedTuple):
    """The name of an encoding, and the facts that follow from it."""

    value: Value
    returns: bool = False
    """Whether the type that the function returns comes before those of its parameters."""
    qualifiers: str = ""


DECLARED: Final = frozenset({"()", "[]"})
CUT: Final = Text("…")
NOTHING: Final = Text("")


def now(value: Value) -> Plain:
    """Return the meaning of a value in its scope."""
    return value.now if type(value) is Deferred else value


def as_text(value: Value) -> Text:
    """Return the meaning of a value in its scope, which must be a text and no pack.

    Raises:
        UnknownError: It is a pack.
    """
    plain = now(value)
    if type(plain) is Pack:
        raise UnknownError
    return plain


def as_expanded(value: Plain) -> Plain:
    """Return a pack as elements of the list around, and a text as it is."""
    return value._replace(expanded=True) if type(value) is Pack else value
