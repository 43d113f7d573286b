"""Which Python operator is which instruction.

`opcode_of` gives the instruction that an operator on a register emits, and `operator_of` the
operator that emits an instruction; they are each other's inverse. The instruction follows from the
declared type of the register, as compilers use it: ``+`` on ``%r1``, declared ``.b32``, is
``add.s32``. A view names another type: ``r[1].u32 < r[2]`` is ``setp.lt.u32``.

=============  =================================================================================
``+ - *``      ``add``, ``sub``, ``mul.lo`` of integers and ``mul`` of floats
``/ %``        ``div`` and ``rem`` of integers, ``div.rn`` of floats
``& | ^ ~``    ``and``, ``or``, ``xor``, ``not``: untyped, or of predicates
``<< >>``      ``shl.b32``, and ``shr.u32`` unless the declaration or a view says ``.s32``
``-x``         ``neg``
``== < …``     ``setp``
=============  =================================================================================

Producers differ in two things, which their styles say: whether integers are compared for equality
as ``.s32`` or ``.b32`` (`Style.compares_equality_untyped`), and whether sums of floats say ``.rn``
(`Style.rounds_explicitly`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from ptxpy.styles import Style

__all__ = ["Operator", "move_of", "moved_by", "opcode_of", "operator_of"]

BINARY: Final = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "%": "rem",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "shl",
    ">>": "shr",
}
"""The opcode of each binary operator of Python."""
COMPARISONS: Final = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
"""The comparison of `setp` for each comparison of Python."""
UNARY: Final = {"neg": "neg", "~": "not"}
"""``neg`` is Python's unary minus, apart from the binary one."""

VIEWS: Final = tuple(
    name
    for name, kind in TYPES.items()
    if kind.kind in ("signed", "unsigned", "float", "bits") and kind.bits in (16, 32, 64)
)
"""The types that a view can name."""

_SYMBOLS: Final = {name: symbol for symbol, name in (*BINARY.items(), *UNARY.items())}
_COMPARED: Final = {name: symbol for symbol, name in COMPARISONS.items()}
_DEFAULTS: Final = {"b16": "s16", "b32": "s32", "b64": "s64"}
"""The type with which compilers compute on registers that are declared without one."""

_INTEGERS: Final = ("signed", "unsigned", "bits")
_LOGIC: Final = ("and", "or", "xor", "not")


class Operator(NamedTuple):
    """An operator, and the view of its first operand, or nothing."""

    symbol: str
    view: str


def opcode_of(symbol: str, declared: str, view: str, style: Style) -> str | None:
    """Return opcode and modifiers of an operator, or None if it means nothing on that type.

    Args:
        symbol: A key of `BINARY`, `COMPARISONS` or `UNARY`.
        declared: The type with which the first operand is declared, without its dot.
        view: The type that a view names, or nothing.
        style: The style of the module.
    """
    flags = (style.compares_equality_untyped, style.rounds_explicitly)
    return _opcode(symbol, view or _default(symbol, declared), bool(view), flags)


def operator_of(
    opcode: str, modifiers: tuple[str, ...], declared: str, style: Style
) -> Operator | None:
    """Return the operator that emits an instruction whose first operand is declared so."""
    return _operator(
        opcode, modifiers, declared, (style.compares_equality_untyped, style.rounds_explicitly)
    )


@lru_cache(maxsize=4096)
def _operator(
    opcode: str, modifiers: tuple[str, ...], declared: str, flags: tuple[bool, bool]
) -> Operator | None:
    if not modifiers:
        return None
    symbol = _SYMBOLS.get(opcode)
    if opcode == "setp":
        symbol = _COMPARED.get(modifiers[0][1:])
    if symbol is None:
        return None
    wanted = opcode + "".join(modifiers)
    if _opcode(symbol, _default(symbol, declared), False, flags) == wanted:  # noqa: FBT003
        return Operator(symbol, "")
    view = modifiers[-1][1:]
    if view in VIEWS and _opcode(symbol, view, True, flags) == wanted:  # noqa: FBT003
        return Operator(symbol, view)
    return None


