"""PTX types as declarations spell them: `u32`, `b8[128].align(64)`, `u64.ptr("global")`.

A type is the part of a declaration between its state space and its name, in order: alignment,
vector size, fundamental type (PTX ISA 5.2), pointer attributes (PTX ISA 4.2.4, 11.1.4); and the
array dimensions after the name.

Types are classes, so that type checkers accept them as annotations: a parameter that is declared
`n: u32` is a `u32`, a value of the device. An annotation has no calls and no sizes; a type with
more than a name gets one: `params = Annotated[b8, b8[976].align(64)]`, then `p: params`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ptxpy.dialect import MODIFIER, NAME, REGISTER_NAME
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

if TYPE_CHECKING:  # what `values.operators` and `values.assignment` give to all values
    from ptxpy.dsl.values.operator_stubs import (
        Numbers,
        Numbers16,
        Numbers32,
        Numbers64,
        Numbers128,
        Operators,
    )
else:
    Numbers = Operators = object

Size: TypeAlias = "int | n.Operand | None"


class Type(type):
    """A type in a declaration. Immutable: every method returns a new one."""

    specifiers: tuple[n.AnySpecifier, ...]
    dimensions: tuple[n.Dimension, ...]
    parameter: n.Register | n.Symbol | None
    """For a parameter, its exact name."""
    count: n.Operand | None
    """For a parameter, its `<count>`."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], /) -> Type:
        """Make the fundamental type of the name of a class."""
        made = super().__new__(cls, name, bases, {"__slots__": (), **namespace})
        made.specifiers = (n.Specifier("." + name),)
        made.dimensions = ()
        made.parameter = made.count = None
        return made

    if not TYPE_CHECKING:  # to type checkers, a call of a class makes one of its values

        def __call__(cls, value: Any) -> Any:
            """Emit the `mov` of a number or register: `u32(8192)` is `mov.u32 …, 8192;`."""
            return MATERIALISE[0](cls, value)

    def __getitem__(cls, size: int | str | n.Operand | tuple[()]) -> Type:
        """Return the array type of a size; `b8[()]` has no size."""
        dimension = n.Dimension(None if size == () else number(cast("int | str | n.Operand", size)))
        return _type(cls.specifiers, (*cls.dimensions, dimension), cls.parameter)

    def align(cls, size: int | n.Operand) -> Type:
        """Return the type with an alignment in bytes before it: `.align 16 .b8`."""
        return _type((n.Align(number(size)), *cls.specifiers), cls.dimensions, cls.parameter)

    def ptr(cls, space: str | None = None, *, align: int | n.Operand | None = None) -> Type:
        """Return the type followed by pointer attributes: `.u64 .ptr .global .align 16`."""
        added: list[n.AnySpecifier] = [n.Specifier(".ptr")]
        if space is not None:
            added.append(specifier("." + space))
        if align is not None:
            added.append(n.Align(number(align)))
        return _type((*cls.specifiers, *added), cls.dimensions, cls.parameter)

    def named(cls, name: str) -> Type:
        """Return the type with a parameter's exact name."""
        return _type(cls.specifiers, cls.dimensions, name_node(name))

    def repeated(cls, count: int | n.Operand) -> Type:
        """Return the type of a parameter that stands for several: `p<2>`."""
        return _type(cls.specifiers, cls.dimensions, cls.parameter, number(count))

    def preceded(cls, *words: str | n.Align | n.Attributes) -> Type:
        """Return the type with further specifiers before it: `.v4`, a state space."""
        added = tuple(specifier(w) if isinstance(w, str) else w for w in words)
        return _type((*added, *cls.specifiers), cls.dimensions, cls.parameter)

    def followed(cls, *words: str | n.Align | n.Attributes) -> Type:
        """Return the type followed by further specifiers."""
        added = tuple(specifier(w) if isinstance(w, str) else w for w in words)
        return _type((*cls.specifiers, *added), cls.dimensions, cls.parameter)

    @property
    def v2(cls) -> Type:
        """The vector of two elements."""
        return cls.preceded(".v2")

    @property
    def v4(cls) -> Type:
        """The vector of four elements."""
        return cls.preceded(".v4")

    @property
    def fundamental(cls) -> str:
        """The fundamental type without its dot, or "" when the declaration has none."""
        for item in reversed(cls.specifiers):
            if isinstance(item, n.Specifier) and item.name[1:] in TYPES:
                return item.name[1:]
        return ""

    @property
    def name(cls) -> str:
        """The fundamental type without its dot: `"u32"`."""
        return cls.fundamental

    @property
    def ptx(cls) -> str:
        """The fundamental type with its dot: `".u32"`."""
        return f".{cls.fundamental}"

    @property
    def bits(cls) -> int:
        """The size of an element in bits, 1 for a predicate; `KeyError` without such a type."""
        return TYPES[cls.fundamental].bits

    def __eq__(cls, other: object) -> bool:
        """Equal specifiers, dimensions and, for a parameter, name and count."""
        return cls is other or (isinstance(other, Type) and cls._parts() == other._parts())

    def __hash__(cls) -> int:
        """Hash of the compared fields."""
        return hash(cls._parts())

    def _parts(cls) -> tuple[Any, ...]:
        return cls.specifiers, cls.dimensions, cls.parameter, cls.count

    def __repr__(cls) -> str:
        """Show the name of a fundamental type, `f32`, and the specifiers of another."""
        if NAMED.get(cls.fundamental) == cls:
            return cls.fundamental
        return f"Type({cls.specifiers!r}, {cls.dimensions!r})"


