"""Uses of numbers: which operand of which instruction a literal is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.ir import nodes as n
from ptxpy.isa.operand_slots import operand_names
from ptxpy.isa.traits import traits

if TYPE_CHECKING:
    from ptxpy.isa.traits import Traits

__all__ = ["Use", "shapes_of", "use_of"]

_SHAPES: Final[dict[type, str]] = {n.Address: "address", n.Vector: "vector", n.Pair: "pair"}


class Use(NamedTuple):
    """An operand of an instruction."""

    opcode: str
    modifiers: tuple[str, ...]
    position: int
    name: str
    """The name of the operand in the manual; "" where it is not known."""

    @property
    def traits(self) -> Traits:
        """The traits of the instruction."""
        return traits(self.opcode, self.modifiers)

    @property
    def is_double(self) -> bool:
        """Whether a Python float is a number of 64 bits there."""
        return ".f64" in self.modifiers


def shapes_of(instruction: n.Instruction) -> tuple[str, ...]:
    """Return the shape of each operand, as `operand_names` takes it."""
    return tuple([_SHAPES.get(type(operand), "plain") for operand in instruction.operands])


def use_of(instruction: n.Instruction, position: int) -> Use:
    """Return the use that an instruction makes of an operand."""
    opcode, modifiers = instruction.opcode, instruction.modifiers
    names = operand_names(opcode, modifiers, shapes_of(instruction))
    return Use(opcode, modifiers, position, names[position])
