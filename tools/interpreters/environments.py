"""Virtual environments in .venvs, one for each Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from interpreters.found import Interpreter

__all__ = ["PYPROJECT", "ROOT", "make_environment"]

ROOT: Final = Path(__file__).resolve().parents[2]
PYPROJECT: Final = ROOT / "pyproject.toml"


def make_environment(interpreter: Interpreter) -> Path | None:
    """Return the Python of an environment with ptxpy and what its tests need.

    The interpreter's own pip installs them, since an older one does not run on a newer Python.
    Where a system's Python has none, this process's pip serves.
    """
    folder = ROOT / ".venvs" / interpreter.version
    python = folder / "bin" / "python"
    stamp = folder / "ptxpy-installed"
    about = (ROOT / "ptxpy" / "__about__.py").read_text(encoding="utf-8")
    key = "\n".join(
        [str(interpreter.path), str(ROOT), PYPROJECT.read_text(encoding="utf-8"), about]
    )
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == key:
        return python
    own = [str(interpreter.path), "-c", "import ensurepip; ensurepip.version()"]
    has_pip = subprocess.run(own, check=False, capture_output=True).returncode == 0
    pip = (
        [str(python), "-m", "pip"]
        if has_pip
        else [sys.executable, "-m", "pip", "--python", str(python)]
    )
    for command in (
        [
            str(interpreter.path),
            "-m",
            "venv",
            *([] if has_pip else ["--without-pip"]),
            "--clear",
            str(folder),
        ],
        [
            *pip,
            "install",
            "--disable-pip-version-check",
            "--quiet",
            "--quiet",
            "--editable",
            f"{ROOT}[test]",
        ],
    ):
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            return None
    stamp.write_text(key, encoding="utf-8")
    return python
