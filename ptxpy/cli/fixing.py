"""The corrections of a file that are certain: written by `ptxpy check --fix`, shown by `--diff`."""

from __future__ import annotations

from collections import Counter
from difflib import unified_diff
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.check import apply_edits, certain_edits
from ptxpy.cli import files
from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.file_checking import check_file
from ptxpy.cli.file_jobs import InputFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.check import Located
    from ptxpy.cli.file_checking import Request

__all__ = ["Correction", "correct_file", "diff_of", "write_correction"]

_SYNTAX: Final = "PTX001"
MAX_ROUNDS: Final = 20
"""The most times that a file is checked and changed: a correction may show another mistake."""


class Correction(NamedTuple):
    """A file before and after its certain corrections."""

    name: str
    before: bytes
    after: bytes
    removed: int
    """How many diagnostics the corrections remove."""
    left: int = 0
    """How many corrections are not made although each by itself is certain."""
    reason: str = ""
    """The reason of the first correction that is not made."""


def correct_file(name: str, request: Request) -> Correction:
    """Make the certain corrections of a file, until nothing more can be corrected.

    A change that adds an error, or removes no diagnostic, is not made, but where a statement can be
    read at last, other mistakes may come to light. Python is not executed: only its inline PTX is
    corrected. Nothing is written.

    Raises:
        CommandError: If the file cannot be read or checked, or is the PTX in a binary.
    """
    if name != files.STANDARD and files.split(name)[1]:
        message = f"{files.display(name)}: PTX in a binary is not corrected, only files of text"
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
    left = [each.fix for each in found if each.fix is not None and each.fix.is_certain]
    reason = ""
    if left:
        changed = apply_edits(text, certain_edits(left[:1]))
        data = changed.encode("utf-8", "surrogateescape")
        after = check_file(InputFile(name, data), request).found
        follows = Counter((each.message, each.code) for each in after)
        follows -= Counter((each.message, each.code) for each in found)
        reason = "it would remove no mistake"
        for message, code in [*follows][:1]:
            reason = f"this would follow: {message} [{code}]"
    return Correction(
        name, source, text.encode("utf-8", "surrogateescape"), removed, len(left), reason
    )


def write_correction(correction: Correction) -> None:
    """Write a corrected file over the old one, if it has changed.

    Raises:
        CommandError: If it cannot be written, or came from a pipe.
    """
    if correction.name == files.STANDARD:
        message = f"{files.display(correction.name)}: --fix writes files, and no pipes"
        raise CommandError(message)
    if correction.before != correction.after:
        output = files.Output.checked(correction.name, force=True, source=files.STANDARD)
        output.write(correction.after)


def diff_of(correction: Correction) -> bytes:
    """Return the changes that corrections make to a file, as a unified diff; empty for none."""
    before, after = _rows(correction.before), _rows(correction.after)
    name = files.plain(correction.name)
    lines = []
    for line in unified_diff(before, after, name, name):
        lines.append(line)
        if not line.endswith("\n"):
            lines.append("\n\\ No newline at end of file\n")
    return "".join(lines).encode("utf-8", "surrogateescape")


def _rows(data: bytes) -> list[str]:
    """Return the rows of a text, which end with a line feed; others are a part of a row."""
    rows = [f"{row}\n" for row in data.decode("utf-8", "surrogateescape").split("\n")]
    last = rows.pop().removesuffix("\n")
    return [*rows, last] if last else rows


def _is_better(before: Sequence[Located], after: Sequence[Located]) -> bool:
    unreadable = [sum(each.code == _SYNTAX for each in found) for found in (before, after)]
    if unreadable[0] != unreadable[1]:
        return unreadable[1] < unreadable[0]
    errors = [sum(each.severity == "error" for each in found) for found in (before, after)]
    return len(after) < len(before) and errors[1] <= errors[0]
