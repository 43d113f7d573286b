"""The command line `ptxpy COMMAND`; `command_line.py` runs it, each command is a `NAME_command`."""

from __future__ import annotations

from ptxpy.cli.command_line import main

__all__ = ["main"]
