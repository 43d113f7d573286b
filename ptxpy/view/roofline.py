"""Roofline arithmetic: floating-point operations of a run, bytes that it asks for, and peaks.

Operations are those that instructions are documented to do: an addition or multiplication is one,
a fused multiply-add two, a product of matrices of m x n x k elements 2mnk, sparse ones as if they
were dense. Division, roots and functions are not counted. The peaks are of products, as their data
sheets say, without sparsity; architectures without such a row are unknown.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.isa import Work
    from ptxpy.sim import Profile

__all__ = ["PEAKS", "Peak", "roofline", "runs_on", "target_of"]

_TERA: Final = 1e12
_WARP: Final = 32
_SECTOR: Final = 32


class Peak(NamedTuple):
    """The peak rates of a product."""

    arch: str
    product: str
    source: str
    bytes: float
    """Bytes of device memory a second."""
    flops: Mapping[str, float]
    """Operations a second by kind of arithmetic."""


PEAKS: Final = (
    Peak(
        "sm_80",
        "A100 80 GB SXM",
        "NVIDIA A100 Tensor Core GPU data sheet",
        2.039 * _TERA,
        {
            "f64": 9.7 * _TERA, "f32": 19.5 * _TERA, "tensor f64": 19.5 * _TERA,
            "tensor tf32": 156 * _TERA, "tensor f16": 312 * _TERA,
        },
    ),
    Peak(
        "sm_90",
        "H100 SXM",
        "NVIDIA H100 Tensor Core GPU data sheet",
        3.35 * _TERA,
        {
            "f64": 34 * _TERA, "f32": 67 * _TERA, "tensor f64": 67 * _TERA,
            "tensor tf32": 494.5 * _TERA, "tensor f16": 989.5 * _TERA, "tensor f8": 1979 * _TERA,
        },
    ),
)  # fmt: skip


def roofline(
    profile: Profile, works: Mapping[int, Sequence[Work | None]], target: str
) -> dict[str, Any]:
    """Return the operations and bytes of a run, and the times that they take at the peaks.

    Args:
        profile: The counts of the run.
        works: The operations of the instructions of each line.
        target: The target of the module, `sm_90a`; products that cannot run it are left out.
    """
    flops: Counter[str] = Counter()
    unknown: list[int] = []
    for line in profile.lines:
        found = works.get(line.line, ())
        kinds = set(found)
        # A line without arithmetic has no entry.
        if kinds <= {None}:
            continue
        work = next(iter(kinds))
        # A line whose instructions do different work cannot be counted, since the counts are of
        # lines.
        if len(kinds) > 1 or work is None or not work.thread:
            unknown.append(line.line)
        else:
            flops[work.kind] += round(work.thread * line.counts.enabled)
    moved = _bytes(profile)
    total = sum(flops.values())
    return {
        "flops": dict(flops.most_common()),
        "unknown": unknown,
        "bytes": moved,
        "intensity": round(total / moved, 3) if moved and not unknown else None,
        "peaks": [
            _against(peak, flops, moved, is_known=not unknown)
            for peak in PEAKS
            if runs_on(peak.arch, target)
        ],
    }


def target_of(module: n.Module) -> str:
    """Return the architecture that a module is written for; empty if it names none."""
    words = (word for item in module.body if type(item) is n.Target for word in item.names)
    return next((word for word in words if word.startswith("sm_")), "")


def runs_on(arch: str, target: str) -> bool:
    """Return whether code for a target, `sm_90a`, runs on an architecture, `sm_90`."""
    found = re.fullmatch(r"sm_(\d+)([af]?)", target)
    if found is None:
        return False
    own, wanted = int(arch.removeprefix("sm_")), int(found[1])
    # Code for `sm_90a` runs on that architecture alone.
    return own == wanted if found[2] else own >= wanted


def _bytes(profile: Profile) -> int:
    """Return the bytes of global memory that a run asks for: sectors, and bulk copies."""
    total = 0
    for traffic in profile.total.memory.values():
        if traffic.space == "global":
            # A sector is what memory moves at least, whatever part a warp asks for.
            total += traffic.sectors * _SECTOR if traffic.sectors else traffic.bytes
        elif traffic.space == "bulk" and traffic.what != "exchange":
            total += traffic.bytes
    return total


def _against(peak: Peak, flops: Mapping[str, int], moved: int, *, is_known: bool) -> dict[str, Any]:
    """Return the times of operations and bytes at the peaks of a product, in seconds."""
    # A kind of arithmetic without a peak makes the time unknown.
    known = is_known and all(kind in peak.flops for kind in flops)
    compute = sum(count / peak.flops[kind] for kind, count in flops.items()) if known else None
    memory = moved / peak.bytes
    bound = "unknown"
    if compute is not None and (compute or memory):
        bound = "arithmetic" if compute > memory else "memory"
    return {
        "arch": peak.arch,
        "product": peak.product,
        "source": peak.source,
        "bytes": peak.bytes,
        "flops": {kind: peak.flops.get(kind) for kind in flops},
        "arithmetic_time": compute,
        "memory_time": memory,
        "bound": bound,
    }
