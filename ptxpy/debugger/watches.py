"""Watched memory: whether it has changed, and which instruction of which threads changed it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.debugger.batch import Focus
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, traits
from ptxpy.sim import UnmappedAddressError

if TYPE_CHECKING:
    from ptxpy.debugger.batch import Batch, Issue

__all__ = ["Watch", "Write", "bytes_of", "write_of"]

_MAX_WRITERS: Final = 32
"""The most threads that a write names."""
_MAX_ACCESS_BYTES: Final = 32
"""The most bytes that a thread's access has."""


@dataclass
class Watch:
    """Bytes of memory that stop the launch when they change."""

    number: int
    text: str
    """The expression that was given."""
    space: str
    """`shared`, `local` or `global`."""
    cta: int
    """The CTA whose shared memory it is, or of the thread."""
    thread: int
    """The thread in the CTA, whose local memory it is."""
    address: int
    size: int
    type: str
    is_enabled: bool = True
    hits: int = 0
    held: bytes | None = field(default=None, repr=False)
    """The last value of the bytes; None if the memory did not exist yet."""

    def changed(self, batch: Batch) -> Write | None:
        """Return the write that the instruction before has made; None if the bytes are the same."""
        now = bytes_of(self, batch)
        old, self.held = self.held, now
        if now is None or old is None or now == old or batch.previous is None:
            return None
        if not self.is_enabled:
            return None
        self.hits += 1
        return write_of(self, batch, batch.previous, old, now)


class Write(NamedTuple):
    """A change of watched memory."""

    ordinal: int
    """The instruction that made it."""
    threads: tuple[Focus, ...]
    """Those that wrote there; all that ran it, if it is not known."""
    old: bytes
    new: bytes


def bytes_of(watch: Watch, batch: Batch | None) -> bytes | None:
    """Return watched memory; None if it is not there now."""
    if batch is None:
        return None
    lane: int | None = 0
    if watch.space != "global":
        lane = batch.lane(Focus(watch.cta, watch.thread))
    try:
        if lane is None:
            return None
        return batch.state.read(watch.space, lane, watch.address, watch.size)
    except UnmappedAddressError:
        return None


def write_of(watch: Watch, batch: Batch, issue: Issue, old: bytes, new: bytes) -> Write:
    """Return the write that an instruction has made, with the threads that wrote there."""
    machine, routine = batch.machine, issue.frame.routine
    lanes = batch.lanes_of(issue)
    node = routine.code.statements[batch.facts.statement_of(routine, issue.piece)]
    if type(node) is n.Instruction:
        accesses = traits(node.opcode, node.modifiers).accesses
        for access in [each for each in accesses if each.kind in ("write", "atomic")][:1]:
            read = batch.facts.reader(issue.piece, access.position)
            guard, address = read(machine, issue.frame, issue.lanes)
            places = np.broadcast_to(machine.flat(address), lanes.shape)
            if guard is not None:
                keep = np.broadcast_to(machine.flat(guard), lanes.shape)
                lanes, places = lanes[keep], places[keep]
            size = _access_bytes(node)
            inside = [
                lane
                for lane, place in zip(lanes.tolist(), places.tolist(), strict=True)
                if _touches(watch, batch, lane, place, size)
            ]
            lanes = np.array(inside, np.int64) if inside else lanes
    threads = tuple(map(batch.focus_of, lanes[:_MAX_WRITERS].tolist()))
    return Write(issue.ordinal, threads, old, new)


def _touches(watch: Watch, batch: Batch, lane: int, address: int, size: int) -> bool:
    """Return whether an access of some bytes at an address is to watched memory."""
    space, at = batch.state.resolve("generic", address)
    if watch.space != "global" and space == "global":
        space, at = watch.space, address
    if watch.space == "shared" and batch.state.cta_of(lane) != watch.cta:
        return False
    if watch.space == "global":
        at = address
    return at < watch.address + watch.size and watch.address < at + size


def _access_bytes(node: n.Instruction) -> int:
    """Return the bytes of a thread's access, or the most that one may have."""
    types = [word[1:] for word in node.modifiers if word[1:] in TYPES]
    if not types or traits(node.opcode, node.modifiers).collective:
        return _MAX_ACCESS_BYTES
    width = next((int(word[2:]) for word in node.modifiers if word in (".v2", ".v4", ".v8")), 1)
    return width * TYPES[types[-1]].bits // 8
