"""Kernels of the corpus, looked at while they run: they compute the same, and all is counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy.sim import executed
from tests.sim.kernels.corpus import kernel
from tests.sim.observe.perfetto import checked


def _saxpy(random: np.random.Generator) -> tuple[Any, ...]:
    x, y = random.random((2, 1000), np.float32)
    return (1000, np.float32(2), x, y), {"grid": 3, "block": 256}, y


def _votes(random: np.random.Generator) -> tuple[Any, ...]:
    out = np.zeros((7, 32), "u4")
    return (random.integers(-3, 4, 32).astype("i4"), out), {"grid": 1, "block": 32}, out


def _shuffles(random: np.random.Generator) -> tuple[Any, ...]:
    out = np.zeros((4, 32))
    return (random.standard_normal(32), out, 7), {"grid": 1, "block": 32}, out


def _bulk(random: np.random.Generator) -> tuple[Any, ...]:
    x, out = random.integers(0, 100, (64, 4)).astype("f4"), np.zeros((2, 64, 4), "f4")
    how = {"grid": 2, "block": 64, "cluster": (2, 1, 1), "shared_bytes": x.nbytes}
    return (x, out, x.nbytes), how, out


KERNELS = [
    ("nvcc/saxpy.sm_90a.ptx", None, _saxpy),
    ("nvcc/warp.sm_89.ptx", "votes", _votes),
    ("nvcc/warp.sm_80.o0.ptx", "shuffles", _shuffles),
    ("nvcc/hopper.sm_90a.ptx", "_Z9copy_bulkPK6float4PS_j", _bulk),
]


@pytest.mark.parametrize(("path", "name", "make"), KERNELS)
def test_all_is_counted(path: str, name: str | None, make: Any) -> None:
    """The instructions of a profile are those that the simulator has run, in all four ways."""
    loaded = kernel(path, name)
    arguments, how, out = make(np.random.default_rng(1))
    before = executed()
    loaded.launch(*arguments, **how, device="cpu")
    count = executed() - before
    expected = out.copy()

    arguments, how, out = make(np.random.default_rng(1))
    profiled = loaded.profile(*arguments, **how)
    assert profiled.total.threads == count
    assert out.tobytes() == expected.tobytes()

    arguments, how, out = make(np.random.default_rng(1))
    block = int(np.prod(how["block"]))
    traced = [
        len(loaded.trace(*arguments, **how, cta=cta, threads=range(block), limit=10**6))
        for cta in range(how["grid"])
    ]
    assert sum(traced) == count

    arguments, how, out = make(np.random.default_rng(1))
    found = loaded.timeline(*arguments, **how)
    assert checked(found.to_json())
    assert out.tobytes() == expected.tobytes()
    ran = sum(each.end - each.start for each in found.slices if each.kind == "run")
    assert ran == profiled.total.warps
