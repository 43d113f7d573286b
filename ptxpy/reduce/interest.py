"""Tests of whether a candidate is interesting: a command of the user, ptxas, or `ptxpy check`."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.check import check_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.isa import Target
    from ptxpy.reduce.processes import Ended, Processes

__all__ = [
    "CommandTest",
    "InterestTest",
    "MessageInCheck",
    "MessageOfPtxas",
    "Outcome",
    "PtxasCrash",
]

FIRST_SECONDS: Final = 300.0
"""The time limit of the first test, which says how long others may take."""
_FACTOR: Final = 10.0
_LEAST_SECONDS: Final = 10.0


class Outcome(NamedTuple):
    """The verdict of a test on a candidate."""

    interesting: bool
    said: str
    """The result of the test in words, with the end of its output."""


InterestTest: TypeAlias = "Callable[[bytes], Outcome]"
"""A test; several candidates may be tested at a time."""


class _InFolder:
    """A test that runs a process on a candidate in a folder of its own."""

    def __init__(self, processes: Processes, name: str, seconds: float | None) -> None:
        """Take where processes run, the name of the candidate's file, and the time limit.

        Without a limit it is ten times the time of the first test, and at least ten seconds.
        """
        self._processes = processes
        self._name = name
        self.seconds = seconds

    def _run(self, command: Sequence[str], candidate: bytes) -> Ended:
        """Run a command on a candidate; its path is added to the command."""
        with TemporaryDirectory(prefix="ptxpy-reduce-", ignore_cleanup_errors=True) as folder:
            path = Path(folder, self._name)
            path.write_bytes(candidate)
            limit = FIRST_SECONDS if self.seconds is None else self.seconds
            ended = self._processes.run([*command, str(path)], folder, limit)
        if self.seconds is None:
            self.seconds = max(_LEAST_SECONDS, _FACTOR * ended.seconds)
        return ended


_MAX_SAID_LINES: Final = 5


def _said(ended: Ended) -> str:
    lines = [line for line in ended.output.splitlines() if line.strip()][-_MAX_SAID_LINES:]
    return "\n".join([ended.describe(), *(f"    {line[:200]}" for line in lines)])


class CommandTest(_InFolder):
    """The command of a user: a candidate is interesting if it exits with status 0."""

    def __init__(
        self, processes: Processes, command: Sequence[str], name: str, seconds: float | None
    ) -> None:
        """Take the command, to which the path of a candidate is added."""
        super().__init__(processes, name, seconds)
        self._command = command

    def __call__(self, candidate: bytes) -> Outcome:
        """Run the command."""
        ended = self._run(self._command, candidate)
        return Outcome(ended.status == 0, _said(ended))


class _OfPtxas(_InFolder):
    """A test that runs ptxas on a candidate."""

    def __init__(
        self, processes: Processes, ptxas: Path, arch: str, name: str, seconds: float | None
    ) -> None:
        """Take ptxas, and the architecture to assemble for."""
        super().__init__(processes, name, seconds)
        self._command = [str(ptxas), "-v", f"-arch={arch}", "-o", "candidate.cubin"]


_INTERNAL: Final = re.compile(
    r"^.*(?:internal (?:compiler )?error|assertion .*fail).*$", re.IGNORECASE | re.MULTILINE
)
_NUMBERS: Final = re.compile(r"0x[0-9a-fA-F]+|\d+|'[^']*'")


def _crash_of(ended: Ended) -> str:
    """Return the kind of a crash, without the parts that differ between files; empty for none."""
    if ended.status is not None and ended.status < 0:
        return ended.describe()
    found = _INTERNAL.search(ended.output)
    # The message names the file, lines and registers.
    message = "" if found is None else found[0].rpartition("; ")[2]
    return _NUMBERS.sub("#", message).strip()


class PtxasCrash(_OfPtxas):
    """Interesting is a crash of ptxas: the same signal or internal error as at first."""

    _first = ""

    def __call__(self, candidate: bytes) -> Outcome:
        """Assemble the candidate."""
        ended = self._run(self._command, candidate)
        found = _crash_of(ended)
        self._first = self._first or found
        return Outcome(bool(found) and found == self._first, _said(ended))


class MessageOfPtxas(_OfPtxas):
    """Interesting is a text in the output of ptxas."""

    def __init__(
        self,
        processes: Processes,
        ptxas: Path,
        arch: str,
        name: str,
        seconds: float | None,
        text: str,
    ) -> None:
        """Take ptxas, the architecture and the text."""
        super().__init__(processes, ptxas, arch, name, seconds)
        self._text = text

    def __call__(self, candidate: bytes) -> Outcome:
        """Assemble the candidate."""
        ended = self._run(self._command, candidate)
        return Outcome(self._text in ended.output, _said(ended))


class MessageInCheck:
    """Interesting is a text in the errors and warnings of `ptxpy check`, codes included."""

    def __init__(self, text: str, target: Target | None, name: str) -> None:
        """Take the text, and the target to check for."""
        self._text = text
        self._target = target
        self._name = name
        # The tables of a check are filled as it goes.
        self._lock = threading.Lock()

    def __call__(self, candidate: bytes) -> Outcome:
        """Check the candidate."""
        with self._lock:
            found = check_text(candidate, filename=self._name, target=self._target).found
        lines = [f"{each.severity}: {each.message} [{each.code}]" for each in found]
        said = "\n    ".join(
            ["these:", *lines[:_MAX_SAID_LINES]] if lines else ["no error or warning"]
        )
        return Outcome(any(self._text in line for line in lines), said)
