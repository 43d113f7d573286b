"""Divergence: predicates that certainly differ between the threads of a warp."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis.code import Code
    from ptxpy.analysis.registers import Accesses, RegisterTable

__all__ = ["UNIFORM", "Divergence", "WarpSplit"]

_WARP: Final = 32
_MAX_DEFINITION_DEPTH: Final = 16
"""Definitions that are followed from a predicate to the index of the thread."""


class WarpSplit(NamedTuple):
    """Whether a predicate is divergent, and on which side; False where that is not known."""

    true: bool
    """In some warp only some of the threads have it true."""
    false: bool
    """In some warp only some of the threads have it false."""


UNIFORM: Final = WarpSplit(true=False, false=False)
_SPLIT: Final = WarpSplit(true=True, false=True)


class _Thread(NamedTuple):
    """A number that depends on the thread: some bits of its index in the block or warp."""

    mask: int
    """The bits of the index that it has, in their places."""
    limit: int
    """It is less than this; 0 where that is not known."""


class Divergence:
    """Finds out which predicates of a function split warps.

    Only registers with one definition are looked into: what comes from `%laneid`, `%tid.x`, their
    low bits and `elect.sync`, compared with constants. Comparisons that differ between warps only,
    with multiples of 32 or of higher bits, do not split them. All else counts as uniform.
    """

    def __init__(
        self,
        code: Code,
        table: RegisterTable,
        accesses: Sequence[Accesses],
        threads: int = 0,
    ) -> None:
        """Take a function, and how many threads a block has at most in x; 0 for any number."""
        self._code = code
        self._table = table
        self._threads = threads
        definitions: dict[int, int] = {}
        for index, access in enumerate(accesses):
            for register in access.writes:
                known = register in definitions or access.guarded
                definitions[register] = -1 if known else index
        self._definitions = definitions
        self._known: dict[int, WarpSplit] = {}

    def split_of(self, predicate: n.Operand, scope: int, depth: int = 0) -> WarpSplit:
        """Return what is known of a predicate that is named in a scope."""
        if type(predicate) is n.Unary and predicate.operator == "!":
            inner = self.split_of(predicate.operand, scope, depth + 1)
            return WarpSplit(inner.false, inner.true)
        if type(predicate) is not n.Register or depth > _MAX_DEFINITION_DEPTH:
            return UNIFORM
        register = self._table.number(predicate.name, scope)
        found = self._known.get(register)
        if found is None:
            found = self._known[register] = self._defined(register, depth)
        return found

    def _statement(self, register: int) -> tuple[n.Instruction | None, int]:
        """Return the one instruction that writes a register, and its scope."""
        index = self._definitions.get(register, -1)
        statement = self._code.statements[index] if index >= 0 else None
        if type(statement) is not n.Instruction:
            return None, 0
        return statement, self._code.scopes[index]

    def _defined(self, register: int, depth: int) -> WarpSplit:
        statement, scope = self._statement(register)
        if statement is None:
            return UNIFORM
        _, opcode, modifiers, operands, _, _ = statement
        if opcode == "elect":
            return _SPLIT
        if opcode == "setp" and len(operands) >= _SETP and type(operands[0]) is n.Register:
            compared = self._compared(modifiers[0], operands[1], operands[2], scope, depth)
            if len(operands) == _SETP:
                return compared
            return _combined(modifiers[1], compared, self.split_of(operands[3], scope, depth + 1))
        if modifiers != (".pred",):
            return UNIFORM
        inner = [self.split_of(part, scope, depth + 1) for part in operands[1:]]
        return _combined(f".{opcode}", *inner[:2]) if inner else UNIFORM

    def _compared(
        self, comparison: str, left: n.Operand, right: n.Operand, scope: int, depth: int
    ) -> WarpSplit:
        constant = _constant(right)
        if constant is None:
            return UNIFORM
        chosen = self._selected(left, scope)
        if chosen is not None and comparison in (".eq", ".ne"):
            predicate, yes, no = chosen
            if yes == no or constant not in (yes, no):
                return UNIFORM
            inner = self.split_of(predicate, scope, depth + 1)
            straight = (constant == yes) == (comparison == ".eq")
            return inner if straight else WarpSplit(inner.false, inner.true)
        thread = self._thread(left, scope, depth)
        if thread is None:
            return UNIFORM
        return _split_by(thread, comparison, constant)

    def _selected(self, operand: n.Operand, scope: int) -> tuple[n.Operand, int, int] | None:
        """Return predicate and constants of the `selp` that makes a register."""
        if type(operand) is not n.Register:
            return None
        statement, _ = self._statement(self._table.number(operand.name, scope))
        if statement is None or statement.opcode != "selp" or len(statement.operands) != _SELP:
            return None
        yes, no = _constant(statement.operands[1]), _constant(statement.operands[2])
        return None if yes is None or no is None else (statement.operands[3], yes, no)

    def _thread(self, operand: n.Operand, scope: int, depth: int) -> _Thread | None:
        """Return what a number has of the thread's index, or None where that is not known."""
        if type(operand) is n.Component:
            is_index = operand == _TID_X
            return _Thread(-1, self._threads) if is_index else None
        if type(operand) is n.Register and operand.name == "%laneid":
            return _Thread(_WARP - 1, _WARP)
        if type(operand) is not n.Register or depth > _MAX_DEFINITION_DEPTH:
            return None
        statement, inner = self._statement(self._table.number(operand.name, scope))
        if statement is None or len(statement.operands) < _MOV:
            return None
        bits = _bits_kept(statement)
        thread = self._thread(statement.operands[1], inner, depth + 1) if bits else None
        if thread is None or bits < 0:
            return thread
        mask = bits if thread.mask < 0 else thread.mask & bits
        return _Thread(mask, mask + 1)


