"""Arithmetic, logic and comparisons with the type as a value: `ptx.add(u32, d, a, b)`."""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.helpers.typed_forms import (
    bitwise,
    constant,
    explicit,
    is_integer,
    kind_of,
    moved,
    no_form,
    signed,
    typed,
)
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import LoadedValue, Register
from ptxpy.dsl.values.operators import View, operation, style
from ptxpy.dsl.values.types import Type
from ptxpy.isa import TYPES

_MODES: Final = ("lo", "hi", "wide")
_COMPARISONS: Final = (
    *("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"),
    *("equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"),
)


@typed("mov", form="(u32, d, a)")
def mov(dtype: Type, dst: Any, src: Any, *, pred: Any = None) -> None:
    """Emit `mov.dtype dst, src`; halves are moved as bits, and so are constants of them."""
    kind = kind_of(dtype)
    explicit(f"mov.{moved('mov', kind)}")(dst, constant(kind, src), when=pred)


@typed("add", form="(u32, d, a, b)")
def add(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `add.dtype dst, a, b`; of untyped bits `add.s32` and so on."""
    explicit(f"add.{signed(kind_of(dtype))}")(dst, a, b, when=pred)


@typed("sub", form="(u32, d, a, b)")
def sub(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `sub.dtype dst, a, b`; of untyped bits `sub.s32` and so on."""
    explicit(f"sub.{signed(kind_of(dtype))}")(dst, a, b, when=pred)


def _product(name: str, kind: str, mode: str | None) -> str:
    """Return the opcode of a product: integers have a mode, floats have none."""
    if mode is not None and mode not in _MODES:
        msg = f"the mode of {name} is lo, hi or wide, not {mode!r}"
        raise ValueError(msg)
    if is_integer(kind):
        if TYPES[kind].kind == "bits" and mode in ("hi", "wide"):
            size = kind[1:]
            no_form(f"{name}.{mode}", kind, f"it needs the sign, u{size} or s{size}")
        return f"{name}.{mode or 'lo'}.{signed(kind)}"
    if mode not in (None, "lo"):
        msg = f"{name} of .{kind} has no mode: {mode!r} is for integers"
        raise ValueError(msg)
    if name == "mul":
        return f"mul.{kind}"
    return f"mad.rn.{kind}" if kind in ("f32", "f64") else f"fma.rn.{kind}"


@typed("mul", form="(u32, d, a, b)")
def mul(
    dtype: Type, dst: Any, a: Any, b: Any, *, mode: str | None = None, pred: Any = None
) -> None:
    """Emit `mul.mode.dtype dst, a, b` of integers, `mul.dtype` of floats.

    `mode` is `lo`, which is meant without one, `hi` or `wide`; with `wide`, `dst` has twice the
    bits of `dtype`.
    """
    explicit(_product("mul", kind_of(dtype), mode))(dst, a, b, when=pred)


@helper("mad")
def mad(*args: Any, mode: str = "lo", pred: Any = None) -> Any:
    """Emit `mad.mode.dtype dst, a, b, c`: `ptx.mad(s32, dst, a, b, c)`, or `d = ptx.mad(a, b, c)`.

    Without a type, the first register says it, and the destination is returned: open, as that of
    an instruction. Untyped bits count as signed; of floats it is `mad.rn`, of halves `fma.rn`.
    """
    if args and isinstance(args[0], Type):
        if len(args) != 5:  # noqa: PLR2004 - type, destination, three sources
            msg = f"ptx.mad(s32, d, a, b, c) has five arguments, not {len(args)}"
            raise TypeError(msg)
        kind = kind_of(args[0])
        if kind not in TYPES:
            no_form("mad", kind, "give a type of numbers")
        explicit(_product("mad", kind, mode))(*args[1:], when=pred)
        return None
    if len(args) != 3:  # noqa: PLR2004 - three sources
        msg = (
            f"ptx.mad is ptx.mad(s32, d, a, b, c) or d = ptx.mad(a, b, c), not {len(args)} "
            "arguments; one instruction is ptx.mad.lo.s32(a, b, c)"
        )
        raise TypeError(msg)
    sources = [
        value.register() if isinstance(value, PendingResult | LoadedValue) else value
        for value in args
    ]
    kinds = [register_kind(value) for value in sources]
    kind = next((kind for kind in kinds if kind), "")
    if not kind:
        msg = "ptx.mad(a, b, c) needs a register for its type; write ptx.mad(s32, d, a, b, c)"
        raise TypeError(msg)
    return operation(_product("mad", kind, mode))(*sources, when=pred)


def register_kind(value: Any) -> str:
    """Return the type of a register or view, "" for anything else."""
    if isinstance(value, View):
        return value.type
    return value.declared if isinstance(value, Register) else ""


@typed("shl", form="(u32, d, a, b)")
def shl(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `shl.b32 dst, a, b`, or `.b16` or `.b64`: of the size of `dtype`."""
    kind = _shifted("shl", kind_of(dtype))
    explicit(f"shl.{bitwise('shl', kind)}")(dst, a, b, when=pred)


@typed("shr", form="(u32, d, a, b)")
def shr(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `shr.dtype dst, a, b`: of signed integers the sign comes in, of others zeros."""
    explicit(f"shr.{_shifted('shr', kind_of(dtype))}")(dst, a, b, when=pred)


def _shifted(name: str, kind: str) -> str:
    bitwise(name, kind, predicates=False)
    if not is_integer(kind):
        no_form(name, kind, f"it shifts bits, b{TYPES[kind].bits}")
    return kind


@typed("and", form="(b32, d, a, b)")
def and_(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `and.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`."""
    explicit(f"and.{bitwise('and', kind_of(dtype))}")(dst, a, b, when=pred)


@typed("or", form="(b32, d, a, b)")
def or_(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `or.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`."""
    explicit(f"or.{bitwise('or', kind_of(dtype))}")(dst, a, b, when=pred)


@typed("xor", "xor_", form="(b32, d, a, b)")
def xor_(dtype: Type, dst: Any, a: Any, b: Any, *, pred: Any = None) -> None:
    """Emit `xor.b32 dst, a, b`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`."""
    explicit(f"xor.{bitwise('xor', kind_of(dtype))}")(dst, a, b, when=pred)


@typed("not", form="(b32, d, a)")
def not_(dtype: Type, dst: Any, src: Any, *, pred: Any = None) -> None:
    """Emit `not.b32 dst, src`, or `.b16`, `.b64`, `.pred`: of the size of `dtype`."""
    explicit(f"not.{bitwise('not', kind_of(dtype))}")(dst, src, when=pred)


@typed("setp", form="('lt', u32, p, a, b)", types=(1,))
def setp(
    cmp_op: str, dtype: Type, pred_out: Any, a: Any, b: Any, *, pred_negate: Any = None
) -> None:
    """Emit `setp.cmp_op.dtype pred_out, a, b`; `pred_negate` is the guard, as `pred=` elsewhere.

    Untyped bits are compared for `eq` and `ne` alone, but under a compiler's style, where they
    count as signed numbers.
    """
    if cmp_op not in _COMPARISONS:
        msg = f"setp compares with {', '.join(_COMPARISONS)}, not with {cmp_op!r}"
        raise ValueError(msg)
    kind = kind_of(dtype)
    if kind == "pred":
        no_form("setp", kind, "predicates are combined with and_, or_, xor and not_")
    if cmp_op not in ("eq", "ne"):
        if TYPES[kind].kind == "bits" and style().is_typed:
            size = TYPES[kind].bits
            no_form(f"setp.{cmp_op}", kind, f"it needs the sign, u{size} or s{size}")
        kind = signed(kind)
    explicit(f"setp.{cmp_op}.{kind}")(pred_out, a, b, when=pred_negate)


@typed("selp", form="(u32, d, a, b, p)")
def selp(
    dtype: Type,
    dst: Any,
    true_val: Any,
    false_val: Any,
    pred_reg: Any,
    *,
    pred: Any = None,
) -> None:
    """Emit `selp.dtype dst, true_val, false_val, pred_reg`; halves are selected as bits."""
    kind = kind_of(dtype)
    if kind == "pred":
        no_form("selp", kind, "combine predicates with and_, or_ and not_")
    values = (constant(kind, true_val), constant(kind, false_val))
    explicit(f"selp.{moved('selp', kind)}")(dst, *values, pred_reg, when=pred)
