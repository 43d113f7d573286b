"""The operators, views and methods of values, for editors and type checkers."""

from typing import Any, Self

from ptxpy.dsl.namespaces.operand_stubs import (
    Number,
    Number16,
    Number32,
    Number64,
    Number128,
    Predicate,
)

class Operators:
    """What `values.operators` and `values.assignment` give to all values."""

    def __init__(self, value: Any) -> None:
        """Emit the `mov` of a number or of a register."""

    def __add__(self, other: Any) -> Self: ...
    def __radd__(self, other: Any) -> Self: ...
    def __iadd__(self, other: Any) -> Self: ...
    def __sub__(self, other: Any) -> Self: ...
    def __rsub__(self, other: Any) -> Self: ...
    def __isub__(self, other: Any) -> Self: ...
    def __mul__(self, other: Any) -> Self: ...
    def __rmul__(self, other: Any) -> Self: ...
    def __imul__(self, other: Any) -> Self: ...
    def __truediv__(self, other: Any) -> Self: ...
    def __rtruediv__(self, other: Any) -> Self: ...
    def __itruediv__(self, other: Any) -> Self: ...
    def __mod__(self, other: Any) -> Self: ...
    def __rmod__(self, other: Any) -> Self: ...
    def __imod__(self, other: Any) -> Self: ...
    def __and__(self, other: Any) -> Self: ...
    def __rand__(self, other: Any) -> Self: ...
    def __iand__(self, other: Any) -> Self: ...
    def __or__(self, other: Any) -> Self: ...
    def __ror__(self, other: Any) -> Self: ...
    def __ior__(self, other: Any) -> Self: ...
    def __xor__(self, other: Any) -> Self: ...
    def __rxor__(self, other: Any) -> Self: ...
    def __ixor__(self, other: Any) -> Self: ...
    def __lshift__(self, other: Any) -> Self: ...
    def __rlshift__(self, other: Any) -> Self: ...
    def __ilshift__(self, other: Any) -> Self: ...
    def __rshift__(self, other: Any) -> Self: ...
    def __rrshift__(self, other: Any) -> Self: ...
    def __irshift__(self, other: Any) -> Self: ...
    def __lt__(self, other: Any) -> Predicate: ...
    def __le__(self, other: Any) -> Predicate: ...
    def __gt__(self, other: Any) -> Predicate: ...
    def __ge__(self, other: Any) -> Predicate: ...
    def __eq__(self, other: object) -> Predicate: ...  # type: ignore[override]
    def __ne__(self, other: object) -> Predicate: ...  # type: ignore[override]
    def __hash__(self) -> int: ...
    def __neg__(self) -> Self: ...
    def __invert__(self) -> Self: ...
    def max(self, other: Any) -> Self:
        """Emit `max` of the value and another operand."""

    def min(self, other: Any) -> Self:
        """Emit `min` of the value and another operand."""

    def set(self, value: Any) -> None:
        """Write a register that is declared to change."""

    @property
    def value(self) -> Self:
        """The value; `x.value, y.value = f(…)` writes registers that are declared to change."""

    @value.setter
    def value(self, value: Any) -> None: ...
    @property
    def b16(self) -> Any:
        """The value as `.b16`, the type that its operators use."""

    @property
    def b32(self) -> Any:
        """The value as `.b32`, the type that its operators use."""

    @property
    def b64(self) -> Any:
        """The value as `.b64`, the type that its operators use."""

    @property
    def u16(self) -> Any:
        """The value as `.u16`, the type that its operators use."""

    @property
    def u32(self) -> Any:
        """The value as `.u32`, the type that its operators use."""

    @property
    def u64(self) -> Any:
        """The value as `.u64`, the type that its operators use."""

    @property
    def s16(self) -> Any:
        """The value as `.s16`, the type that its operators use."""

    @property
    def s32(self) -> Any:
        """The value as `.s32`, the type that its operators use."""

    @property
    def s64(self) -> Any:
        """The value as `.s64`, the type that its operators use."""

    @property
    def f16(self) -> Any:
        """The value as `.f16`, the type that its operators use."""

    @property
    def f16x2(self) -> Any:
        """The value as `.f16x2`, the type that its operators use."""

    @property
    def f32(self) -> Any:
        """The value as `.f32`, the type that its operators use."""

    @property
    def f64(self) -> Any:
        """The value as `.f64`, the type that its operators use."""

    @property
    def bf16(self) -> Any:
        """The value as `.bf16`, the type that its operators use."""

    @property
    def bf16x2(self) -> Any:
        """The value as `.bf16x2`, the type that its operators use."""

    @property
    def tf32(self) -> Any:
        """The value as `.tf32`, the type that its operators use."""

    @property
    def f32x2(self) -> Any:
        """The value as `.f32x2`, the type that its operators use."""

    @property
    def u16x2(self) -> Any:
        """The value as `.u16x2`, the type that its operators use."""

    @property
    def s16x2(self) -> Any:
        """The value as `.s16x2`, the type that its operators use."""

    @property
    def u8x4(self) -> Any:
        """The value as `.u8x4`, the type that its operators use."""

    @property
    def s8x4(self) -> Any:
        """The value as `.s8x4`, the type that its operators use."""

    @property
    def b16x2(self) -> Any:
        """The value as `.b16x2`, the type that its operators use."""

    @property
    def e4m3x2(self) -> Any:
        """The value as `.e4m3x2`, the type that its operators use."""

    @property
    def e5m2x2(self) -> Any:
        """The value as `.e5m2x2`, the type that its operators use."""

    @property
    def e2m3x2(self) -> Any:
        """The value as `.e2m3x2`, the type that its operators use."""

    @property
    def e3m2x2(self) -> Any:
        """The value as `.e3m2x2`, the type that its operators use."""

    @property
    def ue8m0x2(self) -> Any:
        """The value as `.ue8m0x2`, the type that its operators use."""

    @property
    def s2f6x2(self) -> Any:
        """The value as `.s2f6x2`, the type that its operators use."""

    @property
    def e4m3x4(self) -> Any:
        """The value as `.e4m3x4`, the type that its operators use."""

    @property
    def e5m2x4(self) -> Any:
        """The value as `.e5m2x4`, the type that its operators use."""

    @property
    def e2m3x4(self) -> Any:
        """The value as `.e2m3x4`, the type that its operators use."""

    @property
    def e3m2x4(self) -> Any:
        """The value as `.e3m2x4`, the type that its operators use."""

    @property
    def e2m1x4(self) -> Any:
        """The value as `.e2m1x4`, the type that its operators use."""

    @property
    def as_b16(self) -> Any:
        """The bits in a register for `.b16`: by a load of fewer bits, or a `mov`."""

    @property
    def as_b32(self) -> Any:
        """The bits in a register for `.b32`: by a load of fewer bits, or a `mov`."""

    @property
    def as_b64(self) -> Any:
        """The bits in a register for `.b64`: by a load of fewer bits, or a `mov`."""

    @property
    def as_u16(self) -> Any:
        """The bits in a register for `.u16`: by a load of fewer bits, or a `mov`."""

    @property
    def as_u32(self) -> Any:
        """The bits in a register for `.u32`: by a load of fewer bits, or a `mov`."""

    @property
    def as_u64(self) -> Any:
        """The bits in a register for `.u64`: by a load of fewer bits, or a `mov`."""

    @property
    def as_s16(self) -> Any:
        """The bits in a register for `.s16`: by a load of fewer bits, or a `mov`."""

    @property
    def as_s32(self) -> Any:
        """The bits in a register for `.s32`: by a load of fewer bits, or a `mov`."""

    @property
    def as_s64(self) -> Any:
        """The bits in a register for `.s64`: by a load of fewer bits, or a `mov`."""

    @property
    def as_f16(self) -> Any:
        """The bits in a register for `.f16`: by a load of fewer bits, or a `mov`."""

    @property
    def as_f16x2(self) -> Any:
        """The bits in a register for `.f16x2`: by a load of fewer bits, or a `mov`."""

    @property
    def as_f32(self) -> Any:
        """The bits in a register for `.f32`: by a load of fewer bits, or a `mov`."""

    @property
    def as_f64(self) -> Any:
        """The bits in a register for `.f64`: by a load of fewer bits, or a `mov`."""

    @property
    def as_bf16(self) -> Any:
        """The bits in a register for `.bf16`: by a load of fewer bits, or a `mov`."""

    @property
    def as_bf16x2(self) -> Any:
        """The bits in a register for `.bf16x2`: by a load of fewer bits, or a `mov`."""

    @property
    def as_tf32(self) -> Any:
        """The bits in a register for `.tf32`: by a load of fewer bits, or a `mov`."""

    @property
    def as_f32x2(self) -> Any:
        """The bits in a register for `.f32x2`: by a load of fewer bits, or a `mov`."""

    @property
    def as_u16x2(self) -> Any:
        """The bits in a register for `.u16x2`: by a load of fewer bits, or a `mov`."""

    @property
    def as_s16x2(self) -> Any:
        """The bits in a register for `.s16x2`: by a load of fewer bits, or a `mov`."""

    @property
    def as_u8x4(self) -> Any:
        """The bits in a register for `.u8x4`: by a load of fewer bits, or a `mov`."""

    @property
    def as_s8x4(self) -> Any:
        """The bits in a register for `.s8x4`: by a load of fewer bits, or a `mov`."""

    @property
    def as_b16x2(self) -> Any:
        """The bits in a register for `.b16x2`: by a load of fewer bits, or a `mov`."""

    @property
    def as_e4m3x2(self) -> Any:
        """The bits in a register for `.e4m3x2`: by a load of fewer bits, or a `mov`."""

    @property
    def as_e5m2x2(self) -> Any:
        """The bits in a register for `.e5m2x2`: by a load of fewer bits, or a `mov`."""

    @property
    def as_e2m3x2(self) -> Any:
        """The bits in a register for `.e2m3x2`: by a load of fewer bits, or a `mov`."""

    @property
    def as_e3m2x2(self) -> Any:
        """The bits in a register for `.e3m2x2`: by a load of fewer bits, or a `mov`."""

    @property
    def as_ue8m0x2(self) -> Any:
        """The bits in a register for `.ue8m0x2`: by a load of fewer bits, or a `mov`."""

    @property
    def as_s2f6x2(self) -> Any:
        """The bits in a register for `.s2f6x2`: by a load of fewer bits, or a `mov`."""

    @property
    def as_e4m3x4(self) -> Any:
        """The bits in a register for `.e4m3x4`: by a load of fewer bits, or a `mov`."""

    @property
    def as_e5m2x4(self) -> Any:
        """The bits in a register for `.e5m2x4`: by a load of fewer bits, or a `mov`."""

    @property
    def as_e2m3x4(self) -> Any:
        """The bits in a register for `.e2m3x4`: by a load of fewer bits, or a `mov`."""

    @property
    def as_e3m2x4(self) -> Any:
        """The bits in a register for `.e3m2x4`: by a load of fewer bits, or a `mov`."""

    @property
    def as_e2m1x4(self) -> Any:
        """The bits in a register for `.e2m1x4`: by a load of fewer bits, or a `mov`."""

