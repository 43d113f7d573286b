"""Kernels that multiply one tile of A by one of B with `ptx.wgmma`, in the simulator."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import ptxpy
from ptxpy import b8, f16, f32, kernel, ptx, reg, smem, u64
from ptxpy.dsl import StandaloneKernel
from ptxpy.dsl.shared_memory.handles import SharedAlloc
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.types import Type
from ptxpy.isa import TYPES

__all__ = [
    "Product",
    "fill",
    "filled_by_maps",
    "filled_by_threads",
    "row_bytes",
    "span_of",
    "store_tile",
    "written",
]

THREADS = 128
UNIT = 16
LOAD = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"


def bits_of(dtype: Type) -> int:
    """Return the bits of an element."""
    return TYPES[dtype.fundamental].bits


def row_bytes(tile: SharedAlloc) -> int:
    """Return the bytes of a row of a tile."""
    return int(tile.shape[-1]) * bits_of(tile.dtype) // 8


def span_of(tile: SharedAlloc) -> int:
    """Return the bytes of a stripe's rows."""
    return {None: 16, "32B": 32, "64B": 64, "128B": 128}[tile.swizzle]


def fill(tile: SharedAlloc, source: Register, thread: Register) -> None:
    """Emit what copies a matrix, row by row in global memory, into a tile: 16 bytes at a time."""
    rows, span = tile.shape[-2], span_of(tile)
    pieces = rows * row_bytes(tile) // UNIT
    base = reg.from_(ptx.mov.u32(tile), ptxpy.types.u32)
    for first in range(0, pieces, THREADS):
        offset = ptx.mul.lo.u32(ptx.add.u32(thread, first), UNIT).register()
        present = ptx.setp.lt.u32(offset, pieces * UNIT).register()
        stripe = ptx.div.u32(offset, rows * span).register()
        within = ptx.rem.u32(offset, rows * span).register()
        row = ptx.div.u32(within, span).register()
        byte = ptx.mad.lo.u32(stripe, span, ptx.rem.u32(within, span))
        byte = ptx.mad.lo.u32(row, row_bytes(tile), byte)
        address = ptx.add.u64(source, ptx.cvt.u64.u32(byte))
        values = [ptx.ld.global_.u32([address, 4 * i], when=present) for i in range(4)]
        place = ptx.add.u32(base, smem.apply_swizzle(offset, tile.swizzle))
        ptx.st.shared.v4.u32([place], tuple(values), when=present)


