"""The check of an imported program.

Its instructions are looked up by their spelling. A program that is of the grammar of imported ones,
from which nothing of Python but the language of kernels is reached, is also run, as `import` runs
the programs that it has written, so that operands are checked; no other text is executed.
"""

from __future__ import annotations

import ast
import builtins
import io
import re
import signal
import threading
import tokenize
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from ptxpy.check import (
    Located,
    catalog,
    diagnose_module,
    locate_in_python,
)
from ptxpy.codegen import restricted_namespace
from ptxpy.dialect import ProgramGrammarError, UndefinedNameError, parse_program
from ptxpy.dsl import HELPERS, ExceptionLocation, raising_location, trace_python
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
_SHOWN: Final = "<document>"
"""The name of the file of a program that runs."""
_MAX_SECONDS: Final = 10
"""How long a program may run: it may have loops."""
_PAUSE_SECONDS: Final = 0.1

_OPTION: Final = re.compile(r"\b(version|target)=\"([^\"]*)\"")


class _TooLongError(BaseException):
    """Ends a program that runs for too long; the language catches errors of other classes."""


def check_python(
    text: str,
    *,
    version: Version | None = None,
    target: Target | None = None,
    pause: Callable[[], object] | None = None,
) -> list[Located]:
    """Return the diagnostics of a program, at their places.

    Only a program with `module(…)` at its beginning is checked, as imports write it. Operands are
    checked where the program can be run: see the module.

    Args:
        text: The program.
        version: The version of PTX to check against; None for that of the program.
        target: The target to check against; None for that of the program.
        pause: Called now and then; an error that it raises ends the check.
    """
    head = _MODULE.search(text)
    if head is None:
        return []
    pause = pause or (lambda: None)
    try:
        ast.parse(text, _SHOWN)
    except SyntaxError as error:
        raised = [_error_at(text, raising_location(error, _SHOWN), f"SyntaxError: {error.msg}")]
    except (ValueError, RecursionError, MemoryError):
        raised = []
    else:
        ran = _run(text, version, target, pause)
        if ran is not None and not any(each.code == _RAISED for each in ran):
            return ran
        raised = ran or []
    own_version, own_target = _platform(head[1])
    python = PythonText(SourceText(text))
    found: list[Located] = []
    for chain in python.chains(head.end(), len(text)):
        # Only calls are instructions: a part of one may be given a name.
        if text[chain.end : chain.end + 1] == "(" and not _is_other(chain):
            found += _check(python, chain, version or own_version, target or own_target)
    # An instruction that is refused raises an error as well.
    lines = {each.line for each in found}
    return [each for each in raised if each.line not in lines] + found


def _run(
    text: str, version: Version | None, target: Target | None, pause: Callable[[], object]
) -> list[Located] | None:
    """Return the diagnostics of a program by running it; None for one that must not run here."""
    try:
        # Comments are no part of the program.
        parse_program(_without_comments(text).lstrip())
    except UndefinedNameError as error:
        return None if error.name in dir(builtins) else [*_undefined(text, error.name)]
    except ProgramGrammarError:
        return None
    try:
        with warnings.catch_warnings(), _interrupted(pause):
            warnings.simplefilter("ignore")
            namespace = restricted_namespace()
            traced = trace_python(text, filename=_SHOWN, check=False, namespace=namespace)
    except _TooLongError:
        return None
    except Exception as error:  # noqa: BLE001 - an edited program may raise anything
        # The error may be that of the pause.
        pause()
        message = f"{type(error).__name__}: {error}".partition("\n")[0]
        return [_error_at(text, raising_location(error, _SHOWN), message)]
    found = diagnose_module(traced.module, version=version, target=target)
    pause()
    located = locate_in_python(
        found, traced.lines, text, calls=traced.calls, columns=traced.columns
    )
    return [*dict.fromkeys(located)]


@contextmanager
def _interrupted(pause: Callable[[], object]) -> Iterator[None]:
    """Call `pause` at intervals, and end a run that takes too long, if the system has a timer."""
    if not hasattr(signal, "setitimer") or (
        threading.current_thread() is not threading.main_thread()
    ):
        yield
        return
    rounds = 0

    def ring(_: object, __: object) -> None:
        nonlocal rounds
        rounds += 1
        if rounds * _PAUSE_SECONDS > _MAX_SECONDS:
            raise _TooLongError
        pause()

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, _PAUSE_SECONDS, _PAUSE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _without_comments(text: str) -> str:
    """Return Python with blanks in the place of its comments, but not of its margins."""
    rows = text.splitlines(keepends=True)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith("#:"):
            line, column = token.start
            row = rows[line - 1]
            rows[line - 1] = row[:column].rstrip() + row[column + len(token.string) :]
    return "".join(rows)


def _undefined(text: str, name: str) -> Iterator[Located]:
    """Yield the places of a name that is not defined."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name) and node.id == name:
            end = node.end_col_offset or -1
            place = ExceptionLocation(node.lineno, node.col_offset, end)
            yield _error_at(text, place, f"NameError: name {name!r} is not defined")


_RAISED: Final = "PTX002"
"""The code of an error of Python."""


def _error_at(text: str, place: ExceptionLocation, message: str) -> Located:
    rows = text.splitlines()
    row = rows[place.line - 1] if 0 < place.line <= len(rows) else ""
    first, length = place.columns(row)
    return Located(_RAISED, "error", place.line, first + 1, length, message, "", row)


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
