"""Instructions that a tool has made, with operands that they do not take."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy

MODULE = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
    .reg .b32 %r<4>;
    WRONG
    ret;
}
"""


@pytest.mark.parametrize(
    ("wrong", "count"),
    [
        ("add.s32 %r1, %r2;", "3 operands, not 2"),
        ("mad.lo.s32 %r1, %r2, %r3;", "4 operands, not 3"),
    ],
)
def test_the_line_is_told(wrong: str, count: str) -> None:
    """Not an error of the simulator's own Python."""
    with pytest.raises(ptxpy.UnsupportedError, match=rf"<ptx>:7: .*takes {count}"):
        ptxpy.load(MODULE.replace("WRONG", wrong)).launch(np.zeros(4, np.int32), grid=1, block=32)


def test_empty_text() -> None:
    """An empty text is no path."""
    for text in ("", b""):
        with pytest.raises(ptxpy.PtxSyntaxError, match="the file is empty"):
            ptxpy.load(text)
