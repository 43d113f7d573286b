"""What traces, profiles and timelines say of tensor memory and `tcgen05`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy.examples import bfloat16
from ptxpy.examples import blackwell_pair_gemm as pair
from ptxpy.examples.blackwell_gemm import BK, BM, BN, STAGES, gemm, reference
from ptxpy.launch import TensorMap, load

CHUNKS = 3


def launch() -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """Return the kernel, its arguments, and the shape of a launch of one CTA."""
    rng = np.random.default_rng(0)
    k = CHUNKS * BK
    a, b = (rng.integers(0, 1 << 14, (rows, k)).astype(np.uint16) for rows in (BM, BN))
    c = np.zeros((BM, BN), np.float32)
    maps = [TensorMap(x, (rows, BK), swizzle="128B", type="bf16") for x, rows in ((a, BM), (b, BN))]
    shape = {"grid": 1, "block": 128, "shared_bytes": STAGES * 2 * BK * (BM + BN) + 1024}
    return load(gemm.ptx()), (a, b, c, BM, BN, k, *maps), shape


def test_profile_counts_tensor_memory() -> None:
    """Bytes of loads, by the registers of a thread; products and commits are run by one thread."""
    kernel, arguments, shape = launch()
    lines = [line for line in kernel.profile(*arguments, **shape).lines if "tcgen05" in line.text]
    loads = [line for line in lines if line.text.startswith("tcgen05.ld")]
    moved = [traffic for line in loads for traffic in line.counts.memory.values()]
    assert {(each.space, each.what) for each in moved} == {("tensor", "load")}
    assert sum(each.bytes for each in moved) == 4 * BM * BN
    products = [line for line in lines if line.text.startswith("tcgen05.mma")]
    assert sum(line.counts.enabled for line in products) == CHUNKS * 4


def test_timeline_shows_products() -> None:
    """From their issue to the wait for the mbarrier of their commit, beside the copies."""
    kernel, arguments, shape = launch()
    timeline = kernel.timeline(*arguments, **shape)
    products = [each for each in timeline.slices if each.kind == "tensor"]
    assert [each.name for each in products] == ["4 tcgen05.mma"] * CHUNKS
    assert {each.track.name for each in products} == {"warp 1: tensor memory"}
    assert all(each.arguments["issued by warp"] == 1 for each in products)
    assert [each.start for each in products] == sorted(each.start for each in products)


def test_trace_has_the_registers_of_a_load() -> None:
    """With what they hold afterwards."""
    kernel, arguments, shape = launch()
    text = str(kernel.trace(*arguments, **shape))
    line, *_ = [each for each in text.splitlines() if "tcgen05.ld" in each]
    assert line.count(" = 0x") == 32


def test_a_pair_of_blocks() -> None:
    """Copies with `.cta_group::2` and commits to both blocks, observed as the call is written."""
    rng = np.random.default_rng(0)
    a, b = (bfloat16.bits(rng.standard_normal((256, 128))) for _ in range(2))
    timeline = pair.gemm.timeline(a, b)
    assert timeline.error is None
    products = [each for each in timeline.slices if each.kind == "tensor"]
    assert [each.name for each in products] == ["4 tcgen05.mma"] * 2
    copies = [each for each in timeline.slices if each.kind == "copy"]
    assert [each.track.cta for each in copies].count(1) == len(copies) / 2 == 2 * 2
    assert all(each.arguments["bytes"] == 128 * 64 * 2 for each in copies)
    waits = [each for each in timeline.slices if "try_wait" in each.name]
    last = max(each.end for each in waits)
    assert {each.track.cta for each in waits if each.end == last} == {0, 1}
    assert all(each.end <= last for each in (*copies, *products))
    c = np.zeros((256, 256), np.float32)
    pair.gemm.profile(a, b, c=c)
    assert np.allclose(c, reference(a, b), rtol=1e-3, atol=1e-3)
    assert "tcgen05.alloc.cta_group::2" in str(pair.gemm.trace(a, b, cta=1))
