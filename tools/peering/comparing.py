"""What the assembler makes of two texts of PTX: the same machine code, or where it differs."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final, NamedTuple

from peering.reasons import Reason
from ptxpy.assemble import AssembleError, assemble
from ptxpy.assemble.assembly import read_sections

__all__ = ["Comparison", "Outcome", "compare", "machine_code"]

_CODE: Final = ".text."


class Outcome(NamedTuple):
    """What became of a kernel in one package."""

    code: dict[str, bytes]
    """Machine code by function; empty if there is an error."""
    error: str = ""
    """Why it is not traced or not assembled."""


class Comparison(NamedTuple):
    """A kernel through both packages."""

    name: str
    ours: Outcome
    theirs: Outcome
    reasons: tuple[Reason, ...] = ()
    """Why they may differ."""
    is_explained: bool = False
    """Whether they have the same machine code after what the reasons rewrite."""

    @property
    def is_excused(self) -> bool:
        """Whether there are reasons, and they explain all if each has something to rewrite."""
        is_shown = all(reason.rewrites for reason in self.reasons)
        return bool(self.reasons) and (self.is_explained or not is_shown)

    @property
    def is_same(self) -> bool:
        """Whether both have the same machine code, to the bit."""
        return bool(self.ours.code) and self.ours.code == self.theirs.code

    @property
    def difference(self) -> str:
        """How they differ, in words; empty if they do not."""
        if self.is_same:
            return ""
        if self.ours.error:
            return f"ptxpy: {self.ours.error}"
        if self.theirs.error:
            return f"pyptx: {self.theirs.error}"
        ours, theirs = (sum(map(len, each.code.values())) for each in (self.ours, self.theirs))
        return f"the machine code has {ours} bytes, and {theirs} with pyptx"


def machine_code(traced: dict[str, str]) -> Outcome:
    """Return the machine code of a traced kernel (`peering.tracing`), for its own target."""
    if "error" in traced:
        return Outcome({}, traced["error"])
    try:
        cubin = assemble(traced["ptx"]).cubin
    except AssembleError as error:
        return Outcome({}, f"does not assemble: {error}")
    return Outcome(
        {
            section.name.removeprefix(_CODE): cubin[section.offset : section.offset + section.size]
            for section in read_sections(cubin)
            if section.name.startswith(_CODE)
        }
    )


def compare(
    name: str, ours: dict[str, str], theirs: dict[str, str], reasons: Sequence[Reason] = ()
) -> Comparison:
    """Return the comparison of a kernel that both packages have traced."""
    found = Comparison(name, machine_code(ours), machine_code(theirs), tuple(reasons))
    if found.is_same or not all(reason.rewrites for reason in reasons):
        return found
    rewritten = Comparison(
        name,
        machine_code(_rewritten("ptxpy", ours, reasons)),
        machine_code(_rewritten("pyptx", theirs, reasons)),
    )
    return found._replace(is_explained=rewritten.is_same)


def _rewritten(package: str, traced: dict[str, str], reasons: Sequence[Reason]) -> dict[str, str]:
    return {
        key: functools.reduce(lambda text, reason: reason.rewrite(package, text), reasons, value)
        for key, value in traced.items()
    }