class Numbers(Operators):
    """What values that are no predicates have besides."""

    def __new__(cls, value: Any) -> Number:
        """Emit the `mov` of a number or of a register."""

    def __add__(self, other: Any) -> Number: ...
    def __radd__(self, other: Any) -> Number: ...
    def __sub__(self, other: Any) -> Number: ...
    def __rsub__(self, other: Any) -> Number: ...
    def __mul__(self, other: Any) -> Number: ...
    def __rmul__(self, other: Any) -> Number: ...
    def __truediv__(self, other: Any) -> Number: ...
    def __rtruediv__(self, other: Any) -> Number: ...
    def __mod__(self, other: Any) -> Number: ...
    def __rmod__(self, other: Any) -> Number: ...
    def __and__(self, other: Any) -> Number: ...
    def __rand__(self, other: Any) -> Number: ...
    def __or__(self, other: Any) -> Number: ...
    def __ror__(self, other: Any) -> Number: ...
    def __xor__(self, other: Any) -> Number: ...
    def __rxor__(self, other: Any) -> Number: ...
    def __lshift__(self, other: Any) -> Number: ...
    def __rlshift__(self, other: Any) -> Number: ...
    def __rshift__(self, other: Any) -> Number: ...
    def __rrshift__(self, other: Any) -> Number: ...
    def __neg__(self) -> Number: ...
    def __invert__(self) -> Number: ...
    def max(self, other: Any) -> Number:
        """Emit `max` of the value and another operand."""

    def min(self, other: Any) -> Number:
        """Emit `min` of the value and another operand."""

