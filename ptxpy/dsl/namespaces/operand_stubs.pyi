"""What instructions take and return, for editors and type checkers: names in the stubs of `ptx`.

The names of operands are short, as there are thousands of them: `N`, `C`, `P`, `A` and `V`.
"""

from collections.abc import Iterator
from typing import Any, Generic, SupportsFloat, SupportsIndex, TypeAlias, TypedDict, TypeVar

from ptxpy.dsl.values.types import (
    AnyNumber,
    Bits16,
    Bits32,
    Bits64,
    Bits128,
    Either16,
    Either32,
    Either64,
    Float16,
    Float32,
    Float64,
    Integer16,
    Integer32,
    Integer64,
    Numeric,
    Type,
    Value16,
    Value32,
    Value64,
    Value128,
    pred,
)
from ptxpy.ir import nodes as n

N: TypeAlias = int | float | str | Numeric | n.Node | SupportsFloat
"""A number, a value of the device that is no predicate, or the name of a register or variable."""

_Constant: TypeAlias = int | float | str | n.Node | SupportsFloat

B16: TypeAlias = _Constant | Bits16
"""A number, or a value of 16 bits of any type: the operand of an instruction of `.b16`."""
B32: TypeAlias = _Constant | Bits32
B64: TypeAlias = _Constant | Bits64
B128: TypeAlias = _Constant | Bits128

I16: TypeAlias = _Constant | Integer16
"""A number, or a value of 16 bits that is no float: an operand of `.s16` or `.u16`."""
I32: TypeAlias = _Constant | Integer32
I64: TypeAlias = _Constant | Integer64

F16: TypeAlias = _Constant | Float16
"""A number, or a value of 16 bits that is no integer: an operand of `.f16` or `.bf16`."""
F32: TypeAlias = _Constant | Float32
F64: TypeAlias = _Constant | Float64

E16: TypeAlias = _Constant | Either16
"""A number, or a value of 16 bits that may be an integer or a float: an operand of `.e4m3x2`."""
E32: TypeAlias = _Constant | Either32
E64: TypeAlias = _Constant | Either64

W32: TypeAlias = _Constant | Bits32 | Bits64 | Bits128
"""A number, or a value of 32 bits or more: loads, stores and `cvt` take wider registers."""
W64: TypeAlias = _Constant | Bits64 | Bits128
W128: TypeAlias = _Constant | Bits128

C: TypeAlias = int | n.Node | SupportsIndex
"""A number that is known while a kernel is traced."""

P: TypeAlias = pred | str | n.Node
"""A predicate, or its name."""

A: TypeAlias = list[Any] | n.Node
"""An address in brackets: `[x]`, `[x, 16]`, `[tensor_map, (i, j)]`."""

V: TypeAlias = tuple[Any, ...] | list[Any] | n.Node
"""A vector: `(a, b)`, `r[0:4]`; a list means the same where no address is taken."""

class Options(TypedDict, total=False):
    """What an instruction takes by name."""

    when: P | None
    """The instruction is for threads where this predicate is true."""
    unless: P | None
    """The instruction is for threads where this predicate is false."""
    pred: P | None
    """Another name of `when`."""
    default: N | P | None
    """The value of the destination where the guard is false."""
    before: str | None
    """White space and comments before the instruction."""
    within: Any
    """The gaps between its tokens."""

class Returning:
    """`ptx.add.s32(a, b)` returns the destination."""

class InFull:
    """`ptx.inst.add.s32(d, a, b)` is given the destination."""

M = TypeVar("M", Returning, InFull)
"""How an instruction is called: `Returning` or `InFull`."""

class Instruction(Generic[M]):
    """An opcode with some of its modifiers."""

class Emitted:
    """An instruction that has been emitted and has no value."""

    @property
    def opcode(self) -> str:
        """The base opcode."""

    @property
    def modifiers(self) -> tuple[str, ...]:
        """The modifiers, with their dots."""

    def describe(self) -> str:
        """Return opcode and modifiers."""

class _Result(Emitted):
    def operand(self) -> Any:
        """Return the register that the instruction writes, as a node."""

    def register(self) -> Any:
        """Return the handle of the register that the instruction writes."""

    @property
    def name(self) -> str:
        """The name of the register that the instruction writes, with its percent sign."""

    @property
    def dtype(self) -> Type:
        """The type of the value."""

    @property
    def value_type(self) -> str:
        """The type of the value that the instruction produces, without its dot."""

class NumberOrParts(_Result, AnyNumber):
    """A value, or several: `d, p = ptx.shfl…`, `low, high = ptx.mov.b64(x)`."""

    def __iter__(self) -> Iterator[Any]: ...

class Number16(_Result, Value16):
    """The value of an instruction, of 16 bits."""

class Number32(_Result, Value32):
    """The value of an instruction, of 32 bits."""

class Number64(_Result, Value64):
    """The value of an instruction, of 64 bits."""

class Number128(_Result, Value128):
    """The value of an instruction, of 128 bits."""

# A name may be given to a value of one register after one that may be several.
class Number(NumberOrParts, Number16, Number32, Number64, Number128):
    """The value of an instruction that is no predicate, of any size."""

    __iter__: None  # type: ignore[assignment]

class Predicate(_Result, pred):
    """The predicate that an instruction writes, or two: `p, q = ptx.setp…`."""

    def __iter__(self) -> Iterator[Predicate]: ...

class Parts(Emitted):
    """The registers that an instruction writes, and perhaps a predicate."""

    def __iter__(self) -> Iterator[Any]: ...

class Vector(Parts):
    """The registers that an instruction writes: `a, b = ptx.ld.v2.f32([x])`."""

    def __iter__(self) -> Iterator[Number]: ...
