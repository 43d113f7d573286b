"""Short names: special registers, parameters, addresses, declarations, and numbers with a meaning.

The numbers are tables of truth, clamps of shuffles and codes of tensor maps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ptxpy.dsl.functions.binding import Binding
from ptxpy.dsl.namespaces.statements import Statements
from ptxpy.dsl.namespaces.variables import var as declare
from ptxpy.dsl.shared_memory.addresses import address
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult, fresh
from ptxpy.dsl.values.assignment import HALF_BITS
from ptxpy.dsl.values.operand_conversion import Handle, Register, Symbol, named, operand
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.types import Type, name_node
from ptxpy.ir import nodes as n
from ptxpy.isa import (
    SPECIAL_REGISTERS,
    TYPES,
    lookup,
    nearest,
    segment_clamp,
    table_of,
    tensor_map_code,
)

_LINKAGES = ("extern", "visible", "weak", "common")
"""The linkage of a variable: which modules see it (PTX ISA 11.6)."""
_ADDRESS_BITS = 64


@helper("sreg")
def sreg(name: str) -> PendingResult:
    """Emit `mov.u32` of a special register, `.u64` or `.pred` of those that are so wide.

    `ptx.sreg("%clusterid.x")`, with or without the percent sign; the destination is open. Other
    instructions than `mov` cannot read a special register (PTX ISA 10). `ValueError` for a name
    that PTX does not have.
    """
    if not isinstance(name, str):
        msg = f'ptx.sreg takes a name, ptx.sreg("%laneid"), not {name!r}'
        raise TypeError(msg)
    base, _, component = name.removeprefix("%").partition(".")
    found = lookup("%" + base)
    if found is None:
        like = [one.name for one in SPECIAL_REGISTERS if base.split("_")[0] in one.name]
        msg = f"PTX has no special register %{base}"
        raise ValueError(msg + (f"; there are {', '.join(like)}" if like else ""))
    wanted = "xyzw" if found.components else ""
    if (component or "-") not in (wanted or "-"):
        shown = ", ".join(f"%{base}.{letter}" for letter in found.components) or f"%{base}"
        msg = f"%{name.removeprefix('%')} is not a register of PTX: there is {shown}"
        raise ValueError(msg)
    # `%envreg0` and its like have 32 bits without a type, which are read as a number.
    kind = "u32" if found.type == "b32" else found.type
    return operation(f"mov.{kind}")(named("%" + name.removeprefix("%")))


@helper("ctaid_x")
def ctaid_x() -> PendingResult:
    """Emit `mov.u32` of `%ctaid.x`; the destination is open."""
    return sreg("%ctaid.x")


@helper("ctaid_y")
def ctaid_y() -> PendingResult:
    """Emit `mov.u32` of `%ctaid.y`; the destination is open."""
    return sreg("%ctaid.y")


def _converted(opcode: str, src: Any, dst: Any) -> Any:
    result = operation(opcode)(src)
    if dst is None:
        return result
    result.bind(operand(dst), getattr(dst, "declared", ""))
    return dst


@helper("cvta.param")
def cvta_param(src: Any, dst: Any = None) -> Any:
    """Emit `cvta.param.u64 dst, src`: the generic address of a kernel parameter (PTX 7.7).

    Returns the destination, which is open when none is given.
    """
    return _converted("cvta.param.u64", src, dst)


@helper("cvta.to_global")
def cvta_to_global(src: Any, dst: Any = None) -> Any:
    """Emit `cvta.to.global.u64 dst, src`: a generic address becomes one of global memory.

    Returns the destination, which is open when none is given.
    """
    return _converted("cvta.to.global.u64", src, dst)


@helper("addr")
def addr(base: Any, offset: Any = None) -> n.Address:
    """Return the operand `[base]` or `[base+offset]`; nothing is emitted.

    `base` is a register, a name, a variable, or an object in shared memory; `offset` a number of
    bytes. `TypeError` for an offset in a register: PTX adds none.
    """
    if offset is not None and type(offset) is not int:
        msg = (
            f"the offset of an address must be a number of bytes, got {offset!r}: add the register"
        )
        if isinstance(offset, Handle | PendingResult):
            msg += " to the base first, ptx.addr(base + offset)"
        raise TypeError(msg)
    return address(base, offset or 0)


@helper("file_")
def file_(file_idx: int, filename: str) -> None:
    """Emit `.file file_idx "filename"` in the module, also from inside a kernel."""
    if type(file_idx) is not int or file_idx < 0:
        msg = f"the number of a file must be at least 0, got {file_idx!r}"
        raise ValueError(msg)
    if not isinstance(filename, str):
        msg = f"the name of a file must be text, got {filename!r}"
        raise TypeError(msg)
    body = trace.body()
    with trace.opened(body if body.function is None else body.module.body):
        Statements().file(file_idx, filename)


@helper("var")
def var(
    state_space: str,
    dtype: Type,
    name: str,
    *,
    size: int | None = None,
    align: int | None = None,
    linking: str | None = None,
) -> Symbol:
    """Declare a variable in the open scope: `ptx.var("shared", b8, "tile", size=1024, align=128)`.

    `size` is the number of elements of an array. Returns the variable, which is an operand:
    `[v]` or `ptx.addr(v)` is its address. `linking` (`visible`, `extern`, …) is for variables of
    the module: `TraceError` inside a function (PTX ISA 11.6).
    """
    if not isinstance(dtype, Type):
        msg = f'ptx.var takes a type: ptx.var("shared", b8, "tile", size=1024), not {dtype!r}'
        raise TypeError(msg)
    if size is not None and (type(size) is not int or size < 1):
        msg = f"the size of {name} must be a number of elements, at least 1, got {size!r}"
        raise ValueError(msg)
    # `shared__cta` is `shared::cta`, as in the names of instructions.
    space = state_space.replace("__", "::") if type(state_space) is str else ""
    if "." + space not in n.STATE_SPACES or space == "reg":
        msg = (
            "the state space of a variable must be global, const, shared, local or param, "
            f"got {state_space!r}"
        )
        raise ValueError(msg)
    if dtype.fundamental == "pred":
        msg = (
            f"predicates are registers, reg.scalar(pred); {name!r} in memory has a type with bytes"
        )
        raise TypeError(msg)
    if align is not None and (type(align) is not int or align < 1 or align & (align - 1)):
        msg = f"an alignment must be a power of two, got {align!r}"
        raise ValueError(msg)
    if linking is not None and linking not in _LINKAGES:
        msg = f"linking must be one of {', '.join(_LINKAGES)}, got {linking!r}"
        raise ValueError(msg)
    scope = trace.body().scope
    if linking is None and scope is not None and scope.names.own(name) is not None:
        msg = f"{name} is the name of something else here: give the variable another"
        raise trace.TraceError(msg)
    if linking is not None and trace.body().function is not None:
        msg = f".{linking} {name} is a variable of the module: declare it outside the function"
        raise trace.TraceError(msg)
    kind = dtype if size is None else dtype[size]
    declared: Symbol = declare(space, kind, name, align=align, linkage=linking)
    return declared


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
        msg = f"a type must be one of ptxpy.types, as u32 or f32, got {dtype!r}"
        raise TypeError(msg)
    if not isinstance(name, str | Symbol):
        msg = f'a parameter is read by its name, ptx.param(u32, "n"), not by {name!r}'
        raise TypeError(msg)
    if isinstance(name, Symbol):
        trace.check_trace(name)
    kind = dtype.fundamental
    node = name_node(name.name if isinstance(name, Symbol) else name)
    _check_parameter(function, node.name, TYPES[kind].bits)
    found: Binding | None = function.entry
    declared = None if found is None else found.raw.get(node.name)
    # An array has no value that `ld.param` could load: its address is meant.
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
        # `ld` has no `.f16` and `.bf16`: halves are loaded as bits.
        loaded = f"b{TYPES[kind].bits}" if kind in HALF_BITS else kind
        value = operation(f"ld.param.{loaded}")(n.Address(n.Symbol(node.name), None, ()))
    register = dst if dst is not None else fresh(kind)
    value.bind(register.node, register.declared)
    return register


def _check_parameter(function: Any, name: str, bits: int) -> None:
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
            _check_parameter(function, name, _ADDRESS_BITS)
        loaded = operation("ld.param.u64")([item])
        register = fresh("u64")
        operation("cvta.to.global.u64")(loaded).bind(register.node, "u64")
        found.append(register)
    return tuple(found)


@helper("lut")
def lut(function: Callable[[int, int, int], int]) -> int:
    """Return the table of truth that `lop3` takes: `ptx.lut(lambda a, b, c: a & b | c)` is 0xEA."""
    return table_of(function)


@helper("shfl.clamp")
def clamp(width: int, *, up: bool = False) -> int:
    """Return the operand c of `shfl.sync`, with which segments of lanes shuffle apart.

    Args:
        width: Lanes of a segment: 1, 2, 4, 8, 16 or 32.
        up: Whether the mode is `.up`.
    """
    return segment_clamp(width, up=up)


@helper("tensormap.code")
def code(field: str, name: str) -> int:
    """Return the number of a value that `tensormap.replace` takes.

    Args:
        field: `"elemtype"`, `"interleave_layout"`, `"swizzle_mode"`, `"swizzle_atomicity"` or
            `"fill_mode"`.
        name: The value: `"bf16"` of an elemtype, `"128B"` of a swizzle_mode.
    """
    return tensor_map_code(field, name)
