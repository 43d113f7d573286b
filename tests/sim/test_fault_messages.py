"""What strict mode says is missing where threads update one word."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy.launch import load
from ptxpy.sim import SimulationError

FRAME = """\
.version 8.6
.target sm_80
.address_size 64
.file 1 "kernel.cu"
.visible .entry kernel(.param .u64 out)
{{
    .reg .pred %p<3>;
    .reg .b32 %r<9>;
    .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r0, %tid.x;
    add.u32 %r5, %r0, 7;
    mul.wide.u32 %rd2, %r0, 4;
    add.u64 %rd2, %rd1, %rd2;
    setp.eq.u32 %p1, %r0, 0;
{body}
    ret;
}}
"""

UPDATES = [
    ("ld.global.u32 %r1, [%rd1]; add.u32 %r1, %r1, %r0; st.global.u32 [%rd1], %r1;", True),
    ("ld.global.u32 %r1, [%rd1+4];\n.loc 1 2 3\nst.global.u32 [%rd1+4], %r5;", True),
    # The word that is written is another than the one that is read: a barrier orders them.
    ("ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd2], %r5;", False),
    # Two statements of different threads.
    ("@!%p1 ld.global.u32 %r1, [%rd1]; @%p1 bra L; bra M; L: st.global.u32 [%rd1], %r5; M:", False),
    # The address register is another value at the store.
    (
        "ld.global.u32 %r1, [%rd1]; mov.u64 %rd1, %rd2; st.global.u32 [%rd1], %r5;",
        False,
    ),
]


@pytest.mark.parametrize(("body", "is_update"), UPDATES)
def test_an_update_needs_an_atomic_operation(body: str, *, is_update: bool) -> None:
    """No barrier between its read and its write orders the threads that execute both."""
    kernel = load(FRAME.format(body=body))
    with pytest.raises(SimulationError) as raised:
        kernel.launch(np.zeros(64, np.uint32), grid=1, block=32, device="cpu", strict=True)
    (fault,) = raised.value.faults
    assert ("an atomic operation, such as atom.add" in fault.missing) == is_update
    assert ("bar" in fault.missing) != is_update
    assert f"missing: {fault.missing}" in str(raised.value)
