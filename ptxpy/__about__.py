"""The version of ptxpy, in the one place that the build and the command line read."""

from __future__ import annotations

__version__ = "1.0.0"
