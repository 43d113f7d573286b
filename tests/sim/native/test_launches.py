"""Launches of compiled kernels: memory, control flow, collectives; what the interpreter runs."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.launch_request import Relocation
from ptxpy.sim import SimulationError, StepLimitExceededError

pytest.importorskip("llvmlite")

from ptxpy.sim.native import launches

HEAD = """\
.version 8.6
.target sm_90
.address_size 64
.global .align 4 .u32 counter;
.global .align 4 .u32 flag;
.visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)
{
    .reg .pred %p<9>;
    .reg .b16 %h<9>;
    .reg .b32 %r<30>;
    .reg .f32 %f<30>;
    .reg .b64 %rd<20>;
    .shared .align 16 .b8 shared[8192];
    .local .align 16 .b8 own[64];
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    ld.param.u32 %r9, [n];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mad.lo.u32 %r0, %r2, %r3, %r1;
    mul.wide.u32 %rd3, %r0, 4;
    add.u64 %rd1, %rd1, %rd3;
    add.u64 %rd4, %rd2, %rd3;
"""

MANY = "".join(
    [
        ".reg .b32 %many<100>; ld.global.u32 %r4, [%rd4];",
        *(f"mad.lo.u32 %many{k}, %r4, {k}, %r1;" for k in range(100)),
        *(
            f"and.b32 %r5, %r4, {1 << k % 8}; setp.ne.u32 %p1, %r5, 0; @%p1 bra ODD{k};"
            f"add.u32 %many{k}, %many{k}, %many{7 * k % 100};"
            f"ODD{k}: add.u32 %many{(3 * k + 2) % 100}, %many{k}, %r5;"
            for k in range(40)
        ),
        *(f"add.u32 %r4, %r4, %many{k};" for k in range(100)),
        "st.global.u32 [%rd1], %r4;",
    ]
)

BODIES = {
    "a guarded row": """
    setp.lt.u32 %p1, %r0, %r9;
    @%p1 ld.global.u32 %r4, [%rd4];
    @%p1 st.global.u32 [%rd1], %r4;
""",
    "floats that are moved to registers of bits in a loop": """
    mov.u32 %r5, 0;
TOP:
    mov.b64 %rd5, 0d7FF0000000000000;
    mov.b64 %rd6, 0d3FF8000000000000;
    add.s64 %rd6, %rd6, %rd5;
    mov.b32 %r6, 0f3FC00000;
    ld.global.u32 %r4, [%rd4];
    add.u32 %r4, %r4, %r6;
    cvt.u32.u64 %r7, %rd6;
    add.u32 %r4, %r4, %r7;
    shr.u64 %rd6, %rd6, 32;
    cvt.u32.u64 %r7, %rd6;
    add.u32 %r4, %r4, %r7;
    st.global.u32 [%rd1], %r4;
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p1, %r5, 3;
    @%p1 bra TOP;
""",
    "a register that its block writes, and then in some lanes": """
    mov.u32 %r4, %r1;
    setp.lt.u32 %p1, %r1, 20;
    @%p1 mov.u32 %r4, %r3;
    st.global.u32 [%rd1], %r4;
""",
    "many registers and blocks": MANY,
    "one address": """
    ld.global.u32 %r4, [%rd2+20];
    st.global.u32 [%rd1], %r4;
""",
    "addresses in an order of their own": """
    mul.lo.u32 %r4, %r0, 37;
    and.b32 %r4, %r4, 511;
    mad.wide.u32 %rd5, %r4, 4, %rd2;
    ld.global.u32 %r5, [%rd5];
    st.global.u32 [%rd1], %r5;
""",
    "rows of half a warp": """
    and.b32 %r4, %r0, 15;
    shr.u32 %r5, %r0, 4;
    mad.wide.u32 %rd5, %r4, 4, %rd2;
    mad.wide.u32 %rd6, %r5, 4, %rd2;
    ld.global.u32 %r6, [%rd5];
    ld.global.u32 %r7, [%rd6+4];
    add.u32 %r6, %r6, %r7;
    st.global.u32 [%rd1], %r6;
""",
    "rows in a loop": """
    and.b32 %r4, %r0, 15;
    shr.u32 %r5, %r0, 4;
    mul.wide.u32 %rd7, %r4, 4;
    add.u64 %rd5, %rd2, %rd7;
    mul.wide.u32 %rd8, %r5, 4;
    mov.u64 %rd6, %rd2;
    mov.u64 %rd10, 64;
    mov.u32 %r6, 0;
    mov.u32 %r10, 0;
TURN:
    add.u64 %rd9, %rd6, %rd8;
    ld.global.u32 %r7, [%rd9+4];
    ld.global.u32 %r8, [%rd5];
    add.u64 %rd11, %rd5, %rd10;
    ld.global.u32 %r11, [%rd11+-4];
    add.u64 %rd12, %rd5, %rd7;
    ld.global.u32 %r12, [%rd12];
    mad.lo.u32 %r6, %r7, %r8, %r6;
    mad.lo.u32 %r6, %r11, %r12, %r6;
    st.global.u32 [%rd1], %r6;
    add.u64 %rd5, %rd5, %rd10;
    add.u64 %rd6, %rd6, 4;
    add.u32 %r10, %r10, 1;
    setp.lt.u32 %p1, %r10, 9;
    @%p1 bra TURN;
""",
    "a loop in which warps meet": """
    mov.u32 %r4, shared;
    shl.b32 %r5, %r1, 2;
    add.u32 %r5, %r4, %r5;
    sub.u32 %r6, %r3, %r1;
    add.u32 %r6, %r6, 4294967295;
    shl.b32 %r6, %r6, 2;
    add.u32 %r6, %r4, %r6;
    mov.u32 %r7, %r0;
    mov.u32 %r10, 0;
MEETING:
    st.shared.u32 [%r5], %r7;
    bar.sync 0;
    ld.shared.u32 %r8, [%r6];
    ld.shared.u32 %r11, [%r4];
    add.u32 %r12, %r5, 4294967292;
    setp.ne.u32 %p2, %r1, 0;
    @%p2 ld.shared.u32 %r11, [%r12];
    mad.lo.u32 %r7, %r8, 3, %r7;
    add.u32 %r7, %r7, %r11;
    bar.sync 0;
    add.u32 %r10, %r10, 1;
    setp.lt.u32 %p1, %r10, 5;
    @%p1 bra MEETING;
    st.global.u32 [%rd1], %r7;
""",
    "lanes that store to one address in a loop": """
    mov.u32 %r4, shared;
    shr.u32 %r5, %r1, 5;
    mad.lo.u32 %r4, %r5, 4, %r4;
    mov.u32 %r10, 0;
AGAIN:
    add.u32 %r6, %r0, %r10;
    st.shared.u32 [%r4], %r6;
    ld.shared.u32 %r7, [%r4];
    add.u32 %r10, %r10, %r7;
    and.b32 %r10, %r10, 1023;
    setp.lt.u32 %p1, %r10, 700;
    @%p1 bra BEHIND;
    bra OUT;
BEHIND:
    add.u32 %r10, %r10, 41;
    bra AGAIN;
OUT:
    st.global.u32 [%rd1], %r10;
""",
    "chains of sums and products with NaNs": """
    ld.global.f32 %f1, [%rd4];
    and.b32 %r4, %r0, 1;
    setp.eq.u32 %p1, %r4, 0;
    selp.f32 %f2, 0f7F800000, 0fFFC12345, %p1;
    mul.f32 %f3, %f2, 0f00000000;
    fma.rn.f32 %f4, %f3, %f1, %f2;
    add.f32 %f5, %f4, %f1;
    sub.f32 %f6, %f5, %f3;
    neg.f32 %f7, %f5;
    mov.b32 %r5, %f3;
    mov.b32 %r6, %f4;
    mov.b32 %r7, %f6;
    mov.b32 %r8, %f7;
    mad.lo.u32 %r5, %r5, 3, %r6;
    mad.lo.u32 %r5, %r5, 3, %r7;
    mad.lo.u32 %r5, %r5, 3, %r8;
    st.global.u32 [%rd1], %r5;
""",
    "a row in one half, one address in the other": """
    and.b32 %r4, %r0, 15;
    and.b32 %r5, %r0, 48;
    setp.eq.u32 %p1, %r5, 16;
    selp.b32 %r4, 7, %r4, %p1;
    mad.wide.u32 %rd5, %r4, 4, %rd2;
    ld.global.u32 %r6, [%rd5];
    shl.b32 %r7, %r4, 1;
    cvt.u64.u32 %rd6, %r7;
    add.u64 %rd6, %rd2, %rd6;
    ld.global.u16 %h1, [%rd6];
    cvt.u32.u16 %r7, %h1;
    add.u32 %r6, %r6, %r7;
    st.global.u32 [%rd1], %r6;
""",
    "rows that half a warp writes over": """
    and.b32 %r4, %r1, 15;
    and.b32 %r5, %r1, 16;
    shr.u32 %r5, %r5, 2;
    add.u32 %r4, %r4, %r5;
    shl.b32 %r4, %r4, 2;
    mov.u32 %r6, shared;
    shr.u32 %r5, %r1, 5;
    mad.lo.u32 %r6, %r5, 128, %r6;
    add.u32 %r4, %r4, %r6;
    st.shared.u32 [%r4], %r0;
    ld.shared.u32 %r7, [%r4];
    st.global.u32 [%rd1], %r7;
""",
    "vectors": """
    and.b32 %r4, %r0, 63;
    mad.wide.u32 %rd5, %r4, 16, %rd2;
    ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd5];
    mad.lo.u32 %r10, %r1, 16, 0;
    mov.u32 %r11, shared;
    add.u32 %r10, %r10, %r11;
    st.shared.v4.u32 [%r10], {%r8, %r7, %r6, %r5};
    ld.shared.v2.u64 {%rd7, %rd8}, [%r10];
    xor.b64 %rd7, %rd7, %rd8;
    cvt.u32.u64 %r12, %rd7;
    ld.global.v2.u16 {%h1, %h2}, [%rd4];
    cvt.u32.u16 %r13, %h2;
    add.u32 %r12, %r12, %r13;
    st.global.u32 [%rd1], %r12;
