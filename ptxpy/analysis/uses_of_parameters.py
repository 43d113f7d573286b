"""The uses of a kernel's parameters: which are addresses, and of which elements."""

from __future__ import annotations

from enum import IntFlag, auto
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis.registers import register_table
from ptxpy.analysis.storage import constant
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, traits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.analysis.code import Code
    from ptxpy.analysis.registers import RegisterTable
    from ptxpy.analysis.storage import Storage
    from ptxpy.isa import Traits

__all__ = ["ParameterUse", "Use", "parameter_uses"]


class Use(IntFlag):
    """The ways in which the value of a parameter is used."""

    NONE = 0
    READ = auto()
    """It is loaded."""
    ADDRESS = auto()
    """Its value is an address, or is added to one."""
    CONVERTED = auto()
    """It is made a generic address, or one of global memory (`cvta`): it is an address for sure."""
    ADDRESSES = auto()
    """The memory that it points to holds addresses."""
    INDICES = auto()
    """The memory that it points to holds numbers that addresses are computed from."""
    OPAQUE = auto()
    """It is the handle of a texture, a sampler or a surface."""
    TENSOR_MAP = auto()
    """It is the address of a tensor map, or holds one."""
    SHARED = auto()
    """It is an address in shared memory."""
    INDEX = auto()
    """A place in a variable of the module is computed from it."""


class ParameterUse(NamedTuple):
    """The uses of one parameter."""

    use: Use = Use.NONE
    type: str = ""
    """The type of an element that is accessed through it, `f32`; empty if there is none."""
    reach: int = 0
    """Bytes from the address to the end of the furthest access at a constant offset from it."""


class _Source(NamedTuple):
    """Where a value comes from."""

    parameter: str
    loaded: bool
    """Whether it is the memory behind the parameter, and not the parameter."""
    computed: bool
    """Whether more was done to it than adding."""


_ADDRESS_BITS: Final = 64
_LINE: Final = 16
"""Bytes that an access has whose type is not known."""

_MAX_PASSES: Final = 4
"""Passes over the code: one for each loop that carries a value."""

_Sources = frozenset[_Source]
_NOTHING: Final[_Sources] = frozenset()


def parameter_uses(code: Code, parameters: Iterable[Storage]) -> dict[str, ParameterUse]:
    """Return the uses of each parameter of a kernel, by name.

    The order of statements does not count, and functions that it calls are not looked into: this
    is for a proposal, and no proof.
    """
    uses = _Uses(code, [parameter.name for parameter in parameters])
    for _ in range(_MAX_PASSES):
        if not uses.look_through():
            break
    uses.part_offsets()
    return uses.found


