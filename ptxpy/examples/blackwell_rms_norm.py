"""RMSNorm over the rows of a matrix of bf16 on Blackwell: y = x / sqrt(mean of x² + EPS) * weight.

    python -m ptxpy.examples.blackwell_rms_norm

Memory bounds it: x is read and y written, once each. So copies must always be under way,
and no copy may wait for instructions.

- A warp has a row, and a block as many rows as it has warps. These rows follow each other, so one
  bulk copy (`cp.async.bulk`) brings them to shared memory. There are two stages: while the rows of
  one are normalised, the next are on their way.
- *Which rows are next* a block asks the hardware: `clusterlaunchcontrol.try_cancel` takes a block
  that has not started out of the grid, and answers with its number, 16 bytes that come as a copy
  does, with bytes for an mbarrier. A block goes on so until there are no more. This way as many
  blocks run as fit, each loads ahead, and none is left with more work than the others.
- Two numbers at a time: `fma.rn.f32x2` and `mul.rn.f32x2` take a pair of f32 in a register of 64
  bits. A bf16 is the upper half of an f32, so a pair of bf16 becomes one of f32 by a shift and a
  mask.

One barrier a turn is enough. Behind it all threads have read the answer, which may be overwritten
by the next, and are through with the rows of the turn before, whose stage gets the next ones. As
both are read as memory and overwritten by copies, `fence.proxy.async` comes between. Behind an
answer that there are no more blocks, one must not ask again.

`N` is a keyword-only parameter, which Python knows while the kernel is traced. It is a multiple of
8, for 16 bytes at a time, and two stages of rows and the weights have to fit into shared memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxpy import Tile, b32, b128, bf16, f32, intrinsic, kernel, pred, ptx, reg, smem, u32
from ptxpy.examples import bfloat16
from ptxpy.examples.checking import Array, check

PIECE = 8
"""Elements that a thread takes at a time: 16 bytes."""
UPPER = 0xFFFF0000
"""The bits of a bf16 in an f32."""


@kernel(
    arch="sm_100a",
    version="8.6",
    in_specs=(Tile("M", "N", bf16), Tile("N", bf16)),
    out_specs=(Tile("M", "N", bf16),),
    raw_params=[("u32", "M")],
    grid=lambda M, WARPS: -(-M // WARPS),
    block=lambda WARPS: (32, WARPS),
)
def rms_norm(
    x: Any, weight: Any, y: Any, *, N: int = 4096, EPS: float = 1e-6, WARPS: int = 4
) -> None:
    """Normalise each row of x, a row a warp."""
    if N % PIECE:
        msg = f"a row is copied and read 16 bytes at a time: N must be a multiple of 8, got {N}"
        raise ValueError(msg)
    stages = smem.alloc(bf16, (2, WARPS * N), align=16)
    weights = smem.alloc(bf16, N, align=16)
    answer = smem.alloc(b32, 4, align=16)
    full, answered = ptx.mbarrier.array(smem.mbarrier(2), 0, 2), smem.mbarrier(1)[0]
    px, pweight, py = ptx.global_ptrs(x, weight, y)
    count = ptx.param(u32, "M")
    lane, warp = ptx.special.tid.x(), ptx.special.tid.y()
    leads = (lane | warp) == 0
    item = reg.from_(ptx.special.ctaid.x(), u32)
    more = reg.scalar(pred)

    with ptx.if_(leads):
        full.init_all(1)
        ptx.mbarrier.init(answered, 1)
        ptx.fence.mbarrier_init()
        load((px, count), item, (stages[0], full[0]), N, WARPS, weights=(pweight, weights))
        ask(answer, answered)
    ptx.bar.sync(0)

    turn = reg.scalar(u32, 0)
    with ptx.loop() as rows:
        stage, parity = turn & 1, turn >> 1 & 1
        following = reg.scalar(u32)
        ptx.mbarrier.wait(answered, turn & 1)
        take(answer, following, more)
        ptx.bar.sync(0)  # all have taken the answer, and are through with the other stage
        with ptx.if_(leads & more):
            ptx.fence.proxy_async()
            other = stage ^ 1
            place = ptx.mad.lo.u32(other, stages.stage_bytes, ptx.mov.u32(stages))
            load((px, count), following, (place, full.at(other)), N, WARPS)
            ask(answer, answered)
        ptx.mbarrier.wait(full.at(stage), parity)
        row = item * WARPS + warp
        with ptx.if_(row < count):
            source = ptx.mad.lo.u32(stage, stages.stage_bytes, ptx.mov.u32(stages))
            source = ptx.mad.lo.u32(warp, 2 * N, source)
            normalise(source, weights, ptx.mad.wide.u32(row, 2 * N, py), lane, (N, EPS))
        ptx.inst.mov.u32(item, following, when=more)
        turn += 1
        rows.again(when=more)
    ptx.ret()


@intrinsic
def load(
    x: tuple[Any, Any],
    item: Any,
    to: tuple[Any, Any],
    length: int,
    warps: int,
    *,
    weights: tuple[Any, Any] | None = None,
) -> None:
    """Copy the rows of a block, and weights where these are to be had, too; a single thread."""
    (px, count), (place, bar) = x, to
    first = item * warps
    held = (count - first).min(warps) * (2 * length)
    ptx.mbarrier.arrive_expect_tx(bar, held + 2 * length if weights else held)
    copy(place, ptx.mad.wide.u32(first, 2 * length, px), held, bar)
    if weights:
        copy(weights[1], weights[0], 2 * length, bar)


def copy(to: Any, source: Any, count: Any, bar: Any) -> None:
    """Copy bytes to shared memory; they are counted by the mbarrier."""
    move = ptx.inst.cp.async_.bulk.shared__cta.global_.mbarrier__complete_tx__bytes
    move([ptx.mov.u32(to)], [source], count, [bar])


def ask(answer: Any, answered: Any) -> None:
    """Take a block out of the grid that has not started, if there is one."""
    ptx.mbarrier.arrive_expect_tx(answered, 16)
    cancel = ptx.inst.clusterlaunchcontrol.try_cancel.async_.shared__cta
    cancel.mbarrier__complete_tx__bytes.b128([answer], [answered])


def take(answer: Any, following: Any, more: Any) -> None:
    """Read the number of the block that was taken, and whether there was one."""
    query, found = ptx.inst.clusterlaunchcontrol.query_cancel, reg.scalar(b128)
    ptx.inst.ld.shared.b128(found, [answer])
    query.is_canceled.pred.b128(more, found)
    query.get_first_ctaid__x.b32.b128(following, found, when=more)


@intrinsic
def normalise(source: Any, weights: Any, to: Any, lane: Any, row: tuple[int, float]) -> None:
    """Normalise a row in shared memory and store it; a warp."""
    length, epsilon = row
    first = lane * PIECE
    held, factors = (reg.array(b32, PIECE // 2) for _ in range(2))
    squares = ptx.mov.b64([reg.scalar(f32, 0.0), reg.scalar(f32, 0.0)])
    for i in ptx.range_(first, length, 32 * PIECE):
        ptx.inst.ld.shared.v4.b32(held[0:4], [ptx.mad.lo.u32(i, 2, source)])
        for two in held:
            pair = widened(two)
            ptx.inst.fma.rn.f32x2(squares, pair, pair, squares)
    low, high = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.mov.b64((low, high), squares)
    total = low + high
    ptx.warp.reduce_sum(total)
    scale = ptx.rsqrt.approx.ftz.f32(ptx.fma.rn.f32(total, 1 / length, epsilon))
    both, start = ptx.mov.b64([scale, scale]), ptx.mov.u32(weights)

    for i in ptx.range_(first, length, 32 * PIECE):
        ptx.inst.ld.shared.v4.b32(held[0:4], [ptx.mad.lo.u32(i, 2, source)])
        ptx.inst.ld.shared.v4.b32(factors[0:4], [ptx.mad.lo.u32(i, 2, start)])
        for j, (two, weight) in enumerate(zip(held, factors, strict=True)):
            scaled = ptx.mul.rn.f32x2(ptx.mul.rn.f32x2(widened(two), both), widened(weight))
            ptx.inst.mov.b64((low, high), scaled)
            held[j] = ptx.cvt.rn.bf16x2.f32(high, low)
        ptx.st.global_.v4.b32([ptx.mad.wide.u32(i, 2, to)], held[0:4])


def widened(two: Any) -> Any:
    """Return two bf16 as two f32, in a register of 64 bits."""
    return ptx.mov.b64([ptx.shl.b32(two, 16), ptx.and_.b32(two, UPPER)])


def reference(x: Array, weight: Array, epsilon: float = 1e-6) -> Array:
    """Return the result of the kernel from bf16, in double precision."""
    wide, factors = (bfloat16.values(bits).astype(np.float64) for bits in (x, weight))
    normal: Array = wide / np.sqrt((wide**2).mean(axis=1, keepdims=True) + epsilon)
    return normal * factors


def main() -> int:
    """Check the kernel; return the exit status."""
    random = np.random.default_rng(0)
    x = bfloat16.bits(random.standard_normal((1003, 1024)))
    weight = bfloat16.bits(random.standard_normal(1024))
    found = bfloat16.values(rms_norm(x, weight))
    title = "blackwell_rms_norm 1003 x 1024 bf16"
    return check(title, found, reference(x, weight), allowed=0.004)


if __name__ == "__main__":
    raise SystemExit(main())
