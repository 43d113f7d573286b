"""The function with `@triton.jit` in what a program calls a kernel of Triton."""

from __future__ import annotations

from typing import Any

from ptxpy.integrations.triton.errors import TritonError

__all__ = ["jit_function"]


def jit_function(kernel: Any) -> Any:
    """Return the function with `@triton.jit` that an autotuner or heuristics are for.

    Raises `TritonError` for what is no kernel of Triton, or is one for Triton's interpreter.
    """
    found, kinds = kernel, []
    while hasattr(found, "fn") and not hasattr(found, "cache_key"):
        kinds.append(type(found).__name__)
        found = found.fn
    if "InterpretedFunction" in kinds:
        message = (
            f"{getattr(kernel, '__name__', 'the kernel')} runs in Triton's interpreter, without "
            "PTX: unset TRITON_INTERPRET before the kernel is defined"
        )
        raise TritonError(message)
    if not hasattr(found, "cache_key") or not hasattr(found, "run"):
        message = f"a {type(kernel).__name__} is not a kernel of Triton: use @triton.jit"
        raise TritonError(message)
    return found