""",
    "scattered vectors under a guard": """
    and.b32 %r4, %r0, 3;
    setp.ne.u32 %p1, %r4, 1;
    mul.lo.u32 %r5, %r1, 48;
    and.b32 %r5, %r5, 4095;
    and.b32 %r5, %r5, -16;
    mov.u32 %r6, shared;
    add.u32 %r6, %r6, %r5;
    @%p1 st.shared.v2.u32 [%r6], {%r0, %r1};
    bar.sync 0;
    mov.u32 %r7, 5;
    @%p1 ld.shared.v2.u32 {%r7, %r8}, [%r6];
    st.global.u32 [%rd1], %r7;
""",
    "generic addresses": """
    mov.u64 %rd5, shared;
    cvta.shared.u64 %rd5, %rd5;
    and.b32 %r4, %r1, 1;
    setp.eq.u32 %p1, %r4, 0;
    mul.wide.u32 %rd6, %r1, 4;
    add.u64 %rd5, %rd5, %rd6;
    selp.b64 %rd7, %rd5, %rd1, %p1;
    st.u32 [%rd7], %r0;
    ld.u32 %r5, [%rd7];
    mov.u64 %rd8, own;
    cvta.local.u64 %rd8, %rd8;
    st.u32 [%rd8+8], %r5;
    ld.local.u32 %r6, [own+8];
    ld.local.u32 %r7, [own+12];
    add.u32 %r6, %r6, %r7;
    st.global.u32 [%rd1], %r6;
