"""The roles of the warps of a CTA: which ones copy tiles, and which multiply.

The way of a warp follows from its number: the integers that are computed from the number of a
thread are computed for all threads of a CTA, and a branch on such an integer parts the threads. All
other branches may go both ways, so that a warp without a way to a copy certainly copies nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.analysis import classify
from ptxpy.ir import nodes as n
from ptxpy.isa import DIRECT_BRANCHES, TYPES, WARP_LANES, traits, work_of
from ptxpy.sim import integer_operation, operand_types

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.naming import Uses

__all__ = ["Role", "describe_roles", "warp_roles"]

_MAX_THREADS: Final = 1024
_MAX_NESTING: Final = 60
"""The most definitions that are followed within each other."""
_GROUP: Final = 4
"""Warps of a warpgroup."""
_AXES: Final = "xyz"

_Values = Any
"""A number for each thread of a CTA; None if it is not known."""


class Role(NamedTuple):
    """The work that some warps of a CTA may do; they certainly do no work that it does not name."""

    copies: bool
    """Whether they copy tiles into shared memory that an mbarrier waits for."""
    multiplies: bool
    """Whether they start products of matrices."""
    warps: tuple[int, ...]


def warp_roles(uses: Uses, block: Sequence[int]) -> list[Role]:
    """Return the roles of the warps of a CTA, if there are several.

    Args:
        uses: The kernel.
        block: The threads of a CTA along x, y and z.
    """
    threads = int(np.prod(block))
    if not 0 < threads <= _MAX_THREADS or threads % WARP_LANES:
        return []
    reached = _Threads(uses, block)
    copies, multiplies = (np.zeros(threads, bool) for _ in range(2))
    for index, statement in uses.instructions:
        if _copies_tile(statement):
            copies |= reached.at(index)
        work = work_of(statement.opcode, statement.modifiers)
        if work is not None and work.kind.startswith("tensor"):
            multiplies |= reached.at(index)
    found: dict[tuple[bool, bool], list[int]] = {}
    for warp, rows in enumerate(zip(_by_warp(copies), _by_warp(multiplies), strict=True)):
        found.setdefault((rows[0], rows[1]), []).append(warp)
    roles = [Role(*role, tuple(warps)) for role, warps in found.items()]
    return roles if len(roles) > 1 else []


def _by_warp(threads: _Values) -> list[bool]:
    return list(map(bool, threads.reshape(-1, WARP_LANES).any(axis=1)))


def _copies_tile(statement: n.Instruction) -> bool:
    found = traits(statement.opcode, statement.modifiers)
    return "complete-tx" in found.completion and any(
        each.writes and each.space.startswith("shared") for each in found.accesses
    )


def describe_roles(roles: Sequence[Role]) -> str:
    """Return the roles in words; "" if some warps may do both.

    >>> describe_roles([Role(True, False, (0, 2)), Role(False, False, (1, 3)),
    ...     Role(False, True, (4, 5, 6, 7))])
    '1 producer and 1 consumer warpgroup'
    >>> describe_roles([Role(True, False, (1,)), Role(False, True, (0,))])
    'warp 1 copies, warp 0 multiplies'
    """
    if not roles or any(each.copies and each.multiplies for each in roles):
        return ""
    copying = {warp for each in roles if each.copies for warp in each.warps}
    multiplying = {warp for each in roles if each.multiplies for warp in each.warps}
    if not copying or not multiplying:
        return ""
    producers, consumers = ({warp // _GROUP for warp in each} for each in (copying, multiplying))
    is_whole = all(
        first + at in multiplying for first in _firsts(consumers) for at in range(_GROUP)
    )
    if is_whole and producers.isdisjoint(consumers):
        ending = "s" if len(consumers) > 1 else ""
        return f"{len(producers)} producer and {len(consumers)} consumer warpgroup{ending}"
    return f"{_warps(copying, 'copy', 'copies')}, {_warps(multiplying, 'multiply', 'multiplies')}"


def _firsts(groups: set[int]) -> list[int]:
    return [each * _GROUP for each in groups]


def _warps(warps: set[int], verb: str, singular: str) -> str:
    shown = ", ".join(map(str, sorted(warps)))
    return f"warps {shown} {verb}" if len(warps) > 1 else f"warp {shown} {singular}"


class _Threads:
    """The threads of a CTA that may come to each statement of a kernel."""

    def __init__(self, uses: Uses, block: Sequence[int]) -> None:
        self.uses = uses
        self.block = [*block, 1, 1][:3]
        number = np.arange(int(np.prod(block)), dtype=np.uint32)
        x, y, _ = self.block
        self.coordinates = (number % x, number // x % y, number // (x * y))
        self._values: dict[int, _Values] = {}
        self._nesting = 0
        self._reached = self._reach(len(number))

    def at(self, index: int) -> _Values:
        """Return the threads that may run a statement."""
        statement = self.uses.code.statements[index]
        return self._reached[self.uses.block_of(index)] & self._enabled(index, statement)

    def _reach(self, threads: int) -> list[_Values]:
        blocks = self.uses.graph.blocks
        reached = [np.zeros(threads, bool) for _ in blocks]
        if not blocks:
            return reached
        reached[0][:] = True
        open_ = [0]
        while open_:
            number = open_.pop()
            for successor, threads_there in self._leave(number, reached[number]):
                if (threads_there & ~reached[successor]).any():
                    reached[successor] |= threads_there
                    open_.append(successor)
        return reached

    def _leave(self, number: int, here: _Values) -> Iterator[tuple[int, _Values]]:
        """Yield the blocks that follow one, each with the threads that may go there."""
        block = self.uses.graph.blocks[number]
        index = block.stop - 1
        last = self.uses.code.statements[index]
        guard = getattr(last, "guard", None)
        value = self._guard(index, guard) if guard is not None else None
        is_choice = type(last) is n.Instruction and last.opcode in DIRECT_BRANCHES
        for successor in block.successors:
            if value is None or not is_choice or len(block.successors) == 1:
                # A guarded exit leaves only those threads that do not take it, or fewer.
                yield successor, here
            else:
                yield successor, here & (~value if successor == number + 1 else value)

    def _enabled(self, index: int, statement: n.Statement) -> _Values:
        guard = getattr(statement, "guard", None)
        value = self._guard(index, guard) if guard is not None else None
        return np.True_ if value is None else value

    def _guard(self, index: int, guard: n.Guard) -> _Values:
        value = self._value(guard.register, index, "pred")
        if value is None:
            return None
        return ~value if guard.negated else value

    def _value(self, operand: n.Node, index: int, type_: str) -> _Values:
        """Return the values of an operand as a type; None if they are not known."""
        if isinstance(operand, n.Literal) and isinstance(operand.value, int):
            return _as_type(np.array([operand.value & (1 << 64) - 1], np.uint64), type_)
        if isinstance(operand, n.Component) and operand.component in _AXES:
            axis = _AXES.index(operand.component)
            name = getattr(operand.base, "name", "")
            if name == "%tid":
                return _as_type(self.coordinates[axis], type_)
            if name == "%ntid":
                return _as_type(np.array([self.block[axis]], np.uint32), type_)
        if not isinstance(operand, n.Register):
            return None
        register = self.uses.table.number(operand.name, self.uses.code.scopes[index])
        found = self._of_register(register) if register >= 0 else None
        return None if found is None else _as_type(found, type_)

    def _of_register(self, register: int) -> _Values:
        if register in self._values:
            return self._values[register]
        self._values[register] = None  # what is computed from itself is not known
        definitions = self.uses.definitions[register]
        if len(definitions) == 1 and self._nesting < _MAX_NESTING:
            self._nesting += 1
            self._values[register] = self._result(register, definitions[0])
            self._nesting -= 1
        return self._values[register]

    def _result(self, register: int, index: int) -> _Values:
        """Return the values that an instruction writes into a register, its first destination."""
        statement = self.uses.code.statements[index]
        if type(statement) is not n.Instruction or statement.guard is not None:
            return None
        _, opcode, modifiers, operands, *_ = statement
        first: n.Node | None = operands[0] if operands else None
        if isinstance(first, n.Pair):
            first = first.first
        level = self.uses.code.scopes[index]
        if not isinstance(first, n.Register):
            return None
        if self.uses.table.number(first.name, level) != register:
            return None
        types = operand_types(opcode, modifiers)
        found = traits(opcode, modifiers)
        if len(types) < len(operands):
            return None
        if found.collective == "warp" and found.passes and ".idx" in modifiers:
            return self._from_lane(operands, index, types[1])
        if not all(each == "pred" or each[:1] in tuple("usb") for each in types[: len(operands)]):
            return None
        sources = [
            self._value(each, index, type_)
            for each, type_ in zip(operands[1:], types[1:], strict=False)
        ]
        if any(each is None for each in sources):
            return None
        # A conversion that saturates or rounds has more modifiers than types.
        is_plain = len(modifiers) == len(sources) + 1
        if found.copies or (classify(opcode, modifiers).kind == "convert" and is_plain):
            return _as_type(sources[0], types[0])
        operation = integer_operation(opcode, modifiers)
        if operation is None:
            return None
        with np.errstate(all="ignore"):
            result = operation(*sources)
        # A comparison gives two predicates, of which the first is in the only destination.
        return result[0] if isinstance(result, tuple) else result

    def _from_lane(self, operands: Sequence[n.Node], index: int, type_: str) -> _Values:
        """Return the values of another lane of each warp; None if it is not known which."""
        value = self._value(operands[1], index, type_)
        if value is None or value.size == 1:
            return value
        rows = value.reshape(-1, WARP_LANES)
        # All lanes of a warp may have the same value.
        if (rows == rows[:, :1]).all():
            return value
        lane, clamp = (self._value(each, index, "u32") for each in operands[2:4])
        if lane is None or clamp is None or lane.size > 1 or clamp.size > 1:
            return None
        if lane[0] >= WARP_LANES or clamp[0] != WARP_LANES - 1:
            return None
        return np.repeat(rows[:, lane[0]], WARP_LANES)


def _as_type(values: _Values, type_: str) -> _Values:
    if type_ == "pred":
        return values.astype(bool)
    kind = "i" if type_[0] == "s" else "u"
    return values.astype(f"{kind}{TYPES[type_].bits // 8}")
