"""Strict mode compiled: whatever the interpreter accuses is suspected, and right kernels are not."""

from __future__ import annotations

import re

import numpy as np
import pytest
from tests.sim.races.test_faults import ALL, Case, cases, run

from ptxpy.sim import SimulationError, engine

pytest.importorskip("llvmlite")

_SUSPECTED = "what may be a fault of strict mode, of which the interpreter judges"


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_fault_is_named_as_by_the_interpreter(case: Case) -> None:
    """Each planted fault is suspected, or its kernel left to the interpreter, which names it."""
    messages = []
    for name in ("interpreted", "compiled"):
        with engine(name) as report, pytest.raises(SimulationError) as caught:
            run(case, case.wrong, strict=case.strict)
        messages.append(str(caught.value))
        assert not report.compiled
    assert messages[0] == messages[1]