""",
    "bytes and signs": """
    ld.global.s8 %r4, [%rd4+1];
    ld.global.u8 %r5, [%rd4+2];
    ld.global.s16 %r6, [%rd4+2];
    mad.lo.u32 %r4, %r5, %r6, %r4;
    st.global.u8 [%rd1+1], %r4;
    st.global.u16 [%rd1+2], %r4;
""",
    "branches that part a warp": """
    and.b32 %r4, %r1, 3;
    mov.u32 %r5, 0;
    setp.eq.u32 %p1, %r4, 0;
    @%p1 bra zero;
    setp.eq.u32 %p2, %r4, 1;
    @%p2 bra one;
    add.u32 %r5, %r5, 100;
    bra end;
one:
    add.u32 %r5, %r5, 10;
    bra end;
zero:
    add.u32 %r5, %r5, 1;
end:
    add.u32 %r5, %r5, %r1;
    st.global.u32 [%rd1], %r5;
""",
    "loops of other lengths": """
    and.b32 %r4, %r0, 63;
    mov.u32 %r5, 7;
again:
    mad.lo.u32 %r5, %r5, 13, %r4;
    setp.eq.u32 %p1, %r4, 0;
    @%p1 bra done;
    sub.u32 %r4, %r4, 1;
    and.b32 %r6, %r5, 1;
    setp.eq.u32 %p2, %r6, 1;
    @%p2 bra again;
    xor.b32 %r5, %r5, 0x55;
    bra again;
done:
    st.global.u32 [%rd1], %r5;
""",
    "threads that end early": """
    and.b32 %r4, %r1, 7;
    setp.eq.u32 %p1, %r4, 3;
    @%p1 ret;
    mov.u32 %r5, shared;
    mad.lo.u32 %r5, %r1, 4, %r5;
    st.shared.u32 [%r5], %r0;
    bar.sync 0;
    xor.b32 %r6, %r1, 32;
    rem.u32 %r6, %r6, %r3;
    mov.u32 %r7, shared;
    mad.lo.u32 %r7, %r6, 4, %r7;
    ld.shared.u32 %r8, [%r7];
    st.global.u32 [%rd1], %r8;
