"""Kernels that are called with tensors: `c = add(a, b)`."""

# Tensors are of any library, and dimensions are named as in the tiles.
# ruff: noqa: N803

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy import LaunchError, kernel, ptx, readonly, reg, smem, u8, u32
from ptxpy.dsl.tensors import Layout, Tile
from ptxpy.dsl.values.types import bf16, f16, f32, u64

traced: list[int] = []


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32), Tile("N", f32)),
    out_specs=(Tile("N", f32),),
    raw_params=[("u32", "N")],
    grid=lambda N, *, TILE: -(-N // TILE),
    block=64,
)
def add(a: Any, b: Any, c: Any, *, TILE: int = 64) -> None:
    """Add two vectors; threads behind `TILE` do nothing."""
    traced.append(TILE)
    tid = reg.from_(ptx.special.tid.x(), u32)
    i = reg.from_(ptx.mad.lo.s32(ptx.special.ctaid.x(), TILE, tid), u32)
    with ptx.if_((i < ptx.param(u32, "N")) & (tid < TILE)):
        offset = reg.from_(ptx.mul.wide.u32(i, 4), u64)
        pa, pb, pc = (reg.from_(ptx.ld.param.u64([x]), u64) + offset for x in (a, b, c))
        ptx.st.global_.f32([pc], ptx.ld.global_.f32([pa]) + ptx.ld.global_.f32([pb]))
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", f32),),
    out_specs=(Tile("N", f32), Tile(1, u32)),
    grid=1,
    block=32,
)
def scale(x: Any, factor: f32, y: Any, count: Any) -> None:
    """Multiply a vector of at most 32 elements, and store the number of its elements."""
    tid = reg.from_(ptx.special.tid.x(), u32)
    size = x.shape[0]
    with ptx.if_(tid < size):
        offset = reg.from_(ptx.mul.wide.u32(tid, 4), u64)
        source, target = (reg.from_(ptx.ld.param.u64([t]), u64) + offset for t in (x, y))
        ptx.st.global_.f32([target], ptx.ld.global_.f32([source]) * ptx.ld.param.f32([factor]))
    with ptx.if_(tid == 0):
        ptx.st.global_.u32([reg.from_(ptx.ld.param.u64([count]), u64)], size)
    ptx.ret()


