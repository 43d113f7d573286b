"""The section of `tools/gpu_check` for Triton, with the simulator in the place of a GPU."""

from __future__ import annotations

from typing import Any

import pytest
from gpu_checking import triton as section
from gpu_checking.children import Limits, run_jobs

pytest.importorskip("triton", reason="needs Triton: tools/test --all installs it")
pytest.importorskip("torch", reason="needs PyTorch: tools/test --all installs it")


def test_jobs() -> None:
    """All but those that only a GPU can do."""
    settings: Any = {"devices": ["cpu", "cpu"], "import": []}
    found = run_jobs("triton", list(section.JOBS), settings, Limits(300, 120))
    statuses = {job: result["status"] for job, result in found.items()}
    assert statuses == dict.fromkeys(section.JOBS, "ok") | {"graph": "skipped"}, found