""",
    "barriers in a loop": """
    mov.u32 %r4, 0;
    mov.u32 %r5, shared;
    mad.lo.u32 %r6, %r1, 4, %r5;
    st.shared.u32 [%r6], %r1;
turn:
    bar.sync 0;
    add.u32 %r7, %r1, 33;
    rem.u32 %r7, %r7, %r3;
    mad.lo.u32 %r7, %r7, 4, %r5;
    ld.shared.u32 %r8, [%r7];
    bar.sync 0;
    mad.lo.u32 %r8, %r8, 3, %r4;
    st.shared.u32 [%r6], %r8;
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p1, %r4, 20;
    @%p1 bra turn;
    st.global.u32 [%rd1], %r8;
""",
    "collectives": """
    mov.u32 %r4, %laneid;
    shfl.sync.bfly.b32 %r5|%p1, %r0, 5, 31, -1;
    shfl.sync.up.b32 %r6|%p2, %r0, 3, 0, -1;
    shfl.sync.down.b32 %r7|%p3, %r0, 2, 0x181f, -1;
    shfl.sync.idx.b32 %r8|%p4, %r0, %r4, 0x1c1f, -1;
    selp.u32 %r10, 1, 0, %p2;
    selp.u32 %r11, 2, 0, %p3;
    and.b32 %r12, %r0, 5;
    setp.eq.u32 %p5, %r12, 1;
    vote.sync.ballot.b32 %r13, %p5, -1;
    vote.sync.any.pred %p6, %p5, -1;
    vote.sync.all.pred %p7, %p6, -1;
    selp.u32 %r14, 4, 0, %p7;
    redux.sync.max.s32 %r15, %r12, -1;
    redux.sync.add.u32 %r16, %r0, -1;
    elect.sync %r17|%p8, -1;
    selp.u32 %r18, 8, 0, %p8;
    mad.lo.u32 %r5, %r5, 3, %r6;
    mad.lo.u32 %r5, %r5, 3, %r7;
    mad.lo.u32 %r5, %r5, 3, %r8;
    add.u32 %r5, %r5, %r10;
    add.u32 %r5, %r5, %r11;
    xor.b32 %r5, %r5, %r13;
    add.u32 %r5, %r5, %r14;
    mad.lo.u32 %r5, %r5, 3, %r15;
    mad.lo.u32 %r5, %r5, 3, %r16;
    add.u32 %r5, %r5, %r18;
    st.global.u32 [%rd1], %r5;
""",
    "collectives of some": """
    and.b32 %r4, %r1, 1;
    setp.eq.u32 %p1, %r4, 0;
    mov.u32 %r5, 0;
    @!%p1 bra odd;
    activemask.b32 %r5;
    shfl.sync.bfly.b32 %r6, %r0, 2, 31, 0x55555555;
    vote.sync.ballot.b32 %r7, %p1, 0x55555555;
    add.u32 %r5, %r5, %r6;
    add.u32 %r5, %r5, %r7;
odd:
    bar.warp.sync -1;
    st.global.u32 [%rd1], %r5;
""",
    "atomic operations": """
    mov.u32 %r4, shared;
    and.b32 %r5, %r1, 3;
    mad.lo.u32 %r4, %r5, 64, %r4;
    red.shared.add.u32 [%r4], %r1;
    red.shared.min.s32 [%r4+4], %r1;
    atom.shared.max.u32 %r20, [%r4+8], %r1;
    atom.shared.and.b32 %r20, [%r4+12], %r1;
    atom.shared.or.b32 %r20, [%r4+16], %r1;
    atom.shared.xor.b32 %r20, [%r4+20], %r1;
    atom.shared.inc.u32 %r20, [%r4+24], 9;
    atom.shared.dec.u32 %r20, [%r4+28], 9;
    red.global.add.u64 [%rd2+1024], 3;
    bar.sync 0;
    mad.lo.u32 %r6, %r5, 4, %r4;
    ld.shared.u32 %r7, [%r6];
    ld.shared.u32 %r8, [%r6+16];
    ld.shared.u32 %r10, [%r4+24];
    mad.lo.u32 %r7, %r7, 5, %r8;
    mad.lo.u32 %r7, %r7, 5, %r10;
    st.global.u32 [%rd1], %r7;
""",
    "old values within a warp": """
    setp.lt.u32 %p1, %r1, 32;
    mov.u32 %r5, 0;
    mov.u32 %r4, shared;
    @%p1 atom.shared.add.u32 %r5, [%r4], %r1;
    @%p1 atom.shared.exch.b32 %r6, [%r4+4], %r1;
    @%p1 atom.shared.cas.b32 %r7, [%r4+8], %r1, %r3;
    @%p1 mad.lo.u32 %r5, %r5, 7, %r6;
    @%p1 mad.lo.u32 %r5, %r5, 7, %r7;
    st.global.u32 [%rd1], %r5;
