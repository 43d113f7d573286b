"""Atomic operations of many lanes at few addresses, against one lane after the other."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy.sim.semantics.memory import atomics

CASES = [
    *[(each, "u32", "u4") for each in ("exch", "inc", "dec", "cas", "and", "or", "xor")],
    ("cas", "b16", "u2"),
    ("cas", "b64", "u8"),
    ("exch", "b128", "V16"),
    ("cas", "b128", "V16"),
    ("min", "s32", "i4"),
    ("max", "u64", "u8"),
    ("add", "f32", "f4"),
    ("add", "f64", "f8"),
    ("min", "f32", "f4"),
    ("add", "f16", "u2"),
]


def _random(rng: np.random.Generator, type_: str, kind: str, number: int, most: int) -> np.ndarray:
    if kind == "V16":
        return rng.integers(0, most, (number, 2)).astype("u8").view(kind).ravel()
    if type_ == "f16":
        return rng.normal(size=number).astype("f2").view(kind)
    if kind[0] == "f":
        return rng.normal(size=number).astype(kind)
    return rng.integers(0, most, number).astype(kind)


@pytest.mark.parametrize(("operation", "type_", "kind"), CASES)
@pytest.mark.parametrize("addresses", [1, 3, 400])
def test_lanes_follow_each_other(operation: str, type_: str, kind: str, addresses: int) -> None:
    """Each reads what the one before it has left."""
    rng = np.random.default_rng(5)
    lanes, most = 500, 6
    index = rng.integers(0, addresses, lanes)
    values = tuple(
        _random(rng, type_, kind, lanes, most) for _ in range(2 if operation == "cas" else 1)
    )
    elements = _random(rng, type_, kind, addresses, most)
    expected, read = elements.copy(), np.empty(lanes, kind)
    step = atomics.step_of(operation, type_)
    assert step is not None
    for lane, at in enumerate(index):
        read[lane] = expected[at]
        expected[at : at + 1] = step(
            expected[at : at + 1], *[value[lane : lane + 1] for value in values]
        )
    found = atomics.apply_in_order(elements, index, operation, type_, values)
    assert found.tobytes() == read.tobytes()
    assert elements.tobytes() == expected.tobytes()