def copier(tile: Tile, rows: int, columns: int, size: int) -> Any:
    """Return a kernel that copies a matrix by TMA in boxes, and stores the bytes of the first."""
    rank = tile.tma_rank
    step = columns if rank == 2 else columns // 64
    loading = f"cp.async.bulk.tensor.{rank}d.shared::cluster.global.mbarrier::complete_tx::bytes"
    storing = f"cp.async.bulk.tensor.{rank}d.global.shared::cta.bulk_group"

    @kernel(
        arch="sm_90a",
        in_specs=(tile,),
        out_specs=(tile, Tile(size, u8)),
        grid=lambda M, K: (-(-K // columns), -(-M // rows)),
        block=32,
    )
    def copy(x: Any, y: Any, seen: Any) -> None:
        box, bar = smem.alloc(u8, size, align=1024), smem.mbarrier(1)
        source, target = x.tma_desc(), y.tma_desc()
        tid = reg.from_(ptx.special.tid.x(), u32)
        column = reg.from_(reg.from_(ptx.special.ctaid.x(), u32) * step, u32)
        row = reg.from_(reg.from_(ptx.special.ctaid.y(), u32) * rows, u32)
        at = (column, row) if rank == 2 else (0, row, column)
        here, barrier = reg.from_(ptx.mov.u32(box), u32), reg.from_(ptx.mov.u32(bar[0]), u32)
        with ptx.if_(tid == 0):
            ptx["mbarrier.init.shared::cta.b64"]([barrier], 1)
            ptx["fence.mbarrier_init.release.cluster"]()
            ptx.inst["mbarrier.arrive.expect_tx.shared::cta.b64"]("_", [barrier], size)
            ptx[loading]([here], [source, at], [barrier])
            with ptx.loop() as again:
                done = ptx["mbarrier.try_wait.parity.shared::cta.b64"]([barrier], 0)
                again.again(unless=done)
            ptx[storing]([target, at], [here])
            ptx["cp.async.bulk.commit_group"]()
            ptx["cp.async.bulk.wait_group"](0)
        ptx.bar.sync(0)
        first = reg.from_(row + column, u32) == 0
        piece = reg.from_(here + tid * 16, u32)
        out = reg.from_(ptx.ld.param.u64([seen]), u64) + ptx.mul.wide.u32(tid, 16)
        out = reg.from_(out, u64)
        with ptx.if_(first):
            words = reg.array(u32, 4)
            for start in range(0, size, 512):
                words[0:4] = ptx.ld.shared.v4.u32([piece, start])
                ptx.st.global_.v4.u32([out, start], words[0:4])
        ptx.ret()

    return copy


def vectors(count: int) -> list[np.ndarray[Any, Any]]:
    """Return two vectors of small numbers."""
    random = np.random.default_rng(count)
    return [random.integers(0, 100, count).astype(np.float32) for _ in range(2)]


def matrix(rows: int, columns: int) -> np.ndarray[Any, Any]:
    """Return a matrix of the bits of `bf16`."""
    return np.random.default_rng(rows).integers(0, 1 << 16, (rows, columns)).astype(np.uint16)


def swizzled(box: np.ndarray[Any, Any], span: int) -> bytes:
    """Return the bytes of rows of `span` bytes, swizzled: 16-byte pieces change places."""
    pieces = box.view(np.uint8).reshape(-1, 16)
    found = np.empty_like(pieces)
    for number, piece in enumerate(pieces):
        line = number * 16 >> 7 & span // 16 - 1
        found[number ^ line] = piece
    return found.tobytes()


# --------------------------------------------------------------------- what comes out


@pytest.mark.parametrize("strict", [False, True])
def test_vectors_are_added(*, strict: bool) -> None:
    """The output is made, and the grid follows from the length."""
    a, b = vectors(150)
    c = add(a, b, device="cpu", strict=strict)
    assert (c.dtype, c.shape) == (np.float32, (150,))
    assert c.tolist() == (a + b).tolist()
    assert add(a, b, TILE=32, device="cpu", strict=strict).tolist() == c.tolist()


def test_a_kernel_is_traced_for_what_it_looks_at() -> None:
    """Lengths that only the grid and parameters depend on make no new PTX."""
    traced.clear()
    for count in (5, 70, 129):
        a, b = vectors(count)
        assert add(a, b, TILE=48, device="cpu").tolist() == (a + b).tolist()
    assert traced == [48]
    assert [scale(vectors(n)[0], 2.0, device="cpu")[1][0] for n in (3, 4, 3)] == [3, 4, 3]
    assert scale.bind(N=3) is scale.bind(N=3)
    assert scale.bind(N=3) is not scale.bind(N=4)


def test_an_output_is_written_in_place() -> None:
    """It is given by its name, and is what the call returns."""
    a, b = vectors(10)
    c = np.zeros(10, np.float32)
    assert add(a, b, c=c, device="cpu") is c
    assert c.tolist() == (a + b).tolist()
    assert add(c, b, c=c, device="cpu").tolist() == (a + b + b).tolist()


def test_inputs_that_cannot_be_written_to() -> None:
    """They are only read; so are those that are marked."""
    a, b = vectors(10)
    a.flags.writeable = False
    assert add(a, readonly(b), device="cpu").tolist() == (a + b).tolist()


def test_scalars_and_several_outputs() -> None:
    """Scalars stand where the function has them, or by name; outputs are a tuple."""
    x = np.arange(5, dtype=np.float32)
    for y, count in (
        scale(x, 3.0, device="cpu"),
        scale(x, factor=3.0, device="cpu"),
        scale(factor=3.0, x=x, device="cpu"),
    ):
        assert y.tolist() == [0, 3, 6, 9, 12]
        assert count.tolist() == [5]
    y, _ = scale(x, 3.0, device="cpu", grid=lambda N: N)
    assert y.tolist() == [0, 3, 6, 9, 12]


def test_without_outputs() -> None:
    """A kernel that only has inputs gives None, and may write to them."""

    @kernel(arch="sm_80", in_specs=(Tile("N", u32),), grid=lambda N: N, block=1)
    def number(x: Any) -> None:
        block = reg.from_(ptx.special.ctaid.x(), u32)
        address = reg.from_(ptx.ld.param.u64([x]), u64) + ptx.mul.wide.u32(block, 4)
        ptx.st.global_.u32([address], block)
        ptx.ret()

    x = np.zeros(4, np.uint32)
    assert number(x, device="cpu") is None
    assert x.tolist() == [0, 1, 2, 3]


def test_a_dimension_of_an_output_may_be_a_template_parameter() -> None:
    """Or it follows from an array that is given; else nothing says it."""

    @kernel(arch="sm_80", out_specs=(Tile("P", u32),), grid=lambda P: P, block=1)
    def numbers(y: Any, *, P: int = 3) -> None:
        block = reg.from_(ptx.special.ctaid.x(), u32)
        address = reg.from_(ptx.ld.param.u64([y]), u64) + ptx.mul.wide.u32(block, 4)
        ptx.st.global_.u32([address], block + P)
        ptx.ret()

    assert numbers(device="cpu").tolist() == [3, 4, 5]
    assert numbers(P=2, device="cpu").tolist() == [2, 3]
    assert numbers(y=np.empty(1, np.uint32), device="cpu").tolist() == [1]
    with pytest.raises(ValueError, match="P is 2 in y and 3 in the argument P"):
        numbers(P=3, y=np.empty(2, np.uint32), device="cpu")

    @kernel(arch="sm_80", out_specs=(Tile("Q", u32),), grid=1, block=1)
    def unknown(y: Any) -> None:  # noqa: ARG001 - not used
        ptx.ret()

    with pytest.raises(
        ValueError, match="the dimension Q of y is not a dimension of any input; pass an output"
    ):
        unknown(device="cpu")


# --------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("count", "options", "message"),
    [
        (1, {}, r"^add takes 2 tensors \(a, b\), and returns c; b is missing$"),
        (0, {}, "a, b are missing"),
        (3, {}, "and returns c; 3 positional arguments given"),
        (
            2,
            {"TILES": 3},
            "add has no argument 'TILES'; expected one of a, b, c, N, TILE, cooperative, d",
        ),
        (2, {"a": 1}, "add: a is given twice, by position and by name"),
    ],
)
def test_wrong_arguments(count: int, options: dict[str, Any], message: str) -> None:
    """Messages name the tensors that there are."""
    with pytest.raises(TypeError, match=message):
        add(*[np.zeros(4, np.float32)] * count, **options, device="cpu")


def test_missing_scalars() -> None:
    """Scalars and raw parameters that are neither given nor a dimension."""
    with pytest.raises(TypeError, match="scale: the scalar factor is missing; pass factor="):
        scale(np.zeros(4, np.float32), device="cpu")

    @kernel(arch="sm_80", in_specs=(Tile("N", u32),), grid=1, block=1, raw_params=[("u32", "k")])
    def raw(x: Any) -> None:  # noqa: ARG001 - not used
        ptx.ret()

    with pytest.raises(TypeError, match="raw: the raw parameter k is missing; pass k="):
        raw(np.zeros(4, np.uint32), device="cpu")
    raw(np.zeros(4, np.uint32), k=3, device="cpu")


@pytest.mark.parametrize(
    ("a", "b", "error", "message"),
    [
        (
            np.zeros(4),
            None,
            TypeError,
            r"a has elements of float64; Tile\('N', f32\) takes float32",
        ),
        (3.0, None, TypeError, r"a must be an array, for Tile\('N', f32\); a float is not one"),
        (np.zeros((4, 1), np.float32), None, ValueError, r"a: shape \(4, 1\) has 2 dimensions"),
        (np.zeros(5, np.float32), None, ValueError, "^N is 5 in a and 4 in b$"),
        (
            np.zeros(8, np.float32)[::2],
            None,
            ValueError,
            r"a must be row-major .* np.ascontiguousarray",
        ),
        (None, np.zeros(0, np.float32), ValueError, "N is 4 in a and 0 in b"),
    ],
)
def test_arrays_that_do_not_fit(a: Any, b: Any, error: type[Exception], message: str) -> None:
    """Messages name the tensor, what it takes and what is given."""
    good = np.zeros(4, np.float32)
    with pytest.raises(error, match=message):
        add(good if a is None else a, good if b is None else b, device="cpu")


def test_empty_arrays() -> None:
    """There is nothing to launch."""
    nothing = np.zeros(0, np.float32)
    with pytest.raises(
        LaunchError, match=r"^add: grid is 0; each extent must be at least 1 \(with N=0"
    ):
        add(nothing, nothing, device="cpu")


@pytest.mark.parametrize(
    ("grid", "error", "message"),
    [
        (lambda N: N / 2, ValueError, r"add: grid is 2.0; expected one to three integers"),
        ((1, 2, 3, 4), ValueError, "has 4 extents"),
        (-1, ValueError, "each extent must be at least 1"),
        (
            lambda Q: Q,
            TypeError,
            "takes Q, which is not a dimension or parameter; defined: TILE, N",
        ),
    ],
)
def test_wrong_grids(grid: Any, error: type[Exception], message: str) -> None:
    """It is one to three positive integers, of what the kernel knows."""
    a, b = vectors(4)
    with pytest.raises(error, match=message):
        add(a, b, grid=grid, device="cpu")


def test_grids_take_what_they_name() -> None:
    """Keywords without a value elsewhere keep their default; `**` takes all."""
    a, b = vectors(70)
    for grid in (2, (2, 1), lambda N, half=32: N // half, lambda N, /: N, lambda **all_: all_["N"]):
        assert add(a, b, grid=grid, device="cpu").tolist() == (a + b).tolist()


def test_no_grid() -> None:
    """It is the kernel's or the call's."""

    @kernel(arch="sm_80", in_specs=(Tile("N", u32),), block=1)
    def nothing(x: Any) -> None:  # noqa: ARG001 - not used
        ptx.ret()

    with pytest.raises(LaunchError, match="nothing needs a grid, in @kernel or in the call"):
        nothing(np.zeros(4, np.uint32), device="cpu")
    nothing(np.zeros(4, np.uint32), grid=1, device="cpu")


# --------------------------------------------------------------------- tensor maps


@pytest.mark.parametrize(
    ("layout", "columns"), [("ROW", 64), ("TMA_128B", 64), ("TMA_64B", 32), ("TMA_32B", 16)]
)
def test_a_matrix_by_boxes(layout: str, columns: int) -> None:
    """Boxes are swizzled as the layout says; those at the edges are cut."""
    tile = Tile("M", "K", bf16, Layout[layout], tma_box=(16, columns))
    copy = copier(tile, 16, columns, 32 * columns)
    x = matrix(40, 136)
    y, seen = copy(x, device="cpu", strict=True)
    assert np.array_equal(x, y)
    assert seen.tobytes() == swizzled(
        np.ascontiguousarray(x[:16, :columns]), tile.layout.span or 16
    )


def test_a_matrix_in_three_dimensions() -> None:
    """One copy moves more than a line of the swizzle: column groups lie one behind the other."""
    tile = Tile("M", "K", bf16, Layout.TMA_128B, tma_box=(16, 128), tma_rank=3)
    x = matrix(40, 256)
    y, seen = copier(tile, 16, 128, 4096)(x, device="cpu", strict=True)
    assert np.array_equal(x, y)
    groups = np.concatenate([x[:16, :64], x[:16, 64:128]])
    assert seen.tobytes() == swizzled(groups, 128)


def test_a_padded_matrix() -> None:
    """Rows of the box are 72 elements long; the last 8 are outside of the tensor."""
    tile = Tile("M", "K", bf16, tma_box=(16, 128), tma_rank=3, tma_padding=True)
    x = matrix(32, 192)
    y, seen = copier(tile, 16, 128, 4608)(x, device="cpu", strict=True)
    assert np.array_equal(x, y)
    groups = np.concatenate([x[:16, :64], x[:16, 64:128]])
    rows = seen.view(np.uint16).reshape(32, 72)
    assert np.array_equal(rows[:, :64], groups)
    assert not rows[:, 64:].any()


def test_arrays_that_tma_cannot_copy() -> None:
    """Rows that begin anywhere, boxes of wide tensors, elements that are apart."""
    tile = Tile("M", "K", bf16, tma_box=(16, 64))
    with pytest.raises(ValueError, match=r"tensor map of x: strides\[0\]: 200 bytes are not a mul"):
        copier(tile, 16, 64, 2048)(np.zeros((16, 100), np.uint16), device="cpu")


def test_column_major_arrays() -> None:
    """They lie as the layout says, and so do new ones."""
    tile = Tile("M", "K", f16, Layout.COL, tma_box=(16, 16))

    @kernel(arch="sm_80", in_specs=(tile,), out_specs=(tile,), grid=1, block=1)
    def nothing(x: Any, y: Any) -> None:  # noqa: ARG001 - not used
        ptx.ret()

    y = nothing(np.asfortranarray(np.zeros((4, 6), np.float16)), device="cpu")
    assert y.shape == (4, 6)
    assert y.flags.f_contiguous
    with pytest.raises(ValueError, match=r"x must be column-major .* np.asfortranarray"):
        nothing(np.zeros((4, 6), np.float16), device="cpu")


@pytest.mark.parametrize("what", ["trace", "profile", "timeline"])
def test_calls_are_observed(what: str) -> None:
    """With the arguments of a call, template parameters and outputs by name included."""
    a, b = (np.arange(100, dtype=np.float32) for _ in range(2))
    c = np.zeros_like(a)
    found = getattr(add, what)(a, b, c=c, TILE=32)
    assert type(found).__name__ == what.capitalize()
    assert np.array_equal(c, a + b)
    assert type(getattr(add, what)(a, b)).__name__ == what.capitalize()
    every = getattr(add, what)(a, b, c, 50, grid=1)
    assert type(every).__name__ == what.capitalize()


def test_options_of_observed_calls() -> None:
    """Those of the method beside those of the call; what neither has is told."""
    a, b = (np.arange(100, dtype=np.float32) for _ in range(2))
    assert "thread (3, 0, 0)" in str(add.trace(a, b, threads=3, cta=1, limit=5))
    assert "thread (3, 0, 0)" in str(add.trace(a, b=b, threads=3))
    assert len(add.timeline(a, b, limit=2).slices) == 2
    assert str(scale.profile(a[:4], 2.0))
    with pytest.raises(TypeError, match="; b is missing"):
        add.trace(a)
    with pytest.raises(TypeError, match="has no argument 'threads'"):
        add.profile(a, b, threads=3)
    with pytest.raises(LaunchError, match="a timeline runs on device='cpu' only"):
        add.timeline(a, b, device=0)
