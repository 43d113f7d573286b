"""Liveness of the local names of a Python function: may a name be read before it is rebound?

A backward may-analysis on the bytecode. Paths that only exceptions take are left out, as an
exception ends the trace.
"""

from __future__ import annotations

import dis
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Final, NamedTuple

_READ_OPNAMES: Final = (
    "LOAD_FAST",
    "LOAD_DEREF",
    "LOAD_CLOSURE",
    "LOAD_CLASSDEREF",
    "LOAD_FROM_DICT",
)
"""The beginnings of instructions that read a local name."""
_BIND_OPNAMES: Final = ("STORE_FAST", "STORE_DEREF", "DELETE_FAST", "DELETE_DEREF")
"""The beginnings of instructions that bind or delete a local name."""
_END_OPNAMES: Final = (
    "RETURN_",
    "RAISE_",
    "RERAISE",
    "JUMP_FORWARD",
    "JUMP_BACKWARD",
    "JUMP_ABSOLUTE",
)
"""The beginnings of instructions that the next one does not follow."""
_JUMPS: Final = frozenset([*dis.hasjrel, *dis.hasjabs])
_GENERATOR_OPNAME: Final = "RETURN_GENERATOR"
_SAVE_OPNAME: Final = "LOAD_FAST_AND_CLEAR"
"""The instruction that saves a name which an inlined comprehension uses (Python 3.12)."""


class _Step(NamedTuple):
    """The names that an instruction reads or binds, in order."""

    events: tuple[tuple[str, bool], ...]
    """Names, and whether each is bound: otherwise it is read."""
    successors: tuple[int, ...]
    """The numbers of the instructions that may follow."""


class NameLiveness:
    """The names of one code object that may be read, by where the code has got to."""

    def __init__(self, code: CodeType) -> None:
        """Take the code of a function."""
        instructions = list(dis.get_instructions(code))
        self._offsets = [instruction.offset for instruction in instructions]
        self._numbers = {offset: at for at, offset in enumerate(self._offsets)}
        self._steps = [self._step(at, each) for at, each in enumerate(instructions)]
        self._bits: dict[str, int] = {}
        """The bit of each name in a set of names: a kernel has thousands of names."""
        self._live = self._solve()
        self._closures = [
            (each.offset, name)
            for each in instructions
            if isinstance(each.argval, CodeType) and not each.argval.co_name.endswith("comp>")
            for name in each.argval.co_freevars
            if name in liveness(each.argval).at_entry()
        ]
        """Where functions inside are made, and the names that they read before they bind them."""

    def _step(self, at: int, instruction: dis.Instruction) -> _Step:
        name = instruction.opname
        successors = []
        ends = name.startswith(_END_OPNAMES) and name != _GENERATOR_OPNAME
        if not ends and at + 1 < len(self._offsets):
            successors.append(at + 1)
        if instruction.opcode in _JUMPS and instruction.argval in self._numbers:
            successors.append(self._numbers[instruction.argval])
        return _Step(_events(name, instruction.argval), tuple(successors))

    def _solve(self) -> list[int]:
        """Return the names that are live before each instruction, as bits."""
        effects = [self._effect(step.events) for step in self._steps]
        live = [0] * len(self._steps)
        changed = True
        while changed:
            changed = False
            for at in range(len(live) - 1, -1, -1):
                found = 0
                for other in self._steps[at].successors:
                    found = found | live[other] if found else live[other]
                for read, bound in effects[at]:
                    found = found & ~bound if bound else found | read
                if found != live[at]:
                    live[at] = found
                    changed = True
        return live

    def _effect(self, events: tuple[tuple[str, bool], ...]) -> tuple[tuple[int, int], ...]:
        """Return the bits of the names that are read and bound, the last event first."""
        found = []
        for name, bound in reversed(events):
            bit = self._bits.setdefault(name, 1 << len(self._bits))
            found.append((0, bit) if bound else (bit, 0))
        return tuple(found)

    def _names(self, bits: int) -> frozenset[str]:
        """Return the names of a set."""
        return frozenset([name for name, bit in self._bits.items() if bits & bit])

    def at_entry(self) -> frozenset[str]:
        """Return the names that may be read before they are bound."""
        return self._names(self._live[0])

    def _number(self, offset: int) -> int:
        """Return the number of the instruction at an offset, or in whose cache that lies."""
        return bisect_right(self._offsets, offset) - 1

    def beginning(self, offset: int) -> int:
        """Return the offset of the instruction in which an offset lies, its cache included."""
        return self._offsets[self._number(offset)]

    def after(self, offset: int) -> frozenset[str]:
        """Return the names that are live after the instruction at an offset.

        A `for` is followed by its body and by the code after the loop. A name that a closure
        captures may be read whenever the closure is called.
        """
        at = self._number(offset)
        following = 0
        for other in self._steps[at].successors:
            following |= self._live[other]
        return self._names(following).union(name for made, name in self._closures if made < offset)

    def bindings(self, name: str, start: int, stop: int) -> list[int]:
        """Return the offsets between two others at which a name is bound."""
        return [
            offset
            for offset, step in zip(self._offsets, self._steps, strict=True)
            if start < offset < stop and (name, True) in step.events
        ]

    def end_of_loop(self, offset: int) -> int:
        """Return the offset after a `for` loop, given an offset in its head."""
        last = offset
        at = self._number(offset)
        for other, step in enumerate(self._steps):
            if at in step.successors and other > at:
                last = max(last, self._offsets[other])
        return last + 1


