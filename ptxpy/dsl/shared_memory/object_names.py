"""Names of objects in shared memory that do not lie at the start of their variable."""

from __future__ import annotations

from ptxpy.dsl.values.operand_conversion import CONVERTERS
from ptxpy.ir import nodes as n

__all__ = ["ObjectName", "object_name"]


class ObjectName(str):
    """The name of an object that lies `start` bytes in its variable: `tile.name`, `ring[1].name`.

    It equals the name of the variable. As an operand, in an address and in text it stands for the
    address of the object, `dyn_smem+1024`.
    """

    __slots__ = ("start",)
    start: int

    @property
    def variable(self) -> str:
        """The name of the variable, without the offset."""
        return str.__str__(self)

    def operand(self) -> n.Binary:
        """Return the address as an operand of `mov`."""
        return n.Binary(n.Symbol(self.variable), "+", n.Literal(repr(self.start)))

    def address(self, offset: int = 0) -> n.Address:
        """Return `[name+offset]`; `TypeError` for an offset that may be that of the object."""
        if offset == self.start:
            msg = (
                f"the name of an object stands for its address, {self}, to which {offset} is "
                "added again: give the object itself, as in ptx.addr(tile)"
            )
            raise TypeError(msg)
        return n.Address(n.Symbol(self.variable), n.Literal(repr(self.start + offset)), ())

    def __str__(self) -> str:
        """Return the address."""
        return f"{str.__str__(self)}+{self.start}"

    def __format__(self, specification: str) -> str:
        """Format the address."""
        return format(str(self), specification)

    def __add__(self, text: str) -> str:
        """Append text to the address."""
        return str(self) + text

    def __radd__(self, text: str) -> str:
        """Put text before the address."""
        return text + str(self)


def object_name(variable: str, start: int) -> str:
    """Return the name of an object that lies `start` bytes in a variable."""
    if not start:
        return variable
    name = ObjectName(variable)
    name.start = start
    return name


CONVERTERS[ObjectName] = lambda name, _double: name.operand()
