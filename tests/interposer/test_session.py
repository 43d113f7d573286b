"""What a recorder does with the messages of a program, which is played here."""

from __future__ import annotations

import socket
import struct
import sys
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from ptxpy.captures import load_capture
from ptxpy.captures.recorder import Recorder
from ptxpy.interposer import wire
from ptxpy.interposer.recording import RecordingServer
from ptxpy.interposer.session import Session
from tests.captures.launches import ADD

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs are recorded on Linux")

X, Y, TOTAL = 0x7F00_0000_1000, 0x7F00_0000_2000, 0x7F00_0000_3000
TEXTURE = "tex.1d.v4.f32.s32 {%f2, %f3, %f2, %f3}, [%rd2, {%r1}];"
PAIR = struct.Struct("<2Q")


class Program:
    """A program that makes one launch of `add`."""

    def __init__(
        self, folder: Path, lines: list[str], max_bytes: int = 1 << 20, **options: Any
    ) -> None:
        """Connect to a recorder."""
        self.connection, other = socket.socketpair()
        self.connection.settimeout(30)
        self.recorder = Recorder(folder, lines.append, device="", max_bytes=max_bytes, **options)
        session = Session(other, self.recorder, threading.Lock(), max_bytes)
        self.thread = threading.Thread(target=session.run, daemon=True)
        self.thread.start()
        self.memory = {
            X: np.arange(64, dtype=np.float32).view(np.uint8),
            Y: np.zeros(256, np.uint8),
            TOTAL: np.zeros(4, np.uint8),
        }
        self.unreadable = False
        self.send(wire.DEVICE, 90, struct.pack("<2I", 13000, 0) + b"GPU of a test")

    def send(self, kind: int, value: int = 0, payload: bytes = b"") -> None:
        """Send a message."""
        self.connection.sendall(wire.HEADER.pack(kind, value, len(payload)) + payload)

    def images(self, *images: bytes) -> None:
        """Say what module 1 was loaded from."""
        parts = [struct.pack("<Q", len(image)) + image for image in images]
        self.send(wire.IMAGES, 0, struct.pack("<Q", 1) + b"".join(parts))

    def launch(self, name: str = "add", module: int = 1) -> int:
        """Launch the kernel; return what the recorder says after its questions."""
        parameters = struct.pack("<2Qf", X, Y, 0.5)
        head = struct.pack("<Q12I", module, 1, 1, 1, 64, 1, 1, 0, 0, 0, 0, 0, len(parameters))
        self.send(wire.LAUNCH, 0, head + parameters + name.encode())
        return self.answer()

    def answer(self) -> int:
        """Answer questions until there are no more."""
        while True:
            kind, _, size = wire.HEADER.unpack(self.connection.recv(16, socket.MSG_WAITALL))
            payload = self.connection.recv(size, socket.MSG_WAITALL) if size else b""
            if kind == wire.ASK_RANGES:
                rows = [struct.pack("<3Q", at, len(self.memory[at]), 0) for at in (X, Y)]
                self.send(wire.DATA, 0, b"".join(rows))
            elif kind == wire.ASK_VARIABLE:
                self.send(wire.DATA, 0, PAIR.pack(TOTAL, 4))
            elif kind == wire.ASK_MEMORY:
                start, size = PAIR.unpack(payload)
                if self.unreadable:
                    self.send(wire.DATA, 700)
                    continue
                data = self.memory[start][:size].tobytes()
                if any(data):
                    self.send(wire.DATA, 0, struct.pack("<Q", start) + data)
                self.send(wire.DATA)
            else:
                return int(kind)

    def run(self) -> None:
        """Do what the kernel does."""
        x = self.memory[X].view(np.float32)
        self.memory[Y][:] = (x + np.float32(0.5)).view(np.uint8)
        self.memory[TOTAL].view(np.uint32)[0] += 64

    def end(self, status: int = 0, *, launched: bool = True) -> None:
        """Say how the launch has ended."""
        self.send(wire.RAN, status, struct.pack("<I", launched))
        assert self.answer() == wire.ASK_END

    def close(self) -> None:
        """End the program."""
        self.connection.close()
        self.thread.join(30)
        assert not self.thread.is_alive()


@pytest.fixture
def lines() -> list[str]:
    """Return what the recorder says."""
    return []


@pytest.fixture
def program(tmp_path: Path, lines: list[str]) -> Iterator[Program]:
    """Return a program."""
    made = Program(tmp_path, lines)
    yield made
    made.close()


