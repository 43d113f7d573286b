"""Division by constants in the sequences that compilers write: `ptx.sdiv(x, 4)`, `ptx.urem(x, 10)`.

A GPU has no instruction that divides integers: `div.s32` becomes a function of some forty
instructions. By a constant it is a shift, or the upper half of a product, and a few instructions
around it (`ptxpy.dialect.divisions`). A name begins with `s` or `u`, as those of LLVM do: whether
the dividend is signed.
"""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dialect import Literal, division_steps
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart, value_type
from ptxpy.dsl.values.operand_conversion import Handle, in_register
from ptxpy.dsl.values.operators import operation, style
from ptxpy.isa import TYPES


def _dividend(name: str, value: Any, divisor: Any, called: str = "") -> tuple[Any, int]:
    """Return a dividend as an operand, and its width; `TypeError` for anything else.

    `called` is the name of the helper, if that is another one.
    """
    shown = f"ptx.{called or name}"
    value = in_register(value)
    kind = value_type(value)
    entry = TYPES.get(kind)
    if not isinstance(value, Handle | PendingResult | ResultPart) or entry is None:
        msg = f"{shown} divides a register, {shown}(x, 10), not {value!r}"
        if type(value) is int:
            msg += "; numbers are divided by Python, //"
        raise TypeError(msg)
    sign, widths = _TAKEN[name[0]]
    is_integer = entry.kind in ("signed", "unsigned", "bits") and entry.lanes == 1
    if not is_integer or entry.bits not in widths:
        types = ", ".join(f".{name[0]}{width}" for width in widths)
        msg = f"{shown} divides integers of {types}, not a .{kind}"
        raise TypeError(msg)
    if entry.kind not in (sign, "bits"):
        msg = (
            f"{shown} divides {sign} numbers, and this one is a .{kind}: write "
            f"{_OTHERS[name].format(divisor)}, or take its bits for a .{name[0]}{entry.bits} with "
            f"a view, {shown}(x.{name[0]}{entry.bits}, {divisor})"
        )
        raise TypeError(msg)
    return value, entry.bits


_TAKEN: Final = {"s": ("signed", (32, 64)), "u": ("unsigned", (16, 32, 64))}
"""The dividends of functions whose names begin so: their sign, and their widths."""
_OTHERS: Final = {
    "sdiv": "ptx.udiv(x, {0})",
    "srem": "ptx.urem(x, {0})",
    "strunc": "x - ptx.urem(x, {0})",
    "sdivrem": "ptx.udiv(x, {0}) and ptx.urem(x, {0})",
    "udiv": "ptx.sdiv(x, {0})",
    "urem": "ptx.srem(x, {0})",
}
"""The helpers that divide numbers of the other sign."""


def _divide(name: str, x: Any, divisor: Any, *, wide: bool = True) -> tuple[PendingResult, ...]:
    """Emit the instructions of a division; return its results."""
    _check_divisor(name, divisor)
    dividend, bits = _dividend(name, x, divisor)
    found = division_steps(name, bits, divisor, wide=wide)
    if found is None:
        raise ValueError(_refusal(name, bits, divisor))
    steps, results = found
    values: list[Any] = [dividend]
    is_typed = style().is_typed
    for step in steps:
        sources: list[Any] = []
        for each in step.sources:
            if not isinstance(each, Literal):
                sources.append(values[each])
            elif is_typed and step.opcode[:3] == "mul":
                # Compilers write an unsigned multiplier as a signed number.
                sources.append(each.value % (1 << bits) if name[0] == "u" else each.value)
            else:
                sources.append(each.value)
        values.append(operation(step.opcode)(*sources))
    made = tuple([values[each] for each in results])
    if is_typed:
        # The last instruction may be an `and`, or a `sub.s32` of unsigned numbers.
        for each in made:
            each.declared = f"{name[0]}{bits}"
    return made


def _check_divisor(name: str, divisor: Any) -> None:
    """Raise `TypeError` for a divisor that is not known while the kernel is traced."""
    if type(divisor) is not int:
        operators = {"srem": "x % y", "urem": "x % y", "sdivrem": "x / y and x % y"}
        msg = (
            f"ptx.{name} divides by a number of Python, not by {divisor!r}: registers are divided "
            f"by {operators.get(name, 'x / y')}"
        )
        raise TypeError(msg)


def _most(name: str, bits: int) -> int:
    """Return the largest divisor."""
    return (1 << (bits - (name[0] == "s"))) - 1


