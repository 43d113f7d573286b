"""`ptx.sdiv` and its like in the simulator, against the division of C."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ptxpy import kernel, ptx, u64

_DTYPES: dict[str, type[Any]] = {
    "s32": np.int32,
    "s64": np.int64,
    "u16": np.uint16,
    "u32": np.uint32,
    "u64": np.uint64,
}


def _values(dtype: type[Any], divisor: int) -> npt.NDArray[Any]:
    """Return the ends of a type, those around multiples of a divisor, and random numbers."""
    info = np.iinfo(dtype)
    ends = [*range(-5, 6), info.min, info.min + 1, info.max - 1, info.max]
    ends += [around + step for around in (divisor, 7 * divisor, -divisor) for step in (-1, 0, 1)]
    inside = [each for each in ends if info.min <= each <= info.max]
    numbers = np.random.default_rng(7).integers(info.min, info.max, 90, dtype, endpoint=True)
    return np.concatenate([np.array(inside, dtype), numbers])[:96]


def _computed(call: Any, kind: str, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return what a helper computes of values, one a thread."""
    size = values.itemsize

    @kernel(arch="sm_80")
    def divide(x: u64, y: u64) -> None:
        px, py = ptx.global_ptrs(x, y)
        at = ptx.mul.wide.u32(ptx.special.tid.x(), size)
        value = getattr(ptx.ld.global_, kind)([px + at])
        getattr(ptx.st.global_, kind)([py + at], call(value))
        ptx.ret()

    found = np.zeros_like(values)
    divide.launch(values, found, grid=1, block=len(values), device="cpu", strict=True)
    return found


def _truncated(values: npt.NDArray[Any], divisor: int) -> list[int]:
    return [
        abs(value) // abs(divisor) * (1 if (value < 0) == (divisor < 0) else -1)
        for value in map(int, values)
    ]


@pytest.mark.parametrize("divisor", [2, 3, 4, 5, 7, 10, 60, 127, 1000, 4096, -2, -3, -7, -8, -10])
@pytest.mark.parametrize("kind", ["s32", "s64"])
def test_signed(kind: str, divisor: int) -> None:
    """Quotients round towards zero, and remainders have the sign of the dividend."""
    values = _values(_DTYPES[kind], abs(divisor))
    quotients = _truncated(values, divisor)
    found = _computed(lambda x: ptx.sdiv(x, divisor), kind, values)
    assert found.tolist() == quotients
    remainders = [
        value - quotient * divisor
        for value, quotient in zip(values.tolist(), quotients, strict=True)
    ]
    found = _computed(lambda x: ptx.srem(x, divisor), kind, values)
    assert found.tolist() == remainders
    if divisor > 0 and divisor & (divisor - 1) == 0:
        found = _computed(lambda x: ptx.strunc(x, divisor), kind, values)
        assert found.tolist() == [quotient * divisor for quotient in quotients]
        found = _computed(lambda x: _joined(ptx.sdivrem(x, divisor)), kind, values)
        info = np.iinfo(values.dtype)
        wanted = [5 * q + r for q, r in zip(quotients, remainders, strict=True)]
        assert found.tolist() == [
            (each - info.min) % (1 << info.bits) + info.min for each in wanted
        ]


def _joined(parts: tuple[Any, Any]) -> Any:
    quotient, remainder = parts
    return quotient * 5 + remainder


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("divisor", [2, 3, 7, 8, 10, 14, 28, 100, 641, 65535])
@pytest.mark.parametrize("kind", ["u16", "u32", "u64"])
def test_unsigned(kind: str, divisor: int, wide: bool) -> None:
    """Quotients and remainders of unsigned numbers, by either product."""
    values = _values(_DTYPES[kind], divisor)
    found = _computed(lambda x: ptx.udiv(x, divisor, wide=wide), kind, values)
    assert found.tolist() == [value // divisor for value in values.tolist()]
    found = _computed(lambda x: ptx.urem(x, divisor, wide=wide), kind, values)
    assert found.tolist() == [value % divisor for value in values.tolist()]


@pytest.mark.parametrize("divisor", [2, 3, 128, 100])
@pytest.mark.parametrize("kind", ["s32", "u32", "s64"])
def test_rounded_up(kind: str, divisor: int) -> None:
    """Rounded up, the quotient is the number of blocks that hold all elements."""
    dtype = _DTYPES[kind]
    values = np.arange(96).astype(dtype) * 5
    found = _computed(lambda x: ptx.cdiv(x, divisor), kind, values)
    assert found.tolist() == [-(-value // divisor) for value in values.tolist()]