class Numbers16(Operators):
    """What values of 16 bits have besides."""

    def __new__(cls, value: Any) -> Number16:
        """Emit the `mov` of a number or of a register."""

    def __add__(self, other: Any) -> Number16: ...
    def __radd__(self, other: Any) -> Number16: ...
    def __sub__(self, other: Any) -> Number16: ...
    def __rsub__(self, other: Any) -> Number16: ...
    def __mul__(self, other: Any) -> Number16: ...
    def __rmul__(self, other: Any) -> Number16: ...
    def __truediv__(self, other: Any) -> Number16: ...
    def __rtruediv__(self, other: Any) -> Number16: ...
    def __mod__(self, other: Any) -> Number16: ...
    def __rmod__(self, other: Any) -> Number16: ...
    def __and__(self, other: Any) -> Number16: ...
    def __rand__(self, other: Any) -> Number16: ...
    def __or__(self, other: Any) -> Number16: ...
    def __ror__(self, other: Any) -> Number16: ...
    def __xor__(self, other: Any) -> Number16: ...
    def __rxor__(self, other: Any) -> Number16: ...
    def __lshift__(self, other: Any) -> Number16: ...
    def __rlshift__(self, other: Any) -> Number16: ...
    def __rshift__(self, other: Any) -> Number16: ...
    def __rrshift__(self, other: Any) -> Number16: ...
    def __neg__(self) -> Number16: ...
    def __invert__(self) -> Number16: ...
    def max(self, other: Any) -> Number16:
        """Emit `max` of the value and another operand."""

    def min(self, other: Any) -> Number16:
        """Emit `min` of the value and another operand."""

