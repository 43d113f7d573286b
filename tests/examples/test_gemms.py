"""The products of matrices among the examples: what they compute, and that every wait is needed."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

import ptxpy
from ptxpy import SimulationError, TensorMap
from ptxpy.assemble import AssemblerName, assemble
from ptxpy.dsl import StandaloneKernel
from ptxpy.examples import ampere_gemm, bfloat16, hopper_gemm, hopper_one_tile
from ptxpy.examples.checking import Array
from tests.assemble.real import needs_nvjitlink, needs_ptxas

EXAMPLES = (ampere_gemm, hopper_one_tile, hopper_gemm)
KERNELS = (ampere_gemm.gemm, hopper_one_tile.one_tile, hopper_gemm.gemm)
SPIN = re.compile(r"(\$\w+):\n\s*mbarrier\.try_wait.*\n\s*@!%p\d+ bra \1;\n")
"""A wait for an mbarrier."""


def operands(m: int, n: int, k: int) -> tuple[Array, Array]:
    """Return matrices of small integers, whose sums of products are exact."""
    random = np.random.default_rng(m + n + k)
    a, b = random.integers(-2, 3, (m, k)), random.integers(-2, 3, (k, n))
    return a.astype(np.float32), b.astype(np.float32)


# --------------------------------------------------------------------- what they compute


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_check_of_an_example(example: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m ptxpy.examples.NAME` finds what NumPy finds."""
    assert example.main() == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{example.__name__.rpartition('.')[2]} ")
    assert ": ok, on " in printed


@pytest.mark.parametrize(
    ("shape", "templates"),
    [
        ((128, 128, 64), {}),
        ((200, 264, 328), {}),
        ((1, 8, 8), {"STAGES": 2}),
        ((130, 72, 200), {"BM": 256, "BN": 64, "STAGES": 2}),
        ((70, 264, 456), {"BM": 64, "BN": 256, "STAGES": 4}),
    ],
)
def test_ampere(shape: tuple[int, int, int], templates: dict[str, int]) -> None:
    """Tiles that are full and that are not, fewer chunks than stages and more."""
    a, b = operands(*shape)
    c = ampere_gemm.gemm(a.astype("f2"), b.astype("f2"), device="cpu", strict=True, **templates)
    assert (c == a @ b).all()


def test_one_tile() -> None:
    """Each element is at its place."""
    a, b = operands(hopper_one_tile.M, hopper_one_tile.N, hopper_one_tile.K)
    c = hopper_one_tile.one_tile(bfloat16.bits(a), bfloat16.bits(b), device="cpu", strict=True)
    assert (c == a @ b).all()


@pytest.mark.parametrize(
    ("shape", "templates"),
    [
        ((128, 256, 64), {}),
        ((200, 264, 456), {}),
        ((1, 8, 8), {"STAGES": 2}),
        ((300, 64, 328), {"BM": 256, "BN": 64, "STAGES": 2}),
        ((130, 136, 200), {"BN": 128, "BK": 32, "STAGES": 6}),
    ],
)
def test_hopper(shape: tuple[int, int, int], templates: dict[str, int]) -> None:
    """Tiles that are full and that are not, several products of 64 rows, a narrower swizzle."""
    a, b = operands(*shape)
    c = hopper_gemm.gemm(bfloat16.bits(a), bfloat16.bits(b), device="cpu", strict=True, **templates)
    assert (c == bfloat16.bits(a @ b)).all()


def test_bfloat16_is_rounded_to_even() -> None:
    """Bits of the nearest bfloat16; halfway, of the even one."""
    given = np.array([1, -2.5, 1 + 2**-8, 1 + 3 * 2**-8, 1 + 2**-8 + 2**-20], np.float32)
    found = bfloat16.values(bfloat16.bits(given))
    assert found.tolist() == [1, -2.5, 1, 1 + 2**-6, 1 + 2**-7]


# --------------------------------------------------------------------- what they need


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(
    "assembler",
    [pytest.param("ptxas", marks=needs_ptxas), pytest.param("nvjitlink", marks=needs_nvjitlink)],
)
def test_nothing_is_spilled(kernel: StandaloneKernel, assembler: AssemblerName) -> None:
    """The PTX assembles without a warning."""
    assembly = assemble(kernel.ptx(), assembler=assembler)
    (needs,) = assembly.kernels
    assert not assembly.messages
    assert (needs.stack, needs.spill_stores, needs.spill_loads) == (0, 0, 0)