MATERIALISE: list[Callable[[Type, Any], Any]] = []
"""The call of a type, as `values.assignment` provides it."""


class Value(Operators):
    """A value of the device, of the type that its class says."""

    __slots__ = ()


class Numeric(Value):
    """A value that is no predicate: a number, bits, or the handle of a texture."""

    __slots__ = ()


if TYPE_CHECKING:
    # What type checkers know of a value: its size, and whether it is a float, an integer or either.

    class AnySize(Numeric, Numbers):
        """A value of a size that checkers do not compare."""

    class Bits16(Numeric, Numbers16):
        """A value of 16 bits."""

    class Bits32(Numeric, Numbers32):
        """A value of 32 bits."""

    class Bits64(Numeric, Numbers64):
        """A value of 64 bits."""

    class Bits128(Numeric, Numbers128):
        """A value of 128 bits."""

    class Integer16(Bits16):
        """A value of 16 bits that may be an integer."""

    class Integer32(Bits32):
        """A value of 32 bits that may be an integer."""

    class Integer64(Bits64):
        """A value of 64 bits that may be an integer."""

    class Float16(Bits16):
        """A value of 16 bits that may be a float."""

    class Float32(Bits32):
        """A value of 32 bits that may be a float."""

    class Float64(Bits64):
        """A value of 64 bits that may be a float."""

    class Either16(Integer16, Float16):
        """A value of 16 bits that may be an integer or a float."""

    class Either32(Integer32, Float32):
        """A value of 32 bits that may be an integer or a float."""

    class Either64(Integer64, Float64):
        """A value of 64 bits that may be an integer or a float."""

else:
    AnySize = Bits128 = Numeric
    Integer16 = Integer32 = Integer64 = Numeric
    Float16 = Float32 = Float64 = Numeric
    Either16 = Either32 = Either64 = Numeric


def number(value: int | str | n.Operand) -> n.Operand:
    """Return the operand of a Python integer or name; IR operands are passed through."""
    if isinstance(value, n.Node):
        return value
    if isinstance(value, str):
        return name_node(value)
    return n.Literal(str(int(value)))


def specifier(name: str) -> n.Specifier:
    """Return the specifier of a dotted word; `ValueError` when it is not one."""
    if not MODIFIER.match(name):
        msg = f"not a specifier: {name!r}"
        raise ValueError(msg)
    return n.Specifier(name)


def name_node(name: str) -> n.Register | n.Symbol:
    """Return the node of a declared name; `ValueError` when it is not an identifier."""
    if REGISTER_NAME.match(name):
        return n.Register(name)
    if NAME.match(name):
        return n.Symbol(name)
    msg = f"not an identifier: {name!r}"
    raise ValueError(msg)


def fundamental(name: str) -> Type:
    """Return a type by its name without the dot: `fundamental("u32")`."""
    # A type of a later PTX has no class of its own.
    return NAMED.get(name) or _type((specifier("." + name),))


def from_name(name: str) -> Type:
    """Return a fundamental type by its name, with or without its dot; `ValueError` for no type."""
    word = name.removeprefix(".")
    if word not in TYPES:
        msg = f"no fundamental type {name!r}; there are {', '.join(TYPES)}"
        raise ValueError(msg)
    return fundamental(word)


def align(size: int | n.Operand) -> n.Align:
    """Return an alignment for `Type.preceded`."""
    return n.Align(number(size))


