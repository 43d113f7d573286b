"""Calls of kernels with JAX arrays, eager or traced: `c = gemm(a, b)`, `jax.jit(gemm)(a, b)`.

Both make the same node of a JAX program, `jax.ffi.ffi_call`, whose only attribute is the handle of
the kernel with its dimensions, parameters and grid.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.integrations.jax.argument_checks import (
    check_arguments,
    is_jax,
    is_traced,
    python_number,
    wide_type_hint,
)
from ptxpy.integrations.jax.handler import take_exception
from ptxpy.integrations.jax.prepared_calls import PreparedCall, prepare
from ptxpy.integrations.jax.registration import require_registration
from ptxpy.integrations.jax.registry import get_cubin_registry
from ptxpy.launch import mark_input, plan_call, strip_readonly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.dsl import StandaloneKernel
    from ptxpy.launch import CallArguments, CallPlan

__all__ = ["call", "run_prepared"]

MAX_PREPARED_CALLS: Final = 4096
"""Calls that are kept prepared; one that is called again after it was dropped is planned anew."""

_prepared: Final[dict[Any, tuple[PreparedCall, CallPlan]]] = {}
_lock: Final = Lock()


def call(kernel: StandaloneKernel, given: CallArguments) -> Any:
    """Call a kernel with JAX arrays, or while JAX traces; return its outputs as JAX arrays.

    An output that is given as a JAX array gives the new output its contents before the kernel runs;
    the array itself stays as it is. One that is given as a NumPy array is written in place.

    Raises `TypeError` and `ValueError`, with the name of the argument, for one that the kernel does
    not take, before anything is launched; and for arrays with values whatever the kernel raises on
    the CPU. In a function that JAX compiles, JAX raises an error with the same text.
    """
    require_registration()
    given = given._replace(
        tensors={name: strip_readonly(value) for name, value in given.tensors.items()},
        values={name: python_number(value) for name, value in given.values.items()},
    )
    if not kernel.out_specs:
        msg = (
            f"{kernel.name} has no out_specs, and JAX arrays cannot be written to; declare the "
            "tensors that it writes as outputs"
        )
        raise TypeError(msg)
    check_arguments(kernel, given)
    # Arrays of NumPy are written in place, which is no operation of a JAX program.
    if _is_in_place(kernel, given):
        plan = plan_call(kernel, given)
        inputs = {name: mark_input(given.tensors[name]) for name in plan.inputs}
        outputs = {each.name: given.tensors[each.name] for each in plan.outputs}
        plan.run({**inputs, **outputs})
        found = tuple(outputs.values())
        return found if len(found) > 1 else found[0]
    prepared = _find_prepared(kernel, given)
    arrays = [given.tensors[name] for name in prepared.names]
    return run_prepared(prepared, arrays)


def run_prepared(prepared: PreparedCall, arrays: Sequence[Any]) -> Any:
    """Call a prepared kernel; return its output, a tuple of several, or None.

    With arrays that have values, errors of the kernel on the CPU are raised here; GPUs are not
    waited for.
    """
    try:
        results = prepared.bind(arrays)
        for each in results:
            if not is_traced(each) and all(found.platform == "cpu" for found in each.devices()):
                each.block_until_ready()
    except (RuntimeError, ValueError) as error:  # JAX raises both for errors of a handler
        original = take_exception(str(error))
        if original is None:
            raise
        raise original from None
    return results if len(results) > 1 else results[0] if results else None


# ----------------------------------------------------------------------- prepared calls


def _find_prepared(kernel: StandaloneKernel, given: CallArguments) -> PreparedCall:
    tensors = tuple(
        (name, getattr(value, "shape", None), str(getattr(value, "dtype", type(value))))
        for name, value in given.tensors.items()
    )
    # Equal numbers of other types are other numbers: 1, 1.0 and True.
    others = tuple(
        (name, type(value), _constant(value))
        for part in (given.values, given.templates, given.launch)
        for name, value in part.items()
    )
    for name, kind, value in others:
        try:
            hash(value)
        except TypeError:
            msg = (
                f"{kernel.name}: {name} becomes part of a JAX program, so it must be a value that "
                f"stays as it is, as a number or a tuple, got a {kind.__name__}"
            )
            raise TypeError(msg) from None
    key = kernel, kernel.arch, tensors, others
    with _lock:
        found = _prepared.get(key)
    if found is not None:
        # The registry may have been cleared, and names that the kernel reads may have changed.
        prepared, plan = found
        is_there = get_cubin_registry().get(prepared.handle) is not None
        if is_there and not plan.bound.surroundings.has_changed():
            return prepared
    plan = _plan(kernel, given)
    made = prepare(plan, given)
    with _lock:
        # Dictionaries keep the order of insertion: the oldest call goes.
        if len(_prepared) >= MAX_PREPARED_CALLS:
            del _prepared[next(iter(_prepared))]
        _prepared[key] = made, plan
    return made


def _plan(kernel: StandaloneKernel, given: CallArguments) -> CallPlan:
    try:
        return plan_call(kernel, given)
    except TypeError as error:
        hint = wide_type_hint(kernel, given)
        if not hint:
            raise
        msg = f"{error}; {hint}"
        raise TypeError(msg) from None


def _constant(value: Any) -> Any:
    """Return a value that differs for 0.0 and -0.0, and is equal for two NaNs."""
    if isinstance(value, list):
        return tuple(value)
    return repr(value) if isinstance(value, float | np.generic) else value


# ----------------------------------------------------------------------- outputs in place


def _is_in_place(kernel: StandaloneKernel, given: CallArguments) -> bool:
    """Return whether outputs are given as arrays that are not JAX's, to be written in place.

    Raises `TypeError` if that cannot be, since JAX traces, or another output is JAX's.
    """
    names = kernel.tensor_names[len(kernel.in_specs) :]
    plain = [name for name in names if name in given.tensors and not is_jax(given.tensors[name])]
    if not plain:
        return False
    if len(plain) < len(names) or any(is_traced(value) for value in given.tensors.values()):
        msg = (
            f"{kernel.name}: the output {plain[0]} cannot be written in place by a JAX program; "
            f"leave it out, or pass jnp.asarray({plain[0]}) for what it begins with"
        )
        raise TypeError(msg)
    return True