def _default(symbol: str, declared: str) -> str:
    """Return the type with which an operator takes a register that no view is of.

    A shift to the right takes bits as they are: they are no signed number.
    """
    return declared if symbol == ">>" else _DEFAULTS.get(declared, declared)


@lru_cache(maxsize=4096)
def _opcode(
    symbol: str, name: str, viewed: bool, flags: tuple[bool, bool]  # noqa: FBT001
) -> str | None:
    kind = TYPES.get(name)
    if kind is None or kind.kind not in (*_INTEGERS, "float", "pred"):
        return None
    root = BINARY.get(symbol) or UNARY.get(symbol) or "setp"
    if kind.kind == "pred":
        return f"{root}.pred" if root in _LOGIC else None
    if root in (*_LOGIC, "shl"):
        # A view would say nothing: these are untyped.
        return f"{root}.b{kind.bits}" if kind.kind != "float" and not viewed else None
    integer = kind.kind in _INTEGERS
    # PTX has `add.f16x2`, but no `div.f16x2`.
    if kind.lanes > 1 and (integer or root not in ("add", "sub", "mul", "neg")):
        return None
    if root == "setp":
        untyped = flags[0] and integer and not viewed and symbol in ("==", "!=")
        return f"setp.{COMPARISONS[symbol]}.{f'b{kind.bits}' if untyped else name}"
    # PTX has no `add.b32`: arithmetic needs a signed, an unsigned or a float type.
    if kind.kind == "bits" and root != "shr":
        return None
    if root == "shr":
        typed = viewed or kind.kind == "signed"
        return f"shr.{name if typed else f'u{kind.bits}'}" if integer else None
    if integer:
        return f"mul.lo.{name}" if root == "mul" else f"{root}.{name}"
    # PTX has no remainder of floats.
    if root == "rem":
        return None
    # Since PTX 1.4 a division of floats must name its rounding.
    rounded = root == "div" or (flags[1] and root in ("add", "sub", "mul"))
    return f"{root}.rn.{name}" if rounded else f"{root}.{name}"


def inverse_comparison(modifiers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the modifiers of the `setp` that is true where one of integers is false, else ().

    >>> inverse_comparison((".lt", ".s32")), inverse_comparison((".lt", ".f32"))
    (('.ge', '.s32'), ())
    """
    if len(modifiers) != 2:  # noqa: PLR2004
        return ()
    kind = TYPES.get(modifiers[1][1:])
    inverse = _INVERSE.get(modifiers[0])
    # A comparison with a NaN is false, and so is its inverse.
    if kind is None or kind.kind not in _INTEGERS or inverse is None:
        return ()
    return inverse, modifiers[1]


INVERSES: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The comparisons of Python, each with the one that is true of integers whenever it is false."""
_INVERSE: Final = {
    f".{COMPARISONS[symbol]}": f".{COMPARISONS[other]}" for symbol, other in INVERSES.items()
} | {".lo": ".hs", ".hs": ".lo", ".ls": ".hi", ".hi": ".ls"}


def move_of(declared: str, view: str, style: Style) -> str:
    """Return the `mov` that an assignment to a register of a declared type emits."""
    if view:
        return f"mov.{view}"
    kind = TYPES.get(declared)
    if kind is None or kind.kind != "bits" or style.moves_untyped:
        return f"mov.{declared}"
    return f"mov.u{kind.bits}" if kind.bits in (16, 32, 64) else f"mov.{declared}"


def moved_by(modifiers: tuple[str, ...], declared: str, style: Style) -> str | None:
    """Return the view with which an assignment emits a `mov`, "" if it needs none, or None."""
    if len(modifiers) != 1 or modifiers[0][1:] not in TYPES:
        return None
    name = modifiers[0][1:]
    if name not in VIEWS and name != declared:
        return None
    return "" if move_of(declared, "", style) == f"mov.{name}" else name
