"""SwiGLU of halves: out = silu(gate) * up, with silu(x) = x / (1 + exp(-x)).

It comes between the two matrix products of a feed-forward layer. Arrays are of f16, arithmetic is
of f32: a thread loads 16 bytes of each input, eight halves in four words; `mov.b32` takes a word
apart into two halves, which are widened, and `cvt.rn.f16x2.f32` rounds two results into a word.

The matrices are one long vector to this kernel. The last thread, if it has fewer than eight
elements, and all threads for an array that does not begin at a multiple of 16 bytes, go one by one.

Memory bounds the kernel: 6 bytes for each element, and little arithmetic.

    python -m ptxpy.examples.swiglu
"""

from __future__ import annotations

from math import e, log2
from typing import Any

import numpy as np

from ptxpy import Tile, b16, b32, f16, kernel, ptx, reg, u32, u64
from ptxpy.examples.checking import Array, check

BLOCK = 256
HALVES = 8
"""Elements of a thread: 16 bytes."""


def gated(gate: Any, up: Any) -> Any:
    """Return silu(gate) * up of two f32 registers."""
    power = ptx.ex2.approx.ftz.f32(gate * -log2(e))  # exp(-gate)
    return gate * ptx.rcp.approx.ftz.f32(power + 1.0) * up


def widened(word: Any) -> list[Any]:
    """Return the two halves of a word as f32, the lower one first."""
    halves = reg.array(b16, 2)
    halves[0:2] = ptx.mov.b32(word)
    return [ptx.cvt.f32.f16(half) for half in halves]


@kernel(
    arch="sm_80",
    in_specs=(Tile("M", "N", f16), Tile("M", "N", f16)),
    out_specs=(Tile("M", "N", f16),),
    raw_params=[("u32", "M"), ("u32", "N")],
    grid=lambda M, N: -(-M * N // (HALVES * BLOCK)),
    block=BLOCK,
)
def swiglu(gate: Any, up: Any, out: Any) -> None:
    """Compute out = silu(gate) * up, eight elements a thread."""
    count = reg.from_(ptx.mul.wide.u32(ptx.param(u32, "M"), ptx.param(u32, "N")), u64)
    pgate, pup, pout = ptx.global_ptrs(gate, up, out)
    tid = ptx.cvt.u64.u32(ptx.special.tid.x())
    thread = ptx.mul.wide.u32(ptx.special.ctaid.x(), BLOCK) + tid
    first = reg.from_(thread * HALVES, u64)

    aligned = ((pgate | pup | pout) & 15) == 0
    with ptx.if_((first + HALVES <= count) & aligned):
        offset = first * 2  # bytes
        gates, ups = reg.array(b32, 4), reg.array(b32, 4)
        gates[0:4] = ptx.ld.global_.v4.b32([pgate + offset])
        ups[0:4] = ptx.ld.global_.v4.b32([pup + offset])
        for gate_word, up_word in zip(gates, ups, strict=True):
            low, high = map(gated, widened(gate_word), widened(up_word))
            ptx.inst.cvt.rn.f16x2.f32(gate_word, high, low)
        ptx.st.global_.v4.b32([pout + offset], tuple(gates))
    with ptx.else_():
        for i in ptx.range_(first, ptx.min.u64(first + HALVES, count)):
            offset = i * 2
            halves = [ptx.ld.global_.b16([base + offset]) for base in (pgate, pup)]
            result = gated(*map(ptx.cvt.f32.f16, halves))
            ptx.st.global_.b16([pout + offset], ptx.cvt.rn.f16.f32(result))
    ptx.ret()


def reference(gate: Array, up: Array) -> Array:
    """Return the result of the kernel, in double precision but for the result."""
    wide = gate.astype(np.float64)
    result: Array = wide / (1 + np.exp(-wide)) * up
    return result.astype(np.float16)


def main() -> int:
    """Check the kernel; return the exit status."""
    random = np.random.default_rng(0)
    gate, up = (random.standard_normal((333, 777)).astype(np.float16) for _ in range(2))
    return check("swiglu 333 x 777 f16", swiglu(gate, up), reference(gate, up), allowed=1e-3)


if __name__ == "__main__":
    raise SystemExit(main())
