"""Registers of a thread's own: arrays by index, variables, descriptors; and `.local` memory."""

from __future__ import annotations

from math import prod
from typing import Any, Final, Literal, TypeAlias, get_args, overload

from ptxpy._counts import format_count
from ptxpy.dsl.tilelang.elements import (
    NAMES,
    check_scope,
    element_size,
    element_type,
    fresh_register,
    load,
    sizes_of,
    store,
    strides_of,
    undefined_register,
    write,
)
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import View, operation
from ptxpy.dsl.values.types import Type, number
from ptxpy.ir import nodes as n

DescKind: TypeAlias = Literal["wgmma", "tcgen05", "utcmma"]
"""The instructions that read a descriptor; `utcmma` is another name of `tcgen05`."""

_DESCRIPTOR_CLASSES: Final = {
    "u64": "b64",
    "s64": "b64",
    "b64": "b64",
    "u32": "b32",
    "s32": "b32",
    "b32": "b32",
}
_ALIGNMENT = 16


class LocalBuffer:
    """An array of a thread's own.

    `b[i, j]` is an element and `b[i, j] = x` writes one. The elements are registers, and the
    indices numbers that are known while tracing; a `dynamic` array is in `.local` memory, and its
    indices may be u32 registers as well.
    """

    def __init__(self, shape: tuple[int, ...], dtype: Type, *, dynamic: bool) -> None:
        """Declare the registers of an array, or its `.local` variable if it is in memory."""
        self.shape = shape
        self.dtype = dtype
        self.name = ""
        """The `.local` variable, if the array is in memory."""
        self.registers: tuple[Register, ...] = ()
        """The registers, the last dimension running fastest, if it has any."""
        if dynamic:
            # The name is made for a register, `%local_1_`; that of the variable is without its
            # marks.
            self.name = trace.function_body().function.unique("local").strip("%_")
            size = prod(shape) * element_size(dtype)
            specifiers = (n.Specifier(".local"), n.Align(number(_ALIGNMENT)), n.Specifier(".b8"))
            declarator = n.Declarator(n.Symbol(self.name), None, (n.Dimension(number(size)),))
            trace.record(n.Variable((), specifiers, (declarator,)), None, None)
        else:
            self.registers = tuple(
                undefined_register(dtype.fundamental) for _ in range(prod(shape))
            )

    def __getitem__(self, index: Any) -> Register:
        """Return the register of an element; in memory, emit `ld.local` into a fresh one."""
        if self.registers:
            return self.registers[self._position(index)]
        register = fresh_register(self.dtype.fundamental)
        load("local", self._address(index), (register,))
        return register

    def __setitem__(self, index: Any, value: Any) -> None:
        """Write an element: a result goes there at once, anything else by `mov`; or `st.local`."""
        if self.registers:
            write(self.registers[self._position(index)], value)
        else:
            store("local", self._address(index), (value,), self.dtype)

    def __len__(self) -> int:
        """Return how many elements the first dimension has."""
        return self.shape[0]

    def _indices(self, index: Any) -> tuple[Any, ...]:
        indices = index if isinstance(index, tuple) else (index,)
        if len(indices) != len(self.shape):
            msg = (
                f"{self!r} has {format_count(len(self.shape), 'dimension')}, "
                f"and {len(indices)} indices are given"
            )
            raise IndexError(msg)
        for position, extent in zip(indices, self.shape, strict=True):
            if type(position) is int:
                if not 0 <= position < extent:
                    msg = f"{self!r}: the index {position} is not from 0 to {extent - 1}"
                    raise IndexError(msg)
            elif not isinstance(position, Register | PendingResult | View):
                msg = f"{self!r}: an index must be a number or a u32 register, got {position!r}"
                raise TypeError(msg)
        return indices

    def _position(self, index: Any) -> int:
        indices = self._indices(index)
        if any(type(position) is not int for position in indices):
            msg = (
                f"{self!r} is in registers, which have no address: for an index that is known "
                "on the device only, allocate it with alloc_local(…, dynamic=True)"
            )
            raise trace.TraceError(msg)
        return sum(
            position * stride
            for position, stride in zip(indices, strides_of(self.shape), strict=True)
        )

    def _address(self, index: Any) -> n.Address:
        """Emit the computation of an element's address; indices that are known are an offset."""
        size = element_size(self.dtype)
        constant = 0
        base: Any = None
        for position, stride in zip(self._indices(index), strides_of(self.shape), strict=True):
            if type(position) is int:
                constant += position * stride * size
                continue
            if base is None:
                base = operation("mov.u64")(n.Symbol(self.name))
            base = operation("mad.wide.u32")(position, stride * size, base)
        node = n.Symbol(self.name) if base is None else base.operand()
        return n.Address(node, n.Literal(str(constant)) if constant else None, ())

    def __repr__(self) -> str:
        """Show type and shape."""
        where = f" {self.name}" if self.name else ""
        return f"<local {self.dtype.fundamental}{list(self.shape)}{where}>"


