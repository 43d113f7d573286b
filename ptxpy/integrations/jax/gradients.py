"""Differentiable kernels in JAX: a rule of `jax.custom_vjp` for each call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.integrations.gradient_forms import KernelPair, is_shared
from ptxpy.integrations.jax.calls import call as call_kernel
from ptxpy.launch import CallArguments, sort_arguments
from ptxpy.launch_request import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["call"]


def call(function: KernelPair, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Call a differentiable kernel with JAX arrays; `jax.grad` runs its backward kernel.

    Raises `ArgumentError` for an output that is given, and the errors of a call of the kernel.
    """
    kernel = function.forward_kernel
    given = sort_arguments(kernel, arguments, options)
    outputs = kernel.tensor_names[len(kernel.in_specs) :]
    for name in given.tensors:
        if name in outputs:
            message = (
                f"{name}: the outputs of a differentiable kernel are new arrays; call "
                f"{kernel.name} itself to write to one in place"
            )
            raise ArgumentError(message, name)
    return _apply(function, given)


def _apply(function: KernelPair, given: CallArguments) -> Any:
    """Call a differentiable kernel with sorted arguments."""
    import jax  # noqa: PLC0415 - a JAX array is here, so JAX is loaded

    kernel, backward, form = function.forward_kernel, function.backward_kernel, function.form
    names, outputs = tuple(given.tensors), kernel.tensor_names[len(kernel.in_specs) :]

    def forward(*arrays: Any) -> Any:
        return call_kernel(kernel, given._replace(tensors=dict(zip(names, arrays, strict=True))))

    def save(*arrays: Any) -> tuple[Any, Any]:
        made = rule(*arrays)  # and not `forward`, which a gradient of second order cannot pass
        held = dict(zip((*names, *outputs), (*arrays, *_listed(made)), strict=True))
        # The backward kernel takes only these tensors, so no others are kept alive.
        shapes = {name: held[name].shape for name in form.gradients}
        return made, ([held[name] for name in form.saved], shapes)

    def gradients(saved: tuple[list[Any], dict[str, Any]], cotangents: Any) -> tuple[Any, ...]:
        arrays, shapes = saved
        given_back = _listed(cotangents)
        passed = [*arrays, *(given_back[at] for at in form.floating_outputs)]
        made = _run_backward(backward, given, passed)
        found = dict(zip(form.gradients, _listed(made), strict=True))
        for name, value in found.items():
            if value.shape != shapes[name]:
                msg = (
                    f"the gradient of {name} has the shape {value.shape}, and {name} "
                    f"{shapes[name]}: correct the out_specs of {backward.name}"
                )
                raise TypeError(msg)
        # JAX wants a gradient for each argument: None for those without.
        return tuple(found.get(name) for name in names)

    rule = jax.custom_vjp(forward)
    rule.defvjp(save, gradients)
    return rule(*given.tensors.values())


def _run_backward(backward: Any, given: CallArguments, passed: Sequence[Any]) -> Any:
    """Run a backward kernel on the saved tensors and the gradients of the outputs."""
    # A backward kernel that is differentiable itself has gradients of second order.
    kernel = getattr(backward, "forward_kernel", backward)
    parts = [
        {name: value for name, value in part.items() if is_shared(kernel, name)}
        for part in (given.values, given.templates, given.launch)
    ]
    templates = kernel.template_params
    values = {**parts[0], **parts[1]}
    again = CallArguments(
        dict(zip(kernel.tensor_names, passed, strict=False)),
        {name: value for name, value in values.items() if name not in templates},
        {name: value for name, value in values.items() if name in templates},
        parts[2],
    )
    return call_kernel(kernel, again) if kernel is backward else _apply(backward, again)


def _listed(returned: Any) -> tuple[Any, ...]:
    """Return the outputs of a kernel as a tuple, also a single output."""
    return tuple(returned) if isinstance(returned, tuple | list) else (returned,)