def _bits_kept(instruction: n.Instruction) -> int:
    """Return which bits of its second operand an instruction copies: -1 for all, 0 if it does not.

    `rem` by a power of two keeps the low ones.
    """
    _, opcode, modifiers, operands, _, _ = instruction
    if opcode == "mov":
        return -1 if len(operands) == _MOV else 0
    constant = _constant(operands[-1])
    if constant is None or constant <= 0:
        return 0
    if opcode == "rem" and modifiers == (".u32",):
        return constant - 1 if constant & (constant - 1) == 0 else 0
    return constant if opcode == "and" else 0


_TID_X: Final = n.Component(n.Register("%tid"), "x")
_SETP: Final = 3
_SELP: Final = 4
_MOV: Final = 2


def _constant(operand: n.Operand) -> int | None:
    try:
        value = operand.value if type(operand) is n.Literal else None
    except (ValueError, OverflowError):
        return None
    return value if isinstance(value, int) else None


def _combined(operator: str, first: WarpSplit, second: WarpSplit = UNIFORM) -> WarpSplit:
    """Return what is known of `first and second`, of `first or second`, of `not first`."""
    if operator == ".and":
        return WarpSplit(first.true or second.true, false=False)
    if operator == ".or":
        return WarpSplit(true=False, false=first.false or second.false)
    if operator == ".not":
        return WarpSplit(first.false, first.true)
    return first if operator == ".mov" else UNIFORM


def _split_by(thread: _Thread, comparison: str, constant: int) -> WarpSplit:
    """Return how a comparison with a constant splits the warps."""
    mask, limit = thread
    if constant < 0 or (limit and constant >= limit):
        return UNIFORM
    if comparison in (".eq", ".ne"):
        # Where two threads of a warp differ in a bit of the mask, only one of them can be equal.
        splits = (mask < 0 or not constant & ~mask) and mask & (_WARP - 1)
        return _SPLIT if splits else UNIFORM
    bounds = {".lt": 0, ".lo": 0, ".ge": 0, ".hs": 0, ".le": 1, ".ls": 1, ".gt": 1, ".hi": 1}
    if comparison not in bounds:
        return UNIFORM
    bound = constant + bounds[comparison]
    # Masks of low bits count through the warp, others would need a closer look.
    counts = mask < 0 or (mask & (mask + 1)) == 0
    if not counts or (limit and bound >= limit) or bound <= 0:
        return UNIFORM
    period = _WARP if mask < 0 else min(_WARP, mask + 1)
    return _SPLIT if bound % period else UNIFORM
