"""Templates of IR: the results of Lark's parser for a shape, with tokens to be filled in.

A template depends on the *terminals* of the tokens alone, never on their texts, so that one parse
serves every statement of the same shape. A part that depends on a text is a `Deferred` semantic
action (`ptxpy.syntax.node_factories`), evaluated when the template is filled.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n


class Text(NamedTuple):
    """The text of a token, by the token's number within the statement."""

    token: str


class RegisterText(NamedTuple):
    """The register node of a token."""

    token: str


class RegisterName(NamedTuple):
    """The name, percent sign included, in a token that reads like a register: `%done:`."""

    token: str


class Build(NamedTuple):
    """A node with the given fields."""

    cls: type[n.Node]
    values: tuple[Any, ...]


class Deferred(NamedTuple):
    """A semantic action applied to texts."""

    function: str
    arguments: tuple[Any, ...]


class Slot(NamedTuple):
    """A value that the reader supplies for each statement: its layout, or its body."""

    name: str


RUN = "run"
"""The prefix of a token that stands for the middle of a long list of numbers."""

Template: TypeAlias = Any
"""One of these, a tuple of such parts, or a plain value: a string, a truth value, `None`."""

BEFORE = Slot("before")
WITHIN = Slot("within")
BODY = Slot("body")
CLOSING = Slot("closing")
