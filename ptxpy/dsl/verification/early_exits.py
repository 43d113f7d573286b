"""Early exits: `return`, `break` or `continue` of Python that leaves a block of the device.

The device goes on after the block, but Python does not: the statements there would not be traced.
The exit is refused when Python takes it, since below an `if` of Python it may be a choice that the
trace does not make. Python passes a context manager no reason for its end, so the reason is read
off the bytecode, which every function has: the regular end of the block continues where a
suppressed exception continues. An exit that continues at the same place drops nothing.
"""

from __future__ import annotations

import dis
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from itertools import compress, islice
from operator import itemgetter
from types import CodeType
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.dsl.verification.call_sites import cached_by_code

_ENTER_OPNAME: Final = "BEFORE_WITH"
"""The instruction that calls `__enter__`."""
_HANDLER_OPNAME: Final = "WITH_EXCEPT_START"
"""The instruction that calls `__exit__` with an exception."""
_SUPPRESSED_OPNAMES: Final = ("POP_TOP", "POP_EXCEPT", "POP_TOP", "POP_TOP")
"""The instructions after an exception that `__exit__` has suppressed."""
_END_OPNAMES: Final = ("RETURN_", "RAISE_", "RERAISE")
"""The beginnings of instructions after which none follows."""
_CALL_OPNAMES: Final = ("CALL", "PRECALL")
_EXIT_CALL_OPNAMES: Final = (*_CALL_OPNAMES, "LOAD_CONST", "SWAP")
"""The instructions that a call of `__exit__` consists of."""

MAX_COMPARED_INSTRUCTIONS: Final = 64
"""Instructions that are compared where the compiler has written a part of the code twice."""


_NAMES_OF_A_PAIR: Final = 2
"""The occurrences of `_FAST` in the name of an instruction for two local variables."""

_CACHE: Final = dis.opmap["CACHE"]
_IS_NO_CACHE: Final = bytes(opcode != _CACHE for opcode in range(256))
"""Whether the opcode of each number is an instruction's."""
_EXTENDED: Final = dis.EXTENDED_ARG
_TAKES_ARGUMENT: Final = frozenset(
    getattr(dis, "hasarg", range(dis.HAVE_ARGUMENT, 256))  # from Python 3.12 on
)
_LOADS_CONSTANT: Final = frozenset(dis.hasconst)
_JUMPS: Final = frozenset(dis.hasjrel)


class _Instruction(NamedTuple):
    """An instruction of Python's bytecode."""

    opname: str
    arg: int
    argval: object
    """The constant of a load, the target of a jump, and `arg` for others."""
    offset: int


_new: Final = tuple.__new__
"""A record without the call of its class: each block is ended by twenty instructions."""


