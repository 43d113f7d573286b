"""Operators of PyTorch that run kernels, defined when a compiler or a transform needs one.

Eager calls of plain tensors need none. An operator stands for one kernel, the tensors and values
that a call gives, and the values that PyTorch has no type for. Numbers are arguments of the
operator, so that they may be symbols while PyTorch traces.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Sequence
from hashlib import blake2b
from threading import RLock
from types import CodeType, FunctionType
from typing import Any, Final

from ptxpy._records import NamedTuple
from ptxpy.dsl import StandaloneKernel, Tile, Type
from ptxpy.integrations.pytorch.execution import execute, written_names
from ptxpy.integrations.pytorch.requirements import require_torch
from ptxpy.integrations.pytorch.tensors import arrange, device_of, output_forms, tiles_of
from ptxpy.launch import CallArguments, strip_readonly

__all__ = [
    "Gradient",
    "Operator",
    "arguments_of",
    "describe",
    "digest",
    "kind_of",
    "merge_outputs",
    "missing_gradient",
    "operator",
    "plain_name",
    "role",
]


torch: Final = require_torch()

NAMESPACE: Final = "ptxpy"

_TYPES: Final = frozenset({"Tensor", "Scalar", "None", "int", "float", "bool", "str", "Device"})
"""Words that the schema of an operator has a meaning for."""


class Gradient(NamedTuple):
    """How autograd differentiates an operator."""

    save: Callable[[Any, CallArguments, dict[str, Any]], None]
    """Keep the tensors for the gradients, given the context, the arguments, the outputs by name."""
    gradients: Callable[[Any, tuple[Any, ...], Operator | None], dict[str, Any]]
    """Return the gradients of inputs by name, from the context, those of the outputs, and the
    operator that computes them."""
    backward: Callable[[Operator], Operator] | None = None
    """Define the operator that computes the gradients of another; None if there are none."""


class Operator(NamedTuple):
    """An operator, and how the arguments of a call become its own."""

    name: str
    """The name in `torch.ops.ptxpy`."""
    kernel: StandaloneKernel
    tensors: tuple[str, ...]
    """The names of the tensors that the call gives: the first arguments."""
    values: tuple[tuple[str, str], ...]
    """The names of the values that it gives, with their types in the schema; empty for those that
    are part of the operator."""
    constants: tuple[Any, ...]
    """The values without a type in the schema."""

    @property
    def overload(self) -> Any:
        """The operator for PyTorch."""
        return getattr(getattr(torch.ops, NAMESPACE), self.name).default

    def given(self, arguments: Sequence[Any]) -> CallArguments:
        """Return the arguments of the call, from those of the operator."""
        count = len(self.tensors)
        # Values without a type of PyTorch are constants of the operator.
        passed, fixed = iter(arguments[count:]), iter(self.constants)
        found = CallArguments(dict(zip(self.tensors, arguments, strict=False)), {}, {}, {})
        for name, kind in self.values:
            value = next(passed if kind else fixed)
            role(self.kernel, name, found)[name] = tuple(value) if kind == "SymInt[]" else value
        return found


def kernel_of(function: Any) -> StandaloneKernel:
    """Return the kernel that a call runs: of a differentiable one, the forward kernel."""
    found: StandaloneKernel = getattr(function, "forward_kernel", function)
    return found


def role(kernel: StandaloneKernel, name: str, given: CallArguments) -> dict[str, Any]:
    """Return the part of the arguments that a value of a call belongs to."""
    if name in kernel.scalars or name in kernel.raw_params:
        return given.values
    return given.templates if name in kernel.template_params else given.launch


def kind_of(value: Any) -> str:
    """Return the type of a value in the schema of an operator; empty if it has none.

    `torch.compile` traces this function.
    """
    found = ""
    if isinstance(value, bool):
        found = "bool"
    elif isinstance(value, int):
        # PyTorch's integers have 64 bits.
        found = "SymInt" if -(2**63) <= value < 2**63 else ""
    elif isinstance(value, float):
        found = "Scalar"
    elif isinstance(value, str):
        found = "str"
    elif isinstance(value, tuple | list) and len(value) > 0:
        found = "SymInt[]"
        for each in value:
            found = found if kind_of(each) == "SymInt" else ""
    return found


_operators: dict[Any, Operator] = {}
_lock: Final = RLock()
_libraries: list[Any] = []
"""The library of the operators, which are there as long as it is."""


def arguments_of(made: Operator, given: CallArguments) -> list[Any]:
    """Return the arguments of an operator for a call of its form."""
    named = {**given.values, **given.templates, **given.launch}
    tensors = [strip_readonly(given.tensors[name]) for name in made.tensors]
    return [*tensors, *(named[name] for name, kind in made.values if kind)]


def describe(function: Any, given: CallArguments) -> Operator:
    """Return the operator for a call of a kernel or of a differentiable one."""
    kernel = kernel_of(function)
    tensors = tuple(name for name in kernel.tensor_names if name in given.tensors)
    named = {**given.values, **given.templates, **given.launch}
    values = tuple((name, kind_of(value)) for name, value in named.items())
    constants = tuple(named[name] for name, kind in values if not kind)
    return operator(function, tensors, values, constants)


def operator(
    function: Any,
    tensors: tuple[str, ...],
    values: tuple[tuple[str, str], ...],
    constants: tuple[Any, ...],
    name: str | None = None,
) -> Operator:
    """Return the operator for calls of one form; define it the first time.

    The operators that compute its gradients are defined with it: a graph that a compiler has kept
    on disk calls them in a process that has not traced them. The name of each therefore follows
    from that of the forward operator, which is the one that the graph was found by.
    """
    key = (function, tensors, values, tuple((type(value), value) for value in constants), name)
    with _lock:
        found = _operators.get(key)
        if found is None:
            name = name or _unique_name(function, (tensors, values, constants))
            found = Operator(name, kernel_of(function), tensors, values, constants)
            _define(found, getattr(function, "gradient", None))
            _operators[key] = found
        return found


def _unique_name(function: Any, form: tuple[Any, ...]) -> str:
    described = getattr(function, "described", (function,))
    name = f"{plain_name(function.name)}_{digest(*described, *form)}"
    taken = {each.name for each in _operators.values()}
    count = 1
    unique = name
    while unique in taken:
        count += 1
        unique = f"{name}_{count}"
    return unique


def merge_outputs(names: Sequence[str], given: dict[str, Any], made: Sequence[Any]) -> Any:
    """Return the result of a call: None, its output, or a tuple of its outputs.

    `torch.compile` traces this function.
    """
    rest = list(made)
    outputs = [given[name] if name in given else rest.pop(0) for name in names]
    if not outputs:
        return None
    return outputs[0] if len(outputs) == 1 else tuple(outputs)


# --------------------------------------------------------------------- definition


def _define(made: Operator, gradient: Gradient | None) -> None:
    if not _libraries:
        _libraries.append(torch.library.Library(NAMESPACE, "FRAGMENT"))
    library = _libraries[0]
    tag = getattr(torch.Tag, "needs_exact_strides", torch.Tag.needs_fixed_stride_order)
    library.define(_schema(made), tags=(torch.Tag.pt2_compliant_tag, tag))
    qualified = f"{NAMESPACE}::{made.name}"

    def run(*arguments: Any) -> Any:
        return _returned(execute(made.kernel, made.given(arguments)))

    def allocate(*arguments: Any) -> Any:
        given = made.given(arguments)
        device = device_of(given.tensors)
        forms = output_forms(made.kernel, given)
        return _returned({each.name: each.allocate(device) for each in forms})

    library.impl(made.name, run, "CompositeExplicitAutograd")
    torch.library.register_fake(qualified, allocate, lib=library)
    if _written(made):
        torch.library.register_vmap(qualified, _refuse_batches(made), lib=library)
        return
    backward = gradient.backward(made) if gradient is not None and gradient.backward else None
    save, differentiate = _autograd(made, gradient, backward)
    torch.library.register_autograd(qualified, differentiate, setup_context=save, lib=library)
    torch.library.register_vmap(qualified, _batched(made), lib=library)


def _written(made: Operator) -> list[str]:
    return [name for name in made.tensors if name in written_names(made.kernel)]


def _returned(outputs: dict[str, Any]) -> Any:
    found = tuple(outputs.values())
    return found if len(found) > 1 else found[0] if found else None


def _schema(made: Operator) -> str:
    kernel, written = made.kernel, _written(made)
    parts = []
    for number, name in enumerate(made.tensors):
        alias = f"(a{number}!)" if name in written else ""
        parts.append(f"Tensor{alias} {_argument_name(name, number)}")
    for number, (name, kind) in enumerate(made.values, len(made.tensors)):
        if kind:
            parts.append(f"{kind} {_argument_name(name, number)}")
    outputs = kernel.tensor_names[len(kernel.in_specs) :]
    count = sum(name not in made.tensors for name in outputs)
    returned = "Tensor" if count == 1 else f"({', '.join(['Tensor'] * count)})"
    return f"{made.name}({', '.join(parts)}) -> {returned}"


def _argument_name(name: str, number: int) -> str:
    if name.isascii() and not keyword.iskeyword(name) and name not in _TYPES:
        return name
    return f"argument_{number}"


# --------------------------------------------------------------------- transforms


def missing_gradient(kernel: StandaloneKernel) -> RuntimeError:
    """Return the error for gradients through a kernel that has none."""
    msg = (
        f"the kernel {kernel.name} has no gradient: write "
        f"ptxpy.differentiable_kernel({kernel.name}, its_backward) and use that in its place; "
        "for gradients of second order, as the backward kernel of another"
    )
    return RuntimeError(msg)


def _autograd(
    made: Operator, gradient: Gradient | None, backward: Operator | None
) -> tuple[Callable[..., None], Callable[..., Any]]:
    """Return the functions that autograd calls forward and backward."""
    kernel = made.kernel

    def save(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        if gradient is not None:
            outputs = kernel.tensor_names[len(kernel.in_specs) :]
            returned = output if isinstance(output, tuple | list) else (output,)
            gradient.save(ctx, made.given(inputs), dict(zip(outputs, returned, strict=True)))

    def differentiate(ctx: Any, *gradients: Any) -> tuple[Any, ...]:
        if gradient is None:
            raise missing_gradient(kernel)
        found = gradient.gradients(ctx, gradients, backward)
        passed = [name for name, kind in made.values if kind]
        return tuple(found.get(name) for name in (*made.tensors, *passed))

    return save, differentiate


def _refuse_batches(made: Operator) -> Callable[..., Any]:
    """Return what `torch.vmap` calls for an operator that writes to its arguments."""

    def run(*_: Any) -> None:
        name = _written(made)[0]
        msg = (
            f"{made.kernel.name} writes to {name}, and torch.vmap maps only kernels whose outputs "
            "are new; declare it in out_specs, and do not pass it"
        )
        raise RuntimeError(msg)

    return run


def _batched(made: Operator) -> Callable[..., Any]:
    """Return the operator for `torch.vmap`: one launch for each element of the batch."""
    tiles = tiles_of(made.kernel)
    names = [*made.tensors, *(name for name, kind in made.values if kind)]

    def run(info: Any, in_dims: tuple[Any, ...], *arguments: Any) -> tuple[Any, Any]:
        results = []
        for index in range(info.batch_size):
            each = [
                value if axis is None else arrange(tiles[name], value.select(axis, index))
                for name, axis, value in zip(names, in_dims, arguments, strict=True)
            ]
            results.append(made.overload(*each))
        if not isinstance(results[0], tuple | list):
            return torch.stack(results), 0
        stacked = tuple(torch.stack(parts) for parts in zip(*results, strict=True))
        return stacked, (0,) * len(stacked)

    return run


_PLAIN: Final = (int, float, complex, str, bytes, type(None), Tile, Type)
"""Types whose values show all that they are."""

_DEEPEST: Final = 8
"""Nesting of values beyond which a description says nothing more."""


def plain_name(name: str) -> str:
    """Return a name for an operator or an argument: letters of ASCII, digits and underscores."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def digest(*parts: Any) -> str:
    """Return 16 hexadecimal digits for kernels, values and functions.

    They follow from the contents of these objects, not from their addresses, so that a program that
    runs again has the same names, which compilers keep in their caches. Different objects may have
    the same digits, so whoever needs a unique name must look for an equal one.
    """
    text = "\n".join(_described(part, 0) for part in parts)
    return blake2b(text.encode("utf-8", "backslashreplace"), digest_size=8).hexdigest()


