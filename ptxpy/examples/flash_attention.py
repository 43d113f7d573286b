"""O = softmax(Q K^T / sqrt(D)) V of f16 on Hopper: attention, forward, with an online softmax.

    python -m ptxpy.examples.flash_attention
    python -m ptxpy.examples.flash_attention --heads 64 --length 8192 --width 128 --causal

Q, K, V and O are (heads, length, D), a head of a batch is one more head. A block has 128 queries of
a head, and goes through the keys 128 at a time. The scores of a step never leave the registers:

1. S = Q K^T, by `wgmma`: 64 queries of a warpgroup, 128 keys.
2. Softmax, *online*: `peak` is the largest score of a query so far, and weights are exp(S - peak).
   Where a step raises the peak, the sums so far are multiplied by exp(old peak - new peak).
   Exponentials are powers of two here, and 1 / sqrt(D) and log2(e) are one factor.
3. O += P V, by `wgmma` with P from registers. A thread holds sums of two rows, and two neighbours
   of each 8 columns; this is also how it holds operand A, so P is S, rounded to f16 and packed in
   pairs. Four lanes share a row, which is why reductions have the width 4.

V is (keys, D), so MN-major as operand B; K is (keys, D), which is (N, K) and K-major.

One thread of the first warpgroup loads, two warpgroups multiply, as in `hopper_persistent_gemm`.
`ready` is the mbarrier of Q; K and V have a ring each, with `full` and `free` for each stage, since
K of a step is given back long before V. For D = 128 a thread holds 160 registers of S, O and P. It
may have 168 in all without `setmaxnreg`, which nvJitLink ignores, and spills: that is for ptxas.

Overlap: the products P V of a step are started together with S of the next one, and while
they run, the softmax of the next step goes on. `wait_group(1)` is for S, `wait_group(0)` for P V,
whose P and O may only be written behind it. The other warpgroup fills the remaining gaps.

ptxas is free to move arithmetic behind a wait, and does: all exponentials came behind
`wait_group(0)`, and nothing overlapped. It moves no arrival at an mbarrier. So the arrival that
gives back K is between, and has a predicate that needs all weights: that their sum is not
negative. (`geu`, which is true of NaN, too, or a NaN would be waited for without end.)

Steps go from the last keys to the first. Only the last can have keys behind the end, and for CAUSAL
keys behind a query, as the diagonal of a block is in one step; so the loop has no masks.

On an H100, a step is 2 x 128 x 128 x D multiply-adds, 1024 cycles of the tensor cores for D = 64
and 2048 for D = 128, and 128 x 128 exponentials, 1024 cycles at 16 a cycle: both bound it, so
nothing is as important as their overlap. Memory does not: 64 KiB come from L2 for D = 128.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from math import e, inf, log2, sqrt
from typing import Any

import numpy as np

from ptxpy import Layout, Tile, b32, f16, f32, intrinsic, kernel, ptx, reg, smem, u32
from ptxpy.examples.checking import Array, check

CONSUMERS = 2
"""Warpgroups that multiply."""
ROWS, DEPTH = 64, 16
"""The size of a product: rows of A, and elements along K."""
QUERIES, KEYS = ROWS * CONSUMERS, 128
"""Of a block, and of a step; as many of both, so that the diagonal is in one step."""
STRIPE = 64
"""Columns that a copy moves: 128 bytes."""
BLOCK = 128 * (1 + CONSUMERS)


def rows(count: int) -> Tile:
    """Return the tile of a tensor of which a copy moves `count` rows of a head."""
    return Tile("H", "L", "D", f16, Layout.TMA_128B, tma_box=(1, count, STRIPE))


@kernel(
    arch="sm_90a",
    in_specs=(rows(QUERIES), rows(KEYS), rows(KEYS)),
    out_specs=(rows(ROWS),),
    raw_params=[("u32", "L")],
    grid=lambda L, H: (-(-L // QUERIES), H),
    block=BLOCK,
    reqntid=(BLOCK,),
    minnctapersm=1,
)
def attention(
    q: Any, k: Any, v: Any, o: Any, *, D: int = 64, CAUSAL: bool = False, STAGES: int = 2
) -> None:
    """Compute O; with CAUSAL, a query sees no later keys. D is 64 or 128."""
    if D not in (64, 128):
        msg = f"a head must be 64 or 128 wide, as registers allow, got {D}"
        raise ValueError(msg)
    queries = smem.wgmma_tile(f16, (QUERIES, D), "K")
    ready = smem.mbarrier(1)[0]
    keys, values = Ring(k, (STAGES, KEYS, D), "K"), Ring(v, (STAGES, KEYS, D), "MN")
    map_q, map_o = q.tma_desc(), o.tma_desc()
    start = ptx.mov.u32(queries)
    thread, head = ptx.special.tid.x(), ptx.special.ctaid.y()
    length = ptx.param(u32, "L")
    tile = ptx.special.ctaid.x()
    if CAUSAL:  # the last queries see most keys: they begin first
        tile = ptx.special.nctaid.x() - tile - 1
    first = tile * QUERIES
    seen = length.min(first + QUERIES) if CAUSAL else length
    steps = (seen + (KEYS - 1)) / KEYS
    last = (steps - 1) * KEYS

    with ptx.if_(thread == 0):
        ptx.mbarrier.init(ready, 1)
        for ring in (keys, values):
            ring.full.init_all(1)
            ring.free.init_all(CONSUMERS)
        ptx.fence.mbarrier_init()
    ptx.bar.sync(0)

    @intrinsic
    def produce() -> None:
        """Load Q, then K and V from the last step to the first: one thread."""
        ptx.mbarrier.arrive_expect_tx(ready, queries.nbytes)
        for x in range(0, D, STRIPE):
            stripe = [start, ptx.wgmma.k_offset(queries, x)]
            ptx.tma.load(stripe, map_q, (x, first, head), ready)
        for done in ptx.range_(0, steps):
            row = last - done * KEYS
            keys.fill(row, head)
            values.fill(row, head)

    @intrinsic
    def consume(group: Any) -> None:
        """Compute 64 rows of O: a warpgroup."""
        mine = ptx.mad.lo.u32(group, ptx.wgmma.k_offset(queries, 0, ROWS), start)
        desc_q = ptx.wgmma.auto_descriptor(mine, dtype=f16, shape=(QUERIES, D), major="K")
        scores = reg.wgmma_frag(m=ROWS, n=KEYS, dtype=f32)
        weights = reg.array(b32, KEYS // 4)
        sums = reg.wgmma_frag(m=ROWS, n=D, dtype=f32)
        for i in range(len(sums)):
            sums[i] = 0.0
        pair = Row(D), Row(D)
        leader = (thread & 127) == 0

        ptx.mbarrier.wait(ready, 0)
        read = start_scores(scores, queries, desc_q, keys)
        ptx.wgmma.wait_group(0)
        ptx.mbarrier.arrive(keys.free.at(read), pred=leader)
        row = first + group * ROWS + (thread & 96) / 2 + (thread & 31) / 4
        for half in range(2):
            end = length.min(row + (8 * half + 1)) if CAUSAL else length
            mask(own(scores, half), end - last - (thread & 3) * 2)
        soften(scores, pair)
        pack(weights, scores)

        for _ in ptx.range_(1, steps):
            read_keys = start_scores(scores, queries, desc_q, keys)
            read_values = start_sums(sums, weights, values)
            ptx.wgmma.wait_group(1)
            factors = soften(scores, pair)
            softened = ptx.setp.geu.f32(pair[0].total + pair[1].total, 0.0)
            ptx.mbarrier.arrive(keys.free.at(read_keys), pred=softened & leader)
            ptx.wgmma.wait_group(0)
            ptx.mbarrier.arrive(values.free.at(read_values), pred=leader)
            multiply(sums, factors)
            pack(weights, scores)

        start_sums(sums, weights, values)
        ptx.wgmma.wait_group(0)
        multiply(sums, [row.reciprocal() for row in pair])
        store(map_o, sums, (head, first + group * ROWS), queries, mine)

    with ptx.if_(thread < 128):
        ptx.setmaxnreg_dec(24)
        with ptx.if_(thread == 0):
            produce()
    with ptx.else_():
        ptx.setmaxnreg_inc(240)
        consume((thread >> 7) - 1)
    ptx.ret()


class Ring:
    """Stages for K or V. Each thread has a cursor of its own in it."""

    def __init__(self, tensor: Any, shape: tuple[int, int, int], major: str) -> None:
        """Take the tensor, (stages, keys, width), and the layout of rows for `wgmma`."""
        self.array = smem.wgmma_tile(f16, shape, major)
        stages = shape[0]
        self.full, self.free = (
            ptx.mbarrier.array(smem.mbarrier(stages), 0, stages) for _ in range(2)
        )
        self.cursor = ptx.pipeline(stages)
        self.source = tensor.tma_desc()
        self.start = ptx.mov.u32(self.array)
        self.first = ptx.wgmma.auto_descriptor(self.start, dtype=f16, shape=shape[1:], major=major)

    def fill(self, row: Any, head: Any) -> None:
        """Load the next stage, when it is free."""
        stage, parity = self.cursor.advance()
        ptx.mbarrier.wait(self.free.at(stage), parity ^ 1)
        bar = self.full.at(stage)
        ptx.mbarrier.arrive_expect_tx(bar, self.array.stage_bytes)
        place = ptx.mad.lo.u32(stage, self.array.stage_bytes, self.start)
        for x in range(0, self.array.shape[2], STRIPE):
            ptx.tma.load([place, x * KEYS * 2], self.source, (x, row, head), bar)

    def take(self) -> tuple[Any, Any]:
        """Wait for the next stage; return its descriptor, and its number, to give it back."""
        stage, parity = self.cursor.advance()
        ptx.mbarrier.wait(self.full.at(stage), parity)
        desc = ptx.mad.wide.u32(stage, self.array.stage_bytes // 16, self.first)
        return desc, stage


@intrinsic
def start_scores(scores: Any, queries: Any, desc_q: Any, keys: Ring) -> Any:
    """Start S = Q K^T with the next keys; return their stage."""
    desc_k, stage = keys.take()
    ptx.wgmma.fence()
    for x in range(0, queries.shape[1], DEPTH):
        ptx.wgmma.mma_async(
            shape=(ROWS, KEYS, DEPTH),
            dtype_d=f32,
            dtype_a=f16,
            dtype_b=f16,
            d=scores,
            a=desc_q,
            b=desc_k,
            scale_d=x > 0,
            a_k_offset=ptx.wgmma.k_offset(queries, x),
            b_k_offset=ptx.wgmma.k_offset(keys.array[0], x),
        )
    ptx.wgmma.commit_group()
    return stage


@intrinsic
def start_sums(sums: Any, weights: Any, values: Ring) -> Any:
    """Start O += P V with the next values; return their stage."""
    desc_v, stage = values.take()
    ptx.wgmma.fence()
    for x in range(0, KEYS, DEPTH):
        ptx.wgmma.mma_async(
            shape=(ROWS, 2 * len(sums), DEPTH),
            dtype_d=f32,
            dtype_a=f16,
            dtype_b=f16,
            d=sums,
            a=weights[x // 4 : x // 4 + 4],
            b=desc_v,
            scale_d=True,
            trans_b=1,
            b_k_offset=ptx.wgmma.k_offset(values.array[0], x),
        )
    ptx.wgmma.commit_group()
    return stage


def own(sums: Any, half: int) -> list[Any]:
    """Return the registers of one of the two rows of a thread: two of each 8 columns."""
    return [sums[i + j] for i in range(2 * half, len(sums), 4) for j in range(2)]


class Row:
    """The values of a row that a thread keeps from step to step."""

    def __init__(self, width: int) -> None:
        """Begin with no scores, of queries and keys that are so wide."""
        self.scale = log2(e) / sqrt(width)
        self.peak = reg.scalar(f32, -inf)
        self.total = reg.scalar(f32, 0.0)
        """The sum of the weights in this thread, which are a quarter of all."""

    def soften(self, scores: list[Any]) -> Any:
        """Turn scores into weights; return the factor of the earlier sums."""
        peak = reg.from_(self.peak.max(scores[0]), f32)
        for score in scores[1:]:
            ptx.inst.max.f32(peak, peak, score)
        ptx.warp.reduce_max(peak, width=4)
        factor = ptx.ex2.approx.ftz.f32((self.peak - peak) * self.scale)
        ptx.inst.mov.f32(self.peak, peak)
        self.total *= factor
        offset = peak * -self.scale
        for score in scores:
            ptx.inst.fma.rn.f32(score, score, self.scale, offset)
            ptx.inst.ex2.approx.ftz.f32(score, score)
            self.total += score
        return factor

    def reciprocal(self) -> Any:
        """Return one by the sum of all weights."""
        ptx.warp.reduce_sum(self.total, width=4)
        return ptx.rcp.approx.ftz.f32(self.total)


def soften(scores: Any, pair: tuple[Row, Row]) -> list[Any]:
    """Turn S into weights; return by row the factor of the earlier sums."""
    return [row.soften(own(scores, half)) for half, row in enumerate(pair)]


def pack(weights: Any, scores: Any) -> None:
    """Round the weights to f16, two to a register: P."""
    for i in range(len(weights)):
        weights[i] = ptx.cvt.rn.f16x2.f32(scores[2 * i + 1], scores[2 * i])


def mask(scores: list[Any], end: Any) -> None:
    """Make the scores of keys from `end` on -inf; `end` counts from the first key of the thread."""
    for i, score in enumerate(scores):
        visible = ptx.setp.gt.s32(end, i // 2 * 8 + i % 2)
        ptx.inst.selp.f32(score, score, -inf, visible)


def multiply(sums: Any, factors: list[Any]) -> None:
    """Multiply both rows of a thread by their factors."""
    for half, factor in enumerate(factors):
        for register in own(sums, half):
            ptx.inst.mul.f32(register, register, factor)


@intrinsic
def store(map_o: Any, sums: Any, origin: tuple[Any, Any], queries: Any, place: Any) -> None:
    """Round 64 rows to f16 and store them by TMA, from where the queries of the warpgroup were.

    `hopper_persistent_gemm` says how `stmatrix` takes the addresses, and how they are swizzled.
    """
    thread = ptx.special.tid.x()
    line = (thread & 96) / 2 + (thread & 15)
    lane = place + line * (2 * STRIPE) + (((thread >> 4 & 1) ^ (line & 7)) << 4)
    head, row = origin
    for x in range(0, 2 * len(sums), 16):
        stripe = ptx.wgmma.k_offset(queries, x - x % STRIPE)
        held = sums[x // 2 : x // 2 + 8]
        packed = [ptx.cvt.rn.f16x2.f32(held[j + 1], held[j]) for j in range(0, 8, 2)]
        ptx.stmatrix(smem=[lane ^ 2 * (x % STRIPE), stripe], regs=packed)
    ptx.fence.proxy_async_shared_cta()
    ptx.named_barrier(thread >> 7, count=128).sync()
    with ptx.if_((thread & 127) == 0):
        for x in range(0, 2 * len(sums), STRIPE):
            ptx.tma.store(map_o, [place, ptx.wgmma.k_offset(queries, x)], (x, row, head))
        ptx.cp.async_.bulk.commit_group()
        ptx.cp.async_.bulk.wait_group(0, read=True)  # shared memory goes with the block


def reference(q: Array, k: Array, v: Array, rows: Array, *, causal: bool) -> Array:
    """Return the results of the kernel for some rows of each head."""
    q, k, v = (x.astype(np.float32) for x in (q[:, rows], k, v))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(np.float32(q.shape[2]))
    if causal:
        scores = np.where(np.arange(k.shape[1]) <= rows[:, None], scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=2, keepdims=True))
    found: Array = weights / weights.sum(axis=2, keepdims=True) @ v
    return found


def checked(kernel: Any, name: str, arguments: Sequence[str]) -> int:
    """Check at most 256 rows of each head of a kernel for attention; return the exit status."""
    parser = ArgumentParser(
        prog=f"python -m ptxpy.examples.{name}", description="attention, forward"
    )
    for option, size in (("--heads", 2), ("--length", 500), ("--width", 64)):
        parser.add_argument(option, type=int, default=size, help="%(default)s without it")
    parser.add_argument("--causal", action="store_true", help="queries see no later keys")
    given = parser.parse_args(arguments)
    random = np.random.default_rng(0)
    shape = 3, given.heads, given.length, given.width
    q, k, v = random.standard_normal(shape, np.float32).astype(np.float16)
    found = kernel(q, k, v, CAUSAL=given.causal)
    rows = random.permutation(given.length)[:256]
    expected = reference(q, k, v, rows, causal=given.causal)
    title = f"{name} {' x '.join(map(str, shape[1:]))} f16"
    if given.causal:
        title += ", causal"
    return check(title, found[:, rows], expected, allowed=0.003)


def main(arguments: Sequence[str]) -> int:
    """Check the kernel; return the exit status."""
    return checked(attention, "flash_attention", arguments)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
