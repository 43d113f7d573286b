"""The notebooks run, and their stored outputs are those of their cells."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "ptxpy" / "examples" / "notebooks").glob("*.ipynb"))
MAX_BYTES = 300_000


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_not_stale(path: Path) -> None:
    """Executed again, each cell has the outputs that are stored."""
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    tool = ROOT / "tools" / "execute_notebooks"
    command = [sys.executable, str(tool), "--check", path.stem]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert ended.returncode == 0, ended.stderr[-3000:]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_small_and_executed(path: Path) -> None:
    """They have outputs, and name neither a machine nor an address of an object."""
    text = path.read_text(encoding="utf-8")
    assert len(text) < MAX_BYTES
    cells = [each for each in json.loads(text)["cells"] if each["cell_type"] == "code"]
    assert [each["execution_count"] for each in cells] == [*range(1, len(cells) + 1)]
    assert sum("text/html" in json.dumps(each["outputs"]) for each in cells) >= 1
    assert "Traceback" not in text
    assert " object at 0x" not in text
    assert str(ROOT) not in text


def test_a_stale_notebook_is_found(tmp_path: Path) -> None:
    """An output that is not that of its cell fails the check, and the file is left alone."""
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    for folder in ("tools", "ptxpy/examples/notebooks"):
        (tmp_path / folder).mkdir(parents=True)
    tool = tmp_path / "tools" / "execute_notebooks"
    tool.write_bytes((ROOT / "tools" / "execute_notebooks").read_bytes())
    cell = {
        "cell_type": "code",
        "execution_count": 1,
        "id": "a",
        "metadata": {},
        "outputs": [{"name": "stdout", "output_type": "stream", "text": "3\n"}],
        "source": "print(1 + 1)",
    }
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path = tmp_path / "ptxpy" / "examples" / "notebooks" / "a.ipynb"
    path.write_text(json.dumps(book))
    before = path.read_text()
    command = [sys.executable, str(tool)]
    ended = subprocess.run([*command, "--check"], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "a.ipynb are stale: run tools/execute_notebooks" in ended.stderr
    assert path.read_text() == before
    subprocess.run(command, capture_output=True, check=True)
    assert subprocess.run([*command, "--check"], capture_output=True, check=False).returncode == 0
