"""Messages of assemblers, parsed from their logs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from ptxpy._pickling import PicklableError
from ptxpy._records import NamedTuple

Severity: TypeAlias = Literal["error", "warning", "info"]
"""How bad a message of an assembler is."""

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
"""The start of a message: of ptxas, with or without a line, or of the linker after it."""

_LIBRARY: Final = re.compile(r"ERROR (?:\d+: ?|NVJITLINK_)(?P<text>.*)")
"""A line that nvJitLink itself adds: the step that failed."""

_FROM_LIBRARY: Final = "nvJitLink: "

_STATISTICS: Final = re.compile(
    r"\d+ bytes [gc]mem"
    r"|Compiling entry function '"
    r"|Function properties for "
    r"|[Uu]sed \d+ registers"
    r"|Compile time = "
)
"""Messages of `-v` that `ptxpy.assemble.assembly` reads."""

_ABORTED: Final = "Ptx assembly aborted due to errors"

_LINE: Final = re.compile(r"\b(?:on|at|around) line (\d{1,9})\b")
_FUNCTION: Final = re.compile(r"\b[Ff]unction '([^']+)'|\bin function ([\w$%]+)")


class Message(NamedTuple):
    """One message of an assembler."""

    severity: Severity
    """``error`` includes the fatal errors of ptxas."""
    text: str
    """The assembler's text; continuation lines are joined by ``\\n``."""
    line: int | None = None
    """The line of the PTX, counted from 1, if the assembler gives one."""
    kernel: str | None = None
    """The symbol of the kernel or function that the message names."""

    @property
    def from_library(self) -> bool:
        """Whether it only names the step of nvJitLink that failed."""
        return self.text.startswith(_FROM_LIBRARY)

    def __str__(self) -> str:
        """Return ``line 12: error: text``."""
        place = "" if self.line is None else f"line {self.line}: "
        return f"{place}{self.severity}: {self.text}"


class AssembleError(PicklableError, ValueError):
    """PTX that cannot be assembled."""

    def __init__(self, messages: Iterable[Message]) -> None:
        """Store the messages, at least one of which is an error."""
        self.messages = tuple(messages)
        super().__init__(self.messages)

    def __str__(self) -> str:
        """Return the errors, one per line."""
        return "\n".join(str(message) for message in self.messages if message.severity == "error")


class UnsupportedError(AssembleError):
    """A PTX version or architecture that an assembler does not support, but another one may."""

    def __init__(self, messages: Iterable[Message], reason: str) -> None:
        """Store the messages and the reason: ``ptxas 12.0 does not assemble PTX 9.0``."""
        super().__init__(messages)
        self.reason = reason


def assemble_error(text: str, line: int | None = None) -> AssembleError:
    """Return an `AssembleError` with one error message."""
    return AssembleError([Message("error", text, line)])


def parse_log(log: str) -> tuple[Message, ...]:
    """Return the messages of a log in their order.

    Statistics are left out, and so are messages that assembly was aborted, unless there is no other
    error. A line that does not start a message continues the previous one.
    """
    messages: list[Message] = []
    more: dict[int, list[str]] = {}  # the continuation lines of a message, by its index
    # That assembly was aborted says nothing if another message says why.
    given_up: list[Message] = []
    reading = False  # whether the last message was kept, so that the next line may continue it
    for row in log.split("\n"):
        row = row.rstrip("\r\0 ")  # noqa: PLW2901 - trailing white space has no meaning
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
            # Continuation lines are joined at the end, as adding to a string takes quadratic time.
            more.setdefault(len(messages) - 1, []).append(row)
    for number, rows in more.items():
        text = "\n".join([messages[number].text, *rows])
        messages[number] = messages[number]._replace(text=text)
    if any(message.severity == "error" for message in messages):
        return tuple(messages)
    return (*messages, *given_up)


def _message(severity: Severity, text: str, line: str | None) -> Message:
    # Some messages name their line only in their text.
    if line is None and (match := _LINE.search(text)) is not None:
        line = match[1]
    named = _FUNCTION.search(text)
    kernel = None if named is None else named[1] or named[2]
    return Message(severity, text, None if line is None else int(line), kernel)
