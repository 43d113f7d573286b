"""The kinds of the accesses of a program: strong, atomic, relaxed, read-only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.sim.pieces import Program, Routine

__all__ = ["TENSOR_FENCE", "AccessKinds"]

TENSOR_FENCE: Final = "tcgen05-operations"
"""The trait of `tcgen05.fence` in the instruction table, which names the operations it orders."""

_STRONG: Final = (".volatile", ".relaxed", ".acquire", ".release", ".mmio")
_RELEASES: Final = (".release", ".acq_rel", ".async")
_ACQUIRES: Final = (".acquire", ".acq_rel")
_NARROW_SCOPES: Final = (".cta", ".cluster")
_SWAPS: Final = frozenset({".cas", ".exch"})
_PLAIN: Final = re.compile(r"\.(global|shared(::cta|::cluster)?|[busf]\d+)")
_MOVES: Final = ("mov", "cvt")
_COMPARISONS: Final = ("setp", "set", "slct")


class AccessKinds:
    """Sets of the statements of a program, by ordinal."""

    def __init__(self, program: Program) -> None:
        """Classify the accesses of all functions."""
        self.strong: set[int] = set()
        """Loads and stores that are volatile, relaxed, or ordered."""
        self.atomics: set[int] = set()
        """Atomic operations."""
        self.swaps: set[int] = set()
        """`atom.cas` and `atom.exch`, by which locks are taken."""
        self.plain_stores: set[int] = set()
        """Stores that `st.release` can replace: of scalars, with a state space and a type alone."""
        self.guesses: set[int] = set()
        """Plain loads with which loops of `atom.cas` begin: any value is correct, as the operation
        compares it with the current one."""
        self.relaxed: set[int] = set()
        """Atomic operations, stores and arrivals that do not release: they only order accesses
        before a fence."""
        self.relaxed_reads: set[int] = set()
        """Strong loads and atomic operations that do not acquire: a fence behind them does."""
        self.narrow: dict[int, str] = {}
        """The scopes of strong accesses whose scope is only the CTA or the cluster."""
        self.order_scopes: dict[int, str] = {}
        """The narrow scopes of fences, and of arrivals at mbarriers and waits for them."""
        self.has_narrow_fences = False
        """Whether there are fences among them."""
        self.volatile_data: set[int] = set()
        """Volatile loads on whose values no predicate depends, so that no loop waits for them."""
        self.read_only: set[int] = set()
        """Loads of memory that must not change while the kernel runs: `ld.global.nc`, `ldu`."""
        self.has_tensor_fences = False
        """Whether there is a `tcgen05.fence`."""
        self.has_phase_waits = False
        """Whether there is a wait for an mbarrier."""
        for routine in program.routines.values():
            self._classify_routine(routine)

    def _classify_routine(self, routine: Routine) -> None:
        code = routine.code
        every = [
            (statement, ordinal)
            for statement, ordinal in zip(code.statements, code.ordinals, strict=True)
            if type(statement) is n.Instruction
        ]
        statements = [statement for statement, _ in every]
        # A lock or an update often begins `ld.global.u32 %r1, [a]` and then loops over
        # `atom.cas.b32 %r2, [a], %r1, %r3`: operand 2 of `atom.cas` is the guess.
        compared = _trace_moves(
            statements,
            [
                each.operands[2]
                for each in statements
                if ".cas" in each.modifiers
                and any(
                    access.kind == "atomic"
                    for access in traits(each.opcode, each.modifiers).accesses
                )
            ],
        )
        decisive: set[str] | None = None
        for statement, ordinal in every:
            found = traits(statement.opcode, statement.modifiers)
            self.has_tensor_fences |= TENSOR_FENCE in found.fences
            self.has_phase_waits |= "wait" in found.mbarrier
            is_fence = "memory" in found.fences
            # A `fence.acq_rel.cta` does not order accesses of threads in different CTAs, though
            # both synchronise; nor does an mbarrier operation of that scope.
            orders = is_fence or found.mbarrier & {"arrive", "wait"}
            if orders and f".{found.scope}" in _NARROW_SCOPES:
                self.order_scopes[ordinal] = found.scope
                self.has_narrow_fences |= is_fence
            if found.has_size_of_type and found.accesses[0].kind == "read":
                target = _register_names(statement.operands[0])
                if compared & target:
                    self.guesses.add(ordinal)
                if found.proxy == "readonly":
                    self.read_only.add(ordinal)
                if ".volatile" in statement.modifiers:
                    # The registers on whose values predicates depend: a loop that waits reads a
                    # flag so, and is no fault.
                    if decisive is None:
                        compares = [each for each in statements if each.opcode in _COMPARISONS]
                        decisive = _trace_moves(
                            statements, [part for each in compares for part in each.operands[1:]]
                        )
                    if not decisive & target:
                        self.volatile_data.add(ordinal)
            words = statement.modifiers
            is_strong = any(word in _STRONG for word in words)
            # Copies and matrix loads access more than one element of their type: other checks see
            # those.
            kinds = {access.kind for access in found.accesses} if found.has_size_of_type else set()
            is_atomic = "atomic" in kinds
            if is_strong:
                self.strong.add(ordinal)
            if is_atomic:
                self.atomics.add(ordinal)
                if not _SWAPS.isdisjoint(words):
                    self.swaps.add(ordinal)
            if kinds == {"write"} and all(_PLAIN.fullmatch(word) for word in words):
                self.plain_stores.add(ordinal)
            if is_strong or is_atomic:
                scope = next((word for word in words if word in _NARROW_SCOPES), None)
                if scope is not None:
                    self.narrow[ordinal] = scope[1:]
            # An atomic operation both reads and writes, so it may be relaxed on either side:
            # `atom.acquire` does not release, `atom.release` does not acquire.
            reads = is_atomic or ("read" in kinds and is_strong)
            if reads and not any(word in _ACQUIRES for word in words):
                self.relaxed_reads.add(ordinal)
            stores = is_atomic or ("write" in kinds and is_strong)
            arrives = ".arrive" in words and ".relaxed" in words
            if (stores or arrives) and not any(word in _RELEASES for word in words):
                self.relaxed.add(ordinal)


def _trace_moves(statements: Sequence[n.Instruction], operands: Sequence[n.Operand]) -> set[str]:
    """Return the registers of operands, and the registers that are moved into them."""
    found = {name for operand in operands for name in _register_names(operand)}
    moves = [each for each in statements if each.opcode in _MOVES] if found else []
    # A value may pass through several moves, in any order of the statements (a loop moves
    # backwards), so the set grows until no move adds to it.
    grown = -1
    while grown != len(found):
        grown = len(found)
        for statement in moves:
            if found & _register_names(statement.operands[0]):
                found |= _register_names(statement.operands[1])
    return found


def _register_names(operand: Any) -> set[str]:
    """Return the registers of an operand."""
    return {node.name for node in walk(operand) if isinstance(node, n.Register | n.Symbol)}
