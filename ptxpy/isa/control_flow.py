"""Control flow: the instructions that branch, end a basic block, or end the function.

The sets of opcodes are derived from the lines `control …` of the table (PTX ISA 9.7.12 and
9.7.19). Guards are not considered: a guarded branch or exit may also fall through.
"""

from __future__ import annotations

from typing import Final

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
]

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
