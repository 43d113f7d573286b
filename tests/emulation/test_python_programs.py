"""Python programs under `ptxpy exec`: Triton's compiler and launcher, and cuda.bindings."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent / "scripts"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64" or shutil.which("cc") is None,
    reason="programs are run on Linux with x86-64 and a C compiler",
)


@pytest.mark.parametrize(
    ("script", "package"), [("triton_add", "triton"), ("bindings_saxpy", "cuda.bindings")]
)
def test_scripts_run(script: str, package: str, tmp_path: Path) -> None:
    """They check their own results."""
    if importlib.util.find_spec(package.split(".", maxsplit=1)[0]) is None:
        pytest.skip(f"needs {package}")
    done = subprocess.run(
        [sys.executable, "-m", "ptxpy", "exec", sys.executable, SCRIPTS / f"{script}.py"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "TRITON_CACHE_DIR": str(tmp_path / "cache")},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "PASSED\n"
    assert "ptxpy exec" not in done.stderr
