"""A kernel that fills shared and tensor memory, runs instructions, and stores tensor memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ptxpy.launch import Kernel, load
from ptxpy.launch_request import StrictMode

__all__ = ["SHARED", "run", "run_one", "text"]

SHARED = 64 << 10
"""Bytes of shared memory of a CTA that are filled."""

_WORDS = 32
"""Columns of tensor memory that one instruction stores and loads."""

_FRAME = """\
.version 9.0
.target {target}
.address_size 64
.shared .align 1024 .b8 smem[{shared}];
.shared .align 8 .b64 bar;
.shared .align 8 .b64 slot;
.visible .entry kernel(.param .u64 memory, .param .u64 cells, .param .u64 out,
                      .param .u32 which)
.reqntid 128
{{
    .reg .pred %p<9>;
    .reg .b32 %r<40>;
    .reg .b32 %c<{words}>;
    .reg .b64 %rd<20>;
    .reg .b16 %h;
    ld.param.u64 %rd1, [memory];
    ld.param.u64 %rd2, [cells];
    ld.param.u64 %rd3, [out];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, %ctaid.x;
    mul.wide.u32 %rd4, %r1, {shared};
    add.u64 %rd1, %rd1, %rd4;
    mul.wide.u32 %rd4, %r1, 262144;
    mul.wide.u32 %rd5, %r0, 2048;
    add.u64 %rd4, %rd4, %rd5;
    add.u64 %rd2, %rd2, %rd4;
    add.u64 %rd3, %rd3, %rd4;
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
    @%p2 mbarrier.init.shared.b64 [bar], 1;
    bar.sync 0;
    ld.shared.b32 %r7, [slot];
    shr.u32 %r8, %r0, 5;
    shl.b32 %r8, %r8, 21;
    add.u32 %r8, %r8, %r7;
    mov.u32 %r9, 0;
STORE:
{loads}
    tcgen05.st.sync.aligned.32x32b.x{words}.b32 [%r8], {{{vector}}};
    add.u32 %r8, %r8, {words};
    add.u64 %rd2, %rd2, {bytes};
    add.u32 %r9, %r9, {words};
    setp.lt.u32 %p0, %r9, 512;
    @%p0 bra STORE;
    tcgen05.wait::st.sync.aligned;
    {barrier}
    shl.b32 %r10, %r2, 0;
    and.b32 %r10, %r10, 0xffffff;
    shr.u32 %r10, %r10, 4;
    cvt.u64.u32 %rd7, %r10;
    shr.u32 %r8, %r0, 5;
    shl.b32 %r8, %r8, 21;
    add.u32 %r8, %r8, %r7;
    {{
    .reg .b32 %v<260>;
{everyone}
    }}
    bar.sync 0;
    @!%p3 bra ISSUED;
    ld.param.u32 %r39, [which];
    BODIES: .branchtargets {labels};
    brx.idx.uni %r39, BODIES;
{bodies}
COMMIT:
    mov.b16 %h, {mask};
    {commit}
ISSUED:
    {{
    .reg .pred p;
    AGAIN: mbarrier.try_wait.parity.shared.b64 p, [bar], 0;
    @!p bra AGAIN;
    }}
    shr.u32 %r8, %r0, 5;
    shl.b32 %r8, %r8, 21;
    add.u32 %r8, %r8, %r7;
    mov.u32 %r9, 0;
LOAD:
    tcgen05.ld.sync.aligned.32x32b.x{words}.b32 {{{vector}}}, [%r8];
    tcgen05.wait::ld.sync.aligned;
{stores}
    add.u32 %r8, %r8, {words};
    add.u64 %rd3, %rd3, {bytes};
    add.u32 %r9, %r9, {words};
    setp.lt.u32 %p0, %r9, 512;
    @%p0 bra LOAD;
    {barrier}
    @%p1 tcgen05.dealloc.cta_group::{group}.sync.aligned.b32 %r7, 512;
    ret;
}}
"""


def text(
    bodies: Sequence[Sequence[str]],
    *,
    everyone: tuple[str, ...] = (),
    group: int = 1,
    target: str = "sm_100a",
) -> str:
    """Return the kernel; one of the bodies is run by thread 0, of the even CTA of a pair.

    In a body %r7 is the address of tensor memory, and %rd7 that of shared memory in units of 16
    bytes, as matrix descriptors have it. Before it all threads run `everyone`, with %r8 the address
    of tensor memory in the lanes of the warp, and 260 registers %v.
    """
    commit = f"tcgen05.commit.cta_group::{group}.mbarrier::arrive::one.shared::cluster"
    pair = group == 2
    labels = [f"BODY_{number}" for number in range(len(bodies))]
    vectors = [", ".join(f"%c{first + i}" for i in range(4)) for first in range(0, _WORDS, 4)]
    return _FRAME.format(
        target=target,
        shared=SHARED,
        group=group,
        words=_WORDS,
        bytes=4 * _WORDS,
        vector=", ".join(vectors),
        loads="\n".join(
            f"    ld.global.v4.b32 {{{names}}}, [%rd2+{16 * i}];" for i, names in enumerate(vectors)
        ),
        stores="\n".join(
            f"    st.global.v4.b32 [%rd3+{16 * i}], {{{names}}};" for i, names in enumerate(vectors)
        ),
        labels=", ".join(labels),
        bodies="\n".join(
            "\n    ".join((f"{label}:", *body, "bra COMMIT;"))
            for label, body in zip(labels, bodies, strict=True)
        ),
        everyone="\n".join(f"    {line}" for line in everyone),
        mask=3,
        commit=f"{commit}.multicast::cluster.b64 [bar], %h;" if pair else f"{commit}.b64 [bar];",
        barrier="barrier.cluster.arrive; barrier.cluster.wait;" if pair else "bar.sync 0;",
    )


def run(
    body: list[str],
    memory: Any,
    cells: Any,
    *,
    everyone: tuple[str, ...] = (),
    group: int = 1,
    target: str = "sm_100a",
    strict: StrictMode = False,
) -> Any:
    """Run a body; return tensor memory [CTA, lane, column].

    Args:
        body: See `text`.
        memory: The bytes of shared memory, [CTA, byte].
        cells: Tensor memory before, [CTA, lane, column].
        everyone: See `text`.
        group: The value of `.cta_group`: 2 runs a pair of CTAs.
        target: The target.
        strict: Whether strict mode checks the kernel.
    """
    kernel = load(text([body], everyone=everyone, group=group, target=target))
    return run_one(kernel, 0, memory, cells, group=group, strict=strict)


def run_one(
    kernel: Kernel,
    which: int,
    memory: Any,
    cells: Any,
    *,
    group: int = 1,
    strict: StrictMode = False,
) -> Any:
    """Run one of a kernel's bodies; return tensor memory, as `run` does."""
    filled = np.zeros((group, SHARED), np.uint8)
    filled[:, : memory.shape[1]] = memory
    out = np.zeros((group, 128, 512), np.uint32)
    kernel.launch(
        filled, np.ascontiguousarray(cells, np.uint32), out, which,
        grid=group, cluster=group, block=128, device="cpu", strict=strict,
    )  # fmt: skip
    return out
