"""Divergence: predicates that certainly differ between the threads of a warp."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis.code import Code
    from ptxpy.analysis.registers import Accesses, RegisterTable

__all__ = ["UNIFORM", "Divergence", "WarpSplit"]

_WARP: Final = 32
_MAX_DEFINITION_DEPTH: Final = 16
"""How many definitions are followed from a predicate to the thread index, at most."""


class WarpSplit(NamedTuple):
    """Which outcomes of a predicate are known to be taken by only part of a warp."""

    true: bool
    """In some warp, the predicate is true for at least one but not every thread."""
    false: bool
    """In some warp, the predicate is false for at least one but not every thread."""


UNIFORM: Final = WarpSplit(true=False, false=False)
_SPLIT: Final = WarpSplit(true=True, false=True)


class _ThreadIndexBits(NamedTuple):
    """A value made of some bits of the thread's index in its block or warp."""

    mask: int
    """A mask of the bits of the thread index that the value keeps; -1 for all."""
    limit: int
    """An upper bound that the value does not reach; 0 if unknown."""


class Divergence:
    """Finds out which predicates of a function split warps.

    Only registers with one definition are analysed: `elect.sync`, and comparisons of `%laneid`,
    `%tid.x` or their low bits with constants. A comparison that differs between warps only, with a
    multiple of 32 or of higher bits, does not split them. Every other predicate counts as uniform.
    """

    def __init__(
        self,
        code: Code,
        table: RegisterTable,
        accesses: Sequence[Accesses],
        max_threads: int = 0,
    ) -> None:
        """Collect the definitions of a function; `max_threads` is the largest block size in x.

        A `max_threads` of 0 means that the block size is unknown.
        """
        self._code = code
        self._table = table
        self._max_threads = max_threads
        definitions: dict[int, int] = {}
        for index, access in enumerate(accesses):
            for register in access.writes:
                # The value of a register that is written twice, or under a guard, depends on the
                # path.
                is_ambiguous = register in definitions or access.guarded
                definitions[register] = -1 if is_ambiguous else index
        self._definitions = definitions
        self._splits: dict[int, WarpSplit] = {}

    def split_of(self, predicate: n.Operand, scope: int, depth: int = 0) -> WarpSplit:
        """Return how a predicate splits warps; its name is looked up in a scope."""
        if type(predicate) is n.Unary and predicate.operator == "!":
            inner = self.split_of(predicate.operand, scope, depth + 1)
            return WarpSplit(inner.false, inner.true)
        # In a loop a register can depend on itself, `add.u32 %r1, %r1, 32`: the depth ends that.
        if type(predicate) is not n.Register or depth > _MAX_DEFINITION_DEPTH:
            return UNIFORM
        register = self._table.number(predicate.name, scope)
        split = self._splits.get(register)
        if split is None:
            split = self._splits[register] = self._split_of_definition(register, depth)
        return split

    def _definition_of(self, register: int) -> tuple[n.Instruction | None, int]:
        """Return the one instruction that writes a register, and its scope."""
        index = self._definitions.get(register, -1)
        statement = self._code.statements[index] if index >= 0 else None
        if type(statement) is not n.Instruction:
            return None, 0
        return statement, self._code.scopes[index]

    def _split_of_definition(self, register: int, depth: int) -> WarpSplit:
        statement, scope = self._definition_of(register)
        if statement is None:
            return UNIFORM
        _, opcode, modifiers, operands, _, _ = statement
        if opcode == "elect":
            return _SPLIT
        if opcode == "setp" and len(operands) >= _SETP_OPERANDS and type(operands[0]) is n.Register:
            first = self._split_of_comparison(modifiers[0], operands[1], operands[2], scope, depth)
            if len(operands) == _SETP_OPERANDS:
                return first
            # `setp.lt.and.u32 p, a, b, q` joins the comparison with a predicate.
            return _combine(modifiers[1], first, self.split_of(operands[3], scope, depth + 1))
        # Besides `setp`, only `and.pred`, `or.pred`, `not.pred` and `mov.pred` make predicates of
        # predicates.
        if modifiers != (".pred",):
            return UNIFORM
        inner = [self.split_of(part, scope, depth + 1) for part in operands[1:]]
        return _combine(f".{opcode}", *inner[:2]) if inner else UNIFORM

    def _split_of_comparison(
        self, comparison: str, left: n.Operand, right: n.Operand, scope: int, depth: int
    ) -> WarpSplit:
        constant = _constant(right)
        if constant is None:
            return UNIFORM
        # Compilers turn a predicate into a number and back: `selp.u32 r, 1, 0, p; setp.ne.u32 q, r,
        # 0`.
        selection = self._selp_of(left, scope)
        if selection is not None and comparison in (".eq", ".ne"):
            predicate, yes, no = selection
            if yes == no or constant not in (yes, no):
                return UNIFORM
            inner = self.split_of(predicate, scope, depth + 1)
            is_same = (constant == yes) == (comparison == ".eq")
            return inner if is_same else WarpSplit(inner.false, inner.true)
        value = self._index_bits_of(left, scope, depth)
        if value is None:
            return UNIFORM
        mask, limit = value
        # The index is never negative and never reaches its limit: such a comparison has one
        # outcome.
        if constant < 0 or (limit and constant >= limit):
            return UNIFORM
        if comparison in (".eq", ".ne"):
            # If two threads of a warp differ in a bit of the mask, only one can be equal.
            splits = (mask < 0 or not constant & ~mask) and mask & (_WARP - 1)
            return _SPLIT if splits else UNIFORM
        # The outcome of `< c` and `>= c` changes at `c`, and that of `<= c` and `> c` at `c + 1`.
        bounds = {".lt": 0, ".lo": 0, ".ge": 0, ".hs": 0, ".le": 1, ".ls": 1, ".gt": 1, ".hi": 1}
        if comparison not in bounds:
            return UNIFORM
        bound = constant + bounds[comparison]
        # With a mask of low bits the value takes consecutive numbers across a warp; other masks are
        # not analysed.
        counts = mask < 0 or (mask & (mask + 1)) == 0
        if not counts or (limit and bound >= limit) or bound <= 0:
            return UNIFORM
        # The value repeats after so many threads: only a bound inside of a period splits a warp.
        period = _WARP if mask < 0 else min(_WARP, mask + 1)
        return _SPLIT if bound % period else UNIFORM

    def _selp_of(self, operand: n.Operand, scope: int) -> tuple[n.Operand, int, int] | None:
        """Return the predicate and the constants of the `selp` that writes a register."""
        if type(operand) is not n.Register:
            return None
        statement, _ = self._definition_of(self._table.number(operand.name, scope))
        if (
            statement is None
            or statement.opcode != "selp"
            or len(statement.operands) != _SELP_OPERANDS
        ):
            return None
        yes, no = _constant(statement.operands[1]), _constant(statement.operands[2])
        return None if yes is None or no is None else (statement.operands[3], yes, no)

    def _index_bits_of(self, operand: n.Operand, scope: int, depth: int) -> _ThreadIndexBits | None:
        """Return which bits of the thread index a value holds, or None if unknown."""
        if type(operand) is n.Component:
            is_index = operand == _TID_X
            return _ThreadIndexBits(-1, self._max_threads) if is_index else None
        if type(operand) is n.Register and operand.name == "%laneid":
            return _ThreadIndexBits(_WARP - 1, _WARP)
        if type(operand) is not n.Register or depth > _MAX_DEFINITION_DEPTH:
            return None
        statement, inner = self._definition_of(self._table.number(operand.name, scope))
        if statement is None or len(statement.operands) < _MOV_OPERANDS:
            return None
        bits = _bits_kept(statement)
        source = self._index_bits_of(statement.operands[1], inner, depth + 1) if bits else None
        if source is None or bits < 0:
            return source
        mask = bits if source.mask < 0 else source.mask & bits
        return _ThreadIndexBits(mask, mask + 1)


