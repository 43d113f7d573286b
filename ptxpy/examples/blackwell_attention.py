"""O = softmax(Q K^T / sqrt(D)) V of f16 on Blackwell: attention, forward, in tensor memory.

    python -m ptxpy.examples.blackwell_attention
    python -m ptxpy.examples.blackwell_attention --heads 64 --length 8192 --width 128 --causal

`flash_attention` explains the online softmax; here it is made for `tcgen05`. Q, K, V and O are
(heads, length, D). A block has 256 queries of a head, in two tiles of 128, and goes through the
keys 128 at a time. Its warps have roles:

- *Load*: a thread of a warp copies Q, and then K and V of a step into a ring each.
- *Multiply*: a thread of another warp starts all products. S = Q K^T goes to tensor memory, 128
  lanes (queries) x 128 columns (keys). O += P V takes P from tensor memory, which may hold
  operand A as well as shared memory.
- *Softmax*: four warps for a tile. With the shape 32x32b of `tcgen05.ld` a thread has a whole row
  of S, so that the largest score and the sum of weights need no other thread. It stores P, rounded
  to f16, two to a column, over S: 64 of the 128 columns.

Each tile has 128 columns of S and P, and D of O: all 512 columns of tensor memory for D = 128.

Overlap: the tiles take turns. While the threads of a tile compute weights, the tensor core
multiplies for the other one. For a tile the order is S of step 0, then P V of step i and S of step
i + 1 as soon as P of step i is stored. Products of one thread are performed in order, so the new S
does not overwrite P before it has been read, and when it is there, O of step i is, too.

O is not in registers, so it costs more to multiply it where a row's largest score rises: 2 x D
columns are loaded and stored. This is left out where no row of a warp rises by more than 8, as
powers of two. Weights are then up to 256 and not 1, which f16 holds, and the divisor of a row
is larger by the same factor.

A step has 2 x 128 x 128 x D multiply-adds for each of two tiles, on a B200 512 cycles of the tensor
core in all for D = 64 and 1024 for D = 128, and 2 x 128 x 128 exponentials, 2048 cycles at 16 a
cycle. So exponentials are the bound: some could still be computed by polynomials, for more
speed. With CAUSAL the first tile spends one step on keys that none of its queries sees.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import e, inf, log2, sqrt
from typing import Any

from ptxpy import Layout, Tile, b32, f16, f32, intrinsic, kernel, pred, ptx, reg, s32, smem, u32
from ptxpy.examples.flash_attention import checked

TILES = 2
"""Tiles of queries that a block has."""
ROWS, DEPTH = 128, 16
"""The size of a product: rows of A, and elements along K."""
QUERIES, KEYS = TILES * ROWS, 128
"""Of a block, and of a step."""
STRIPE = 64
"""Columns that a copy moves: 128 bytes."""
PART = 32
"""Columns of tensor memory that a thread loads or stores at a time."""
FEW = 8
"""The same where a thread holds a row of scores."""
COLUMNS = 512
"""Columns of tensor memory: S of each tile, then O of each."""
ENOUGH = 8.0
"""By how much a row's largest score may rise, as a power of two, before O is multiplied."""
SOFTMAX = 128 * TILES
"""Threads that compute weights; behind them are the two warps that load and multiply."""
BLOCK = SOFTMAX + 64


def rows(count: int) -> Tile:
    """Return the tile of a tensor of which a copy moves `count` rows of a head."""
    return Tile("H", "L", "D", f16, Layout.TMA_128B, tma_box=(1, count, STRIPE))


