"""`ptxpy check --fix`: the corrections of a file that are certain, written into it."""

from __future__ import annotations

from collections import Counter
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

_SYNTAX: Final = "PTX001"
MAX_ROUNDS: Final = 20
"""The most times that a file is checked and changed: a correction may show another mistake."""


def fix_file(name: str, request: Request) -> int:
    """Make the certain corrections of a file; return how many diagnostics they have removed.

    The file is written once, when nothing more can be corrected. A change that adds an error, or
    removes no diagnostic, is not made, but where a statement can be read at last, other mistakes
    may come to light. Python is not executed: only its inline PTX is corrected.

    Raises:
        CommandError: If the file cannot be read, checked or written, or is no text.
    """
    if name == files.STANDARD or files.split(name)[1]:
        message = f"{files.display(name)}: --fix writes files of text, and no binaries or pipes"
        raise CommandError(message)
    request = request._replace(assemble=False, runnable=frozenset(), settings={})
    source = files.read(name)
    found = check_file(InputFile(name, source), request).found
    removed = 0
    text = source.decode("utf-8", "surrogateescape")
    for _ in range(MAX_ROUNDS):
        fixes = [each.fix for each in found if each.fix is not None and each.fix.is_certain]
        # One correction that must not be made does not keep the others from being made.
        for chosen in (fixes, *([fix] for fix in fixes[:MAX_ROUNDS] if len(fixes) > 1)):
            changed = apply_edits(text, certain_edits(chosen))
            data = changed.encode("utf-8", "surrogateescape")
            after = check_file(InputFile(name, data), request).found if chosen else found
            if _is_better(found, after):
                break
        else:
            break
        gone = Counter(each.code for each in found) - Counter(each.code for each in after)
        removed += gone.total()
        text, found = changed, after
    data = text.encode("utf-8", "surrogateescape")
    if data != source:
        files.Output.checked(name, force=True, source=files.STANDARD).write(data)
    return removed


def _is_better(before: Sequence[Located], after: Sequence[Located]) -> bool:
    unreadable = [sum(each.code == _SYNTAX for each in found) for found in (before, after)]
    if unreadable[0] != unreadable[1]:
        return unreadable[1] < unreadable[0]
    errors = [sum(each.severity == "error" for each in found) for found in (before, after)]
    return len(after) < len(before) and errors[1] <= errors[0]
