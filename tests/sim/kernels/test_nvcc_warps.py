"""Kernels by nvcc whose threads work together: in a warp, by atomics, in groups."""

from __future__ import annotations

import numpy as np
import pytest

from tests.sim.kernels.corpus import Array, run

WARPS = ("sm_75", "sm_80.o0", "sm_89", "sm_103a")
LANES = np.arange(32)


def _ballot(which: Array) -> int:
    return sum(1 << lane for lane in LANES.tolist() if which[lane])


@pytest.mark.parametrize("version", WARPS)
def test_votes(random: np.random.Generator, version: str) -> None:
    """Votes, matches and, from sm_80 on, reductions of a whole warp."""
    x = random.integers(-3, 4, 32).astype("i4")
    out = np.full((7, 32), 77, "u4")
    run(f"nvcc/warp.{version}.ptx", "votes", x, out, block=32)
    assert (out[0] == _ballot(x > 0)).all()
    assert (out[1] == x.any() + 2 * x.all()).all()
    assert (out[2] == np.count_nonzero(x & 1)).all()
    assert out[3].tolist() == [_ballot(x == value) for value in x]
    assert (out[4] == 0).all()
    if version == "sm_75":
        assert (out[5:] == 77).all()
    else:
        assert (out[5].view("i4") == x.sum()).all()
        assert (out[6].view("i4") == np.bitwise_or.reduce(x)).all()


def test_votes_that_agree() -> None:
    """A match of all lanes gives the mask, 0xffffffff, and true: their sum wraps to 0."""
    out = np.full((7, 32), 77, "u4")
    run("nvcc/warp.sm_80.o0.ptx", "votes", np.full(32, 5, "i4"), out, block=32)
    assert out[:, 0].tolist() == [2**32 - 1, 3, 32, 2**32 - 1, 0, 160, 5]


@pytest.mark.parametrize("version", WARPS)
@pytest.mark.parametrize("lane", [0, 7, 31, 45])
def test_shuffles(random: np.random.Generator, version: str, lane: int) -> None:
    """Shuffles of doubles, as two words: by index, up in parts of eight, down, crosswise."""
    x = random.standard_normal(32)
    out = np.zeros((4, 32))
    run(f"nvcc/warp.{version}.ptx", "shuffles", x, out, lane, block=32)
    assert (out[0] == x[lane % 32]).all()
    assert (out[1] == x[np.where(LANES % 8 > 0, LANES - 1, LANES)]).all()
    assert (out[2] == x[np.minimum(LANES + 1, 31)]).all()
    assert (out[3] == x[LANES ^ 5]).all()


@pytest.mark.parametrize("version", WARPS)
def test_bitonic_sort(random: np.random.Generator, version: str) -> None:
    """A bitonic sort of each warp's keys."""
    keys = random.integers(0, 2**32, (5, 32)).astype("u4")
    expected = np.sort(keys, axis=1)
    run(f"nvcc/warp.{version}.ptx", "bitonic_sort", keys, grid=5, block=32)
    assert (keys == expected).all()


@pytest.mark.parametrize("version", ["sm_75", "sm_90.source"])
def test_histogram(random: np.random.Generator, version: str) -> None:
    """Counts in shared memory, added to those in global memory."""
    data = random.integers(0, 200, 4001).astype("u1")
    bins = random.integers(0, 9, 256).astype("u4")
    expected = bins + np.bincount(data, minlength=256)
    run(f"nvcc/histogram.{version}.ptx", "histogram", data, bins, 4001, grid=3, block=96)
    assert (bins == expected).all()


def test_largest(random: np.random.Generator) -> None:
    """The largest float by a loop around compare-and-swap."""
    x = random.random(77).astype("f4")
    out = np.zeros(1, "f4")
    run("nvcc/histogram.sm_75.ptx", "largest", x, out, block=77)
    assert out[0] == x.max()


