"""`ptxpy check --fix`: the corrections of a file that are certain, written into it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check import apply_edits, certain_edits
from ptxpy.cli import files
from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.file_checking import check_file
from ptxpy.cli.file_jobs import InputFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.check import Located
    from ptxpy.cli.file_checking import Request

__all__ = ["fix_file"]

MAX_ROUNDS: Final = 20
"""The most times that a file is checked and changed: a correction may show another mistake."""


def fix_file(name: str, request: Request) -> int:
    """Make the certain corrections of a file; return how many diagnostics they have removed.

    The file is written once, when nothing more can be corrected. A change that adds an error, or
    removes no diagnostic, is not made. Python is not executed: only its inline PTX is corrected.

    Raises:
        CommandError: If the file cannot be read, checked or written, or is no text.
    """
    if name == files.STANDARD or files.split(name)[1]:
        message = f"{files.display(name)}: --fix writes files of text, and no binaries or pipes"
        raise CommandError(message)
    request = request._replace(assemble=False, runnable=frozenset(), settings={})
    source = files.read(name)
    found = check_file(InputFile(name, source), request).found
    before = len(found)
    text = source.decode("utf-8", "surrogateescape")
    for _ in range(MAX_ROUNDS):
        edits = certain_edits(each.fix for each in found)
        if not edits:
            break
        changed = apply_edits(text, edits)
        data = changed.encode("utf-8", "surrogateescape")
        after = check_file(InputFile(name, data), request).found
        if len(after) >= len(found) or _errors(after) > _errors(found):
            break
        text, found = changed, after
    data = text.encode("utf-8", "surrogateescape")
    if data != source:
        files.Output.checked(name, force=True, source=files.STANDARD).write(data)
    return before - len(found)


def _errors(found: Sequence[Located]) -> int:
    return sum(each.severity == "error" for each in found)
