"""Assembler messages as diagnostics, merged with those of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.assemble import AssembleError, AssemblerMissingError, assemble
from ptxpy.check import Located
from ptxpy.cli.check_request import Request, Result
from ptxpy.cli.command_errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.assemble import Assembly, Message

__all__ = ["add_assembler_messages", "diagnostic_of_message"]


def add_assembler_messages(
    ptx: bytes,
    request: Request,
    found: tuple[Located, ...],
    place: Callable[[Message], Located],
) -> Result:
    """Assemble PTX, and add the assembler's messages to diagnostics."""
    assembly: Assembly | None = None
    try:
        assembly = assemble(ptx, arch=None if request.target is None else str(request.target))
        messages = assembly.messages
    except AssembleError as error:
        messages = error.messages
    except AssemblerMissingError as error:
        raise CommandError(str(error)) from None
    added = [place(message) for message in messages if message.severity != "info"]
    merged = tuple(sorted({*found, *added}, key=lambda item: (item.line, item.column, item.code)))
    if assembly is None:
        return Result(merged, (), "")
    return Result(merged, assembly.kernels, assembly.assembler)


def diagnostic_of_message(message: Message, line: int, row: str) -> Located:
    """Return an assembler message as a diagnostic of a line with the text `row`."""
    code = "PTX090" if message.severity == "error" else "PTX091"
    column = len(row) - len(row.lstrip()) + 1
    text = " ".join(message.text.split())
    return Located(
        code, message.severity, line, column, max(1, len(row.strip())), text, "", row[:400]
    )
