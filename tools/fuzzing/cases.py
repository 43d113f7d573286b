"""Fuzzing cases, their outcomes and findings."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

_POSITION = re.compile(r"<ptx>:\d+:\d+: error: ")
_DIFFERENCE = re.compile(r" differs: .*")
_VARIABLE = re.compile(r"\'[^\']*\'|\d+")

KINDS = ("grammar", "mutation", "respace", "edit", "rewrite", "meaning")


class Case(NamedTuple):
    """One fuzzing case, determined by its kind, seed and number."""

    kind: str
    seed: int
    number: int

    def generator(self) -> Random:
        """Return the random number generator of the case."""
        return seeded(f"{self.seed} {self.kind} {self.number}")

    def __str__(self) -> str:
        """Return the options of the tool that repeat the case."""
        return f"{self.kind} case {self.number} of seed {self.seed}"


class Finding(NamedTuple):
    """A property that a case violates."""

    case: Case
    law: str
    detail: str
    source: bytes
    """The PTX."""
    python: str = ""
    """The edited Python, if the case edits Python."""
    smaller: bytes = b""
    """Minimised PTX that violates the same property, if it was minimised."""

    @property
    def signature(self) -> tuple[str, str, str]:
        """A key that findings with the same cause usually share."""
        detail = self.detail.split("\n", 1)[0].partition("; expected ")[0]
        if _POSITION.match(detail):  # a syntax error: its subject follows a colon
            detail = _POSITION.sub("", detail).partition(": ")[0]
        detail = _DIFFERENCE.sub(" differs", detail)
        words = _VARIABLE.sub("*", detail).split()[:10]
        return self.case.kind, self.law, " ".join(words)


class Outcome(NamedTuple):
    """The outcome of a case."""

    case: Case
    accepted: bool
    """Whether the text is PTX; other properties hold for rejected texts."""
    finding: Finding | None


class BrokenLawError(Exception):
    """An error for a property that a text violates."""

    def __init__(self, law: str, detail: str, *, source: bytes = b"", python: str = "") -> None:
        """Store the property and the details."""
        super().__init__(f"{law}: {detail}")
        self.law = law
        self.detail = detail
        self.source = source
        self.python = python


def seeded(seed: str) -> Random:
    """Return a random number generator with a seed."""
    return Random(seed)  # noqa: S311 - to repeat them is the point
