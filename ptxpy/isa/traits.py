"""Traits: the effects of an instruction on memory, threads, barriers and asynchronous groups.

`traits` takes an opcode and its modifiers, each with its dot, and returns the traits that the
instruction table gives them (`ptxpy.isa.trait_notation`). Effects on control flow depend on the
opcode alone: they are derived from the lines `control …` of the table (PTX ISA 9.7.12 and 9.7.19),
without guards, under which a branch or exit may also fall through.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.isa.conditions import Binding
from ptxpy.isa.matching import matches
from ptxpy.isa.roles import destinations, value_type
from ptxpy.isa.table import all_traits, entry_traits, nearest_traits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ptxpy.isa.matching import Match
    from ptxpy.isa.notation import Slot
    from ptxpy.isa.trait_notation import TraitLine
from ptxpy.isa.table import control_flow

__all__ = [
    "ABORTS",
    "BRANCHES",
    "CONTROL_FLOW",
    "DIRECT_BRANCHES",
    "EXITS",
    "INDEXED_BRANCHES",
    "RETURNS",
    "TERMINATORS",
    "Access",
    "Traits",
    "follows_protocol",
    "is_aligned",
    "is_pure",
    "passes_floats",
    "traits",
    "type_sources",
]

_CACHE_SIZE: Final = 1 << 14
_ORDERS: Final = frozenset({"weak", "relaxed", "acquire", "release", "acq_rel", "sc", "volatile"})
_SCOPES: Final = frozenset({"cta", "cluster", "gpu", "sys"})


class Access(NamedTuple):
    """An access to memory."""

    kind: str
    """``read``, ``write``, or ``atomic``: an indivisible read-modify-write."""
    position: int
    """The index of the operand that gives the address or descriptor, if no optional operand before
    it is given; -1 if no form of the table fits."""
    space: str
    """``shared``, ``global``, ``tensor``, …; empty for a generic address."""

    @property
    def writes(self) -> bool:
        """Whether memory may change."""
        return self.kind != "read"


class Traits(NamedTuple):
    """The effects of an instruction besides computing its result."""

    name: str = ""
    """The dotted name of its entry in the manual; empty for an unknown opcode."""
    is_known: bool = False
    """Whether a form of the table fits; if not, the traits are those of the nearest entry."""
    accesses: tuple[Access, ...] = ()
    has_size_of_type: bool = False
    """Whether each access takes the bytes of the type, times the length of the vector."""
    proxy: str = "generic"
    order: str = ""
    """The memory ordering: ``weak``, ``relaxed``, ``acquire``, ``release``, ``acq_rel``, ``sc`` or
    ``volatile``; empty for an instruction without ordering."""
    scope: str = ""
    """The scope of the ordering: ``cta``, ``cluster``, ``gpu`` or ``sys``."""
    fences: frozenset[str] = frozenset()
    """The kinds of accesses that it orders: ``memory``, ``proxy.async``, ``wgmma-registers``, …"""
    completion: frozenset[str] = frozenset()
    """The mechanisms through which it completes, if it is asynchronous: ``async-group``, …"""
    commits: frozenset[str] = frozenset()
    """The mechanisms of whose operations it commits a group."""
    waits: frozenset[str] = frozenset()
    """The mechanisms for whose groups it waits; it may leave some groups pending."""
    waits_all: frozenset[str] = frozenset()
    """The mechanisms for whose operations it waits, uncommitted operations included."""
    tracks: frozenset[str] = frozenset()
    """The mechanisms whose operations so far it makes an mbarrier track."""
    mbarrier: frozenset[str] = frozenset()
    """Its operations on an mbarrier: ``init``, ``arrive``, ``expect-tx``, ``wait``, …"""
    mbarrier_position: int = -1
    """The index of the operand that is the address of the mbarrier, as in `Access.position`; -1 for
    none."""
    barrier: str = ""
    """``arrive``, ``wait`` or ``sync`` at a barrier of a warp, CTA or cluster."""
    collective: str = ""
    """The group of threads that executes it together: ``warp``, ``warpgroup``, ``cta`` or
    ``cluster``."""
    has_member_mask: bool = False
    """Whether its last operand names the threads of the warp that execute it together."""
    is_blocking: bool = False
    """Whether it may suspend its threads until others have acted, not at a barrier or mbarrier."""
    is_aligned: bool = False
    """Whether all threads of the warp must execute it."""
    implicit_reads: frozenset[str] = frozenset()
    implicit_writes: frozenset[str] = frozenset()
    elements: tuple[int, ...] = ()
    """The indices of addresses in whose place an element of a variable may be, `x[4]`."""
    wide_addresses: tuple[int, ...] = ()
    """Indices of address operands that must have 64 bits for ptxas if they are global or generic.
    """
    tensor_maps: tuple[int, ...] = ()
    """Indices of operands that are addresses of tensor maps."""
    converts_address: tuple[int, ...] = ()
    """The index of an address operand that the result gives in another state space."""
    opaque: tuple[int, ...] = ()
    """Indices of operands that are handles of textures, samplers and surfaces."""
    copies: tuple[int, ...] = ()
    """Indices of operands of which the result is a copy."""
    passes: tuple[int, ...] = ()
    """Indices of operands one of which is the result, in this thread or another."""
    bits: tuple[int, ...] = ()
    """Indices of operands whose type the result has, unless the type is a float."""
    permutes: tuple[int, ...] = ()
    """Indices of operands whose bytes the result consists of."""
    signed: tuple[int, ...] = ()
    """Indices of operands that give another result if they are signed than if they are not."""
    shift: tuple[int, ...] = ()
    """The index of an operand that is a number of bits to shift by."""
    divisor: tuple[int, ...] = ()
    """The index of an integer by which is divided."""
    lane: tuple[int, ...] = ()
    """The index of an operand that is a lane of a warp, or a distance of lanes."""
    segment: tuple[int, ...] = ()
    """The index of an operand that says which lanes are a segment, and the last in it."""
    accumulates: tuple[int, ...] = ()
    """The index of an operand; where it is 0, registers that are else read and written are only
    written."""
    provenance: tuple[int, ...] = ()
    """Indices of operands that make the result an address if they are addresses."""
    feature: str = ""
    """A feature of the hardware, in words."""

    @property
    def is_asynchronous(self) -> bool:
        """Whether it only initiates an operation, which completes later."""
        return bool(self.completion)


_UNKNOWN: Final = Traits()


@lru_cache(maxsize=_CACHE_SIZE)
def traits(opcode: str, modifiers: tuple[str, ...]) -> Traits:
    """Return the traits of an instruction.

    If no form of the table fits, they are the traits of the entry whose dotted name the instruction
    begins with, without indices of operands.
    """
    # The first form decides about traits: forms of one entry share them.
    found = matches(opcode, modifiers)
    if found:
        match = found[0]
        lines, name = entry_traits(match.form), match.form.name
    else:
        match = None
        lines, name = nearest_traits(opcode, modifiers)
    if not name:
        return _UNKNOWN
    # Without a form the classes have no values: only conditions on modifiers can hold.
    binding = Binding(frozenset(modifiers), {}) if match is None else match.binding
    holding = [line for line in lines if line.condition.holds(binding)]
    return _Reader(holding, match).traits(name, modifiers)


def is_aligned(opcode: str, modifiers: tuple[str, ...]) -> bool:
    """Return whether all threads of a warp must execute an instruction."""
    return traits(opcode, modifiers).is_aligned


@lru_cache(maxsize=_CACHE_SIZE)
def is_pure(opcode: str, modifiers: tuple[str, ...]) -> bool:
    """Return whether an instruction has a result that depends on its operands alone."""
    found = traits(opcode, modifiers)
    return (
        bool(found.name)
        and destinations(opcode, modifiers) > 0
        and not found.accesses
        and not found.collective
        and not found.implicit_reads
        and not found.mbarrier
    )


def type_sources(opcode: str, modifiers: Sequence[str]) -> tuple[int, ...]:
    """Return the indices of the sources from which an untyped result takes its type.

    The result of ``shfl.sync.idx.b32`` and ``selp.b32`` is a source value of any type; ``and.b32``
    of signed integers is a signed integer. Empty if the result is typed, or has no single source.
    """
    modifiers = tuple(modifiers)
    # Only bits can hold values of any type.
    if value_type(opcode, modifiers)[:1] != "b":
        return ()
    found = traits(opcode, modifiers)
    count = destinations(opcode, modifiers)
    return tuple(position - count for position in found.passes or found.bits)


def passes_floats(opcode: str, modifiers: Sequence[str]) -> bool:
    """Return whether an instruction with `type_sources` also passes floats on.

    ``mov.b32`` does not: it reinterprets a float as bits (PTX ISA 9.7.9.2).
    """
    return bool(traits(opcode, tuple(modifiers)).passes)


@lru_cache(maxsize=_CACHE_SIZE)
def follows_protocol(opcode: str) -> bool:
    """Return whether some form of an opcode is asynchronous, uses mbarriers, or is a fence."""
    return any(line.word in _PROTOCOL for lines in all_traits(opcode) for line in lines)


_PROTOCOL: Final = frozenset(
    {"completion", "commit", "wait", "wait-all", "track", "mbarrier", "fence"}
)


class _Reader:
    """Derives traits from the trait lines whose conditions hold for an instruction."""

    def __init__(self, lines: list[TraitLine], match: Match | None) -> None:
        self._lines = lines
        self._match = match

    def traits(self, name: str, modifiers: tuple[str, ...]) -> Traits:
        words = [modifier[1:] for modifier in modifiers]
        mbarriers = [
            # An asynchronous copy that completes on an mbarrier has it as an operand, too.
            line
            for line in self._lines
            if line.word == "mbarrier" or (line.word == "completion" and line.operands)
        ]
        collective = next((line for line in self._lines if line.word == "collective"), None)
        return Traits(
            name,
            is_known=self._match is not None,
            accesses=tuple(self._accesses()),
            has_size_of_type=self._first("size") == "type",
            proxy=self._first("proxy") or "generic",
            order=self._modifier_or_default(words, _ORDERS, "order"),
            scope=self._modifier_or_default(words, _SCOPES, "scope"),
            fences=self._all("fence"),
            completion=self._all("completion"),
            commits=self._all("commit"),
            # To wait for all includes to wait for groups.
            waits=self._all("wait") | self._all("wait-all"),
            waits_all=self._all("wait-all"),
            tracks=self._all("track"),
            mbarrier=self._all("mbarrier"),
            mbarrier_position=next(iter(self._positions(mbarriers)), -1),
            barrier=self._first("barrier"),
            collective="" if collective is None else collective.value,
            has_member_mask=collective is not None and bool(collective.operands),
            is_blocking=any(line.word == "blocking" for line in self._lines),
            is_aligned="aligned" in words or any(line.word == "aligned" for line in self._lines),
            implicit_reads=self._implicit("read"),
            implicit_writes=self._implicit("write"),
            elements=self._operands("element"),
            wide_addresses=self._operands("wide-address"),
            tensor_maps=self._operands("tensor-map"),
            converts_address=self._operands("converts-address"),
            opaque=self._operands("opaque"),
            copies=self._operands("copies"),
            passes=self._operands("passes"),
            bits=self._operands("bits"),
            permutes=self._operands("permutes"),
            signed=self._operands("signed"),
            shift=self._operands("shift"),
            divisor=self._operands("divisor"),
            lane=self._operands("lane"),
            segment=self._operands("segment"),
            accumulates=self._operands("accumulates"),
            provenance=self._operands("provenance"),
            feature=self._first("feature"),
        )

    def _first(self, word: str) -> str:
        return next((line.value for line in self._lines if line.word == word), "")

    def _modifier_or_default(self, words: list[str], known: frozenset[str], word: str) -> str:
        """Return the value among the modifiers, else the default of the table; "" if unordered."""
        default = self._first(word)
        # An instruction without a line `order` has no ordering, even if a modifier looks like one.
        is_ordered = default or any(line.word == "order" for line in self._lines)
        return next((each for each in words if each in known), default) if is_ordered else ""

    def _all(self, word: str) -> frozenset[str]:
        return frozenset(line.value for line in self._lines if line.word == word)

    def _implicit(self, value: str) -> frozenset[str]:
        return frozenset(
            name
            for line in self._lines
            if line.word == "implicit" and line.value == value
            for name in line.operands
        )

    def _operands(self, word: str) -> tuple[int, ...]:
        return tuple(self._positions(line for line in self._lines if line.word == word))

    def _positions(self, lines: Iterable[TraitLine]) -> Iterator[int]:
        for line in lines:
            for name in line.operands:
                position, _ = self._slot(name)
                if position >= 0:
                    yield position

    def _slot(self, name: str) -> tuple[int, Slot | None]:
        """Return the index and slot of an operand, counted without optional operands before it."""
        position = 0
        for slot in self._match.form.slots if self._match is not None else ():
            if any(part.name == name for part in (slot, *slot.parts)):
                return position, slot
            # Optional operands before this one may be absent, so they are not counted.
            position += not slot.optional
        return -1, None

    def _accesses(self) -> Iterator[Access]:
        for line in self._lines:
            if line.word not in ("read", "write", "atomic"):
                continue
            for name in line.operands:
                position, slot = self._slot(name)
                if slot is None and self._match is not None:
                    continue  # this form has another operand in its place
                yield Access(line.word, position, line.value.removeprefix(".") or self._space(name))

    def _space(self, name: str) -> str:
        """Return the state space that the constraint on an operand names; empty for several."""
        if self._match is None:
            return ""
        constraint = self._match.form.constraint_of(name, self._match.binding)
        # Sub-spaces are parts of their spaces: both are the same memory.
        spaces = {space.partition("::")[0][1:] for space in constraint.spaces(self._match.binding)}
        return spaces.pop() if len(spaces) == 1 else ""


CONTROL_FLOW: Final = control_flow()
"""The effect of each control-flow instruction, by opcode: ``branch``, ``indexed-branch``,
``call``, ``return``, ``exit``, ``trap`` or ``breakpoint``."""


def _opcodes_with(*words: str) -> frozenset[str]:
    return frozenset(opcode for opcode, word in CONTROL_FLOW.items() if word in words)


DIRECT_BRANCHES: Final = _opcodes_with("branch")
"""Branches to a label operand."""

INDEXED_BRANCHES: Final = _opcodes_with("indexed-branch")
"""Branches to an entry of a label list, which is their last operand."""

BRANCHES: Final = DIRECT_BRANCHES | INDEXED_BRANCHES
"""All branches, direct and indexed."""

RETURNS: Final = _opcodes_with("return", "exit")
"""Instructions that end the function or the thread regularly. Compilers number basic blocks by
these and by branches, and treat a trap as an ordinary instruction."""

ABORTS: Final = _opcodes_with("trap")
"""Instructions that end the whole grid."""

EXITS: Final = RETURNS | ABORTS
"""Instructions after which the thread leaves the function."""

TERMINATORS: Final = BRANCHES | EXITS
"""Instructions that end a basic block. A call does not, because it returns."""
