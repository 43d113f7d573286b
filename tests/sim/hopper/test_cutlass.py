"""CUTLASS's GEMMs by `CollectiveBuilder`: their Params are structs that a host program recorded."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tests.sim.cutlass.launches import Launch, launches
from tests.sim.hopper.reference import integers
from tests.sim.kernels.corpus import Array, Simulated, bfloat, close, eight_bits

GEMMS = launches("hopper_gemm")
EIGHT_BITS = launches("hopper_fp8_gemm")
(GROUPED,) = launches("hopper_grouped_gemm")
CORPUS = Path(__file__).parents[3] / "corpus"


def named(launch: Launch) -> str:
    """Return what a launch is called in reports."""
    return launch.name


def sizes(launch: Launch) -> list[int]:
    """Return the numbers in the name of a launch: M, N, K and, if it has several, batches."""
    return [int(each) for each in re.findall(r"\d+", launch.name)]


@pytest.mark.parametrize("launch", GEMMS, ids=named)
def test_gemm(random: np.random.Generator, launch: Launch) -> None:
    """Two consumers that share a tile (cooperative), or take turns (pingpong); clusters of two.

    D = 2 A B + C / 2 of integers: exact in f32, rounded once to half or bfloat16.
    """
    m, n, k, batches = [*sizes(launch), 1][:4]
    a, b, c = (integers(random, batches, *shape) for shape in ((m, k), (n, k), (m, n)))
    expected = 2 * (a.astype("f8") @ b.astype("f8").swapaxes(1, 2)) + c / 2
    pingpong = launch.name.startswith("pingpong")
    path = "cutlass/hopper_gemm.ptx"
    text = (CORPUS / path).read_text(encoding="utf-8")
    kernel = re.findall(r"\.entry (\w+)", text)[pingpong]
    if pingpong:
        out = np.zeros((batches, m, n), "u2")
        launch.run(path, kernel, [*map(bfloat, (a, b, c)), out])
        assert (out == bfloat(expected)).all()
    else:
        out = np.zeros((batches, m, n), "f2")
        launch.run(path, kernel, [a, b, c, out])
        assert (out == expected.astype("f2")).all()


@pytest.mark.parametrize("launch", EIGHT_BITS, ids=named)
def test_gemm_of_eight_bit_floats(random: np.random.Generator, launch: Launch) -> None:
    """D = SiLU(2 A B + bias of each row + C / 2), by stream-K: one with tiles that CTAs share.

    Sums below 64 are added in f32 and rounded to half; the derivative of SiLU is below 1.1. Its
    approximations, of `ex2` and `rcp`, and the sums of K products are off by less than 2^-15.
    """
    m, n, k = sizes(launch)
    a = random.integers(0, 256, (m, k)).astype("u1") & np.uint8(0xB8)
    b = random.integers(0, 256, (n, k)).astype("u1") & np.uint8(0xBC)
    left, right = eight_bits("e4m3")[a], eight_bits("e5m2")[b]
    c, bias = integers(random, m, n), integers(random, m)
    out, workspace = np.zeros((m, n), "f2"), np.zeros(max(16, launch.workspace), "u1")
    launch.run("cutlass/hopper_fp8_gemm.ptx", None, [a, b, c, out, bias, workspace])
    total = 2 * (left @ right.T) + bias.astype("f8")[:, None] + c / 2
    assert np.abs(total).max() < 64
    expected = total / (1 + np.exp(-total))
    close(out, expected, 2.0**-11 * np.abs(expected) + 64 * 2.0**-15)
    assert bool(launch.workspace) == launch.name.endswith("shared tiles")


def test_grouped_gemm(random: np.random.Generator) -> None:
    """Products of three shapes by one launch; the kernel changes tensor maps in global memory."""
    shapes = [(136, 264, 72), (64, 128, 64), (300, 200, 328)]
    module = Simulated("cutlass/hopper_grouped_gemm.ptx")

    def put(values: list[Array]) -> int:
        return module.put(np.array([module.put(each) for each in values], np.uint64))

    a = [integers(random, m, k) for m, _, k in shapes]
    b = [integers(random, n, k) for _, n, k in shapes]
    c = [integers(random, m, n) for m, n, _ in shapes]
    d = [module.put(np.zeros_like(each)) for each in c]
    strides = [
        module.put(np.array([shape[axis] for shape in shapes], np.int64)) for axis in (2, 2, 1, 1)
    ]
    tensors = [
        put(a),
        put(b),
        put(c),
        module.put(np.array(d, np.uint64)),
        module.put(np.array(shapes, np.int32)),
        *strides,
        module.put(np.zeros(GROUPED.workspace, "u1")),
    ]
    module.run(
        module.module.kernels[0].name.name,
        GROUPED.placed(tensors),
        grid=GROUPED.grid,
        block=GROUPED.block,
        cluster=GROUPED.cluster,
        shared=GROUPED.shared,
    )
    for number, place in enumerate(d):
        found = module.get(place, c[number])
        product = a[number].astype("f8") @ b[number].astype("f8").T
        assert (found == (2 * product + c[number] / 2).astype("f2")).all()
