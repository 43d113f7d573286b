"""Grids that wait for themselves, `grid.sync()` as nvcc compiles it, in the simulator."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.cli import main
from ptxpy.launch import load

FILE = Path(__file__).with_name("cooperative.ptx")


@pytest.mark.parametrize("grid", [1, (3, 2), 7, (2, 2, 2)])
@pytest.mark.parametrize("strict", [False, True])
def test_all_blocks_wait_for_each_other(grid: Any, strict: bool) -> None:
    """Blocks in any arrangement; strict mode finds no race."""
    x, sums = np.arange(1, 301, dtype=np.float32), np.zeros(2, np.float32)
    wanted = x / x.sum()
    kernel = load(FILE, "normalise")
    kernel.launch(
        *(x, sums, 300), grid=grid, block=64, device="cpu", cooperative=True, strict=strict
    )
    np.testing.assert_allclose(x, wanted, rtol=1e-6)
    assert sums[0] == 45150
    assert sums[1] == x[0] + x[-1]


def test_blocks_with_unequal_work() -> None:
    """What a block reads between two barriers is what others wrote before the first."""
    blocks, threads = 8, 32
    n = blocks * threads
    x = np.arange(n, dtype=np.float32)
    wanted = x.copy()
    for _ in range(5):
        wanted += np.repeat(np.arange(blocks) % 3, threads)
        wanted += np.roll(wanted, -threads)
    for _ in range(2):  # the barrier is as new in the second launch
        again = x.copy()
        load(FILE, "unequal").launch(
            again, n, grid=blocks, block=threads, device="cpu", cooperative=True
        )
        np.testing.assert_array_equal(again, wanted)


def test_other_launches_have_no_workspace() -> None:
    """The trap of cooperative groups says what to write."""
    x, sums = np.ones(4, np.float32), np.zeros(2, np.float32)
    kernel = load(FILE, "normalise")
    kernel.launch(x, sums, 4, grid=2, block=32, device="cpu", cooperative=True)
    with pytest.raises(ptxpy.SimulationError, match=r"(?s)^trap.*launch it with cooperative=True"):
        kernel.launch(x, sums, 4, grid=2, block=32, device="cpu")


def test_too_many_blocks() -> None:
    """They would not all be resident."""
    x, sums = np.ones(4, np.float32), np.zeros(2, np.float32)
    with pytest.raises(ptxpy.LaunchError, match="has all CTAs resident: 40,000 of 32 threads"):
        load(FILE, "normalise").launch(
            *(x, sums, 4), grid=40_000, block=32, device="cpu", cooperative=True
        )


def test_command_launches_such_kernels(capsys: pytest.CaptureFixture[str]) -> None:
    """`ptxpy run` sees that a kernel waits for its grid."""
    command = ["run", str(FILE), "--kernel", "unequal", "--grid", "2", "--block", "32"]
    arguments = ["--arg", "float32[64]:full(1)", "--arg", "64", "--print", "0[:2]"]
    assert main([*command, "--device", "cpu", *arguments]) == 0
    assert capsys.readouterr().out == "0[:2] = [63., 63.]\n"
