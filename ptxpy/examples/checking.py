"""The comparison of a kernel's result with that of NumPy, which the examples share."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]


def check(title: str, found: Array, expected: Array, *, allowed: float) -> int:
    """Print how far a kernel's result is from the expected one; return the exit status.

    Args:
        title: The name of the computation: `softmax 1024 x 777 f32`.
        found: The result of the kernel.
        expected: The right result; `ValueError` for another shape.
        allowed: The largest error that passes, as `largest_error` counts.

    The status is 0 if the error is allowed, and 1 if it is not, or if there is a NaN.
    """
    error = largest_error(found, expected)
    verdict = "ok" if error <= allowed else "WRONG"
    print(f"{title}: largest error {error:.2g} (allowed {allowed:.2g}): {verdict}, on {place()}")
    return int(verdict != "ok")


def largest_error(found: Array, expected: Array) -> float:
    """Return the largest error of any element: relative beyond 1, absolute below; NaN for a NaN."""
    values, wanted = (np.asarray(array).astype(np.float64) for array in (found, expected))
    if values.shape != wanted.shape:
        msg = f"the kernel gave an array of shape {values.shape}, expected is {wanted.shape}"
        raise ValueError(msg)
    errors = np.zeros_like(wanted)
    differs = values != wanted  # equal infinities have no error
    with np.errstate(invalid="ignore"):
        difference = np.abs(values[differs] - wanted[differs])
        errors[differs] = difference / np.maximum(1, np.abs(wanted[differs]))
    return float(np.max(errors, initial=0.0))


def place() -> str:
    """Return the default device of kernels: the name of the first GPU, or the CPU."""
    # A kernel is traced and printed without what launches it.
    from ptxpy.launch.cuda import count  # noqa: PLC0415
    from ptxpy.launch.cuda.device import device  # noqa: PLC0415

    return device(0).name if count() else "the CPU simulator"
