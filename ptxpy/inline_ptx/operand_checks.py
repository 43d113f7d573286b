"""Checks of the operands and clobbers of inline PTX, which need no look at its instructions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.inline_ptx.blocks import Operand
from ptxpy.inline_ptx.scalar_types import normalise, scalar
from ptxpy.inline_ptx.templates import constant_value, constraint_letter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.inline_ptx.blocks import Block
    from ptxpy.inline_ptx.scalar_types import Scalar

__all__ = ["OperandMistake", "check_operands"]


class OperandMistake(NamedTuple):
    """A mistake in an operand, or in the clobbers."""

    code: str
    operand: Operand | None
    message: str
    help: str = ""


_WANTED: Final = {
    "h": ({"integer"}, 2, "a 16-bit integer"),
    "r": ({"integer"}, 4, "a 32-bit integer"),
    "l": ({"integer", "pointer"}, 8, "a 64-bit integer or a pointer"),
    "q": ({"integer"}, 16, "a 128-bit integer"),
    "f": ({"float"}, 4, "float"),
    "d": ({"float"}, 8, "double"),
}
_LETTERS: Final = {
    ("integer", 2): "h",
    ("integer", 4): "r",
    ("integer", 8): "l",
    ("integer", 16): "q",
    ("pointer", 8): "l",
    ("float", 4): "f",
    ("float", 8): "d",
}


def check_operands(block: Block) -> Iterator[OperandMistake]:
    """Yield the mistakes in the constraints, types and clobbers of a block."""
    for operand in block.outputs:
        yield from _check_output(operand, block)
    for operand in block.inputs:
        # LLVM has ties by number instead: `=r,0`.
        if block.dialect != "cuda" and operand.constraint.startswith("+"):
            plain = operand.constraint.lstrip("+&")
            message = f"LLVM has no constraint that is output and input, {operand.constraint}"
            help_ = f"write ={plain} for the output, and its number for the input"
            yield OperandMistake("INL004", operand, message, help_)
            continue
        yield from _check_input(operand, block)
    if block.dialect == "cuda":
        for clobber in block.clobbers:
            # ptxas allocates registers itself, so nvcc takes no names of registers here.
            if clobber != "memory":
                message = f'"{clobber}" cannot be clobbered: PTX has registers of its own'
                yield OperandMistake("INL007", None, message, 'only "memory" may stand there')
    if block.arity is not None:
        arity = block.arity
        place = Operand(arity.constraints, "", None, arity.line, arity.column)
        several = {"mlir": "types of results", "numba": "types of results"}.get(
            block.dialect, "registers of results"
        )
        found = len(block.outputs)
        # An unknown number, of a call that passes `*args` for example, is no mistake.
        if arity.outputs is not None and arity.outputs != found:
            message = f"the constraints have {_count(found, 'output')}, but the call has "
            yield OperandMistake("INL004", place, f"{message}{arity.outputs} {several}")
        if arity.wrong_type:
            module = "torch" if block.dialect == "torch" else "tl"
            is_name = re.fullmatch(r"(?:u?int|b?float)\d+", arity.wrong_type)
            name = arity.wrong_type if is_name else "float32"
            message = f"dtype is the string {arity.wrong_type!r} and not a type"
            yield OperandMistake("INL005", place, message, f"write a type, such as {module}.{name}")
        found = len(block.inputs)
        expected = arity.inputs
        # With packed elements a call may need more inputs than it has arguments.
        if expected is not None and (found < expected or (found > expected and not arity.at_least)):
            message = f"the constraints have {_count(found, 'input')}, but the call has "
            yield OperandMistake("INL004", place, f"{message}{_count(expected, 'argument')}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _check_output(operand: Operand, block: Block) -> Iterator[OperandMistake]:
    if not operand.constraint.startswith(("=", "+")):
        message = f'the constraint "{operand.constraint}" of an output begins with = or +'
        yield OperandMistake("INL004", operand, message, f'write "={operand.constraint}"')
        return
    # A constant cannot be written to.
    if constraint_letter(operand, block.outputs) in {"n", "i"}:
        message = f'the constraint "{operand.constraint}" is for constants, and this is an output'
        yield OperandMistake("INL004", operand, message)
        return
    yield from _check_class(operand, block)


def _check_input(operand: Operand, block: Block) -> Iterator[OperandMistake]:
    if operand.constraint.startswith(("=", "+")):
        message = f'the constraint "{operand.constraint}" is for an output, and this is an input'
        plain = operand.constraint.lstrip("=+")
        help_ = f'write "{plain}"' if operand.constraint[0] == "=" else "list it as an output"
        yield OperandMistake("INL004", operand, message, help_)
        return
    yield from _check_class(operand, block)


def _check_class(operand: Operand, block: Block) -> Iterator[OperandMistake]:
    letter = constraint_letter(operand, block.outputs)
    plain = operand.constraint.lstrip("=+&%")
    # The constraints `i`, `c` and `b` are LLVM's: nvcc does not take them.
    if block.dialect == "cuda" and letter in {"i", "c", "b"}:
        letter = None
    if letter is None or (block.dialect == "cuda" and plain.isdecimal()):
        several = f": {plain} are several letters" if len(plain) > 1 else ""
        compiler = "nvcc" if block.dialect == "cuda" else "LLVM"
        message = f'{compiler} has no constraint "{operand.constraint}"{several}'
        letters = "h (16 bits), r (32), l (64), q (128), f (float), d (double), n (constant)"
        if block.dialect != "cuda":
            letters = f"b (predicate), {letters}"
        yield OperandMistake("INL004", operand, message, f"one of {letters}")
        return
    if letter in {"n", "i"}:
        known = scalar(operand.type)
        if known is not None and known.kind not in {"integer", "boolean"}:
            message = f'the constraint "n" takes an integer, not {_shown(operand.text)}'
            yield OperandMistake("INL006", operand, message)
        elif operand.varies and constant_value(operand.text) is None:
            message = (
                f'the constraint "n" takes a constant, and {_shown(operand.text)} is a variable'
            )
            yield OperandMistake(
                "INL006", operand, message, "pass it as a template parameter, or as a register"
            )
        return
    known = scalar(operand.type)
    # A type that depends on a template says nothing.
    if known is None or not known.size or letter not in _WANTED:
        return
    kinds, size, wanted = _WANTED[letter]
    # LLVM's constraints have sizes alone: `r` takes a float of 32 bits as well.
    bits_only = block.dialect != "cuda"
    if known.size == size and (bits_only or known.kind in kinds):
        return
    message = (
        f'the constraint "{operand.constraint}" takes {wanted}, '
        f"but the type of {_shown(operand.text) or 'the result'} is {normalise(operand.type or '')}"
    )
    yield OperandMistake("INL005", operand, message, _remedy(operand, known))


def _remedy(operand: Operand, known: Scalar) -> str:
    letter = _LETTERS.get((known.kind, known.size))
    if letter is None:
        return "convert it to an integer of 16 or 32 bits"
    prefix = operand.constraint[: len(operand.constraint) - len(operand.constraint.lstrip("=+&"))]
    return f'convert it, or write "{prefix}{letter}" and use such an instruction'


_SHOWN: Final = 40


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "\N{HORIZONTAL ELLIPSIS}"
