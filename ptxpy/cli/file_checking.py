"""The check of one file, which `ptxpy check` runs for each."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
from bisect import bisect_right
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ptxpy._pickling import PicklableError
from ptxpy._records import NamedTuple
from ptxpy.check import (
    PLATFORM_CODES,
    HiddenCounts,
    Located,
    ProjectError,
    apply_ignores,
    called_from,
    check_text,
    diagnose_module,
    limit_diagnostics,
    locate_in_python,
    project_of,
)
from ptxpy.cli.command_errors import CommandError, internal_error
from ptxpy.cli.file_jobs import InputFile
from ptxpy.cli.files import STANDARD, split
from ptxpy.cli.sources import is_python, refuse_settings, running
from ptxpy.inline_ptx import check_source, has_sites, is_cuda
from ptxpy.syntax import Lines, emit_bytes, positions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptxpy.assemble import Assembly, Message, Resources
    from ptxpy.check import RelatedPlace
    from ptxpy.inline_ptx import Skipped
    from ptxpy.isa import Target, Version

__all__ = ["InlinePtx", "Request", "Result", "SettingsError", "check_file"]


_AssemblerPlace: TypeAlias = "tuple[int, str, tuple[RelatedPlace, ...]]"
_NUMBERED_NOTE: Final = re.compile(r"\(C\d+\)")
"""The begin of a note of ptxas: `(C7507) Potential Performance Loss: …`."""


class SettingsError(PicklableError, CommandError):
    """The settings of a project have a mistake, so that the files below it are not checked."""

    is_located = True

    def __init__(self, error: ProjectError) -> None:
        """Create the error for one of `ptxpy.check`."""
        self.file = str(error.file)
        self.found = error.found
        super().__init__(str(error))


class Request(NamedTuple):
    """The options of a check."""

    version: Version | None
    """The PTX version to check for; None for the file's own."""
    target: Target | None
    assemble: bool
    """Whether to run the assembler as well."""
    settings: Mapping[str, Any] = MappingProxyType({})
    """Dimensions and template parameters of the kernels of Python files."""
    runnable: frozenset[str] = frozenset()
    """The Python files that may be executed: those that are named, unless --no-run is given."""
    errors: tuple[str, ...] = ()
    """Beginnings of the codes whose warnings are errors, besides those of a project."""


class InlinePtx(NamedTuple):
    """The inline PTX of a source file."""

    blocks: int
    """The number of blocks that were checked."""
    skipped: tuple[Skipped, ...] = ()
    """The blocks that could not be checked."""


class Result(NamedTuple):
    """The diagnostics of a file."""

    found: tuple[Located, ...]
    resources: tuple[Resources, ...]
    """The resources of its kernels, if the file was assembled."""
    assembler: str
    """Name and version of the assembler, if it was run."""
    rest: HiddenCounts = HiddenCounts()
    """The numbers of diagnostics beyond the limit."""
    inline_ptx: InlinePtx | None = None
    """The inline PTX of a source file; None for other files."""


def check_file(file: InputFile, request: Request) -> Result:
    """Check a file; raise `CommandError` if it cannot be checked, for any reason."""
    source = file.read()
    path = Path(split(file.name)[0] if file.name != STANDARD else "standard_input")
    try:
        project = project_of(path)
    except ProjectError as error:
        raise SettingsError(error) from None
    request = request._replace(
        version=request.version or project.version, target=request.target or project.target
    )
    result = _check_source(source, file, request)
    project = project._replace(errors=(*project.errors, *request.errors))
    return result._replace(
        found=project.reported(result.found, path), rest=project.counted(result.rest, path)
    )


def _check_source(source: bytes, file: InputFile, request: Request) -> Result:
    """Check a file, whatever it holds, for the settings of its project."""
    shown = file.shown
    try:
        if is_cuda(file.name):
            return _check_inline_ptx(source, file, request)
        if is_python(file.name, source):
            return _check_python(source, file, request)
        return _check_ptx(source, shown, request)
    except (RecursionError, MemoryError) as error:
        message = f"{shown}: {type(error).__name__}: too deep or too large"
        raise CommandError(message) from None
    except CommandError:
        raise
    except Exception as error:
        if os.environ.get("PTXPY_DEBUG"):
            raise
        message = f"{shown}: {internal_error(error)}"
        raise CommandError(message) from None


