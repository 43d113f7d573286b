"""Live ranges of the registers of a function, as lines."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import (
    Code,
    Liveness,
    bodies,
    control_flow,
    flatten,
    liveness,
    register_table,
)
from ptxpy.syntax import Positions, parse_tolerant

__all__ = ["LiveRange", "live_range"]

MAX_CACHED_FUNCTIONS: Final = 8


class LiveRange(NamedTuple):
    """Where a register is live in the text of a function."""

    spans: tuple[tuple[int, int], ...]
    """Runs of lines before whose statements it is live, first to last;
    line 0 is the first of the text."""
    is_whole: bool
    """Whether each statement of the function could be read."""


class _Analysed(NamedTuple):
    code: Code
    live: Liveness
    lines: list[int]
    is_whole: bool


@lru_cache(maxsize=MAX_CACHED_FUNCTIONS)
def _analysed(text: str) -> _Analysed | None:
    read = parse_tolerant(text)
    if read.module is None:
        return None
    body = next(bodies(read.module), None)
    if body is None:
        return None
    code = flatten(body.function, body.ordinal)
    table, accesses = register_table(code)
    where = Positions(read.module)
    lines = [where.lines.place(where.offsets[ordinal]).line - 1 for ordinal in code.ordinals]
    live = liveness(control_flow(code), table, accesses)
    return _Analysed(code, live, lines, read.error is None)


def live_range(function: str, name: str, line: int) -> LiveRange | None:
    """Return where a register is live; None if the function cannot be read or does not mention it.

    Args:
        function: The text of the function, with its head and braces.
        name: The register, with its percent sign.
        line: A line of the text from 0: of several registers of that name, the one there is meant.
    """
    analysed = _analysed(function)
    if analysed is None:
        return None
    code, live = analysed.code, analysed.live
    table = live.table
    candidates = [index for index, known in enumerate(table.names) if known == name]
    if not candidates:
        return None
    register = candidates[0]
    if len(candidates) > 1:
        # Scopes may declare the same name: the statement at the line says which one it means.
        nearest = min(
            range(len(code.statements)), key=lambda at: abs(analysed.lines[at] - line), default=-1
        )
        meant = table.number(name, code.scopes[nearest]) if nearest >= 0 else -1
        register = meant if meant in candidates else register
    alive: list[int] = []
    for number, block in enumerate(live.graph.blocks):
        is_live = bool(live.live_out[number] >> register & 1)
        for index in range(block.stop - 1, block.start - 1, -1):
            access = live.accesses[index]
            if register in access.writes and not access.guarded:
                is_live = False
            if register in access.reads:
                is_live = True
            if is_live:
                alive.append(analysed.lines[index])
    return LiveRange(tuple(_spans(sorted(set(alive)), analysed.lines)), analysed.is_whole)


def _spans(lines: list[int], every: list[int]) -> list[tuple[int, int]]:
    """Return runs of lines: those with no other statement between them are one."""
    order = {line: at for at, line in enumerate(sorted(set(every)))}
    spans: list[tuple[int, int]] = []
    for line in lines:
        if spans and order[line] == order[spans[-1][1]] + 1:
            spans[-1] = (spans[-1][0], line)
        else:
            spans.append((line, line))
    return spans
