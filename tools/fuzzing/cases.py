"""What a fuzzing case is, and what it can find."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

_POSITION = re.compile(r"<ptx>:\d+:\d+: error: ")
_DIFFERENCE = re.compile(r" differs: .*")
_VARIABLE = re.compile(r"\'[^\']*\'|\d+")

KINDS = ("grammar", "mutation", "respace", "edit", "rewrite", "meaning")


class Case(NamedTuple):
    """One case: everything about it follows from these three."""

    kind: str
    seed: int
    number: int

    def generator(self) -> Random:
        """Return the case's own random numbers."""
        return seeded(f"{self.seed} {self.kind} {self.number}")

    def __str__(self) -> str:
        """Name the case as the tool's options do."""
        return f"{self.kind} case {self.number} of seed {self.seed}"


class Finding(NamedTuple):
    """A law that does not hold."""

    case: Case
    law: str
    detail: str
    source: bytes
    """The PTX."""
    python: str = ""
    """The edited Python, for cases that edit."""
    smaller: bytes = b""
    """Less PTX with the same effect, where that was looked for."""

    @property
    def signature(self) -> tuple[str, str, str]:
        """What findings of the same cause have in common, more or less."""
        detail = self.detail.split("\n", 1)[0].partition("; expected ")[0]
        if _POSITION.match(detail):  # a syntax error: what it is about stands behind a colon
            detail = _POSITION.sub("", detail).partition(": ")[0]
        detail = _DIFFERENCE.sub(" differs", detail)
        words = _VARIABLE.sub("*", detail).split()[:10]
        return self.case.kind, self.law, " ".join(words)


class Outcome(NamedTuple):
    """What a case has shown."""

    case: Case
    accepted: bool
    """Whether the text is PTX; a rejected text obeys other laws."""
    finding: Finding | None


class BrokenLawError(Exception):
    """A law does not hold for a text."""

    def __init__(self, law: str, detail: str, *, source: bytes = b"", python: str = "") -> None:
        """Say which law, and how it shows."""
        super().__init__(f"{law}: {detail}")
        self.law = law
        self.detail = detail
        self.source = source
        self.python = python


def seeded(seed: str) -> Random:
    """Return random numbers that follow from a seed."""
    return Random(seed)  # noqa: S311 - to repeat them is the point
