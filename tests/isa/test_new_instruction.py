"""Adding an instruction touches its entry in the table, and nothing else knows of it by name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).with_name("new_instruction.py")


def test_an_entry_is_all_that_an_instruction_needs(tmp_path: Path) -> None:
    """Every part of ptxpy knows instructions that stand in a copy of the table alone."""
    done = subprocess.run(
        [sys.executable, PROGRAM, tmp_path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("check_") == PROGRAM.read_text(encoding="utf-8").count("def check_")