class Numbers32(Operators):
    """What values of 32 bits have besides."""

    def __new__(cls, value: Any) -> Number32:
        """Emit the `mov` of a number or of a register."""

    def __add__(self, other: Any) -> Number32: ...
    def __radd__(self, other: Any) -> Number32: ...
    def __sub__(self, other: Any) -> Number32: ...
    def __rsub__(self, other: Any) -> Number32: ...
    def __mul__(self, other: Any) -> Number32: ...
    def __rmul__(self, other: Any) -> Number32: ...
    def __truediv__(self, other: Any) -> Number32: ...
    def __rtruediv__(self, other: Any) -> Number32: ...
    def __mod__(self, other: Any) -> Number32: ...
    def __rmod__(self, other: Any) -> Number32: ...
    def __and__(self, other: Any) -> Number32: ...
    def __rand__(self, other: Any) -> Number32: ...
    def __or__(self, other: Any) -> Number32: ...
    def __ror__(self, other: Any) -> Number32: ...
    def __xor__(self, other: Any) -> Number32: ...
    def __rxor__(self, other: Any) -> Number32: ...
    def __lshift__(self, other: Any) -> Number32: ...
    def __rlshift__(self, other: Any) -> Number32: ...
    def __rshift__(self, other: Any) -> Number32: ...
    def __rrshift__(self, other: Any) -> Number32: ...
    def __neg__(self) -> Number32: ...
    def __invert__(self) -> Number32: ...
    def max(self, other: Any) -> Number32:
        """Emit `max` of the value and another operand."""

    def min(self, other: Any) -> Number32:
        """Emit `min` of the value and another operand."""

