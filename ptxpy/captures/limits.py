"""How much a capture may hold: options say it before anything is captured."""

from __future__ import annotations

from typing import Final

__all__ = ["MAX_BYTES"]

MAX_BYTES: Final = 1 << 30
"""The most bytes of memory of a launch that are recorded by default, zeros not counted."""
