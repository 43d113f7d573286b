"""Collective operations of a warp: reductions, election, and registers of warpgroups."""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.helpers.typed_forms import register_kind, signed
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import explicit, helper
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart, fresh
from ptxpy.dsl.tracing.unpacking import CallUse, use_of_call
from ptxpy.dsl.values.operand_conversion import LoadedValue, Register, operand
from ptxpy.dsl.values.operators import View, check_signs, operation
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

_WIDTHS: Final = (2, 4, 8, 16, 32)
_REDUCED: Final = frozenset(
    {"b32", "u32", "s32", "f32", "f16x2", "bf16x2", "b64", "u64", "s64", "f64"}
)
_SHUFFLED_BITS: Final = 32
"""Bits that `shfl` moves (PTX ISA 9.7.9.6)."""


def _reduce(name: str, opcode: str, val: Any, width: int) -> Any:
    """Emit the reduction, and return the register.

    It is an exchange with each power of two below the width, and `opcode`. The first `opcode`
    writes the register of the result: `val` itself if it is declared to change, or if nothing takes
    the result.
    """
    if isinstance(val, PendingResult | ResultPart | LoadedValue):
        val = val.register()
    kind = register_kind(val)
    if not isinstance(val, Register | View) or kind not in _REDUCED:
        msg = (
            f"ptx.warp.{name} reduces a register of .f32, .u32, .s32, .f16x2, .bf16x2, .f64, .u64 "
            f"or .s64, not {val!r}" + (f" of .{kind}" if kind else "")
        )
        raise TypeError(msg)
    if type(width) is not int or width not in _WIDTHS:
        msg = f"ptx.warp.{name}: the width must be a power of two from 2 to 32 lanes, got {width!r}"
        raise ValueError(msg)
    if opcode in ("max", "min"):
        check_signs(f"ptx.warp.{name}", (val,))
    use = use_of_call()
    total = val if val.variable or use is CallUse.DROPPED else fresh(kind)
    first = len(trace.function_body().statements)
    other = fresh(kind)
    # `add`, `max` and `min` have no untyped forms.
    combine = explicit(f"{opcode}.{signed(kind)}")
    distance = width // 2
    source = val
    halves = tuple(fresh("b32") for _ in range(2 * (TYPES[kind].bits != _SHUFFLED_BITS)))
    while distance:
        if halves:
            explicit("mov.b64")(halves, source)
        for to, value in zip(halves or (other,), halves or (source,), strict=True):
            explicit("shfl.sync.bfly.b32")(to, value, distance, 31, -1)
        if halves:
            explicit("mov.b64")(other, halves)
        combine(total, source, other)
        source = total
        distance //= 2
    # Whether something reads the result is known at the end of the function (`verifier`).
    if total is not val and use is CallUse.PASSED_ON:
        body = trace.function_body()
        own = body.statements[first:]
        body.function.reductions.append((f"ptx.warp.{name}", val.node.name, total.node.name, own))
    return total


@helper("warp.reduce_sum")
def reduce_sum(val: Any, *, width: int = 32) -> Any:
    """Add up a register over groups of `width` lanes, and return the register with the sum.

    That is `val` itself if it is declared to change, or if the call is a statement of its own; the
    result of a call with a value is a fresh register, and the value stays as it is. Emits for each
    distance from `width / 2` down to 1, with a fresh register `t`:

    ```
    shfl.sync.bfly.b32 t, val, distance, 31, -1;
    add.f32 val, val, t;
    ```

    With a fresh register for the sum, the first `add` writes it, and the next lines read it.
    64 bits go in two halves, with `mov.b64 {lo, hi}, val` before and `mov.b64 t, {lo, hi}` after.
    All 32 lanes must take part. Untyped registers count as signed;
    `r[1].f32` says otherwise.
    `width` is a power of two from 2 to 32 (`ValueError`), `val` a register of 32 or 64 bits
    (`TypeError`).
    """
    return _reduce("reduce_sum", "add", val, width)


@helper("warp.reduce_max")
def reduce_max(val: Any, *, width: int = 32) -> Any:
    """Return the maximum over groups of `width` lanes: as `reduce_sum`, with `max`."""
    return _reduce("reduce_max", "max", val, width)


@helper("warp.reduce_min")
def reduce_min(val: Any, *, width: int = 32) -> Any:
    """Return the minimum over groups of `width` lanes: as `reduce_sum`, with `min`."""
    return _reduce("reduce_min", "min", val, width)


@helper("elect_sync")
def elect_sync(dst: Any, pred_out: Any, membermask: Any) -> None:
    """Emit `elect.sync dst|pred_out, membermask` (PTX ISA 9.7.13.14).

    One of the lanes in `membermask` gets a true `pred_out`, and all get its number in `dst`, which
    may be `"_"`.
    """
    explicit("elect.sync")(n.Pair(operand(dst), operand(pred_out)), membermask)


def _setmaxnreg(direction: str, count: int, pred: Any) -> None:
    if type(count) is not int or count % 8 or not 24 <= count <= 256:  # noqa: PLR2004
        msg = f"setmaxnreg takes a multiple of 8 from 24 to 256 registers, not {count!r}"
        raise ValueError(msg)
    operation(f"setmaxnreg.{direction}.sync.aligned.u32")(count, when=pred)


@helper("setmaxnreg")
def setmaxnreg(count: int, *, inc: bool = True, pred: Any = None) -> None:
    """Emit `setmaxnreg.inc.sync.aligned.u32 count`, or `.dec` (PTX ISA 9.7.19.5).

    `ValueError` unless `count`, the registers of a thread, is a multiple of 8 from 24 to 256.
    """
    _setmaxnreg("inc" if inc else "dec", count, pred)


@helper("setmaxnreg_inc")
def setmaxnreg_inc(reg_count: int, *, pred: Any = None) -> None:
    """Emit `setmaxnreg.inc.sync.aligned.u32 reg_count`: ask for registers."""
    _setmaxnreg("inc", reg_count, pred)


@helper("setmaxnreg_dec")
def setmaxnreg_dec(reg_count: int, *, pred: Any = None) -> None:
    """Emit `setmaxnreg.dec.sync.aligned.u32 reg_count`: give registers back."""
    _setmaxnreg("dec", reg_count, pred)
