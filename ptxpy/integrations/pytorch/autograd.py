"""Differentiable functions of kernels: one kernel computes, another its gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._hooks import unseen
from ptxpy.integrations.gradient_forms import KernelPair, are_of_jax, is_shared
from ptxpy.integrations.pytorch.calls import dispatch, is_transformed
from ptxpy.integrations.pytorch.operators import (
    Gradient,
    Operator,
    arguments_of,
    describe,
    kernel_of,
    missing_gradient,
    operator,
    role,
)
from ptxpy.integrations.pytorch.requirements import require_torch
from ptxpy.integrations.pytorch.tensors import (
    arrange,
    check_tangents,
    check_tensors,
    refuse_outputs,
    tiles_of,
)
from ptxpy.launch import CallArguments, sort_arguments

if TYPE_CHECKING:
    from ptxpy.dsl import StandaloneKernel
    from ptxpy.integrations.gradient_forms import GradientForm

__all__ = ["DifferentiableKernel"]

torch: Final = require_torch()


class DifferentiableKernel(KernelPair):
    """A kernel that autograd differentiates, by another kernel."""

    def __init__(
        self,
        forward: StandaloneKernel,
        backward: StandaloneKernel | KernelPair,
        form: GradientForm,
    ) -> None:
        """Take both kernels, and which tensors go from one to the other."""
        super().__init__(forward, getattr(backward, "in_pytorch", backward), form)
        self.described: tuple[Any, ...] = (
            forward,
            *getattr(self.backward_kernel, "described", (self.backward_kernel,)),
            *form,
        )
        self.gradient = Gradient(self._save, self._gradients, self._define_backward)

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Run the forward kernel, and let autograd run the backward kernel later.

        Scalars and template parameters that both kernels have are those of this call for both.
        """
        # TorchDynamo reads this function, and cannot read the calls below.
        if torch.compiler.is_dynamo_compiling():
            from ptxpy.integrations.pytorch.compiling import call  # noqa: PLC0415 - for it alone

            return call(self, arguments, options)
        if are_of_jax((*arguments, *options.values())):
            from ptxpy.integrations.jax.gradients import call  # noqa: PLC0415 - for it alone

            return call(self, arguments, options)
        return unseen(DifferentiableKernel._call)(self, arguments, options)

    def _call(self, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
        given = sort_arguments(self.forward_kernel, arguments, options)
        check_tensors(self.forward_kernel, given.tensors)
        check_tangents(self.forward_kernel, given.tensors.items())
        return self.apply(given)

    def apply(self, given: CallArguments, made: Operator | None = None) -> Any:
        """Run the forward kernel on sorted arguments, through an operator for calls of this form.

        By default, that is the operator of this function.
        """
        kernel = self.forward_kernel
        refuse_outputs(kernel, given.tensors)
        # The transforms of `torch.func` run through `autograd.Function` and not through operators.
        if is_transformed():
            return _transformed(kernel, given, self.gradient)
        found = made or describe(self, given)
        returned = found.overload(*arguments_of(found, given))
        return tuple(returned) if isinstance(returned, list) else returned

    # ----------------------------------------------------------------- autograd

    def _save(self, ctx: Any, given: CallArguments, outputs: dict[str, Any]) -> None:
        held = {**given.tensors, **outputs}
        # Only tensors that the backward kernel takes are kept alive.
        ctx.save_for_backward(*(held[name] for name in self.form.saved))
        ctx.given = given._replace(tensors={})
        ctx.shapes = {name: given.tensors[name].shape for name in self.form.gradients}
        ctx.outputs = [(value.shape, value.dtype, value.device) for value in outputs.values()]

    def _define_backward(self, forward: Operator) -> Operator:
        """Return the operator that computes the gradients of a forward operator."""
        backward = self.backward_kernel
        kernel = kernel_of(backward)
        untyped = [name for name, kind in forward.values if not kind]
        constants = zip(untyped, forward.constants, strict=True)
        return operator(
            backward,
            kernel.tensor_names[: len(kernel.in_specs)],
            tuple(each for each in forward.values if is_shared(kernel, each[0])),
            tuple(value for name, value in constants if is_shared(kernel, name)),
            f"{forward.name}_backward",
        )

    def _gradients(
        self, ctx: Any, gradients: tuple[Any, ...], made: Operator | None
    ) -> dict[str, Any]:
        """Return the gradients of inputs by name, from those of all outputs."""
        backward = self.backward_kernel
        kernel = kernel_of(backward)
        tiles = tiles_of(kernel)
        passed = [*ctx.saved_tensors, *(self._floating(ctx, gradients))]
        names = kernel.tensor_names[: len(kernel.in_specs)]
        tensors = {
            name: arrange(tiles[name], value) for name, value in zip(names, passed, strict=True)
        }
        given = CallArguments(tensors, {}, {}, {})
        # Scalars of the forward call that the backward kernel has as well are passed on.
        for name, value in {**ctx.given.values, **ctx.given.templates, **ctx.given.launch}.items():
            if is_shared(kernel, name):
                role(kernel, name, given)[name] = value
        if isinstance(backward, DifferentiableKernel):
            returned = backward.apply(given, made)
        elif is_transformed():
            returned = _transformed(kernel, given, Gradient(_save_nothing, _refuse))
        else:
            returned = dispatch(kernel, given, made)
        found = returned if isinstance(returned, tuple) else (returned,)
        by_name = dict(zip(self.form.gradients, found, strict=True))
        for name, value in by_name.items():
            if value.shape != ctx.shapes[name]:
                msg = (
                    f"the gradient of {name} has the shape {tuple(value.shape)}, and {name} "
                    f"{tuple(ctx.shapes[name])}: correct the out_specs of {kernel.name}"
                )
                raise RuntimeError(msg)
        return by_name

    def _floating(self, ctx: Any, gradients: tuple[Any, ...]) -> list[Any]:
        """Return the gradients of outputs that have one; zeros for an output without any."""
        found = []
        for position in self.form.floating_outputs:
            value = gradients[position]
            # Autograd gives no gradient for an output that nothing depends on: that is zero.
            if value is None:
                shape, dtype, device = ctx.outputs[position]
                value = torch.zeros(shape, dtype=dtype, device=device)
            found.append(value)
        return found


# --------------------------------------------------------------------- transforms


def _transformed(kernel: StandaloneKernel, given: CallArguments, gradient: Gradient) -> Any:
    """Run a kernel under the transforms of `torch.func`, which operators do not support."""
    names, rest = tuple(given.tensors), given._replace(tensors={})
    return _Transformed.apply(kernel, gradient, names, rest, *given.tensors.values())


def _save_nothing(ctx: Any, given: CallArguments, outputs: dict[str, Any]) -> None:
    """Keep nothing: there is no gradient of second order."""
    del ctx, given, outputs


def _refuse(ctx: Any, gradients: tuple[Any, ...], made: Operator | None) -> dict[str, Any]:
    """Raise `RuntimeError`: a backward kernel that is only a kernel has no gradient."""
    del gradients, made
    raise missing_gradient(ctx.kernel)


class _Transformed(torch.autograd.Function):  # type: ignore[misc, name-defined]
    """A kernel under the transforms of `torch.func`."""

    generate_vmap_rule = True

    @staticmethod
    def forward(
        kernel: StandaloneKernel,
        gradient: Gradient,
        names: tuple[str, ...],
        rest: CallArguments,
        *tensors: Any,
    ) -> Any:
        """Run the kernel."""
        del gradient
        return dispatch(kernel, rest._replace(tensors=dict(zip(names, tensors, strict=True))))

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        """Keep the tensors that the gradients need."""
        kernel, gradient, names, rest, *tensors = inputs
        given = rest._replace(tensors=dict(zip(names, tensors, strict=True)))
        outputs = kernel.tensor_names[len(kernel.in_specs) :]
        returned = output if isinstance(output, tuple) else (output,)
        gradient.save(ctx, given, dict(zip(outputs, returned, strict=True)))
        ctx.kernel, ctx.gradient, ctx.names = kernel, gradient, names

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> tuple[Any, ...]:
        """Return the gradients of the tensors."""
        found = ctx.gradient.gradients(ctx, gradients, None)
        # The first four arguments of the forward function are no tensors.
        return (None, None, None, None, *(found.get(name) for name in ctx.names))
