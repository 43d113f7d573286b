"""Whether two modules say the same but for the registers that values are in.

A helper that is edited may make more or fewer values than the margins of its calls name. Names and
values are aligned by their classes then, so that values of one class may change their registers.
What each statement reads must be what it read before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fuzzing.reach import Said
from ptxpy.ir import nodes as n
from ptxpy.isa.roles import destinations, explicit_writes

_OUTSIDE = 1
"""The depth of the statements of a function's body; less is outside of functions."""


def same_values(
    before: Sequence[Said], after: Sequence[Said], edited: tuple[frozenset[str], frozenset[str]]
) -> bool:
    """Return whether all statements say the same, and read the same values in any registers.

    `edited` are the registers that the statements that were edited have written, and write now.
    """
    if len(before) != len(after):
        return False
    registers = _Registers(edited)
    return all(registers.agree(one, other) for one, other in zip(before, after, strict=True))


class _Registers:
    """Where the values of registers are in the other module, while a function is walked."""

    def __init__(self, edited: tuple[frozenset[str], frozenset[str]]) -> None:
        self.edited = edited
        self.moved: dict[str, str] = {}
        """The other register that holds the value of a register; "" where none does."""

    def agree(self, one: Said, other: Said) -> bool:
        """Return whether a statement reads in the other module what it reads in this one."""
        if one.depth < _OUTSIDE:
            self.moved.clear()
        if one.depth != other.depth or one.targets != other.targets:
            return False
        if _masked(one.text) != _masked(other.text):
            return False
        reads, writes = _registers(one.text)
        other_reads, other_writes = _registers(other.text)
        pairs = zip(reads, other_reads, strict=True)
        if not all(self._holds(name, now) for name, now in pairs):
            return False
        for name, now in zip(writes, other_writes, strict=True):
            self._write(name, now)
        return True

    def _holds(self, name: str, now: str) -> bool:
        """Return whether a register holds in the other module what a register holds in this one."""
        was_edited = name in self.edited[0] and now in self.edited[1]
        return was_edited or self.moved.get(name, name) == now

    def _write(self, name: str, now: str) -> None:
        """Note that a value has been written to a register, in the other module to another one."""
        for lost in [each for each, place in self.moved.items() if place == now]:
            self.moved[lost] = ""
        if now != name and now not in self.moved:
            self.moved[now] = ""
        if now == name:
            self.moved.pop(name, None)
        else:
            self.moved[name] = now


def _masked(value: object) -> object:
    """Return what a statement says, with all registers called the same."""
    if _name_of(value):
        return "%"
    if isinstance(value, tuple):
        return (type(value).__name__, *map(_masked, value))
    return value


def written(nodes: Iterable[n.Node]) -> frozenset[str]:
    """Return the registers that statements write."""
    return frozenset(name for node in nodes for name in _registers(node)[1])


def _registers(text: object) -> tuple[list[str], list[str]]:
    """Return the registers that a statement reads, and those that it writes."""
    if type(text) is not n.Instruction:
        return [*_named(text)], []
    written = {*explicit_writes(text.opcode, text.modifiers)}
    if destinations(text.opcode, text.modifiers):
        written.add(0)
    reads: list[str] = [*_named(text.guard)]
    writes: list[str] = []
    for at, operand in enumerate(text.operands):
        into = writes if at in written and type(operand) is not n.Address else reads
        into.extend(_named(operand))
    return reads, writes


def _named(value: object) -> Iterator[str]:
    """Yield the names of the registers in a value."""
    name = _name_of(value)
    if name:
        yield name
    elif isinstance(value, tuple):
        for part in value:
            yield from _named(part)


def _name_of(value: object) -> str:
    """Return the name of a register, also as `reach` shows one that stands beside a label."""
    if type(value) is n.Register:
        return value.name
    match value:
        case (n.Register.__name__, str(name)):
            return name
    return ""
