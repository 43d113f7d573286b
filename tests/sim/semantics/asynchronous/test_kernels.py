"""Kernels that copy by TMA: in, wait, and out again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.launch import load
from tests.sim.harness import kernel, run

DECLARATIONS = ".shared .align 1024 .b8 tile[32768]; .shared .align 8 .b64 bar;"
MAP = ".param .align 64 .b8 source[128]"
MAPS = f"{MAP}, .param .align 64 .b8 target[128]"
LOAD = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
STORE = "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group"

BEGIN = """
    mov.b64 %rd1, source;
    cvta.param.u64 %rd1, %rd1;
    mov.u32 %r3, tile;
    mov.u32 %r4, bar;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 mbarrier.init.shared.b64 [%r4], 1;
    fence.mbarrier_init.release.cluster;
    bar.sync 0;
    mov.u32 %r5, %ctaid.x;
    mov.u32 %r6, %ctaid.y;
    mul.lo.u32 %r1, %r5, 64;
    mul.lo.u32 %r2, %r6, 32;
"""

WAIT = """
    mov.u32 %r7, 0;
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p2, [%r4], %r7;
    @!%p2 bra WAIT;
"""

COPY = f"""
    {BEGIN}
    mov.b64 %rd2, target;
    cvta.param.u64 %rd2, %rd2;
    @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [%r4], 4096;
    @%p1 {LOAD} [%r3], [%rd1, {{%r1, %r2}}], [%r4];
    {WAIT}
    mad.lo.u32 %r9, %r0, 4, %r3;
    ld.shared.u32 %r10, [%r9];
    add.u32 %r10, %r10, 0x00010001;
    st.shared.u32 [%r9], %r10;
    fence.proxy.async.shared::cta;
    bar.sync 0;
    @!%p1 bra END;
    {STORE} [%rd2, {{%r1, %r2}}], [%r3];
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group.read 0;
END:
"""


@pytest.mark.parametrize("swizzle", ["none", "128B", "128B_ATOM_32B", "128B_ATOM_64B"])
@pytest.mark.parametrize("shape", [(96, 128), (45, 200)])
def test_tiles_go_in_and_out(swizzle: str, shape: tuple[int, int]) -> None:
    """CTAs side by side copy their tiles, those at the edges only what is within the tensor."""
    x = np.random.default_rng(1).integers(0, 1000, shape, dtype=np.uint16)
    y = np.zeros_like(x)
    maps = [ptxpy.TensorMap(each, (32, 64), swizzle=swizzle) for each in (x, y)]
    text = kernel(COPY, MAPS, DECLARATIONS, "sm_90a")
    grid = (-(-shape[1] // 64), -(-shape[0] // 32))
    load(text).launch(*maps, np.zeros(1), grid=grid, block=64, device="cpu")
    # Threads add one to each element of the first two rows of a tile, however they lie.
    wanted = x.copy()
    wanted[::32] += 1
    wanted[1::32] += 1
    assert y.tolist() == wanted.tolist()


def test_a_pointer_to_a_map() -> None:
    """For a parameter that is a pointer, the kernel gets the address of a copy of the map."""
    body = f"""
    mov.u32 %r3, tile;
    mov.u32 %r4, bar;
    ld.param.u64 %rd1, [source];
    mbarrier.init.shared.b64 [%r4], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r4], 64;
    {LOAD} [%r3], [%rd1, {{4, 1}}], [%r4];
    ld.shared.v4.u32 {{%r5, %r6, %r7, %r8}}, [%r3];
    st.global.v4.u32 [%out], {{%r5, %r6, %r7, %r8}};
    """
    x = np.arange(64, dtype=np.uint32).reshape(4, 16)
    out = np.zeros(4, np.uint32)
    text = kernel(body, ".param .u64 source", DECLARATIONS, "sm_90a")
    run(text, ptxpy.TensorMap(x, (4, 4)), out, block=1)
    assert out.tolist() == [20, 21, 22, 23]


def test_a_map_that_is_changed() -> None:
    """A kernel copies a map to shared memory, replaces its fields, and copies it back."""
    replaced = [
        "global_address.shared::cta.b1024.b64 [%r3], %rd5",
        "rank.shared::cta.b1024.b32 [%r3], 1",
        "box_dim.shared::cta.b1024.b32 [%r3], 0, 8",
        "box_dim.shared::cta.b1024.b32 [%r3], 1, 4",
        "global_dim.shared::cta.b1024.b32 [%r3], 0, 8",
        "global_dim.shared::cta.b1024.b32 [%r3], 1, 3",
        "global_stride.shared::cta.b1024.b64 [%r3], 0, %rd6",
        "element_stride.shared::cta.b1024.b32 [%r3], 1, 2",
        "elemtype.shared::cta.b1024.b32 [%r3], 7",
        "interleave_layout.shared::cta.b1024.b32 [%r3], 0",
        "swizzle_mode.shared::cta.b1024.b32 [%r3], 1",
        "fill_mode.shared::cta.b1024.b32 [%r3], 1",
    ]
    body = f"""
    mov.b64 %rd1, source;
    cvta.param.u64 %rd1, %rd1;
    mov.u32 %r3, tile;
    mov.u32 %r4, bar;
    ld.param.u64 %rd4, [scratch];
    ld.param.u64 %rd5, [data];
    mov.u64 %rd6, 64;
    mad.wide.u32 %rd2, %r0, 4, %rd1;
    ld.global.u32 %r5, [%rd2];
    mad.lo.u32 %r6, %r0, 4, %r3;
    st.shared.u32 [%r6], %r5;
    bar.warp.sync -1;
    setp.eq.u32 %p1, %r0, 0;
    {" ".join(f"@%p1 tensormap.replace.tile.{each};" for each in replaced)}
    bar.warp.sync -1;
    tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned
        [%rd4], [%r3], 128;
    fence.proxy.tensormap::generic.acquire.gpu [%rd4], 128;
    @!%p1 bra END;
    mbarrier.init.shared.b64 [%r4], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r4], 64;
    {LOAD} [%r3+1024], [%rd4, {{0, 1}}], [%r4];
