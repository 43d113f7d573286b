"""`tools/benchmarks/run gemm`: who is timed when, and what is said without a GPU."""

from __future__ import annotations

import argparse
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from benchmarks import gemm


class Array(np.ndarray[Any, Any]):
    """An array with what the benchmark asks a tensor for."""

    def float(self) -> Any:
        """Return itself."""
        return self

    def abs(self) -> Any:
        """Return the absolute values."""
        return np.abs(self)


def fake(scale: float) -> Any:
    """Return what stands in for PyTorch; the product is wrong by a factor, and time passes."""
    clock = iter(range(1000))

    class Event:
        """A time stamp: each is one millisecond behind the last."""

        def __init__(self, *, enable_timing: bool) -> None:
            assert enable_timing
            self.time = -1

        def record(self) -> None:
            """Take the time."""
            self.time = next(clock)

        def elapsed_time(self, end: Any) -> float:
            """Return the milliseconds up to another."""
            return end.time - self.time  # type: ignore[no-any-return]

    def matmul(a: Any, b: Any, out: Any) -> None:
        out[:] = a @ b * scale

    return SimpleNamespace(
        bfloat16="bf16",
        randn=lambda shape, **_: np.ones(shape).view(Array),
        empty_like=lambda a: np.zeros(a.shape).view(Array),
        matmul=matmul,
        cuda=SimpleNamespace(Event=Event, synchronize=lambda: None),
    )


def test_in_turns() -> None:
    """Each contender is timed once a round, in the same order."""
    called: list[str] = []
    contenders = {name: lambda name=name: called.append(name) for name in "ab"}
    times = gemm.in_turns(contenders, lambda call: (call(), float(len(called)))[1], 3)
    assert called == [*"ababab"]
    assert times == {"a": [1, 3, 5], "b": [2, 4, 6]}


def test_compare(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Rates follow from size and time; results are compared first."""

    def product(a: Any, b: Any, *, c: Any, SMS: int) -> None:  # noqa: N803 - as the example has it
        assert SMS == 132
        c[:] = a @ b

    monkeypatch.setattr(gemm, "gemm", product)
    found = gemm.compare(fake(1.0), 64, 132, 2)
    rate = 2 * 64**3 * gemm.CALLS / 1e9
    assert found == {
        "tflops": {"ptxpy": [rate, rate], "cuBLAS": [rate, rate]},
        "ratio": 1,
        "difference": 0,
    }
    assert "ratio 1.00" in capsys.readouterr().out
    with pytest.raises(ValueError, match=r"results of 64 x 64 x 64 differ by 0\.5"):
        gemm.compare(fake(2.0), 64, 132, 2)


def test_without_a_gpu(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is measured, and that is said."""
    monkeypatch.setattr(gemm, "_torch", lambda: None)
    assert gemm.run(argparse.Namespace(repeat=1)) == {"measured": False}
    assert capsys.readouterr().out.startswith("not measured: it takes PyTorch and a GPU")
