"""Special registers, addresses, conversions of addresses, and declarations, by short names."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.namespaces.statements import Statements
from ptxpy.dsl.namespaces.variables import var as declare
from ptxpy.dsl.shared_memory.addresses import address
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import Handle, Symbol, named, operand
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.types import Type
from ptxpy.ir import nodes as n
from ptxpy.isa.special_registers import SPECIAL_REGISTERS, lookup

_LINKAGES = ("extern", "visible", "weak", "common")
"""The linkage of a variable: which modules see it (PTX ISA 11.6)."""


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
        msg = f"the offset of an address is a number of bytes, not {offset!r}: add the register"
        if isinstance(offset, Handle | PendingResult):
            msg += " to the base first, ptx.addr(base + offset)"
        raise TypeError(msg)
    return address(base, offset or 0)


@helper("file_")
def file_(file_idx: int, filename: str) -> None:
    """Emit `.file file_idx "filename"` in the module, also from inside a kernel."""
    if type(file_idx) is not int or file_idx < 0:
        msg = f"the number of a file is from 0 on, not {file_idx!r}"
        raise ValueError(msg)
    if not isinstance(filename, str):
        msg = f"the name of a file is text, not {filename!r}"
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
    """Declare a variable where it stands: `ptx.var("shared", b8, "tile", size=1024, align=128)`.

    `size` is the number of elements of an array. Returns the variable, which is an operand:
    `[v]` or `ptx.addr(v)` is its address. `linking` (`visible`, `extern`, …) is for variables of
    the module: `TraceError` inside a function (PTX ISA 11.6).
    """
    if not isinstance(dtype, Type):
        msg = f'ptx.var takes a type: ptx.var("shared", b8, "tile", size=1024), not {dtype!r}'
        raise TypeError(msg)
    if size is not None and (type(size) is not int or size < 1):
        msg = f"the size of {name} is a number of elements, at least 1, not {size!r}"
        raise ValueError(msg)
    space = state_space.replace("__", "::") if type(state_space) is str else ""
    if "." + space not in n.STATE_SPACES or space == "reg":
        msg = (
            f"a variable lies in global, const, shared, local or param memory, not {state_space!r}"
        )
        raise ValueError(msg)
    if dtype.fundamental == "pred":
        msg = (
            f"predicates are registers, reg.scalar(pred); {name!r} in memory has a type with bytes"
        )
        raise TypeError(msg)
    if align is not None and (type(align) is not int or align < 1 or align & (align - 1)):
        msg = f"an alignment is a power of two, not {align!r}"
        raise ValueError(msg)
    if linking is not None and linking not in _LINKAGES:
        msg = f"linking is one of {', '.join(_LINKAGES)}, not {linking!r}"
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
