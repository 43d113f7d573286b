"""Bounds of what a group costs leave out no group that is worth a function."""

from __future__ import annotations

from pathlib import Path

import pytest

import ptxpy
from ptxpy.lift.group_search import Bounds

CORPUS = Path(__file__).parents[2] / "corpus"


@pytest.mark.parametrize(
    "name",
    [
        "nvcc/reduce.sm_90a.ptx",
        "nvcc/stencil.sm_120a.ptx",
        "triton/softmax_sm_90a.ptx",
        "tilelang/attention_sm_80.ptx",
        "triton/attention_causal_sm_90a.ptx",
    ],
)
def test_nothing_is_left_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the bounds, the same functions are found."""
    module = ptxpy.parse((CORPUS / name).read_bytes())
    bounded = ptxpy.to_python(module)
    asked: list[int] = []

    def least(_self: Bounds, *arguments: object) -> int:
        asked.append(len(arguments))
        return 0

    monkeypatch.setattr(Bounds, "parameters", least)
    monkeypatch.setattr(Bounds, "results", least)
    assert ptxpy.to_python(module) == bounded
    assert asked
