"""Differentiable functions of two kernels, for tensors of PyTorch and arrays of JAX."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any

from ptxpy.integrations.gradient_forms import KernelPair, are_of_jax

__all__ = ["DifferentiableKernel"]


class DifferentiableKernel(KernelPair):
    """A kernel whose gradients another kernel computes: `differentiable_kernel` makes it.

    It is called as its forward kernel is, `y = f(x, w)`. PyTorch is loaded when a tensor comes.
    """

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Run the forward kernel; differentiation of the call runs the backward kernel.

        Scalars and template parameters that both kernels have are those of this call for both.
        """
        if are_of_jax((*arguments, *options.values())):
            call = import_module("ptxpy.integrations.jax.gradients").call
            return call(self, arguments, options)
        return self.in_pytorch(*arguments, **options)

    @cached_property
    def in_pytorch(self) -> Any:
        """The function of PyTorch tensors; `ImportError` without PyTorch."""
        made = import_module("ptxpy.integrations.pytorch.autograd").DifferentiableKernel
        return made(self.forward_kernel, self.backward_kernel, self.form)
