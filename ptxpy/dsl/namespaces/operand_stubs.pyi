"""What instructions take and return, for editors and type checkers: names in the stubs of `ptx`.

The names of operands are short, as there are thousands of them: `N`, `C`, `P`, `A` and `V`.
"""

from collections.abc import Iterator
from typing import Any, Generic, SupportsFloat, SupportsIndex, TypeAlias, TypedDict, TypeVar

from ptxpy.dsl.values.types import AnyNumber, Numeric, Type, pred
from ptxpy.ir import nodes as n

N: TypeAlias = int | float | str | Numeric | n.Node | SupportsFloat
"""A number, a value of the device that is no predicate, or the name of a register or variable."""

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

# A name may be given to a value of one register after one that may be several.
class Number(NumberOrParts):
    """The value of an instruction that is no predicate."""

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
