"""Accesses to the shared memory of another CTA of the cluster that may come after its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy.sim.races.epochs import ASYNC, NUMBER_SHIFT, OBJECT, lanes_of
from ptxpy.sim.races.faults import describe_place, make_fault
from ptxpy.sim.races.shadow_memory import WORD
from ptxpy.sim.semantics.memory.cluster_addresses import LAST_BARRIER

if TYPE_CHECKING:
    from ptxpy.sim.races.state import RaceState

__all__ = ["check_ends"]

_KIND: Final = "memory of a CTA that may have ended"
_WARP: Final = 32


def check_ends(state: RaceState) -> None:
    """Report an access that nothing orders before the end of the CTA whose memory it is.

    The shared memory of a CTA is gone when all of its threads have ended (PTX ISA, "Distributed
    shared memory"). A CTA cannot end before an access that happens before the end of any of its
    threads, so one thread that waits for the others is enough, and a barrier that is `.relaxed`
    does, too. Copies are looked at elsewhere.
    """
    machine, clocks = state.machine, state.clocks
    words = machine.shared_stride // WORD
    # What happens before the end of some warp of each CTA.
    first = clocks.causal_column or 0
    before = clocks.by_cta[..., first : first + clocks.warps].max(axis=1)
    shadow = state.shared_shadow
    for name, held in (
        ("write", shadow.written),
        ("read", shadow.read),
        ("read", shadow.read_before),
    ):
        at = (held >> NUMBER_SHIFT != 0).nonzero()[0]
        records = held[at]
        of = at // words
        lanes = lanes_of(records)
        late = (
            (machine.cta_of[lanes] != of)
            & (before[of, lanes // _WARP] < (records >> NUMBER_SHIFT).astype(np.int64))
            & (records & np.uint64(ASYNC | OBJECT) == 0)
        ).nonzero()[0]
        if len(late):
            word, record = int(at[late[0]]), int(records[late[0]])
            cta = machine.geometry.cta_coordinates(machine.first + int(of[late[0]]))
            text = (
                f"a {name} of {describe_place(state, shadow, word)}, and nothing orders it before "
                f"the end of CTA {cta}, with which that memory is gone"
            )
            state.at = state.log.statement(record >> 32)
            lane = int(lanes[late[0]])
            state.report(make_fault(state, _KIND, text, lane, (), LAST_BARRIER))
            return
