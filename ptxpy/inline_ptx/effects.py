"""What inline PTX does that the compiler cannot see: effects on memory, threads and clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk
from ptxpy.isa import traits

if TYPE_CHECKING:
    from ptxpy.isa.traits import Traits

__all__ = ["Effects", "effects_of"]

_CHANGING: Final = frozenset(
    {"%clock", "%clock_hi", "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi"}
)
"""Special registers that have another value at each read."""
_HIDDEN_SPACES: Final = frozenset({"tensor", "reg", "param", "local"})
"""State spaces that C++ has no access to, besides what it knows of."""
_ORDERING: Final = frozenset({"acquire", "release", "acq_rel", "sc"})
_ON_OBJECTS: Final = frozenset({"init", "inval", "arrive", "expect-tx", "complete-tx"})
"""Operations that change the mbarrier object, which is in shared memory."""
_ORDERED: Final = frozenset({"relaxed", "acquire", "release", "acq_rel", "sc", "volatile"})


class Effects(NamedTuple):
    """What an instruction does besides computing its results."""

    side_effect: str = ""
    """Why it must be kept and not moved: `changes memory`; empty if it need not."""
    memory: str = ""
    """Why values in memory must not be kept in registers across it; empty if they may."""


def effects_of(instruction: n.Instruction) -> Effects:
    """Return the effects of an instruction."""
    found = traits(instruction.opcode, instruction.modifiers)
    if not found.is_known:
        return Effects()
    memory = _memory(found)
    if memory:
        return Effects(memory, memory)
    return Effects(_side_effect(found) or _clock(instruction))


def _memory(found: Traits) -> str:
    writes = any(access.writes and access.space not in _HIDDEN_SPACES for access in found.accesses)
    if writes or _ON_OBJECTS & found.mbarrier:
        return "changes memory"
    orders = (
        (found.barrier and found.order != "relaxed")
        or found.order in _ORDERING
        or found.fences - {"wgmma-registers"}
        or "wait" in found.mbarrier
    )
    if orders:
        return "orders memory"
    return "waits for others to access memory" if found.waits | found.waits_all else ""


def _side_effect(found: Traits) -> str:
    is_joint = found.collective and (found.collective != "warp" or found.has_member_mask)
    reasons = (
        (any(access.writes for access in found.accesses), "changes memory of the tensor cores"),
        (found.order in _ORDERED, "reads memory that others change"),
        ("active-threads" in found.implicit_reads, "depends on the active threads"),
        (is_joint, f"is executed by all threads of the {found.collective} together"),
        (
            found.commits or found.waits or found.waits_all or found.completion,
            "is part of an asynchronous protocol",
        ),
    )
    return next((reason for holds, reason in reasons if holds), "")


def _clock(instruction: n.Instruction) -> str:
    for node in walk(instruction):
        if isinstance(node, n.Register | n.Symbol) and node.name in _CHANGING:
            return f"reads {node.name}, which changes"
    return ""
