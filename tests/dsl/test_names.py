"""Completion: `dir` of `ptx` and of its words lists what may be written there."""

from __future__ import annotations

import pytest

from ptxpy import ptx
from ptxpy.dsl.tracing.instructions import HELPERS


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (ptx, {"wgmma", "range_", "if_", "special", "mul", "and_", "printf"}),
        (ptx.wgmma, {"mma_async", "wait_group", "make_descriptor"}),
        (ptx.tma, {"load"}),
        (ptx.mbarrier, {"init", "wait", "try_wait"}),
        (ptx.ld, {"global_", "v4", "f32", "nc"}),
        (ptx.mul.lo, {"s32", "u64"}),
        (ptx.inst, {"wgmma", "mul"}),
    ],
)
def test_words(value: object, words: set[str]) -> None:
    """Helpers and modifiers are listed, spelled as Python has them."""
    assert words <= {*dir(value)}


def test_every_helper_is_listed() -> None:
    """Each word of a helper's name is listed where the words before it lead."""
    for name in HELPERS:
        value: object = ptx
        for part in name.split("."):
            written = part if part in dir(value) else f"{part}_"
            assert written in dir(value), name
            value = getattr(value, written)


def test_what_does_not_follow() -> None:
    """A modifier that is there is not listed again, and `ptx.inst` has no helpers."""
    assert "lo" not in dir(ptx.mul.lo)
    assert "range_" not in dir(ptx.inst)
