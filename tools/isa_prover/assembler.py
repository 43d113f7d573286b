"""The ptxas that judges: that of a pinned wheel, in an environment of its own."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
WHEEL: Final = "nvidia-cuda-nvcc==13.5.37"


def find_ptxas() -> Path:
    """Return the assembler; install it if it is missing."""
    folder = ROOT / ".cache" / "environments" / "ptxas-13.5.37"
    found = [*folder.glob("lib/python*/site-packages/nvidia/cu13/bin/ptxas")]
    if found:
        return found[0]
    print(f"installing {WHEEL}", file=sys.stderr)
    venv.create(folder, with_pip=True, clear=True)
    command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-deps"]
    subprocess.run([*command, WHEEL], check=True)
    (installed,) = folder.glob("lib/python*/site-packages/nvidia/cu13/bin/ptxas")
    return installed
