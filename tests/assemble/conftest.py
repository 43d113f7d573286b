"""Fixtures of these tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.assemble.fakes import Machine, empty_machine
from tests.assemble.test_elf import elf


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Return a machine without ptxas; nvJitLink is as it is here."""
    return empty_machine(tmp_path, elf(), monkeypatch)
