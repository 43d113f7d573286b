"""Differentiable functions of two kernels, in PyTorch and in JAX."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.dsl import StandaloneKernel
    from ptxpy.integrations.gradient_forms import GradientForm

__all__ = ["DifferentiableKernel", "are_of_jax", "is_shared"]

_JAX: Final = frozenset({"jax", "jaxlib"})
"""The root modules of the types of JAX's arrays."""


class DifferentiableKernel:
    """A kernel whose gradients another kernel computes: `differentiable_kernel` makes it.

    It is called as its forward kernel is, `y = f(x, w)`, with tensors of PyTorch or arrays of JAX.
    """

    def __init__(
        self,
        forward: StandaloneKernel,
        backward: StandaloneKernel | DifferentiableKernel,
        form: GradientForm,
    ) -> None:
        """Take both kernels, and which tensors go from one to the other."""
        self.forward_kernel = forward
        self.backward_kernel = backward
        self.form = form
        self.name = f"{forward.name}_differentiable"
        self.__name__ = forward.__name__
        self.__doc__ = forward.__doc__
        self.__signature__ = forward.__signature__

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Run the forward kernel; what differentiates the call runs the backward kernel.

        Scalars and template parameters that both kernels have are those of this call for both.
        """
        if are_of_jax((*arguments, *options.values())):
            call = import_module("ptxpy.integrations.jax.gradients").call
            return call(self, arguments, options)
        return self.in_pytorch(*arguments, **options)

    @cached_property
    def in_pytorch(self) -> Any:
        """The function of PyTorch tensors; `ImportError` without PyTorch."""
        backward = getattr(self.backward_kernel, "in_pytorch", self.backward_kernel)
        made = import_module("ptxpy.integrations.pytorch.autograd").DifferentiableKernel
        return made(self.forward_kernel, backward, self.form)

    def __deepcopy__(self, memo: dict[int, Any]) -> DifferentiableKernel:
        """Return itself: it has no state, and modules of PyTorch are copied with all they have."""
        del memo
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what it is pickled as: its parts, of which the kernels are pickled by name."""
        return type(self), (self.forward_kernel, self.backward_kernel, self.form)

    def __repr__(self) -> str:
        """Show both kernels."""
        return f"<differentiable {self.forward_kernel!r} with {self.backward_kernel!r}>"


def are_of_jax(values: Iterable[Any]) -> bool:
    """Return whether some of the arguments of a call are arrays of JAX, or stand for one."""
    return any(type(value).__module__.partition(".")[0] in _JAX for value in values)


def is_shared(kernel: StandaloneKernel, name: str) -> bool:
    """Return whether a backward kernel takes a value of a call over from the forward kernel."""
    values = (*kernel.scalars, *kernel.raw_params, *kernel.template_params)
    return name in values or name in ("device", "strict")
