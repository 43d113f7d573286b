"""The large examples for Hopper: what they compute, in strict mode, and what they need."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy import SimulationError, TensorMap, kernel, ptx
from ptxpy.assemble import AssemblerName, assemble
from ptxpy.dsl import StandaloneKernel
from ptxpy.examples import bfloat16, flash_attention, hopper_persistent_gemm
from ptxpy.examples.checking import Array, largest_error
from ptxpy.examples.flash_attention import attention
from ptxpy.examples.hopper_persistent_gemm import gemm
from tests.assemble.real import needs_nvjitlink, needs_ptxas

BOTH = [
    pytest.param("ptxas", marks=needs_ptxas),
    pytest.param("nvjitlink", marks=needs_nvjitlink),
]
IGNORED = "'setmaxnreg' ignored to maintain compatibility across compilation units"
"""What nvJitLink says, which assembles as for a library."""


def operands(m: int, n: int, k: int) -> tuple[Array, Array]:
    """Return matrices of small integers, whose sums of products are exact."""
    random = np.random.default_rng(m + n + k)
    a, b = random.integers(-2, 3, (m, k)), random.integers(-2, 3, (k, n))
    return a.astype(np.float32), b.astype(np.float32)


def heads(*shape: int) -> list[Array]:
    """Return Q, K and V."""
    random = np.random.default_rng(shape[1])
    return list(random.standard_normal((3, *shape), np.float32).astype(np.float16))


# --------------------------------------------------------------------- what they compute


def test_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """They find what NumPy finds, of sizes that are arguments."""
    assert hopper_persistent_gemm.main(["--m", "300", "--n", "264", "--k", "136"]) == 0
    assert flash_attention.main(["--length", "140", "--width", "128", "--causal"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("hopper_persistent_gemm 300 x 264 x 136 bf16: largest error ")
    assert second.startswith("flash_attention 2 x 140 x 128 f16, causal: largest error ")
    assert all(": ok, on " in line for line in (first, second))


@pytest.mark.parametrize("cluster", [1, 2, 4])
@pytest.mark.parametrize(
    ("shape", "templates"),
    [
        ((256, 256, 128), {}),
        ((1, 8, 8), {"STAGES": 2}),
        ((650, 520, 328), {"BN": 256, "SMS": 4}),
        ((1200, 264, 200), {"BN": 256, "STAGES": 2, "HEIGHT": 2, "SMS": 4}),
        ((900, 520, 136), {"BM": 256, "BN": 256, "STAGES": 2, "BK": 32, "SMS": 8}),
    ],
)
def test_gemm(shape: tuple[int, int, int], templates: dict[str, int], cluster: int) -> None:
    """Several tiles for each block, bands of several heights, tiles that are not full; exact."""
    a, b = operands(*shape)
    templates = {"CLUSTER": cluster, **templates}
    c = gemm(bfloat16.bits(a), bfloat16.bits(b), device="cpu", strict=True, **templates)
    assert (c == bfloat16.bits(a @ b)).all()


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(
    ("shape", "stages"),
    [
        ((2, 128, 64), 2),
        ((1, 1, 64), 2),
        ((1, 17, 64), 1),
        ((2, 400, 64), 1),
        ((1, 520, 128), 2),
        ((1, 700, 64), 3),
    ],
)
def test_attention(shape: tuple[int, int, int], stages: int, causal: bool) -> None:
    """Lengths that fill no step, steps that go round the ring.

    Weights of at most 1 and O are rounded to f16: half a unit each of numbers of at most 4.
    """
    q, k, v = heads(*shape)
    o = attention(q, k, v, device="cpu", strict=True, CAUSAL=causal, STAGES=stages)
    rows = np.arange(shape[1])
    expected = flash_attention.reference(q, k, v, rows, causal=causal)
    assert largest_error(o, expected) < 4 * 2.0**-11 * 1.01


def test_scores_that_grow() -> None:
    """Each step has larger scores than those before it: sums are multiplied by what is near 0."""
    q, k, v = heads(1, 384, 64)
    k *= np.linspace(8, 1, 384)[:, None].astype(np.float16)
    o = attention(q, k, v, device="cpu")
    expected = flash_attention.reference(q, k, v, np.arange(384), causal=False)
    assert largest_error(o, expected) < 4 * 2.0**-11 * 1.01


def test_a_nan_comes_to_an_end() -> None:
    """A NaN among the values and one among the queries stay where they belong."""
    q, k, v = heads(1, 300, 64)
    q[0, 3, 5] = np.nan
    v[0, 200, 7] = np.nan
    o = attention(q, k, v, device="cpu")
    rows, columns = np.isnan(o[0]).nonzero()
    assert set(rows[columns != 7]) == {3}
    assert set(rows[columns == 7]) == set(range(300))


@pytest.mark.parametrize(
    ("kernel", "bound"),
    [
        (gemm, {"BM": 192}),
        (gemm, {"BN": 64, "CLUSTER": 1}),
        (gemm, {"BN": 128, "CLUSTER": 4}),
        (gemm, {"STAGES": 1}),
        (attention, {"D": 96}),
        (attention, {"D": 256}),
    ],
)
def test_refused(kernel: StandaloneKernel, bound: dict[str, Any]) -> None:
    """What a kernel cannot do is said while it is traced."""
    with pytest.raises(ValueError, match=r"must be .* got \d+"):
        kernel.ptx(**bound)


# --------------------------------------------------------------------- what they need


@pytest.mark.parametrize("assembler", BOTH)
@pytest.mark.parametrize(
    ("kernel", "bound"),
    [
        (gemm, {}),
        (gemm, {"CLUSTER": 1}),
        (gemm, {"BM": 256, "BN": 128}),
        (attention, {"D": 64}),
        (attention, {"D": 64, "CAUSAL": True}),
        (attention, {"D": 128}),
        (attention, {"D": 128, "CAUSAL": True}),
    ],
)
def test_nothing_is_spilled(
    kernel: StandaloneKernel, bound: dict[str, Any], assembler: AssemblerName
) -> None:
    """The PTX assembles without a warning, and no `wgmma` waits for another."""
    if assembler == "nvjitlink" and bound.get("D") == 128:
        pytest.skip("setmaxnreg is ignored, and 168 registers are too few")
    assembly = assemble(kernel.ptx(**bound), assembler=assembler)
    (needs,) = assembly.kernels
    assert [message.text for message in assembly.messages if IGNORED not in message.text] == []
    assert (needs.stack, needs.spill_stores, needs.spill_loads) == (0, 0, 0)
    assert needs.registers is not None
    assert needs.registers <= 65536 // 384 // 8 * 8


def test_what_a_launch_has() -> None:
    """The ring and the buffers fit into shared memory; clusters are whole and have tiles."""
    made = gemm.bind(CLUSTER=4)
    assert made.defaults.smem == 4 * 48 * 1024 + 32 * 1024 + 64
    assert (made.defaults.cluster, gemm.bind().defaults.cluster) == (4, 2)
    sizes = {"BM": 128, "BN": 256, "SMS": 132}
    assert hopper_persistent_gemm.grid(M=8192, N=8192, CLUSTER=2, **sizes) == 132
    assert hopper_persistent_gemm.grid(M=300, N=300, CLUSTER=2, **sizes) == 8
    assert hopper_persistent_gemm.grid(M=8192, N=8192, CLUSTER=16, **sizes) == 128


# --------------------------------------------------------------------- that nothing is superfluous


def without(pattern: str, which: int = 0) -> Callable[[str], str]:
    """Return a function that removes what matches for the time `which`."""

    def changed(ptx: str) -> str:
        found = list(re.finditer(pattern, ptx))[which]
        return ptx[: found.start()] + ptx[found.end() :]

    return changed


SPIN = r"(\$\w+):\n\s*mbarrier\.try_wait.*\n\s*@!%p\d+ bra \1;\n"
"""A wait for an mbarrier."""
ARRIVAL = r" *@%p\d+ mbarrier\.arrive\.release\.cluster\S+ _, \S+ 1;\n"
TOGETHER = r" *bar\.sync %r\d+, 128;\n"
PROXY = r" *fence\.proxy\.async\.shared::cta;\n"
FENCE = r" *wgmma\.fence\.sync\.aligned;\n"
GROUP = r" *wgmma\.wait_group\.sync\.aligned {};\n"
STORES = r" *@%p\d+ cp\.async\.bulk\.wait_group\.read 1;\n"
CLUSTER = r" *barrier\.cluster\.arrive;\n *barrier\.cluster\.wait;\n"

READ = "is written by a copy while a wgmma.mma_async reads it"
MISSING = "is read by a wgmma.mma_async while a copy writes to it; a wait for the mbarrier"
UNORDERED = "nothing orders it after"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without(SPIN, 0), "a write by a copy, and nothing orders it after the write of a copy"),
        (without(SPIN, 1), MISSING),
        (without(FENCE), "without a wgmma.fence before it"),
        (without(GROUP.format(1)), READ),
        (without(GROUP.format(0)), READ),
        (without(ARRIVAL, 1), "deadlock"),
        (without(STORES, 2), "a copy reads it"),
        (without(TOGETHER, 1), UNORDERED),
        (without(PROXY), "without a fence.proxy.async in between"),
        (without(CLUSTER), "nothing orders it after its initialisation by CTA"),
    ],
)
def test_strict_mode_of_the_gemm(change: Callable[[str], str], says: str) -> None:
    """Without any of what somebody waits for, strict mode finds a fault."""
    a, b = (bfloat16.bits(x) for x in operands(256, 512, 392))
    c = np.zeros((256, 512), np.uint16)
    boxes = (a, (128, 64)), (b, (64, 64)), (c, (64, 64))
    maps = [TensorMap(array, box, swizzle="128B", type="bf16") for array, box in boxes]
    made = gemm.bind(STAGES=2)

    def launch(text: str) -> None:
        ptxpy.load(text).launch(
            *(a, b, c, 256, 512, 392, *maps),
            grid=2,
            block=384,
            cluster=2,
            shared_bytes=made.defaults.smem,
            strict=True,
        )

    text = gemm.ptx(STAGES=2)
    launch(text)
    expected = bfloat16.values(a) @ bfloat16.values(b)
    assert (c == bfloat16.bits(expected)).all()
    with pytest.raises(SimulationError) as error:
        launch(change(text))
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without(SPIN, 0), "a write by a copy, and nothing orders it after the write of a copy"),
        (without(SPIN, 2), MISSING),
        (without(SPIN, 3), MISSING),
        (without(SPIN, 5), MISSING),
        (without(FENCE, 1), "wgmma.fence"),
        (without(GROUP.format(0)), "wgmma.wait_group"),
        (without(GROUP.format(1)), "wgmma.wait_group"),
        (without(GROUP.format(0), 1), "wgmma.wait_group"),
        (without(TOGETHER), UNORDERED),
        (without(PROXY), "without a fence.proxy.async in between"),
    ],
)
def test_strict_mode_of_attention(change: Callable[[str], str], says: str) -> None:
    """The same for attention."""
    q, k, v = heads(1, 500, 64)
    o = np.zeros_like(q)
    boxes = (q, 128), (k, 128), (v, 128), (o, 64)
    maps = [TensorMap(array, (1, rows, 64), swizzle="128B") for array, rows in boxes]
    made = attention.bind(D=64)

    def launch(text: str) -> None:
        ptxpy.load(text).launch(
            *(q, k, v, o, 500, *maps),
            grid=4,
            block=384,
            shared_bytes=made.defaults.smem,
            strict=True,
        )

    launch(attention.ptx(D=64))
    with pytest.raises(SimulationError) as error:
        launch(change(attention.ptx(D=64)))
    assert says in str(error.value)


def test_sizes_that_follow_from_templates() -> None:
    """The cluster of a launch is a function of template parameters, and only of those."""

    @kernel(cluster=lambda width: width, block=lambda threads: 2 * threads, grid=8)
    def sized(*, width: int = 2, threads: int = 32) -> None:
        assert threads >= width
        ptx.ret()

    assert sized.bind().defaults[1:3] == (64, 2)
    assert sized.bind(width=4, threads=64).defaults[1:3] == (128, 4)

    @kernel(cluster=lambda m: m)
    def other() -> None:
        ptx.ret()

    message = "the cluster of other takes m, which is not a template parameter; there are none"
    with pytest.raises(TypeError, match=message):
        other.ptx()
