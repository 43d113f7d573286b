"""Typed forms: `ptx.add(u32, d, a, b)` is `add.u32 d, a, b`, with the type as a value.

The type comes first and the destination after it, and `pred=` is the guard, as everywhere. Where
PTX has no such instruction of the type but another that does the same, that one is written:

| Form | Type | PTX |
|---|---|---|
| `mov`, `selp` | `f16`, `bf16` / `f16x2`, `bf16x2`, `tf32` | `.b16` / `.b32` |
| `ld`, `st` | the same; `e4m3`, `e5m2` | the same; `.b8` |
| `and_`, `or_`, `xor`, `not_`, `shl` | any | `.b16`, `.b32`, `.b64`; not `shl`: `.pred` |
| `add`, `sub`, `mul`, `mad`, and `setp` with `<` | `b16`, `b32`, `b64` | `.s16`, `.s32`, `.s64` |
| `mul`, `mad` without `mode=` | integers | `.lo` |
| `mad` | `f32`, `f64` / halves | `mad.rn` / `fma.rn` |

A form for which PTX has nothing raises `TypeError`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Final, NoReturn, TypeVar, cast

from ptxpy.dialect import attribute, split_opcode
from ptxpy.dsl.tracing.instructions import ExplicitOperation, helper
from ptxpy.dsl.tracing.pending_results import value_type
from ptxpy.dsl.values.assignment import HALF_BITS
from ptxpy.dsl.values.types import Type
from ptxpy.isa import TYPES
from ptxpy.isa.legality import USUAL_MODIFIERS, check_legality, completions
from ptxpy.isa.matching import reach

_Function = TypeVar("_Function", bound=Callable[..., Any])

_BITS_PER_BYTE: Final = 8


@lru_cache(maxsize=4096)
def explicit(opcode: str) -> ExplicitOperation:
    """Return the operation of an opcode with its modifiers, all of whose operands are given."""
    return ExplicitOperation(*split_opcode(opcode))


def typed(
    *names: str, form: str, types: tuple[int, ...] = (0,)
) -> Callable[[_Function], _Function]:
    """Make a function a helper whose arguments at the positions `types` are types.

    A call that has something else there raises `TypeError`, which shows `form`, a right one.
    """

    def decorate(function: _Function) -> _Function:
        signature = inspect.signature(function)
        parameters = list(signature.parameters)
        wanted = [(at, parameters[at]) for at in types]

        @wraps(function)
        def checked(*arguments: Any, **options: Any) -> Any:
            for at, name in wanted:
                given = arguments[at] if at < len(arguments) else options.get(name)
                if not isinstance(given, Type) or given.fundamental not in TYPES:
                    raise TypeError(_not_a_type(names[0], form, given, arguments))
            try:
                signature.bind(*arguments, **options)
            except TypeError as error:
                path = f"ptx.{attribute(names[0])}"
                msg = f"{path} is called as {path}{form}: {error}"
                raise TypeError(msg) from None
            return function(*arguments, **options)

        return helper(*names)(cast("_Function", checked))

    return decorate


def _not_a_type(name: str, form: str, given: Any, arguments: tuple[Any, ...]) -> str:
    path = f"ptx.{attribute(name)}"
    shown = "it is called without one" if given is None else f"{given!r} is none"
    kinds = [value_type(each) for each in arguments]
    words = [f".{kind}" for kind in kinds if kind in TYPES and kind != "pred"]
    words += [f".b{TYPES[word[1:]].bits}" for word in words]
    one = next(
        completions((), (*words, *USUAL_MODIFIERS), lambda found: _is_form(name, found)), (".TYPE",)
    )
    if "[" in form:  # an address has the type of no element
        one = (".global_", ".f32")
    return (
        f"{path} takes a type, {path}{form}, and {shown}; one instruction has its modifiers in "
        f"its name, {path}{''.join(one)}(…)"
    )


def _is_form(name: str, modifiers: tuple[str, ...]) -> bool:
    problem = check_legality(name, modifiers, None)
    return problem is None and reach(name, modifiers).fitting == len(modifiers)


def kind_of(dtype: Type) -> str:
    """Return the fundamental type of a type, which `typed` has checked."""
    return dtype.fundamental


def no_form(name: str, kind: str, instead: str) -> NoReturn:
    """Raise `TypeError` for a type that a form does not have."""
    msg = f"PTX has no {name} of .{kind}: {instead}"
    raise TypeError(msg)


def is_integer(kind: str) -> bool:
    """Return whether a type is one of integers or untyped bits."""
    return TYPES[kind].kind in ("signed", "unsigned", "bits")


def signed(kind: str) -> str:
    """Return a type for arithmetic: untyped bits count as signed, as they do for operators."""
    return f"s{kind[1:]}" if TYPES[kind].kind == "bits" and TYPES[kind].fundamental else kind


def moved(name: str, kind: str) -> str:
    """Return the type with which an instruction moves registers of a type: bits for halves."""
    entry = TYPES[kind]
    if entry.bits <= _BITS_PER_BYTE and kind != "pred":
        wide = {"signed": "s16", "unsigned": "u16"}.get(entry.kind, "b16")
        no_form(name, kind, f"a byte lies in a register of 16 bits, write {wide}")
    return kind if entry.fundamental and not kind.startswith("f16") else f"b{entry.bits}"


def bitwise(name: str, kind: str, *, predicates: bool = True) -> str:
    """Return the type with which an instruction works on the bits of a type."""
    if kind == "pred":
        if predicates:
            return kind
        no_form(name, kind, "a predicate has no bits to shift")
    if TYPES[kind].bits <= _BITS_PER_BYTE:
        no_form(name, kind, "a byte lies in a register of 16 bits, write b16")
    return f"b{TYPES[kind].bits}"


def constant(kind: str, value: Any) -> Any:
    """Return an operand for an instruction that moves a value of a type.

    A half is moved as bits, so a Python float becomes those of the nearest one. `TypeError` for a
    number that is none of the type.
    """
    if type(value) is float:
        if kind in HALF_BITS:
            return HALF_BITS[kind](value)
        if kind not in ("f32", "f64"):
            msg = f"{value} is not a constant of .{kind}"
            raise TypeError(msg)
    elif type(value) is int and TYPES[kind].kind == "float":
        msg = (
            f"{value} is not a constant of .{kind}: write {float(value)}, or move bits, b16 or b32"
        )
        raise TypeError(msg)
    return value
