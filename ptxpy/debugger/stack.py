"""The stack of a thread: activations of functions, and of functions that are inlined in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.demangle import abridged, demangled

if TYPE_CHECKING:
    from ptxpy.debugger.source_map import SourceMap, SourcePlace
    from ptxpy.sim import LanesAt

__all__ = ["Frame", "frames_of", "title_of"]

_MAX_NAME_CHARACTERS: Final = 80


class Frame(NamedTuple):
    """An activation of a function on the stack of a thread."""

    function: str
    """The name of the function for people."""
    chain: tuple[SourcePlace, ...]
    """The line that is shown, and those of the calls around it of which the function is inlined."""
    ptx: SourcePlace
    """The line of the instruction in the PTX."""
    ordinal: int
    """The instruction that runs next, or the call that has not returned."""
    at: LanesAt
    """The thread in the function, whose registers are those of this frame."""
    inlined: bool
    """Whether the function is inlined in that of the next frame."""

    @property
    def place(self) -> SourcePlace:
        """The line that is shown."""
        return self.chain[0]

    @property
    def depth(self) -> int:
        """How many calls are around the function."""
        return len(self.at.frame.order)


def frames_of(lines: SourceMap, place: LanesAt) -> list[Frame]:
    """Return the stack of a thread that is at a place, the innermost function first."""
    found = []
    while True:
        ordinal = place.ordinal
        activations = lines.activations(ordinal)
        chain = tuple([each.place for each in activations])
        for number, each in enumerate(activations):
            inlined = number < len(activations) - 1
            name = each.function if inlined else place.frame.routine.name
            found.append(
                Frame(title_of(name) or "an inlined function", chain[number:], lines.ptx(ordinal),
                      ordinal, place, inlined)
            )  # fmt: skip
        outer = place.frame.outer
        if outer is None:
            return found
        # The piece before the one to which the function returns ends with the call.
        owner = outer.routine
        statement = owner.pieces[place.frame.back - 1 - owner.first].stop - 1
        place = place._replace(frame=outer, statement=statement, status="")


def title_of(name: str) -> str:
    """Return the name of a function for people."""
    return abridged(demangled(name).signature or name, _MAX_NAME_CHARACTERS)
