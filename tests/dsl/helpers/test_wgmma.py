"""`ptx.wgmma`: every order of a tile that it knows, multiplied in the simulator."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import ptxpy
from ptxpy import (
    bf16,
    e4m3,
    e5m2,
    f16,
    f32,
    kernel,
    pred,
    ptx,
    reg,
    s8,
    s32,
    smem,
    tf32,
    u8,
    u32,
    u64,
)
from ptxpy.dsl.shared_memory.handles import SharedAlloc
from tests.dsl.helpers.tiles import (
    Product,
    fill,
    filled_by_maps,
    filled_by_threads,
    span_of,
    store_tile,
    written,
)
from tests.sim.semantics.matrices.warpgroup import codes, fragment, numbers

Array = npt.NDArray[Any]

K_MAJOR = [
    Product(dtype, 16, width * 8 // bits, total=total)
    for dtype, bits, total in (
        (bf16, 16, f32),
        (f16, 16, f32),
        (tf32, 32, f32),
        (e4m3, 8, f32),
        (e5m2, 8, f16),
        (s8, 8, s32),
        (u8, 8, s32),
    )
    for width in (32, 64, 96, 128, 192, 256)
]

MN_MAJOR = [
    Product(dtype, columns, 32, majors)
    for dtype in (bf16, f16)
    for columns in (8, 16, 24, 32, 48, 64, 96, 128, 256)
    for majors in (("K", "MN"), ("MN", "MN"))
] + [Product(bf16, 16, 64, ("MN", "K"))]

CHOSEN = [
    Product(bf16, 64, 64, majors, (swizzle, other))
    for swizzle in ("32B", "64B", "128B")
    for other in ("32B", "64B", "128B")
    for majors in (("K", "K"), ("MN", "K"), ("K", "MN"), ("MN", "MN"))
]

MIXED = [
    Product(e4m3, 32, 64, dtype_b=e5m2),
    Product(s8, 32, 64, total=s32, dtype_b=u8),
    Product(f16, 64, 32, total=f16),
    Product(tf32, 8, 32, swizzles=("32B", "64B")),
    Product(e4m3, 8, 128, swizzles=("64B", "32B")),
    Product(bf16, 248, 16),
]


def title(value: object) -> str:
    """Return the name of a case."""
    return value.title if isinstance(value, Product) else str(value)


def matrices(product: Product) -> tuple[list[Array], Array]:
    """Return random A and B as they lie in global memory, and their product."""
    random = Random(product.title)  # noqa: S311 - the same numbers in every run
    memory, values = [], []
    extents = (64, product.columns)
    for dtype, rows, major in zip(product.types, extents, product.majors, strict=True):
        name = dtype.fundamental
        made = codes(name, random, (rows, product.depth))
        values.append(numbers(name, made))
        memory.append(np.ascontiguousarray(made if major == "K" else made.T))
    return memory, values[0] @ values[1].T


def check(product: Product, d: Array, expected: Array) -> None:
    """Compare D with the exact product; one of f16 is rounded at each step."""
    if product.total is f16:
        assert np.abs(d - expected).max() <= np.abs(expected).max() / 128
    else:
        assert (d == expected).all()


def result_of(product: Product, shape: tuple[int, ...]) -> Array:
    """Return an array for D, of its type."""
    kinds = {"f32": np.float32, "f16": np.float16, "s32": np.int32}
    return np.zeros(shape, kinds[product.total.fundamental])


@pytest.mark.parametrize("product", [*K_MAJOR[:6], *MN_MAJOR[:18], *CHOSEN], ids=title)
def test_tiles_filled_by_threads(product: Product) -> None:
    """The product of tiles that threads fill, at the places that `smem.apply_swizzle` says."""
    (a, b), expected = matrices(product)
    d = result_of(product, expected.shape)
    made = product.kernel(filled_by_threads)
    made.launch(a, b, d, grid=1, block=128, device="cpu", strict=True)
    check(product, d, expected)


@pytest.mark.parametrize("product", [*K_MAJOR, *MN_MAJOR, *CHOSEN, *MIXED], ids=title)
def test_tiles_filled_by_tensor_maps(product: Product) -> None:
    """The product of tiles that tensor maps fill, a stripe at a time."""
    memory, expected = matrices(product)
    d = result_of(product, expected.shape)
    maps = []
    for array, tile in zip(memory, allocated(product), strict=True):
        box = (array.shape[0], span_of(tile) // array.itemsize)
        maps.append(ptxpy.TensorMap(array, box, swizzle=tile.swizzle or "none"))
    made = filled_by_maps(product)
    made.launch(*maps, d, grid=1, block=128, device="cpu", strict=True)
    check(product, d, expected)


def allocated(product: Product) -> list[SharedAlloc]:
    """Return the handles of both tiles."""
    found: list[SharedAlloc] = []

    @kernel(arch="sm_90a", version="8.4")
    def tiles() -> None:
        found.extend(product.tiles())
        ptx.ret()

    tiles.ptx()
    return found


def test_stages_descriptors_and_registers() -> None:
    """Rows behind others, stages, descriptors of all kinds, A in registers, D added and negated.

    The sum of six products of the same tiles, one of them negated and one not done.
    """
    random = Random(1)  # noqa: S311 - likewise
    a, b = (codes("bf16", random, shape) for shape in ((128, 64), (2, 8, 64)))
    held = fragment("bf16", a[64:, 32:48])

    @kernel(arch="sm_90a", version="8.0")
    def product(x: u64, y: u64, z: u64, w: u64) -> None:
        thread = reg.from_(ptx.special.tid.x(), u32)
        left, right, target, words = (ptx.ld.param.u64([each]).register() for each in (x, y, z, w))
        tile_a = smem.wgmma_tile(bf16, (128, 64))
        tile_b = smem.wgmma_tile(bf16, (2, 8, 64))
        fill(tile_a, left, thread)
        whole = as_one(tile_b)
        fill(whole, right, thread)
        ptx.fence.proxy.async_.shared__cta()
        ptx.bar.sync(0)
        add = reg.scalar(pred, init=True)
        d = reg.wgmma_frag(m=64, n=8, dtype=f32)
        where = reg.from_(ptx.mad.wide.u32(thread, 4, words), u64)
        own = [ptx.ld.global_.b32([where, 512 * i]).register() for i in range(4)]
        row, step = ptx.wgmma.k_offset(tile_a, 32, 64), ptx.wgmma.k_offset(tile_b[1], 32)
        base = ptx.mov.u32(tile_a).register()
        wide = reg.from_(ptx.cvt.u64.u32(base), u64)
        made = [
            tile_a,
            ptx.wgmma.auto_descriptor(tile_a, dtype=bf16, shape=(128, 64), major="K"),
            ptx.wgmma.auto_descriptor(wide, dtype=bf16, shape=(128, 64), major=0),
            ptx.wgmma.make_descriptor(
                base, leading_byte_offset=16, stride_byte_offset=1024, swizzle="128B"
            ),
        ]
        shifted = ptx.wgmma.masked_descriptor(base, byte_offset=row, mask=0x3FFF0)
        common = {
            "shape": (64, 8, 16),
            "dtype_d": f32,
            "dtype_a": bf16,
            "dtype_b": bf16,
            "d": d,
            "b": tile_b[1],
            "b_k_offset": step,
        }
        ptx.wgmma.fence()
        for index, descriptor in enumerate(made):
            added = add if index == 1 else index > 0
            ptx.wgmma.mma_async(**common, a=descriptor, a_k_offset=row, scale_d=added)
        ptx.wgmma.mma_async(**common, a=shifted, scale_a=-1, scale_d=1)
        ptx.wgmma.mma_async(**common, a=own, scale_d=~add)
        ptx.wgmma.mma_async(**common, a=shifted, scale_d=True, scale_b=-1)
        ptx.wgmma.mma_async(**common, a=own, scale_d=True)
        ptx.wgmma.mma_async(**common, a=tuple(own), scale_d=True)
        ptx.wgmma.commit_group()
        ptx.wgmma.wait_group(0)
        store_tile(d, 8, target, thread, halves=False)
        ptx.ret()

    d = np.zeros((64, 8), np.float32)
    product.launch(a, b, d, np.stack(held), grid=1, block=128, device="cpu", strict=True)
    once = numbers("bf16", a[64:, 32:48]) @ numbers("bf16", b[1, :, 32:48]).T
    assert (d == 2 * once).all()


def as_one(tiles: SharedAlloc) -> SharedAlloc:
    """Return tiles one after the other as the rows of one: of one stripe each, that is the same."""
    stages, rows, columns = tiles.shape
    return SharedAlloc(
        tiles.name, tiles.dtype, (stages * rows, columns), tiles.swizzle, byte_offset=tiles.start
    )


def test_the_text() -> None:
    """What is emitted, to the byte: four instructions for a descriptor, immediates where it can."""

    def body() -> None:
        a = smem.wgmma_tile(bf16, (64, 64), name="a")
        b = smem.wgmma_tile(bf16, (64, 8), "MN", name="b")
        d = reg.wgmma_frag(m=64, n=8, dtype=f32, name="%d")
        ptx.wgmma.fence()
        ptx.wgmma.mma_async(
            shape=(64, 8, 16),
            dtype_d=f32,
            dtype_a=bf16,
            dtype_b=bf16,
            d=d,
            a=a,
            b=b,
            trans_b=1,
            a_k_offset=32,
            b_k_offset=256,
        )
        ptx.wgmma.commit_group()
        ptx.wgmma.wait_group(1)

    assert written(body) == """\
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    .shared .align 1024 .b8 a[8192];
    .shared .align 128 .b8 b[1024];
    .reg .f32 %d<4>;
    wgmma.fence.sync.aligned;
    mov.u32 %r0, a + 32;
    bfe.u32 %r1, %r0, 4, 14;
    cvt.u64.u32 %rd0, %r1;
    or.b64 %rd1, %rd0, 0x4000004000010000;
    mov.u32 %r2, b + 256;
    bfe.u32 %r3, %r2, 4, 14;
    cvt.u64.u32 %rd2, %r3;
    or.b64 %rd3, %rd2, 0x0000004000080000;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%d0, %d1, %d2, %d3}, %rd1, %rd3, \
0, 1, 1, 0, 1;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 1;
    ret;
}
"""
