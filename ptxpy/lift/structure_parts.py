"""The structure of a body: which statements open, leave and end its blocks and loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from ptxpy.lift.regions import Region
    from ptxpy.lift.switches import Switch

__all__ = ["Structure", "TwoWay"]


class TwoWay(NamedTuple):
    """A guarded branch and the plain one behind it, of which one leads to the label behind both."""

    position: int
    """The index of the guarded branch."""
    small: Region
    """The block that holds the branch to the label behind, and no more."""
    region: Region
    """The region that the other branch leaves or goes round."""
    over: bool
    """Whether the guarded branch is the one that leads to the label behind."""


class Structure(NamedTuple):
    """The regions of a body."""

    opening: dict[int, list[Region]]
    """The regions that begin before a statement, the outermost first."""
    branches: dict[int, Region]
    """The region that a branch leaves or goes round."""
    labels: dict[int, Region]
    """The block that ends with a label, or the loop that begins with it."""
    exposed: frozenset[int]
    """Labels to which a branch leads that is not one of a region."""
    two_way: dict[int, TwoWay]
    """The two-way branches, by the index of the first."""
    rotated: dict[int, Region]
    """The loops that are entered by a branch to a label inside them, by its index."""
    entries: dict[int, Region]
    """These loops by the index of that label."""
    elses: dict[int, Region]
    """The block that opens as an else, by the index of the branch to its end before it.

    An else that ends where a block around it does is a region of the kind ``else``, up to the
    label.
    """
    switches: dict[int, list[Switch]]
    """The switches whose table is written before a statement."""