def _bits_kept(instruction: n.Instruction) -> int:
    """Return a mask of the bits of its second operand that an instruction copies; -1 for all.

    `rem` by a power of two keeps the low bits.
    """
    _, opcode, modifiers, operands, _, _ = instruction
    if opcode == "mov":
        return -1 if len(operands) == _MOV_OPERANDS else 0
    constant = _constant(operands[-1])
    if constant is None or constant <= 0:
        return 0
    if opcode == "rem" and modifiers == (".u32",):
        return constant - 1 if constant & (constant - 1) == 0 else 0
    return constant if opcode == "and" else 0


_TID_X: Final = n.Component(n.Register("%tid"), "x")
_SETP_OPERANDS: Final = 3
_SELP_OPERANDS: Final = 4
_MOV_OPERANDS: Final = 2


def _constant(operand: n.Operand) -> int | None:
    try:
        value = operand.value if type(operand) is n.Literal else None
    except (ValueError, OverflowError):
        return None
    return value if isinstance(value, int) else None


def _combine(operator: str, first: WarpSplit, second: WarpSplit = UNIFORM) -> WarpSplit:
    """Return how `first and second`, `first or second` or `not first` splits warps."""
    if operator == ".and":
        return WarpSplit(first.true or second.true, false=False)
    if operator == ".or":
        return WarpSplit(true=False, false=first.false or second.false)
    if operator == ".not":
        return WarpSplit(first.false, first.true)
    return first if operator == ".mov" else UNIFORM