def without(text: str) -> Callable[[str], str]:
    """Return a function that removes an instruction."""
    return lambda ptx: re.sub(rf"\n *{re.escape(text)};", "", ptx)


def without_wait(number: int) -> Callable[[str], str]:
    """Return a function that removes a wait for an mbarrier."""

    def changed(ptx: str) -> str:
        found = list(SPIN.finditer(ptx))[number]
        return ptx[: found.start()] + ptx[found.end() :]

    return changed


def launch(example: ModuleType, ptx: str) -> tuple[Array, Array]:
    """Run the PTX of an example for one tile and more chunks than stages; return C, expected."""
    templates = example.gemm.template_params
    m, n, k = templates["BM"], templates["BN"], 328
    a, b = operands(m, n, k)
    maps: tuple[TensorMap, ...] = ()
    if example is hopper_gemm:
        a, b, expected = map(bfloat16.bits, (a, b, a @ b))
        maps = tuple(
            TensorMap(x, (y, 64), type="bf16", swizzle="128B") for x, y in ((a, m), (b, 64))
        )
    else:
        a, b, expected = a.astype("f2"), b.astype("f2"), a @ b
    c = np.zeros((m, n), a.dtype)
    defaults = example.gemm.bind().defaults
    ptxpy.load(ptx).launch(
        *(a, b, c, m, n, k, *maps),
        grid=1,
        block=defaults.block,
        shared_bytes=defaults.smem,
        device="cpu",
        strict=True,
    )
    return c, expected


@pytest.mark.parametrize("example", [ampere_gemm, hopper_gemm])
def test_a_launch_of_the_text(example: ModuleType) -> None:
    """The same runs below, where something is missing."""
    c, expected = launch(example, example.gemm.ptx())
    assert (c == expected).all()


@pytest.mark.parametrize(
    ("example", "change", "message"),
    [
        (ampere_gemm, without("bar.sync 0"), "data race in shared memory"),
        (ampere_gemm, without("cp.async.wait_group 1"), "cp.async.wait_group is missing"),
        (hopper_gemm, without("bar.sync 0"), "nothing orders it after its initialisation"),
        (hopper_gemm, without_wait(0), "a wait for the mbarrier"),
        (hopper_gemm, without_wait(1), "data race in shared memory"),
        (hopper_gemm, without("wgmma.wait_group.sync.aligned 1"), "wgmma.wait_group is missing"),
        (hopper_gemm, without("wgmma.wait_group.sync.aligned 0"), "wgmma.wait_group is missing"),
        (hopper_gemm, without("wgmma.fence.sync.aligned"), "without a wgmma.fence"),
    ],
)
def test_every_wait_is_needed(
    example: ModuleType, change: Callable[[str], str], message: str
) -> None:
    """The simulator, which finds nothing wrong with the examples, finds what is taken away."""
    text = example.gemm.ptx()
    changed = change(text)
    assert changed != text
    with pytest.raises(SimulationError, match=re.escape(message)):
        launch(example, changed)


# --------------------------------------------------------------------- what they refuse


@pytest.mark.parametrize(
    ("kernel", "shape", "templates", "message"),
    [
        (ampere_gemm.gemm, (64, 12, 64), {}, "N and K are multiples of 8"),
        (ampere_gemm.gemm, (64, 64, 64), {"BM": 64}, "four warps make 64 x 64 each"),
        (hopper_gemm.gemm, (64, 12, 64), {}, "tensor map of b"),
        (hopper_gemm.gemm, (64, 64, 12), {}, "tensor map of a"),
        (hopper_gemm.gemm, (64, 64, 64), {"BN": 96}, "BN of 64"),
        (hopper_gemm.gemm, (64, 64, 64), {"STAGES": 1}, "STAGES at least 2"),
        (hopper_one_tile.one_tile, (64, 64, 64), {}, "256"),
    ],
)
def test_what_does_not_fit(
    kernel: StandaloneKernel, shape: tuple[int, int, int], templates: dict[str, int], message: str
) -> None:
    """Shapes and tiles that cannot be are refused before anything runs."""
    half = np.float16 if kernel is ampere_gemm.gemm else np.uint16
    a, b = (np.abs(x).astype(half) for x in operands(*shape))
    with pytest.raises(ValueError, match=re.escape(message)):
        kernel(a, b, device="cpu", **templates)
