"""Constants of generators of random numbers, in functions whose constants identify one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy.isa import GENERATORS
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from ptxpy.ir import nodes as n

__all__ = ["GENERATOR", "generator_names"]

GENERATOR: Final = "generator"
"""The name of the rule."""

_FAMILIES: Final = {
    "PHILOX": ("PHILOX_M0", "PHILOX_M1"),
    "PCG": ("PCG_MULTIPLIER", "PCG_INCREMENT", "PCG_OUTPUT_MULTIPLIER"),
}
"""The constants that identify a generator, by the beginning of its constants' names."""

_WORD: Final = 1 << 32
_NUMBER: Final = re.compile(r"-?[1-9][0-9]{8,9}\Z")


def generator_names(
    literals: Iterable[n.Literal], without: Container[str] = ()
) -> dict[str, t.Expression]:
    """Return the names of literals of a function by their texts."""
    if GENERATOR in without:
        return {}
    texts = {literal.text for literal in literals if _NUMBER.match(literal.text)}
    present: dict[int, set[str]] = {}
    for text in texts:
        present.setdefault(int(text) % _WORD, set()).add(text)
    found: dict[str, t.Expression] = {}
    for family, needed in _FAMILIES.items():
        # One constant alone may be a coincidence.
        if not all(GENERATORS[name] in present for name in needed):
            continue
        for name, bits in GENERATORS.items():
            if name.startswith(family):
                for text in present.get(bits, ()):
                    found.update(_spelled(text, name, bits))
    return found


def _spelled(text: str, name: str, bits: int) -> dict[str, t.Expression]:
    if int(text) == bits:
        return {text: f"ptx.{name}"}
    if int(text) == bits - _WORD:
        return {text: t.Binary(f"ptx.{name}", "-", "2**32")}
    return {}
