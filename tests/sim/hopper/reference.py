"""What tests of kernels for Hopper share: operands whose products are exact, and attention."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.sim.kernels.corpus import EPSILON, Array, close

__all__ = ["attention", "check_attention", "integers"]


def integers(random: np.random.Generator, *shape: int) -> Array:
    """Return integers from -4 to 4: half numbers, of which sums of 2^20 products are exact in f32.

    So the order in which hardware adds them, which is its own, does not show.
    """
    return random.integers(-4, 5, shape).astype("f2")


def attention(q: Array, k: Array, v: Array, *, causal: bool) -> Array:
    """Return attention of one head, [row, column], in f64."""
    scores: Any = q.astype("f8") @ k.T.astype("f8") / np.sqrt(q.shape[1])
    if causal:
        scores = np.where(np.tri(*scores.shape) == 1, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Array = weights / weights.sum(axis=1, keepdims=True) @ v.astype("f8")
    return found


def check_attention(out: Array, q: Array, k: Array, v: Array, *, causal: bool) -> None:
    """Compare attention in halves, of values of at most 4.

    Weights of at most 1 and the result, of at most 4, are rounded to half: half a unit each,
    relative to 4. What f32 and `ex2.approx` add to that is 2^-10 of it.
    """
    close(out, attention(q, k, v, causal=causal), 2 * 4 * EPSILON["f2"] * 1.01)
