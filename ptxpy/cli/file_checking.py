"""The check of one file, which `ptxpy check` runs for each."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ptxpy.check import Located, check_text
from ptxpy.cli.check_request import Request, Result
from ptxpy.cli.command_errors import CommandError, internal_error
from ptxpy.cli.input_files import InputFile
from ptxpy.cli.sources import is_python, refuse_settings
from ptxpy.inline_ptx.python_sites import has_sites
from ptxpy.inline_ptx.sources import is_cuda
from ptxpy.syntax.printer import Lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.assemble import Message

__all__ = ["check_file"]


def check_file(file: InputFile, request: Request) -> Result:
    """Check a file; raise `CommandError` if it cannot be checked, for any reason."""
    source = file.read()
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


def _check_inline_ptx(source: bytes, file: InputFile, request: Request) -> Result:
    from ptxpy.cli.source_checking import check_source_file  # noqa: PLC0415 - loads slowly

    return check_source_file(source, file.name, file.shown, request)


def _check_python(source: bytes, file: InputFile, request: Request) -> Result:
    """Check the module that a file makes, the inline PTX in it, or both.

    A file that has inline PTX and does not name this package is not executed.
    """
    has_inline_ptx = has_sites(source)
    if file.name not in request.runnable or (has_inline_ptx and b"ptxpy" not in source):
        return _check_inline_ptx(source, file, request)
    from ptxpy.cli.python_checking import check_python_file  # noqa: PLC0415 - loads slowly

    result = check_python_file(source, file.name, file.shown, request)
    if not has_inline_ptx:
        return result
    plain = request._replace(settings={}, assemble=False)
    inline = _check_inline_ptx(source, file, plain)
    if not inline.inline_ptx or not any(inline.inline_ptx):
        return result
    found = sorted((*result.found, *inline.found), key=lambda each: (each.line, each.column))
    return result._replace(found=tuple(found), inline_ptx=inline.inline_ptx)


def _check_ptx(source: bytes, shown: str, request: Request) -> Result:
    refuse_settings(shown, request.settings)
    checked = check_text(source, filename=shown, version=request.version, target=request.target)
    if not request.assemble or _unreadable(checked.found):
        return Result(checked.found, (), "", checked.rest)
    from ptxpy.cli.assembler_messages import (  # noqa: PLC0415 - loads slowly
        add_assembler_messages,
        diagnostic_of_message,
    )

    text = Lines(source.decode("utf-8", "surrogateescape"))

    def place(message: Message) -> Located:
        row = text.line_text(message.line) if message.line is not None else ""
        return diagnostic_of_message(message, message.line or 0, row)

    return add_assembler_messages(source, request, checked.found, place)._replace(rest=checked.rest)


def _unreadable(found: Iterable[Located]) -> bool:
    return any(diagnostic.code == "PTX001" for diagnostic in found)
