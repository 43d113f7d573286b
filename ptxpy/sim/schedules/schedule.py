"""A schedule: which warp runs next, step by step, as text.

    0*3 4 0*2 @0x400 1/0*5

says that warp 0 runs three steps, then warp 4 one, then warp 0 two; then the operations complete
that signal the mbarrier at the address 0x400 of shared memory; then warp 0 of CTA 1 runs five. Text
behind a `#` on a line is a comment.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.launch_request import LaunchError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Turn", "format_order", "parse_order", "turns"]

_TURN: Final = re.compile(r"(?:(\d{1,5})/)?(?:(\d{1,5})(?:\*(\d{1,9}))?|@(0[xX][0-9a-fA-F]{1,8}))")
_WORD: Final = 8
"""Bytes of an mbarrier."""
MAX_STEPS: Final = 10_000_000
"""The most steps of a schedule that is given as text."""


class Turn(NamedTuple):
    """Steps of one warp, one after the other, or the completion of operations at an mbarrier."""

    first: int
    """The position of the first step in the schedule."""
    warp: int
    """The warp; -1 - w for the mbarrier of the 64-bit word w."""
    steps: int


def turns(order: Sequence[int]) -> Iterator[Turn]:
    """Yield the turns of a schedule."""
    first = 0
    for position in range(1, len(order) + 1):
        if position == len(order) or order[position] != order[first] or order[first] < 0:
            yield Turn(first, order[first], position - first)
            first = position


def format_order(order: Sequence[int], warps: int, stride: int) -> str:
    """Return a schedule as text.

    Args:
        order: The schedule; see `Turn`.
        warps: The warps of a CTA.
        stride: The bytes of shared memory from one CTA to the next.
    """
    return " ".join(name_of(turn, warps, stride) for turn in turns(order))


def name_of(turn: Turn, warps: int, stride: int) -> str:
    """Return a turn as text."""
    if turn.warp < 0:
        cta, address = divmod(_WORD * (-1 - turn.warp), stride)
        text = f"@{address:#x}"
    else:
        cta, warp = divmod(turn.warp, warps)
        text = f"{warp}*{turn.steps}" if turn.steps > 1 else f"{warp}"
    return f"{cta}/{text}" if cta else text


def parse_order(text: str, warps: int, stride: int) -> tuple[int, ...]:
    """Return the schedule of a text; raises `LaunchError` for any other text."""
    order: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        for word in line.partition("#")[0].split():
            found = _TURN.fullmatch(word)
            if found is None:
                message = (
                    f"line {number} of the schedule: {word!r} is no turn of a warp; expected "
                    "`WARP`, `WARP*STEPS`, `CTA/WARP*STEPS` or `@ADDRESS`, such as 4*12"
                )
                raise LaunchError(message)
            cta, warp, steps, address = found.groups()
            if address is not None:
                order.append(-1 - (int(cta or 0) * stride + int(address, 16)) // _WORD)
                continue
            if int(warp) >= warps:
                message = f"line {number} of the schedule: {word!r}, but a CTA has {warps} warps"
                raise LaunchError(message)
            if len(order) + int(steps or 1) > MAX_STEPS:
                message = f"the schedule has more than {MAX_STEPS:,} steps"
                raise LaunchError(message)
            order += [int(cta or 0) * warps + int(warp)] * int(steps or 1)
    return tuple(order)
