"""Liveness of the local names of a Python function: may a name be read before it is rebound?

A backward may-analysis on the bytecode. Paths that only exceptions take are left out, as an
exception ends the trace. The body of a Python `for` loop over a `range` or a tuple of constants
runs at least once; after any other loop, code may read a name that was bound before it.
"""

from __future__ import annotations

import dis
import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import CodeType
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.dsl.verification.bytecode import (
    ACCESSES,
    CACHE,
    EXTENDED,
    PAIR_BASE,
    Words,
    opcodes_of,
)
from ptxpy.dsl.verification.call_sites import cached_by_code

_FOR: Final = dis.opmap["FOR_ITER"]
_GET_ITER: Final = dis.opmap["GET_ITER"]
_CALL: Final = dis.opmap["CALL"]
_LOAD_CONST: Final = dis.opmap["LOAD_CONST"]
_LOAD_GLOBAL: Final = dis.opmap["LOAD_GLOBAL"]

_PASSED_OVER: Final = opcodes_of("CACHE", "EXTENDED_ARG", "PRECALL", "PUSH_NULL")
"""Instructions that do not change the values of a loop."""

_LENGTH: Final = 6
"""The most instructions before a loop that make its values: `range` with three numbers."""


class _Step(NamedTuple):
    """An instruction before a loop."""

    opcode: int
    argument: int


def filled_loops(code: CodeType) -> Iterator[int]:
    """Yield the offsets of the `FOR_ITER` of each loop that runs at least once.

    `range` is taken for Python's own. Only the few instructions before each loop are decoded.
    """
    words = Words(code)
    for at in words.find(_FOR):
        head = _steps_before(words, at)
        if len(head) > 1 and head[-1].opcode == _GET_ITER and _is_filled(code, head[:-1]):
            yield 2 * at


def _steps_before(words: Words, at: int) -> list[_Step]:
    """Return the instructions before a word that may make the values of a loop, in order."""
    found: list[_Step] = []
    at = words.before(at, _PASSED_OVER)
    while at >= 0 and len(found) < _LENGTH:
        found.append(_Step(words.opcodes[at], words.argument(at)))
        at = words.before(at, _PASSED_OVER)
    return found[::-1]


def _is_filled(code: CodeType, steps: Sequence[_Step]) -> bool:
    """Return whether the value of some instructions has elements for certain."""
    last = steps[-1]
    if last.opcode == _LOAD_CONST:
        value = code.co_consts[last.argument]
        return isinstance(value, tuple | frozenset | str) and bool(value)
    count = last.argument
    if last.opcode != _CALL or not 0 < count <= len(steps) - 2:
        return False
    # With `PUSH_NULL` left out, the function is loaded just before its arguments.
    function, given = steps[-count - 2], steps[-count - 1 : -1]
    # The lowest bit of the argument says whether a NULL is pushed, too.
    if function.opcode != _LOAD_GLOBAL or code.co_names[function.argument >> 1] != "range":
        return False
    if any(each.opcode != _LOAD_CONST for each in given):
        return False
    numbers = [code.co_consts[each.argument] for each in given]
    return all(type(each) is int for each in numbers) and _has_elements(numbers)


def _has_elements(numbers: Sequence[int]) -> bool:
    """Return whether a `range` of some arguments has elements."""
    try:
        return bool(range(*numbers))
    except (TypeError, ValueError):  # it is an error when it is run
        return False


_END_OPNAMES: Final = (
    "RETURN_",
    "RAISE_",
    "RERAISE",
    "JUMP_FORWARD",
    "JUMP_BACKWARD",
    "JUMP_ABSOLUTE",
)
"""The beginnings of instructions that the next one does not follow."""
_GENERATOR_OPNAME: Final = "RETURN_GENERATOR"
_RETURNS: Final = frozenset(code for name, code in dis.opmap.items() if name.startswith("RETURN_V"))
_JUMPS: Final = frozenset(dis.hasjrel)
_BACKWARD: Final = frozenset(code for name, code in dis.opmap.items() if "JUMP_BACKWARD" in name)
_ENDS: Final = frozenset(
    code
    for name, code in dis.opmap.items()
    if name.startswith(_END_OPNAMES) and name != _GENERATOR_OPNAME
)


