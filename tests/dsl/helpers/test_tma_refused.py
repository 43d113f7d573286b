"""Copies of boxes that cannot be: errors at the line that asks for them."""

from __future__ import annotations

import pytest

from ptxpy import Layout, Tile, TraceError, bf16, f32, kernel, ptx, smem
from tests.dsl.helpers.written import Call, frame, written


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda t, d, b: ptx.tma.load(t, d, (), b), TypeError, "1 to 5 coordinates"),
        (lambda t, d, b: ptx.tma.load(t, d, (0,) * 6, b), TypeError, "1 to 5 coordinates"),
        (lambda t, d, b: ptx.tma.load_2d(t, d, (1, 2, 3), b), ValueError, "load_2d takes 2 coor"),
        (
            lambda t, d, b: ptx.cp.async_.bulk.tensor_3d(dst=t, src=d, coord=(1,), mbar=b),
            ValueError,
            "tensor_3d takes 3 coordinates, innermost first; 1 are given",
        ),
        (
            lambda t, d, b: ptx.cp.async_.bulk.tensor.im2col_4d(t, d, (1, 2, 3, 4, 5), mbar=b),
            ValueError,
            "4 coordinates, innermost first, and may have 2 offsets after them; 5 are given",
        ),
        (
            lambda t, d, b: ptx.cp.async_.bulk.tensor.gather4_2d(t, d, (1, 2), mbar=b),
            ValueError,
            "that of the column and those of 4 rows; 2 are given",
        ),
        (
            lambda t, d, b: ptx.cp.async_.bulk.tensor.scatter4_2d(d, t, (1,) * 5, mbar=b),
            TypeError,
            "a store reports to no mbarrier",
        ),
        (lambda t, d, _: ptx.cp.async_.bulk.tensor_1d(dst=t, src=d), TypeError, "mbar=bars"),
        (
            lambda t, d, b: ptx.tma.load(t, d, (1, 2), b.array[0]),
            TraceError,
            r"ptx.tma.load: bars\[0\] is used before ptx.mbarrier.init",
        ),
        (lambda t, d, b: ptx.tma.load(t, d, (1, 2), b, multicast=0), ValueError, "bits 0 to 15"),
        (
            lambda t, d, b: ptx.cp.async_.bulk.tensor_2d(dst=t, src=d, mbar=b, cta_group=3),
            ValueError,
            "cta_group 1 or 2",
        ),
        (lambda t, d, b: ptx.tma.load_3d(t, d, 1, 32, b), ValueError, "multiple of 64, got 32"),
        (lambda t, d, b: ptx.tma.load_3d(t, d, 1, mbar=b), TypeError, "row= and col="),
        (
            lambda t, d, b: ptx.tma.load_3d(t, d, 1, 64, b, (0, 1, 1)),
            TypeError,
            "by coords=, not both",
        ),
        (lambda t, d, b: ptx.tma.load_3d_multicast(t, d, 1, 64, b), TypeError, "mask= says"),
        (lambda t, d, b: ptx.tma.load(t, d, (1.5, 2), b), TraceError, "tensorCoords"),
        (
            lambda _, d, b: ptx.tma.load(smem.alloc(bf16, (4, 40))[1], d, (1, 2), b),
            ValueError,
            r"\[1\] begins at byte 80; a box begins at a multiple of 128",
        ),
        (
            lambda _, d, b: ptx.tma.load(smem.alloc(bf16, (4, 64), "128B")[1], d, (1, 2), b),
            ValueError,
            "begins at byte 128; a box with the swizzle 128B begins at a multiple of 1024",
        ),
        (
            lambda _, d, __: ptx.tma.store(d, smem.alloc(bf16, (4, 64), "32B")[1], (1, 2)),
            ValueError,
            "the swizzle 32B begins at a multiple of 256",
        ),
    ],
)
def test_refused(call: Call, error: type[Exception], message: str) -> None:
    """What cannot be is an error where it stands, and says what would be right."""
    with pytest.raises(error, match=message):
        written(frame(call))


def with_tensor(call: Call, tile: Tile) -> str:
    """Return the PTX of a kernel that takes a tensor."""

    @kernel(in_specs=(tile,), grid=(1, 1, 1), block=(128, 1, 1), arch="sm_90a", version="8.0")
    def traced(A) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001, N803 - a tensor has no annotation
        bars = smem.mbarrier(1)
        ptx.mbarrier.init(bars, 1)
        call(smem.alloc(bf16, (2, 64, 64), "128B"), A, bars)
        ptx.ret()

    return traced.ptx()


MATRIX = Tile(256, 256, bf16, Layout.TMA_128B, tma_box=(64, 64))


def test_a_tensor_of_the_kernel() -> None:
    """What `tma_desc` returns is a map."""
    text = with_tensor(lambda t, a, b: ptx.tma.load(t[1], a.tma_desc(), (64, 0), b), MATRIX)
    load = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
    assert f"{load} [smem_0+8192], [%rd1, {{64, 0}}], [mbar_0];" in text


@pytest.mark.parametrize(
    ("call", "tile", "error", "message"),
    [
        (lambda t, a, b: ptx.tma.load(t[1], a, (0, 0), b), MATRIX, TypeError, r"A\.tma_desc\(\)"),
        (
            lambda t, a, b: ptx.tma.load(t[1], a.tma_desc(), (0, 0, 0), b),
            MATRIX,
            ValueError,
            "a tensor of 3 dimensions; that of A has 2",
        ),
        (
            lambda t, a, b: ptx.tma.load(t[1], a.tma_desc(), (0, 0), b),
            Tile(256, 256, bf16, Layout.TMA_128B, tma_box=(128, 64)),
            ValueError,
            r"the box \(128, 64\) of A has 16384 bytes; .* has 8192",
        ),
        (
            lambda t, a, _: ptx.tma.store(a.tma_desc(), t, (0, 0)),
            Tile(256, 256, f32, tma_box=(256, 32)),
            ValueError,
            "32768 bytes; .* has 16384",
        ),
    ],
)
def test_a_tensor_that_does_not_fit(
    call: Call, tile: Tile, error: type[Exception], message: str
) -> None:
    """Rank and box are compared with coordinates and room."""
    with pytest.raises(error, match=message):
        with_tensor(call, tile)
