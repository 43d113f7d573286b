"""Control flow: which instructions branch, which end a basic block, and which end the function.

The table says what each instruction does in its line `control …` (PTX ISA 9.7.12 and 9.7.19);
these are the sets of opcodes that follow. Whether a guard lets a thread go on is for the reader.
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
"""What each control-flow instruction does: ``branch``, ``indexed-branch``, ``call``, ``return``,
``exit``, ``trap`` or ``breakpoint``."""


def _doing(*words: str) -> frozenset[str]:
    return frozenset(opcode for opcode, word in CONTROL_FLOW.items() if word in words)


DIRECT_BRANCHES: Final = _doing("branch")
"""Branches to the label that is their operand."""

INDEXED_BRANCHES: Final = _doing("indexed-branch")
"""Branches to a label of the list that is their last operand."""

BRANCHES: Final = DIRECT_BRANCHES | INDEXED_BRANCHES
"""Branches, to a label or to one of a list."""

RETURNS: Final = _doing("return", "exit")
"""Instructions that end the function, or the thread, in the regular way. Compilers number basic
blocks by these and by branches; to them a trap is an ordinary instruction."""

ABORTS: Final = _doing("trap")
"""Instructions that end the whole grid."""

EXITS: Final = RETURNS | ABORTS
"""Instructions after which the thread runs nothing more of the function."""

TERMINATORS: Final = BRANCHES | EXITS
"""Instructions that end a basic block. A call comes back, and ends none."""
