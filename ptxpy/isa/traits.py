"""Traits: what an instruction does to memory, other threads, barriers and asynchronous groups.

One answer for all readers: `traits` takes an opcode and its modifiers, each with its dot, and says
what the instruction table says of them (`ptxpy.isa.trait_notation`). What it does to control flow
is asked by opcode alone, in `ptxpy.isa.control_flow`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.isa.conditions import Binding
from ptxpy.isa.matching import matches
from ptxpy.isa.roles import destinations, value_type
from ptxpy.isa.table import all_traits, entry_traits, nearest_traits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ptxpy.isa.matching import Match
    from ptxpy.isa.notation import Slot
    from ptxpy.isa.trait_notation import TraitLine

__all__ = [
    "Access",
    "Traits",
    "carried",
    "carries_floats",
    "follows_protocol",
    "is_aligned",
    "is_pure",
    "traits",
]

_CACHE_SIZE: Final = 1 << 14
_ORDERS: Final = frozenset({"weak", "relaxed", "acquire", "release", "acq_rel", "sc", "volatile"})
_SCOPES: Final = frozenset({"cta", "cluster", "gpu", "sys"})


class Access(NamedTuple):
    """An access to memory."""

    kind: str
    """``read``, ``write``, or ``atomic``: an indivisible read-modify-write."""
    position: int
    """Which operand gives the address or descriptor, from 0, if no optional one before it is
    given; -1 where no form of the table fits."""
    space: str
    """``shared``, ``global``, ``tensor``, …; empty for a generic address."""

    @property
    def writes(self) -> bool:
        """Whether memory may change."""
        return self.kind != "read"


class Traits(NamedTuple):
    """What an instruction does besides computing its result."""

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
    ``volatile``; empty for an instruction that has none."""
    scope: str = ""
    """The scope of the ordering: ``cta``, ``cluster``, ``gpu`` or ``sys``."""
    fences: frozenset[str] = frozenset()
    """What it orders: ``memory``, ``proxy.async``, ``wgmma-registers``, …"""
    completion: frozenset[str] = frozenset()
    """The mechanisms through which it completes, if it is asynchronous: ``async-group``, …"""
    commits: frozenset[str] = frozenset()
    waits: frozenset[str] = frozenset()
    """The groups for which it waits, or of which it leaves some pending."""
    waits_all: frozenset[str] = frozenset()
    """The mechanisms of which it waits for all operations, those in no group included."""
    tracks: frozenset[str] = frozenset()
    """The mechanisms of which it has an mbarrier track all operations so far."""
    mbarrier: frozenset[str] = frozenset()
    """What it does to an mbarrier itself: ``init``, ``arrive``, ``expect-tx``, ``wait``, …"""
    mbarrier_position: int = -1
    """Which operand is the address of the mbarrier, as for `Access.position`; -1 without."""
    barrier: str = ""
    """``arrive``, ``wait`` or ``sync`` at a barrier of a warp, CTA or cluster."""
    collective: str = ""
    """Which threads execute it together: ``warp``, ``warpgroup``, ``cta`` or ``cluster``."""
    has_member_mask: bool = False
    """Whether its last operand names the threads of the warp that execute it together."""
    is_aligned: bool = False
    """Whether all threads of the warp must execute it."""
    implicit_reads: frozenset[str] = frozenset()
    implicit_writes: frozenset[str] = frozenset()
    wide_addresses: tuple[int, ...] = ()
    """The addresses for which ptxas requires 64 bits where they are global or generic."""
    tensor_maps: tuple[int, ...] = ()
    """The operands that are addresses of tensor maps."""
    converts_address: tuple[int, ...] = ()
    """The operand that is an address, of which the result is the same in another space."""
    opaque: tuple[int, ...] = ()
    """The operands that are handles of textures, samplers and surfaces."""
    copies: tuple[int, ...] = ()
    """The operands, by position, that the result is a copy of."""
    passes: tuple[int, ...] = ()
    """The operands of which the result is one, or that of another thread."""
    bits: tuple[int, ...] = ()
    """The operands whose type the result has, unless that is a float."""
    permutes: tuple[int, ...] = ()
    """The operands of whose bytes the result consists."""
    provenance: tuple[int, ...] = ()
    """The operands that may make the result an address."""
    feature: str = ""
    """A feature of the hardware, in words."""

    @property
    def is_asynchronous(self) -> bool:
        """Whether it only initiates what it does."""
        return bool(self.completion)


_UNKNOWN: Final = Traits()


