"""Launches of programs by the compiled engine."""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ptxpy.emulation.device import Device
from ptxpy.emulation.device_memory import DeviceMemory
from ptxpy.emulation.statuses import Status
from tests.emulation import imported_exec
from tests.emulation.compiled import NEEDS_NVCC, executable, programs
from tests.emulation.device_harness import ARENA_BYTES, device, launch, load, words
from tests.emulation.test_uninitialised_memory import ADD as COPY_ONE_MORE
from tests.sim.races.test_faults import FRAME, Case, cases

pytest.importorskip("llvmlite")

from ptxpy.sim.native import memory_snapshot

ADD = """
.visible .entry add(.param .u64 p, .param .u64 limit)
{
    .reg .pred %p1;
    .reg .u64 %rd<5>;
    .reg .u32 %r<5>;
    ld.param.u64 %rd1, [p];
    ld.param.u64 %rd2, [limit];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r1, %r1, %r2, %r3;
    cvt.u64.u32 %rd3, %r1;
    setp.ge.u64 %p1, %rd3, %rd2;
    @%p1 bra END;
    shl.b64 %rd3, %rd3, 2;
    add.u64 %rd1, %rd1, %rd3;
    ld.global.u32 %r4, [%rd1];
    add.u32 %r4, %r4, 1;
    st.global.u32 [%rd1], %r4;
END:
    ret;
}
"""
"""Each thread before `limit` adds 1 to its word."""

SCATTER = """
.visible .entry scatter(.param .u64 p, .param .u64 step, .param .u64 wrong)
{
    .reg .pred %p1;
    .reg .u64 %rd<8>;
    .reg .u32 %r<3>;
    ld.param.u64 %rd1, [p];
    ld.param.u64 %rd2, [step];
    ld.param.u64 %rd3, [wrong];
    mov.u32 %r1, %ctaid.x;
    cvt.u64.u32 %rd4, %r1;
    mul.lo.u64 %rd5, %rd4, %rd2;
    add.u64 %rd6, %rd1, %rd5;
    st.global.u32 [%rd6], 7;
    setp.ne.u64 %p1, %rd4, %rd3;
    @%p1 bra END;
    ld.global.u32 %r2, [8];
END:
    ret;
}
"""
"""Each CTA writes a word, `step` bytes from the next; number `wrong` reads from nowhere."""


def scattered(step: int, ctas: int, wrong: int, size: int) -> tuple[Device, int, Any]:
    """Launch `scatter` compiled, on memory that is not zero."""
    found = device(engine="compiled")
    address = found.allocate(size)
    found.memory.bytes[address : address + size] = 3
    module = load(found, SCATTER)
    result = launch(found, module, "scatter", address, step, wrong, grid=ctas, block=1)
    return found, address, result


def test_launches_are_compiled() -> None:
    """The report of the device has them, and the kernel is not named as interpreted."""
    found = device(engine="compiled")
    address = found.allocate(1024)
    module = load(found, ADD)
    for _ in range(3):
        assert not launch(found, module, "add", address, 100, grid=4, block=64).status
    assert words(found, address, 101) == [3] * 100 + [0]
    assert found.engine.compiled == {"add": 3}
    assert not found.interpreted()


def test_launches_in_a_loop_have_one_workspace() -> None:
    """What one has left there is not seen by the next, whatever its shape."""
    found = device(engine="compiled")
    addresses = [found.allocate(1024) for _ in range(2)]
    module = load(found, ADD)
    for turn in range(12):
        grid = 4 if turn % 3 else 2
        address, limit = addresses[turn % 2], (100, 60)[turn % 2]
        assert not launch(found, module, "add", address, limit, grid=grid, block=32).status
    assert words(found, addresses[0], 101) == [6] * 64 + [4] * 36 + [0]
    assert words(found, addresses[1], 61) == [6] * 60 + [0]
    assert found.engine.compiled == {"add": 12}


