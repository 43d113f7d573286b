"""The command line: `ptxpy import`, `emit`, `roundtrip`, `check` and `show`."""

from __future__ import annotations

from ptxpy.cli.program import main

__all__ = ["main"]
