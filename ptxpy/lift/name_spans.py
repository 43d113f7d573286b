"""The places of a function where its names are alive, and the register that gets a wanted name.

A name may be given again when its value is read no more. Python runs the statements in the order of
the text, but a device loop is run again: a value made before it and read in it is alive to its end,
as is a value that a loop of Python reads.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final, TypeVar

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

__all__ = ["IN_SIGHT", "UNUSED_PART", "Place", "Span", "Wish", "choose_names", "live_span"]

UNUSED_PART: Final = "_unused"
"""The name of a part of an instruction's result that nothing reads."""
IN_SIGHT: Final = 6
"""The statements between the definition of a value and its last use that are read at a glance."""
MAX_RIVALS: Final = 3
"""How many values may want one name at one place, for the one that is mentioned most to get it."""

_MAX_ROUNDS: Final = 64
"""How often names are chosen anew for those that did not get the name they wanted."""

_Thing = TypeVar("_Thing", bound="Hashable")


class Place(NamedTuple):
    """A statement of a function: its number, and the loops around it."""

    position: int
    loops: tuple[int, ...]
    """The numbers of the loops around it, the outermost first."""


class Span(NamedTuple):
    """The statements from the first to the last at which something is alive."""

    first: int
    last: int

    def overlaps(self, other: Span) -> bool:
        """Return whether two values are alive at the same time.

        A value may be made by the statement that reads another for the last time.
        """
        return self.first == other.first or (self.first < other.last and other.first < self.last)


def live_span(made: int, places: Iterable[Place], ends: Mapping[int, int]) -> Span:
    """Return where a value is alive that is made at a statement and mentioned at others.

    `ends` has the last statement of each loop.
    """
    last = made
    for position, loops in places:
        last = max(last, position)
        for loop in loops:
            # A loop behind the definition is run again with the same value, which lives to its end.
            if loop > made:
                last = max(last, ends[loop])
                break
    return Span(made, last)


class Wish(NamedTuple):
    """The names that a value would have, the best first, and the statements in which it lives."""

    names: Sequence[str]
    span: Span
    mentions: int
    kind: str = ""
    """The type of its expression in Python, if known: a name has values of one type."""


def choose_names(
    wishes: Mapping[_Thing, Wish], may_have: Callable[[_Thing, str], bool]
) -> dict[_Thing, str]:
    """Return the names that values get, so that no two of one name are alive at one time.

    All values of a name are of one kind. If several want a name at one place, the most mentioned
    one gets it; if more than `MAX_RIVALS` do and none is mentioned most, the name
    tells nothing, and none gets it.
    `may_have` returns whether a name may be given to a value.
    """
    left = {
        thing: [name for name in wish.names if may_have(thing, name)]
        for thing, wish in wishes.items()
    }
    for _ in range(_MAX_ROUNDS):
        by_name: dict[str, list[_Thing]] = defaultdict(list)
        for thing, names in left.items():
            if names:
                by_name[names[0]].append(thing)
        losers = [thing for things in by_name.values() for thing in _without_name(wishes, things)]
        if not losers:
            break
        for thing in losers:
            del left[thing][0]
    else:
        # The rounds were not enough to settle all wishes: none is granted.
        return {}
    return {thing: names[0] for thing, names in left.items() if names}


def _without_name(wishes: Mapping[_Thing, Wish], things: Sequence[_Thing]) -> list[_Thing]:
    """Return those of several values that do not get the name that all want."""
    if len(things) == 1:
        return []
    things, refused = _of_one_kind(wishes, things)
    rivals = _rivals(wishes, things)
    taken: set[_Thing] = set()
    for thing in sorted(things, key=lambda each: (-wishes[each].mentions, wishes[each].span)):
        own = rivals[thing]
        most = max((wishes[other].mentions for other in own), default=0)
        is_crowded = len(own) >= MAX_RIVALS and most >= wishes[thing].mentions
        if is_crowded or not taken.isdisjoint(own):
            refused.append(thing)
        else:
            taken.add(thing)
    return refused


def _of_one_kind(
    wishes: Mapping[_Thing, Wish], things: Sequence[_Thing]
) -> tuple[list[_Thing], list[_Thing]]:
    """Return the values of the kind that is mentioned most, and the others."""
    mentions: Counter[str] = Counter()
    for thing in things:
        mentions[wishes[thing].kind] += wishes[thing].mentions
    most = max(mentions, key=lambda kind: mentions[kind])
    same = [thing for thing in things if wishes[thing].kind == most]
    return same, [thing for thing in things if wishes[thing].kind != most]


def _rivals(wishes: Mapping[_Thing, Wish], things: Sequence[_Thing]) -> dict[_Thing, set[_Thing]]:
    """Return for each of several values the others that are alive at the same time."""
    found: dict[_Thing, set[_Thing]] = {thing: set() for thing in things}
    alive: list[_Thing] = []
    for thing in sorted(things, key=lambda each: wishes[each].span):
        span = wishes[thing].span
        alive = [other for other in alive if wishes[other].span.overlaps(span)]
        for other in alive:
            found[other].add(thing)
        found[thing].update(alive)
        alive.append(thing)
    return found
