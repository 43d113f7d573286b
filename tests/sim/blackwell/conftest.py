"""Fixtures of the tests that run kernels for Blackwell."""

from __future__ import annotations

import numpy as np
import pytest

from tests.sim.races.everywhere import strictly

__all__ = ["random", "strictly"]


@pytest.fixture
def random() -> np.random.Generator:
    """Return a source of the same numbers in every run."""
    return np.random.default_rng(100)