class _Code:
    """The instructions of a function, which are decoded at their first use.

    `dis` would decode them all, with names and lines, which takes longer than the trace.
    """

    def __init__(self, code: CodeType) -> None:
        """Find where the instructions are."""
        self._bytes = code.co_code
        self._constants = code.co_consts
        is_instruction = self._bytes[::2].translate(_IS_NO_CACHE)
        found = compress(range(0, len(self._bytes), 2), is_instruction)
        self._offsets = array("q", found)
        self.handlers = [*_handlers(code.co_exceptiontable)]
        """The offsets at which a handler begins and ceases to be for the code, and its own.

        They are in order, and at most one is for an instruction: Python looks it up as we do.
        """

    def handler(self, offset: int) -> int | None:
        """Return the offset of the handler for the instruction at an offset; None without one."""
        found = bisect_right(self.handlers, offset, key=itemgetter(0)) - 1
        if found < 0:
            return None
        _, stop, target = self.handlers[found]
        return target if offset < stop else None

    def __len__(self) -> int:
        """Return the number of instructions."""
        return len(self._offsets)

    def __getitem__(self, at: int) -> _Instruction:
        """Decode an instruction."""
        offset = self._offsets[at]
        opcode = self._bytes[offset]
        arg = self._bytes[offset + 1] if opcode in _TAKES_ARGUMENT else 0
        # `EXTENDED_ARG` has the higher bytes of an argument, the nearest one bits 8 to 15.
        before, shift = offset - 2, 8
        while before >= 0 and self._bytes[before] == _EXTENDED:
            arg |= self._bytes[before + 1] << shift
            before, shift = before - 2, shift + 8
        opname = dis.opname[opcode]
        argval: object = arg
        if opcode in _LOADS_CONSTANT:
            argval = self._constants[arg]
        elif opcode in _JUMPS:
            # Jumps are relative to the next instruction, after the caches of this one.
            after = self._offsets[at + 1] if at + 1 < len(self._offsets) else len(self._bytes)
            argval = after + 2 * (-arg if "JUMP_BACKWARD" in opname else arg)
        return _new(_Instruction, (opname, arg, argval, offset))

    def opname(self, at: int) -> str:
        """Return the name of an instruction, without decoding it."""
        return dis.opname[self._bytes[self._offsets[at]]]

    def number(self, offset: int) -> int:
        """Return the number of the instruction at an offset, or at an offset in its cache."""
        return bisect_right(self._offsets, offset) - 1

    def target(self, jump: _Instruction) -> int:
        """Return the number of the instruction that a jump leads to."""
        assert isinstance(jump.argval, int)  # noqa: S101 - so are targets
        return self.number(jump.argval)


