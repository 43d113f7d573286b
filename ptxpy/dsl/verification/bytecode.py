"""Python's bytecode, read where it matters: `dis` would decode all of a function.

A word is the two bytes of an instruction, or of its cache: its opcode, and 8 bits of its argument.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import CodeType
from typing import Final

__all__ = ["CACHE", "EXTENDED", "Words", "opcodes_of"]

CACHE: Final = dis.opmap["CACHE"]
EXTENDED: Final = dis.EXTENDED_ARG


def opcodes_of(*names: str) -> frozenset[int]:
    """Return the opcodes of those of some instructions that this version of Python has."""
    return frozenset(dis.opmap[name] for name in names if name in dis.opmap)


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