def store_tile(
    d: Iterable[Register], columns: int, target: Register, thread: Register, *, halves: bool
) -> None:
    """Emit what stores an accumulator row by row in global memory."""
    warp = ptx.shr.u32(thread, 5)
    lane = ptx.and_.b32(thread, 31).register()
    row = ptx.mad.lo.u32(warp, 16, ptx.shr.u32(lane, 2))
    column = ptx.mul.lo.u32(ptx.and_.b32(lane, 3), 2)
    size = 2 if halves else 4
    element = ptx.mad.lo.u32(row, columns, column)
    base = reg.from_(ptx.mad.wide.u32(element, size, target), u64)
    for index, register in enumerate(d):
        i = 2 * index if halves else index
        place = (8 * (i // 2 % 2)) * columns + 8 * (i // 4) + i % 2
        ptx.st.global_.b32([base, place * size], register)


class Product(NamedTuple):
    """One product of tiles, and how they lie in shared memory."""

    dtype: Type
    columns: int
    depth: int
    """All of K; several instructions."""
    majors: tuple[str, str] = ("K", "K")
    swizzles: tuple[str | None, str | None] = (None, None)
    """Of `smem.alloc`; without one it is `smem.wgmma_tile`."""
    total: Type = f32
    dtype_b: Type | None = None

    @property
    def title(self) -> str:
        """What it is, in short."""
        names = [dtype.fundamental for dtype in (self.total, *self.types)]
        layouts = [f"{x}{y or ''}" for x, y in zip(self.majors, self.swizzles, strict=True)]
        return "-".join([f"n{self.columns}k{self.depth}", *names, *layouts])

    @property
    def shapes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Rows, and elements of a row, of both tiles."""
        a, b = (64, self.depth), (self.columns, self.depth)
        return a if self.majors[0] == "K" else a[::-1], b if self.majors[1] == "K" else b[::-1]

    @property
    def types(self) -> tuple[Type, Type]:
        """The types of both."""
        return self.dtype, self.dtype_b or self.dtype

    def tiles(self) -> list[SharedAlloc]:
        """Allocate both tiles."""
        made: list[SharedAlloc] = []
        parts = zip(self.types, self.shapes, self.majors, self.swizzles, strict=True)
        for dtype, shape, major, swizzle in parts:
            if swizzle is None:
                made.append(smem.wgmma_tile(dtype, shape, major))
            else:
                made.append(smem.alloc(dtype, shape, swizzle=swizzle))
        return made

    def multiply(self, tiles: list[SharedAlloc], target: Register, thread: Register) -> None:
        """Emit the products, and what stores their sum."""
        d = reg.wgmma_frag(m=64, n=self.columns, dtype=self.total)
        step = 256 // bits_of(self.dtype)
        a, b = tiles
        ptx.wgmma.fence()
        for k in range(0, self.depth, step):
            ptx.wgmma.mma_async(
                shape=(64, self.columns, step),
                dtype_d=self.total,
                dtype_a=self.types[0],
                dtype_b=self.types[1],
                d=d,
                a=a,
                b=b,
                scale_d=k > 0,
                trans_a=int(self.majors[0] == "MN"),
                trans_b=int(self.majors[1] == "MN"),
                a_k_offset=ptx.wgmma.k_offset(a, k, major=self.majors[0]),
                b_k_offset=ptx.wgmma.k_offset(b, k, major=self.majors[1]),
            )
        ptx.wgmma.commit_group()
        ptx.wgmma.wait_group(0)
        store_tile(d, self.columns, target, thread, halves=self.total is f16)

    def kernel(
        self, load: Callable[[list[SharedAlloc], Register, Register, Register], None]
    ) -> StandaloneKernel:
        """Return the kernel; `load` emits what fills the tiles."""

        @kernel(arch="sm_90a", version="8.4")
        def product(x: u64, y: u64, z: u64) -> None:
            thread = reg.from_(ptx.special.tid.x(), ptxpy.types.u32)
            left, right, target = (ptx.ld.param.u64([each]).register() for each in (x, y, z))
            tiles = self.tiles()
            load(tiles, left, right, thread)
            self.multiply(tiles, target, thread)
            ptx.ret()

        return product


def filled_by_threads(
    tiles: list[SharedAlloc], left: Register, right: Register, thread: Register
) -> None:
    """Emit what fills both tiles with ordinary stores."""
    fill(tiles[0], left, thread)
    fill(tiles[1], right, thread)
    ptx.fence.proxy.async_.shared__cta()
    ptx.bar.sync(0)


def filled_by_maps(product: Product) -> StandaloneKernel:
    """Return the kernel that fills both tiles through tensor maps, stripe by stripe."""

    @kernel(arch="sm_90a", version="8.4")
    def product_of_maps(x: b8[128].align(64), y: b8[128].align(64), z: u64) -> None:
        thread = reg.from_(ptx.special.tid.x(), ptxpy.types.u32)
        target = ptx.ld.param.u64([z]).register()
        tiles = product.tiles()
        bar = smem.mbarrier(1)[0]
        first = ptx.setp.eq.u32(thread, 0).register()
        ptx.mbarrier.init.shared__cta.b64([bar], 1, when=first)
        ptx.fence.mbarrier_init.release.cluster()
        ptx.bar.sync(0)
        total = sum(tile.nbytes for tile in tiles)
        ptx.inst.mbarrier.arrive.expect_tx.shared__cta.b64("_", [bar], total, when=first)
        for tile, parameter in zip(tiles, (x, y), strict=True):
            generic = ptx.cvta.param.u64(ptx.mov.b64(parameter)).register()
            span = span_of(tile)
            base = ptx.mov.u32(tile).register()
            for stripe in range(row_bytes(tile) // span):
                column = stripe * span * 8 // bits_of(tile.dtype)
                place = ptx.add.u32(base, stripe * tile.shape[0] * span)
                ptx.inst[LOAD]([place], [generic, (column, 0)], [bar], when=first)
        with ptx.loop() as loop:
            done = ptx.mbarrier.try_wait.parity.shared__cta.b64([bar], 0).register()
            loop.again(unless=done)
        product.multiply(tiles, target, thread)
        ptx.ret()

    return product_of_maps


def written(body: Callable[[], object], arch: str = "sm_90a", version: str = "8.6") -> str:
    """Return what stands between the braces of a kernel, with its last one."""

    @kernel(arch=arch, version=version)
    def k() -> None:
        body()
        ptx.ret()

    return k.ptx().partition("{\n")[2]
