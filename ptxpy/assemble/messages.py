"""What the assembler says: its log, line by line, as messages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "info"]

_SEVERITIES: Final[dict[str, Severity]] = {
    "fatal": "error",
    "error": "error",
    "warning": "warning",
    "info": "info",
}

_MESSAGE: Final = re.compile(
    r"(?:(?:ptxas|nvlink)\b(?: [^\n]*?, line (?P<line>\d{1,9});)?)?"
    r"\s*(?P<severity>fatal|error|warning|info)\s*: ?(?P<text>.*)"
)
"""The start of a message: of ptxas, with or without a line, or of the linker behind it."""

_LIBRARY: Final = re.compile(r"ERROR (?:\d+: ?|NVJITLINK_)(?P<text>.*)")
"""What nvJitLink itself adds: which of its steps failed."""

_FROM_LIBRARY: Final = "nvJitLink: "

_STATISTICS: Final = re.compile(
    r"\d+ bytes [gc]mem"
    r"|Compiling entry function '"
    r"|Function properties for "
    r"|[Uu]sed \d+ registers"
    r"|Compile time = "
)
"""Messages of `-v` that `ptxpy.assemble.resources` reads."""

_ABORTED: Final = "Ptx assembly aborted due to errors"

_LINE: Final = re.compile(r"\b(?:on|at|around) line (\d{1,9})\b")
_FUNCTION: Final = re.compile(r"\b[Ff]unction '([^']+)'|\bin function ([\w$%]+)")


class Message(NamedTuple):
    """One thing that the assembler said."""

    severity: Severity
    """``error`` includes what ptxas calls fatal."""
    text: str
    """In the assembler's own words; lines that belong together are joined by ``\\n``."""
    line: int | None = None
    """The line of the PTX, from 1, when it is told."""
    kernel: str | None = None
    """The kernel or function that the message names, as in the PTX."""

    @property
    def from_library(self) -> bool:
        """Whether it only tells which step of nvJitLink failed."""
        return self.text.startswith(_FROM_LIBRARY)

    def __str__(self) -> str:
        """Return ``line 12: error: text``."""
        place = "" if self.line is None else f"line {self.line}: "
        return f"{place}{self.severity}: {self.text}"


class AssembleError(ValueError):
    """PTX that cannot be assembled."""

    def __init__(self, messages: Iterable[Message]) -> None:
        """Keep the messages: all that were said, and at least one of them is an error."""
        self.messages = tuple(messages)
        super().__init__(self.messages)

    def __str__(self) -> str:
        """Return the errors, one a line."""
        return "\n".join(str(message) for message in self.messages if message.severity == "error")


class UnsupportedError(AssembleError):
    """PTX of a version, or for an architecture, that an assembler does not know: another may."""

    def __init__(self, messages: Iterable[Message], reason: str) -> None:
        """Keep the reason too: ``ptxas 12.0 does not assemble PTX 9.0``."""
        super().__init__(messages)
        self.reason = reason


def failure(text: str, line: int | None = None) -> AssembleError:
    """Return the exception for one error."""
    return AssembleError([Message("error", text, line)])


def parse_log(log: str) -> tuple[Message, ...]:
    """Return the messages of a log in their order.

    Left out are statistics, and that assembling was given up, unless nothing else says why.
    A line that starts no message belongs to the one before.
    """
    messages: list[Message] = []
    more: dict[int, list[str]] = {}  # the further lines of a message, by its number
    given_up: list[Message] = []
    reading = False  # whether the last message was kept, so that the next line may continue it
    for row in log.split("\n"):
        row = row.rstrip("\r\0 ")  # noqa: PLW2901 - what is at the end of a line says nothing
        if (match := _MESSAGE.match(row)) is not None:
            text = match["text"]
            severity = _SEVERITIES[match["severity"]]
            reading = text != _ABORTED and not (severity == "info" and _STATISTICS.match(text))
            if reading:
                messages.append(_message(severity, text, match["line"]))
            elif text == _ABORTED:
                given_up.append(Message(severity, text))
        elif (match := _LIBRARY.match(row)) is not None:
            reading = False
            given_up.append(Message("error", _FROM_LIBRARY + match["text"]))
        elif reading and row:
            more.setdefault(len(messages) - 1, []).append(row)
    for number, rows in more.items():
        text = "\n".join([messages[number].text, *rows])
        messages[number] = messages[number]._replace(text=text)
    if any(message.severity == "error" for message in messages):
        return tuple(messages)
    return (*messages, *given_up)


def _message(severity: Severity, text: str, line: str | None) -> Message:
    if line is None and (match := _LINE.search(text)) is not None:
        line = match[1]
    named = _FUNCTION.search(text)
    kernel = None if named is None else named[1] or named[2]
    return Message(severity, text, None if line is None else int(line), kernel)
