"""The type of a value, the type of an operation, and selection by a predicate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

__all__ = ["Operation", "Value", "select"]

Value: TypeAlias = Any
"""A NumPy array with one element per lane, or a NumPy scalar: the same value in all lanes."""

Operation: TypeAlias = Callable[..., Any]
"""Takes the sources of an instruction in order, and returns its result."""


def select(condition: Value, a: Value, b: Value) -> Value:
    """Return `a` where the condition holds, else `b`; both have one dtype."""
    if isinstance(condition, np.ndarray):
        return np.where(condition, a, b)
    return a if condition else b