def _refusal(name: str, bits: int, divisor: int) -> str:
    """Return the message for a divisor by which there is no division."""
    most = _most(name, bits)
    least = 2 if name[0] == "u" else -most
    if abs(divisor) <= 1 or not least <= divisor <= most:
        shown = f"2 to {most}" if name[0] == "u" else f"2 to {most}, or its negative"
        return f"ptx.{name} of {bits} bits divides by {shown}, not by {divisor}"
    instead = "ptx.sdiv(x, d) * d" if name == "strunc" else "q = ptx.sdiv(x, d) and x - q * d"
    return f"ptx.{name} divides by a power of two, got {divisor}; write {instead}"


@helper("sdiv")
def sdiv(x: Any, divisor: int) -> PendingResult:
    """Return the quotient of a signed number and a constant, rounded towards zero as in C.

    Emits for 2**k, here 4 (for 2 without the first line), and for another divisor, here 10:

    ```
    shr.s32 a, x, 31;    mul.hi.s32 a, x, 1717986919;
    shr.u32 b, a, 30;    shr.u32 b, a, 31;
    add.s32 c, x, b;     shr.s32 c, a, 2;
    shr.s32 d, c, 2;     add.s32 d, c, b;
    ```

    By 7 it needs an `add.s32` more, and by -4 a `neg.s32`. `x` is a register of 32 or 64 bits;
    `TypeError` for an unsigned one. `ValueError` for a divisor of 0, 1 or -1, or out of the range.
    """
    return _divide("sdiv", x, divisor)[0]


@helper("srem")
def srem(x: Any, divisor: int) -> PendingResult:
    """Return the remainder of a signed number and a constant, with the sign of the number.

    Emits as `sdiv`, and `mul.lo.s32 e, d, 10; sub.s32 f, x, e` after it; for 2**k an `and.b32` in
    the place of the last shift and the product:

    ```
    shr.s32 a, x, 31;
    shr.u32 b, a, 30;
    add.s32 c, x, b;
    and.b32 d, c, -4;
    sub.s32 e, x, d;
    ```
    """
    return _divide("srem", x, divisor)[0]


@helper("strunc")
def strunc(x: Any, multiple: int) -> PendingResult:
    """Return a signed number without its remainder by 2**k: the multiple that is next towards zero.

    Emits the instructions of `srem` but for the last one. `ValueError` for another multiple.
    """
    return _divide("strunc", x, multiple)[0]


@helper("sdivrem")
def sdivrem(x: Any, divisor: int) -> tuple[PendingResult, PendingResult]:
    """Return quotient and remainder of a signed number and 2**k: `q, r = ptx.sdivrem(x, 4)`.

    Emits the instructions of `sdiv` and, with its sum, the `and` and the `sub` of `srem`.
    `ValueError` for another divisor: its remainder is `x - q * divisor`.
    """
    quotient, remainder = _divide("sdivrem", x, divisor)
    return quotient, remainder


@helper("cdiv")
def cdiv(x: Any, divisor: int) -> PendingResult:
    """Return the quotient of a number that is not negative and a constant, rounded up.

    That is the number of blocks of `divisor` elements which hold `x` elements. Emits
    `add.s32 a, x, divisor - 1` and `sdiv` of the sum; for an unsigned number, `add.u32` and `udiv`.
    The sum must not overflow.
    """
    value = in_register(x)
    name = "udiv" if value_type(value)[:1] == "u" else "sdiv"
    _check_divisor("cdiv", divisor)
    dividend, bits = _dividend(name, value, divisor, "cdiv")
    if division_steps(name, bits, divisor) is None or divisor < 0:
        msg = f"ptx.cdiv of {bits} bits divides by 2 to {_most(name, bits)}, not by {divisor}"
        raise ValueError(msg)
    return _divide(name, operation(f"add.{name[0]}{bits}")(dividend, divisor - 1), divisor)[0]


@helper("udiv")
def udiv(x: Any, divisor: int, *, wide: bool = True) -> PendingResult:
    """Return the quotient of an unsigned number and a constant.

    Emits for 10, and with `wide=False`:

    ```
    mul.wide.u32 a, x, -858993459;    mul.hi.u32 a, x, -858993459;
    shr.u64 b, a, 35;                 shr.u32 b, a, 3;
    cvt.u32.u64 c, b;
    ```

    By 7 and its like an addition makes up for a bit that the multiplier lacks. Numbers of 16 and of
    64 bits have no wide product. `x` is a register; `TypeError` for a signed one. `ValueError` for
    a divisor of 0 or 1, or out of the range.
    """
    return _divide("udiv", x, divisor, wide=wide)[0]


@helper("urem")
def urem(x: Any, divisor: int, *, wide: bool = True) -> PendingResult:
    """Return the remainder of an unsigned number and a constant.

    Emits as `udiv`, and `mul.lo.s32 d, c, 10; sub.s32 e, x, d` after it; for 2**k one `and.b32`.
    """
    return _divide("urem", x, divisor, wide=wide)[0]
