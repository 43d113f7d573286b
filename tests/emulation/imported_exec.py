"""The command `ptxpy exec`, forked from a process that has imported the simulator.

A program of the tests takes a tenth of the time that Python and the simulator take to start. The
command is the same: its arguments, environment, folder, input and outputs are those of the program.

As a program it reads requests from its standard input, one a line, and answers with the status.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

WARMING = """
.visible .entry warming(.param .u64 a)
{
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<4>;
    .reg .f32 %f<4>;
    ld.param.u64 %rd1, [a];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.s32 %r3, %r1, 32, %r2;
    setp.ge.s32 %p1, %r3, 32;
    @%p1 bra $end;
    mul.wide.s32 %rd3, %r3, 4;
    add.s64 %rd2, %rd2, %rd3;
    ld.global.f32 %f1, [%rd2];
    add.f32 %f2, %f1, %f1;
    st.global.f32 [%rd2], %f2;
$end:
    ret;
}
"""


class Done(NamedTuple):
    """A command that has ended."""

    status: int
    """The exit status; of a signal, less 0."""
    output: str
    errors: str
    processes: list[str]
    """What still runs of the command and its programs."""


def run(
    arguments: Sequence[str | Path], environment: dict[str, str], folder: Path, given: str = ""
) -> Done:
    """Run `ptxpy exec` with arguments in a folder; `given` is its input."""
    with tempfile.TemporaryDirectory() as scratch:
        files = [Path(scratch, name) for name in ("input", "output", "errors")]
        files[0].write_text(given)
        request = {
            "arguments": ["exec", *map(str, arguments)],
            "environment": environment,
            "folder": str(folder),
            "files": [str(path) for path in files],
        }
        server = _server()
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(f"{json.dumps(request)}\n")
        server.stdin.flush()
        status, session = json.loads(server.stdout.readline())
        output, errors = (path.read_text(errors="replace") for path in files[1:])
        return Done(status, output, errors, processes_of(session))


def processes_of(session: int) -> list[str]:
    """Return the commands of the processes of a session that have not ended."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # After the name in parentheses: state, parent, group, session.
            state, _, _, its_session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(its_session) == session and state != "Z":
                found.append((folder / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


@cache
def _server() -> subprocess.Popen[str]:
    """Return the process that has imported the simulator; it ends with this one."""
    return subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


def _serve() -> None:
    """Answer requests until there are no more."""
    _warm()
    for line in sys.stdin:
        request = json.loads(line)
        number = os.fork()
        if not number:
            _become(request)
        _, status = os.waitpid(number, 0)
        sys.stdout.write(f"{json.dumps([os.waitstatus_to_exitcode(status), number])}\n")
        sys.stdout.flush()


def _warm() -> None:
    """Run a kernel: what is imported and prepared for it need not be again."""
    from ptxpy.cli import command_line, exec_command  # noqa: F401, PLC0415 - not by the tests
    from ptxpy.emulation import server, supervisor  # noqa: F401, PLC0415
    from tests.emulation.device_harness import device, launch, load  # noqa: PLC0415

    found = device()
    address = found.allocate(128)
    assert not launch(found, load(found, WARMING), "warming", address).status


def _become(request: dict[str, Any]) -> None:
    """Run the command in this process, which has been forked for it."""
    status = 1
    try:
        os.setsid()
        kinds = (os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT)
        for number, (path, kind) in enumerate(zip(request["files"], kinds, strict=True)):
            file = os.open(path, kind, 0o600)
            os.dup2(file, number)
            os.close(file)
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["environment"])
        tempfile.tempdir = None
        from ptxpy.cli import main  # noqa: PLC0415 - has been imported

        status = main(request["arguments"])
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:  # noqa: BLE001 - the tests see it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    _serve()
