"""The real assemblers of this machine."""

from __future__ import annotations

import sys

import pytest

from ptxpy.assemble import AssemblerMissingError, Limits, toolchain


def _version() -> str:
    """Return the version of ptxas, '' when there is none."""
    named = toolchain.find_configured()
    for path in toolchain.candidates() if named is None else [named]:
        try:
            return toolchain.probe(path, Limits()).version
        except AssemblerMissingError:
            continue
    return ""


VERSION = _version()

needs_nvjitlink = pytest.mark.skipif(sys.platform == "darwin", reason="nvJitLink is not for macOS")
needs_ptxas = pytest.mark.skipif(not VERSION, reason="no ptxas")
needs_ptxas_13 = pytest.mark.skipif(
    not VERSION.startswith("13."), reason="no ptxas of CUDA 13, from which the numbers are"
)
