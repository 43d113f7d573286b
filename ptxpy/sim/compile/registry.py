"""The registry of emitters: for each opcode, the function that writes its code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.piece_writer import PieceWriter
    from ptxpy.sim.compile.site import Site

__all__ = ["EMITTERS", "LANEWISE", "emits"]

Emitter: TypeAlias = "Callable[[PieceWriter, Site], str | None]"
"""Writes the code of an instruction; returns an expression for the next piece or the terminator,
if the instruction ends a piece."""

EMITTERS: Final[dict[str, Emitter]] = {}
"""The emitters, by opcode."""

LANEWISE: Final[set[str]] = set()
"""The opcodes whose emitters take shaped arrays: each lane's result depends on that lane alone."""


def emits(*opcodes: str, lanewise: bool = False) -> Callable[[Emitter], Emitter]:
    """Register a function as the emitter of opcodes.

    With `lanewise`, the variables that it reads and assigns may hold arrays of different shapes
    that broadcast, and the instruction has no effect but its results. Without it, they are scalars
    or have one element per lane.
    """

    def register(emitter: Emitter) -> Emitter:
        for opcode in opcodes:
            if opcode in EMITTERS:
                msg = f"{opcode} has two emitters"
                raise ValueError(msg)
            EMITTERS[opcode] = emitter
        if lanewise:
            LANEWISE.update(opcodes)
        return emitter

    return register