END:
    bar.warp.sync -1;
    ld.shared.u32 %r5, [%r6+1024];
    mad.wide.u32 %rd2, %r0, 4, %out;
    st.global.u32 [%rd2], %r5;
    """
    parameters = f"{MAP}, .param .u64 scratch, .param .u64 data"
    x = np.arange(1, 65, dtype=np.float32).reshape(4, 16)
    scratch, out = np.zeros(128, np.uint8), np.zeros(32, np.uint32)
    made = ptxpy.TensorMap(np.zeros((2, 2, 16), np.uint8), (1, 1, 16))
    run(kernel(body, parameters, DECLARATIONS, "sm_90a"), made, scratch, x, out)
    # Of rows 1 and 3 the second is out of bounds; both lie in the line that is not swizzled.
    assert out[:16].tolist() == [*x[1, :8].view(np.uint32).tolist(), *[0x7FF77FF7] * 8]


PLAIN = """
    mov.u32 %r3, tile;
    mov.u32 %r4, bar;
    mbarrier.init.shared.b64 [%r4], 1;
    ld.param.u64 %rd1, [source];
    mbarrier.arrive.expect_tx.shared.b64 _, [%r4], 64;
    cp.async.bulk.prefetch.L2.global [%rd1], 64;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd1], 64, [%r4];
    mbarrier.arrive.expect_tx.shared.b64 _, [%r4], 64;
    mov.u32 %r5, 64;
    cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes
        [%r3+64], [%r3], %r5, [%r4];
    @PRED cp.async.bulk.global.shared::cta.bulk_group [%out], [%r3+64], 64;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
