"""The version of the JSON that commands write, and objects by `to_json`."""

from __future__ import annotations

from typing import Final

__all__ = ["SCHEMA"]

SCHEMA: Final = 1
"""The number in the field `schema`: raised when a field goes or changes its meaning."""