@kernel(
    arch="sm_100a",
    version="8.8",
    in_specs=(rows(QUERIES), rows(KEYS), rows(KEYS)),
    out_specs=(Tile("H", "L", "D", f16),),
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
        msg = f"a head must be 64 or 128 wide, as tensor memory has columns for, got {D}"
        raise ValueError(msg)
    queries = smem.wgmma_tile(f16, (QUERIES, D), "K")
    keys, values = Ring(k, (STAGES, KEYS, D), "K"), Ring(v, (STAGES, KEYS, D), "MN")
    ready, done = (smem.mbarrier(1)[0] for _ in range(2))
    scored, weighted = (ptx.mbarrier.array(smem.mbarrier(TILES), 0, TILES) for _ in range(2))
    slot, map_q = smem.alloc(b32, 1), q.tma_desc()
    thread, head = ptx.special.tid.x(), ptx.special.ctaid.y()
    length = ptx.param(u32, "L")
    tile = ptx.special.ctaid.x()
    if CAUSAL:  # the last queries see most keys: they begin first
        tile = ptx.special.nctaid.x() - tile - 1
    first = tile * QUERIES
    seen = length.min(first + QUERIES) if CAUSAL else length
    steps = (seen + (KEYS - 1)) / KEYS
    warp = thread >> 5
    lane, elected = reg.scalar(u32), reg.scalar(pred)
    ptx.elect_sync(lane, elected, -1)  # one thread of each warp
    loads, multiplies = (warp == SOFTMAX // 32) & elected, (warp == SOFTMAX // 32 + 1) & elected

    with ptx.if_(multiplies):
        ptx.mbarrier.init(ready, 1)
        ptx.mbarrier.init(done, 1)
        scored.init_all(1)
        weighted.init_all(ROWS)
        for ring in (keys, values):
            ring.full.init_all(1)
            ring.free.init_all(1)
        ptx.fence.mbarrier_init()
    with ptx.if_(warp == 0):
        ptx.tcgen05.alloc(slot, COLUMNS)
        ptx.tcgen05.relinquish_alloc_permit()
    ptx.tcgen05.fence_before_thread_sync()
    ptx.bar.sync(0)
    ptx.tcgen05.fence_after_thread_sync()
    memory = smem.load(b32, slot)

    with ptx.if_(loads):
        load_queries(queries, map_q, ready, (first, head))
        for step in ptx.range_(0, steps):
            for ring in (keys, values):
                ring.fill(step * KEYS, head)
    with ptx.if_(multiplies):
        ptx.mbarrier.wait(ready, 0)
        multiply(queries, (keys, values), (scored, weighted), memory, steps)
        ptx.tcgen05.commit(done)
    with ptx.if_(thread < SOFTMAX):
        mine = thread >> 7
        query = first + thread
        end = length.min(query + 1) if CAUSAL else length
        lanes = memory + ((warp & 3) << 21)
        bars = scored.at(mine), weighted.at(mine)
        of_o = lanes + mine * D + TILES * KEYS
        total = soften((lanes + mine * KEYS, of_o), bars, (steps, end), D)
        ptx.mbarrier.wait(done, 0)
        ptx.bar.warp.sync(-1)  # what follows is done by whole warps
        ptx.tcgen05.fence_after_thread_sync()
        place = ptx.mad.wide.u32(head * length + query, 2 * D, ptx.global_ptrs(o)[0])
        store(place, of_o, (total, query < length), D)

    ptx.tcgen05.fence_before_thread_sync()
    ptx.bar.sync(0)
    with ptx.if_(warp == 0):
        ptx.tcgen05.fence_after_thread_sync()
        ptx.tcgen05.dealloc(memory, COLUMNS)
    ptx.ret()


class Ring:
    """Stages for K or V. The thread that loads and the one that multiplies have a cursor each."""

    def __init__(self, tensor: Any, shape: tuple[int, int, int], major: str) -> None:
        """Take the tensor, (stages, keys, width), and the layout of rows for products."""
        self.array = smem.wgmma_tile(f16, shape, major)
        stages = shape[0]
        self.full, self.free = (
            ptx.mbarrier.array(smem.mbarrier(stages), 0, stages) for _ in range(2)
        )
        self.cursor = ptx.pipeline(stages)
        self.source = tensor.tma_desc()
        self.start = ptx.mov.u32(self.array)
        self.first = ptx.tcgen05.auto_descriptor(self.array[0])

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
def load_queries(queries: Any, map_q: Any, ready: Any, origin: tuple[Any, Any]) -> None:
    """Copy the queries of the block; a single thread."""
    start = ptx.mov.u32(queries)
    ptx.mbarrier.arrive_expect_tx(ready, queries.nbytes)
    for x in range(0, queries.shape[1], STRIPE):
        ptx.tma.load([start, ptx.wgmma.k_offset(queries, x)], map_q, (x, *origin), ready)


@intrinsic
def multiply(
    queries: Any, rings: tuple[Ring, Ring], bars: tuple[Any, Any], memory: Any, steps: Any
) -> None:
    """Start S = Q K^T and O += P V of both tiles in turn; a single thread."""
    (keys, values), (scored, weighted) = rings, bars
    width = queries.shape[1]
    kind_s = ptx.tcgen05.make_instr_desc_f16bf16_f32(m=ROWS, n=KEYS, ab_dtype="f16")
    kind_o = ptx.tcgen05.make_instr_desc_f16bf16_f32(m=ROWS, n=width, ab_dtype="f16", b_major="MN")
    desc_q = ptx.tcgen05.auto_descriptor(queries)
    of_s = [beyond(memory, tile * KEYS) for tile in range(TILES)]
    of_o = [memory + (TILES * KEYS + tile * width) for tile in range(TILES)]

    def score(tile: int, desc_k: Any) -> None:
        for x in range(0, width, DEPTH):
            mine = beyond(desc_q, ptx.wgmma.k_offset(queries, x, tile * ROWS) // 16)
            its = beyond(desc_k, ptx.wgmma.k_offset(keys.array[0], x) // 16)
            ptx.tcgen05.mma(of_s[tile], mine, its, kind_s, enable_input_d=x > 0)
        ptx.tcgen05.commit(scored[tile])

    def add(tile: int, desc_v: Any, parity: Any, adds: Any) -> None:
        ptx.mbarrier.wait(weighted[tile], parity)
        ptx.tcgen05.fence_after_thread_sync()
        for x in range(0, KEYS, DEPTH):
            weights = beyond(of_s[tile], x // 2)
            its = beyond(desc_v, ptx.wgmma.k_offset(values.array[0], x) // 16)
            summed = adds if x == 0 else True
            ptx.tcgen05.mma(of_o[tile], weights, its, kind_o, enable_input_d=summed, a_is_tmem=True)

    desc_k, read_keys = keys.take()
    for tile in range(TILES):
        score(tile, desc_k)
    ptx.tcgen05.commit(keys.free.at(read_keys))
    for step in ptx.range_(1, steps):
        desc_v, read_values = values.take()
        desc_k, read_keys = keys.take()
        for tile in range(TILES):
            add(tile, desc_v, (step & 1) ^ 1, step > 1)
            score(tile, desc_k)
        ptx.tcgen05.commit(values.free.at(read_values))
        ptx.tcgen05.commit(keys.free.at(read_keys))
    desc_v, _ = values.take()
    for tile in range(TILES):
        add(tile, desc_v, (steps & 1) ^ 1, steps > 1)


def beyond(start: Any, offset: int) -> Any:
    """Return an address or a descriptor further on."""
    return start + offset if offset else start


@intrinsic
def soften(
    places: tuple[Any, Any], bars: tuple[Any, Any], ends: tuple[Any, Any], width: int
) -> Any:
    """Turn S of a row into P, step by step, and keep O right; return the sum of all weights."""
    (of_s, of_o), (scored, weighted), (steps, end) = places, bars, ends
    scale = log2(e) / sqrt(width)
    peak, total = reg.scalar(f32, -inf), reg.scalar(f32, 0.0)
    scores, weights = reg.array(f32, KEYS), reg.array(b32, FEW)
    for step in ptx.range_(0, steps):
        ptx.mbarrier.wait(scored, step & 1)
        ptx.bar.warp.sync(-1)
        ptx.tcgen05.fence_after_thread_sync()
        for x in range(0, KEYS, PART):
            ptx.tcgen05.ld(scores[x : x + PART], [of_s, x], shape="32x32b", count=PART)
        ptx.tcgen05.wait_ld()
        mask(scores, end - step * KEYS)
        largest = ptx.mov.f32(peak)
        for i in range(0, KEYS, 2):  # Blackwell takes the largest of three
            ptx.inst.max.f32(largest, largest, scores[i], scores[i + 1])
        raised = ptx.vote.sync.any.pred((largest - peak) * scale > ENOUGH, -1)
        with ptx.if_(raised):
            factor = ptx.ex2.approx.ftz.f32((peak - largest) * scale)
            ptx.inst.mov.f32(peak, largest)
            total *= factor
            with ptx.if_(step > 0):
                rescale(of_o, factor, width)
        offset = peak * -scale
        for x in range(0, KEYS, 2 * FEW):
            for i in range(FEW):
                pair = scores[x + 2 * i : x + 2 * i + 2]
                for score in pair:
                    ptx.inst.fma.rn.f32(score, score, scale, offset)
                    ptx.inst.ex2.approx.ftz.f32(score, score)
                    total += score
                weights[i] = ptx.cvt.rn.f16x2.f32(pair[1], pair[0])
            ptx.tcgen05.st([of_s, x // 2], weights, shape="32x32b", count=FEW)
        ptx.tcgen05.wait_st()
        ptx.tcgen05.fence_before_thread_sync()
        ptx.mbarrier.arrive(weighted)
    return total


def mask(scores: Any, visible: Any) -> None:
    """Make the scores of keys from the number `visible` on -inf, of keys of this step."""
    count = reg.from_(visible, s32)
    with ptx.if_(count < KEYS):
        for i, score in enumerate(scores):
            ptx.inst.selp.f32(score, score, -inf, count > i)
    ptx.bar.warp.sync(-1)


def rescale(of_o: Any, factor: Any, width: int) -> None:
    """Multiply a row of O; little at a time, as scores take most registers."""
    held = reg.array(f32, FEW)
    for x in range(0, width, FEW):
        ptx.tcgen05.ld(held, [of_o, x], shape="32x32b", count=FEW)
        ptx.tcgen05.wait_ld()
        for register in held:
            ptx.inst.mul.f32(register, register, factor)
        ptx.tcgen05.st([of_o, x], held, shape="32x32b", count=FEW)


@intrinsic
def store(place: Any, of_o: Any, row: tuple[Any, Any], width: int) -> None:
    """Divide a row of O by the sum of its weights, round it to f16 and store it."""
    total, inside = row
    factor = ptx.rcp.approx.ftz.f32(total)
    held = reg.array(f32, PART)
    for x in range(0, width, PART):
        ptx.tcgen05.ld(held, [of_o, x], shape="32x32b", count=PART)
        ptx.tcgen05.wait_ld()
        for i in range(0, PART, 16):  # 32 bytes, a sector of the caches
            scaled = [register * factor for register in held[i : i + 16]]
            packed = [ptx.cvt.rn.f16x2.f32(scaled[j + 1], scaled[j]) for j in range(0, 16, 2)]
            ptx.st.global_.v8.b32([place, 2 * (x + i)], packed, when=inside)


def main(arguments: Sequence[str]) -> int:
    """Check at most 256 rows of each head; return the exit status."""
    return checked(attention, "blackwell_attention", arguments)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
