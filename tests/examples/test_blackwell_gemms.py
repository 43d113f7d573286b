"""Products of matrices on Blackwell: what they compute, in strict mode, and what they need."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

import ptxpy
from ptxpy import SimulationError, TensorMap
from ptxpy.assemble import AssemblerName, assemble
from ptxpy.check import check_text
from ptxpy.dsl import StandaloneKernel
from ptxpy.examples import (
    bfloat16,
    blackwell_gemm,
    blackwell_mxfp8_gemm,
    blackwell_pair_gemm,
    mxfp8,
)
from ptxpy.examples.checking import Array
from tests.assemble.real import needs_nvjitlink, needs_ptxas

KERNELS = (blackwell_pair_gemm.gemm, blackwell_mxfp8_gemm.gemm)


def integers(m: int, n: int, k: int) -> tuple[Array, Array]:
    """Return A and B of small integers, whose sums of products are exact."""
    random = np.random.default_rng(m + n + k)
    a, b = (random.integers(-2, 3, shape) for shape in ((m, k), (n, k)))
    return a.astype(np.float32), b.astype(np.float32)


def scaled(m: int, n: int, k: int) -> list[Array]:
    """Return A, B and their scale factors, which differ by row and by block."""
    random, found = np.random.default_rng(m + n + k), []
    for rows in (m, n):
        powers = np.exp2(random.integers(-9, 10, (rows, k // mxfp8.BLOCK)))
        wide = np.repeat(powers, mxfp8.BLOCK, axis=1)
        found.append(mxfp8.quantized(random.standard_normal((rows, k)) * wide))
    (a, factors_a), (b, factors_b) = found
    return [a, b, factors_a, factors_b]


def right(found: Array, a: Array, b: Array, factors_a: Array, factors_b: Array) -> bool:
    """Return whether sums are as exact as those of single precision, whatever cancels out."""
    of_a, of_b = mxfp8.values(a, factors_a), mxfp8.values(b, factors_b)
    error = abs(found - blackwell_mxfp8_gemm.reference(a, b, factors_a, factors_b))
    return bool((error <= 1e-6 * (abs(of_a) @ abs(of_b).T)).all())


# --------------------------------------------------------------------- what they compute


def test_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """They find what NumPy finds."""
    assert (blackwell_pair_gemm.main(), blackwell_mxfp8_gemm.main()) == (0, 0)
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("blackwell_pair_gemm 500 x 776 x 1000 bf16: largest error ")
    assert second.startswith("blackwell_mxfp8_gemm 300 x 328 x 736 e4m3: largest error ")
    assert all(": ok, on " in line for line in (first, second))


@pytest.mark.parametrize("stages", [2, 6])
@pytest.mark.parametrize("shape", [(256, 256, 64), (300, 264, 456), (1, 8, 8), (129, 520, 1000)])
def test_pairs(shape: tuple[int, int, int], stages: int) -> None:
    """Whole and partial tiles, of one block of a pair and of both, less and more than a ring."""
    a, b = integers(*shape)
    bits = bfloat16.bits(a), bfloat16.bits(b)
    found = blackwell_pair_gemm.gemm(*bits, device="cpu", strict="fences", STAGES=stages)
    assert (found == blackwell_gemm.reference(*bits)).all()


@pytest.mark.parametrize("stages", [2, 4])
@pytest.mark.parametrize("shape", [(128, 128, 128), (300, 264, 736), (1, 8, 32), (140, 72, 1184)])
def test_block_scales(shape: tuple[int, int, int], stages: int) -> None:
    """The same for block scales, of blocks that fill a word of four and that do not."""
    a, b, factors_a, factors_b = scaled(*shape)
    arranged = mxfp8.arranged(factors_a), mxfp8.arranged(factors_b)
    found = blackwell_mxfp8_gemm.gemm(a, b, *arranged, device="cpu", strict="fences", STAGES=stages)
    assert right(found, a, b, factors_a, factors_b)


def test_each_scale_factor_has_its_place() -> None:
    """With one factor that is not 1, one block of products is larger."""
    a, b = (np.full((128, 256), 0x38, np.uint8) for _ in range(2))  # 1.0
    for row, block in ((0, 0), (31, 3), (32, 4), (127, 7)):
        factors = np.full((128, 8), mxfp8.BIAS, np.uint8)
        ones = mxfp8.arranged(factors)
        factors[row, block] += 1
        found = blackwell_mxfp8_gemm.gemm(a, b, mxfp8.arranged(factors), ones, device="cpu")
        expected = np.full((128, 128), 256.0)
        expected[row] += 32
        assert (found == expected).all()
        found = blackwell_mxfp8_gemm.gemm(a, b, ones, mxfp8.arranged(factors), device="cpu")
        assert (found == expected.T).all()


def test_numbers_of_e4m3() -> None:
    """Values are those of the format; quantizing takes the nearest, and numbers of it stay."""
    bits = np.array([[0x00, 0x01, 0x07, 0x08, 0x38, 0x7E, 0x81, 0xC0] * 4], np.uint8)
    one = np.array([[mxfp8.BIAS]], np.uint8)
    expected = [0, 2**-9, 7 * 2**-9, 2**-6, 1, 448, -(2**-9), -2]
    assert mxfp8.values(bits, one)[0, :8].tolist() == expected
    again, factors = mxfp8.quantized(mxfp8.values(bits, one))
    assert factors.tolist() == [[mxfp8.BIAS]]
    assert (again == bits).all()
    given = np.array([[448, 17, 17.1, 18.9, -500, 0, 500, 1.06] + [0.0] * 24])
    near, factors = mxfp8.quantized(given)
    assert mxfp8.values(near, factors)[0, :8].tolist() == [448, 16, 18, 18, -448, 0, 448, 1]
    scales = mxfp8.quantized(np.outer([1.0, 256.0, 2.0**-20], np.ones(32)))[1]
    assert scales[:, 0].tolist() == [127 - 8, 127, 127 - 28]
    assert mxfp8.quantized(np.zeros((1, 32)))[1].tolist() == [[mxfp8.BIAS]]


# --------------------------------------------------------------------- what they need


@pytest.mark.parametrize("kernel", KERNELS)
def test_checks_pass(kernel: StandaloneKernel) -> None:
    """`ptxpy check` has nothing to say."""
    assert not check_text(kernel.ptx()).found


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(
    "assembler",
    [pytest.param("ptxas", marks=needs_ptxas), pytest.param("nvjitlink", marks=needs_nvjitlink)],
)
def test_nothing_is_spilled(kernel: StandaloneKernel, assembler: AssemblerName) -> None:
    """The PTX assembles without a warning."""
    made = assemble(kernel.ptx(), assembler=assembler)
    assert [message for message in made.messages if message.severity != "info"] == []
    (needs,) = made.kernels
    assert (needs.stack, needs.spill_stores, needs.spill_loads) == (0, 0, 0)


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (
            lambda: blackwell_mxfp8_gemm.gemm.ptx(STAGES=17),
            "have factors for 16 stages, not for 17",
        ),
        (
            lambda: blackwell_pair_gemm.gemm(*(np.zeros((8, 12), np.uint16),) * 2, device="cpu"),
            "tensor map of a",
        ),
    ],
)
def test_what_does_not_fit(kernel: Callable[[], object], message: str) -> None:
    """Shapes and stages that cannot be are refused before anything runs."""
    with pytest.raises(ValueError, match=message):
        kernel()


# --------------------------------------------------------------------- that nothing is superfluous


def without(pattern: str, which: int = 0) -> Callable[[str], str]:
    """Return a function that removes what matches for the time `which`."""
    return changed(pattern, "", which)


def changed(pattern: str, to: str, which: int = 0) -> Callable[[str], str]:
    """Return a function that replaces what matches for the time `which`."""

    def change(ptx: str) -> str:
        found = list(re.finditer(pattern, ptx))[which]
        return ptx[: found.start()] + found.expand(to) + ptx[found.end() :]

    return change


SPIN = r"(\$\w+):\n\s*mbarrier\.try_wait.*\n\s*@!%p\d+ bra \1;\n"
"""A wait for an mbarrier."""
CLUSTER = r" *barrier\.cluster\.arrive;\n *barrier\.cluster\.wait;\n"
BARRIER = r" *bar\.sync 0;\n"
COMMIT = r" *tcgen05\.commit.*\n"
FENCE = r" *tcgen05\.fence::{}_thread_sync;\n"
DEALLOC = r" *@?\S*\s*tcgen05\.dealloc.*\n"
FACTORS = r" *tcgen05\.cp\..*\n"
BOTH = r"mov\.b16 (%rs\d+), 3;"
LEADER = r"and\.b32 (%r\d+), (%r\d+), 4278190079;"

UNORDERED = "nothing orders it after the write of a copy"
TOO_FEW = "bytes or more in place of 32,768 at"
MISSING = "while a copy writes to it; a wait for the mbarrier"
SUMS = "is read by tcgen05.ld while a tcgen05.mma writes to it; a wait for the mbarrier"


def launch_one(text: str) -> None:
    """Run PTX of `blackwell_gemm` in strict mode, for a tile and more chunks than stages."""
    m, n, k = 128, 256, 328
    a, b = integers(m, n, k)
    bits, c = (bfloat16.bits(a), bfloat16.bits(b)), np.zeros((m, n), np.float32)
    boxes = zip(bits, (128, 256), strict=True)
    maps = [TensorMap(x, (rows, 64), type="bf16", swizzle="128B") for x, rows in boxes]
    made = blackwell_gemm.gemm.bind()
    arguments = (*bits, c, m, n, k, *maps)
    shared = made.defaults.smem
    ptxpy.load(text).launch(*arguments, grid=1, block=128, shared_bytes=shared, strict="fences")
    assert (c == a @ b.T).all()


def launch_pair(text: str) -> None:
    """Run PTX of `blackwell_pair_gemm` so."""
    m, n, k = 256, 256, 520
    a, b = integers(m, n, k)
    bits, c = (bfloat16.bits(a), bfloat16.bits(b)), np.zeros((m, n), np.float32)
    maps = [TensorMap(x, (128, 64), type="bf16", swizzle="128B") for x in bits]
    made = blackwell_pair_gemm.gemm.bind()
    ptxpy.load(text).launch(
        *(*bits, c, m, n, k, *maps),
        grid=2,
        block=128,
        cluster=2,
        shared_bytes=made.defaults.smem,
        strict="fences",
    )
    assert (c == a @ b.T).all()


def launch_scaled(text: str) -> None:
    """Run PTX of `blackwell_mxfp8_gemm` so."""
    m, n, k = 128, 128, 800
    a, b, *factors = scaled(m, n, k)
    words, c = [mxfp8.arranged(x) for x in factors], np.zeros((m, n), np.float32)
    maps = [TensorMap(x, (128, 128), type="u8", swizzle="128B") for x in (a, b)]
    maps += [TensorMap(x, (1, 1, 128), type="u32") for x in words]
    made = blackwell_mxfp8_gemm.gemm.bind()
    arguments = (a, b, *words, c, m, n, k, *maps)
    shared = made.defaults.smem
    ptxpy.load(text).launch(*arguments, grid=1, block=128, shared_bytes=shared, strict="fences")
    assert right(c, a, b, *factors)


ONE = launch_one, blackwell_gemm.gemm
PAIR = launch_pair, blackwell_pair_gemm.gemm
SCALED = launch_scaled, blackwell_mxfp8_gemm.gemm


@pytest.mark.parametrize("example", [ONE, PAIR, SCALED])
def test_a_launch_of_the_text(example: tuple[Callable[[str], None], StandaloneKernel]) -> None:
    """The same runs below, where something is missing."""
    launch, kernel = example
    launch(kernel.ptx())


@pytest.mark.parametrize(
    ("example", "change", "says"),
    [
        (ONE, without(SPIN, 0), UNORDERED),
        (ONE, without(SPIN, 1), MISSING),
        (ONE, without(SPIN, 2), SUMS),
        (ONE, without(BARRIER), "nothing orders it after"),
        (ONE, without(BARRIER, 1), "it is freed by tcgen05.dealloc"),
        (ONE, without(COMMIT), "deadlock"),
        (ONE, without(FENCE.format("after"), -2), "tcgen05.fence::after_thread_sync is missing"),
        (ONE, without(DEALLOC), "tcgen05.dealloc is missing"),
        (PAIR, without(SPIN, 0), UNORDERED),
        (PAIR, without(SPIN, 1), MISSING),
        (PAIR, without(SPIN, 2), SUMS),
        (PAIR, without(CLUSTER), "nothing orders it after"),
        (PAIR, without(CLUSTER, 1), "it is freed by tcgen05.dealloc"),
        (PAIR, changed(BOTH, r"mov.b16 \1, 1;"), "deadlock"),
        (PAIR, changed(LEADER, r"mov.b32 \1, \2;"), "deadlock"),
        (PAIR, changed("65536", "32768"), TOO_FEW),
        (PAIR, without(COMMIT, 1), "deadlock"),
        (SCALED, without(SPIN, 0), UNORDERED),
        (SCALED, without(SPIN, 1), "is read by a tcgen05.cp while a copy writes to it"),
        (SCALED, without(SPIN, 2), SUMS),
        (SCALED, without(FACTORS), "which nothing has been written to"),
        (SCALED, changed("33792", "32768"), TOO_FEW),
    ],
)
def test_strict_mode(
    example: tuple[Callable[[str], None], StandaloneKernel],
    change: Callable[[str], str],
    says: str,
) -> None:
    """Without any of what somebody waits for, strict mode finds a fault."""
    launch, kernel = example
    with pytest.raises(SimulationError) as error:
        launch(change(kernel.ptx()))
    assert says in str(error.value)
