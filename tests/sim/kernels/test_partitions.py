"""Cooperative groups that part a warp, by labels and by values; each works on its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ptxpy.launch import load
from tests.sim.kernels.corpus import Array

PATH = Path(__file__).with_name("partitions.ptx")


def _launch(name: str, *arguments: Any, grid: int = 1, block: int = 32) -> None:
    load(PATH, name).launch(*arguments, grid=grid, block=block, device="cpu")


def _peers(keys: Array, thread: int) -> Array:
    """Return the threads of the warp of one that have its key."""
    warp = slice(thread // 32 * 32, thread // 32 * 32 + 32)
    return warp.start + np.flatnonzero(keys[warp] == keys[thread])


@pytest.mark.parametrize("number", [1, 2, 3, 7, 32])
def test_labels(random: np.random.Generator, number: int) -> None:
    """Sums, maxima, ranks and scans of the threads of a warp that have the same label."""
    label = random.integers(0, number, 128).astype("i4")
    x = random.integers(-1000, 1000, 128).astype("i4")
    found = np.zeros((4, 128), "i4")
    _launch("labels", label, x, *found, grid=2, block=64)
    for thread in range(128):
        peers = _peers(label, thread)
        before = peers[peers < thread]
        values = x[peers].sum(), x[peers].max(), 100 * len(before) + len(peers), x[before].sum()
        assert found[:, thread].tolist() == [*values], thread


@pytest.mark.parametrize("above", [0, 1, 16, 32])
def test_halves(random: np.random.Generator, above: int) -> None:
    """What the threads with positive values find, and what the others do."""
    x = random.permutation(np.where(np.arange(32) < above, 7, -7)).astype("i4")
    x[x > 0] += (random.random(above) < 0.1).astype("i4")
    out = np.zeros(32, "i4")
    _launch("halves", x, out)
    for thread in range(32):
        peers = _peers(x > 0, thread)
        first, agree = x[peers[0]], int((x[peers] != 7).all())
        assert out[thread] == first + 1000 * agree + 100000 * len(peers), thread


@pytest.mark.parametrize("block", [32, 45, 64])
def test_matched(random: np.random.Generator, block: int) -> None:
    """Threads with the same value, of a warp that need not be whole."""
    x = random.integers(0, 4, block).astype("i4")
    out = np.zeros(block, "i4")
    _launch("matched", x, out, block=block)
    for thread in range(block):
        peers = _peers(x, thread)
        odd = int((peers % 2).sum())
        assert out[thread] == peers.sum() + 10000 * odd + 1000000 * (peers[0] % 32), thread
