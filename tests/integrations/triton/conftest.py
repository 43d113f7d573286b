"""A cache of Triton's own for the tests."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(scope="session", autouse=True)
def triton_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what Triton compiles in a temporary folder, in every process of the tests."""
    patch = pytest.MonkeyPatch()
    patch.setenv("TRITON_CACHE_DIR", str(tmp_path_factory.mktemp("triton")))
    patch.setenv("TRITON_DEFAULT_FP_FUSION", "1")


@pytest.fixture
def torch() -> Any:
    """Return PyTorch; without it, the test is skipped."""
    return pytest.importorskip("torch", reason="needs PyTorch: tools/test --all installs it")
