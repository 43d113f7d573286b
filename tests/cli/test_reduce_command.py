"""`ptxpy reduce`."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest

import ptxpy
from ptxpy.captures import is_capture, load_capture
from ptxpy.ir import nodes as n
from tests.captures.launches import ADD, captured
from tests.cli.conftest import Run
from tests.reduce.making import large_module

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts for a shell of POSIX")

Script: TypeAlias = Callable[..., Path]

INTERRUPTIBLE = """
import signal
from ptxpy.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a background job ignores
raise SystemExit(main())
"""


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Write an executable script."""

    def write(text: str, name: str = "interesting.sh") -> Path:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    return write


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A file of 2,000 instructions."""
    path = tmp_path / "large.ptx"
    path.write_text(large_module())
    return path


def _instructions(path: Path) -> list[n.Instruction]:
    return [
        each
        for each in ptxpy.ir.statements(ptxpy.parse(path.read_bytes()))
        if isinstance(each, n.Instruction)
    ]


def test_a_large_file(run: Run, large: Path, script: Script) -> None:
    """The result is beside the file; a second run does not overwrite another one."""
    test = script('grep -q redux.sync "$1"')
    outcome = run("reduce", large, "--test", test)
    result = large.with_name("large.reduced.ptx")
    assert outcome.status == 0, outcome.err
    assert [each.opcode for each in _instructions(result)] == ["redux"]
    assert len([*ptxpy.ir.statements(ptxpy.parse(result.read_bytes()))]) < 12
    assert "to 1 instruction; " in outcome.err
    assert run("reduce", large, "--test", test).status == 0  # it holds the same
    result.write_text("// mine\n")
    refused = run("reduce", large, "--test", test)
    assert refused.status == 2
    assert "exists already, and differs; --force overwrites it" in refused.err
    assert run("reduce", large, "--test", test, "--force", "-j", "3").status == 0
    assert len(_instructions(result)) == 1


def test_standard_input_and_output(run: Run, large: Path, script: Script) -> None:
    """The test has arguments of its own before the path."""
    test = script('grep -q "$1" "$2"')
    outcome = run("reduce", "-", "--test", f"{test} 'redux.sync'", stdin=large.read_bytes())
    assert outcome.status == 0
    assert outcome.out.count(";") == 1


def test_what_is_not_interesting(run: Run, large: Path, script: Script) -> None:
    """The error says what the test returned; nothing is written."""
    outcome = run("reduce", large, "--test", script("echo nothing here; exit 7"))
    assert outcome.status == 1
    assert f"{large}: is not interesting to begin with: the test gave exit status 7" in outcome.err
    assert "    nothing here" in outcome.err
    assert not large.with_name("large.reduced.ptx").exists()


def test_a_test_that_hangs(run: Run, large: Path, script: Script) -> None:
    """Candidates without the instruction hang, and are not interesting."""
    test = script('grep -q redux "$1" || sleep 60')
    small = large.with_name("small.ptx")
    small.write_text(large_module(60))
    outcome = run("reduce", small, "--test", test, "--timeout", "0.3", "-j", "4")
    assert outcome.status == 0, outcome.err
    assert "redux" in small.with_name("small.reduced.ptx").read_text()


def test_a_test_that_is_not_deterministic(run: Run, large: Path, script: Script) -> None:
    """The result is written, and it is said that it was interesting only once."""
    test = script(f'echo >> {large}.calls; [ "$(wc -l < {large}.calls)" -le 3 ]')
    outcome = run("reduce", large, "--test", test)
    assert outcome.status == 1
    assert "the test is not deterministic" in outcome.err
    assert large.with_name("large.reduced.ptx").exists()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupting_keeps_the_best(large: Path, script: Script, jobs: str) -> None:
    """The running test is ended, too."""
    note = large.with_name("pid")
    test = script(
        f'echo >> {large}.calls; if [ "$(wc -l < {large}.calls)" -gt 30 ]; '
        f'then echo $$ > {note}; exec sleep 60; fi; grep -q redux.sync "$1"'
    )
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            INTERRUPTIBLE,
            "reduce",
            str(large),
            "--test",
            str(test),
            "-j",
            jobs,
            "--timeout",
            "60",
        ],
        stderr=subprocess.PIPE,
        text=True,
    )
    for _ in range(600):
        if note.exists() and note.read_text():
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted: this is the best so far" in errors
    result = large.with_name("large.reduced.ptx").read_bytes()
    assert b"redux.sync" in result
    assert len(result) < large.stat().st_size / 2
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


def test_a_message_of_the_check(run: Run, large: Path) -> None:
    """By its code; the mistake is the only instruction that is left."""
    large.write_text(large_module().replace("redux.sync.add.s32", "redux.sync.add.f64"))
    outcome = run("reduce", large, "--message", "redux.sync.add has no .f64", "--by", "check")
    assert outcome.status == 0, outcome.err
    left = large.with_name("large.reduced.ptx").read_text()
    assert left.count(";") == 1
    assert "redux" in left


PTXAS = """
if [ "$1" = --version ]; then echo "Cuda compilation tools, release 13.0, V13.0.1"; exit 0; fi
for file; do :; done
echo "$@" >> {calls}
if grep -q 'redux.*%r7' "$file"; then kill -SEGV $$; fi
if grep -q 'redux' "$file"; then echo "ptxas warning : redux is slow"; fi
"""


def test_a_crash_of_ptxas(
    run: Run, large: Path, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The operand on which it depends is kept; --arch is what ptxas is given."""
    calls = large.with_name("calls")
    monkeypatch.setenv("PTXPY_PTXAS", str(script(PTXAS.format(calls=calls), "ptxas")))
    outcome = run("reduce", large, "--ptxas-crashes", "--arch", "sm_90a")
    assert outcome.status == 0, outcome.err
    left = large.with_name("large.reduced.ptx").read_text()
    assert "redux t, %r7, 0;" in left
    assert left.count(";") == 1
    assert "-arch=sm_90a" in calls.read_text()
    silent = run("reduce", large, "--message", "is slow", "-o", "-")
    assert silent.status == 1
    assert "ptxas does not print 'is slow': it gave SIGSEGV" in silent.err  # it crashes first