def _described(value: Any, depth: int) -> str:
    if depth > _DEEPEST:
        return "…"
    depth += 1
    if isinstance(value, tuple | list):
        found = f"{type(value).__name__}{[_described(each, depth) for each in value]}"
    elif isinstance(value, dict):
        found = f"dict{[(repr(key), _described(each, depth)) for key, each in value.items()]}"
    elif isinstance(value, StandaloneKernel):
        found = _kernel(value, depth)
    elif isinstance(value, FunctionType):
        found = _function(value, depth)
    elif isinstance(value, CodeType):
        inner = [_described(each, depth) for each in value.co_consts]
        found = f"{value.co_name} {value.co_names} {value.co_code.hex()} {inner}"
    else:
        found = repr(value) if isinstance(value, _PLAIN) else type(value).__qualname__
    return found


def _kernel(kernel: StandaloneKernel, depth: int) -> str:
    parts = (
        kernel.name,
        kernel.body,
        kernel.in_specs,
        kernel.out_specs,
        kernel.grid,
        kernel.block,
        kernel.cluster,
        kernel.smem,
        kernel.template_params,
    )
    return f"kernel{[_described(part, depth) for part in parts]}"


def _function(function: FunctionType, depth: int) -> str:
    cells = []
    for cell in function.__closure__ or ():
        try:
            cells.append(_described(cell.cell_contents, depth))
        except ValueError:  # not bound yet
            cells.append("")
    where = f"{function.__module__}.{function.__qualname__}"
    defaults = _described(function.__defaults__, depth)
    return f"{where}({defaults}){cells}{_described(function.__code__, depth)}"