""",
    "128 bits of carries": """
    ld.global.u32 %r4, [%rd4];
    add.cc.u32 %r5, %r4, 0xF0000000;
    addc.cc.u32 %r6, %r4, 0xFFFFFFFF;
    addc.u32 %r7, 0, 0;
    sub.cc.u32 %r8, %r5, %r6;
    subc.cc.u32 %r10, %r7, %r5;
    subc.u32 %r11, %r10, 1;
    mad.lo.cc.u32 %r12, %r4, %r5, %r6;
    madc.hi.cc.u32 %r13, %r4, %r5, %r7;
    madc.hi.u32 %r14, %r13, %r4, 0;
    xor.b32 %r5, %r8, %r11;
    xor.b32 %r5, %r5, %r12;
    mad.lo.u32 %r5, %r5, 3, %r14;
    lop3.and.b32 %r5|%p1, %r5, %r4, %r0, 0xca, 1;
    @!%p1 not.b32 %r5, %r5;
    st.global.u32 [%rd1], %r5;
""",
    "a table of branches": """
    and.b32 %r4, %r1, 3;
    mov.u32 %r5, 0;
    mov.u32 %r6, 0;
    targets: .branchtargets first, second, third, last;
first:
    add.u32 %r5, %r5, 1;
    add.u32 %r6, %r6, 1;
    setp.gt.u32 %p1, %r6, 9;
    @%p1 mov.u32 %r4, 3;
    brx.idx %r4, targets;
second:
    add.u32 %r5, %r5, 10;
    mov.u32 %r4, 0;
    setp.lt.u32 %p2, %r6, 5;
    @%p2 brx.idx %r4, targets;
    bra last;
third:
    add.u32 %r5, %r5, 100;
    add.u32 %r4, %r4, 1;
    brx.idx %r4, targets;
last:
    st.global.u32 [%rd1], %r5;
""",
    "matches": """
    mov.u32 %r4, %laneid;
    and.b32 %r5, %r0, 5;
    match.any.sync.b32 %r6, %r5, -1;
    cvt.u64.u32 %rd5, %r5;
    match.any.sync.b64 %r7, %rd5, -1;
    xor.b32 %r6, %r6, %r7;
    match.any.sync.b32 %r7, %r2, -1;
    add.u32 %r6, %r6, %r7;
    match.all.sync.b32 %r8|%p1, %r2, -1;
    match.all.sync.b32 %r10|%p2, %r5, -1;
    match.any.sync.b32 %r11, %r5, -1;
    xor.b32 %r6, %r6, %r8;
    mad.lo.u32 %r6, %r6, 3, %r10;
    mad.lo.u32 %r6, %r6, 3, %r11;
    selp.u32 %r12, 7, 9, %p1;
    selp.u32 %r13, 70, 90, %p2;
    add.u32 %r6, %r6, %r12;
    add.u32 %r6, %r6, %r13;
    mov.u32 %r14, %total_smem_size;
    add.u32 %r6, %r6, %r14;
    st.global.u32 [%rd1], %r6;
""",
    "special registers": """
    mov.u32 %r4, %warpid;
    mov.u32 %r5, %lanemask_lt;
    mov.u32 %r6, %lanemask_ge;
    mov.v4.u32 {%r10, %r11, %r12, %r13}, %ctaid;
    mov.u32 %r14, %nctaid.x;
    mad.lo.u32 %r4, %r4, 1000, %r10;
    xor.b32 %r4, %r4, %r5;
    mad.lo.u32 %r4, %r4, 3, %r6;
    add.u32 %r4, %r4, %r14;
    add.u32 %r4, %r4, %r13;
    st.global.u32 [%rd1], %r4;
