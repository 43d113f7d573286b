"""A stepped launch gives what the plain one gives, bit by bit."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from ptxpy.launch import load
from ptxpy.sim import LaunchStepper, RestartError, SimulationError, run, run_stepped
from tests.sim.harness import kernel as small_kernel
from tests.sim.kernels.corpus import kernel


class Counting(LaunchStepper):
    """Counts pieces, and begins the launch again at some of them."""

    def __init__(self, *restarts: int) -> None:
        """Take the positions at which the launch begins again, each once."""
        self.restarts = [*restarts]
        self.begun = 0

    def launch_begins(self) -> None:
        """Count the launches."""
        self.begun += 1

    def before(self, frame: Any, piece: int, lanes: Any) -> None:
        """Count a piece."""
        del frame, piece, lanes
        self.count += 1
        if self.restarts and self.count == self.restarts[0]:
            del self.restarts[0]
            raise RestartError


KERNELS: Any = [
    ("nvcc/warp.sm_80.o0.ptx", "votes", lambda r: (r.integers(-3, 4, 32).astype("i4"),
                                                     np.zeros((7, 32), "u4")), 1, 32),
    ("nvcc/warp.sm_75.ptx", "shuffles", lambda r: (r.standard_normal(32), np.zeros((4, 32)), 7),
     1, 32),
]  # fmt: skip


@pytest.mark.parametrize(("path", "name", "make", "grid", "block"), KERNELS)
def test_results(path: str, name: str, make: Any, grid: int, block: int) -> None:
    """Also if the launch begins again, twice, in the middle."""
    results = []
    for stepper in (None, Counting(), Counting(9, 20)):
        arguments = make(np.random.default_rng(3))
        request = kernel(path, name).request(*arguments, grid=grid, block=block)
        execute = None if stepper is None else partial(run_stepped, stepper=stepper)
        run(request, execute=execute)
        results.append([each.tobytes() for each in arguments if isinstance(each, np.ndarray)])
        assert stepper is None or not stepper.restarts
    assert results[0] == results[1] == results[2]


def test_begin_again() -> None:
    """Variables of the module, and memory, are as before the launch."""
    text = small_kernel(
        "atom.global.add.u32 %r1, [counter], 1; atom.global.add.u32 %r2, [%out], 1;",
        declarations=".visible .global .u32 counter;",
    )
    loaded = load(text)
    out = np.zeros(1, "u4")
    stepper = Counting(3, 4, 5)
    run(loaded.request(out, grid=1, block=32), execute=partial(run_stepped, stepper=stepper))
    assert stepper.begun == 4
    assert out.tolist() == [32]
    assert loaded.globals["counter"] == 32


def test_time_is_the_same_again() -> None:
    """A kernel that reads the clock reads the number of pieces that have run."""
    text = small_kernel("mov.u64 %rd1, %clock64; st.global.u64 [%out], %rd1;")
    seen = []
    for _ in range(2):
        out = np.zeros(1, "u8")
        request = load(text).request(out, grid=1, block=32)
        run(request, execute=partial(run_stepped, stepper=Counting()))
        seen.append(int(out[0]))
    assert seen == [3, 3]


def test_strict_mode() -> None:
    """A race is found where strict mode finds it, and the stepper is told."""
    text = small_kernel(
        "mov.u32 %r1, buffer; st.shared.u32 [%r1], %r0; ld.shared.u32 %r2, [%r1];"
        "st.global.u32 [%out], %r2;",
        declarations=".shared .u32 buffer;",
    )
    loaded = load(text)
    out = np.zeros(1, "u4")

    class Told(Counting):
        message = ""

        def faulted(self, message: str, ordinal: int | None, lane: int | None) -> None:
            del ordinal, lane
            self.message = message

    told = Told()
    request = loaded.request(out, grid=1, block=64)._replace(strict=True)
    with pytest.raises(SimulationError) as stepped:
        run(request, execute=partial(run_stepped, stepper=told))
    with pytest.raises(SimulationError) as plain:
        run(request)
    assert str(stepped.value) == str(plain.value) == told.message
