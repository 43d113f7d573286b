"""How the command behaves as a program: help, status, signals, pipes, colours, bad input."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import ptxpy
from ptxpy.__about__ import __version__
from ptxpy.cli.command_line import COMMANDS
from tests.cli.conftest import SAXPY, Run

PTXPY = [sys.executable, "-m", "ptxpy"]
FILE_COMMANDS = ["import", "emit", "roundtrip", "check", "show"]
"""The commands that take one file of PTX."""


def test_version(run: Run) -> None:
    """It is that of the package."""
    assert run("--version") == (0, f"ptxpy {__version__}\n", "")


@pytest.mark.parametrize("command", [[], *([command.name] for command in COMMANDS)])
def test_help_has_an_example(run: Run, command: list[str]) -> None:
    """Every page ends with one."""
    outcome = run(*command, "--help")
    assert outcome.status == 0
    *_, examples = outcome.out.split("\n\n")
    head, first, *_ = examples.splitlines()
    assert head in ("example:", "examples:")
    assert first.strip().startswith(" ".join(["ptxpy", *command]))


def test_help_says_what_is_executed(run: Run) -> None:
    """`emit` runs Python."""
    assert "executed" in run("emit", "--help").out


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["import"], ["show", "a", "b"], ["check", "--no-such", "x"], ["imp", "x"]],
)
def test_bad_usage(run: Run, arguments: list[str]) -> None:
    """Status 2, the error first, and where all options are listed."""
    outcome = run(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    error, where = outcome.err.splitlines()
    assert re.match(r"ptxpy( \w+)?: error: ", error)
    assert re.match(r"`ptxpy( \w+)? --help` lists all options", where)


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["run", "--strict", "collect", SAXPY], "write --strict=collect"),
        (["run", "--trace", "0", "1", SAXPY], f"{SAXPY} comes before --trace"),
        (["view", "--ctas", "0", "1", SAXPY], f"{SAXPY} comes before --ctas"),
        (["import", SAXPY, __file__, "-o", __file__], "for several inputs, -o names a folder"),
    ],
)
def test_words_in_the_wrong_place(run: Run, arguments: list[str | Path], advice: str) -> None:
    """Where they belong is said."""
    outcome = run(*arguments)
    assert outcome.status == 2
    assert advice in outcome.err


BAD_INPUT = {
    "empty": b"",
    "blank": b" \n\t\n",
    "zeros": bytes(10_000),
    "binary": bytes(range(256)) * 40,
    "truncated": SAXPY.read_bytes()[:700],
    "open comment": b".version 8.0\n.target sm_90\n/* for ever",
    "open string": b'.version 8.0\n.target sm_90\n.file 1 "for ever',
    "nested scopes": b".version 8.0\n.target sm_90\n.entry k() " + b"{" * 30_000 + b"}" * 30_000,
    "open scopes": b".version 8.0\n.target sm_90\n.entry k() " + b"{" * 100_000,
    "nested parentheses": b".version 8.0\n.target sm_90\n.global .u32 x = "
    + b"(" * 20_000
    + b"1"
    + b")" * 20_000
    + b";\n",
    "nested initialisers": b".version 8.0\n.target sm_90\n.global .u32 x[1] = "
    + b"{" * 20_000
    + b"}" * 20_000
    + b";\n",
    "operators": b".version 8.0\n.target sm_90\n.global .u32 x = " + b"-" * 20_000 + b"1;\n",
    "UTF-16": ".version 8.0\n.target sm_90\n".encode("utf-16"),
    "a long line": b".version 8.0\n.target sm_90\n.entry k() {" + b" add " * 20_000,
}


@pytest.mark.parametrize("command", FILE_COMMANDS)
@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input(run: Run, tmp_path: Path, command: str, name: str) -> None:
    """An error with a place, and nothing internal about it; none of these is PTX."""
    path = tmp_path / "bad.ptx"
    path.write_bytes(BAD_INPUT[name])
    outcome = run(command, path)
    assert outcome.status == 1, outcome
    said = outcome.out + outcome.err
    assert f"{path}:" in said
    assert "error: " in said
    assert "internal" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (RecursionError(), (2, "", "ptxpy: nested too deeply\n")),
        (MemoryError(), (2, "", "ptxpy: out of memory\n")),
        (KeyboardInterrupt(), (130, "", "")),
        (
            KeyError("x"),
            (
                2,
                "",
                (
                    "ptxpy: internal error: KeyError: 'x' "
                    "(please report it; PTXPY_DEBUG=1 shows the traceback)\n"
                ),
            ),
        ),
    ],
)
def test_what_ends_a_command(
    run: Run,
    kernel: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    expected: tuple[int, str, str],
) -> None:
    """One line for the user, never a traceback."""

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(ptxpy, "parse", fail)
    assert run("show", kernel) == expected


def test_internal_errors_can_be_looked_into(
    run: Run, kernel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a traceback, for those who ask."""
    monkeypatch.setenv("PTXPY_DEBUG", "1")
    monkeypatch.setattr(ptxpy, "parse", None)
    with pytest.raises(TypeError):
        run("show", kernel)