""",
}
"""Bodies of kernels, whose results are the same on both engines."""

SHAPES = [(3, 256), (2, 128), (5, 72), (1, 33)]


def launch(body: str, engine: str, grid: Any, block: Any) -> tuple[Any, Any, Any]:
    """Return what a kernel leaves in its output and in its input, and the report of the engine."""
    kernel = ptxpy.load(ptxpy.parse(HEAD + body + "    ret;\n}\n"))
    threads = int(np.prod(grid)) * int(np.prod(block))
    out = np.arange(max(1024, threads), dtype=np.uint32) * 0x01010101
    data = (np.arange(2048, dtype=np.uint64) * 0x9E3779B97F4A7C15 >> 32).astype(np.uint32)
    with ptxpy.sim.engine(engine) as report:
        kernel.launch(out, data, np.uint32(threads - 3), grid=grid, block=block, device="cpu")
    return out, data, report


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_results_are_those_of_the_interpreter(body: str, shape: tuple[int, int]) -> None:
    """Whole and partial warps, several CTAs."""
    if ("shfl" in body or "match" in body) and shape[1] % 32:
        pytest.skip("collectives name all 32 threads of a warp")
    wanted = launch(body, "interpreted", *shape)
    found = launch(body, "compiled", *shape)
    assert found[2].compiled == {"k": 1}, found[2].interpreted
    assert found[0].tolist() == wanted[0].tolist()
    assert found[1].tolist() == wanted[1].tolist()


def test_blocks_of_two_dimensions() -> None:
    """A warp of a block that is 16 threads wide has two rows."""
    body = """
    mov.u32 %r4, %tid.y;
    mov.u32 %r5, %tid.z;
    mov.u32 %r6, %ntid.y;
    mad.lo.u32 %r4, %r5, %r6, %r4;
    mad.lo.u32 %r4, %r4, %r3, %r1;
    mov.u32 %r7, %ctaid.y;
    mad.lo.u32 %r7, %r7, 192, %r4;
    ld.param.u64 %rd1, [out];
    mad.wide.u32 %rd1, %r7, 4, %rd1;
    mad.wide.u32 %rd4, %r1, 4, %rd2;
    ld.global.u32 %r8, [%rd4];
    mad.lo.u32 %r8, %r8, 3, %r4;
    st.global.u32 [%rd1], %r8;
"""
    wanted = launch(body, "interpreted", (1, 3), (16, 4, 3))
    found = launch(body, "compiled", (1, 3), (16, 4, 3))
    assert found[2].compiled
    assert found[0].tolist() == wanted[0].tolist()


FAULTS = {
    "outside": ("ld.global.u32 %r4, [%rd2+8192]; st.global.u32 [%rd1], %r4;", "outside"),
    "before": ("st.global.u32 [%rd1], 7; st.global.u32 [%rd2+-4], 1;", "outside"),
    "misaligned": ("st.global.u32 [%rd1], 7; ld.global.u32 %r4, [%rd2+2];", "multiple"),
    "shared": ("st.shared.u32 [shared+8192], 1;", "outside"),
    "below shared": ("mov.u32 %r4, 0; st.shared.u32 [%r4+-4], 1;", "outside"),
    "local": ("st.local.u32 [own+64], 1;", "outside"),
    "a parameter": ("st.param.u32 [n], 1;", ""),
    "a row of half a warp that ends outside": (
        """
        and.b32 %r4, %r0, 15;
        shr.u32 %r5, %r0, 4;
        mad.wide.u32 %rd5, %r4, 4, %rd2;
        mad.wide.u32 %rd5, %r5, 1168, %rd5;
        ld.global.u32 %r4, [%rd5];
        st.global.u32 [%rd1], %r4;
        """,
        "outside",
    ),
    "half a warp that is misaligned": (
        """
        and.b32 %r4, %r0, 15;
        shr.u32 %r5, %r0, 4;
        setp.eq.u32 %p1, %r5, 7;
        selp.b64 %rd6, 2, 0, %p1;
        mad.wide.u32 %rd5, %r4, 4, %rd2;
        add.u64 %rd5, %rd5, %rd6;
        st.global.u32 [%rd1], 7;
        ld.global.u32 %r4, [%rd5];
        """,
        "multiple",
    ),
    "half a warp with one address outside": (
        """
        shr.u32 %r5, %r0, 4;
        mad.wide.u32 %rd5, %r5, 1172, %rd2;
        ld.global.u32 %r4, [%rd5];
        st.global.u32 [%rd1], %r4;
        """,
        "outside",
    ),
    "a null pointer": ("mov.u64 %rd5, 0; ld.u32 %r4, [%rd5];", "outside"),
    "the last address": ("mov.u64 %rd5, -1; ld.u8 %r4, [%rd5];", "outside"),
    "a branch beyond the table": (
        "t: .branchtargets a; a: mov.u32 %r4, 1; st.global.u32 [%rd1], 7; brx.idx %r4, t;",
        "brx.idx with the index 1 into 1 targets",
    ),
    "a trap of one": ("st.global.u32 [%rd1], 7; setp.eq.u32 %p1, %r0, 40; @%p1 trap;", "trap"),
}


@pytest.mark.parametrize(("body", "words"), FAULTS.values(), ids=FAULTS)
def test_faults_are_those_of_the_interpreter(body: str, words: str) -> None:
    """The message is the same, and arrays are as they were."""
    messages = []
    kernel = ptxpy.load(ptxpy.parse(HEAD + body + "    ret;\n}\n"))
    # The same arrays: where they are in the simulator depends on where they are on the host.
    out, data = np.full(1024, 5, np.uint32), np.zeros(2048, np.uint32)
    for engine in ("interpreted", "compiled"):
        try:
            with ptxpy.sim.engine(engine):
                kernel.launch(out, data, 9, grid=2, block=64, device="cpu")
        except (SimulationError, ptxpy.sim.UnsupportedError) as error:
            messages.append(str(error))
        assert (out == 5).all()
    assert len(messages) == 2
    assert messages[0] == messages[1]
    assert words in messages[0]


def test_addresses_that_are_placed_in_arguments_are_set_back() -> None:
    """A given-up launch runs again on the addresses of its arrays, and not on the host's bytes."""
    body = "ld.global.u64 %rd5, [%rd2]; st.global.u64 [%rd2], 0; st.global.u32 [%rd5], 1; trap;"
    kernel = ptxpy.load(ptxpy.parse(HEAD + body + "    ret;\n}\n"))
    out, data = np.zeros(64, np.uint32), np.zeros(64, np.uint32)
    request = kernel.request(out, data, 0, grid=1, block=1)
    numbers = {
        name: at for at, each in enumerate(request.arguments.memories) for name in each.names
    }
    # The second array begins with the address of the first.
    placed = Relocation(holder=numbers["in"], offset=0, target=numbers["out"], displacement=0)
    request = request._replace(arguments=request.arguments._replace(relocations=(placed,)))
    for engine in ("interpreted", "compiled"):
        with ptxpy.sim.engine(engine), pytest.raises(SimulationError, match=r"^trap"):
            ptxpy.sim.run(request)


