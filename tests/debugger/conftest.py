"""Sessions on small kernels, and the command on a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

from ptxpy.cli.command_line import main
from ptxpy.debugger.going_back import FIRST_INTERVAL
from ptxpy.debugger.locations import breakpoint_at
from ptxpy.debugger.session import Session
from ptxpy.debugger.stops import Stop
from ptxpy.debugger.targets import target_of_request
from ptxpy.launch import load
from tests.debugger.client import Client

KERNELS = Path(__file__).parent / "kernels"

Begin: TypeAlias = Callable[..., Session]
Debug: TypeAlias = Callable[..., str]

SAXPY = ("--grid=4", "--block=64", "--arg=200", "--arg=2.0", "--arg=float32[200]:arange",
         "--arg=float32[200]:ones")  # fmt: skip
REDUCE = ("--grid=1", "--block=64", "--arg=float32[64]:arange", "--arg=float32[1]")


def saxpy_arguments() -> tuple[Any, ...]:
    """Return the arguments of saxpy."""
    return 200, 2.0, np.arange(200, dtype="f4"), np.ones(200, "f4")


def reduce_arguments() -> tuple[Any, ...]:
    """Return the arguments of reduce."""
    return np.arange(64, dtype="f4"), np.zeros(1, "f4")


@pytest.fixture(params=[FIRST_INTERVAL, 3], ids=["no checkpoints", "checkpoints"])
def begin(request: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Return a function that begins a session on a kernel of `kernels/`; it ends with the test.

    Sessions are without checkpoints, as these launches are short, and with many.
    """
    monkeypatch.setattr("ptxpy.debugger.going_back.FIRST_INTERVAL", request.param)
    sessions: list[Session] = []

    def begin(
        name: str, *arguments: Any, grid: Any = 1, block: Any = 64, **options: Any
    ) -> Session:
        kernel = load(KERNELS / f"{name}.ptx")
        launch = kernel.request(*arguments, grid=grid, block=block)
        session = Session(target_of_request(launch), **options)
        sessions.append(session)
        session.start()
        return session

    yield begin
    for session in sessions:
        session.quit()


def stopped(session: Session, at: str) -> Stop:
    """Set a breakpoint, run to it, and return the stop."""
    session.add(breakpoint_at(session, at))
    return ran(session)


def ran(session: Session) -> Stop:
    """Let a session run on, and return the stop."""
    session.resume()
    return session.wait()


def stepped(session: Session, kind: str, *, by_line: bool = False, back: bool = False) -> Stop:
    """Step a session, and return the stop."""
    (session.step_back if back else session.step)(kind, by_line=by_line)
    return session.wait()


def line_of(session: Session) -> int:
    """Return the line of the PTX at which the focus is."""
    place = session.place()
    assert place is not None
    return session.map.ptx(place.ordinal).line


@pytest.fixture
def client_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], Client]]:
    """Return a function that starts an adapter in a folder; it ends with the test."""
    with ExitStack() as stack:

        def start(folder: Path) -> Client:
            monkeypatch.chdir(folder)
            return stack.enter_context(Client.in_thread())

        yield start


@pytest.fixture
def debug(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Debug:
    """Return a function that carries out commands by `ptxpy debug`, and returns what it writes."""
    monkeypatch.chdir(KERNELS)  # so that names of files are short
    monkeypatch.setattr("sys.stdout.reconfigure", lambda **_: None, raising=False)

    def debug(name: str, *commands: str, arguments: tuple[str, ...] = (), status: int = 0) -> str:
        options = [f"--ex={command}" for command in commands]
        assert main(["debug", name, *arguments, *options, "--batch"]) == status
        # Arguments are placed in the order of their addresses in this process.
        return re.sub(r"0x1000\w{5}", "0x1…", capsys.readouterr().out)

    return debug