def attribute(name: str, *arguments: int | n.Operand) -> n.Attribute:
    """Return a variable attribute: `attribute("unified", 1, 2)`; no arguments, no brackets."""
    dotted = specifier("." + name).name
    return n.Attribute(dotted, tuple(map(number, arguments)) or None)


def attributes(*items: n.Attribute) -> n.Attributes:
    """Return the attributes of a declaration: `.attribute(.managed)`."""
    return n.Attributes(items)


class b8(AnySize, metaclass=Type):  # noqa: N801 - as PTX spells it
    """8 bits without a type."""


class b16(Either16, metaclass=Type):  # noqa: N801 - as PTX spells it
    """16 bits without a type."""


class b32(Either32, metaclass=Type):  # noqa: N801 - as PTX spells it
    """32 bits without a type."""


class b64(Either64, metaclass=Type):  # noqa: N801 - as PTX spells it
    """64 bits without a type."""


class b128(Bits128, metaclass=Type):  # noqa: N801 - as PTX spells it
    """128 bits without a type."""


class u8(AnySize, metaclass=Type):  # noqa: N801 - as PTX spells it
    """An unsigned integer of 8 bits."""


class u16(Integer16, metaclass=Type):  # noqa: N801 - as PTX spells it
    """An unsigned integer of 16 bits."""


class u32(Integer32, metaclass=Type):  # noqa: N801 - as PTX spells it
    """An unsigned integer of 32 bits."""


class u64(Integer64, metaclass=Type):  # noqa: N801 - as PTX spells it
    """An unsigned integer of 64 bits."""


class s8(AnySize, metaclass=Type):  # noqa: N801 - as PTX spells it
    """An signed integer of 8 bits."""


class s16(Integer16, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A signed integer of 16 bits."""


class s32(Integer32, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A signed integer of 32 bits."""


class s64(Integer64, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A signed integer of 64 bits."""


class f16(Float16, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A number of IEEE 754 binary16."""


class f16x2(Either32, metaclass=Type):  # noqa: N801 - as PTX spells it
    """Two `f16` in 32 bits."""


class bf16(Float16, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A bfloat16."""


class bf16x2(Either32, metaclass=Type):  # noqa: N801 - as PTX spells it
    """Two `bf16` in 32 bits."""


class tf32(Either32, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A TensorFloat-32, in 32 bits."""


class f32(Float32, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A number of IEEE 754 binary32."""


class f64(Float64, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A number of IEEE 754 binary64."""


class e4m3(AnySize, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A floating-point number of 8 bits, with 4 bits of exponent."""


class e5m2(AnySize, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A floating-point number of 8 bits, with 5 bits of exponent."""


class pred(Value, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A predicate."""


class texref(AnySize, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A texture reference."""


class samplerref(AnySize, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A sampler reference."""


class surfref(AnySize, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A surface reference."""


# A type such as `b8[976].align(64)` is made in steps, and a class of Python takes long to make.
@lru_cache(maxsize=1024)
def _type(
    specifiers: tuple[n.AnySpecifier, ...],
    dimensions: tuple[n.Dimension, ...] = (),
    parameter: n.Register | n.Symbol | None = None,
    count: n.Operand | None = None,
) -> Type:
    """Return the type of specifiers, array dimensions and, for a parameter, its name and count."""
    made = Type("type", (Value,), {})
    made.specifiers = specifiers
    made.dimensions = dimensions
    made.parameter = parameter
    made.count = count
    return made


NAMED: dict[str, Type] = {
    name: value for name, value in globals().items() if isinstance(value, Type)
}
"""The types that have a Python name of their own."""

if TYPE_CHECKING:

    class Value16(b16, u16, s16, f16, bf16):
        """A value of 16 bits of any type."""

    class Value32(b32, u32, s32, f16x2, bf16x2, tf32, f32):
        """A value of 32 bits of any type."""

    class Value64(b64, u64, s64, f64):
        """A value of 64 bits of any type."""

    class Value128(b128):
        """A value of 128 bits of any type."""

    # The operators are those of the first base.
    class AnyNumber(
        b8, u8, s8, e4m3, e5m2, texref, samplerref, surfref, Value16, Value32, Value64, Value128
    ):
        """A value of any type but a predicate's."""

    class AnyValue(AnyNumber, pred):
        """The result of an instruction, which can stand for a value of each type."""

else:
    AnyNumber = AnyValue = Value
