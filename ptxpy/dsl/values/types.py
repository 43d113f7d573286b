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
    from ptxpy.dsl.values.operator_stubs import Numbers, Operators
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


class Numeric(Value, Numbers):
    """A value that is no predicate: a number, bits, or the handle of a texture."""

    __slots__ = ()


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


class b8(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """8 bits without a type."""


class b16(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """16 bits without a type."""


class b32(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """32 bits without a type."""


class b64(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """64 bits without a type."""


class b128(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """128 bits without a type."""


class u8(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """An unsigned integer of 8 bits."""


class u16(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """An unsigned integer of 16 bits."""


class u32(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """An unsigned integer of 32 bits."""


class u64(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """An unsigned integer of 64 bits."""


class s8(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """An signed integer of 8 bits."""


class s16(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A signed integer of 16 bits."""


class s32(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A signed integer of 32 bits."""


class s64(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A signed integer of 64 bits."""


class f16(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A number of IEEE 754 binary16."""


class f16x2(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """Two `f16` in 32 bits."""


class bf16(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A bfloat16."""


class bf16x2(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """Two `bf16` in 32 bits."""


class tf32(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A TensorFloat-32, in 32 bits."""


class f32(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A number of IEEE 754 binary32."""


class f64(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A number of IEEE 754 binary64."""


class e4m3(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A floating-point number of 8 bits, with 4 bits of exponent."""


class e5m2(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A floating-point number of 8 bits, with 5 bits of exponent."""


class pred(Value, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A predicate."""


class texref(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A texture reference."""


class samplerref(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
    """A sampler reference."""


class surfref(Numeric, metaclass=Type):  # noqa: N801 - as PTX spells it
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

    class AnyNumber(
        b8,
        b16,
        b32,
        b64,
        b128,
        u8,
        u16,
        u32,
        u64,
        s8,
        s16,
        s32,
        s64,
        f16,
        f16x2,
        bf16,
        bf16x2,
        tf32,
        f32,
        f64,
        e4m3,
        e5m2,
        texref,
        samplerref,
        surfref,
    ):
        """A value of any type but a predicate's."""

    class AnyValue(AnyNumber, pred):
        """The result of an instruction, which can stand for a value of each type."""

else:
    AnyNumber = AnyValue = Value