LARGE = SAXPY.parents[1] / "cutlass" / "hopper_gemm.ptx"
"""More than a pipe holds."""


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away(unbuffered: str) -> None:
    """The pipe breaks quietly."""
    with subprocess.Popen(
        [*PTXPY, "emit", LARGE],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_slow_reader(unbuffered: str) -> None:
    """It gets everything."""
    ended = subprocess.run(
        [*PTXPY, "emit", LARGE],
        stdout=subprocess.PIPE,
        check=True,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )
    assert ended.stdout == LARGE.read_bytes()


@pytest.mark.parametrize(
    ("redirection", "status", "said"),
    [
        ("> /dev/full", 2, b"ptxpy: cannot write: no space left on device\n"),
        (">&-", 0, b""),
    ],
)
def test_output_that_goes_nowhere(redirection: str, status: int, said: bytes) -> None:
    """A full disk, and closed standard output."""
    command = f'"$@" {redirection}'
    ended = subprocess.run(
        ["sh", "-c", command, "sh", *PTXPY, "show", str(SAXPY)], stderr=subprocess.PIPE, check=False
    )
    assert (ended.returncode, ended.stderr) == (status, said)


def test_closed_standard_input() -> None:
    """It is said."""
    ended = subprocess.run(
        ["sh", "-c", '"$@" <&-', "sh", *PTXPY, "check", "-"], stderr=subprocess.PIPE, check=False
    )
    assert ended.returncode == 2
    assert b"ptxpy: standard input is closed\n" in ended.stderr


def _heeding() -> None:
    """Heed Ctrl-C, which what a shell runs in the background ignores."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("arguments", [["check"], ["roundtrip", "-j", "2", "--through", "ptx"]])
def test_ctrl_c(tmp_path: Path, arguments: list[str]) -> None:
    """Status 130 at once, in worker processes too, and no traceback."""
    pipes = [tmp_path / "a.ptx", tmp_path / "b.ptx"]
    for pipe in pipes:
        os.mkfifo(pipe)
    with (
        subprocess.Popen(
            [*PTXPY, *arguments, *pipes],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=_heeding,  # noqa: PLW1509 - the tests start no threads
        ) as process,
        # Opening blocks until the command reads. Then it waits for what is never written.
        pipes[0].open("wb"),
    ):
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (130, b"")


@pytest.mark.parametrize("command", [PTXPY, [str(Path(sys.executable).with_name("ptxpy"))]])
def test_ctrl_c_while_it_loads(command: list[str]) -> None:
    """No traceback: of the modules that are being loaded, none has to do with it."""
    variables = {**os.environ, "PYTHONPROFILEIMPORTTIME": "1"}
    with subprocess.Popen(
        [*command, "show", os.devnull],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=variables,
        preexec_fn=_heeding,  # noqa: PLW1509 - the tests start no threads
    ) as process:
        assert process.stderr is not None
        while b"ptxpy.ir.nodes" not in (row := process.stderr.readline()):
            assert row
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    assert process.returncode == -signal.SIGINT
    assert b"Traceback" not in said
    assert b"ptxpy.cli.show_command" not in said


@pytest.mark.parametrize(
    "words", [["-c", "from ptxpy import kernel"], ["-m", "ptxpy.examples.vector_add"]]
)
def test_programs_that_load_it_are_left_alone(words: list[str]) -> None:
    """Ctrl-C is theirs."""
    variables = {**os.environ, "PYTHONPROFILEIMPORTTIME": "1"}
    with subprocess.Popen(
        [sys.executable, *words],
        stderr=subprocess.PIPE,
        env=variables,
        preexec_fn=_heeding,  # noqa: PLW1509 - the tests start no threads
    ) as process:
        assert process.stderr is not None
        while b"ptxpy.ir.nodes" not in (row := process.stderr.readline()):
            assert row
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    assert b"KeyboardInterrupt" in said


def on_terminal(
    arguments: list[str],
    *,
    environment: dict[str, str] | None = None,
    command: Sequence[str] = tuple(PTXPY),
) -> tuple[int, bytes]:
    """Run the command with a terminal as standard output and error; return status and output."""
    main, other = pty.openpty()
    variables = {**os.environ, "TERM": "xterm", **(environment or {})}
    with subprocess.Popen(
        [*command, *arguments], stdout=other, stderr=other, env=variables
    ) as process:
        os.close(other)
        written = bytearray()
        try:
            while piece := os.read(main, 4096):
                written += piece
        except OSError:
            pass  # Linux: the other end is closed
        os.close(main)
    return process.returncode, bytes(written)


def test_colours_on_a_terminal() -> None:
    """They are there, and progress leaves no trace."""
    status, written = on_terminal(["roundtrip", "--through", "ptx", str(SAXPY)])
    assert status == 0
    assert b"\033[32midentical \033[0m" in written
    assert b"[1/1] 0 %  " in written
    assert re.search(rb"\n1 file: 1 identical; 1,285 bytes, \d\.\d s\r\n\Z", written)
    assert re.search(rb"\[1/1\] 99 %  [^\r]*\r *\r\033\[32midentical", written)


def test_errors_have_colours(broken: Path) -> None:
    """The word and the caret."""
    status, written = on_terminal(["check", str(broken)])
    assert status == 1
    assert b":4:15: \033[31merror\033[0m: " in written
    assert b"\033[31m    \t             ^\033[0m\r\n" in written


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours(environment: dict[str, str]) -> None:
    """Where they are not wanted."""
    _, written = on_terminal(["show", str(SAXPY)], environment=environment)
    assert b"_Z5saxpyifPKfPf" in written
    assert b"\033" not in written


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        ({"FORCE_COLOR": ""}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colours_without_a_terminal(environment: dict[str, str], *, coloured: bool) -> None:
    """Where they are asked for."""
    variables = {**os.environ, **environment}
    ended = subprocess.run(
        [*PTXPY, "show", str(SAXPY)], capture_output=True, check=True, env=variables
    )
    assert (b"\033[1m" in ended.stdout) is coloured


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek", "x.ptx"], "invalid choice: 'chek' (did you mean check or cache?)"),
        (
            ["frobnicate"],
            (
                "(choose from import, emit, show, view, isa, link, check, diff, roundtrip, reduce, "
                "run, debug, exec, capture, lsp, completion, cache, help)"
            ),
        ),
        (["run", "--gird", "1", "x.ptx"], "--gird x.ptx (did you mean --grid?)"),
        (["check", "x.ptx", "--jason=1"], "arguments: --jason=1 (did you mean --json?)"),
        (["show", "a.ptx", "b.ptx"], "unrecognized arguments: b.ptx\n"),
        (["import", "x.ptx", "--without", "calls_"], "'calls_' (did you mean calls?)"),
        (["--versoin", "isa"], "--versoin (did you mean --version?)"),
        (["emit", "x.py", "--for"], "--for (did you mean --force?)"),
        (
            ["run", "x.ptx", "--grid", "1,x"],
            "'1,x' is not a valid extent; expected 4, or 4,2, or 4,2,1",
        ),
        (["run", "x.ptx", "--block", "1,2,3,4"], "'1,2,3,4' is not a valid extent"),
        (["check", "x.ptx", "-j", "many"], "--jobs: 'many' is not a positive integer"),
        (["diff", "a", "b", "--context", "x"], "'x' is not a number from 0 to 1,000,000"),
    ],
)
def test_mistyped_words(run: Run, arguments: list[str], message: str) -> None:
    """Say what was probably meant."""
    outcome = run(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


def test_names_that_the_terminal_cannot_show(tmp_path: Path) -> None:
    """They are escaped, not an error."""
    path = tmp_path / os.fsdecode(b"\xff\xc3\xa4.ptx")
    path.write_bytes(SAXPY.read_bytes())
    ended = subprocess.run(
        [*PTXPY, "show", path],
        stdout=subprocess.PIPE,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert b"\\udcff\\xe4.ptx: PTX 9.0" in ended.stdout