def alloc_local(
    shape: Any, dtype: Any, scope: str = "local", *, dynamic: bool = False
) -> LocalBuffer:
    """Allocate an array of the thread's own, with undefined contents.

    Emits nothing but the declaration of a register for each element. With `dynamic=True` it is
    declared in memory instead, `.local .align 16 .b8 local_1[bytes];`, and its elements may be
    reached by registers: each access emits `mov.u64`, a `mad.wide.u32` for each such index, and
    `ld.local` or `st.local`.
    """
    check_scope(scope, "local")
    return LocalBuffer(sizes_of(shape), element_type(dtype), dynamic=dynamic)


@overload
def alloc_var(dtype: Any, init: Any, scope: str = "local.var") -> Register: ...


@overload
def alloc_var(dtype: Any, scope: str = "local.var", *, init: Any = None) -> Register: ...


def alloc_var(dtype: Any, *args: Any, scope: str = "local.var", init: Any = None) -> Register:
    """Return a register that has a value: `init`, or zero.

    After the dtype come an initializer, a scope, or an initializer and a scope; both may be given
    by name. An initializer is a number, or a register of the type; the scope is `"local.var"`.

        alloc_var("int32", 1)
        alloc_var("int32", "local.var", init=1)

    Emits `mov`, for `bool` `setp.ne.b32`, and nothing if the initializer is the result of the last
    instruction, which then writes the register itself. `TypeError` for two initializers.
    """
    given = [*args]
    # A text alone is the scope; anything else that comes first is an initializer.
    if given and not (len(given) == 1 and isinstance(given[0], str)):
        if init is not None:
            msg = f"alloc_var() has two initializers: {given[0]!r} and init={init!r}"
            raise TypeError(msg)
        init = given.pop(0)
    if given:
        scope = given.pop(0)
    if given:
        msg = f"alloc_var() takes a dtype, an initializer and a scope, got {given[0]!r} after them"
        raise TypeError(msg)
    check_scope(scope, "local.var")
    register = fresh_register(element_type(dtype).fundamental)
    write(register, 0 if init is None else init)
    return register


def alloc_descriptor(kind: DescKind = "wgmma", dtype: Any = "uint64") -> Register:
    """Return a register for a descriptor; it is written with `ptx.inst.mov.b64(d, …)`.

    A descriptor of a matrix in shared memory has 64 bits, for wgmma (PTX ISA 9.7.15.5.1.2) as for
    tcgen05 (9.7.16.4.1); the instruction descriptor of tcgen05 has 32, `dtype="uint32"`
    (9.7.16.4.2). Emits nothing but the declaration of the register, `.b64` or `.b32`.
    """
    if kind not in get_args(DescKind):
        known = ", ".join(map(repr, get_args(DescKind)))
        msg = f"the kind of a descriptor must be one of {known}, got {kind!r}"
        raise ValueError(msg)
    name = dtype.fundamental if isinstance(dtype, Type) else NAMES.get(dtype)
    declared = _DESCRIPTOR_CLASSES.get(name or "")
    if declared is None or (kind == "wgmma" and declared != "b64"):
        sizes = "64 bits" if kind == "wgmma" else "64 bits for a matrix and 32 for an instruction"
        msg = f"a descriptor of {kind} must have {sizes}, got {dtype!r}: write dtype='uint64'"
        raise ValueError(msg)
    return undefined_register(declared)


def _sized(kind: DescKind, dtype: Any, declared: str, what: str) -> Register:
    register = alloc_descriptor(kind, dtype)
    if register.declared != declared:
        bits = declared[1:]
        msg = f"{what} must have {bits} bits, got {dtype!r}: write dtype='uint{bits}'"
        raise ValueError(msg)
    return register


def alloc_wgmma_desc(dtype: Any = "uint64") -> Register:
    """Return a `.b64` register for the descriptor of a matrix that wgmma reads."""
    return alloc_descriptor("wgmma", dtype)


def alloc_tcgen05_smem_desc(dtype: Any = "uint64") -> Register:
    """Return a `.b64` register for the descriptor of a matrix that tcgen05 reads."""
    return _sized("tcgen05", dtype, "b64", "a matrix descriptor of tcgen05")


def alloc_tcgen05_instruction_desc(dtype: Any = "uint32") -> Register:
    """Return a `.b32` register for the instruction descriptor of `tcgen05.mma`."""
    return _sized("tcgen05", dtype, "b32", "an instruction descriptor of tcgen05")


def alloc_tcgen05_instr_desc(dtype: Any = "uint32") -> Register:
    """Do the same as `alloc_tcgen05_instruction_desc`, under another name."""
    return alloc_tcgen05_instruction_desc(dtype)
