"""Calls of kernels that `torch.compile` traces: each is one node of the graph.

The functions here are read by TorchDynamo, so they are plain; those in `assume_constant_result` are
run while it reads, and their results are part of the graph. Imported by it alone.
"""

from __future__ import annotations

from typing import Any, Final

from ptxpy.integrations.pytorch.operators import kernel_of, kind_of, merge_outputs, operator
from ptxpy.integrations.pytorch.requirements import require_torch
from ptxpy.integrations.pytorch.tensors import gradient_error, refuse_outputs, tensor_error
from ptxpy.launch import sort_arguments

__all__ = ["call"]

torch: Final = require_torch()


def _read_signature(
    function: Any,
) -> tuple[tuple[str, ...], ...]:
    """Return the names of positional parameters, of tensors, of outputs, and of other values."""
    kernel = kernel_of(function)
    # A constant result must consist of plain values: the kernel itself stays outside of the graph.
    tensors = kernel.tensor_names
    outputs = tensors[len(kernel.in_specs) :]
    values = (*kernel.scalars, *kernel.raw_params, *kernel.template_params)
    positional = tuple(
        name
        for name in kernel.signature.parameters
        if (name in tensors or name in kernel.scalars) and name not in outputs
    )
    return positional, tensors, outputs, (*values, "grid", "device", "strict")


def _find_operator(
    function: Any,
    tensors: tuple[str, ...],
    values: tuple[tuple[str, str], ...],
    *constants: Any,
) -> str:
    """Return the name of the operator for calls of this form."""
    # A differentiable kernel returns new outputs, so none may be given.
    if hasattr(function, "gradient"):
        refuse_outputs(kernel_of(function), tensors)
    return operator(function, tensors, values, constants).name


def _check_arguments(function: Any, count: int, names: tuple[str, ...]) -> None:
    """Raise `TypeError` for a wrong number of arguments, or wrong names."""
    kernel = kernel_of(function)
    # Sorting raises the same error as an eager call, in the words of the kernel.
    sort_arguments(kernel, (None,) * count, dict.fromkeys(names))
    if "stream" in names:
        msg = (
            f"{kernel.name} has no argument 'stream' under torch.compile: "
            "write `with torch.cuda.stream(s):` around the call"
        )
        raise TypeError(msg)


def _check_gradient(function: Any, name: str) -> None:
    """Raise `ArgumentError` for a tensor that requires a gradient, if the function has none."""
    if not hasattr(function, "gradient"):
        raise gradient_error(function, name)


def _check_value(function: Any, name: str) -> None:
    """Raise `TypeError` for a value that is no tensor."""
    raise tensor_error(kernel_of(function), name)


_signature = torch.compiler.assume_constant_result(_read_signature)
_operator = torch.compiler.assume_constant_result(_find_operator)
_refuse = torch.compiler.assume_constant_result(_check_arguments)
_refuse_value = torch.compiler.assume_constant_result(_check_value)
_refuse_gradient = torch.compiler.assume_constant_result(_check_gradient)


def call(
    function: Any,
    arguments: tuple[Any, ...],
    options: dict[str, Any],
) -> Any:
    """Call a kernel in a graph; the arguments are those of `ptxpy.launch.tensor_calls.call`."""
    positional, tensors, outputs, known = _signature(function)
    given = dict(zip(positional, arguments))  # noqa: B905 - a wrong number is refused below
    wrong = len(arguments) > len(positional)
    for name, value in options.items():
        wrong = wrong or name in given or (name not in tensors and name not in known)
        given[name] = value
    for name in positional:
        wrong = wrong or (name in tensors and name not in given)
    if wrong:
        _refuse(function, len(arguments), tuple(options))
    passed = tuple([name for name in tensors if name in given])
    for name in passed:
        if not isinstance(given[name], torch.Tensor):
            _refuse_value(function, name)
        if torch.is_grad_enabled() and given[name].requires_grad:
            _refuse_gradient(function, name)
    named = [name for name in given if name not in tensors]
    # Numbers may be symbols of the graph, other values are part of the operator.
    values = tuple([(name, kind_of(given[name])) for name in named])
    constants = [given[name] for name, kind in values if not kind]
    rest = [given[name] for name, kind in values if kind]
    title = _operator(function, passed, values, *constants)
    found = getattr(torch.ops.ptxpy, title).default
    returned = found(*[given[name] for name in passed], *rest)
    made = list(returned) if isinstance(returned, (tuple, list)) else [returned]
    return merge_outputs(outputs, given, made)
