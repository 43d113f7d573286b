"""PTX types as declarations spell them: `u32`, `b8[128].align(64)`, `u64.ptr("global")`.

A type is the part of a declaration between its state space and its name, in order: alignment,
vector size, fundamental type (PTX ISA 5.2), pointer attributes (PTX ISA 4.2.4, 11.1.4); and the
array dimensions after the name.
"""

from __future__ import annotations

from typing import Any, TypeAlias, cast

from ptxpy.dsl.spelling import MODIFIER, NAME, REGISTER_NAME
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

Size: TypeAlias = "int | n.Operand | None"


class Type:
    """A type in a declaration. Immutable: every method returns a new one."""

    __slots__ = ("count", "dimensions", "parameter", "specifiers")

    def __init__(
        self,
        specifiers: tuple[n.AnySpecifier, ...],
        dimensions: tuple[n.Dimension, ...] = (),
        parameter: n.Register | n.Symbol | None = None,
        count: n.Operand | None = None,
    ) -> None:
        """Take specifiers, array dimensions and, for a parameter, its name and `<count>`."""
        self.count = count
        self.specifiers = specifiers
        self.dimensions = dimensions
        self.parameter = parameter

    def __getitem__(self, size: int | n.Literal | tuple[()]) -> Type:
        """Return the array type of a size; `b8[()]` has no size."""
        dimension = n.Dimension(None if size == () else number(cast("int | n.Literal", size)))
        return Type(self.specifiers, (*self.dimensions, dimension), self.parameter)

    def align(self, size: int | n.Operand) -> Type:
        """Return the type with an alignment in bytes before it: `.align 16 .b8`."""
        return Type((n.Align(number(size)), *self.specifiers), self.dimensions, self.parameter)

    def ptr(self, space: str | None = None, *, align: int | n.Operand | None = None) -> Type:
        """Return the type followed by pointer attributes: `.u64 .ptr .global .align 16`."""
        added: list[n.AnySpecifier] = [n.Specifier(".ptr")]
        if space is not None:
            added.append(specifier("." + space))
        if align is not None:
            added.append(n.Align(number(align)))
        return Type((*self.specifiers, *added), self.dimensions, self.parameter)

    def named(self, name: str) -> Type:
        """Return the type with a parameter's exact name."""
        return Type(self.specifiers, self.dimensions, name_node(name))

    def repeated(self, count: int | n.Operand) -> Type:
        """Return the type of a parameter that stands for several: `p<2>`."""
        return Type(self.specifiers, self.dimensions, self.parameter, number(count))

    def preceded(self, *words: str | n.Align | n.Attributes) -> Type:
        """Return the type with further specifiers before it: `.v4`, a state space."""
        added = tuple(specifier(w) if isinstance(w, str) else w for w in words)
        return Type((*added, *self.specifiers), self.dimensions, self.parameter)

    def followed(self, *words: str | n.Align | n.Attributes) -> Type:
        """Return the type followed by further specifiers."""
        added = tuple(specifier(w) if isinstance(w, str) else w for w in words)
        return Type((*self.specifiers, *added), self.dimensions, self.parameter)

    @property
    def v2(self) -> Type:
        """The vector of two elements."""
        return self.preceded(".v2")

    @property
    def v4(self) -> Type:
        """The vector of four elements."""
        return self.preceded(".v4")

    @property
    def fundamental(self) -> str:
        """The fundamental type without its dot, or "" when the declaration has none."""
        for item in reversed(self.specifiers):
            if isinstance(item, n.Specifier) and item.name[1:] in TYPES:
                return item.name[1:]
        return ""

    @property
    def name(self) -> str:
        """The fundamental type without its dot: `"u32"`."""
        return self.fundamental

    @property
    def ptx(self) -> str:
        """The fundamental type with its dot: `".u32"`."""
        return f".{self.fundamental}"

    @property
    def bits(self) -> int:
        """The size of an element in bits, 1 for a predicate; `KeyError` without such a type."""
        return TYPES[self.fundamental].bits

    def __eq__(self, other: object) -> bool:
        """Equal specifiers, dimensions and, for a parameter, name and count."""
        return isinstance(other, Type) and self._parts() == other._parts()

    def __hash__(self) -> int:
        """Hash of the compared fields."""
        return hash(self._parts())

    def _parts(self) -> tuple[Any, ...]:
        return self.specifiers, self.dimensions, self.parameter, self.count

    def __repr__(self) -> str:
        """Show the specifiers."""
        return f"Type({self.specifiers!r}, {self.dimensions!r})"


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
    return Type((specifier("." + name),))


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


b8 = fundamental("b8")
b16 = fundamental("b16")
b32 = fundamental("b32")
b64 = fundamental("b64")
b128 = fundamental("b128")
u8 = fundamental("u8")
u16 = fundamental("u16")
u32 = fundamental("u32")
u64 = fundamental("u64")
s8 = fundamental("s8")
s16 = fundamental("s16")
s32 = fundamental("s32")
s64 = fundamental("s64")
f16 = fundamental("f16")
f16x2 = fundamental("f16x2")
bf16 = fundamental("bf16")
bf16x2 = fundamental("bf16x2")
tf32 = fundamental("tf32")
f32 = fundamental("f32")
f64 = fundamental("f64")
e4m3 = fundamental("e4m3")
e5m2 = fundamental("e5m2")
pred = fundamental("pred")
texref = fundamental("texref")
samplerref = fundamental("samplerref")
surfref = fundamental("surfref")

NAMED = {name: value for name, value in globals().items() if isinstance(value, Type)}
"""The types that have a Python name of their own."""
