"""Functions of the device library `libcudadevrt.a` that kernels call by name, as PTX of our own.

The library has machine code for nearly all architectures. What `printf`, `malloc` and launches of
kernels call is in the simulator (`ptxpy.sim.semantics`); here is the barrier of a grid, which calls
need where a compiler does not write it inline (CUDA C++ programming guide, cooperative groups).
"""

from __future__ import annotations

from typing import Final

__all__ = ["DEVICE_LIBRARY", "DEVICE_LIBRARY_NAMES"]

DEVICE_LIBRARY_NAMES: Final = frozenset({"cudaCGGetIntrinsicHandle", "cudaCGSynchronize"})

DEVICE_LIBRARY: Final = b"""\
.version 7.0
.target sm_70
.address_size 64

.visible .func (.param .b64 result) cudaCGGetIntrinsicHandle(.param .b32 scope)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.b32 %r1, [scope];
    setp.ne.u32 %p1, %r1, 1;
    @%p1 trap;
    mov.u32 %r2, %envreg2;
    mov.u32 %r3, %envreg1;
    mov.b64 %rd1, {%r2, %r3};
    st.param.b64 [result], %rd1;
    ret;
}

.visible .func (.param .b32 result) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{
    .reg .pred %p<8>;
    .reg .b32 %r<32>;
    .reg .b64 %rd<3>;
    ld.param.b64 %rd1, [handle];
    setp.eq.u64 %p1, %rd1, 0;
    @%p1 trap;
    add.s64 %rd2, %rd1, 4;
    barrier.sync 0;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %tid.y;
    mov.u32 %r3, %tid.z;
    or.b32 %r4, %r1, %r2;
    or.b32 %r5, %r4, %r3;
    setp.ne.u32 %p2, %r5, 0;
    @%p2 bra waited;
    mov.u32 %r6, %ctaid.x;
    mov.u32 %r7, %ctaid.y;
    mov.u32 %r8, %ctaid.z;
    or.b32 %r9, %r6, %r7;
    or.b32 %r10, %r9, %r8;
    mov.u32 %r11, %nctaid.x;
    mov.u32 %r12, %nctaid.y;
    mov.u32 %r13, %nctaid.z;
    mul.lo.u32 %r14, %r11, %r12;
    mul.lo.u32 %r15, %r14, %r13;
    sub.u32 %r16, 0x80000001, %r15;
    setp.eq.u32 %p3, %r10, 0;
    selp.b32 %r17, %r16, 1, %p3;
    fence.acq_rel.gpu;
    atom.relaxed.gpu.global.add.u32 %r18, [%rd2], %r17;
again:
    ld.acquire.gpu.global.u32 %r19, [%rd2];
    xor.b32 %r20, %r18, %r19;
    setp.ge.s32 %p4, %r20, 0;
    @%p4 bra again;
    fence.acq_rel.gpu;
waited:
    barrier.sync 0;
    st.param.b32 [result], 0;
    ret;
}
"""