# One search over the bytes finds the few instructions of interest: `dis` would decode them all.
_ALL: Final = bytes(code for code in {*_JUMPS, *_ENDS, *ACCESSES} if code in range(256))
_OF_INTEREST: Final = re.compile(b"[%b]" % re.escape(_ALL))
"""The instructions that read or bind names, or jump; code has no numbers above 255."""


class _Event(NamedTuple):
    """A local name that an instruction reads or binds."""

    at: int
    """The number of the instruction's word."""
    name: int
    """The number of the name."""
    is_bound: bool


_new: Final = tuple.__new__
"""A record without the call of its class: there are thousands of events."""


class _Jump(NamedTuple):
    """An instruction that others than the next one may follow."""

    at: int
    following: tuple[int, ...]
    """The words of the instructions that may follow."""


class NameLiveness:
    """The names of one code object that may be read, by where the code has got to.

    Words are the pairs of bytes of the code. Sets of names are bits: a kernel has thousands.
    """

    def __init__(self, code: CodeType) -> None:
        """Take the code of a function."""
        words = self._words = Words(code)
        self._opcodes = words.opcodes
        cells = [name for name in code.co_cellvars if name not in code.co_varnames]
        self._names = [*code.co_varnames, *cells, *code.co_freevars]
        self._numbers = {name: at for at, name in enumerate(self._names)}
        self._events: list[_Event] = []
        self._jumps: list[_Jump] = []
        self._read_code()
        starts = {0, *(after for jump in self._jumps for after in jump.following)}
        starts.update(self._words.next(jump.at) for jump in self._jumps)
        self._starts = sorted(start for start in starts if start < len(self._opcodes))
        """The words at which basic blocks begin."""
        self._places = [event.at for event in self._events]
        self._successors = self._find_successors()
        self._effects = self._find_effects()
        self._live = self._solve()
        """The names that are live at the beginning of each block."""
        self._closures = self._find_closures(code)
        """Where functions inside are made, and the names that they read before they bind them."""

    def enter(self, loops: Iterable[int]) -> None:
        """Take the bodies of some loops to be run, by the offsets of their `FOR_ITER`."""
        # The list is a new one, as a copy shares it.
        self._successors = [*self._successors]
        for offset in loops:
            self._enter(offset // 2)
        self._live = self._solve()

    def _read_code(self) -> None:
        """Find the instructions that read or bind names, and those that jump."""
        opcodes, events = self._opcodes, self._events
        for match in _OF_INTEREST.finditer(opcodes):
            at = match.start()
            opcode = opcodes[at]
            argument = self._words.argument(at)
            binds = ACCESSES.get(opcode, ())
            if len(binds) == 1:
                events.append(_new(_Event, (at, argument, binds[0])))
            else:
                events += map(_Event, (at, at), divmod(argument, PAIR_BASE), binds)
            if opcode in _JUMPS or opcode in _ENDS:
                after = self._words.next(at)
                following: tuple[int, ...] = () if opcode in _ENDS else (after,)
                # Jumps count words from the next instruction, after the cache of this one.
                if opcode in _JUMPS:
                    following += (after - argument if opcode in _BACKWARD else after + argument,)
                self._jumps.append(_Jump(at, following))

    def _block(self, at: int) -> int:
        """Return the block of a word."""
        return bisect_right(self._starts, at) - 1

    def _find_successors(self) -> list[tuple[int, ...]]:
        """Return the blocks that may follow each."""
        last = len(self._starts) - 1
        # The next block follows unless a jump ends this one.
        found: list[tuple[int, ...]] = [(block + 1,) for block in range(last)]
        found.append(())
        for jump in self._jumps:
            stay = [after for after in jump.following if after < len(self._opcodes)]
            found[self._block(jump.at)] = tuple(self._block(after) for after in stay)
        return found

    def _enter(self, loop: int) -> None:
        """Let only the body of a loop follow on the code before it, not the code after it."""
        first = loop
        while first and self._opcodes[first - 1] == EXTENDED:
            first -= 1
        self._successors[self._block(first - 1)] = (self._block(self._words.next(loop)),)

    def _solve(self) -> list[int]:
        """Return the names that are live before each block."""
        read, kept = self._effects
        successors = self._successors
        live = list(read)
        changed = True
        while changed:
            changed = False
            # Liveness flows backwards, so that this order settles code without loops in one pass.
            for block in range(len(live) - 1, -1, -1):
                after = 0
                for other in successors[block]:
                    after |= live[other]
                found = read[block] | (after & kept[block])
                if found != live[block]:
                    live[block] = found
                    changed = True
        return live

    def _find_effects(self) -> tuple[list[int], list[int]]:
        """Return the names that each block reads unbound, and those that it does not bind."""
        read, kept = [], []
        for start, stop in itertools.pairwise([*self._starts, len(self._opcodes)]):
            first, bound = self._effect(start, stop)
            read.append(first)
            kept.append(~bound)
        return read, kept

    def _effect(self, start: int, stop: int) -> tuple[int, int]:
        """Return the names that code between two words reads unbound, and those that it binds."""
        read: set[int] = set()
        bound: set[int] = set()
        places = self._places
        for event in self._events[bisect_left(places, start) : bisect_left(places, stop)]:
            if event.is_bound:
                bound.add(event.name)
            elif event.name not in bound:
                read.add(event.name)
        return self._bits(read), self._bits(bound)

    def _bits(self, names: set[int]) -> int:
        """Return a set of names as bits."""
        # To shift a number of thousands of bits for each name would copy it each time.
        data = bytearray(len(self._names) // 8 + 1)
        for name in names:
            data[name >> 3] |= 1 << (name & 7)
        return int.from_bytes(data, "little")

    def _find_closures(self, code: CodeType) -> list[tuple[int, str]]:
        constants = code.co_consts
        made = {at for at, each in enumerate(constants) if isinstance(each, CodeType)}
        if not made:
            return []
        loads = (at for at, opcode in enumerate(self._opcodes) if opcode == _LOAD_CONST)
        functions = [
            (2 * at, constants[number])
            for at in loads
            if (number := self._words.argument(at)) in made
        ]
        return [
            # A comprehension runs where it is made, and at no other time: it reads no later value
            # of a name.
            (offset, name)
            for offset, function in functions
            if not function.co_name.endswith("comp>")
            for name in function.co_freevars
            if name in liveness(function).at_entry()
        ]

    def at_entry(self) -> frozenset[str]:
        """Return the names that may be read before they are bound."""
        return self._named(self._live[0])

    def _named(self, bits: int) -> frozenset[str]:
        """Return the names of a set."""
        return frozenset([name for at, name in enumerate(self._names) if bits >> at & 1])

    def beginning(self, offset: int) -> int:
        """Return the offset of the instruction to which an offset belongs, its cache included."""
        at = offset // 2
        while at and self._opcodes[at] == CACHE:
            at -= 1
        return 2 * at

    def after(self, offset: int, names: Iterable[str]) -> frozenset[str]:
        """Return which of some names are live after the instruction at an offset.

        A `for` is followed by its body and by the code after the loop. A name that a closure
        captures may be read whenever the closure is called.
        """
        at = self.beginning(offset) // 2
        block = self._block(at)
        stop = [*self._starts[block + 1 : block + 2], len(self._opcodes)][0]
        captured = {name for made, name in self._closures if made < offset}
        found = {name for name in names if name in captured}
        pending = {self._numbers[name] for name in names if name in self._numbers}
        places = self._places
        for event in self._events[bisect_left(places, at + 1) : bisect_left(places, stop)]:
            if event.name in pending:
                pending.discard(event.name)
                if not event.is_bound:
                    found.add(self._names[event.name])
        behind = 0
        for other in self._successors[block]:
            behind |= self._live[other]
        found.update(self._names[number] for number in pending if behind >> number & 1)
        return frozenset(found)

    def name(self, number: int) -> str:
        """Return the name of a number, as the instructions of the code have it."""
        return self._names[number]

    def first_read(self, number: int, at: int) -> int | None:
        """Return a word that reads a name, unbound on some way from the word of a block's start.

        It is the first of these words in the code; None if there is none.
        """
        mask = 1 << number
        pending, seen, found = [self._block(at)], set(), []
        while pending:
            block = pending.pop()
            if block in seen or not self._live[block] & mask:
                continue
            seen.add(block)
            stop = [*self._starts[block + 1 : block + 2], len(self._opcodes)][0]
            inner = self._events[
                bisect_left(self._places, self._starts[block]) : bisect_left(self._places, stop)
            ]
            event = next((each for each in inner if each.name == number), None)
            if event is None:
                pending += self._successors[block]
            elif not event.is_bound:
                found.append(event.at)
        return min(found, default=None)

    def may_leave(self, loop: int, stop: int) -> bool:
        """Return whether `break` or `return` may leave a loop, from its `FOR_ITER` to its end."""
        inside = [jump for jump in self._jumps if loop < jump.at < stop]
        return any(
            any(after >= stop for after in jump.following) or self._opcodes[jump.at] in _RETURNS
            for jump in inside
        )

    def bindings(self, name: str, start: int, stop: int) -> list[int]:
        """Return the offsets between two others at which a name is bound."""
        number = self._numbers.get(name)
        return [
            2 * event.at
            for event in self._events
            if start < 2 * event.at < stop and event.name == number and event.is_bound
        ]

    def end_of_loop(self, offset: int) -> int:
        """Return the offset after a `for` loop, given an offset in its head."""
        at = self.beginning(offset) // 2
        # `continue` also jumps to the head: the last of the jumps back is the end of the loop.
        return 1 + max(
            [
                offset,
                *(2 * jump.at for jump in self._jumps if at in jump.following and jump.at > at),
            ]
        )


@cached_by_code
def liveness(code: CodeType) -> NameLiveness:
    """Return the liveness of the names of a function's code."""
    return NameLiveness(code)


@cached_by_code
def exact_liveness(code: CodeType) -> NameLiveness:
    """Return the liveness of the names of a function's code, loops over constants being run.

    It finds fewer names that may be read. It holds where `range` is Python's own.
    """
    import copy  # noqa: PLC0415 - seldom needed

    found = copy.copy(liveness(code))
    found.enter(filled_loops(code))
    return found


def is_counter(code: CodeType, name: str) -> bool:
    """Return whether a local name is bound by Python's `for` alone.

    Read off the bytes, which is quicker than taking a long function apart; a form that is not
    known here is no counter.
    """
    numbers, single, paired = _bound_by_loops(code)
    at = numbers.get(name, 0)
    # A parameter is bound by the call as well.
    if at < code.co_argcount:
        return False
    found = [bound[at] for bound, at in ((single, at % 256), (paired, at)) if at in bound]
    return bool(found) and all(found)


@cached_by_code
def _bound_by_loops(code: CodeType) -> tuple[dict[str, int], dict[int, bool], dict[int, bool]]:
    """Return the numbers of local names, and whether those of each are bound by `for` alone.

    The first of these are by the last byte of the number, as instructions for one name have it, the
    second by the number, as instructions for two names do.
    """
    numbers = {name: at for at, name in enumerate(code.co_varnames)}
    opcodes, arguments = code.co_code[::2], code.co_code[1::2]
    single: dict[int, bool] = {}
    paired: dict[int, bool] = {}
    for store, numbers_of in _STORES.items():
        found = paired if store in _PAIRS else single
        # The search runs in C; to decode the code takes many times as long.
        place = opcodes.find(store)
        while place >= 0:
            before = place - 1
            while before >= 0 and opcodes[before] == CACHE:
                before -= 1
            for at in numbers_of(arguments[place]):
                found[at] = found.get(at, True) and opcodes[before] == _FOR
            place = opcodes.find(store, place + 1)
    return numbers, single, paired


_STORES: Final[dict[int, Callable[[int], tuple[int, ...]]]] = {
    dis.opmap["STORE_FAST"]: lambda argument: (argument,)
}
"""The instructions that bind local names, and the numbers that an argument stands for."""

# Python 3.13 joins accesses of two local names in one instruction.
if "STORE_FAST_LOAD_FAST" in dis.opmap:
    _STORES[dis.opmap["STORE_FAST_LOAD_FAST"]] = lambda pair: (pair // PAIR_BASE,)
    _STORES[dis.opmap["STORE_FAST_STORE_FAST"]] = lambda pair: divmod(pair, PAIR_BASE)

_PAIRS: Final = frozenset(_STORES) - {dis.opmap["STORE_FAST"]}