def _handlers(table: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the offsets at which a handler begins and ceases to be for the code, and its own.

    An entry of the table has four numbers, counted in words: the start, the length, the handler,
    and the depth of the stack with a flag. Each byte has 6 bits of a number; bit 6 says that more
    follow, bit 7 that an entry begins (`Objects/exception_handling_notes.txt` of CPython).
    """
    numbers: list[int] = []
    number = 0
    for byte in table:
        number = number << 6 | byte & 0x3F
        if not byte & 0x40:
            numbers.append(number)
            number = 0
    for start, length, target in zip(numbers[::4], numbers[1::4], numbers[2::4], strict=True):
        yield 2 * start, 2 * (start + length), 2 * target


def early_exit(code: CodeType, entered: int, left: int) -> int | None:
    """Return the offset of an exit that leaves a `with` before the end of its block, or None.

    `entered` and `left` are the offsets of the instructions that call `__enter__` and `__exit__`.
    """
    read = _read(code)
    opened, closed = read.number(entered), read.number(left)
    if read.opname(opened) != _ENTER_OPNAME:
        return None
    if not read.opname(closed).startswith(_CALL_OPNAMES):
        return None
    # The call of `__exit__` ends where its result is dropped, at an exit as at the end.
    while read.opname(closed) != "POP_TOP":
        closed += 1
    end = _end(read, opened)
    # Most blocks end where what follows them is run.
    if end is None or end == _followed(read, closed + 1) or _same(read, end, closed + 1):
        return None
    return read[_exit_statement(read, opened, closed - 1)].offset


def _exit_statement(read: _Code, opened: int, at: int) -> int:
    """Return the instruction that an exit begins with, before the calls of `__exit__`.

    Blocks within the one that is left are left first, by calls that end at `at` or before.
    """

    def precedes(at: int) -> bool:
        opname = read.opname(at)
        return opname.startswith(_EXIT_CALL_OPNAMES) or (
            opname == "POP_TOP" and _calls_exit(read, at)
        )

    while at > opened + 1 and precedes(at):
        at -= 1
    return at


def _calls_exit(read: _Code, dropped: int) -> bool:
    """Return whether a `POP_TOP` drops the result of `__exit__(None, None, None)`."""
    window = (read[at] for at in range(max(0, dropped - 6), dropped))
    # `PRECALL` is in the bytecode of Python 3.11 alone.
    before = [each for each in window if each.opname != "PRECALL"]
    *_, first, second, third, call = before
    constants = [(each.opname, each.argval) for each in (first, second, third)]
    return constants == [("LOAD_CONST", None)] * 3 and (call.opname, call.arg) == ("CALL", 2)


@cached_by_code
def _read(code: CodeType) -> _Code:
    return _Code(code)


def _end(read: _Code, opened: int) -> int | None:
    """Return the instruction after the block that another opens; None if it cannot be found."""
    # The handler of the block is the one for the instruction after `BEFORE_WITH`, which is in the
    # block already.
    target = read.handler(read[opened + 1].offset)
    if target is None:
        return None
    at = read.number(target)
    for handler in range(at, min(at + 4, len(read))):
        if read.opname(handler) == _HANDLER_OPNAME:
            return _behind(read, handler)
    return None


def _behind(read: _Code, handler: int) -> int | None:
    """Return the instruction that follows where `__exit__` has suppressed an exception."""
    for following in range(handler + 1, min(handler + 4, len(read))):
        opname = read.opname(following)
        if opname.startswith("POP_JUMP") and opname.endswith("IF_TRUE"):
            at = read.target(read[following])
            for name in _SUPPRESSED_OPNAMES:
                at = _followed(read, at)
                if read.opname(at) != name:
                    return None
                at += 1
            return _followed(read, at)
    return None


def _followed(read: _Code, at: int) -> int:
    """Return the instruction that is run at a place: that which jumps lead to."""
    # A loop of jumps alone, as `while True: pass` is, would be followed for ever.
    for _ in range(MAX_COMPARED_INSTRUCTIONS):
        opname = read.opname(at)
        if opname.startswith(("JUMP_FORWARD", "JUMP_BACKWARD")):
            at = read.target(read[at])
        elif opname in ("NOP", "EXTENDED_ARG"):
            at += 1
        else:
            break
    return at


def _same(read: _Code, one: int, other: int) -> bool:
    """Return whether the same is run from two places on."""
    for first, second in islice(
        zip(_steps(read, one), _steps(read, other), strict=False), MAX_COMPARED_INSTRUCTIONS
    ):
        # Python may compile the code after a block twice, once for each way to it: the places
        # are one if they meet, or reach the same end by equal instructions.
        if first[:2] == second[:2] and (
            first.at == second.at or first.name.startswith(_END_OPNAMES)
        ):
            return True
        if first[:2] != second[:2]:
            return False
    return True


class _Step(NamedTuple):
    """The effect of an instruction on one name or value."""

    name: str
    argument: object
    at: int


def _steps(read: _Code, at: int) -> Iterator[_Step]:
    """Yield the instructions that run from an index on; an instruction for two names is two.

    The suffix `_CHECK`, for a name that may be unbound, is left out.
    """
    while True:
        at = _followed(read, at)
        each = read[at]
        # Python 3.13 joins accesses of two local names in one instruction, and may do so in one of
        # the copies of the code and not in the other.
        if each.opname.count("_FAST") == _NAMES_OF_A_PAIR:
            middle = each.opname.index("_FAST") + len("_FAST")
            yield _Step(each.opname[:middle], each.arg >> 4, at)
            yield _Step(each.opname[middle + 1 :], each.arg & 15, at)
        else:
            yield _Step(each.opname.removesuffix("_CHECK"), each.argval, at)
        at += 1


_PASS_OPCODES: Final = bytes(
    dis.opmap[name]
    for name in ("CACHE", "CALL", "LOAD_CONST", "NOP", "POP_TOP", "PRECALL")
    if name in dis.opmap
)
"""The instructions from the beginning of a block that holds `pass` to the call of `__exit__`."""
_CALL: Final = dis.opmap["CALL"]


def is_pass(code: CodeType, entered: int, left: int) -> bool:
    """Return whether a block of `with` consists of `pass`, by its beginning and end.

    `entered` and `left` are the offsets of the instructions that call `__enter__` and `__exit__`.
    """
    opcodes = code.co_code[entered + 2 : left + 2 : 2]
    return opcodes.count(_CALL) == 1 and not opcodes.translate(None, _PASS_OPCODES)
