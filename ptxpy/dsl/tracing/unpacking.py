"""Targets in the bytecode: which are the name `_`, and whether a value gets a name."""

from __future__ import annotations

import sys
from dis import opmap
from enum import Enum, auto
from types import CodeType, FrameType
from typing import Final

__all__ = ["CallUse", "sinks_of", "stores_a_name", "use_of_call"]

_UNPACK: Final = opmap["UNPACK_SEQUENCE"]
_EXTENDED: Final = opmap["EXTENDED_ARG"]
_CACHE: Final = opmap.get("CACHE", 0)
_STORE_FAST: Final = opmap["STORE_FAST"]
_STORE_TWO: Final = opmap.get("STORE_FAST_STORE_FAST", -1)
_STORE_AND_LOAD: Final = opmap.get("STORE_FAST_LOAD_FAST", -1)
_NAMES: Final = frozenset({opmap["STORE_NAME"], opmap["STORE_GLOBAL"]})
_STORES: Final = frozenset(
    opmap[name]
    for name in (
        *("STORE_FAST", "STORE_DEREF", "STORE_GLOBAL", "STORE_NAME"),
        *("STORE_FAST_STORE_FAST", "STORE_FAST_LOAD_FAST"),
    )
    if name in opmap
)
_COPY: Final = opmap["COPY"]
_POP: Final = opmap["POP_TOP"]
"""The form of a store before another one to the same name, since Python 3.13."""
_DEREF: Final = opmap["STORE_DEREF"]
_ELEMENTS: Final = frozenset(
    opmap[name] for name in ("STORE_SUBSCR", "STORE_ATTR", "STORE_SLICE") if name in opmap
)

_TRACER: Final = "ptxpy.dsl."
"""The beginning of the names of modules whose frames are not the program's."""

_last: list[tuple[CodeType, bytes]] = []
"""The code examined last, and its bytes, as Python copies them at each access."""


def sinks_of(frame: FrameType, count: int) -> list[bool]:
    """Return which of the targets of the unpacking that a frame has reached are the name `_`.

    None is where the frame does not unpack a sequence to targets, as in `f(*parts)`.
    """
    code, at = frame.f_code, frame.f_lasti
    if not _last or _last[0][0] is not code:
        _last[:] = [(code, code.co_code)]
    text = _last[0][1]
    # `a, b = …` unpacks the value and then has the stores to its targets, in their order.
    if text[at] != _UNPACK:
        return [False] * count
    found: list[bool] = []
    argument = 0
    in_element = False
    repeated = 0
    for place in range(at + 2, len(text), 2):
        if len(found) + repeated >= count:
            break
        opcode = text[place]
        if opcode == _CACHE:
            continue
        argument = argument << 8 | text[place + 1]
        if opcode == _EXTENDED:
            continue
        if in_element:
            # A target `r[2]` loads the file and the index before its store.
            in_element = opcode not in _ELEMENTS
        elif opcode == _POP:
            # In `_, _, x = …`, Python drops the value of the first of two stores to one name.
            repeated += 1
        else:
            names = _stored_names(code, opcode, argument)
            # Values that were dropped belong to the name of the store that follows.
            found += [names is not None and names[0] == "_"] * repeated
            repeated = 0
            if names is None:
                found.append(False)
                in_element = opcode not in _ELEMENTS
            else:
                found += [name == "_" for name in names]
                if opcode == _STORE_AND_LOAD and len(found) < count:
                    # The name that the instruction loads is the file of a target `r[2]`.
                    found.append(False)
                    in_element = True
        argument = 0
    return (found + [False] * count)[:count]


def stores_a_name(code: CodeType, start: int, stop: int) -> bool:
    """Return whether code between two offsets gives a name to a value, and not to a copy.

    In `x = r[1] = …`, the name is given to a copy.
    """
    text = code.co_code
    previous = -1
    for place in range(start, stop, 2):
        opcode = text[place]
        if opcode in (_CACHE, _EXTENDED):
            continue
        if opcode in _STORES and previous != _COPY:
            return True
        previous = opcode
    return False


class CallUse(Enum):
    """The use that a program makes of a call's result."""

    DROPPED = auto()
    """Nothing: the call is a statement of its own."""
    NAMED = auto()
    """It gives it a name."""
    PASSED_ON = auto()
    """It is a part of an expression, or returned."""


def use_of_call() -> CallUse:
    """Return the use of the result of the helper that is running."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - the only way, and documented
    while frame is not None and frame.f_globals.get("__name__", "").startswith(_TRACER):
        frame = frame.f_back
    if frame is None:
        return CallUse.PASSED_ON
    text = frame.f_code.co_code
    following = (
        text[place]
        for place in range(frame.f_lasti + 2, len(text), 2)
        if text[place] not in (_CACHE, _EXTENDED)
    )
    opcode = next(following, -1)
    if opcode == _POP:
        return CallUse.DROPPED
    return CallUse.NAMED if opcode in _STORES else CallUse.PASSED_ON


def _stored_names(code: CodeType, opcode: int, argument: int) -> list[str] | None:
    """Return the names that an instruction binds; None if it is not one that does."""
    if opcode == _STORE_FAST:
        return [code.co_varnames[argument]]
    if opcode == _STORE_TWO:
        return [code.co_varnames[argument >> 4], code.co_varnames[argument & 15]]
    if opcode == _STORE_AND_LOAD:
        return [code.co_varnames[argument >> 4]]
    if opcode in _NAMES:
        return [code.co_names[argument]]
    if opcode == _DEREF:
        # A captured name is read by a function inside: it is no sink.
        return [""]
    return None
