"""Variables of Python's `for` that a kernel reads after their loop.

Python keeps the variable when the loop has ended: a line that is indented one level too little
reads the value that the last turn has left, once. A kernel hardly ever means that, and it is
refused. A loop that `break` or `return` may leave searches for something, and its variable is the
result of the search.

Nearly all kernels read these names in their loops alone, which is seen in the bytecode without
taking it apart; the liveness of names is computed for the others.
"""

from __future__ import annotations

import builtins
import dis
import re
from collections.abc import Iterator
from types import CodeType
from typing import Any, Final

from ptxpy._records import NamedTuple
from ptxpy.dsl.tracing.source_lines import attach_location, line_of
from ptxpy.dsl.tracing.trace import TraceError
from ptxpy.dsl.verification.bytecode import ACCESSES, PAIR_BASE, Words, opcodes_of

__all__ = ["check_loop_variables"]

_FOR: Final = dis.opmap["FOR_ITER"]
_GET_ITER: Final = dis.opmap["GET_ITER"]
_LOAD_GLOBAL: Final = dis.opmap["LOAD_GLOBAL"]
_UNPACKS: Final = opcodes_of("UNPACK_SEQUENCE")
_LITERALS: Final = opcodes_of("LOAD_CONST", "BUILD_TUPLE", "BUILD_LIST")
_PASSED_OVER: Final = opcodes_of("CACHE", "EXTENDED_ARG", "NOT_TAKEN")
_TAKES_ARGUMENT: Final = frozenset(getattr(dis, "hasarg", range(dis.HAVE_ARGUMENT, 256)))

_ITERABLES: Final = ("range", "enumerate", "zip", "reversed")
"""Functions of Python whose values a loop of Python takes: that of the device has its own."""

_LENGTH: Final = 64
"""The most instructions before a loop that are looked at."""

_SINGLE: Final = bytes(opcode for opcode, binds in ACCESSES.items() if binds == (False,))
"""The instructions that read one local name."""
_DOUBLE: Final = bytes(
    opcode for opcode, binds in ACCESSES.items() if len(binds) > 1 and False in binds
)
"""The instructions for two local names that read one or both."""


class _Loop(NamedTuple):
    """A `for` of a function, by the words of its code."""

    first: int
    """Where the next value is asked for."""
    stop: int
    """Where the function goes on when there is none."""
    variables: tuple[int, ...]
    """The numbers of the names that it binds."""


def check_loop_variables(code: CodeType, namespace: dict[str, Any]) -> None:
    """Raise `TraceError` where a function with loops reads a variable late."""
    words = Words(code)
    loops = [*_loops(words)]
    suspects = _read_elsewhere(code, words, loops)
    if not suspects:
        return
    from ptxpy.dsl.verification.name_liveness import liveness  # noqa: PLC0415 - seldom needed

    names = liveness(code)
    for loop in loops:
        for variable in suspects.intersection(loop.variables):
            found = names.first_read(variable, loop.stop)
            if (
                found is not None
                and _is_of_python(code, words, loop.first, namespace)
                and not names.may_leave(loop.first, loop.stop)
            ):
                raise _refused(code, names.name(variable), 2 * found, 2 * loop.first)


def _loops(words: Words) -> Iterator[_Loop]:
    """Yield the loops of a function that bind local names."""
    for at in words.find(_FOR):
        inside = words.next(at)
        variables = tuple(_bound_at(words, inside))
        if variables:
            yield _Loop(at, inside + words.argument(at), variables)


def _bound_at(words: Words, at: int) -> Iterator[int]:
    """Yield the numbers of the local names that the first instructions of a loop bind."""
    while True:
        while words.opcodes[at] in _PASSED_OVER:
            at += 1
        opcode = words.opcodes[at]
        binds = ACCESSES.get(opcode, ())
        if True not in binds and opcode not in _UNPACKS:
            return
        argument = words.argument(at)
        numbers = (argument,) if len(binds) == 1 else divmod(argument, PAIR_BASE)
        yield from (number for number, is_bound in zip(numbers, binds, strict=False) if is_bound)
        if opcode not in _UNPACKS and False in binds:
            return
        at = words.next(at)


def _read_elsewhere(code: CodeType, words: Words, loops: list[_Loop]) -> frozenset[int]:
    """Return the variables that are read outside of all loops that bind them."""
    spans: dict[int, list[_Loop]] = {}
    for loop in loops:
        for number in loop.variables:
            spans.setdefault(number, []).append(loop)
    found: set[int] = set()
    for match in _reads(spans.keys()).finditer(code.co_code):
        at, odd = divmod(match.start(), 2)
        # At an odd offset, the argument of an instruction would be taken for an opcode.
        if odd:
            continue
        argument, binds = words.argument(at), ACCESSES[words.opcodes[at]]
        numbers = (argument,) if len(binds) == 1 else divmod(argument, PAIR_BASE)
        for number, is_bound in zip(numbers, binds, strict=True):
            around = () if is_bound else spans.get(number, ())
            if around and not any(loop.first < at < loop.stop for loop in around):
                found.add(number)
    return frozenset(found)


def _reads(numbers: Any) -> re.Pattern[bytes]:
    """Return the pattern of instructions that may read one of some names."""
    lowest = bytes({number & 0xFF for number in numbers})
    pairs = bytes(each for each in range(256) if not {*divmod(each, PAIR_BASE)}.isdisjoint(numbers))
    forms = [
        b"[%b][%b]" % (re.escape(opcodes), re.escape(arguments))
        for opcodes, arguments in ((_SINGLE, lowest), (_DOUBLE, pairs))
        if opcodes and arguments
    ]
    return re.compile(b"(?=%b)" % b"|".join(forms) if forms else b"(?!)", re.DOTALL)


def _is_of_python(code: CodeType, words: Words, first: int, namespace: dict[str, Any]) -> bool:
    """Return whether a loop takes numbers of Python, or a tuple or a list that is written out.

    The counter of a loop of the device is a register, which has a value after it.
    """
    last = words.before(first, _PASSED_OVER)
    if last < 0 or words.opcodes[last] != _GET_ITER:
        return False
    at = last = words.before(last, _PASSED_OVER)
    if last < 0:
        return False
    if words.opcodes[last] in _LITERALS:
        return True
    depth = 0
    for _ in range(_LENGTH):
        if at < 0:
            return False
        opcode = words.opcodes[at]
        argument = words.argument(at) if opcode in _TAKES_ARGUMENT else None
        depth += dis.stack_effect(opcode, argument, jump=False)
        if depth > 0:
            break
        at = words.before(at, _PASSED_OVER)
    if words.opcodes[at] != _LOAD_GLOBAL:
        return False
    # The lowest bit of the argument says whether a NULL is pushed, too.
    name = code.co_names[words.argument(at) >> 1]
    return name in _ITERABLES and namespace.get(name, getattr(builtins, name)) is getattr(
        builtins, name
    )


def _refused(code: CodeType, name: str, offset: int, loop: int) -> TraceError:
    msg = (
        f"the Python loop of {name}, in line {line_of(code, loop)}, has ended: {name} is here what "
        f"its last turn has left. Indent this line for it to belong to the loop, or keep the value "
        f"of the last turn in the loop, last = {name}, and read last"
    )
    error = TraceError(msg)
    attach_location(error, (code, offset))
    return error
