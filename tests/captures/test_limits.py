"""What is loaded for the limits of captures."""

from __future__ import annotations

import subprocess
import sys


def test_options_of_a_device_load_no_captures() -> None:
    """`ptxpy exec` of a program without CUDA needs neither NumPy nor what makes captures."""
    code = (
        "import sys; from ptxpy.emulation import DeviceOptions; DeviceOptions();"
        "assert not {'numpy', 'ptxpy.captures.recorder', 'ptxpy.dsl'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
