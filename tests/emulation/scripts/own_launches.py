"""Launches of ptxpy on an emulated GPU, whose driver compiles the PTX."""

from __future__ import annotations

import sys
from unittest.mock import patch

import numpy as np

import ptxpy
from ptxpy.assemble import AssemblerMissingError
from ptxpy.launch.cuda import assembling

PTX = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry fill(.param .u64 out, .param .u32 value)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<6>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [value];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %cluster_nctaid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd3, %rd1, %rd2;
    mad.lo.u32 %r4, %r3, 100, %r1;
    st.global.u32 [%rd3], %r4;
    ret;
}
"""


def main() -> None:
    """Launch anew, as before, and with clusters."""
    kernel, out = ptxpy.load(PTX), np.zeros(4, np.uint32)
    for value in (3, 5):
        kernel.launch(out, value, grid=4, block=1, device="cuda")
        assert out.tolist() == [100 + value] * 4
    kernel.launch(out, 7, grid=4, block=1, cluster=2, device="cuda")
    assert out.tolist() == [207] * 4
    sys.stdout.write("PASSED\n")


if __name__ == "__main__":
    with patch.object(assembling, "assemble", side_effect=AssemblerMissingError("none")):
        main()
