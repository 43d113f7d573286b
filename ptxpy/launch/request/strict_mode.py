"""The values of `strict`, and what they ask for."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

__all__ = ["StrictMode", "StrictOptions", "strict_options"]

StrictMode: TypeAlias = """
bool | Literal["collect", "fences", "collect,fences", "fences,collect"]
"""
"""Strict mode: off, stop at the first fault (True), collect all faults, or ask for fences that
compilers leave out, too; options are separated by commas."""


class StrictOptions(NamedTuple):
    """The options of strict mode."""

    collect: bool = False
    """Whether the launch goes on after a fault."""
    fences: bool = False
    """Whether a missing `tcgen05.fence` is a fault, and a missing `fence.mbarrier_init` before a
    relaxed barrier of the cluster."""


def strict_options(mode: StrictMode) -> StrictOptions:
    """Return the options of a value of `strict`; `ValueError` for a word that is none."""
    words = mode.split(",") if isinstance(mode, str) else []
    if len({*words} & {"collect", "fences"}) < len(words):
        message = (
            f"strict={mode!r} is not valid; expected True, False, 'collect', 'fences' or "
            "'collect,fences'"
        )
        raise ValueError(message)
    return StrictOptions("collect" in words, "fences" in words)