class _Uses:
    """The uses found so far."""

    def __init__(self, code: Code, names: Iterable[str]) -> None:
        self.code = code
        self.found = {name: ParameterUse() for name in names}
        self.table: RegisterTable
        self.table, self.accesses = register_table(code)
        self.values: dict[int, _Sources] = {}
        self.slots: dict[tuple[str, int], _Sources] = {}
        """The values of variables, by their address as it is written, and the offset."""
        self.sums: set[frozenset[str]] = set()
        """The parameters that addresses are sums of."""

    def look_through(self) -> bool:
        """Go through all statements; return whether a register has got another source."""
        changed = False
        for index, statement in enumerate(self.code.statements):
            if type(statement) is not n.Instruction:
                continue
            sources = self._result(statement, index)
            for register in self.accesses[index].writes if sources else ():
                before = self.values.get(register, _NOTHING)
                if not sources <= before:
                    self.values[register] = before | sources
                    changed = True
        return changed

    def part_offsets(self) -> None:
        """Tell addresses from numbers that are only ever added to one: the stride between rows."""
        # A parameter that makes an address by itself is a base; beside a base others are offsets.
        bases = {name for names in self.sums if len(names) == 1 for name in names}
        for name in {name for names in self.sums for name in names} - bases:
            if all(names & bases for names in self.sums if name in names):
                known = self.found[name]
                use = known.use & ~(Use.ADDRESS | Use.CONVERTED) | Use.READ
                self.found[name] = ParameterUse(use)

    def _result(self, statement: n.Instruction, index: int) -> _Sources:
        """Return where the result of an instruction comes from, and note its accesses."""
        scope = self.code.scopes[index]
        found = traits(statement.opcode, statement.modifiers)
        addresses = [o for o in statement.operands if type(o) is n.Address]
        if any(access.kind == "read" and access.space == "param" for access in found.accesses):
            for address in addresses:
                base = getattr(address.base, "name", "")
                if base in self.found:
                    source = _Source(base, loaded=False, computed=False)
                    self._note(frozenset({source}), Use.READ)
                    return frozenset({source})
            return _NOTHING
        if found.opaque:
            for address in addresses:
                self._note(self._read(address.base, scope), Use.OPAQUE)
            return _NOTHING
        if addresses:
            return self._access(statement, found, addresses, scope)
        read = [self._read(operand, scope) for operand in statement.operands]
        everything = _NOTHING.union(*read)
        # `cvta` converts an address, so that its operand is one for sure.
        if found.converts_address and everything:
            self._note(everything, Use.CONVERTED)
        kept = _NOTHING.union(*(read[at] for at in found.provenance if at < len(read)))
        return kept | frozenset(s._replace(computed=True) for s in everything - kept)

    def _access(
        self,
        statement: n.Instruction,
        found_traits: Traits,
        addresses: Iterable[n.Address],
        scope: int,
    ) -> _Sources:
        """Note the use, by an access, of the parameters that its addresses come from."""
        words = [word for each in statement.modifiers for word in each.lstrip(".").split("::")]
        kind = next((word for word in reversed(words) if word in TYPES), "")
        # `st.param` passes a value to a function that is not looked into: it may be an address
        # there.
        if "param" in words:
            for operand in statement.operands:
                self._note(_plain(self._read(operand, scope)), Use.ADDRESS)
            return _NOTHING
        found: set[_Source] = set()
        for address in addresses:
            sources = self._read(address.base, scope)
            if not sources:
                found |= self._kept(statement, found_traits, address, scope)
            elif found_traits.tensor_maps:
                self._note(_plain(sources), Use.TENSOR_MAP)
            else:
                self._reached(sources, words, kind, _constant(address.offset))
                found |= {s._replace(loaded=True) for s in sources if s.loaded or not s.computed}
        # An address has 64 bits: a narrower value that is loaded can be no more than an index.
        narrow = bool(kind) and TYPES[kind].bits < _ADDRESS_BITS
        return frozenset(s._replace(computed=True) if narrow and s.loaded else s for s in found)

    def _kept(
        self, statement: n.Instruction, found_traits: Traits, address: n.Address, scope: int
    ) -> _Sources:
        """Return the value that an access reads from a variable, or keep the one that it writes."""
        place = getattr(address.base, "name", ""), _constant(address.offset)
        if any(access.kind == "write" for access in found_traits.accesses):
            stored = (self._read(each, scope) for each in statement.operands[1:])
            self.slots[place] = _NOTHING.union(self.slots.get(place, _NOTHING), *stored)
            return _NOTHING
        return self.slots.get(place, _NOTHING)

    def _reached(self, sources: _Sources, words: list[str], kind: str, offset: int) -> None:
        """Note the use of parameters by an address that comes from them."""
        plain = _plain(sources)
        # `ld.global.v4.f32` accesses four elements.
        many = next((int(word[1:]) for word in words if word in ("v2", "v4", "v8")), 1)
        size = many * max(1, TYPES[kind].bits // 8) if kind else _LINE
        if "shared" in words and "global" not in words:
            self._note(plain, Use.SHARED)
            return
        self.sums.add(frozenset(source.parameter for source in plain))
        self._note(plain, Use.ADDRESS, kind, size + offset)
        for source in sources:
            if source.loaded:
                self._note(frozenset({source}), Use.INDICES if source.computed else Use.ADDRESSES)
            elif source.computed and not plain:
                self._note(frozenset({source}), Use.INDEX)

    def _note(self, sources: _Sources, use: Use, kind: str = "", reach: int = 0) -> None:
        for source in sources:
            known = self.found[source.parameter]
            self.found[source.parameter] = ParameterUse(
                known.use | use, known.type or kind, max(known.reach, reach)
            )

    def _read(self, operand: n.Operand, scope: int) -> _Sources:
        """Return where the value of an operand comes from."""
        if type(operand) is n.Symbol and operand.name in self.found:
            return frozenset({_Source(operand.name, loaded=False, computed=False)})
        if type(operand) is n.Register or type(operand) is n.Symbol:
            return self.values.get(self.table.number(operand.name, scope), _NOTHING)
        if type(operand) is n.Vector:
            return _NOTHING.union(*(self._read(each, scope) for each in operand.elements))
        return self._read(operand.base, scope) if type(operand) is n.Component else _NOTHING


def _plain(sources: _Sources) -> _Sources:
    """Return the sources that are parameters as they are."""
    return frozenset(s for s in sources if not s.loaded and not s.computed)


def _constant(offset: n.Operand | None) -> int:
    return max(0, (None if offset is None else constant(offset)) or 0)
