"""The check of the inline PTX of one source file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.check.report import limit_diagnostics
from ptxpy.cli.check_request import InlinePtx, Request, Result
from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.sources import refuse_settings
from ptxpy.inline_ptx.sources import check_source

if TYPE_CHECKING:
    from ptxpy.inline_ptx.blocks import Skipped

__all__ = ["check_source_file"]


def check_source_file(source: bytes, name: str, shown: str, request: Request) -> Result:
    """Check the inline PTX of a file, which is not executed."""
    refuse_settings(shown, request.settings)
    if request.assemble:
        message = f"{shown}: --assemble needs PTX; of a source only its inline PTX is checked"
        raise CommandError(message)
    checked = check_source(source, filename=name, version=request.version, target=request.target)
    first, rest = limit_diagnostics(checked.found)
    skipped: tuple[Skipped, ...] = checked.blocks.skipped
    return Result(tuple(first), (), "", rest, InlinePtx(len(checked.blocks.found), skipped))
