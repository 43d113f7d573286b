"""Memory on the stack of a thread."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy.sim import SimulationError
from tests.sim.harness import kernel, run

CALLS = """
.func (.reg .u32 sum) deep(.reg .u32 x)
{
    .reg .b32 %a<4>;
    .reg .pred %q;
    .local .align 4 .b8 own[16];
    alloca.u32 %a1, 32;
    st.local.u32 [%a1], x;
    st.local.u32 [own], x;
    setp.eq.u32 %q, x, 0;
    mov.u32 sum, 0;
    @%q ret;
    sub.u32 %a2, x, 1;
    call (sum), deep, (%a2);
    ld.local.u32 %a3, [%a1];
    add.u32 sum, sum, %a3;
    ld.local.u32 %a3, [own];
    add.u32 sum, sum, %a3;
    ret;
}
"""


def test_functions_do_not_share_their_stacks() -> None:
    """Each thread allocates as much as it likes, and calls a function that does so again."""
    body = """
    mul.lo.u32 %r1, %r0, 12;
    add.u32 %r1, %r1, 4;
    alloca.u32 %r2, %r1, 16;
    and.b32 %r3, %r2, 15;
    add.u32 %r4, %r2, %r1;
    st.local.u32 [%r2], %r0;
    st.local.u32 [%r4+-4], %r0;
    and.b32 %r5, %r0, 7;
    call (%r6), deep, (%r5);
    ld.local.u32 %r7, [%r2];
    ld.local.u32 %r8, [%r4+-4];
    add.u32 %r7, %r7, %r8;
    mad.wide.u32 %rd1, %r0, 16, %out;
    st.global.v4.u32 [%rd1], {%r3, %r6, %r7, %r1};
"""
    out = np.zeros((64, 4), np.uint32)
    run(kernel(body, declarations=CALLS), out, block=64)
    for thread, row in enumerate(out.tolist()):
        depth = thread % 8
        assert row == [0, depth * (depth + 1), 2 * thread, 12 * thread + 4]


def test_saving_and_restoring() -> None:
    """What was allocated since is free again: a loop does not grow the stack."""
    body = """
    stacksave.u64 %rd1;
    mov.u32 %r1, 0;
TOP:
    alloca.u64 %rd2, 256;
    cvta.local.u64 %rd3, %rd2;
    st.u32 [%rd3], %r1;
    ld.local.u32 %r2, [%rd2];
    setp.ne.u32 %p2, %r0, 3;
    @%p2 stackrestore.u64 %rd1;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 100;
    @%p1 bra TOP;
    stacksave.u64 %rd4;
    sub.u64 %rd4, %rd4, %rd1;
    cvt.u32.u64 %r3, %rd4;
    mad.wide.u32 %rd5, %r0, 8, %out;
    st.global.v2.u32 [%rd5], {%r2, %r3};
"""
    out = np.zeros((32, 2), np.uint32)
    run(kernel(body), out)
    assert out.tolist() == [[99, 25600 if t == 3 else 0] for t in range(32)]


FAULTS = {
    "524,288 is all local memory": "alloca.u64 %rd1, 1000000;",
    "not within the stack": "stackrestore.u64 %out;",
}


@pytest.mark.parametrize("message", FAULTS)
def test_faults(message: str) -> None:
    """A stack has an end."""
    with pytest.raises(SimulationError, match=message):
        run(kernel(FAULTS[message]), np.zeros(1))
