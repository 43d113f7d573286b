"""What a comparison gives: data that says what differs, and where."""

from __future__ import annotations

from typing import NamedTuple

from ptxpy.compare.matching import plain_name

__all__ = ["FunctionDiff", "Hunk", "Line", "ModuleDiff", "Move", "Named"]


class Line(NamedTuple):
    """A line of a diff."""

    sign: str
    """`-` only in A, `+` only in B, a space in both."""
    text: str
    """What it says; of B with the names that A has for the same things."""
    a: int | None
    """The line in the text of A, from 1."""
    b: int | None


class Hunk(NamedTuple):
    """Lines around a difference."""

    a: int
    """The line in A of the first that A has, or of what stands before them."""
    b: int
    section: str
    """The last label before it."""
    lines: tuple[Line, ...]


class Move(NamedTuple):
    """Neighbouring blocks that stand elsewhere in B."""

    name: str
    """The label of the first, or how it begins."""
    blocks: int
    a: int
    """The line in A where they begin."""
    b: int


class Named(NamedTuple):
    """A function of one file."""

    name: str
    """Its symbol."""
    signature: str
    """As the language of the source declares it; empty where it is not known."""
    kind: str
    """`kernel` or `function`."""
    line: int


class FunctionDiff(NamedTuple):
    """A function of A beside the one of B that corresponds to it."""

    a: Named
    b: Named
    equal: bool
    """Whether they do the same by the same instructions, blocks that stand elsewhere included."""
    hunks: tuple[Hunk, ...]
    moves: tuple[Move, ...]
    notes: tuple[str, ...]
    """What is no difference by itself: the numbers of declared registers."""
    removed: int
    """Lines."""
    added: int

    @property
    def renamed(self) -> bool:
        """Whether they have different symbols."""
        return self.a.name != self.b.name

    @property
    def same(self) -> bool:
        """Whether they are equal, and who launches the one finds the other by its name.

        Hashes in symbols do not count, nor what functions are called that only kernels call.
        """
        found = self.a.kind != "kernel" or plain_name(self.a.name) == plain_name(self.b.name)
        return self.equal and found


class ModuleDiff(NamedTuple):
    """Two files side by side."""

    declarations: tuple[Line, ...]
    """What differs outside functions: version, target, variables, declared functions."""
    functions: tuple[FunctionDiff, ...]
    """In the order of A, equal ones included."""
    only_a: tuple[Named, ...]
    only_b: tuple[Named, ...]

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not (self.declarations or self.only_a or self.only_b) and all(
            function.same for function in self.functions
        )