def test_a_guard_keeps_lanes_from_memory() -> None:
    """A lane whose guard is false may have any address."""
    body = "setp.lt.u32 %p1, %r0, 9; mov.u64 %rd5, -8; @%p1 mov.u64 %rd5, %rd1;\n"
    body += "@%p1 st.global.u32 [%rd5], 3;"
    out, _, report = launch(body, "compiled", 1, 64)
    assert report.compiled
    assert out[:9].tolist() == [3] * 9


def test_an_endless_loop_ends_with_the_limit() -> None:
    """The interpreter stops it, as ever."""
    body = "again: setp.eq.u32 %p1, %r1, 99; @!%p1 bra again;"
    with ptxpy.sim.limited(max_steps=1000), pytest.raises(StepLimitExceededError):
        launch(body, "compiled", 1, 64)


def test_threads_that_wait_for_flags_of_others() -> None:
    """A warp that spins finds what an earlier one has written."""
    body = """
    mov.u64 %rd5, flag;
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra wait;
    setp.eq.u32 %p2, %r1, 0;
    @%p2 st.volatile.global.u32 [%rd5], 1;
    bra done;
wait:
    ld.volatile.global.u32 %r4, [%rd5];
    setp.eq.u32 %p3, %r4, 0;
    @%p3 bra wait;
done:
    st.global.u32 [%rd1], 9;
"""
    out, _, report = launch(body, "compiled", 1, 64)
    assert report.compiled
    assert out[:64].tolist() == [9] * 64


def test_a_last_warp_that_others_wait_for() -> None:
    """The first warp spins until the last one has run."""
    body = """
    mov.u64 %rd5, flag;
    setp.lt.u32 %p1, %r1, 32;
    @%p1 bra wait;
    st.volatile.global.u32 [%rd5], 1;
    bra done;
wait:
    ld.volatile.global.u32 %r4, [%rd5];
    setp.eq.u32 %p3, %r4, 0;
    nanosleep.u32 20;
    @%p3 bra wait;
done:
    st.global.u32 [%rd1], 9;
"""
    out, _, report = launch(body, "compiled", 1, 64)
    assert report.compiled
    assert out[:64].tolist() == [9] * 64


def test_what_is_not_compiled_is_named() -> None:
    """The interpreter runs it, and the report says why."""
    out, _, report = launch("vadd4.u32.u32.u32 %r4, %r0, %r0, 0; "
                            "st.global.u32 [%rd1], %r4;", "compiled", 1, 64)  # fmt: skip
    assert report.interpreted == {"k": "the instruction vadd4.u32.u32.u32"}
    assert out[0] == 0
    out, _, report = launch("mov.u32 %r4, shared; st.bulk.weak.shared::cta [%r4], 16, 0; "
                            "st.global.u32 [%rd1], 7;", "compiled", 1, 64)  # fmt: skip
    assert report.interpreted == {"k": "the instruction st.bulk.weak.shared::cta"}
    assert out[0] == 7


