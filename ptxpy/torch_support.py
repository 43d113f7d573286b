"""Kernels with gradients, and the operators of PyTorch that stand for calls."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ptxpy.dsl import StandaloneKernel
from ptxpy.launch.call_plans import sort_arguments

if TYPE_CHECKING:
    from ptxpy.integrations.gradient_forms import KernelPair

__all__ = ["differentiable_kernel", "operator_call"]


def differentiable_kernel(
    forward_kernel: StandaloneKernel,
    backward_kernel: StandaloneKernel | KernelPair,
    *,
    save_for_backward: Sequence[int | str] | None = None,
    num_grad_inputs: int | None = None,
    gradients: Sequence[int | str] | None = None,
) -> KernelPair:
    """Return a function of two kernels that `torch.autograd` and `jax.grad` differentiate.

        relu = ptxpy.differentiable_kernel(forward, backward, save_for_backward=("y",))
        y = relu(x)
        y.sum().backward()                           # tensors of PyTorch
        jax.grad(lambda x: relu(x).sum())(x)         # arrays of JAX

    The backward kernel takes the saved tensors, and then the gradient of each floating-point
    output. It returns a gradient for each floating-point input, unless `gradients` says of which.
    Scalars and template parameters that it has in common with the forward kernel are those of the
    call.

    Args:
        forward_kernel: A kernel with `in_specs` and `out_specs`.
        backward_kernel: A kernel with `in_specs` and `out_specs`; for gradients of second order,
            one that is itself made by `differentiable_kernel`.
        save_for_backward: Names of the inputs and outputs of the forward kernel that the backward
            kernel takes, in its order; a number is the position of an input. By default all inputs.
        num_grad_inputs: The number of inputs, from the first, that have a gradient.
        gradients: In place of that: the names or positions of the inputs whose gradients the
            backward kernel returns, in its order. Others have none.

    Raises `TypeError` for kernels that do not fit together, `ValueError` for names that they do not
    have, and `ImportError` without PyTorch and JAX.
    """
    if not isinstance(forward_kernel, StandaloneKernel):
        msg = f"the forward kernel must be a function with @ptxpy.kernel, got {forward_kernel!r}"
        raise TypeError(msg)
    inner = getattr(backward_kernel, "forward_kernel", backward_kernel)
    if not isinstance(inner, StandaloneKernel):
        msg = f"the backward kernel must be a function with @ptxpy.kernel, got {backward_kernel!r}"
        raise TypeError(msg)
    if num_grad_inputs is not None:
        if gradients is not None:
            msg = "num_grad_inputs and gradients say the same; pass one of them"
            raise TypeError(msg)
        gradients = range(num_grad_inputs)
    forms = import_module("ptxpy.integrations.gradient_forms")
    form = forms.gradient_form(forward_kernel, inner, save_for_backward, gradients)
    made = import_module("ptxpy.integrations.differentiation").DifferentiableKernel
    # PyTorch takes a second to load, which a program that uses JAX alone need not wait for.
    if sys.modules.get("torch") is not None or find_spec("jax") is None:
        made = import_module("ptxpy.integrations.pytorch.autograd").DifferentiableKernel
    found: KernelPair = made(forward_kernel, backward_kernel, form)
    return found


def operator_call(
    function: StandaloneKernel | KernelPair,
    *arguments: Any,  # noqa: ANN401 - tensors and values
    **options: Any,  # noqa: ANN401
) -> tuple[Any, tuple[Any, ...]]:
    """Return the operator in `torch.ops.ptxpy` that stands for a call, and its arguments.

    It is what `torch.compile` puts into its graph: `torch.library.opcheck(*operator_call(f, x))`
    tests it.
    """
    operators = import_module("ptxpy.integrations.pytorch.operators")
    function = getattr(function, "in_pytorch", function)
    given = sort_arguments(operators.kernel_of(function), arguments, options)
    found = operators.describe(function, given)
    return found.overload, tuple(operators.arguments_of(found, given))
