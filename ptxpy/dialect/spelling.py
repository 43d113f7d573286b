"""How PTX names are spelled as Python attributes, and back. The one place that knows.

How names and numbers of PTX are spelled is taken from the grammar.

A keyword gets a trailing underscore (`and_`, `global_`), `::` becomes two underscores
(`shared__cta`), a leading digit gets a leading underscore (`_2d`). A word for which this is not
reversible is written as a string: `ptx["odd_.word"](…)`.
"""

from __future__ import annotations

import keyword
import re
from functools import lru_cache

from ptxpy.ir import compile_pattern
from ptxpy.syntax.terminal_patterns import (
    BITS,
    CONSTANT_BANK,
    DOTNAME,
    FLOAT,
    HEX,
    IDENT,
    INT,
    REGISTER,
)

OPCODE = compile_pattern(rf"(?:{IDENT}|{REGISTER})\Z")
"""An opcode without modifiers."""

MODIFIER = compile_pattern(rf"(?:{CONSTANT_BANK}|{DOTNAME})\Z")
"""A modifier with its dot."""

NAME = compile_pattern(rf"{IDENT}\Z")
"""An identifier that is not the name of a register."""

REGISTER_NAME = compile_pattern(rf"{REGISTER}\Z")
"""A register's name with its percent sign."""

DOT_NAME = compile_pattern(rf"{DOTNAME}\Z")
"""A directive, type, section name and the like."""

NUMBER = compile_pattern(rf"-?+(?:{HEX}|{BITS}|{FLOAT}|{INT})\Z")
"""A number, perhaps after a minus sign."""

_PLAIN_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_DIGIT_WORD = re.compile(r"[0-9][A-Za-z0-9_]*\Z")

RESERVED = frozenset({"inst", "mro"})
"""Words that mean something else as attributes."""


@lru_cache(maxsize=4096)
def attribute(word: str) -> str | None:
    """Return the Python attribute for a word of an opcode (no dot), or `None` if it has none."""
    parts = word.split("::")
    spelled = "__".join(parts)
    # `a__b` would come back as `a::b`.
    if spelled != word.replace("::", "__") or any("__" in part for part in parts):
        return None
    # `word` would take an underscore at either end away.
    if any(part.startswith("_") or part.endswith("_") for part in parts):
        return None
    if _DIGIT_WORD.match(spelled):
        return "_" + spelled
    if not _PLAIN_WORD.match(spelled):
        return None
    return spelled + "_" if keyword.iskeyword(spelled) or spelled in RESERVED else spelled


@lru_cache(maxsize=4096)
def word(name: str) -> str:
    """Return the PTX word (no dot) that a Python attribute stands for."""
    if name.endswith("_") and not name.endswith("__"):
        name = name[:-1]
    if name.startswith("_") and not name.startswith("__"):
        name = name[1:]
    return name.replace("__", "::")


def split_opcode(text: str) -> tuple[str, tuple[str, ...]]:
    """Split `ld.global.u32` into opcode and modifiers; `ValueError` when it is not one."""
    opcode, *rest = text.split(".")
    modifiers = tuple("." + part for part in rest)
    if not OPCODE.match(opcode) or not all(map(MODIFIER.match, modifiers)):
        msg = f"not an opcode: {text!r}"
        raise ValueError(msg)
    return opcode, modifiers
