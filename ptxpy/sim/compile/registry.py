"""Who writes the code for each instruction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.ir import nodes as n
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__ = ["HANDLERS", "LANEWISE", "Site", "handles", "space_of", "types_of"]


class Site(NamedTuple):
    """An instruction where it stands."""

    node: n.Instruction
    level: int
    """Its scope, as an index of the levels of its function."""
    at: int
    """Its index among the statements of its function."""
    guard: str | None
    """The variable that says which lanes run it; None for all."""

    @property
    def modifiers(self) -> tuple[str, ...]:
        """Its modifiers, with their dots."""
        return self.node.modifiers

    @property
    def operands(self) -> tuple[n.Operand, ...]:
        """Its operands."""
        return self.node.operands

    def has(self, *modifiers: str) -> bool:
        """Return whether it has one of the modifiers."""
        return any(modifier in self.node.modifiers for modifier in modifiers)


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
            HANDLERS[opcode] = handler
        if lanewise:
            LANEWISE.update(opcodes)
        return handler

    return register


def types_of(site: Site) -> list[str]:
    """Return the types among the modifiers of an instruction, without their dots."""
    return [modifier[1:] for modifier in site.modifiers if modifier[1:] in TYPES]


def space_of(site: Site) -> str:
    """Return the state space that an instruction names; `generic` when it names none."""
    for modifier in site.modifiers:
        base = modifier[1:].partition("::")[0]
        if base in ("global", "shared", "local", "param", "const"):
            return base
    return "generic"