def test_a_message_of_ptxas(
    run: Run, large: Path, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is a ptxas, it is that which prints the message; else it is the check."""
    calls = large.with_name("calls")
    monkeypatch.setenv("PTXPY_PTXAS", str(script(PTXAS.format(calls=calls), "ptxas")))
    large.write_text(large_module().replace("t, %r7", "t, %r8"))
    outcome = run("reduce", large, "--message", "is slow", "-o", "-")
    assert outcome.status == 0, outcome.err
    assert "redux t, 0, 0;" in outcome.out
    assert "-arch=sm_80" in calls.read_text()
    missing = run("reduce", large, "--message", "is slow", "--by", "check")
    assert missing.status == 1
    assert "`ptxpy check` does not print 'is slow': it gave no error or warning" in missing.err
    sound = run("reduce", large, "--ptxas-crashes")
    assert sound.status == 1
    assert "ptxas does not crash: it gave exit status 0" in sound.err


def test_a_kernel_in_python(run: Run, tmp_path: Path, script: Script) -> None:
    """Candidates are PTX; the result is PTX, or Python that gives it."""
    example = Path(ptxpy.__file__).parent / "examples" / "saxpy.py"
    python = tmp_path / "saxpy.py"
    python.write_bytes(example.read_bytes())
    test = script('grep -q "^\\.version" "$1" && grep -q fma.rn.f32 "$1"')
    assert run("reduce", python, "--test", test).status == 0
    result = tmp_path / "saxpy.reduced.ptx"
    assert [each.opcode for each in _instructions(result)] == ["fma"]
    small = tmp_path / "small.py"
    assert run("reduce", python, "--test", test, "-o", small).status == 0
    assert run("emit", small).out.split() == result.read_text().split()


KEEPING = """
import re, sys, zipfile
ptx = zipfile.ZipFile(sys.argv[1]).read("kernel.ptx").decode()
wanted = [".reg .b64", r"ld.param.u64 %rd3, .y.;", r"st.global.f32 .%rd3., 0f00000000;"]
sys.exit(not all(re.search(each, ptx) for each in wanted))
"""


def test_a_captured_launch(run: Run, tmp_path: Path, script: Script) -> None:
    """The kernel is reduced, and can be launched; the rest of the launch is as it was."""
    x, y = np.arange(8, dtype=np.float32), np.zeros(8, np.float32)
    kernel = ptxpy.load(ADD.replace("[%rd3], %f3;", "[%rd3], 0f00000000;"))
    captured(tmp_path, kernel, x, y, 2.0, grid=1, block=8)
    (capture,) = tmp_path.glob("*.zip")
    (tmp_path / "keeping.py").write_text(KEEPING)
    test = script(f'exec "{sys.executable}" -I -S {tmp_path}/keeping.py "$1"')
    outcome = run("reduce", capture, "--test", test)
    assert outcome.status == 0, outcome.err
    result = capture.with_name(f"{capture.stem}.reduced.zip")
    assert is_capture(str(result))
    before, after = load_capture(capture), load_capture(result)
    assert after.manifest == before.manifest
    for one, other in zip(after.arrays, before.arrays, strict=True):
        assert np.array_equal(one, other)
    # The counter of threads is in the capture, and the reduced kernel does not count.
    replayed = run("run", result)
    assert replayed.status == 1
    assert "total" in replayed.out
    ptx = tmp_path / "kernel.ptx"
    assert run("reduce", capture, "--test", test, "-o", ptx).status == 0
    assert [each.opcode for each in _instructions(ptx)] == ["ld", "st"]
    parameters = ptxpy.parse(ptx.read_bytes()).kernels[0].parameters or ()
    assert [each.declarator.name.name for each in parameters] == ["x", "y", "by"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--test", "no-such-program-here"], "there is no program no-such-program-here"),
        (["--test", "'"], "--test ': no closing quotation"),
        (["--test", ""], "--test: expected a command, such as ./interesting.sh"),
        (["--test", "true", "--by", "check"], "--by is for --message and --ptxas-crashes"),
        (["--test", "true", "--arch", "sm_90"], "--arch is for --message and --ptxas-crashes"),
        (["--ptxas-crashes", "--by", "check"], "--by check is for --message"),
        (["--message", ""], "--message: the text is empty"),
        (["--test", "true", "--timeout", "0"], "'0' is not a positive number of seconds"),
        (["--test", "true", "-j", "0"], "'0' is not a positive number"),
        (["--test", "true", "--message", "x"], "not allowed with argument --test"),
        ([], "one of the arguments --test --ptxas-crashes --message is required"),
        (["--test", "true", "--set", "M=1"], "--set M needs a kernel written in Python"),
    ],
)
def test_wrong_options(run: Run, large: Path, arguments: list[str], message: str) -> None:
    """Are told before anything is tested."""
    outcome = run("reduce", large, *arguments)
    assert outcome.status == 2
    assert message in outcome.err


def test_where_the_test_is(
    run: Run, large: Path, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the current folder, with and without `./`; a script needs its first line."""
    path = script('grep -q redux "$1"')
    monkeypatch.chdir(path.parent)
    for name in ("interesting.sh", "./interesting.sh"):
        assert run("reduce", large, "--test", name, "-o", "-").status == 0
    path.write_text("grep -q redux $1\n")
    outcome = run("reduce", large, "--test", path)
    assert outcome.status == 2
    assert "exec format error; a script begins with a line such as #!/bin/sh" in outcome.err
    assert "is a directory" in run("reduce", large, "--test", path.parent).err


def test_the_folder_of_the_result_is_looked_for_first(
    run: Run, large: Path, script: Script
) -> None:
    """No test is run for a result that cannot be written."""
    note = large.with_name("note")
    outcome = run("reduce", large, "--test", script(f"touch {note}"), "-o", large.parent / "no/x")
    assert outcome.status == 2
    assert "no: is no directory" in outcome.err
    assert not note.exists()


def test_a_result_without_python_is_not_lost(
    run: Run, large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result for a kernel in Python is written as PTX."""

    def refuse(_: object) -> str:
        message = "line 3 differs"
        raise ptxpy.ProofError(message)

    monkeypatch.setattr(ptxpy, "to_python", refuse)
    outcome = run("reduce", large, "--test", "grep -q redux", "-o", large.with_name("out.py"))
    assert outcome.status == 1
    assert f"is in {large.with_name('out.ptx')}: line 3 differs" in outcome.err
    assert [each.opcode for each in _instructions(large.with_name("out.ptx"))] == ["redux"]


def test_a_script_that_is_not_executable(run: Run, large: Path, script: Script) -> None:
    """The message says how it becomes so."""
    path = script("exit 0")
    path.chmod(0o644)
    outcome = run("reduce", large, "--test", path)
    assert outcome.status == 2
    assert f"is not executable; make it so with `chmod +x {path}`" in outcome.err