"""


def test_plain_copies() -> None:
    """Bytes go from global to shared memory, within it, and back."""
    x, out = np.arange(16, dtype=np.uint32), np.zeros(16, np.uint32)
    text = kernel(PLAIN.replace("@PRED", ""), ".param .u64 source", DECLARATIONS, "sm_90a")
    run(text, x, out, block=1)
    assert out.tolist() == x.tolist()


def test_bytes_of_a_mask() -> None:
    """With `.cp_mask` each bit says whether a byte of 16 is copied."""
    body = """
    mov.u32 %r3, tile;
    mov.u32 %r9, -1;
    st.shared.v4.u32 [%r3], {%r9, %r9, %r9, %r9};
    st.shared.v4.u32 [%r3+16], {%r9, %r9, %r9, %r9};
    mov.b16 %h1, 0x8005;
    cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%out], [%r3], 32, %h1;
    st.bulk.weak.shared::cta [%r3], 24, 0;
    st.bulk.weak.shared::cta [%r3], 0, 0;
    ld.shared.v4.u32 {%r5, %r6, %r7, %r8}, [%r3+16];
    st.global.v4.u32 [%out+32], {%r5, %r6, %r7, %r8};
    """
    out = np.zeros(12, np.uint32)
    run(kernel(body, "", DECLARATIONS, "sm_100a").replace("8.0", "8.6"), out, block=1)
    assert out.tolist() == [0xFF00FF, 0, 0, 0xFF000000] * 2 + [0, 0, 0xFFFFFFFF, 0xFFFFFFFF]


REDUCTIONS: dict[tuple[str, str], Any] = {
    ("add", "u32"): (np.uint32, lambda a, b: a + b),
    ("add", "u64"): (np.uint64, lambda a, b: a + b),
    ("add", "f32"): (np.float32, lambda a, b: a + b),
    ("add", "f64"): (np.float64, lambda a, b: a + b),
    ("add.noftz", "f16"): (np.float16, lambda a, b: a + b),
    ("min", "s32"): (np.int32, np.minimum),
    ("max", "u64"): (np.uint64, np.maximum),
    ("max", "s64"): (np.int64, np.maximum),
    ("min", "f16"): (np.float16, np.minimum),
    ("and", "b32"): (np.uint32, lambda a, b: a & b),
    ("or", "b64"): (np.uint64, lambda a, b: a | b),
    ("xor", "b32"): (np.uint32, lambda a, b: a ^ b),
    ("inc", "u32"): (np.uint32, lambda a, b: np.where(a >= b, 0, a + 1)),
    ("dec", "u32"): (np.uint32, lambda a, b: np.where((a == 0) | (a > b), b, a - 1)),
}


@pytest.mark.parametrize("form", REDUCTIONS)
def test_plain_reductions(form: tuple[str, str]) -> None:
    """Each element in global memory is combined with that of shared memory."""
    operation, type_ = form
    dtype, function = REDUCTIONS[form]
    reduce = f"cp.reduce.async.bulk.global.shared::cta.bulk_group.{operation}.{type_}"
    text = PLAIN.replace("@PRED cp.async.bulk.global.shared::cta.bulk_group", reduce)
    random = np.random.default_rng(5)
    x, out = (random.integers(0, 20, 64).astype(dtype)[: 64 // dtype().itemsize] for _ in "ab")
    wanted = function(out, x)
    run(kernel(text, ".param .u64 source", DECLARATIONS, "sm_90a"), x, out, block=1)
    assert out.tolist() == wanted.tolist()


@pytest.mark.parametrize(
    ("operation", "dtype", "type_"),
    [
        ("add", np.uint32, "u32"),
        ("add", np.float32, "f32"),
        ("add", np.float16, "f16"),
        ("min", np.int64, "s64"),
        ("max", np.float16, "f16"),
        ("or", np.uint64, "u64"),
        ("inc", np.uint32, "u32"),
    ],
)
def test_reductions_of_tensors(operation: str, dtype: Any, type_: str) -> None:
    """Elements within the tensor are combined, in their type by the tensor map."""
    body = f"""
    {BEGIN}
    mov.b64 %rd2, target;
    cvta.param.u64 %rd2, %rd2;
    @!%p1 bra END;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r4], {8 * 16 * dtype().itemsize};
    {LOAD} [%r3], [%rd1, {{0, 0}}], [%r4];
    cp.reduce.async.bulk.tensor.2d.global.shared::cta.{operation}.tile.bulk_group
        [%rd2, {{8, 2}}], [%r3];
END:
    """
    random = np.random.default_rng(6)
    x = random.integers(0, 20, (8, 16)).astype(dtype)
    y = random.integers(0, 20, (8, 16)).astype(dtype)
    functions: dict[str, Any] = {
        "add": np.add,
        "min": np.minimum,
        "max": np.maximum,
        "or": np.bitwise_or,
        "inc": lambda a, b: np.where(a >= b, 0, a + 1),
    }
    wanted = y.copy()
    wanted[2:, 8:] = functions[operation](y[2:, 8:], x[:6, :8])
    swizzle = "128B" if dtype().itemsize * 16 <= 128 else "none"
    maps = [ptxpy.TensorMap(each, (8, 16), type=type_, swizzle=swizzle) for each in (x, y)]
    run(kernel(body, MAPS, DECLARATIONS, "sm_90a"), *maps, np.zeros(1))
    assert y.tolist() == wanted.tolist()


def test_nothing_is_copied_by_a_prefetch() -> None:
    """Prefetches, hints for caches and descriptors that are prefetched change nothing."""
    body = f"""
    {BEGIN}
    createpolicy.fractional.L2::evict_first.b64 %rd5, 1.0;
    prefetch.tensormap [%rd1];
    cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd1, {{%r1, 0}}];
    @!%p1 bra END;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r4], 64;
    {LOAD}.L2::cache_hint [%r3], [%rd1, {{0, 0}}], [%r4], %rd5;
    ld.shared.u32 %r5, [%r3+4];
    st.global.u32 [%out], %r5;
END:
    """
    x, out = np.arange(64, dtype=np.uint32).reshape(4, 16), np.zeros(1, np.uint32)
    run(kernel(body, MAP, DECLARATIONS, "sm_90a"), ptxpy.TensorMap(x, (4, 4)), out)
    assert out.tolist() == [1]


@pytest.mark.parametrize("operation", ["add.s64", "inc.s32", "min.f32", "and.u32"])
def test_reductions_that_do_not_exist(operation: str) -> None:
    """What no type has is refused before the kernel starts."""
    reduce = f"cp.reduce.async.bulk.global.shared::cta.bulk_group.{operation}"
    text = PLAIN.replace("@PRED cp.async.bulk.global.shared::cta.bulk_group", reduce)
    made = kernel(text, ".param .u64 source", DECLARATIONS, "sm_90a")
    with pytest.raises(ptxpy.UnsupportedError, match=r"cp\.reduce\.async\.bulk"):
        run(made, np.zeros(16), np.zeros(16), block=1)
