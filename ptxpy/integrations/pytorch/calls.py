"""Calls of kernels with PyTorch tensors: `c = gemm(a, b)`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from ptxpy._hooks import unseen
from ptxpy.integrations.pytorch.execution import execute
from ptxpy.integrations.pytorch.operators import (
    Operator,
    arguments_of,
    describe,
    merge_outputs,
)
from ptxpy.integrations.pytorch.requirements import require_torch
from ptxpy.integrations.pytorch.tensors import check_gradients, check_tangents, tensor_error
from ptxpy.launch import strip_readonly

if TYPE_CHECKING:
    from ptxpy.dsl import StandaloneKernel
    from ptxpy.launch import CallArguments

__all__ = ["call", "dispatch", "is_transformed"]

torch: Final = require_torch()

_PLAIN: Final = frozenset({torch.Tensor, torch.nn.Parameter})


def call(kernel: StandaloneKernel, given: CallArguments) -> Any:
    """Run a kernel on tensors, as `ptxpy.launch.tensor_calls.call` does; outputs are tensors."""
    return unseen(_call)(kernel, given)


def _call(kernel: StandaloneKernel, given: CallArguments) -> Any:
    for name, value in given.tensors.items():
        if not isinstance(strip_readonly(value), torch.Tensor):
            raise tensor_error(kernel, name, strip_readonly(value))
    check_gradients(kernel, given.tensors.items())
    check_tangents(kernel, given.tensors.items())
    return dispatch(kernel, given)


def dispatch(kernel: StandaloneKernel, given: CallArguments, made: Operator | None = None) -> Any:
    """Run a kernel, through an operator of PyTorch if anything there may want to see it.

    The operator is one for calls of this form; by default that of the kernel.
    """
    outputs = kernel.tensor_names[len(kernel.in_specs) :]
    # Without transforms the detour through an operator would only cost time.
    if _is_plain(given.tensors.values()):
        results: list[Any] = list(execute(kernel, given).values())
    else:
        found = made or describe(kernel, given)
        returned = found.overload(*arguments_of(found, given))
        results = list(returned) if isinstance(returned, tuple | list) else [returned]
    return merge_outputs(outputs, given.tensors, results)


def _is_plain(tensors: Iterable[Any]) -> bool:
    """Return whether no transform, mode or compiler of PyTorch is at work on these tensors."""
    for value in tensors:
        tensor = strip_readonly(value)
        if (
            type(tensor) not in _PLAIN
            or tensor.device.type == "meta"
            or (torch.is_grad_enabled() and tensor.requires_grad)
        ):
            return False
    return not _has_modes()


def is_transformed() -> bool:
    """Return whether a transform of `torch.func` is at work."""
    return torch._C._functorch.peek_interpreter_stack() is not None  # noqa: SLF001 - as below


def _has_modes() -> bool:
    try:
        core = torch._C  # noqa: SLF001 - PyTorch has no public question for these
        return bool(
            is_transformed()
            or core._len_torch_dispatch_stack()  # noqa: SLF001
            or core._get_tracing_state() is not None  # noqa: SLF001
        )
    except AttributeError:  # a release that has them elsewhere: the operator sees to all
        return True