def _events(name: str, argument: object) -> tuple[tuple[str, bool], ...]:
    """Return the names that an instruction reads or binds; some do so with two."""
    if name == _SAVE_OPNAME or not name.startswith((*_READ_OPNAMES, *_BIND_OPNAMES)):
        return ()
    if isinstance(argument, tuple):
        first, second = argument
        bound = [part.startswith("STORE") for part in _halves(name)]
        return ((first, bound[0]), (second, bound[1]))
    if not isinstance(argument, str):
        return ()
    return ((argument, name.startswith(_BIND_OPNAMES)),)


def _halves(name: str) -> tuple[str, str]:
    """Split the name of an instruction for two names: `STORE_FAST_LOAD_FAST`."""
    middle = max(name.rfind("_LOAD_"), name.rfind("_STORE_"))
    return name[:middle], name[middle + 1 :]


@lru_cache(maxsize=32)
def liveness(code: CodeType) -> NameLiveness:
    """Return the liveness of the names of a function's code."""
    return NameLiveness(code)


def is_counter(code: CodeType, name: str) -> bool:
    """Return whether a local name is bound by Python's `for` alone.

    Read off the bytes, which is quicker than taking a long function apart; a form that is not
    known here is no counter.
    """
    if name not in code.co_varnames[code.co_argcount :]:
        return False
    at = code.co_varnames.index(name)
    opcodes, arguments = code.co_code[::2], code.co_code[1::2]
    found = False
    for store, wanted in _stores(at):
        place = opcodes.find(store)
        while place >= 0:
            if wanted(arguments[place]):
                before = place - 1
                while before >= 0 and opcodes[before] == _CACHE:
                    before -= 1
                if opcodes[before] != _FOR:
                    return False
                found = True
            place = opcodes.find(store, place + 1)
    return found


_CACHE: Final = dis.opmap.get("CACHE", 0)
_FOR: Final = dis.opmap["FOR_ITER"]
_PAIR_BASE: Final = 16
"""The argument of an instruction for two names has 4 bits for the number of each."""


def _stores(at: int) -> list[tuple[int, Callable[[int], bool]]]:
    """Return the instructions that bind the local name of a number, with a test of the argument."""
    found: list[tuple[int, Callable[[int], bool]]] = [
        (dis.opmap["STORE_FAST"], lambda argument: argument == at % 256)
    ]
    if "STORE_FAST_LOAD_FAST" in dis.opmap:
        found.append((dis.opmap["STORE_FAST_LOAD_FAST"], lambda pair: pair // _PAIR_BASE == at))
        either = dis.opmap["STORE_FAST_STORE_FAST"]
        found.append((either, lambda pair: at in (pair // _PAIR_BASE, pair % _PAIR_BASE)))
    return found
