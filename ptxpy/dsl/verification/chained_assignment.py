"""Chained assignments that move a value: `j = r[2] = r[3]` is refused.

In `i = r[2] = r[3] + 1`, the name is bound to the register that the instruction writes. A number,
or a value that is in another register already, is bound to the name as it is: `j` would be `r[3]`,
and `j += 1` would write `r[3]`. The chain is recognised in the bytecode of the assignment.
"""

from __future__ import annotations

import sys
from dis import opmap
from itertools import pairwise
from types import CodeType
from typing import Any, Final

from ptxpy.dsl.tracing.pending_results import PendingResult, is_unbound
from ptxpy.dsl.tracing.trace import TraceError
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import View

_COPY: Final = opmap["COPY"]
_EXTENDED: Final = opmap["EXTENDED_ARG"]
_STORES: Final = frozenset(
    opmap[name]
    for name in ("STORE_FAST", "STORE_DEREF", "STORE_GLOBAL", "STORE_FAST_LOAD_FAST")
    if name in opmap
)
MAX_INSTRUCTIONS_BEFORE: Final = 4
"""Instructions before that of the assignment that are looked at: file, index, and the name."""

_last: list[tuple[CodeType, bytes]] = []
"""The code object examined last, and its bytes, as Python copies them at each access."""


def is_moved(value: Any) -> bool:
    """Return whether an assignment moves a value, instead of making it the destination of one."""
    return isinstance(value, Register | View | int | float) or (
        isinstance(value, PendingResult) and not is_unbound(value) and not value.in_place
    )


def check_names(register: Register, value: Any) -> None:
    """Raise `TraceError` where the statement that assigns to a register also names the value."""
    frame = sys._getframe(1)  # noqa: SLF001 - the only way, and documented
    assigning = frame.f_code.co_filename
    # The assignment may pass several functions of its file: the first frame of another one is that
    # of the author.
    while frame.f_code.co_filename == assigning and frame.f_back is not None:
        frame = frame.f_back
    if not _named(frame.f_code, frame.f_lasti):
        return
    shown = f"the number {value!r}" if isinstance(value, int | float) else "what is moved"
    msg = (
        f"the name to the left would be that of {shown}, and not of {register!r}: "
        "name the register on the next line, x = r[1], or write x = r[1] = ptx.mov.b32(…)"
    )
    raise TraceError(msg)


def _named(code: CodeType, offset: int) -> bool:
    """Return whether the value that is stored at an offset has been given a name just before."""
    if not _last or _last[0][0] is not code:
        _last[:] = [(code, code.co_code)]
    opcodes = _last[0][1]
    found: list[int] = []
    at = offset - 2
    while at >= 0 and len(found) < MAX_INSTRUCTIONS_BEFORE:
        if opcodes[at] != _EXTENDED:
            found.append(opcodes[at])
        at -= 2
    # The list runs backwards. In `j = r[2] = …` Python copies the value and stores the copy in the
    # name, before it evaluates the file and the index.
    return any(first in _STORES and before == _COPY for first, before in pairwise(found))
