"""The values of `strict`, and what they ask for."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

__all__ = ["StrictMode", "StrictOptions", "strict_options"]

StrictMode: TypeAlias = """
bool | Literal["collect", "tcgen05-fence", "collect,tcgen05-fence", "tcgen05-fence,collect"]
"""
"""Strict mode: off, stop at the first fault (True), collect all faults, or ask for `tcgen05.fence`,
too; options are separated by commas."""


class StrictOptions(NamedTuple):
    """The options of strict mode."""

    collect: bool = False
    """Whether the launch goes on after a fault."""
    tensor_fences: bool = False
    """Whether a missing `tcgen05.fence` is a fault."""


def strict_options(mode: StrictMode) -> StrictOptions:
    """Return the options of a value of `strict`; `ValueError` for a word that is none."""
    words = mode.split(",") if isinstance(mode, str) else []
    if len({*words} & {"collect", "tcgen05-fence"}) < len(words):
        message = (
            f"strict={mode!r} is not valid; expected True, False, 'collect', 'tcgen05-fence' or "
            "'collect,tcgen05-fence'"
        )
        raise ValueError(message)
    return StrictOptions("collect" in words, "tcgen05-fence" in words)
