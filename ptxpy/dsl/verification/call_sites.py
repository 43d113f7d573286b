"""Call sites of the tracer in Python code, read from the bytecode, and a cache by code.

The cache compares code by identity: `lru_cache` would hash and compare the code, with all its
constants, at every look.
"""

from __future__ import annotations

import dis
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from types import CodeType, FrameType
from typing import Final, TypeVar

from ptxpy.dsl.verification.bytecode import Words, opcodes_of

_Found = TypeVar("_Found")

MAX_CODES: Final = 32
"""Codes of which the results of one function are kept, the newest."""


def cached_by_code(find: Callable[[CodeType], _Found]) -> Callable[[CodeType], _Found]:
    """Keep the results of a function of a code object."""
    kept: OrderedDict[int, tuple[CodeType, _Found]] = OrderedDict()

    @wraps(find)
    def look_up(code: CodeType) -> _Found:
        held = kept.get(id(code))
        if held is not None and held[0] is code:
            return held[1]
        result = find(code)
        # The code is kept with the result: the identity of a code object that is freed may be given
        # to another.
        kept[id(code)] = (code, result)
        if len(kept) > MAX_CODES:
            kept.popitem(last=False)
        return result

    return look_up


_TRACER_FOLDER: Final = str(Path(__file__).parents[1])
"""The folder of the tracer, whose frames do not belong to a kernel."""

_PASSED_OVER: Final = opcodes_of("CACHE", "EXTENDED_ARG", "PRECALL", "NOT_TAKEN")
"""Instructions that say nothing of the values on the stack."""

_COLLECTS: Final = opcodes_of("LIST_APPEND", "SET_ADD", "MAP_ADD")
"""The instructions by which a comprehension keeps a value."""

_FOR: Final = dis.opmap["FOR_ITER"]
_GET_ITER: Final = dis.opmap["GET_ITER"]


@cached_by_code
def for_statements(code: CodeType) -> frozenset[int]:
    """Return the offsets at which `for` statements of a function ask for their iterators.

    A loop of a comprehension or a generator expression is none: it keeps a value for each round.
    """
    words = Words(code)
    loops = {at: words.next(at) + words.argument(at) for at in words.find(_FOR)}
    # A generator expression yields its values: no instruction that collects them marks its loop.
    collecting = {"<genexpr>": set(loops)}.get(code.co_name, set())
    for opcode in _COLLECTS:
        for place in words.find(opcode):
            around = sorted(at for at, end in loops.items() if at < place < end)
            # The argument counts what lies on the stack above the container, the iterators.
            collecting.update(around[len(around) + 1 - words.argument(place) :])
    asked = {words.before(at, _PASSED_OVER) for at in loops if at not in collecting}
    return frozenset(2 * at for at in asked if at >= 0 and words.opcodes[at] == _GET_ITER)


def is_written(value: int) -> bool:
    """Return whether the statement of a kernel that runs has a number among its operands as text.

    The statement is a comparison, or a call whose last argument it is. A number that a name stands
    for may be another in another trace.
    """
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - the only way, and documented
    while frame is not None and frame.f_code.co_filename.startswith(_TRACER_FOLDER):
        frame = frame.f_back
    if frame is None:
        return False
    # A frame may have passed the caches of an instruction before the next one begins.
    *before, last = [
        each for each in dis.get_instructions(frame.f_code) if each.offset <= frame.f_lasti
    ]
    if last.opname == "COMPARE_OP":
        # The number may be on either side, as in `0 < x`.
        return _loads(before, value) or _loads(before[: _operand_start(before)], value)
    if last.opname == "CALL":
        return _loads([each for each in before if each.opname not in _OF_CALLS], value)
    return False


_OF_CALLS: Final = frozenset({"PRECALL", "KW_NAMES", "EXTENDED_ARG"})
"""Instructions between the last argument of a call and the call."""


def _loads(steps: Sequence[dis.Instruction], value: int) -> bool:
    """Return whether the last of some instructions loads a number of the program's text."""
    if not steps or steps[-1].opname not in ("LOAD_CONST", "LOAD_SMALL_INT"):
        return False
    found = steps[-1].argval
    return type(found) is int and found == value


def _operand_start(steps: Sequence[dis.Instruction]) -> int:
    """Return where the instructions begin that push the value on top of the stack."""
    depth = 0
    for at in reversed(range(len(steps))):
        depth += dis.stack_effect(steps[at].opcode, steps[at].arg, jump=False)
        if depth > 0:
            return at
    return 0