@lru_cache(maxsize=_CACHE_SIZE)
def traits(opcode: str, modifiers: tuple[str, ...]) -> Traits:
    """Return the traits of an instruction.

    Where no form of the table fits, they are those of the entry whose dotted name the instruction
    begins with, without positions of operands.
    """
    found = matches(opcode, modifiers)
    if found:
        match = found[0]
        lines, name = entry_traits(match.form), match.form.name
    else:
        match = None
        lines, name = nearest_traits(opcode, modifiers)
    if not name:
        return _UNKNOWN
    binding = Binding(frozenset(modifiers), {}) if match is None else match.binding
    holding = [line for line in lines if line.condition.holds(binding)]
    return _Reader(holding, match).traits(name, modifiers)


def is_aligned(opcode: str, modifiers: tuple[str, ...]) -> bool:
    """Return whether all threads of a warp must execute an instruction."""
    return traits(opcode, modifiers).is_aligned


@lru_cache(maxsize=_CACHE_SIZE)
def is_pure(opcode: str, modifiers: tuple[str, ...]) -> bool:
    """Return whether an instruction has a result that follows from its operands alone."""
    found = traits(opcode, modifiers)
    return (
        bool(found.name)
        and destinations(opcode, modifiers) > 0
        and not found.accesses
        and not found.collective
        and not found.implicit_reads
        and not found.mbarrier
    )


def carried(opcode: str, modifiers: Sequence[str]) -> tuple[int, ...]:
    """Return the positions of the sources whose type an untyped result has, from 0 on.

    ``shfl.sync.idx.b32`` and ``selp.b32`` hand on a value as it is, whatever its type; ``and.b32``
    of signed integers is one. Empty where the result is typed, or made of several things.
    """
    modifiers = tuple(modifiers)
    if value_type(opcode, modifiers)[:1] != "b":
        return ()
    found = traits(opcode, modifiers)
    count = destinations(opcode, modifiers)
    return tuple(position - count for position in found.passes or found.bits)


def carries_floats(opcode: str, modifiers: Sequence[str]) -> bool:
    """Return whether an instruction with `carried` sources hands on floats, too.

    ``mov.b32`` does not: it is how the bits of a float are taken (PTX ISA 9.7.9.2).
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
    """Reads the lines that hold for an instruction."""

    def __init__(self, lines: list[TraitLine], match: Match | None) -> None:
        self._lines = lines
        self._match = match

    def traits(self, name: str, modifiers: tuple[str, ...]) -> Traits:
        words = [modifier[1:] for modifier in modifiers]
        mbarriers = [
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
            order=self._named(words, _ORDERS, "order"),
            scope=self._named(words, _SCOPES, "scope"),
            fences=self._all("fence"),
            completion=self._all("completion"),
            commits=self._all("commit"),
            waits=self._all("wait") | self._all("wait-all"),
            waits_all=self._all("wait-all"),
            tracks=self._all("track"),
            mbarrier=self._all("mbarrier"),
            mbarrier_position=next(iter(self._positions(mbarriers)), -1),
            barrier=self._first("barrier"),
            collective="" if collective is None else collective.value,
            has_member_mask=collective is not None and bool(collective.operands),
            is_aligned="aligned" in words or any(line.word == "aligned" for line in self._lines),
            implicit_reads=self._implicit("read"),
            implicit_writes=self._implicit("write"),
            wide_addresses=self._operands("wide-address"),
            tensor_maps=self._operands("tensor-map"),
            converts_address=self._operands("converts-address"),
            opaque=self._operands("opaque"),
            copies=self._operands("copies"),
            passes=self._operands("passes"),
            bits=self._operands("bits"),
            permutes=self._operands("permutes"),
            provenance=self._operands("provenance"),
            feature=self._first("feature"),
        )

    def _first(self, word: str) -> str:
        return next((line.value for line in self._lines if line.word == word), "")

    def _named(self, words: list[str], known: frozenset[str], word: str) -> str:
        """Return what a modifier names, else what the table says: only of what has it at all."""
        default = self._first(word)
        orders = default or any(line.word == "order" for line in self._lines)
        return next((each for each in words if each in known), default) if orders else ""

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
        """Return position and slot of an operand, as long as optional ones before it are absent."""
        position = 0
        for slot in self._match.form.slots if self._match is not None else ():
            if any(part.name == name for part in (slot, *slot.parts)):
                return position, slot
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
        spaces = {space.partition("::")[0][1:] for space in constraint.spaces(self._match.binding)}
        return spaces.pop() if len(spaces) == 1 else ""
