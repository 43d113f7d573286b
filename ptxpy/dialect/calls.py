"""Call sequences as compilers write them: parameters are stored, the result is loaded.

Three forms are known, each by the name that a style gives it (`Style.call_form`):

==========  ====================================================================================
``nvvm``    a register that nothing uses; each parameter is declared and stored, in turn
``stored``  each parameter is declared and stored, in turn
``llvm``    all parameters and the result are declared; then the parameters are stored
==========  ====================================================================================

`sequence_of` gives the statements of a call in one of these forms. Only scalars are passed so. A
float is stored and loaded with the type of its register.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Sequence

_SPACE_AND_TYPE = 2

__all__ = ["Signature", "element_type", "result_of", "sequence_of", "signature_of"]

_FLOATS = ("f32", "f64")


class Signature(NamedTuple):
    """The types of a function's parameters and of its result, without their dots."""

    parameters: tuple[str, ...]
    result: str | None


def signature_of(function: n.Function) -> Signature | None:
    """Return the types of a function's parameters and result, or None unless all are scalars."""
    parameters = [_scalar(parameter) for parameter in function.parameters or ()]
    results = [_scalar(parameter) for parameter in function.returns or ()]
    # No function calls a kernel.
    if function.kind != ".func" or None in parameters or None in results or len(results) > 1:
        return None
    taken = tuple(kind for kind in parameters if kind is not None)
    return Signature(taken, results[0] if results else None)


def _scalar(parameter: n.Parameter) -> str | None:
    declarator = parameter.declarator
    # Arrays, aligned parameters and vectors are passed otherwise than scalars.
    if (
        declarator.dimensions
        or declarator.range is not None
        or len(parameter.specifiers) != _SPACE_AND_TYPE
    ):
        return None
    space, kind = parameter.specifiers
    if type(space) is not n.Specifier or type(kind) is not n.Specifier or space.name != ".param":
        return None
    return kind.name[1:]


def element_type(kind: str, declared: str) -> str:
    """Return the type with which a parameter is stored or loaded.

    Args:
        kind: The type of the parameter.
        declared: The type with which the register is declared, or nothing.
    """
    # A float in an untyped parameter is stored as what it is: `st.param.f32` into a `.b32`.
    return declared if declared in _FLOATS and declared[1:] == kind[1:] else kind


def sequence_of(
    form: str,
    target: n.Symbol,
    signature: Signature,
    arguments: Sequence[tuple[n.Operand, str]],
) -> list[n.Node]:
    """Return the statements of a call sequence up to the call.

    Args:
        form: The name of the form.
        target: The function.
        signature: The types of its parameters and its result.
        arguments: The operands, each with the type with which its register is declared.
    """
    declared = [_variable(f"param{i}", kind) for i, kind in enumerate(signature.parameters)]
    stored = [
        n.Instruction(
            None,
            "st",
            (".param", f".{element_type(kind, known)}"),
            (_address(f"param{i}", form), operand),
        )
        for i, (kind, (operand, known)) in enumerate(
            zip(signature.parameters, arguments, strict=True)
        )
    ]
    returned = [] if signature.result is None else [_variable("retval0", signature.result)]
    body: list[n.Node] = []
    if form == "nvvm":
        register = n.Declarator(n.Register("temp_param_reg"))
        body.append(n.Variable((), (n.Specifier(".reg"), n.Specifier(".b32")), (register,)))
    if form == "llvm":
        body += [*declared, *returned, *stored]
    else:
        for pair in zip(declared, stored, strict=True):
            body += pair
        body += returned
    parameters = tuple(n.Symbol(f"param{i}") for i in range(len(signature.parameters)))
    returns = None if signature.result is None else (n.Symbol("retval0"),)
    body.append(n.Call(None, (".uni",), returns, target, parameters))
    return body


def result_of(form: str, kind: str) -> tuple[str, tuple[str, ...], n.Address]:
    """Return the load of a result: opcode, modifiers and address."""
    return "ld", (".param", f".{kind}"), _address("retval0", form)


def _variable(name: str, kind: str) -> n.Variable:
    specifiers = (n.Specifier(".param"), n.Specifier(f".{kind}"))
    return n.Variable((), specifiers, (n.Declarator(n.Symbol(name)),))


def _address(name: str, form: str) -> n.Address:
    # NVVM writes the offset even if it is 0, `[param0+0]`; the others write `[param0]`.
    return n.Address(n.Symbol(name), n.Literal("0") if form == "nvvm" else None)
