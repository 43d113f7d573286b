"""Operands of 128 bits, as two halves of 64 bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.check.operand_lookup import operand_of
from ptxpy.sim.compile.unsupported import UnsupportedInstructionError

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter
    from ptxpy.sim.compile.site import Site

__all__ = ["half_slots", "half_values"]

_WIDE: Final = 128


def half_slots(writer: PieceWriter, site: Site, parts: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the slots of registers of 128 bits, two each."""
    slots: list[int] = []
    for part in parts:
        location = writer.slots.register(part, site.level)
        if location is None or len(location.slots) != 2:  # noqa: PLR2004 - two halves
            msg = "a 128-bit operand that is not a register"
            raise UnsupportedInstructionError(msg)
        slots += location.slots
    return tuple(slots)


def half_values(writer: PieceWriter, site: Site, sources: tuple[Any, ...]) -> list[str]:
    """Return variables for the lower and upper half of 128 bits, given in 1, 2 or 4 operands."""
    if len(sources) == 1:
        location = writer.slots.register(sources[0], site.level)
        if location is None:
            # A constant, which is sign-extended, or an address.
            low = writer.source(site, sources[0], "u8")
            actual = operand_of(sources[0], writer.routine.code.levels[site.level].names)
            negative = actual.kind == "integer" and actual.value < 0
            return [low, writer.constant(-1 if negative else 0, "u8")]
        if location.bits != _WIDE:
            msg = "128 bits from a smaller register"
            raise UnsupportedInstructionError(msg)
        return [writer.read(slot, "u8") for slot in location.slots]
    if len(sources) == 2:  # noqa: PLR2004 - two halves
        return [writer.source(site, each, "u8") for each in sources]
    parts = [writer.source(site, each, "u4") for each in sources]
    half = writer.constant(32, "u8")
    return [
        writer.let(f"{low}.astype('u8') | ({high}.astype('u8') << {half})")
        for low, high in (parts[:2], parts[2:])
    ]
