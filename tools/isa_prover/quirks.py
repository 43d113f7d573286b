"""Where ptxas and the manual part: disagreements with a known reason."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from isa_prover.probes import Probe


class Quirk(NamedTuple):
    """A disagreement that is understood."""

    statement: str
    """A pattern that the statement matches from its start."""
    ptxas: str
    """A pattern of ptxas's message; empty where ptxas accepts."""
    reason: str


QUIRKS: Final[tuple[Quirk, ...]] = ()


def quirk_of(probe: Probe, ptxas: str, table: str) -> str:
    """Return the reason for a disagreement, or nothing."""
    if bool(ptxas) == bool(table):
        return ""
    for quirk in QUIRKS:
        if re.match(quirk.statement, probe.statement) and (
            re.search(quirk.ptxas, ptxas) if quirk.ptxas else not ptxas
        ):
            return quirk.reason
    return ""