def test_a_launch(program: Program, tmp_path: Path) -> None:
    """Its file has the memory before and after, and a replay is equal."""
    program.images(ADD.encode())
    assert program.launch() == wire.ASK_RUN
    program.run()
    program.end()
    launch = load_capture(tmp_path / "launch-000-add.zip")
    assert launch.manifest.device == "GPU of a test (sm_90), driver of CUDA 13.0"
    assert launch.manifest.parameters[:8] == X.to_bytes(8, "little")
    assert launch.replay().equal


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"max_bytes": 16}, "has more than 16 bytes that are not zero, the limit"),
        ({"kernel": "other"}, ""),
        ({"nth": frozenset([1])}, ""),
    ],
)
def test_launches_that_are_not_recorded(
    tmp_path: Path, lines: list[str], options: dict[str, Any], line: str
) -> None:
    """The limit of bytes, the kernel and the number of the launch are heeded."""
    program = Program(tmp_path, lines, **options)
    program.images(ADD.encode())
    assert program.launch() == wire.ASK_SKIP
    second = program.launch()
    assert second == (wire.ASK_RUN if "nth" in options else wire.ASK_SKIP)
    program.close()
    assert line in "".join(lines)
    assert len(lines) <= 2
    assert not [*tmp_path.iterdir()]


def test_an_error_that_ends_the_context(program: Program, tmp_path: Path) -> None:
    """The memory cannot be read any more: the file has what was before, and the error."""
    program.images(ADD.encode())
    assert program.launch() == wire.ASK_RUN
    program.unreadable = True
    program.end(700)
    launch = load_capture(tmp_path / "launch-000-add.zip")
    assert launch.manifest.status == 700
    assert [each.after for each in launch.manifest.allocations] == [(), (), ()]


def test_memory_that_cannot_be_read(program: Program, lines: list[str], tmp_path: Path) -> None:
    """The launch is not recorded, before it or after it."""
    program.images(ADD.encode())
    program.unreadable = True
    assert program.launch() == wire.ASK_SKIP
    program.unreadable = False
    assert program.launch() == wire.ASK_RUN
    program.unreadable = True
    program.end()
    assert len(lines) == 2
    assert all("cannot be read: error 700 of the driver" in line for line in lines)
    assert not [*tmp_path.iterdir()]


def test_a_launch_that_the_driver_refuses(program: Program, lines: list[str]) -> None:
    """It is told, with the error."""
    program.images(ADD.encode())
    assert program.launch() == wire.ASK_RUN
    program.end(1, launched=False)
    assert lines == ["launch 0 of add is not recorded: the driver refused it with error 1"]


@pytest.mark.parametrize(
    ("image", "part"),
    [
        (b"\x7fELF" + bytes(60), "is a cubin without PTX, which only a GPU runs"),
        (b"this is no PTX", "this is not PTX: it has no directive"),
        (ADD.replace("add(", "other(").encode(), "has no such kernel"),
        (ADD.replace("ld.global.f32 %f2, [%rd2];", TEXTURE).encode(), "uses textures or surfaces"),
    ],
)
def test_modules_that_cannot_be_captured(
    program: Program, lines: list[str], image: bytes, part: str
) -> None:
    """The reason is said, and the launch runs."""
    program.images(image)
    assert program.launch() == wire.ASK_SKIP
    (line,) = lines
    assert line.startswith("launch 0 of add is not recorded: ")
    assert part in line


def test_a_module_that_is_not_known(program: Program, lines: list[str]) -> None:
    """It is looked for in the files that the program runs: here there is none."""
    assert program.launch("no_such_kernel_anywhere", module=0) == wire.ASK_SKIP
    assert "no file that the program runs has PTX of it" in lines[0]


def test_notes_are_said_once(program: Program, lines: list[str]) -> None:
    """A graph may be launched a thousand times."""
    for _ in range(3):
        program.send(wire.NOTE, 0, b"a graph\0the launches of graphs are not recorded")
    program.close()
    assert lines == ["a graph: the launches of graphs are not recorded"]
    assert program.recorder.skipped == 3


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\1",
        bytes(16),
        wire.HEADER.pack(wire.LAUNCH, 0, 3) + b"abc",
        wire.HEADER.pack(wire.IMAGES, 0, 12) + bytes(12),
        wire.HEADER.pack(wire.MAP, 0, 130) + bytes(130),
        wire.HEADER.pack(wire.DATA, 0, 1 << 60),
    ],
)
def test_messages_that_are_none(program: Program, data: bytes) -> None:
    """The connection is closed."""
    program.connection.sendall(data)
    program.connection.shutdown(socket.SHUT_WR)
    program.thread.join(30)
    assert not program.thread.is_alive()


def test_programs_that_have_ended_before_they_are_accepted(tmp_path: Path) -> None:
    """What they have sent is told, however late the server comes to it."""
    lines: list[str] = []
    recorder = Recorder(tmp_path / "launches", lines.append, device="", max_bytes=1 << 20)
    for turn in range(20):
        folder = tmp_path / str(turn)
        folder.mkdir()
        server = RecordingServer(recorder, str(folder), 1 << 20)
        for number in range(8):
            payload = f"call {turn}.{number}\0a reason".encode()
            with socket.socket(socket.AF_UNIX) as program:
                program.connect(server.path)
                program.sendall(wire.HEADER.pack(wire.NOTE, 0, len(payload)) + payload)
        server.close(30)
    assert sorted(lines) == sorted(f"call {n}.{k}: a reason" for n in range(20) for k in range(8))
