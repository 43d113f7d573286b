"""Looking one file through: what `ptxpy check` does for each."""

from __future__ import annotations

import importlib.util
import os
from bisect import bisect_right
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxpy.assemble import AssembleError, AssemblerMissing, assemble
from ptxpy.check import Located, check_text, diagnose_module, located_in_python
from ptxpy.check.report import Rest, limited
from ptxpy.cli import files
from ptxpy.cli.failure import Failure, internal
from ptxpy.cli.python_errors import python_error
from ptxpy.cli.sources import is_python, refuse_settings, running
from ptxpy.dsl import trace_python
from ptxpy.syntax.printer import Lines, emit_bytes, positions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ptxpy.assemble import Assembly, Message, Resources
    from ptxpy.isa.targets import Target, Version

__all__ = ["Request", "Result", "look_through"]


class Request(NamedTuple):
    """What to look for."""

    version: Version | None
    """The version of PTX to judge by; None for the file's own."""
    target: Target | None
    assemble: bool
    """Whether ptxas is asked too."""
    settings: Mapping[str, Any] = MappingProxyType({})
    """Dimensions and template parameters of the kernels of Python files."""


class Result(NamedTuple):
    """What has been found in a file."""

    found: tuple[Located, ...]
    resources: tuple[Resources, ...]
    """What the kernels need, if the file was assembled."""
    assembler: str
    """Name and version of the assembler, if it was asked."""
    rest: Rest = Rest()
    """What else was found."""


def look_through(name: str, request: Request) -> Result:
    """Look a file through; `Failure` when that cannot be done, whatever the reason."""
    source = files.read(name)
    shown = files.display(name)
    try:
        look = _python if is_python(name, source) else _ptx
        return look(source, name, shown, request)
    except (RecursionError, MemoryError) as error:
        message = f"{shown}: {type(error).__name__}: too deep or too large"
        raise Failure(message) from None
    except Failure:
        raise
    except Exception as error:
        if os.environ.get("PTXPY_DEBUG"):
            raise
        message = f"{shown}: {internal(error)}"
        raise Failure(message) from None


def _ptx(source: bytes, _name: str, shown: str, request: Request) -> Result:
    refuse_settings(shown, request.settings)
    checked = check_text(source, filename=shown, version=request.version, target=request.target)
    if not request.assemble or _unreadable(checked.found):
        return Result(checked.found, (), "", checked.rest)
    text = Lines(source.decode("utf-8", "surrogateescape"))

    def place(message: Message) -> Located:
        row = text.line_text(message.line) if message.line is not None else ""
        return _of_assembler(message, message.line or 0, row)

    return _assembled(source, request, checked.found, place)._replace(rest=checked.rest)


def _unreadable(found: Iterable[Located]) -> bool:
    return any(diagnostic.code == "PTX001" for diagnostic in found)


def _python(source: bytes, name: str, shown: str, request: Request) -> Result:
    try:
        text = importlib.util.decode_source(source)
        with running(name):
            traced = trace_python(text, filename=shown, check=False, bindings=request.settings)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - the user's code may raise what it likes
        raised = python_error(error, shown, source.decode("utf-8", "replace"))
        return Result((raised,), (), "")
    diagnostics = diagnose_module(traced.module, version=request.version, target=request.target)
    first, rest = limited(located_in_python(diagnostics, traced.lines, text))
    found = tuple(first)
    if not request.assemble:
        return Result(found, (), "", rest)
    rows = text.splitlines()
    where = positions(traced.module)

    def place(message: Message) -> Located:
        ordinal = _ordinal(where.offsets, where.lines, message.line)
        line = traced.lines[ordinal] if ordinal is not None else 0
        return _of_assembler(message, line, rows[line - 1] if 0 < line <= len(rows) else "")

    return _assembled(emit_bytes(traced.module), request, found, place)._replace(rest=rest)


def _ordinal(offsets: list[int], lines: Lines, line: int | None) -> int | None:
    """Return the statement that stands on a line of the PTX, or that the line belongs to."""
    if line is None:
        return None
    at = bisect_right(offsets, line, key=lambda offset: lines.place(offset).line) - 1
    return at if at >= 0 else None


def _assembled(
    ptx: bytes,
    request: Request,
    found: tuple[Located, ...],
    place: Callable[[Message], Located],
) -> Result:
    """Add what the assembler says to what has been found."""
    assembly: Assembly | None = None
    try:
        assembly = assemble(ptx, arch=None if request.target is None else str(request.target))
        messages = assembly.messages
    except AssembleError as error:
        messages = error.messages
    except AssemblerMissing as error:
        raise Failure(str(error)) from None
    said = [place(message) for message in messages if message.severity != "info"]
    merged = tuple(sorted({*found, *said}, key=lambda item: (item.line, item.column, item.code)))
    if assembly is None:
        return Result(merged, (), "")
    return Result(merged, assembly.kernels, assembly.assembler)


def _of_assembler(message: Message, line: int, row: str) -> Located:
    code = "PTX090" if message.severity == "error" else "PTX091"
    column = len(row) - len(row.lstrip()) + 1
    text = " ".join(message.text.split())
    return Located(
        code, message.severity, line, column, max(1, len(row.strip())), text, "", row[:400]
    )
