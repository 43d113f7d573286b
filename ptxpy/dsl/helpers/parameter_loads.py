"""Reading the parameters of a kernel."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.functions.binding import Binding
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import fresh
from ptxpy.dsl.values.assignment import HALF_BITS
from ptxpy.dsl.values.operand_conversion import Register, Symbol
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.types import Type, name_node
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES
from ptxpy.isa.suggest import nearest

_ADDRESS_BITS = 64
"""Bits of an address."""


@helper("param")
def param(dtype: Type | str | Symbol, name: str | Symbol | None = None, dst: Any = None) -> Any:
    """Read a parameter of the kernel by its name; return the register.

    `ValueError` for a name that no parameter has.

    Emits `ld.param` of the type; for an array, such as a tensor map, `mov` of its address. `dst` is
    the register that it is written to, a fresh one without it. Raises `TypeError` for a type of
    another size than the parameter's.
    """
    function = trace.function_body().function
    if name is None and isinstance(dtype, str | Symbol):
        shown = dtype if isinstance(dtype, str) else dtype.name
        msg = f'a parameter is read by a type and its name, ptx.param(u32, "{shown}")'
        raise TypeError(msg)
    if not isinstance(dtype, Type):
        msg = f"a type is one of ptxpy.types, as u32 or f32; not {dtype!r}"
        raise TypeError(msg)
    if not isinstance(name, str | Symbol):
        msg = f'a parameter is read by its name, ptx.param(u32, "n"), not {name!r}'
        raise TypeError(msg)
    if isinstance(name, Symbol):
        trace.check_trace(name)
    kind = dtype.fundamental
    node = name_node(name.name if isinstance(name, Symbol) else name)
    _check_there(function, node.name, TYPES[kind].bits)
    found: Binding | None = function.entry
    declared = None if found is None else found.raw.get(node.name)
    if declared is not None and declared.dimensions:
        value = operation(f"mov.{kind}")(n.Symbol(node.name))
    else:
        if declared is not None and TYPES[declared.fundamental].bits != TYPES[kind].bits:
            msg = (
                f"the parameter {node.name} is .{declared.fundamental}, and not .{kind}: declare "
                f"it as {kind}, or read it as {declared.fundamental}"
            )
            raise TypeError(msg)
        if function.scope is not None:
            function.scope.check_parameter(node.name, kind)
        loaded = f"b{TYPES[kind].bits}" if kind in HALF_BITS else kind
        value = operation(f"ld.param.{loaded}")(n.Address(n.Symbol(node.name), None, ()))
    register = dst if dst is not None else fresh(kind)
    value.bind(register.node, register.declared)
    return register


def _check_there(function: Any, name: str, bits: int) -> None:
    """Check that a standalone kernel has a parameter, and its number of bits."""
    entry: Binding | None = function.entry
    scope = function.scope
    if entry is None or not entry.is_standalone or scope is None:
        return
    found = scope.names.own(name)
    if found is None or not found.space.startswith(".param"):
        listed = scope.names.listed()
        close = nearest(name, [title for title, each in listed if each.space.startswith(".param")])
        hint = f"; did you mean {close[0]!r}?" if close else ""
        msg = f"{function.symbol} has no parameter {name!r}{hint}"
        raise ValueError(msg)
    kind = TYPES.get(found.type)
    if name not in entry.raw and kind is not None and kind.bits != bits:
        msg = f"the parameter {name} is .{found.type}, and {bits} bits of it are read"
        raise TypeError(msg)


@helper("global_ptrs")
def global_ptrs(*params: Any) -> tuple[Register, ...]:
    """Return the global addresses of tensors, or of parameters with addresses.

    Emits for each `ld.param.u64` and `cvta.to.global.u64`; the registers are 64 bits wide.
    """
    function = trace.function_body().function
    found = []
    for item in params:
        if not isinstance(item, str | Symbol):
            msg = f"ptx.global_ptrs takes tensors, or the names of parameters, not {item!r}"
            raise TypeError(msg)
        name = item.name if isinstance(item, Symbol) else item
        if isinstance(name, str):
            _check_there(function, name, _ADDRESS_BITS)
        loaded = operation("ld.param.u64")([item])
        register = fresh("u64")
        operation("cvta.to.global.u64")(loaded).bind(register.node, "u64")
        found.append(register)
    return tuple(found)
