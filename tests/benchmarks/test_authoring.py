"""`tools/benchmarks/run authoring`: what it traces; how fast that is, is not tested."""

from __future__ import annotations

import argparse

import pytest
from benchmarks import authoring
from benchmarks.authoring import Speed, long_kernel, measure
from benchmarks.corpus import named


def test_the_long_kernel() -> None:
    """A round is twelve instructions, and around all of them stand a few."""
    small = measure(lambda: long_kernel(1).module(), 1).instructions
    large = measure(lambda: long_kernel(11).module(), 1).instructions
    assert large - small == 10 * 12
    assert small == 24
    assert long_kernel(2).ptx() == long_kernel(2).ptx()


def test_speed() -> None:
    """Instructions by seconds."""
    speed = Speed(1000, 0.01, 0.002)
    assert speed.traced == pytest.approx(100_000)
    assert speed.microseconds == pytest.approx(10)
    assert speed.printed == pytest.approx(500_000)


def test_the_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """There are a row for each and the goals, and a slow machine is no failure."""
    monkeypatch.setattr(authoring, "ROUNDS", 20)
    monkeypatch.setattr(authoring, "long_kernel", lambda: long_kernel(20))
    monkeypatch.setattr(authoring, "IMPORTED", ("handwritten/branches.ptx",))
    found = authoring.run(argparse.Namespace(repeat=2))
    assert [*found["kernels"]] == [
        "a kernel of 20 rounds",
        "imported: handwritten/branches.ptx",
        "hopper_persistent_gemm",
    ]
    assert all(row["traced"] > 0 and row["printed"] > 0 for row in found["kernels"].values())
    assert found["goals"] == {"traced": 200_000, "printed": 1_000_000}
    assert "regressions" not in found
    assert "200,000      5.0    1,000,000" in capsys.readouterr().out


def test_imported_files() -> None:
    """The corpus has the files that are traced."""
    assert len(named([*authoring.IMPORTED])) == len(authoring.IMPORTED)
