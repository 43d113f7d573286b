"""How much of what is alike the tests try: a part, or with PTXPY_SLOW=1 all of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

__all__ = ["IS_PATIENT", "needs_patience", "some_of"]

IS_PATIENT = bool(os.environ.get("PTXPY_SLOW"))

needs_patience = pytest.mark.skipif(
    not IS_PATIENT, reason="takes minutes: set PTXPY_SLOW=1 to run it"
)

_Item = TypeVar("_Item")


def some_of(items: Sequence[_Item], step: int) -> Sequence[_Item]:
    """Return every item of that number, from the first on; all of them for the patient."""
    return items if IS_PATIENT else items[::step]