def _check_ptx(source: bytes, shown: str, request: Request) -> Result:
    refuse_settings(shown, request.settings)
    checked = check_text(source, filename=shown, version=request.version, target=request.target)
    # ptxas would report the same syntax errors again.
    if not request.assemble or any(each.code == "PTX001" for each in checked.found):
        return Result(checked.found, (), "", checked.rest)
    text = Lines(source.decode("utf-8", "surrogateescape"))

    def place(message: Message) -> _AssemblerPlace:
        return message.line or 0, "" if message.line is None else text.line_text(message.line), ()

    result = _assembled(source, request, checked.found, place)
    # Messages of the assembler may be ignored, too.
    found = apply_ignores(result.found, text.text, "//", is_whole=False)
    return result._replace(found=found, rest=checked.rest)


def _check_python(source: bytes, file: InputFile, request: Request) -> Result:
    """Check the module that a file makes, the inline PTX in it, or both.

    A file that has inline PTX and does not name this package is not executed.
    """
    has_inline_ptx = has_sites(source)
    # A file with inline PTX may be any program: only one that names this package is executed.
    if file.name not in request.runnable or (has_inline_ptx and b"ptxpy" not in source):
        return _check_inline_ptx(source, file, request)
    result = _check_program(source, file, request)
    if not has_inline_ptx:
        return result
    inline = _check_inline_ptx(source, file, request._replace(settings={}, assemble=False))
    # The text `inline_asm` alone, in a comment for example, is no inline PTX.
    if not inline.inline_ptx or not any(inline.inline_ptx):
        return result
    found = sorted((*result.found, *inline.found), key=lambda each: (each.line, each.column))
    return result._replace(found=tuple(found), inline_ptx=inline.inline_ptx)


def _check_program(source: bytes, file: InputFile, request: Request) -> Result:
    """Run a Python file and check its module; diagnostics refer to the lines of the Python."""
    from ptxpy.cli.python_errors import python_error  # noqa: PLC0415 - the language loads slowly
    from ptxpy.dsl import trace_python  # noqa: PLC0415

    try:
        text = importlib.util.decode_source(source)
        with running(file.name):
            traced = trace_python(text, filename=file.shown, check=False, bindings=request.settings)
    except KeyboardInterrupt:
        # Ctrl-C ends the command, and is no error of the file.
        raise
    except BaseException as error:  # noqa: BLE001 - the user's code may raise anything
        raised = python_error(error, file.shown, source.decode("utf-8", "replace"))
        return Result((raised,), (), "")
    diagnostics = diagnose_module(traced.module, version=request.version, target=request.target)
    located = locate_in_python(
        diagnostics, traced.lines, text, calls=traced.calls, columns=traced.columns
    )
    # `ptxpy emit` refuses an instruction while it runs, and knows what to write instead: both say
    # the same of it.
    told = [python_error(each, file.shown, text) for each in traced.errors]
    better = {(each.line, each.code): each for each in reversed(told)}
    if request.version is not None or request.target is not None:
        # These errors are for the version and the target of the file.
        better = {key: each for key, each in better.items() if key[1] not in PLATFORM_CODES}
    located = [better.get((each.line, each.code), each) for each in located]
    first, rest = limit_diagnostics([*dict.fromkeys(located)])
    # Comments may be for the inline PTX of the file, which is checked apart.
    is_whole = not any(rest) and not has_sites(source)
    found = apply_ignores(first, text, "#", is_whole=is_whole)
    if not request.assemble:
        return Result(found, (), "", rest)
    rows = text.splitlines()
    where = positions(traced.module)

    def place(message: Message) -> _AssemblerPlace:
        line: int
        led: tuple[int, ...]
        line, led = 0, ()
        if message.line is not None:
            # A statement of several lines of PTX has one offset, that of its first line.
            ordinal = bisect_right(
                where.offsets, message.line, key=lambda offset: where.lines.place(offset).line
            )
            line = traced.lines[ordinal - 1] if ordinal else 0
            led = traced.calls[ordinal - 1] if line else ()
        return line, rows[line - 1] if 0 < line <= len(rows) else "", called_from(led, rows)

    return _assembled(emit_bytes(traced.module), request, found, place)._replace(rest=rest)


