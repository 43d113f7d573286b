"""The values of `strict`, and what they ask for."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

__all__ = ["NewOutput", "StrictMode", "StrictOptions", "strict_options"]

StrictMode: TypeAlias = """
bool | Literal["collect", "fences", "collect,fences", "fences,collect"]
"""
"""Strict mode: off, stop at the first fault (True), collect all faults, or ask for fences that
compilers leave out, too; options are separated by commas."""


class NewOutput(NamedTuple):
    """A new array that a kernel is to fill: its elements are undefined before the launch."""

    name: str
    address: int
    """Its address: in this process, and for the simulator that there."""
    shape: tuple[int, ...]
    """The extents in the order of memory."""
    itemsize: int
    is_reversed: bool
    """Whether its dimensions are those in reverse, as of a column-major matrix."""


class StrictOptions(NamedTuple):
    """The options of strict mode."""

    collect: bool = False
    """Whether the launch goes on after a fault."""
    fences: bool = False
    """Whether a missing `tcgen05.fence` is a fault, a missing `fence.mbarrier_init` before a
    relaxed barrier of the cluster, and a missing `fence.proxy.async` between reads and a copy that
    overwrites what they have read."""
    outputs: tuple[NewOutput, ...] = ()
    """The arrays of which each element is expected to be written."""


def strict_options(mode: StrictMode | StrictOptions) -> StrictOptions:
    """Return the options of a value of `strict`; `ValueError` for a word that is none."""
    if isinstance(mode, StrictOptions):
        return mode
    words = mode.split(",") if isinstance(mode, str) else []
    if len({*words} & {"collect", "fences"}) < len(words):
        message = (
            f"strict={mode!r} is not valid; expected True, False, 'collect', 'fences' or "
            "'collect,fences'"
        )
        raise ValueError(message)
    return StrictOptions("collect" in words, "fences" in words)
