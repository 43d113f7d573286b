"""Python's bytecode, read where it matters: `dis` would decode all of a function.

A word is the two bytes of an instruction, or of its cache: its opcode, and 8 bits of its argument.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import CodeType
from typing import Final

__all__ = ["ACCESSES", "CACHE", "EXTENDED", "PAIR_BASE", "Words", "opcodes_of"]

CACHE: Final = dis.opmap["CACHE"]
EXTENDED: Final = dis.EXTENDED_ARG


def opcodes_of(*names: str) -> frozenset[int]:
    """Return the opcodes of those of some instructions that this version of Python has."""
    return frozenset(dis.opmap[name] for name in names if name in dis.opmap)


_READ_OPNAMES: Final = (
    "LOAD_FAST",
    "LOAD_DEREF",
    "LOAD_CLOSURE",
    "LOAD_CLASSDEREF",
    "LOAD_FROM_DICT_OR_DEREF",
)
"""The beginnings of instructions that read a local name."""
_BIND_OPNAMES: Final = ("STORE_FAST", "STORE_DEREF", "DELETE_FAST", "DELETE_DEREF")
"""The beginnings of instructions that bind or delete a local name."""
_BYTE: Final = 256
_SAVE_OPNAME: Final = "LOAD_FAST_AND_CLEAR"
"""The instruction that saves a name which an inlined comprehension uses (Python 3.12)."""

PAIR_BASE: Final = 16
"""The argument of an instruction for two names has 4 bits for the number of each."""


def _binds(name: str) -> tuple[bool, ...]:
    """Return whether an instruction binds each of its names, two for `STORE_FAST_LOAD_FAST`."""
    middle = max(name.rfind("_LOAD_"), name.rfind("_STORE_"))
    halves = [name[:middle], name[middle + 1 :]] if middle > 0 else [name]
    return tuple(half.startswith(_BIND_OPNAMES) for half in halves)


ACCESSES: Final = {
    code: _binds(name)
    for name, code in dis.opmap.items()
    # From Python 3.13 on, there are opcodes above a byte, which only the compiler uses.
    if name.startswith((*_READ_OPNAMES, *_BIND_OPNAMES)) and name != _SAVE_OPNAME and code < _BYTE
}
"""Whether an instruction binds the names that it is for: otherwise it reads them."""


class Words:
    """The words of a function's code."""

    __slots__ = ("arguments", "opcodes")

    def __init__(self, code: CodeType) -> None:
        """Take the code."""
        self.opcodes, self.arguments = code.co_code[::2], code.co_code[1::2]

    def find(self, opcode: int) -> Iterator[int]:
        """Yield the words of the instructions of an opcode, in order."""
        at = self.opcodes.find(opcode)
        while at >= 0:
            yield at
            at = self.opcodes.find(opcode, at + 1)

    def argument(self, at: int) -> int:
        """Return the argument of the instruction at a word, with the words that extend it."""
        argument, shift = self.arguments[at], 8
        # The nearest word before it has bits 8 to 15.
        while at and self.opcodes[at - 1] == EXTENDED:
            at -= 1
            argument |= self.arguments[at] << shift
            shift += 8
        return argument

    def next(self, at: int) -> int:
        """Return the word after an instruction and its cache."""
        at += 1
        while at < len(self.opcodes) and self.opcodes[at] == CACHE:
            at += 1
        return at

    def before(self, at: int, passed_over: frozenset[int]) -> int:
        """Return the word of the instruction before one, some passed over; -1 if there is none."""
        at -= 1
        while at >= 0 and self.opcodes[at] in passed_over:
            at -= 1
        return at
