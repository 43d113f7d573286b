"""Calling a kernel with tensors: `c = gemm(a, b)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._hooks import Loader
from ptxpy.launch.call_plans import CallArguments, CallPlan, plan_call, sort_arguments
from ptxpy.launch.tensor_arrays import allocate_output, mark_input, strip_readonly

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptxpy.dsl import StandaloneKernel

__all__ = ["bind_tensors", "call", "collect_outputs", "observe"]

_OBSERVED: Final = {
    "trace": frozenset({"threads", "cta", "lines", "limit"}),
    "profile": frozenset(),
    "timeline": frozenset({"ctas", "limit"}),
    "explore": frozenset({"limit"}),
    "replay": frozenset({"schedule"}),
}
"""The options of the methods of a kernel that launch it on the CPU and observe it."""


def call(kernel: StandaloneKernel, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Run a kernel on tensors; return None, its output, or a tuple of its outputs.

    Args:
        kernel: A function decorated with `@ptxpy.kernel` that has `in_specs` or `out_specs`.
        arguments: Inputs and scalars, in the order of the Python function without its outputs.
        options: Template parameters, scalars and raw parameters by name; an output to be written
            in place, by its name; `grid`, `device`, `stream` and `strict`, as for `Kernel.launch`.
            A scalar or raw parameter that is not given defaults to the symbolic dimension of the
            same name.

    Raises:
        TypeError: For a wrong number of arguments, undefined names, or arrays of another element
            type.
        ValueError: For shapes that do not fit or disagree, and arrays that TMA cannot copy; a
            `LaunchError` for invalid launch options.
    """
    given = sort_arguments(kernel, arguments, options)
    framework = _framework_of(given)
    if framework is not None:
        return framework(kernel, given)
    plan = plan_call(kernel, given)
    tensors = bind_tensors(plan, given)
    # An output that the caller gives has contents, which the kernel may leave in part.
    plan.run(tensors, new=[each.name for each in plan.outputs if each.name not in given.tensors])
    return collect_outputs(plan, tensors)


def observe(
    kernel: StandaloneKernel, what: str, arguments: tuple[Any, ...], options: dict[str, Any]
) -> Any:
    """Return the trace, profile, timeline or exploration of a call, which runs on the CPU.

    Args:
        kernel: As for `call`.
        what: The method of `ptxpy.Kernel`: `trace`, `profile`, `timeline`, `explore`, `replay`.
        arguments: As for `call`.
        options: As for `call`, and those of the method. An output that is not named is lost.

    Raises what `call` does, `LaunchError` also for a device that is not the CPU.
    """
    own = {name: value for name, value in options.items() if name in _OBSERVED[what]}
    rest = {name: value for name, value in options.items() if name not in own}
    given = sort_arguments(kernel, arguments, rest)
    plan = plan_call(kernel, given)
    passed = plan.arguments(bind_tensors(plan, given))
    return getattr(plan.loaded(), what)(*passed, grid=plan.grid, **plan.options, **own)


def collect_outputs(plan: CallPlan, tensors: Mapping[str, Any]) -> Any:
    """Return the outputs of a call: None, the array of one, or a tuple."""
    outputs = tuple(tensors[each.name] for each in plan.outputs)
    return outputs if len(outputs) > 1 else outputs[0] if outputs else None


def _framework_of(
    given: CallArguments,
) -> Callable[[StandaloneKernel, CallArguments], Any] | None:
    """Return the function that calls a kernel with tensors of a package; None for plain arrays."""
    for value in given.tensors.values():
        # A subclass of a user is of the user's module; its base is `torch.Tensor`.
        for base in type(strip_readonly(value)).__mro__:
            root = base.__module__.partition(".")[0]
            if root in Loader.frameworks:
                return Loader.frameworks[root]
    return None


def bind_tensors(plan: CallPlan, given: CallArguments) -> dict[str, Any]:
    """Return the array of each tensor; allocate the outputs that are not given."""
    inputs = [(plan.tiles[name], given.tensors[name]) for name in plan.inputs]
    found = {name: mark_input(given.tensors[name]) for name in plan.inputs}
    for each in plan.outputs:
        if each.name in given.tensors:
            found[each.name] = given.tensors[each.name]
        else:
            found[each.name] = allocate_output(each.name, each.tile, each.shape, inputs)
    return found
