"""The function that computes an instruction, and its types, from the instruction table."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.isa import TYPES, matches
from ptxpy.sim.numpy_types import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.isa import Match, Slot

__all__ = ["Operation", "conversion_of", "operation_of"]


class Operation(NamedTuple):
    """A function, and the NumPy types of its arguments and its result."""

    function: Callable[..., Any]
    sources: tuple[str, ...]
    result: str
    takes_carry: bool
    """Whether the carry is the last argument."""
    gives_carry: bool
    """Whether it returns the result and the carry."""


@lru_cache(maxsize=4096)
def operation_of(opcode: str, modifiers: tuple[str, ...], sources: int) -> Operation | None:
    """Return the operation of an instruction, given its number of sources; None for none."""
    function = _function(opcode, modifiers)
    found = matches(opcode, modifiers)
    if function is None or not found:
        return None
    # Forms of an opcode with the same modifiers may differ in their number of operands.
    match = next((each for each in found if len(each.form.slots) == sources + 1), found[0])
    kinds = [_kind(match, slot) for slot in match.form.slots]
    return Operation(
        function,
        tuple(kinds[1:]),
        kinds[0],
        takes_carry=opcode in ("addc", "subc", "madc"),
        gives_carry=".cc" in modifiers,
    )


def _function(opcode: str, modifiers: tuple[str, ...]) -> Callable[..., Any] | None:
    """Return the function of an instruction, selected by its types."""
    from ptxpy.sim.semantics.floats.float_operations import (  # noqa: PLC0415 - at the first use
        QUADS,
        operation,
        quad_operation,
    )
    from ptxpy.sim.semantics.floats.half import half_operation  # noqa: PLC0415 - at the first use
    from ptxpy.sim.semantics.integers.integer_operations import (  # noqa: PLC0415 - at the first use
        integer_operation,
    )

    if len(modifiers) > 1 and {modifiers[-1], modifiers[-2]} <= QUADS:
        return quad_operation(opcode, modifiers)
    types = {modifier[1:] for modifier in modifiers if modifier[1:] in TYPES}
    # With an f32 beside a half the instruction is of mixed precision, computed as one of f32.
    if types & _HALF and not types & {"f32", "f64"}:
        return half_operation(opcode, modifiers)
    if types & {"f32", "f64", "f32x2"}:
        return operation(opcode, modifiers)
    return integer_operation(opcode, modifiers)


_HALF: Final = frozenset({"f16", "f16x2", "bf16", "bf16x2"})


def _kind(match: Match, slot: Slot) -> str:
    """Return the NumPy type of an operand of a form."""
    kind = match.form.constraint_of(slot.name, match.binding)
    while kind.parts:
        kind = kind.parts[0]
    if kind.base == "pred":
        return "?"
    if kind.base == "imm":
        return "u4"
    names = [name for name in kind.type_names(match.binding) if name in TYPES]
    return KINDS[names[0]] if names else "u4"


@lru_cache(maxsize=4096)
def conversion_of(modifiers: tuple[str, ...]) -> Operation | None:
    """Return the operation of a `cvt`; None if there is none."""
    from ptxpy.sim.semantics.conversions import conversions  # noqa: PLC0415 - at the first use

    pack = ".pack" in modifiers
    function = (conversions.packing if pack else conversions.conversion)(modifiers)
    found = matches("cvt", modifiers)
    if function is None or not found:
        return None
    scaled = any(modifier.startswith(".scaled") for modifier in modifiers)
    slots = [slot for slot in found[0].form.slots if scaled or not slot.optional]
    kinds = [_kind(found[0], slot) for slot in slots]
    return Operation(function, tuple(kinds[1:]), kinds[0], takes_carry=False, gives_carry=False)
