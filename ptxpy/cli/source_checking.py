"""The check of the inline PTX of one source file."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ptxpy.check.report import limit_diagnostics
from ptxpy.cli.check_request import InlinePtx, Request, Result
from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.files import STANDARD
from ptxpy.cli.sources import refuse_settings
from ptxpy.inline_ptx.sources import check_source

if TYPE_CHECKING:
    from ptxpy.check import Located
    from ptxpy.inline_ptx.blocks import Skipped

__all__ = ["check_source_file"]


def check_source_file(source: bytes, name: str, shown: str, request: Request) -> Result:
    """Check the inline PTX of a file, which is not executed."""
    refuse_settings(shown, request.settings)
    if request.assemble:
        message = f"{shown}: --assemble needs PTX; of a source only its inline PTX is checked"
        raise CommandError(message)
    if name == STANDARD:
        name = "-.py"  # which is the only source that is taken there
    checked = check_source(source, filename=name, version=request.version, target=request.target)
    unreadable = _unreadable(source, shown) if checked.blocks.unreadable else None
    if unreadable is not None:
        return Result((unreadable,), (), "", inline_ptx=InlinePtx(0))
    first, rest = limit_diagnostics(checked.found)
    skipped: tuple[Skipped, ...] = checked.blocks.skipped
    return Result(tuple(first), (), "", rest, InlinePtx(len(checked.blocks.found), skipped))


def _unreadable(source: bytes, shown: str) -> Located | None:
    """Return the error of a file that is not Python; None if it has none that has a place."""
    text = source.decode("utf-8", "replace")
    try:
        ast.parse(text, shown)
    except (SyntaxError, ValueError) as error:
        from ptxpy.cli.python_errors import python_error  # noqa: PLC0415 - loads slowly

        return python_error(error, shown, text)
    except (RecursionError, MemoryError):
        pass
    return None
