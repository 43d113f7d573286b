"""Adding an instruction touches its entry in the table, and nothing else knows of it by name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("new_instruction.py")


@pytest.mark.parametrize(
    "part", ["conversion", "tracing", "rules", "analysis", "comparison", "stubs"]
)
def test_an_entry_is_all_that_an_instruction_needs(part: str, tmp_path: Path) -> None:
    """Each part of ptxpy knows an instruction that stands in a copy of the table alone."""
    subprocess.run([sys.executable, PROGRAM, tmp_path, part], check=True)
