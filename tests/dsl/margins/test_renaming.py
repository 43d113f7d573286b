"""Registers that are renamed at the end of a function are renamed wherever they stand."""

from __future__ import annotations

import ptxpy

PAIR = """\
from ptxpy import kernel, module, ptx, reg, u32

module("llvm", version="8.0", target="sm_90a")


@kernel
def k(n: u32):
    p, r = reg.bulk(p=20, r=90)
    x = ptx.ld.param.u32([n])  #: r5
    first = (x != 0) & (x == 1)  #: p3
    r76, elected = ptx.elect.sync(-1)
    with ptx.unless(first & elected):
        ptx.bar.sync(0)
    ptx.ret()
"""


def test_parts_of_a_destination_are_renamed() -> None:
    """The margin names one of three values, so that later registers get other numbers."""
    text = ptxpy.emit(ptxpy.from_python(PAIR))
    pair = next(line for line in text.splitlines() if "elect.sync" in line)
    conjunction = [line for line in text.splitlines() if "and.pred" in line][-1]
    part = pair.partition("|")[2].partition(",")[0]
    assert part.startswith("%new_pred_")
    assert conjunction.endswith(f"{part};")
