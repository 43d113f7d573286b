"""A search over schedules is no proof where PTX lets threads see writes in different orders."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from ptxpy.launch import load
from ptxpy.sim.memory_model import behaviours
from ptxpy.sim.schedules import Exploration
from tests.sim.schedules.test_pipelines import expand


def _cases() -> dict[str, tuple[str, str, str]]:
    """Return the verdicts without the model and with it, and the body, of each kernel."""
    text = (Path(__file__).parent / "communication.txt").read_text(encoding="utf-8")
    found = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        name, *verdicts = head.split(" | ")
        found[name] = verdicts[0], verdicts[-1], body
    return found


CASES: Final = _cases()


def explore(body: str) -> Exploration:
    """Explore a kernel with two warps."""
    arguments = np.zeros(64, np.uint32), np.zeros(64, np.uint32), np.zeros(64, np.uint32)
    return load(expand(body)).explore(*arguments, grid=1, block=64)


@pytest.fixture
def _large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all launches too large for the memory consistency model."""
    monkeypatch.setattr(behaviours, "MAX_EVENTS", 0)


@pytest.mark.usefixtures("_large")
@pytest.mark.parametrize("name", CASES)
def test_verdict(name: str) -> None:
    """Without the model it is proved only if all threads see one order of the writes."""
    expected, _, body = CASES[name]
    found = explore(body)
    verdict, _, count = expected.rpartition(" ")
    if not verdict:
        assert found.verdict == "proved", str(found)
        return
    assert found.verdict == verdict, str(found)
    (reason,) = found.reasons
    many = "a location of memory and a relaxed arrival" if count == "1" else f"{count} locations"
    assert f"warps communicate by {many}" in reason
    assert "read by <ptx>:" in reason
    assert "written by <ptx>:" in reason


@pytest.mark.parametrize("name", CASES)
def test_verdict_of_the_model(name: str) -> None:
    """The model decides small launches, and says how it is broken where no order explains that."""
    _, expected, body = CASES[name]
    verdict, _, reason = expected.partition(": ")
    found = explore(body)
    assert found.verdict == verdict, str(found)
    if verdict == "broken":
        assert found.schedule == ""
        assert "missing: fence.sc.cta before" in found.reasons[0]
        assert "which the memory consistency model of PTX allows" in str(found)
        assert any("the initial value" in step for step in found.steps)
    elif verdict == "not proved":
        assert reason
        assert f"does not decide it: {reason}" in found.reasons[0]


@pytest.mark.usefixtures("_large")
def test_the_reason_names_statements_and_words() -> None:
    """With the lines, and what would help."""
    (reason,) = explore(CASES["store buffering"][2]).reasons
    assert "4 bytes of the argument flags, 4 bytes in" in reason
    assert "ld.relaxed.gpu.global.u32 %r18, [%rd7];" in reason
    assert "st.relaxed.gpu.global.u32 [%rd6], 1;" in reason
    assert "barriers" in reason
