"""The check of the instructions in an imported program, which is not executed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ptxpy.check import Located, catalog
from ptxpy.dsl import HELPERS
from ptxpy.isa import (
    Target,
    Version,
    parse_target,
    parse_version,
)
from ptxpy.language_server.instruction_help import problem_of
from ptxpy.language_server.python_text import Chain, PythonText, is_word_of_dialect
from ptxpy.language_server.source_text import SourceText

__all__ = ["check_python"]

_CODES: Final = {"opcode": "PTX010", "modifier": "PTX011", "version": "PTX017", "target": "PTX018"}
_MODULE: Final = re.compile(r"^module\(([^)]*)\)", re.MULTILINE)
_OPTION: Final = re.compile(r"\b(version|target)=\"([^\"]*)\"")


def check_python(
    text: str, *, version: Version | None = None, target: Target | None = None
) -> Iterator[Located]:
    """Yield the instructions that the table does not have, at their places.

    Only a program with `module(…)` at its beginning is checked, as imports write it. The types
    of operands are known only when a program runs, so operands are not checked.

    Args:
        text: The program.
        version: The version of PTX to check against; None for that of the program.
        target: The target to check against; None for that of the program.
    """
    head = _MODULE.search(text)
    if head is None:
        return
    own_version, own_target = _platform(head[1])
    python = PythonText(SourceText(text))
    for chain in python.chains(head.end(), len(text)):
        # Only calls are instructions: a part of one may be given a name.
        if text[chain.end : chain.end + 1] == "(" and not _is_other(chain):
            yield from _check(python, chain, version or own_version, target or own_target)


def _platform(options: str) -> tuple[Version | None, Target | None]:
    found = dict(_OPTION.findall(options))
    version: Version | None = None
    target: Target | None = None
    try:
        version = parse_version(found["version"]) if "version" in found else None
        target = parse_target(found["target"].split(",")[0]) if "target" in found else None
    except ValueError:
        pass
    return version, target


def _is_other(chain: Chain) -> bool:
    """Whether a call is a word of the dialect, a helper or a special register."""
    path = chain.path.removeprefix("ptx.").removeprefix("inst.")
    name = chain.opcode + "".join(chain.modifiers)
    return (
        bool(chain.special)
        or is_word_of_dialect(f"ptx.{path}")
        or path in HELPERS
        or name in HELPERS
    )


def _check(
    python: PythonText, chain: Chain, version: Version | None, target: Target | None
) -> Iterator[Located]:
    problem = problem_of(chain.opcode, chain.modifiers, version, target)
    if problem is None:
        return
    code = _CODES[problem.rule]
    source = python.source
    line = source.line_of(chain.start)
    row = source.row(line)
    column = chain.start - source.starts[line] + 1
    length = chain.end - chain.start
    severity = catalog()[code].severity
    yield Located(code, severity, line + 1, column, length, problem.message, "", row)
