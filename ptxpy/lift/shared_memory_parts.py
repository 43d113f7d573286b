"""Parts of the variables in shared memory, and how they are described to readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "BARRIER",
    "DATA",
    "MOST_BYTES",
    "RESPONSE",
    "TENSOR_MEMORY",
    "TILE",
    "Part",
    "SharedVariable",
    "dynamic_extent",
]

BARRIER: Final = "mbarrier"
"""The role of an mbarrier."""
TILE: Final = "tile"
"""The role of memory that copies write or read."""
RESPONSE: Final = "response"
"""The role of what `clusterlaunchcontrol.try_cancel` writes."""
TENSOR_MEMORY: Final = "tensor memory"
"""The role of the address of an allocation of tensor memory."""
MOST_BYTES: Final = 227 << 10
"""The most bytes of shared memory that a CTA has on any architecture."""
DATA: Final = "data"
"""The role of data that threads load and store, and of parts whose role is not known."""


class Part(NamedTuple):
    """Parts of a variable that are evenly spaced and hold the same.

    Parts overlap where a kernel uses memory again.
    """

    offset: int
    """Where the first begins, in bytes."""
    number: int
    """How many there are."""
    stride: int | None
    """The bytes from one to the next, or the bytes of a single one; None if that is not known."""
    role: str
    """``mbarrier``, ``tile``, ``response``, ``tensor memory`` or ``data``."""
    source: str
    """The parameter whose memory is the other side of copies, `p`, or `p+128` at an offset; "" if
    it is not known, or if there are several."""
    operations: frozenset[str]
    """The operations on it: for an mbarrier ``init``, ``arrive``, …; ``copied in``, ``copied out``,
    ``read``, ``written``."""
    is_indexed: bool
    """Whether the program computes an index into it."""
    statements: tuple[int, ...]
    """The instructions that take its address, as indices in `Code.statements`."""
    kind: str = ""
    """``full`` or ``empty`` for an mbarrier that is known to be (`barrier_roles`)."""
    arrivals: int | None = None
    """The number of arrivals that a phase of an mbarrier takes; None if it is not known."""
    guards: tuple[tuple[str, int], ...] = ()
    """The tiles that are full or empty after a phase of an mbarrier: variables and offsets."""
    is_ring: bool = False
    """Whether the parts are the stages of a ring: the barrier of each has the same index."""
    is_computed: bool = False
    """Whether it begins at a computed index from the offset on, and nothing says at which."""
    is_bound: bool = False
    """Whether the bytes are the most that the addresses allow."""

    def describe(self, names: Mapping[str, str] | None = None, variable: str = "") -> str:
        """Return a line about it, for readers.

        Args:
            names: The Python names of variables and parameters, by their exact names.
            variable: The variable around it, whose other parts are given by offsets.
        """
        named = names or {}
        most = "up to " if self.is_bound else ""
        size = (
            ""
            if self.stride is None
            else f"{most}{self.stride:,} byte{'s' if self.stride != 1 else ''}, "
        )
        times = "stages of " if self.is_ring else "x "
        many = f"{self.number} {times}" if self.number > 1 else ""
        name, plus, offset = self.source.partition("+")
        role = f"{self.kind} {self.role}" if self.kind else self.role
        if self.arrivals is not None and self.role == BARRIER:
            role += f" of {self.arrivals} arrival{'s' if self.arrivals != 1 else ''}"
        if self.guards:
            guards = [
                _place(named.get(each, each), at, each == variable) for each, at in self.guards
            ]
            role += f" for {', '.join(guards)}"
        source = f" of {named.get(name, name)}{plus}{offset}" if name else ""
        what = ", ".join(sorted(self.operations))
        return f"{many}{size}{role}{source}: {what}"


def _place(name: str, offset: int, is_here: bool) -> str:  # noqa: FBT001 - a fact about it
    """Return how a part of a variable is called, or its offset in the same variable."""
    if is_here:
        return f"+ {offset}"
    return f"{name} + {offset}" if offset else name


class SharedVariable(NamedTuple):
    """A variable in shared memory, and its parts in the order of their offsets."""

    name: str
    size: int | None
    """Its size in bytes; None for one whose size the launch decides."""
    alignment: int
    parts: tuple[Part, ...]


def dynamic_extent(variables: Sequence[SharedVariable]) -> tuple[int, bool]:
    """Return the bytes of dynamic shared memory that addresses reach, and whether they are bounds.

    The bytes are 0 where an instruction takes an address whose extent is not known. A bound is the
    most that the addresses allow; else the launch has to give as much.
    """
    parts = [part for each in variables if each.size is None for part in each.parts]
    if any(part.stride is None or part.is_computed for part in parts):
        return 0, False
    ends = [(part.offset + part.number * (part.stride or 0), part.is_bound) for part in parts]
    return max(ends, default=(0, False))
