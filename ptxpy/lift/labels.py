"""How compilers number basic-block labels: by the basic block, in the order of the text.

The tracer numbers the labels of structured control flow by this rule, and the code generator
writes a number out where a compiler departs from it.
"""

from __future__ import annotations

from typing import Final

__all__ = ["BlockCounter", "block_number"]

_JUMPS: Final = frozenset({"bra", "brx"})
_ENDS: Final = frozenset({"ret", "exit"})


_DIGITS: Final = 9


def block_number(name: str, prefix: str | None) -> int | None:
    """Return the number of a basic-block label, or None where the name is none of the rule's."""
    if prefix is None or not name.startswith(prefix):
        return None
    rest = name[len(prefix) :]
    if not (rest.isascii() and rest.isdecimal()) or len(rest) > _DIGITS:
        return None
    return int(rest) if rest == "0" or rest[0] != "0" else None


class BlockCounter:
    """Counts basic blocks, statement by statement."""

    def __init__(self) -> None:
        """Start in block 0, at the entry of a function."""
        self.block = 0
        self._ended = ""

    def label(self, number: int | None) -> int:
        """Pass a label, of which the number is known or not; return what the rule gives it."""
        expected = self.block + 1
        self.block = expected if number is None else number
        self._ended = ""
        return expected

    def instruction(self, opcode: str, *, guarded: bool) -> None:
        """Pass an instruction; one behind a branch begins a block, but for the other branch."""
        if self._ended == "either" and opcode == "bra" and not guarded:
            self._ended = "jump"
            return
        self.other()
        if opcode in _JUMPS:
            self._ended = "either" if guarded else "jump"
        elif opcode in _ENDS and not guarded:
            self._ended = "jump"

    def other(self) -> None:
        """Pass a call or a scope."""
        if self._ended:
            self.block += 1
            self._ended = ""