class Numbers64(Operators):
    """What values of 64 bits have besides."""

    def __new__(cls, value: Any) -> Number64:
        """Emit the `mov` of a number or of a register."""

    def __add__(self, other: Any) -> Number64: ...
    def __radd__(self, other: Any) -> Number64: ...
    def __sub__(self, other: Any) -> Number64: ...
    def __rsub__(self, other: Any) -> Number64: ...
    def __mul__(self, other: Any) -> Number64: ...
    def __rmul__(self, other: Any) -> Number64: ...
    def __truediv__(self, other: Any) -> Number64: ...
    def __rtruediv__(self, other: Any) -> Number64: ...
    def __mod__(self, other: Any) -> Number64: ...
    def __rmod__(self, other: Any) -> Number64: ...
    def __and__(self, other: Any) -> Number64: ...
    def __rand__(self, other: Any) -> Number64: ...
    def __or__(self, other: Any) -> Number64: ...
    def __ror__(self, other: Any) -> Number64: ...
    def __xor__(self, other: Any) -> Number64: ...
    def __rxor__(self, other: Any) -> Number64: ...
    def __lshift__(self, other: Any) -> Number64: ...
    def __rlshift__(self, other: Any) -> Number64: ...
    def __rshift__(self, other: Any) -> Number64: ...
    def __rrshift__(self, other: Any) -> Number64: ...
    def __neg__(self) -> Number64: ...
    def __invert__(self) -> Number64: ...
    def max(self, other: Any) -> Number64:
        """Emit `max` of the value and another operand."""

    def min(self, other: Any) -> Number64:
        """Emit `min` of the value and another operand."""

class Numbers128(Operators):
    """What values of 128 bits have besides."""

    def __new__(cls, value: Any) -> Number128:
        """Emit the `mov` of a number or of a register."""

    def __add__(self, other: Any) -> Number128: ...
    def __radd__(self, other: Any) -> Number128: ...
    def __sub__(self, other: Any) -> Number128: ...
    def __rsub__(self, other: Any) -> Number128: ...
    def __mul__(self, other: Any) -> Number128: ...
    def __rmul__(self, other: Any) -> Number128: ...
    def __truediv__(self, other: Any) -> Number128: ...
    def __rtruediv__(self, other: Any) -> Number128: ...
    def __mod__(self, other: Any) -> Number128: ...
    def __rmod__(self, other: Any) -> Number128: ...
    def __and__(self, other: Any) -> Number128: ...
    def __rand__(self, other: Any) -> Number128: ...
    def __or__(self, other: Any) -> Number128: ...
    def __ror__(self, other: Any) -> Number128: ...
    def __xor__(self, other: Any) -> Number128: ...
    def __rxor__(self, other: Any) -> Number128: ...
    def __lshift__(self, other: Any) -> Number128: ...
    def __rlshift__(self, other: Any) -> Number128: ...
    def __rshift__(self, other: Any) -> Number128: ...
    def __rrshift__(self, other: Any) -> Number128: ...
    def __neg__(self) -> Number128: ...
    def __invert__(self) -> Number128: ...
    def max(self, other: Any) -> Number128:
        """Emit `max` of the value and another operand."""

    def min(self, other: Any) -> Number128:
        """Emit `min` of the value and another operand."""