def test_atomics(random: np.random.Generator) -> None:
    """Atomics of all types. Whatever the order, the last value and the set of those seen are fixed.

    The sums of halves in floats are exact.
    """
    i = random.integers(-50, 50, 128).astype("i4")
    u = random.integers(0, 30, 256).astype("u4")
    wide = random.integers(0, 50, 128).astype("u8")
    f, d = np.zeros(64, "f4"), np.zeros(64)
    wide[1] = 0
    before, unsigned, long = i[:5].tolist(), u[:6].tolist(), wide[:3].tolist()
    run("nvcc/histogram.sm_75.ptx", "atomics", i, u, wide, f, d, block=32)
    total = sum(range(32))
    assert i[0] == before[0] - total
    steps = {int(seen) - lane for lane, seen in enumerate(i[32:64])} | {before[0]}
    assert steps == {int(seen) for seen in i[32:64]} | {int(i[0])}
    assert i[1] == min(before[1], 0)
    assert i[2] == max(before[2], 31)
    assert (i[3] - before[3], i[4] - before[4]) == (32, 32)
    assert u[0] == unsigned[0] & 0xF
    assert u[1] == 2**32 - 1
    assert u[2] == unsigned[2] ^ np.bitwise_xor.reduce(LANES)
    # From up to 31, 32 steps around a circle of 32 come back to the start, and see all numbers.
    assert u[3] == unsigned[3]
    assert u[4] == unsigned[4]
    assert sorted(u[128:160].tolist()) == list(range(32))
    assert sorted(u[160:192].tolist()) == list(range(32))
    assert sorted([*u[192:224].tolist(), int(u[5])]) == sorted([*range(32), unsigned[5]])
    assert wide[0] == long[0] + total
    assert {int(seen) + lane for lane, seen in enumerate(wide[32:64])} | {long[0]} == {
        *wide[32:64].tolist(),
        int(wide[0]),
    }
    winner = int(wide[1])
    assert 0 < winner < 32
    assert set(wide[64:96].tolist()) == {0, winner}
    assert wide[2] == max(long[2], 31)
    assert sorted(f[32:]) == [1.5 * k for k in range(32)]
    assert sorted(d[32:]) == [1.5 * k for k in range(32)]
    assert (f[0], d[0]) == (48, 48)


@pytest.mark.parametrize("version", ["sm_80", "sm_90"])
def test_tiles_and_coalesced_groups(random: np.random.Generator, version: str) -> None:
    """Sums of tiles of eight threads, and of each warp the threads that a branch takes."""
    x = random.integers(0, 20, 32).astype("i4")
    x[:4] = 0
    out = np.full(32, -1, "i4")
    run(f"nvcc/groups.{version}.ptx", "tiles", x, out, block=32)
    expected = np.full(32, -1)
    expected[:4] = x.reshape(4, 8).sum(axis=1) + np.arange(4)
    some = np.flatnonzero(x > 10)
    expected[some] = x[some[0]] + len(some)
    assert (out == expected).all()


def test_breadth_first(random: np.random.Generator) -> None:
    """A search through a graph by levels: a queue that threads append to by atomics."""
    count = 60
    edges = random.random((count, count)) < 0.06
    rows = np.concatenate([[0], np.cumsum(edges.sum(axis=1))]).astype("i4")
    targets = np.nonzero(edges)[1].astype("i4")
    distance = np.full(count, -1, "i4")
    distance[0] = 0
    queue, tail = np.zeros(count, "i4"), np.array([1], "i4")
    head = level = 0
    while head < tail[0]:
        level += 1
        block = int(tail[0]) - head
        arguments = (rows, targets, distance, queue, tail, head, level)
        run("nvcc/science.sm_89.ptx", "breadth_first", *arguments, block=block)
        head += block
    expected = np.full(count, -1)
    front, step = {0}, 0
    while front:
        expected[list(front)] = step
        step += 1
        front = {int(j) for i in front for j in np.flatnonzero(edges[i]) if expected[j] < 0}
    assert (distance == expected).all()
    assert level > 3
