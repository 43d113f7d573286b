"""The command line: `ptxpy COMMAND`."""

from __future__ import annotations

from ptxpy.cli.program import main

__all__ = ["main"]
