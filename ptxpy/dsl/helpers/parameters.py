"""Reading the parameters of a kernel."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl import trace
from ptxpy.dsl.binding import Binding
from ptxpy.dsl.instructions import helper
from ptxpy.dsl.operands import Register, Symbol
from ptxpy.dsl.operators import operation
from ptxpy.dsl.types import Type, name_node
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES


@helper("param")
def param(dtype: Type, name: str | Symbol, dst: Any = None) -> Any:
    """Read a parameter of the kernel by its name; return the register.

    Emits `ld.param` of the type; for an array, such as a tensor map, `mov` of its address. `dst` is
    the register that it is written to, a fresh one without it. Raises `TypeError` for a type of
    another size than the parameter's.
    """
    function = trace.function_body().function
    kind = dtype.fundamental
    node = name_node(name.name if isinstance(name, Symbol) else name)
    found: Binding | None = function.entry
    declared = None if found is None else found.raw.get(node.name)
    if declared is not None and declared.dimensions:
        value = operation(f"mov.{kind}")(n.Symbol(node.name))
    else:
        if declared is not None and TYPES[declared.fundamental].bits != TYPES[kind].bits:
            msg = f"the parameter {node.name} is .{declared.fundamental}, and not .{kind}"
            raise TypeError(msg)
        value = operation(f"ld.param.{kind}")(n.Address(n.Symbol(node.name), None, ()))
    register = dst if dst is not None else Register(function.fresh(kind), kind)
    value.bind(register.node, register.declared)
    return register


@helper("global_ptrs")
def global_ptrs(*params: Any) -> tuple[Register, ...]:
    """Return the global addresses of tensors, or of parameters with addresses.

    Emits for each `ld.param.u64` and `cvta.to.global.u64`; the registers are 64 bits wide.
    """
    function = trace.function_body().function
    found = []
    for item in params:
        loaded = operation("ld.param.u64")([item])
        register = Register(function.fresh("u64"), "u64")
        operation("cvta.to.global.u64")(loaded).bind(register.node, "u64")
        found.append(register)
    return tuple(found)