def _assembled(
    ptx: bytes,
    request: Request,
    found: tuple[Located, ...],
    place: Callable[[Message], _AssemblerPlace],
) -> Result:
    """Assemble PTX, and add the assembler's messages to diagnostics.

    `place` returns the line of the file that a message is about, 0 if there is none, its text, and
    the calls that led there.
    """
    from ptxpy.assemble import (  # noqa: PLC0415 - seldom needed
        AssembleError,
        AssemblerMissingError,
        assemble,
    )

    assembly: Assembly | None = None
    try:
        assembly = assemble(ptx, arch=None if request.target is None else str(request.target))
        messages = assembly.messages
    except AssembleError as error:
        messages = error.messages
    except AssemblerMissingError as error:
        raise CommandError(str(error)) from None
    added = []
    for message in messages:
        # A note with a number says that the machine code is another than the PTX asks for.
        is_note = message.severity == "info"
        if not is_note or _NUMBERED_NOTE.match(message.text):
            line, row, calls = place(message)
            code = "PTX090" if message.severity == "error" else "PTX091"
            column = len(row) - len(row.lstrip()) + 1
            text = " ".join(message.text.split())
            length = max(1, len(row.strip()))
            severity = "warning" if is_note else message.severity
            told = Located(code, severity, line, column, length, text, "", row[:400])
            added.append(told._replace(related=calls))
    # ptxas may repeat a message for each statement of one line of Python: equal ones count once.
    once = {each._replace(related=()): each for each in reversed((*found, *added))}
    merged = tuple(sorted(once.values(), key=lambda item: (item.line, item.column, item.code)))
    if assembly is None:
        return Result(merged, (), "")
    return Result(merged, assembly.kernels, assembly.assembler)


def _check_inline_ptx(source: bytes, file: InputFile, request: Request) -> Result:
    """Check the inline PTX of a file, which is not executed."""
    refuse_settings(file.shown, request.settings)
    if request.assemble:
        message = (
            f"{file.shown}: --assemble needs PTX, and so do budgets; of a source only its inline "
            "PTX is checked"
        )
        if is_cuda(file.name):
            arch = request.target or "sm_90a"
            stem = PurePath(file.name).stem
            message += f"; nvcc -ptx -arch={arch} {file.shown} -o {stem}.ptx makes some"
        raise CommandError(message)
    # Standard input has no suffix by which `check_source` would know the language.
    name = "-.py" if file.name == STANDARD else file.name
    checked = check_source(source, filename=name, version=request.version, target=request.target)
    # Python itself says best why it does not read the file.
    if checked.blocks.unreadable:
        error = _syntax_error(source, file.shown)
        if error is not None:
            return Result((error,), (), "", inline_ptx=InlinePtx(0))
    first, rest = limit_diagnostics(checked.found)
    skipped: tuple[Skipped, ...] = checked.blocks.skipped
    return Result(tuple(first), (), "", rest, InlinePtx(len(checked.blocks.found), skipped))


def _syntax_error(source: bytes, shown: str) -> Located | None:
    """Return the error of a file that is not Python; None if Python has a reason without place."""
    text = source.decode("utf-8", "replace")
    try:
        ast.parse(text, shown)
    except (SyntaxError, ValueError) as error:
        from ptxpy.cli.python_errors import python_error  # noqa: PLC0415 - loads slowly

        return python_error(error, shown, text)
    except (RecursionError, MemoryError):
        pass
    return None
