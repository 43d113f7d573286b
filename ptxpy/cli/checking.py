"""Looking one file through: what `ptxpy check` does for each."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ptxpy.check import Located, check_text
from ptxpy.cli import files
from ptxpy.cli.check_request import Request, Result
from ptxpy.cli.failure import Failure, internal
from ptxpy.cli.sources import is_python, refuse_settings
from ptxpy.syntax.printer import Lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.assemble import Message

__all__ = ["look_through"]


def look_through(name: str, request: Request) -> Result:
    """Look a file through; `Failure` when that cannot be done, whatever the reason."""
    source = files.read(name)
    shown = files.display(name)
    try:
        if is_python(name, source):
            from ptxpy.cli.python_checking import (  # noqa: PLC0415 - loads slowly
                look_through_python,
            )

            return look_through_python(source, name, shown, request)
        return _look_through_ptx(source, shown, request)
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


def _look_through_ptx(source: bytes, shown: str, request: Request) -> Result:
    refuse_settings(shown, request.settings)
    checked = check_text(source, filename=shown, version=request.version, target=request.target)
    if not request.assemble or _unreadable(checked.found):
        return Result(checked.found, (), "", checked.rest)
    from ptxpy.cli.assembling import assembled, of_assembler  # noqa: PLC0415 - loads slowly

    text = Lines(source.decode("utf-8", "surrogateescape"))

    def place(message: Message) -> Located:
        row = text.line_text(message.line) if message.line is not None else ""
        return of_assembler(message, message.line or 0, row)

    return assembled(source, request, checked.found, place)._replace(rest=checked.rest)


def _unreadable(found: Iterable[Located]) -> bool:
    return any(diagnostic.code == "PTX001" for diagnostic in found)
