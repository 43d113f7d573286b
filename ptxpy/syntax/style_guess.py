"""What a style must know of a whole module, guessed before the module is parsed."""

from __future__ import annotations

import re

from ptxpy.ir.patterns import compile_pattern
from ptxpy.styles import ModuleSummary

_FILES = compile_pattern(r'^[ \t]*+\.file[ \t]++([0-9]{1,9}+)[ \t]++"([^"\n]*+)"', re.MULTILINE)
_FIRST = compile_pattern(
    r"^(?:\.(visible|weak|extern)[ \t]++)?+\.(?:entry|func)\b[^;{]*?([A-Za-z_$][\w$]*+)\s*+"
    r"(?:\([^;{)]*+\)[^;{(]*+)?+\{",
    re.MULTILINE | re.ASCII,
)


def guessed_facts(text: str) -> ModuleSummary:
    """Guess the facts of a module before it is parsed; the parser checks them afterwards."""
    files = {int(number): name.rpartition("/")[2] for number, name in _FILES.findall(text)}
    match = _FIRST.search(text)
    linkage = ("." + match[1],) if match is not None and match[1] else ()
    return ModuleSummary(files, None if match is None else (match[2], linkage))