def test_variables_stay_from_launch_to_launch() -> None:
    """A module keeps what a compiled kernel leaves in its variables."""
    body = "setp.eq.u32 %p1, %r0, 0; @%p1 red.global.add.u32 [counter], 5;"
    kernel = ptxpy.load(ptxpy.parse(HEAD + body + "    ret;\n}\n"))
    for engine in ("compiled", "interpreted", "compiled"):
        with ptxpy.sim.engine(engine):
            kernel.launch(np.zeros(64, np.uint32), np.zeros(4, np.uint32), 0, grid=1, block=64,
                          device="cpu")  # fmt: skip
    assert int(kernel.globals["counter"]) == 15


def test_threads_of_python_launch_at_a_time() -> None:
    """Machine code lets other threads of Python run; each launch has data of its own."""
    results: list[Any] = []

    def work() -> None:
        results.append(launch(BODIES["barriers in a loop"], "compiled", 3, 256)[0].tolist())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(results) == 4
    assert all(each == results[0] for each in results)


@pytest.mark.parametrize("body", ["a guarded row", "vectors", "special registers"])
def test_processors_share_the_ctas(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The results are those of one, and so is the number of instructions."""
    monkeypatch.setattr(launches, "_MIN_THREADS_TO_SHARE", 1)
    found = []
    for cores in (1, 2, 5):
        monkeypatch.setattr(launches, "_cores", lambda cores=cores: cores)
        before = ptxpy.sim.executed()
        out, _, report = launch(BODIES[body], "compiled", 11, 64)
        assert report.compiled == {"k": 1}
        found.append((out.tolist(), ptxpy.sim.executed() - before))
    assert found[0] == found[1] == found[2]


def test_a_fault_in_one_share_ends_the_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever processor has found it: arrays are as they were."""
    monkeypatch.setattr(launches, "_MIN_THREADS_TO_SHARE", 1)
    monkeypatch.setattr(launches, "_cores", lambda: 4)
    body = """
    st.global.u32 [%rd1], 7;
    setp.eq.u32 %p1, %r2, 12;
    @%p1 ld.global.u32 %r4, [%rd2+1000000];
    """
    kernel = ptxpy.load(ptxpy.parse(HEAD + body + "    ret;\n}\n"))
    out, data = np.full(1024, 5, np.uint32), np.zeros(1024, np.uint32)
    with ptxpy.sim.engine("compiled"), pytest.raises(SimulationError, match=r"CTA \(12, 0, 0\)"):
        kernel.launch(out, data, 0, grid=16, block=64, device="cpu")
    assert (out == 5).all()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_in_a_thread_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its CTAs have not run: the interpreter runs the launch from the start."""
    monkeypatch.setattr(launches, "_MIN_THREADS_TO_SHARE", 1)
    monkeypatch.setattr(launches, "_cores", lambda: 2)
    run_until = launches._run_until  # noqa: SLF001 - called in its place

    def fail_in_threads(*arguments: Any) -> int:
        if threading.current_thread() is not threading.main_thread():
            raise MemoryError
        return run_until(*arguments)

    monkeypatch.setattr(launches, "_run_until", fail_in_threads)
    kernel = ptxpy.load(ptxpy.parse(HEAD + BODIES["a guarded row"] + "    ret;\n}\n"))
    found = []
    for name in ("interpreted", "compiled"):
        out, data = np.zeros(1024, np.uint32), np.arange(1024, dtype=np.uint32)
        with ptxpy.sim.engine(name) as report:
            kernel.launch(out, data, 5, grid=16, block=64, device="cpu")
        assert not report.compiled
        found.append(out.tolist())
    assert found[0] == found[1]


def test_engines_have_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one is an error, also in the environment."""
    monkeypatch.setenv("PTXPY_ENGINE", "fast")
    kernel = ptxpy.load(ptxpy.parse(HEAD + "    ret;\n}\n"))
    with pytest.raises(ptxpy.launch.LaunchError, match="PTXPY_ENGINE: there is no engine 'fast'"):
        kernel.launch(np.zeros(4), np.zeros(4), 1, grid=1, block=1, device="cpu")
    with (
        pytest.raises(ValueError, match="expected interpreted, compiled, auto"),
        ptxpy.sim.engine("fast"),
    ):
        pass


def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process runs compiled code without a word in its program."""
    body = BODIES["special registers"]
    wanted = launch(body, "interpreted", 2, 64)[0]
    monkeypatch.setenv("PTXPY_ENGINE", "compiled")
    kernel = ptxpy.load(ptxpy.parse(HEAD + body + "    ret;\n}\n"))
    out = np.arange(1024, dtype=np.uint32) * 0x01010101
    kernel.launch(out, np.zeros(2048, np.uint32), 0, grid=2, block=64, device="cpu")
    assert out.tolist() == wanted.tolist()
