"""Logs become messages."""

from __future__ import annotations

import pytest

from ptxpy.assemble import AssembleError, Message, parse_log
from tests.assemble.cases import Case, cases

LOGS = cases("logs.txt")


def row(message: Message) -> list[str]:
    """Return the lines for a message in the data file."""
    text, *more = message.text.split("\n")
    head = f"{message.severity:7} | {message.line or '-'} | {message.kernel or '-'} | {text}"
    return [head, *(f"+ {line}" for line in more)]


def test_there_are_logs() -> None:
    """They did not vanish."""
    assert len(LOGS) >= 14


@pytest.mark.parametrize("case", LOGS, ids=lambda case: case.title)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_log(case: Case, end: str) -> None:
    """Its messages are found, and nothing else."""
    log = case.text.replace("\n", end)
    assert [line for message in parse_log(log) for line in row(message)] == case.expected
    assert parse_log(log + "\0") == parse_log(log)


def test_the_exception_reads_well() -> None:
    """Errors only, one a line, with their lines; all messages are kept."""
    messages = [
        Message("warning", "w", 1),
        Message("error", "Unknown symbol 'x'", 12),
        Message("error", "aborted"),
    ]
    error = AssembleError(messages)
    assert str(error) == "line 12: error: Unknown symbol 'x'\nerror: aborted"
    assert error.messages == tuple(messages)
    assert isinstance(error, ValueError)
