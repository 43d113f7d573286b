"""Who writes the code for each instruction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.piece_writer import PieceWriter
    from ptxpy.sim.compile.site import Site

__all__ = ["HANDLERS", "LANEWISE", "handles"]


Handler: TypeAlias = "Callable[[PieceWriter, Site], str | None]"
"""Writes the code of an instruction; returns an expression for what comes next, if it ends a
piece."""

HANDLERS: Final[dict[str, Handler]] = {}
"""The handlers by opcode."""


LANEWISE: Final[set[str]] = set()
"""The opcodes whose handlers take shaped arrays: each lane's result depends on that lane alone."""


def handles(*opcodes: str, lanewise: bool = False) -> Callable[[Handler], Handler]:
    """Make a function the handler of opcodes.

    With `lanewise` the variables that it is given may hold arrays of different shapes that
    broadcast, and so may what it assigns; without, all are scalars or have an element a lane.
    What is written lane by lane has no effect but its results.
    """

    def register(handler: Handler) -> Handler:
        for opcode in opcodes:
            if opcode in HANDLERS:
                msg = f"{opcode} has two emitters"
                raise ValueError(msg)
            HANDLERS[opcode] = handler
        if lanewise:
            LANEWISE.update(opcodes)
        return handler

    return register
