"""The elementary functions of `ptxpy.sim.semantics.floats.elementary` as functions of LLVM IR.

The same Python function writes the steps of LLVM and computes with NumPy, so the bits are equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.sim.native.rounding import number, single
from ptxpy.sim.native.vector_builder import LANES, Value, VectorBuilder, vector
from ptxpy.sim.semantics.floats.elementary import FUNCTIONS, Steps

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["elementary_name", "elementary_text"]

_WORDS: Final = {
    "i64": {"+": "add", "-": "sub", "*": "mul", "<<": "shl", ">>": "ashr", "&": "and", "|": "or",
            "^": "xor", "<": "slt", ">": "sgt", "==": "eq"},
    "double": {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv", "<": "olt", ">": "ogt",
               "==": "oeq", "!=": "une"},
}  # fmt: skip


def _operator(sign: str) -> Callable[[Any, Any], Any]:
    def apply(self: Lanes, other: Any) -> Lanes:
        value = self.value
        word = _WORDS[value.type][sign]
        right = self.constant(other)
        if sign in ("<", ">", "==", "!="):
            return Lanes(self.writer, self.writer.compare(word, value, right))
        return Lanes(self.writer, self.writer.binary(word, value, right))

    return apply


class Lanes:
    """A value of each lane, with Python's operators."""

    def __init__(self, writer: VectorBuilder, value: Value) -> None:
        """Take a value of LLVM, and the writer of operations."""
        self.writer = writer
        self.value = value

    def constant(self, other: Any) -> Value:
        """Return another operand; a number of Python has the type of this one."""
        if isinstance(other, Lanes):
            return other.value
        if self.value.type == "double":
            return number(self.writer, float(other), "double")
        return self.writer.constant(other, "i64")

    __add__ = _operator("+")
    __sub__ = _operator("-")
    __mul__ = _operator("*")
    __truediv__ = _operator("/")
    __lshift__ = _operator("<<")
    __rshift__ = _operator(">>")
    __and__ = _operator("&")
    __or__ = _operator("|")
    __xor__ = _operator("^")
    __lt__ = _operator("<")
    __gt__ = _operator(">")
    __eq__ = _operator("==")
    __ne__ = _operator("!=")
    __hash__ = None  # type: ignore[assignment]


class _LaneSteps:
    """The steps as LLVM IR, and the tables that they take values from."""

    def __init__(self, writer: VectorBuilder) -> None:
        self.writer = writer
        self.tables: list[tuple[int, ...]] = []

    def bits(self, x: Lanes) -> Lanes:
        return Lanes(self.writer, self.writer.bitcast(x.value, "i64"))

    def number(self, bits: Lanes) -> Lanes:
        return Lanes(self.writer, self.writer.bitcast(bits.value, "double"))

    def converted(self, value: Lanes) -> Lanes:
        return Lanes(self.writer, self.writer.cast("sitofp", value.value, "double"))

    def select(self, condition: Lanes, a: Any, b: Any) -> Lanes:
        typed = a if isinstance(a, Lanes) else b
        first, second = typed.constant(a), typed.constant(b)
        return Lanes(self.writer, self.writer.select(condition.value, first, second))

    def take(self, table: tuple[int, ...], index: Lanes) -> Lanes:
        writer = self.writer
        if table not in self.tables:
            self.tables.append(table)
        base = f"ptr @table{self.tables.index(table)}"
        places = writer.let(f"getelementptr i64, {base}, {vector('i64')} {index.value.text}")
        kind = vector("i64")
        writer.declare(
            f"declare {kind} @llvm.masked.gather.v32i64.v32p0(<32 x ptr>, i32, <32 x i1>, {kind})"
        )
        found = writer.let(
            f"call {kind} @llvm.masked.gather.v32i64.v32p0(<{LANES} x ptr> {places}, i32 8, "
            f"<{LANES} x i1> splat (i1 true), {kind} zeroinitializer)"
        )
        return Lanes(writer, Value(found, "i64"))


def elementary_name(opcode: str, rounding: str) -> str:
    """Return the name of the function of an opcode on f32: `elementary.sin.rn`.

    Its result is rounded once from double precision, to nearest (`rn`) or to odd (`odd`).
    """
    return f"elementary.{opcode}.{rounding}"


def elementary_text(name: str) -> str:
    """Return the LLVM IR of an elementary function, given its name."""
    _, opcode, rounding = name.split(".")
    writer = VectorBuilder()
    steps = _LaneSteps(writer)
    typed: Steps = steps
    source = writer.cast("fpext", Value("%x", "float"), "double")
    result = FUNCTIONS[opcode](typed, Lanes(writer, source))
    writer.emit(f"ret {vector('float')} {single(writer, result.value, rounding).text}")
    tables = [
        f"@table{k} = private constant [{len(table)} x i64] "
        f"[{', '.join(f'i64 {each}' for each in table)}]"
        for k, table in enumerate(steps.tables)
    ]
    head = f'define {vector("float")} @"{name}"({vector("float")} %x) noinline nounwind {{'
    return "\n".join([*tables, head, *writer.lines, "}", *writer.declarations])
