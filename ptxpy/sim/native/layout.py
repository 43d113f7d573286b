"""Where compiled code finds its data: the context of a launch, and the frame of a warp."""

from __future__ import annotations

from typing import Final

__all__ = [
    "AT_BARRIER", "CLUSTER_TICKETS", "CODE_KIND", "CONTEXT", "CONTEXT_BYTES", "COORDINATES",
    "EVENTS_SEEN", "EXITED", "FRAME_HEAD", "IN_TILES", "MAX_CODE_BYTES", "PCS", "REDUCTION_TICKETS",
    "RETRIES", "SERVED", "STARTS", "STATE", "SYNCED", "TICKETS", "TID", "TURNED", "WAITING",
    "load_word",
]  # fmt: skip

_WORDS: Final = (
    "parameters", "shared", "shared_bytes", "memory", "ranges", "range_count", "sites", "fault",
    "local", "local_bytes", "counters", "parameter_address", "frames", "frame_bytes", "warps",
    "threads", "turns", "first_thread", "cta", "yields", "patience", "quantum", "resumes",
    "barriers", "cta_threads", "events", "expired", "expiries", "served", "save",
    "strict", "ticks", "epoch", "cta_epoch", "written", "read", "shadow_start", "shadow_bytes",
    "shared_written", "shared_read", "shared_shadow_bytes",
    "together", "begins", "workspace", "cluster_memories", "cluster_size", "rank", "shared_low",
    "explicit_cluster",
)  # fmt: skip
COORDINATES: Final = (
    "ntid", "nctaid", "ctaid", "cluster", "nclusterid", "clusterid", "cluster_ctaid",
)  # fmt: skip

CONTEXT: Final = {name: 8 * k for k, name in enumerate(_WORDS)} | {
    f"{name}.{axis}": 8 * len(_WORDS) + 4 * (3 * k + place)
    for k, name in enumerate(COORDINATES)
    for place, axis in enumerate("xyz")
}
"""The offset of each word of the context, in bytes. Words have 64 bits, coordinates 32.

`parameters`, `shared`, `memory`, `ranges`, `sites`, `local`, `counters` and `frames` are addresses
of the host: of the kernel's parameters, the shared memory of the CTA, address 0 of global memory,
the allocations (first byte, byte behind the last, 1 if it is writable, 2 more if all its bytes have
been saved), for each access the allocation that it was in last (first address, number of
addresses), the local memory of the CTA's first thread, how many lanes have run each piece, and the
frames of the warps. `fault` is 1 if an access was refused. `turns` is how many turns of loops a
warp may run before others do. `yields` counts the rounds in which a warp used them up, up to
`patience`; `quantum` is how many rounds are left before the caller is asked whether to go on.
`barriers` is the address of the barriers of the CTA (see `barriers.py`), and `cta_threads` how
many threads it has. `events` counts completions of barriers and of phases of mbarriers. `expired`
is 1 in a round in which waits at mbarriers time out, and `expiries` how many such rounds have
followed one another. `served` is 1 if lanes wait for the interpreter to run a piece. `save` is the
function that saves memory before an access writes there (`memory_snapshot.py`).

`strict` is 1 in a strict launch, for which the others are (`strict_records.py`): `ticks` is the
latest time, `epoch` that of the last barrier of the CTA, `cta_epoch` that before it began;
`written` and `read` are the addresses of the records of address 0 of global memory, of which
those from `shadow_start` on exist, for `shadow_bytes`; `shared_written` and `shared_read` are
those of shared memory, of `shared_shadow_bytes` each. `fault` is then 2 if an access may be a
fault of strict mode.

`together` is 1 if CTAs that run side by side wait for each other (`joint_launches.py`), and
`begins` if the next one is only to begin. `workspace` is the address of the workspace of a
cooperative grid. `cluster_size` is how many CTAs a cluster has, and `rank` the rank of this one
there; `cluster_memories` is the address of two words of each: the address of its shared memory, 0
if it has ended, and whether others have accessed that. Addresses in shared memory begin with
`shared_low`. `cluster` has the extents of a cluster, `nclusterid` those of the grid in clusters.
"""

CONTEXT_BYTES: Final = 8 * len(_WORDS) + 4 * 3 * len(COORDINATES) + 4

CODE_KIND: Final = "code"
"""The kind of files of the user's cache with machine code."""
MAX_CODE_BYTES: Final = 64 << 20
"""The most bytes of such files."""

IN_TILES: Final = 16
"""The offset in a frame of whether accumulators of `wgmma` are matrices of the interpreter."""
EVENTS_SEEN: Final = 8
"""The offset in a frame of the number of events when its warp ran last."""
SYNCED: Final = 24
"""The offset in a frame of the time of the last `bar.warp.sync` of the whole warp."""
STATE: Final = 0
"""The offset in a frame of the `Stop` with which its warp has returned."""
TID: Final = 64
"""The offset of the coordinates of the threads: x of all lanes, y, z."""
PCS: Final = TID + 3 * 128
"""The offset of the number of the piece of each lane."""
STARTS: Final = PCS + 128
"""The offset of these numbers at the start of a CTA."""
TICKETS: Final = STARTS + 128
"""The offset of the ticket of each lane that waits at a barrier (see `barriers.py`)."""
CLUSTER_TICKETS: Final = TICKETS + 128
"""The offset of the tickets of lanes that have arrived at the barrier of the cluster, or 0."""
REDUCTION_TICKETS: Final = CLUSTER_TICKETS + 128
"""The offset of the tickets, with bit 31, of lanes that have yet to get a result of a reduction."""
FRAME_HEAD: Final = REDUCTION_TICKETS + 128
"""The offset of the registers that are saved."""

EXITED: Final = 0xFFFFFFFF
"""The number of the piece of a lane whose thread has ended, or that has none."""
WAITING: Final = 1 << 31
"""The bit of a lane that waits; the other bits say with which piece it goes on."""
TURNED: Final = 1 << 30
"""The bit, beside `WAITING`, of a lane that has used its turns."""
RETRIES: Final = 1 << 29
"""The bit, beside `WAITING`, of a lane that runs its piece again after an event at a barrier."""
SERVED: Final = 1 << 27
"""The bit, beside `WAITING`, of a lane that waits until the interpreter has run its piece."""
AT_BARRIER: Final = 1 << 28
"""The bit, beside `RETRIES`, of a lane that runs it again only when its barrier is complete."""


def load_word(name: str, field: str, type_: str = "i64") -> str:
    """Return lines of LLVM IR that load a word of the context `%c`, under a name."""
    return (
        f"  %{name}.p = getelementptr i8, ptr %c, i64 {CONTEXT[field]}\n"
        f"  %{name} = load {type_}, ptr %{name}.p\n"
    )
