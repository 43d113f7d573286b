"""Instructions with operands or modifiers that do not go together: told before a kernel starts."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from tests.sim.harness import kernel, run

MMA = "mma.sync.aligned.m16n8k32.row.col"
SPARSE = "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32"
FOUR = "{%f0,%f1,%f2,%f3}"
OPERANDS = f"{FOUR}, {{%r0,%r0,%r0,%r0}}, {{%r0,%r0}}, {FOUR}"

REFUSED = {
    "cvt.rn.scaled::n2::ue8m0.bf16x2.s2f6x2 %r1, %h1": "with operands of 1 values",
    "cvt.rn.bf16x2.s2f6x2 %r1, %h1, %h2": "with operands of 1, 1 values",
    "cvt.rs.satfinite.e4m3x4.f32 %r1, {%f1, %f2}, %r2": "with operands of 2, 1 values",
    "cvt.rs.satfinite.e4m3x4.f32 %r1, %f1, %r2": "with operands of 1, 1 values",
    "cvt.rn.satfinite.e4m3x2.f32 %h1, {%f1, %f2}, %f1": "with operands of 2, 1 values",
    "add.e4m3x4.e4m3x4 %r1, %r2": "add with 1 sources",
    "add.rz.e4m3x4.e4m3x4 %r1, %r2, %r2": "add.rz.e4m3x4",
    "max.f32 %f1, %f2, %f3, %f4, %f5": "max with 4 sources",
    "mov.v2.u32 {%r1, %r2}, {%r3, %r3, %r3}": "vectors of different lengths",
    "testp.f32 %p1, %f1": "testp.f32",
    "ldmatrix.sync.aligned.m16n16.x4.trans.shared.b8 {%r1,%r2,%r3,%r4}, [%r0]": "ldmatrix",
    "ldmatrix.sync.aligned.m16n16.x1.shared.b8 {%r1,%r2}, [%r0]": "ldmatrix",
    "ldmatrix.sync.aligned.m8n16.x1.shared.b8 {%r1}, [%r0]": "ldmatrix",
    "ldmatrix.sync.aligned.m8n8.x1.shared.b8x16.b4x16_p64 {%r1}, [%r0]": "ldmatrix",
    "stmatrix.sync.aligned.m16n8.x1.shared.b8 [%r0], {%r1}": "stmatrix",
    "stmatrix.sync.aligned.m8n8.x1.trans.shared.b8 [%r0], {%r1}": "stmatrix",
    f"{MMA}.kind::f8f6f4.f32.e2m1x2.e4m3.f32 {OPERANDS}": "e2m1x2",
    f"{MMA}.kind::f8f6f4.f32.e4m3.e4m3.f32 {OPERANDS}, %r0": "with 5 operands, not 4",
    f"{MMA}.f32.e2m1.e4m3.f32 {OPERANDS}": "e2m1",
    f"{MMA}.kind::mxf8f6f4.f32.e4m3.e4m3.f32 {OPERANDS}": "mxf8f6f4",
    f"{MMA}.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32.ue8m0 {OPERANDS}": "operands, not 8",
    f"{MMA}.kind::mxf8f6f4.block_scale.scale_vec::4X.f32.e4m3.e4m3.f32.ue8m0 {OPERANDS},"
    "%r0, {0, 0}, %r0, {0, 0}": "scale_vec::4X",
    f"{MMA}.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32.ue8m0 {OPERANDS}, %r0, 0, %r0, 0": "mma",
    f"{SPARSE} {OPERANDS}": "with 4 operands, not 6",
    f"{SPARSE} {FOUR}, {FOUR}, {FOUR}, {FOUR}, %r0, %r0": "mma.sp",
}


@pytest.mark.parametrize(("instruction", "told"), REFUSED.items(), ids=str)
def test_refused(instruction: str, told: str) -> None:
    """No thread runs."""
    out = np.zeros(32, np.uint32)
    body = f"mad.wide.u32 %rd1, %r0, 4, %out; st.global.u32 [%rd1], 1;\n{instruction};"
    with pytest.raises(ptxpy.UnsupportedError) as caught:
        run(kernel(body, target="sm_120a"), out)
    assert told in str(caught.value)
    assert not out.any()
