"""The site of an instruction, and the error of an instruction that is not simulated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from ptxpy.ir import nodes as n

__all__ = ["Site", "UnsupportedInstructionError", "cta_group", "space_of", "types_of"]


class UnsupportedInstructionError(Exception):
    """An instruction or operand that is not simulated, found before a kernel runs.

    A launch collects these errors, and raises one `UnsupportedError` for all.
    """


class Site(NamedTuple):
    """An instruction, its position and its guard."""

    node: n.Instruction
    level: int
    """Its scope, as an index of the levels of its function."""
    at: int
    """Its index among the statements of its function."""
    guard: str | None
    """The variable of its guard: for each lane, whether it runs the instruction; None for all."""

    @property
    def modifiers(self) -> tuple[str, ...]:
        """Its modifiers, with their dots."""
        return self.node.modifiers

    @property
    def operands(self) -> tuple[n.Operand, ...]:
        """Its operands."""
        return self.node.operands

    def has(self, *modifiers: str) -> bool:
        """Return whether it has one of the modifiers."""
        return any(modifier in self.node.modifiers for modifier in modifiers)

    def unsupported(self) -> UnsupportedInstructionError:
        """Return the error of an instruction that is not simulated with its modifiers."""
        return UnsupportedInstructionError(
            f"the instruction {self.node.opcode}{''.join(self.modifiers)}"
        )


def types_of(site: Site) -> list[str]:
    """Return the types among the modifiers of an instruction, without their dots."""
    return [modifier[1:] for modifier in site.modifiers if modifier[1:] in TYPES]


def space_of(site: Site) -> str:
    """Return the state space of an instruction; `generic` if none is written."""
    for modifier in site.modifiers:
        # `.shared::cta` and `.shared::cluster` are in `.shared`, `.param::entry` is in `.param`.
        base = modifier[1:].partition("::")[0]
        if base in ("global", "shared", "local", "param", "const"):
            return base
    return "generic"


def cta_group(site: Site) -> int:
    """Return the value of `.cta_group`; 0 without one."""
    prefix = ".cta_group::"
    return next((int(x.removeprefix(prefix)) for x in site.modifiers if x.startswith(prefix)), 0)
