"""`ptx.wrap` and `ptx.advance` in the simulator: stages go round, and phases change."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy import kernel, ptx, reg, s32, u32, u64
from ptxpy.dsl.values.types import Type

_STEPS = 20


def _expected(stage: int, stages: int, phase: int) -> list[tuple[int, int]]:
    """Return stage and phase of each step, as a ring of so many buffers goes round."""
    found = []
    for _ in range(_STEPS):
        found.append((stage, phase))
        stage += 1
        if stage == stages:
            stage, phase = 0, phase ^ 1
    return found


def _stored(body: Any, kind: Type, first: tuple[int, int]) -> list[tuple[int, int]]:
    """Return stage and phase of each step, as a kernel stores them."""

    @kernel(arch="sm_90a", version="8.0")
    def go_round(x: u64, n: u32) -> None:
        (at,) = ptx.global_ptrs(x)
        stage, phase = reg.scalar(kind, first[0]), reg.scalar(kind, first[1])
        body(reg.from_(at, u64), stage, phase, ptx.param(u32, n))
        ptx.ret()

    found = np.full((_STEPS, 2), -1, np.int32)
    go_round.launch(found, _STEPS, grid=1, block=1, device="cpu", strict=True)
    return [(int(stage), int(phase)) for stage, phase in found]


@pytest.mark.parametrize("kind", [s32, u32])
@pytest.mark.parametrize("stages", [1, 2, 3, 7])
def test_advance(stages: int, kind: Type) -> None:
    """A loop of the device writes the registers of stage and phase."""

    def body(at: Any, stage: Any, phase: Any, count: Any) -> None:
        for _ in ptx.range_(0, count):
            ptx.st.global_.v2.b32([at], (stage, phase))
            ptx.advance(stage, stages, phase)
            at += 8

    first = stages - 1, 0
    assert _stored(body, kind, first) == _expected(stages - 1, stages, 0)


def test_advance_after_a_sum() -> None:
    """`stage += 1` names the sum, whose register goes on."""

    def body(at: Any, stage: Any, phase: Any, count: Any) -> None:
        for _ in ptx.range_(0, count):
            stage -= 1
            stage += 1
            ptx.st.global_.v2.b32([at], (stage, phase))
            ptx.advance(stage, 3, phase)
            at += 8

    assert _stored(body, u32, (0, 0)) == _expected(0, 3, 0)


@pytest.mark.parametrize("kind", [s32, u32])
@pytest.mark.parametrize("stages", [1, 2, 3, 7])
def test_wrap(stages: int, kind: Type) -> None:
    """A loop of Python takes values that follow each other; what was there stays as it was."""

    def body(at: Any, stage: Any, phase: Any, count: Any) -> None:  # noqa: ARG001
        begun = stage, phase
        for step in range(_STEPS):
            ptx.st.global_.v2.b32([at, 8 * step], (stage, phase))
            alone = ptx.wrap(stage, stages)
            stage, phase = ptx.wrap(stage, stages, phase)
            ptx.st.global_.v2.b32([at, 8 * step], begun, when=alone != stage)

    assert _stored(body, kind, (0, 1)) == _expected(0, stages, 1)


def test_number_of_stages_in_a_register() -> None:
    """The end of a ring may be known on the device alone."""

    def body(at: Any, stage: Any, phase: Any, count: Any) -> None:
        stages = count - (_STEPS - 3)
        for _ in ptx.range_(0, count):
            ptx.st.global_.v2.b32([at], (stage, phase))
            ptx.advance(stage, stages, phase)
            at += 8

    assert _stored(body, u32, (0, 0)) == _expected(0, 3, 0)
