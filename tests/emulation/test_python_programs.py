"""Python programs under `ptxpy exec`: their compilers, linkers and launchers."""

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
    ("script", "package", "told"),
    [
        ("triton_add", "triton", ()),
        ("bindings_saxpy", "cuda.bindings", ()),
        ("jit_link", "cuda.bindings", ("nvJitLinkAddData of a cubin is not emulated",)),
        ("core_program", "cuda.core", ()),
        ("cupy_arrays", "cupy", ()),
        ("numba_kernels", "numba_cuda", ()),
    ],
)
def test_scripts_run(script: str, package: str, told: tuple[str, ...], tmp_path: Path) -> None:
    """They check their own results."""
    if not _is_installed(package):
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
    notes = [line for line in done.stderr.splitlines() if line.startswith("ptxpy exec")]
    assert len(notes) == len(told)
    assert all(text in note for text, note in zip(told, notes, strict=True))


def _is_installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:
        return False
