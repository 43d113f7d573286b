"""Several registers at once: what a slice of a run gives, and operators on them, which are refused.

An operator is an instruction, and an instruction computes one element. Python would repeat a tuple
for `x[0:4] * 3`, and knows nothing of what to write instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from ptxpy.dialect import BINARY, COMPARISONS, VIEWS
from ptxpy.dsl.values.operand_conversion import CONVERTERS, TracedValue

__all__ = ["DUNDERS", "RegisterSlice", "refuse_row", "refuses_operators"]

DUNDERS: Final = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "%": "mod",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
}
"""The method of each binary operator of Python, without its underscores."""


def refuse_row(row: Any, symbol: str) -> NoReturn:
    """Raise `TypeError` for an operator on several registers, with what to write instead."""
    # Advice is loaded where there is something to advise.
    from ptxpy.dsl.verification.row_advice import row_problem  # noqa: PLC0415

    raise TypeError(row_problem(row, symbol))


def _refused(symbol: str) -> Callable[..., Any]:
    def operator(self: Any, *_: Any) -> Any:
        refuse_row(self, symbol)

    return operator


def _refused_equality(symbol: str) -> Callable[[Any, Any], Any]:
    def operator(self: Any, other: Any) -> Any:
        # Containers are compared by Python itself.
        if isinstance(other, int | float | TracedValue):
            refuse_row(self, symbol)
        return NotImplemented

    return operator


def refuses_operators(kind: type) -> type:
    """Let a class of several registers refuse operators, and the views of one register."""
    for symbol in BINARY:
        for letter in ("", "r", "i"):
            setattr(kind, f"__{letter}{DUNDERS[symbol]}__", _refused(symbol))
    for symbol, name in COMPARISONS.items():
        is_equality = symbol in ("==", "!=")
        refused = _refused_equality(symbol) if is_equality else _refused(symbol)
        setattr(kind, f"__{name}__", refused)
    kind.__hash__ = object.__hash__  # type: ignore[assignment]
    _refuse_others(kind)
    return kind


def _refuse_others(kind: type) -> None:
    """Let a class refuse the operators of one operand, and views."""
    for symbol, name in {"neg": "neg", "~": "invert"}.items():
        setattr(kind, f"__{name}__", _refused(symbol))
    for name in VIEWS:
        setattr(kind, name, property(_refused(f".{name}")))


class RegisterSlice(tuple[Any, ...]):
    """The registers of a slice: a tuple, of which Python's operators join, and compute nothing."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        """Join the registers with those of a tuple."""
        if isinstance(other, tuple):
            return (*self, *other)
        refuse_row(self, "+")

    def __radd__(self, other: Any) -> Any:
        """Leave it to a tuple or a list before the registers to join them."""
        if isinstance(other, tuple | list):
            return NotImplemented
        refuse_row(self, "+")


def _install() -> None:
    joins = RegisterSlice.__add__, RegisterSlice.__radd__
    for symbol in BINARY:
        for letter in ("", "r"):
            setattr(RegisterSlice, f"__{letter}{DUNDERS[symbol]}__", _refused(symbol))
    RegisterSlice.__add__, RegisterSlice.__radd__ = joins  # type: ignore[method-assign]
    _refuse_others(RegisterSlice)
    CONVERTERS[RegisterSlice] = CONVERTERS[tuple]


_install()
