"""`redux.sync` of floating-point numbers, against Python's own order of them."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from tests.sim.harness import kernel, run

LANES = 64
NAN = 0x7FFFFFFF
SPECIAL = (0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00001, 0xFFFFFFFF, 1, 0x80000001)


def _key(bits: int) -> tuple[float, int]:
    """Return what orders the numbers: -0 comes before +0."""
    value = float(np.uint32(bits).view(np.float32))
    return value, 0 if bits >> 31 else 1


def _expected(words: set[str], values: list[int]) -> int:
    if "abs" in words:
        values = [value & 0x7FFFFFFF for value in values]
    numbers = [value for value in values if not math.isnan(_key(value)[0])]
    if not numbers or ("NaN" in words and len(numbers) < len(values)):
        return NAN
    return (min if "min" in words else max)(numbers, key=_key)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("flags", ["", ".abs", ".NaN", ".abs.NaN"])
@pytest.mark.parametrize("mode", ["min", "max"])
def test_floats(mode: str, flags: str, seed: int) -> None:
    """Signed zeros, infinities, NaNs and others, of the members of a mask alone."""
    random = Random(seed)  # noqa: S311 - test data
    usual = [random.getrandbits(32) for _ in range(8)]
    pool = [usual, SPECIAL, SPECIAL[:2], SPECIAL[4:6], [*usual, *SPECIAL[:4]]][seed % 5]
    data = np.array([random.choice(pool) for _ in range(LANES)], np.uint32)
    mask = 0xFFFFFFFF if seed % 2 else random.getrandbits(32) | 1
    body = f"""
        mul.wide.u32 %rd0, %r0, 4;
        ld.param.u64 %rd1, [data];
        add.u64 %rd1, %rd1, %rd0;
        add.u64 %rd2, %out, %rd0;
        ld.global.f32 %f0, [%rd1];
        and.b32 %r1, %r0, 31;
        mov.u32 %r2, 1;
        shl.b32 %r2, %r2, %r1;
        and.b32 %r2, %r2, {mask:#x};
        setp.eq.u32 %p0, %r2, 0;
        @%p0 bra end;
        redux.sync.{mode}{flags}.f32 %f1, %f0, {mask:#x};
        st.global.f32 [%rd2], %f1;
    end:
    """
    out = np.full(LANES, 0x12345678, np.uint32)
    text = kernel(body, ".param .u64 data", target="sm_100a").replace(
        ".version 8.0", ".version 8.6"
    )
    run(text, data, out, block=LANES)
    words = {mode, *flags.split(".")}
    for first in range(0, LANES, 32):
        members = [lane for lane in range(32) if mask >> lane & 1]
        expected = _expected(words, [int(data[first + lane]) for lane in members])
        for lane in range(32):
            wanted = expected if lane in members else 0x12345678
            assert out[first + lane] == wanted, (lane, hex(int(out[first + lane])), hex(wanted))