def test_the_interpreter_compiles_nothing() -> None:
    """Its results are the same."""
    found = device(engine="interpreted")
    address = found.allocate(1024)
    assert not launch(found, load(found, ADD), "add", address, 100, grid=4, block=64).status
    assert words(found, address, 101) == [1] * 100 + [0]
    assert not found.engine.compiled


def test_strict_mode_is_compiled() -> None:
    """Where no access may be a fault."""
    found = device(engine="compiled", strict=True)
    address = found.allocate(1024)
    assert not launch(found, load(found, SCATTER), "scatter", address, 4, 9, grid=4, block=1).status
    assert words(found, address, 4) == [7] * 4
    assert found.engine.compiled == {"scatter": 1}


def strict_launch(case: Case, body: str, engine: str, mode: Any) -> tuple[Any, ...]:
    """Run a version of a planted fault; return the device, the result, and what it has written."""
    found = device(engine=engine, strict=mode)
    data, out = found.allocate(16384), found.allocate(16384)
    found.memory.view("u4")[data // 4 :][:4096] = np.arange(4096)
    found.memory.view("u4")[out // 4 :][:4096] = 0
    module = found.load([f"{FRAME}{body}\n    }}\n    ret;\n}}\n".encode()], ["case.ptx"])
    cluster = (case.cluster, 1, 1) if case.cluster > 1 else (0, 0, 0)
    shape: dict[str, Any] = {"grid": case.grid, "block": case.block, "cluster": cluster}
    result = launch(found, module, "kernel", data, out, **shape)
    return found, result, words(found, out, 4096)


@pytest.mark.parametrize("mode", [True, "collect"])
@pytest.mark.parametrize(
    "case", [*cases("memory.txt"), *cases("readers.txt")], ids=lambda case: case.name
)
def test_strict_mode_of_both_engines(case: Case, mode: Any) -> None:
    """A planted fault has one message, and the kernel without it one result."""
    (plain, told, held), (quick, again, same) = (
        strict_launch(case, case.wrong, engine, mode) for engine in ("interpreted", "compiled")
    )
    assert told.message
    assert (told, held, plain.faults) == (again, same, quick.faults)
    assert not quick.engine.compiled
    if mode == "collect":
        return
    (_, told, held), (_, again, same) = (
        strict_launch(case, case.right, engine, mode) for engine in ("interpreted", "compiled")
    )
    assert not told.message
    assert (told, held) == (again, same)


@pytest.mark.parametrize("mode", [True, "collect"])
@pytest.mark.parametrize("unwritten", [0, 1, 16])
def test_a_read_before_any_write_is_told_by_both_engines(unwritten: int, mode: Any) -> None:
    """Compiled code suspects it, and no write that is the first one."""
    messages = []
    for engine in ("interpreted", "compiled"):
        found = device(engine=engine, strict=mode)
        module = load(found, COPY_ONE_MORE)
        x, y = found.allocate(128), found.allocate(128)
        # A word alone in its line may be data by chance.
        found.memory.view("u4")[x // 4 :][: 32 - 2 * unwritten] = 5
        result = launch(found, module, "add", x, y)
        messages.append((result.status, result.message, words(found, y, 32)))
        assert bool(found.engine.compiled) == (engine == "compiled" and not unwritten)
    assert messages[0] == messages[1]
    assert bool(messages[0][1]) == bool(unwritten)


def test_a_dependent_launch_is_compared_with_a_compiled_one() -> None:
    """The dependent launch is interpreted, and says so; the thread that wrote is not known."""
    found = device(engine="compiled", strict=True)
    module = load(found, COPY_ONE_MORE)
    x, y, z = (found.allocate(128) for _ in range(3))
    found.memory.view("u4")[x // 4 :][:32] = 5
    assert not launch(found, module, "add", x, y, number=1).status
    assert found.engine.compiled == {"add": 1}
    result = launch(found, module, "add", y, z, number=2, primary=1)
    assert result.status == Status.LAUNCH_FAILED
    assert "before griddepcontrol.wait" in result.message
    assert "a thread of add" in result.message
    assert found.interpreted() == ["add ran interpreted: a dependent launch, in strict mode"]


@pytest.mark.parametrize("megabytes", [1, 8], ids=["small", "large"])
def test_only_what_is_written_is_saved(megabytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A launch beside large arrays costs what it writes; of a large one, parts are copied."""
    copied = []
    kept = memory_snapshot._Copy  # noqa: SLF001 - what it copies is seen nowhere else

    def keep(start: int, stop: int, data: Any) -> Any:
        copied.append(stop - start)
        return kept(start, stop, data)

    monkeypatch.setattr(memory_snapshot, "_Copy", keep)
    found = device(engine="compiled")
    found.allocate(64 << 20)
    address = found.allocate(megabytes << 19)
    assert not launch(found, load(found, ADD), "add", address, 100, grid=4, block=64).status
    assert found.engine.compiled == {"add": 1}
    (size,) = copied
    assert size == 1 << 19 if megabytes == 1 else size <= 1 << 18


@pytest.mark.parametrize(
    ("step", "ctas"), [(4, 50), (1 << 18, 32), (1 << 14, 512)], ids=["one", "each", "all"]
)
def test_memory_is_set_back_for_the_interpreter(step: int, ctas: int) -> None:
    """Whether it was saved in parts or as a whole: it writes its 7 over what was there."""
    size = 8 << 20
    found, address, result = scattered(step, ctas, ctas - 1, size)
    assert result.status == Status.ILLEGAL_ADDRESS
    assert "outside of" in result.message
    assert not found.engine.compiled
    view = found.memory.view("u4")[address // 4 : (address + size) // 4]
    # The interpreter has run all CTAs up to the fault.
    assert (view[:: step // 4][:ctas] == 7).all()
    view[:: step // 4][:ctas] = 0x03030303
    assert (view == 0x03030303).all()


def test_parts_are_compiled_too() -> None:
    """Without a fault nothing is set back."""
    found, address, result = scattered(1 << 14, 512, 512, 8 << 20)
    assert not result.status
    assert found.engine.compiled == {"scatter": 1}
    assert words(found, address + (511 << 14), 2) == [7, 0x03030303]


def test_memory_that_was_never_used_is_not_used_by_a_copy() -> None:
    """A hole in the file stays one, and what is written there is cleared."""
    with tempfile.TemporaryFile() as file:
        file.truncate(ARENA_BYTES)
        memory = DeviceMemory(mmap.mmap(file.fileno(), ARENA_BYTES), file=file.fileno())
        start = memory.allocate(8 << 20, "a large one")
        memory.bytes[start + (3 << 20) : start + (4 << 20)] = 3
        allocation = memory.find(start)
        assert allocation is not None
        snapshot = memory_snapshot.MemorySnapshot(memory)
        snapshot.save(allocation)
        assert os.fstat(file.fileno()).st_blocks * 512 < 2 << 20
        memory.bytes[start : start + (8 << 20)] = 5
        snapshot.restore()
        held = memory.bytes[start : start + (8 << 20)]
        assert (held[3 << 20 : 4 << 20] == 3).all()
        assert not held[: 3 << 20].any()
        assert not held[4 << 20 :].any()


def test_some_parts_and_then_all_of_an_allocation_are_set_back() -> None:
    """A part that has been saved is not copied again, and buffers serve another time."""
    found = device()
    size = 2 << 20
    address = found.allocate(size)
    memory = found.memory.bytes[address : address + size]
    allocation = found.memory.find(address)
    assert allocation is not None
    for turn in range(3):
        before = memory[:] = np.random.default_rng(turn).integers(0, 256, size, np.uint8)
        snapshot = memory_snapshot.MemorySnapshot(found.memory)
        for offset in (300_000, 900_000, size - 1):
            first, last = snapshot.save_part(allocation, address + offset)
            assert first <= address + offset < last < allocation.stop + (offset == size - 1)
            found.memory.bytes[first:last] = 4
        snapshot.save(allocation)
        memory[:] = 5
        snapshot.restore()
        assert (memory == before).all()


def test_the_pages_of_an_allocation_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system goes through all pages behind a part to find the end of what is used."""
    found = device()
    address = found.allocate(64 << 20)
    allocation = found.memory.find(address)
    assert allocation is not None
    asked = []
    used_parts = found.memory.used_parts

    def counted(start: int, stop: int) -> Iterator[tuple[int, int]]:
        asked.append((start, stop))
        return used_parts(start, stop)

    monkeypatch.setattr(found.memory, "used_parts", counted)
    found.memory.bytes[address + (5 << 20) : address + (9 << 20)] = 3
    snapshot = memory_snapshot.MemorySnapshot(found.memory)
    for megabyte in range(12):
        snapshot.save_part(allocation, address + (megabyte << 20))
        found.memory.bytes[address + (megabyte << 20)] = 7
    snapshot.restore()
    held = found.memory.bytes[address : address + (12 << 20)]
    assert held[:: 1 << 20].tolist() == [0] * 5 + [3] * 4 + [0] * 3
    assert len(asked) == 1


@NEEDS_NVCC
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("shuffles", []),
        ("illegal_address", ["fill", "ran interpreted"]),
        ("device_printf", []),
        ("device_assert", ["assertion failed", "ran interpreted: a trap"]),
        ("texture_2d", []),
        ("texture_linear", []),
        ("surfaces", []),
        ("volumes", []),
        ("grid_sync", ["has all CTAs resident"]),
        ("cluster_launch", ["is not a multiple of a cluster"]),
    ],
)
def test_a_program_runs_compiled(name: str, said: list[str], tmp_path: Path) -> None:
    """Kernels that do not are named at its end, and only with the option; others never."""
    (program,) = [each for each in programs() if each.name == name]
    path = executable(program, "static", tmp_path)
    environment = {**os.environ, "PTXPY_ENGINE": "interpreted"}
    done = imported_exec.run(["--engine", "compiled", "--", path], environment, tmp_path)
    assert (done.status, done.output.splitlines()) == (0, program.output)
    assert all(each in done.errors for each in said), done.errors
    assert bool(said) == bool(done.errors)
    assert ("interpreted" in done.errors) == any("interpreted" in each for each in said)
    environment["PTXPY_ENGINE"] = "compiled"
    done = imported_exec.run(["--", path], environment, tmp_path)
    assert (done.status, done.output.splitlines()) == (0, program.output)
    assert "interpreted" not in done.errors


@pytest.mark.parametrize("variable", ["fast", "compiled"])
def test_an_engine_that_is_none_is_refused(variable: str, tmp_path: Path) -> None:
    """Before the program starts; `true` would end with 0."""
    environment = {**os.environ, "PTXPY_ENGINE": variable}
    done = imported_exec.run(["--", "true"], environment, tmp_path)
    if variable == "compiled":
        assert (done.status, done.errors) == (0, "")
    else:
        assert done.status == 2
        assert "PTXPY_ENGINE: there is no engine 'fast'" in done.errors


def test_the_compiler_ends_with_the_process_that_asked(tmp_path: Path) -> None:
    """However that has ended: `ptxpy exec` leaves nothing behind."""
    worker = f"""
import os, sys, time
from ptxpy.sim.native import _compile_worker
from threading import Thread
Thread(target=_compile_worker._end_with_reader, daemon=True).start()
sys.stdout.write("1")
sys.stdout.flush()
time.sleep(50)
open({str(tmp_path / "late")!r}, "w").close()
"""
    with subprocess.Popen([sys.executable, "-c", worker], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"1"
        process.stdout.close()
        assert process.wait(timeout=30) == 1
    assert not (tmp_path / "late").exists()
