"""The messages of the assembler beside those of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.assemble import AssembleError, AssemblerMissingError, assemble
from ptxpy.check import Located
from ptxpy.cli.check_request import Request, Result
from ptxpy.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.assemble import Assembly, Message

__all__ = ["assembled", "of_assembler"]


def assembled(
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
    except AssemblerMissingError as error:
        raise Failure(str(error)) from None
    said = [place(message) for message in messages if message.severity != "info"]
    merged = tuple(sorted({*found, *said}, key=lambda item: (item.line, item.column, item.code)))
    if assembly is None:
        return Result(merged, (), "")
    return Result(merged, assembly.kernels, assembly.assembler)


def of_assembler(message: Message, line: int, row: str) -> Located:
    """Return a message of the assembler as a diagnostic of a line, whose text is `row`."""
    code = "PTX090" if message.severity == "error" else "PTX091"
    column = len(row) - len(row.lstrip()) + 1
    text = " ".join(message.text.split())
    return Located(
        code, message.severity, line, column, max(1, len(row.strip())), text, "", row[:400]
    )
