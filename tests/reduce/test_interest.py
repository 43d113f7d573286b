"""Tests of candidates: commands, ptxas and its crashes, messages, time limits."""

from __future__ import annotations

import os
import stat
import sys
import threading
import time
from pathlib import Path

import pytest

from ptxpy.reduce import (
    CommandTest,
    MessageInCheck,
    MessageOfPtxas,
    Processes,
    PtxasCrash,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts for a shell of POSIX")

PTX = b".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n"


def _script(folder: Path, text: str) -> Path:
    path = folder / "script.sh"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def _command(folder: Path, text: str, seconds: float | None = None) -> CommandTest:
    script = _script(folder, text)
    return CommandTest(Processes(), [str(script), "first"], "kernel.ptx", seconds)


def test_a_command_is_given_the_path_and_an_empty_folder(tmp_path: Path) -> None:
    """The path comes last; the name is that of the file; nothing is on standard input."""
    test = _command(
        tmp_path,
        '[ "$1" = first ] && [ "$(basename "$2")" = kernel.ptx ] && [ "$(ls)" = kernel.ptx ] '
        '&& [ -z "$(cat)" ] && grep -q "entry k" "$2" && touch left-behind',
    )
    assert test(PTX).interesting
    assert test(PTX).interesting


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("echo why; exit 3", "exit status 3\n    why"),
        ("kill -SEGV $$", "SIGSEGV"),
        ("echo one >&2; echo; exit 1", "exit status 1\n    one"),
    ],
)
def test_what_is_not_interesting(tmp_path: Path, text: str, said: str) -> None:
    """It is said how the command ended, with the end of its output."""
    outcome = _command(tmp_path, text)(PTX)
    assert not outcome.interesting
    assert outcome.said == said


def test_a_test_that_takes_too_long_is_stopped_with_its_children(tmp_path: Path) -> None:
    """Its candidate is not interesting."""
    note = tmp_path / "pid"
    began = time.monotonic()
    outcome = _command(tmp_path, f"sleep 60 & echo $! > {note}; wait", 0.5)(PTX)
    assert not outcome.interesting
    assert outcome.said == "no end within 0.5 s"
    assert time.monotonic() - began < 20
    assert _is_gone(int(note.read_text()))


def _is_gone(process: int) -> bool:
    for _ in range(100):
        state = Path(f"/proc/{process}/stat")
        try:
            os.kill(process, 0)
            if state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z":
                return True  # nobody waits for it here
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False


def test_the_limit_follows_from_the_first_test(tmp_path: Path) -> None:
    """It is at least ten seconds."""
    test = _command(tmp_path, "sleep 0.1")
    test(PTX)
    assert test.seconds == 10.0


def test_stopping_ends_the_test_that_runs_and_those_that_begin(tmp_path: Path) -> None:
    """As at Ctrl-C, when other threads wait for tests."""
    processes = Processes()
    test = CommandTest(processes, [str(_script(tmp_path, "sleep 60"))], "kernel.ptx", 50.0)
    began = time.monotonic()
    threading.Timer(0.3, processes.stop).start()
    assert not test(PTX).interesting
    assert not test(PTX).interesting
    assert time.monotonic() - began < 20


CRASHING = """
for file; do :; done
if grep -q 'mad' "$file"; then kill -SEGV $$; fi
if grep -q 'abort' "$file"; then kill -ABRT $$; fi
if grep -q 'internal' "$file"; then
    echo "ptxas fatal   : Internal error: register %r$(wc -c < "$file") in '$file'"; exit 1
fi
if grep -q 'other' "$file"; then echo "ptxas fatal   : Internal error: out of luck"; exit 1; fi
echo "ptxas info    : Used 4 registers"
"""


@pytest.mark.parametrize(
    ("first", "same", "others"),
    [
        ("// mad", "// mad too", ["", "// abort", "// internal"]),
        ("// internal", "// internal, with other numbers", ["", "// other", "// mad"]),
    ],
)
def test_the_same_crash(tmp_path: Path, first: str, same: str, others: list[str]) -> None:
    """A signal, or an internal error with other numbers and names, but no other one."""
    test = PtxasCrash(Processes(), _script(tmp_path, CRASHING), "sm_80", "kernel.ptx", None)
    assert test(PTX + first.encode()).interesting
    assert test(PTX + same.encode()).interesting
    assert not any(test(PTX + other.encode()).interesting for other in others)


def test_no_crash(tmp_path: Path) -> None:
    """What ptxas takes, and what it refuses in order, is not interesting."""
    test = PtxasCrash(Processes(), _script(tmp_path, CRASHING), "sm_80", "kernel.ptx", None)
    outcome = test(PTX)
    assert not outcome.interesting
    assert "Used 4 registers" in outcome.said


def test_a_message_of_ptxas(tmp_path: Path) -> None:
    """In what it prints, whatever its exit status is."""
    script = _script(tmp_path, CRASHING)
    test = MessageOfPtxas(Processes(), script, "sm_80", "kernel.ptx", None, "luck")
    assert test(PTX + b"// other").interesting
    assert not test(PTX).interesting


@pytest.mark.parametrize("text", ["PTX011", "add has no .s33", "error: add"])
def test_a_message_of_the_check(text: str) -> None:
    """Its code, its words, its severity."""
    test = MessageInCheck(text, None, "kernel.ptx")
    wrong = PTX.replace(b"ret;", b".reg .b32 %r<2>; add.s33 %r1, %r1, 1; ret;")
    assert test(wrong).interesting
    assert not test(PTX).interesting
    assert not test(wrong.replace(b"s33", b"s32")).interesting
