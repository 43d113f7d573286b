"""The requirements on PyTorch: an error names the features that an old version lacks."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from ptxpy._extras import install_command

__all__ = ["MINIMUM", "require_torch"]

MINIMUM: Final = "2.13"
"""The release of PyTorch that is tested; earlier ones may do."""

_USED: Final = (
    "library.Library",
    "library.register_autograd",
    "library.register_fake",
    "library.register_vmap",
    "compiler.assume_constant_result",
    "compiler.disable",
    "compiler.is_dynamo_compiling",
    "autograd.graph.increment_version",
    "Tag.needs_fixed_stride_order",
)


@cache
def require_torch() -> Any:
    """Return PyTorch; raise `ImportError` if it is missing, or too old."""
    try:
        import torch  # noqa: PLC0415 - not before its first use
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        msg = f"PyTorch is not installed: {install_command('torch')}"
        raise ImportError(msg, name="torch") from None
    missing = [name for name in _USED if not _has(torch, name)]
    if missing:
        msg = (
            f"PyTorch {torch.__version__} lacks torch.{missing[0]}; "
            f"calls of kernels with its tensors need PyTorch {MINIMUM} or newer"
        )
        raise ImportError(msg, name="torch")
    return torch


def _has(module: Any, name: str) -> bool:
    for part in name.split("."):
        if not hasattr(module, part):
            return False
        module = getattr(module, part)
    return True
