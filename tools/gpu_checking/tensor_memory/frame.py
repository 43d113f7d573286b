"""A kernel that fills shared and tensor memory, runs instructions, and stores tensor memory."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from gpu_checking.values import Array
from ptxpy.launch import load

__all__ = ["SHARED", "WORDS", "Kernel", "Outputs", "launch", "placed", "source", "waiting"]

SHARED: Final = 32 << 10
"""Bytes of shared memory of a CTA that are filled."""

WORDS: Final = 128
"""Words of a CTA that instructions may write: a thread has one."""

_LANES: Final = 128
_COLUMNS: Final = 512

_FRAME: Final = """\
.version {version}
.target {target}
.address_size 64
.shared .align 1024 .b8 smem[{shared}];
.shared .align 16 .b8 slot[16];
.shared .align 8 .b64 bar;
.shared .align 8 .b64 bar2;
.visible .entry kernel(.param .u64 memory, .param .u64 cells, .param .u64 out, .param .u64 words)
.reqntid 128
{{
    .reg .pred %p<9>;
    .reg .b32 %r<60>;
    .reg .b32 %c<8>;
    .reg .b32 %v<8>;
    .reg .b64 %rd<40>;
    .reg .b16 %h;
    ld.param.u64 %rd1, [memory];
    ld.param.u64 %rd2, [cells];
    ld.param.u64 %rd3, [out];
    ld.param.u64 %rd5, [words];
    cvta.to.global.u64 %rd1, %rd1;
    cvta.to.global.u64 %rd2, %rd2;
    cvta.to.global.u64 %rd3, %rd3;
    cvta.to.global.u64 %rd5, %rd5;
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, %ctaid.x;
    mul.wide.u32 %rd4, %r1, {shared};
    add.u64 %rd1, %rd1, %rd4;
    mul.wide.u32 %rd4, %r1, 262144;
    add.u64 %rd2, %rd2, %rd4;
    add.u64 %rd3, %rd3, %rd4;
    mul.wide.u32 %rd4, %r0, 2048;
    add.u64 %rd2, %rd2, %rd4;
    add.u64 %rd3, %rd3, %rd4;
    mad.lo.u32 %r2, %r1, 128, %r0;
    mul.wide.u32 %rd4, %r2, 4;
    add.u64 %rd5, %rd5, %rd4;
    mov.u32 %r2, smem;
    shl.b32 %r3, %r0, 4;
    add.u32 %r4, %r2, %r3;
    cvt.u64.u32 %rd6, %r3;
    add.u64 %rd6, %rd1, %rd6;
    mov.u32 %r5, 0;
FILL:
    ld.global.v4.b32 {{%c0, %c1, %c2, %c3}}, [%rd6];
    st.shared.v4.b32 [%r4], {{%c0, %c1, %c2, %c3}};
    add.u32 %r4, %r4, 2048;
    add.u64 %rd6, %rd6, 2048;
    add.u32 %r5, %r5, 2048;
    setp.lt.u32 %p0, %r5, {shared};
    @%p0 bra FILL;
    fence.proxy.async;
    setp.lt.u32 %p1, %r0, 32;
    setp.eq.u32 %p2, %r0, 0;
    mov.u32 %r6, %cluster_ctarank;
    setp.eq.and.u32 %p3, %r6, 0, %p2;
    @%p1 tcgen05.alloc.cta_group::{group}.sync.aligned.shared::cta.b32 [slot], 512;
    @%p1 tcgen05.relinquish_alloc_permit.cta_group::{group}.sync.aligned;
    @%p2 mbarrier.init.shared.b64 [bar], 1;
    @%p2 mbarrier.init.shared.b64 [bar2], 1;
    fence.mbarrier_init.release.cluster;
    tcgen05.fence::before_thread_sync;
    {barrier}
    tcgen05.fence::after_thread_sync;
    ld.shared.b32 %r7, [slot];
    shr.u32 %r8, %r0, 5;
    shl.b32 %r8, %r8, 21;
    add.u32 %r8, %r8, %r7;
    mov.u32 %r9, 0;
STORE:
    ld.global.v4.b32 {{%c0, %c1, %c2, %c3}}, [%rd2];
    ld.global.v4.b32 {{%c4, %c5, %c6, %c7}}, [%rd2+16];
    tcgen05.st.sync.aligned.32x32b.x8.b32 [%r8], {{%c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7}};
    add.u32 %r8, %r8, 8;
    add.u64 %rd2, %rd2, 32;
    add.u32 %r9, %r9, 8;
    setp.lt.u32 %p0, %r9, 512;
    @%p0 bra STORE;
    tcgen05.wait::st.sync.aligned;
    shr.u32 %r8, %r0, 5;
    shl.b32 %r8, %r8, 21;
    add.u32 %r8, %r8, %r7;
    mov.b32 %v0, 0;
{everyone}
    st.global.b32 [%rd5], %v0;
    tcgen05.fence::before_thread_sync;
    {barrier}
    tcgen05.fence::after_thread_sync;
    and.b32 %r10, %r2, 0x3ffff;
    shr.u32 %r10, %r10, 4;
    cvt.u64.u32 %rd7, %r10;
    @!%p3 bra ISSUED;
{body}
    mov.b16 %h, 3;
    {commit}
ISSUED:
    bar.warp.sync -1;
    mov.u32 %r9, 0;
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p0, [bar], 0;
    @%p0 bra DONE;
    add.u32 %r9, %r9, 1;
    setp.lt.u32 %p4, %r9, 4000000;
    @%p4 bra WAIT;
    trap;
DONE:
    bar.warp.sync -1;
    bar.sync 0;
    tcgen05.fence::after_thread_sync;
    mov.u32 %r9, 0;
LOAD:
    tcgen05.ld.sync.aligned.32x32b.x4.b32 {{%c0, %c1, %c2, %c3}}, [%r8];
    tcgen05.wait::ld.sync.aligned;
    st.global.v4.b32 [%rd3], {{%c0, %c1, %c2, %c3}};
    add.u32 %r8, %r8, 4;
    add.u64 %rd3, %rd3, 16;
    add.u32 %r9, %r9, 4;
    setp.lt.u32 %p0, %r9, 512;
    @%p0 bra LOAD;
    tcgen05.fence::before_thread_sync;
    {barrier}
    tcgen05.fence::after_thread_sync;
    @%p1 tcgen05.dealloc.cta_group::{group}.sync.aligned.b32 %r7, 512;
    ret;
}}
"""

_WAIT: Final = """\
{{
    .reg .pred p;
    .reg .b32 turns;
    mov.u32 turns, 0;
AGAIN:
    mbarrier.try_wait.parity.shared.b64 p, [bar2], {parity};
    @p bra OVER;
    add.u32 turns, turns, 1;
    setp.lt.u32 p, turns, 4000000;
    @p bra AGAIN;
    trap;
OVER:
    tcgen05.fence::after_thread_sync;
}}"""


class Kernel(NamedTuple):
    """A kernel of 128 threads, or of a pair of CTAs of them, and what is in memory before it.

    All tensor memory is allocated, from column 0 on, and filled. Then all threads run `everyone`,
    with %r8 the address of tensor memory in the lanes of the warp; %v0 is kept. Then thread 0 of
    the even CTA runs `body`, with %r7 the address of tensor memory, %r2 that of shared memory, %rd7
    the same in units of 16 bytes, as matrix descriptors have it, and %rd5 that of its word.
    """

    body: tuple[str, ...]
    everyone: tuple[str, ...] = ()
    group: int = 1
    """The value of `.cta_group`."""
    memory: Any = None
    """The bytes of shared memory, [CTA, byte]; zeros behind them."""
    cells: Any = None
    """Tensor memory, [CTA, lane, column]; else each word is a number of its own."""


class Outputs(NamedTuple):
    """What a kernel leaves."""

    cells: Array
    """Tensor memory, [CTA, lane, column]."""
    words: Array
    """%v0 of the threads, or what the body has put there, [CTA, thread]."""


def waiting(parity: int) -> tuple[str, ...]:
    """Return lines that wait for a phase of `bar2`, which one arrival completes."""
    return tuple(_WAIT.format(parity=parity).splitlines())


def source(kernel: Kernel, target: str, version: str = "9.0") -> str:
    """Return the PTX of a kernel."""
    commit = f"tcgen05.commit.cta_group::{kernel.group}.mbarrier::arrive::one.shared::cluster"
    pair = kernel.group == 2
    barrier = "barrier.cluster.arrive.release; barrier.cluster.wait.acquire;"
    return _FRAME.format(
        target=target,
        version=version,
        shared=SHARED,
        group=kernel.group,
        body="\n".join(f"    {line}" for line in kernel.body),
        everyone="\n".join(f"    {line}" for line in kernel.everyone),
        commit=f"{commit}.multicast::cluster.b64 [bar], %h;" if pair else f"{commit}.b64 [bar];",
        barrier=barrier if pair else "bar.sync 0;",
    )


def placed(kernel: Kernel) -> Array:
    """Return what tensor memory holds before the instructions of a kernel."""
    if kernel.cells is not None:
        return np.ascontiguousarray(kernel.cells, np.uint32)
    shape = kernel.group, _LANES, _COLUMNS
    numbers = np.arange(int(np.prod(shape)), dtype=np.uint32)
    return (numbers * np.uint32(2654435761) | np.uint32(1)).reshape(shape)


def launch(kernel: Kernel, target: str, device: str, version: str = "9.0") -> Outputs:
    """Run a kernel on a device."""
    group = kernel.group
    memory = np.zeros((group, SHARED), np.uint8)
    if kernel.memory is not None:
        memory[:, : kernel.memory.shape[1]] = kernel.memory
    out = np.zeros((group, _LANES, _COLUMNS), np.uint32)
    words = np.zeros((group, WORDS), np.uint32)
    load(source(kernel, target, version)).launch(
        memory, placed(kernel), out, words,
        grid=group, cluster=group if group > 1 else None, block=128, device=device,
    )  # fmt: skip
    return Outputs(out, words)
