"""Kernels with `wgmma` that fill shared memory with plain stores."""

from __future__ import annotations

import zlib
from random import Random
from typing import Any

import numpy as np

from ptxpy.sim.semantics.matrices.wgmma import Form, form_of
from tests.sim.semantics.matrices.kernels import launch, loaded
from tests.sim.semantics.matrices.warpgroup import LANES, Array
from tests.sim.semantics.matrices.wgmma_operands import (
    CTAS,
    Operands,
    machine_of,
    registers,
    started,
)

__all__ = ["COMMIT", "F32", "THREADS", "TYPES", "WARPGROUPS", "Case", "kernel_of", "vector"]

SHARED = 64 << 10
THREADS = 2 * LANES
WARPGROUPS = 2 * CTAS

KERNEL = """
.version 8.4
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p0, .param .u64 p1, .param .u64 p2, .param .u64 p3, .param .u64 p4)
{{
    .reg .b64 %l<16>;
    .reg .b32 %r<32>;
    .reg .b32 %d<{count}>;
    .reg .b32 %e<{count}>;
    .reg .b32 %a<8>;
    .reg .pred %p<9>;
    .shared .align 1024 .b8 tile[{shared}];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, %ctaid.x;
    mad.lo.u32 %r2, %r1, {threads}, %r0;        // thread of the grid
    shr.u32 %r3, %r2, 7;                        // its warpgroup
    and.b32 %r8, %r3, 1;
    ld.param.u64 %l0, [p0];
    mad.wide.u32 %l0, %r1, {shared}, %l0;
    shl.b32 %r4, %r0, 4;
    mov.u32 %r5, tile;
copy:
    cvt.u64.u32 %l1, %r4;
    add.u64 %l1, %l0, %l1;
    ld.global.v4.u32 {{%r10, %r11, %r12, %r13}}, [%l1];
    add.u32 %r6, %r5, %r4;
    st.shared.v4.u32 [%r6], {{%r10, %r11, %r12, %r13}};
    add.u32 %r4, %r4, {step};
    setp.lt.u32 %p1, %r4, {shared};
    @%p1 bra copy;
    bar.sync 0;
    ld.param.u64 %l2, [p1];                     // descriptors of A and B
    mad.wide.u32 %l2, %r3, 16, %l2;
    ld.global.v2.u64 {{%l3, %l4}}, [%l2];
    ld.param.u64 %l5, [p2];                     // A in registers, and metadata
    mad.wide.u32 %l5, %r2, 32, %l5;
    ld.global.v4.u32 {{%a0, %a1, %a2, %a3}}, [%l5];
    ld.global.u32 %a4, [%l5+16];
    ld.param.u64 %l6, [p3];                     // D
    mad.wide.u32 %l6, %r2, 4, %l6;
    ld.param.u64 %l7, [p4];
    mad.wide.u32 %l7, %r2, 4, %l7;
{load}
{body}
{store}
    ret;
}}
"""


def kernel_of(count: int, body: str) -> str:
    """Return a kernel that loads `count` registers of D, and stores them."""
    at = 4 * THREADS * CTAS
    return KERNEL.format(
        count=max(count, 8),
        shared=SHARED,
        threads=THREADS,
        step=16 * THREADS,
        load="\n".join(f"    ld.global.u32 %d{i}, [%l6+{at * i}];" for i in range(count)),
        store="\n".join(f"    st.global.u32 [%l7+{at * i}], %d{i};" for i in range(count)),
        body=body,
    )


def vector(first: int, count: int, name: str = "d") -> str:
    """Return registers, by the number of the first, as a vector."""
    return "{" + ", ".join(f"%{name}{i}" for i in range(first, first + count)) + "}"


class Case:
    """Random operands for an instruction, and its text."""

    def __init__(self, modifiers: str) -> None:
        """Make them."""
        words = tuple(f".{word}" for word in modifiers.split("."))
        form = form_of(words)
        assert form is not None
        self.form: Form = form
        self.random = Random(zlib.crc32(modifiers.encode()))  # noqa: S311 - test data
        self.machine = machine_of(shared=SHARED)
        self.operands = Operands(self.machine, form, self.random)
        self.opcode = f"wgmma.{modifiers}"
        self.starts = [started(form, self.random) for _ in range(WARPGROUPS)]

    def instruction(self, d: str, scale: str = "1", *, negative: bool = False) -> str:
        """Return the instruction with a D and a scale."""
        operands = self.operands
        parts = [d, vector(0, 4, "a") if operands.in_registers else "%l3", "%l4"]
        if self.form.sparse:
            parts += ["%a4", str(operands.selector)]
        parts.append(scale)
        if self.form.kind != "i4":
            parts += ["-1" if negative else "1", "1"]
        if self.form.a in ("f16", "bf16"):
            majors = operands.majors[1:] if operands.in_registers else operands.majors
            parts += ["1" if major == "MN" else "0" for major in majors]
        return f"{self.opcode} {', '.join(parts)};"

    def run(self, body: str, start: list[Array] | None = None) -> list[Array]:
        """Run a kernel; return the registers of all threads."""
        operands = self.operands
        start = registers(self.form, self.starts) if start is None else start
        if operands.in_registers:
            left: Any = np.zeros(len(start[0]), np.uint64)
            fragment = np.stack(operands.left, axis=1)
        else:
            left, fragment = operands.left, np.zeros((len(start[0]), 4), np.uint32)
        given = np.zeros((len(start[0]), 8), np.uint32)
        given[:, :4] = fragment
        if operands.metadata is not None:
            given[:, 4] = operands.metadata
        descriptors = np.stack([left[::LANES], np.full(WARPGROUPS, operands.right)], axis=1)
        image = self.machine.shared.reshape(CTAS, -1)
        begun = np.stack(start)
        found = launch(
            loaded(kernel_of(len(start), body)),
            "k",
            [image, descriptors, given, begun, np.zeros_like(begun)],
            grid=(CTAS, 1, 1),
            block=(THREADS, 1, 1),
        )
        return list(found[4])


COMMIT = "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"
TYPES = [
    "mma_async.sync.aligned.m64n64k16.f32.bf16.bf16",
    "mma_async.sync.aligned.m64n128k16.f32.f16.f16",
    "mma_async.sync.aligned.m64n8k16.f16.f16.f16",
    "mma_async.sync.aligned.m64n24k8.f32.tf32.tf32",
    "mma_async.sync.aligned.m64n40k32.f32.e4m3.e5m2",
    "mma_async.sync.aligned.m64n16k32.s32.s8.u8",
    "mma_async.sync.aligned.m64n32k32.satfinite.s32.u8.u8",
    "mma_async.sync.aligned.m64n16k256.s32.b1.b1.and.popc",
    "mma_async.sp.sync.aligned.m64n64k32.f32.f16.f16",
    "mma_async.sp.sync.aligned.m64n24k16.f32.tf32.tf32",
    "mma_async.sp.sync.aligned.m64n16k64.s32.s8.s8",
]
F32 = TYPES[0]
