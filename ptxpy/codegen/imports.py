"""The lines of a program that import what it uses."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ptxpy.pytree import WIDTH

__all__ = ["import_lines"]


def import_lines(body: str, uses: Iterable[str]) -> list[str]:
    """Return the imports of those of some names that a program has in its text."""
    # What a line that has been folded into another would have used is used no more.
    used = {name for name in uses if re.search(rf"\b{name}\b", body)}
    names = sorted(used, key=lambda name: (not name.isupper(), _natural(name)))
    typing = []
    if "Annotated" in used:
        names.remove("Annotated")
        typing = ["from typing import Annotated", ""]
    line = f"from ptxpy import {', '.join(names)}"
    if len(line) <= WIDTH:
        return [*typing, line]
    return [*typing, "from ptxpy import (", *(f"    {name}," for name in names), ")"]


def _natural(name: str) -> list[tuple[int, str]]:
    """Return what sorts names by the numbers in them: b8 before b32."""
    parts = re.split(r"(\d+)", name)
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]
