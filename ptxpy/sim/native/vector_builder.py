"""LLVM IR of a warp, as text: each value is a vector with an element for each of its 32 lanes.

A register is an `alloca`, which LLVM turns into values. Each lane has the number of a block; the
lanes of the lowest block run, as in the interpreter, and a branch on which all agree is a plain
one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ptxpy._records import NamedTuple

__all__ = ["BITS", "LANES", "Value", "VectorBuilder", "suffix", "type_of_kind", "vector"]

LANES: Final = 32

BITS: Final = {
    "i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128, "half": 16, "float": 32,
    "double": 64,
}  # fmt: skip
"""The size of an element of each type."""

_INTEGER_OF: Final = {"half": "i16", "float": "i32", "double": "i64"}


class Value(NamedTuple):
    """A value of each lane."""

    text: str
    """How LLVM IR names it: `%v12`, `splat (i32 4)`."""
    type: str
    """The type of an element: `i32`, `float`."""


def vector(type_: str, lanes: int = LANES) -> str:
    """Return the type of a vector.

    >>> vector("i32")
    '<32 x i32>'
    """
    return f"<{lanes} x {type_}>"


_TYPES: Final = {"?": "i1", "f4": "float", "f8": "double"}


def type_of_kind(kind: str) -> str:
    """Return the type of LLVM IR for a NumPy type.

    >>> type_of_kind("u4"), type_of_kind("f4")
    ('i32', 'float')
    """
    return _TYPES.get(kind) or f"i{8 * int(kind[1:])}"


class VectorBuilder:
    """Writes the body of a function, line by line."""

    def __init__(self) -> None:
        """Begin without lines."""
        self.lines: list[str] = []
        self.declarations: dict[str, None] = {}
        """The functions that the body calls, as LLVM IR declares them."""
        self._last_name = 0

    # ------------------------------------------------------------------- text

    def emit(self, text: str) -> None:
        """Write an instruction without a result."""
        self.lines.append(f"  {text}")

    def let(self, text: str) -> str:
        """Write an instruction, and return the name of its result."""
        self._last_name += 1
        name = f"%v{self._last_name}"
        self.lines.append(f"  {name} = {text}")
        return name

    def label(self, name: str) -> None:
        """Begin a block of LLVM IR."""
        self.lines.append(f"{name}:")

    def new_label(self, word: str) -> str:
        """Return a label that no block has."""
        self._last_name += 1
        return f"{word}{self._last_name}"

    # ----------------------------------------------------------------- values

    def constant(self, bits: int, type_: str) -> Value:
        """Return a value that is the same in all lanes, given its bits."""
        whole = _INTEGER_OF.get(type_, type_)
        size = BITS[whole]
        bits &= (1 << size) - 1
        shown = str(bits) if size > 1 else ("true" if bits else "false")
        text = f"splat ({whole} {shown})"
        if whole != type_:
            text = f"bitcast ({vector(whole)} {text} to {vector(type_)})"
        return Value(text, type_)

    def splat(self, scalar: str, type_: str) -> Value:
        """Return a scalar of LLVM IR in all lanes."""
        kind = vector(type_)
        one = self.let(f"insertelement {kind} poison, {type_} {scalar}, i64 0")
        mask = f"<{LANES} x i32> zeroinitializer"
        return Value(self.let(f"shufflevector {kind} {one}, {kind} poison, {mask}"), type_)

    def lanes(self, numbers: Iterable[int], type_: str) -> Value:
        """Return a constant with the number of each lane."""
        return Value("<" + ", ".join(f"{type_} {each}" for each in numbers) + ">", type_)

    def binary(self, operation: str, a: Value, b: Value) -> Value:
        """Return `a op b`."""
        text = self.let(f"{operation} {vector(a.type)} {a.text}, {b.text}")
        return Value(text, a.type)

    def compare(self, predicate: str, a: Value, b: Value) -> Value:
        """Return whether a comparison holds: `ult`, or of floats `oeq`."""
        word = "fcmp" if a.type in _INTEGER_OF else "icmp"
        text = self.let(f"{word} {predicate} {vector(a.type)} {a.text}, {b.text}")
        return Value(text, "i1")

    def select(self, condition: Value, a: Value, b: Value) -> Value:
        """Return `a` where a condition holds, else `b`."""
        kind = vector(a.type)
        text = f"select {vector('i1')} {condition.text}, {kind} {a.text}, {kind} {b.text}"
        return Value(self.let(text), a.type)

    def cast(self, operation: str, a: Value, type_: str) -> Value:
        """Return a value in another type: `zext`, `trunc`, `bitcast`, `sitofp`."""
        if a.type == type_:
            return a
        text = self.let(f"{operation} {vector(a.type)} {a.text} to {vector(type_)}")
        return Value(text, type_)

    def bitcast(self, a: Value, type_: str) -> Value:
        """Return the same bits as another type of the same size."""
        return self.cast("bitcast", a, type_)

    def resize(self, a: Value, type_: str, *, signed: bool = False) -> Value:
        """Return an integer with more or fewer bits."""
        if BITS[a.type] < BITS[type_]:
            return self.cast("sext" if signed else "zext", a, type_)
        return self.cast("trunc", a, type_)

    def invert(self, a: Value) -> Value:
        """Return the complement of an integer or a condition."""
        return self.binary("xor", a, self.constant(-1, a.type))

    def intrinsic(self, name: str, *arguments: Value, extra: str = "") -> Value:
        """Return the result of an intrinsic of LLVM, whose type is that of its first argument."""
        return self.call(f"llvm.{name}.{suffix(arguments[0].type)}", arguments[0].type, *arguments,
                         extra=extra)  # fmt: skip

    def call(self, name: str, result: str, *arguments: Value, extra: str = "") -> Value:
        """Return the result of a function of vectors; `extra` is the text of further arguments."""
        kinds = [vector(each.type) for each in arguments]
        given = [f"{kind} {each.text}" for kind, each in zip(kinds, arguments, strict=True)]
        others = [part.split()[0] for part in extra.split(", ") if part]
        self.declare(f"declare {vector(result)} @{name}({', '.join([*kinds, *others])})")
        listed = ", ".join([*given, *([extra] if extra else [])])
        return Value(self.let(f"call {vector(result)} @{name}({listed})"), result)

    def declare(self, text: str) -> None:
        """Declare a function that is defined elsewhere."""
        self.declarations[text] = None

    def bits(self, mask: Value) -> str:
        """Return the conditions of all lanes as an `i32`, lane 0 in its lowest bit."""
        return self.let(f"bitcast {vector('i1')} {mask.text} to i{LANES}")

    def any(self, mask: Value) -> str:
        """Return, as an `i1`, whether a condition holds in a lane."""
        return self.let(f"icmp ne i{LANES} {self.bits(mask)}, 0")


def suffix(type_: str) -> str:
    """Return how intrinsics name a vector of a type.

    >>> suffix("float")
    'v32f32'
    """
    return f"v{LANES}" + {"half": "f16", "float": "f32", "double": "f64"}.get(type_, type_)
