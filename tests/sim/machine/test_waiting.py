"""Groups of threads that go round and round until others have done something."""

from __future__ import annotations

import numpy as np
import pytest

from tests.sim.harness import kernel, run

BRANCHES = """
    setp.lt.u32 %p1, %r0, 32;
    @%p1 bra FIRST;
    setp.lt.u32 %p1, %r0, 64;
    @%p1 bra SECOND;
    setp.lt.u32 %p1, %r0, 96;
    @%p1 bra THIRD;
    bra LAST;
"""
SIGNAL = """
LAST:
    mov.u32 %r1, 0;
COUNT:
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p2, %r1, 5;
    @%p2 bra COUNT;
    st.volatile.shared.u32 [flag], 1;
    bra END;
"""
END = """
END:
    mad.wide.u32 %rd1, %r0, 4, %out;
    st.global.u32 [%rd1], %r2;
"""
WAIT = """
{name}:
    ld.volatile.shared.u32 %r2, [flag];
    setp.lt.u32 %p3, %r2, {least};
    @%p3 bra {name};
    mov.u32 %r3, {least};
    add.u32 %r3, %r3, 1;
    st.volatile.shared.u32 [flag], %r3;
    bra END;
"""


@pytest.mark.parametrize("order", [(3, 2, 1), (1, 2, 3), (2, 3, 1)])
def test_each_group_has_its_turn(order: tuple[int, int, int]) -> None:
    """Three groups wait at places of their own, for each other, wherever they stand in the text."""
    waits = "".join(
        WAIT.format(name=name, least=least)
        for name, least in zip(("FIRST", "SECOND", "THIRD"), order, strict=True)
    )
    for text in (BRANCHES + SIGNAL + waits + END, BRANCHES + waits + SIGNAL + END):
        out = np.zeros(128, np.uint32)
        run(kernel(text, declarations=".shared .u32 flag;"), out, grid=2, block=128)
        for group, least in enumerate(order):
            assert set(out[32 * group : 32 * group + 32].tolist()) <= set(range(least, 5))
