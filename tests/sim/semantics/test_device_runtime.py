"""What a kernel asks of the runtime of the device, where no program runs under `ptxpy exec`."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy import SimulationError
from tests.sim.harness import kernel, run

LAUNCHES = """
.extern .func (.param .b64 result) __cudaCDP2GetParameterBufferV2
(.param .b64 a, .param .align 4 .b8 b[12], .param .align 4 .b8 c[12], .param .b32 d);
"""

LAUNCH = """
    mov.u64 %rd1, kernel;
    {
    .param .b64 a;
    .param .align 4 .b8 b[12];
    .param .align 4 .b8 c[12];
    .param .b32 d;
    .param .b64 buffer;
    st.param.b64 [a], %rd1;
    st.param.b32 [b], 1;
    st.param.b32 [b+4], 1;
    st.param.b32 [b+8], 1;
    st.param.b32 [c], 1;
    st.param.b32 [c+4], 1;
    st.param.b32 [c+8], 1;
    st.param.b32 [d], 0;
    call.uni (buffer), __cudaCDP2GetParameterBufferV2, (a, b, c, d);
    }
"""

CONDITIONS = ".extern .func cudaGraphSetConditional (.param .b64 a, .param .b32 b);"

SET = """
    {
    .param .b64 a;
    .param .b32 b;
    st.param.b64 [a], %ADDRESS;
    st.param.b32 [b], 7;
    call.uni cudaGraphSetConditional, (a, b);
    }
"""


def test_a_launch_that_nothing_would_run_is_a_fault() -> None:
    """It is not left out in silence."""
    with pytest.raises(SimulationError, match="only `ptxpy exec` runs what it launches"):
        run(kernel(LAUNCH, declarations=LAUNCHES), np.zeros(1, np.uint32), block=1)


def test_a_condition_is_a_word_of_memory() -> None:
    """A handle is its address; anything else is a fault."""
    out = np.zeros(2, np.uint32)
    run(kernel(SET.replace("%ADDRESS", "%out"), declarations=CONDITIONS), out, block=1)
    assert out.tolist() == [7, 0]
    with pytest.raises(SimulationError, match="0x40 is no handle of a condition"):
        run(kernel(SET.replace("%ADDRESS", "64"), declarations=CONDITIONS), out, block=1)
