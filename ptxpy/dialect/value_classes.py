"""The class of a value: how its register is declared, and the type that its operators use.

In a module in the style of a compiler, a value that no register of a file holds has the class that
follows from its instruction and from the files that the function declares, and from nothing else.
So a value means the same whether a margin names its register or the register is fresh, and a
register that is declared otherwise is written as an element of its file, ``r[3]``.

In the style of a recent compiler a float is in a ``.b32`` register, which operators take for an
integer: ``x + y`` is ``add.s32``, and ``x.f32 + y`` the sum of floats. An integer operator on a
register that the last statement before it, in the order of the text, wrote a float to is mostly a
view that an author forgot. The tracer refuses it, and the generator writes the view that says that
the bits are meant, ``x.s32 + y``: both ask `FloatValues`, so that they find the same. A value is a
float for certain if an instruction with a float result made it, if it is a float constant, or if it
was read from a parameter that is declared as a float.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.dialect.operators import BINARY, UNARY
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, register_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["FloatValues", "ValueClass", "float_parameters", "reads_integers", "value_class"]

FLOAT_FILES: Final = {"f32": "%f", "f64": "%fd"}
"""The files that hold floats, if a function declares them; recent LLVM declares none."""


class ValueClass(NamedTuple):
    """How the register of a value is declared, and the type that operators take it for."""

    storage: str
    """The type of the declaration, without its dot: of a fresh register, or of the margin's."""
    type: str
    """The type of operators without a view: ``add.s32`` for ``b32``."""


def value_class(result: str, files: Mapping[str, str]) -> ValueClass:
    """Return the class of a value, from the result type of its instruction.

    Args:
        result: The type of the result (`isa.result_type`), or of one of its parts
            (`isa.part_types`), or a type that the program names (``reg.run(f32, 4)``).
        files: The declared types of the register files of the function, by prefix:
            ``{"%r": "b32", "%f": "f32"}``.

    Examples: ``u32`` is ``b32``, ``u8`` is ``b16``; ``f32`` is ``f32`` in a function with a file
    ``%f``, declared as that is, and ``b32`` in one without.
    """
    file = FLOAT_FILES.get(result)
    if file is not None:
        declared = files.get(file)
        if declared is not None:
            return ValueClass(declared, result)
        return _CLASSES[f"b{TYPES[result].bits}"]
    return _CLASSES.get(result) or ValueClass(result, result)


def _class_of(name: str) -> ValueClass:
    kind = name if name == "b8" else register_class(name)  # of e2m1x2, which ptxas has in .b8
    return ValueClass(kind, kind)


_CLASSES: Final = {name: _class_of(name) for name in TYPES}

_FLOATS: Final = frozenset({"f16", "f16x2", "bf16", "bf16x2", "f32", "f64"})
"""The types of floats that operators compute with."""

_ARITHMETIC: Final = frozenset({*BINARY.values(), *UNARY.values(), "setp", "max", "min"}) - {
    *("and", "or", "xor", "not", "shl", "shr")
}
"""The opcodes of operators that take bits for a number."""

_CONSTANTS: Final = {"0f": "f32", "0F": "f32", "0d": "f64", "0D": "f64"}
"""The beginnings of constants of floats, and their types."""

_ZERO: Final = n.Literal("0")


@lru_cache(maxsize=4096)
def reads_integers(opcode: str, modifiers: tuple[str, ...]) -> bool:
    """Return whether an instruction is that of an operator that takes its operands for integers.

    >>> reads_integers("add", (".s32",)), reads_integers("and", (".b32",))
    (True, False)
    """
    kind = TYPES.get(modifiers[-1][1:]) if modifiers and opcode in _ARITHMETIC else None
    return kind is not None and kind.kind in ("signed", "unsigned", "bits")


@lru_cache(maxsize=4096)
def _result(opcode: str, modifiers: tuple[str, ...]) -> str:
    """Return the type of the result of an instruction if it is a float, else the empty text."""
    kind = isa.value_type(opcode, modifiers)
    return kind if kind in _FLOATS else ""


@lru_cache(maxsize=4096)
def _moves_bits(opcode: str, modifiers: tuple[str, ...]) -> bool:
    """Return whether an instruction moves a constant, or reads a parameter, as bits."""
    kind = TYPES.get(modifiers[-1][1:]) if modifiers else None
    is_mover = opcode == "mov" or (opcode == "ld" and ".param" in modifiers)
    return is_mover and kind is not None and kind.kind == "bits"


def float_parameters(function: n.Function) -> dict[str, str]:
    """Return the parameters that a function declares as floats, and their types."""
    return {
        each.declarator.name.name: kind
        for each in function.parameters or ()
        for kind in [_declared(each)]
        if kind and not each.declarator.dimensions
    }


def _declared(parameter: n.Parameter) -> str:
    """Return the type of a float that a parameter is declared with, else the empty text."""
    words = [each.name[1:] for each in parameter.specifiers if type(each) is n.Specifier]
    return next((word for word in words if word in _FLOATS), "")


class FloatValues:
    """The registers that hold a float after the statements so far, which come in their order."""

    __slots__ = ("_parameters", "types")

    def __init__(self, parameters: Mapping[str, str]) -> None:
        """Begin a function, with the types of its parameters (`float_parameters`)."""
        self._parameters = parameters
        self.types: dict[str, str] = {}
        """The type of the float that a register holds, by the register's name."""

    def take(self, opcode: str, modifiers: tuple[str, ...], operands: tuple[Any, ...]) -> None:
        """Take an instruction with all its operands, the destination first."""
        if not operands:
            return
        kind = _result(opcode, modifiers)
        if not kind and _moves_bits(opcode, modifiers):
            kind = self._moved(operands[-1])
        destination = operands[0]
        if type(destination) is n.Register:
            # Nearly all instructions of a kernel write one register.
            if kind:
                self.types[destination.name] = kind
            elif self.types:
                self.types.pop(destination.name, None)
        elif type(destination) is n.Vector:
            self._write(destination.elements, kind)
        elif type(destination) is n.Pair:
            self._write((destination.first,), kind)

    def take_statement(self, node: n.Node) -> None:
        """Take any statement: a call and a declaration give registers a value that is unknown."""
        kind = type(node)
        if kind is n.Instruction:
            self.take(node.opcode, node.modifiers, node.operands)  # type: ignore[attr-defined]
        elif kind is n.Call:
            self._write(node.returns or (), "")  # type: ignore[attr-defined]
        elif kind is n.Variable:
            self._write([each.name for each in node.declarators], "")  # type: ignore[attr-defined]

    def among(self, operands: Iterable[Any]) -> tuple[int, str] | None:
        """Return the place of the first operand that is a float, and its type; None without one."""
        types = self.types
        for at, operand in enumerate(operands):
            if type(operand) is n.Register and operand.name in types:
                return at, types[operand.name]
        return None

    def _moved(self, source: n.Operand) -> str:
        """Return the type of a float that is moved as bits, else the empty text."""
        if type(source) is n.Literal:
            return _CONSTANTS.get(source.text[:2], "")
        if type(source) is not n.Address or source.offset not in (None, _ZERO):
            return ""
        base = source.base
        return self._parameters.get(base.name, "") if type(base) is n.Symbol else ""

    def _write(self, registers: Iterable[Any], kind: str) -> None:
        for each in registers:
            if type(each) is not n.Register:
                continue
            if kind:
                self.types[each.name] = kind
            else:
                self.types.pop(each.name, None)
