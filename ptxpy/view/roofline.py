"""Roofline arithmetic: floating-point operations of a run, bytes that it asks for, and peaks.

Operations are those that instructions are documented to do: an addition or multiplication is one,
a fused multiply-add two, a product of matrices of m x n x k elements 2mnk, sparse ones as if they
were dense. Division, roots and functions are not counted. The peaks are of products, as their data
sheets say, without sparsity; architectures without such a row are unknown.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.sim.observe import Profile

__all__ = ["PEAKS", "Matrix", "Peak", "Work", "matrix_of", "roofline", "work_of"]

_TERA: Final = 1e12
_WARP: Final = 32
_SECTOR: Final = 32
_WARPS_OF_GROUP: Final = 4
_SHAPE: Final = re.compile(r"\.m(\d+)n(\d+)k(\d+)\Z")
_THREAD: Final = {"add": 1, "sub": 1, "mul": 1, "fma": 2, "mad": 2}
_SCALARS: Final = {"f64": "f64", "f32": "f32", "f32x2": "f32"}
_HALVES: Final = frozenset({"f16", "f16x2", "bf16", "bf16x2"})
_MATRIX_TYPES: Final = {
    "f64": "tensor f64", "tf32": "tensor tf32", "f16": "tensor f16", "bf16": "tensor f16",
    "e4m3": "tensor f8", "e5m2": "tensor f8",
}  # fmt: skip
_INTEGER: Final = re.compile(r"[sub]\d")
_QUARTERS: Final = (8, 8, 4)
"""The shape of `mma` whose products of halves are four, each of a quarter of the warp."""


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


class Work(NamedTuple):
    """The floating-point operations of an instruction."""

    kind: str
    """`f32`, `f64`, `f16`; `tensor f16` and others for tensor cores."""
    thread: float
    """How many a thread does, on average over its warp; 0 if that is unknown."""


class Matrix(NamedTuple):
    """A product of matrices."""

    m: int
    n: int
    k: int
    type: str
    """The type of the elements of the first factor; empty if it is not known."""


def matrix_of(opcode: str, modifiers: Sequence[str]) -> Matrix | None:
    """Return the product of matrices that an instruction is; None if its shape is not in it."""
    shape = next((found for word in modifiers if (found := _SHAPE.match(word))), None)
    is_product = opcode == "mma" or (
        opcode in ("wmma", "wgmma") and modifiers[0] in (".mma", ".mma_async")
    )
    if shape is None or not is_product:
        return None
    types = [word[1:] for word in modifiers if word[1:] in TYPES]
    sums = "f16" if opcode == "wmma" else ""  # where the types of the sums alone are named
    factor = types[1] if len(types) > len("DC") else sums
    m, n, k = map(int, shape.groups())
    return Matrix(m, n, k, factor)


def work_of(opcode: str, modifiers: Sequence[str]) -> Work | None:
    """Return the floating-point operations of an instruction; None if it does none."""
    if opcode == "tcgen05" and ".mma" in modifiers[:1]:
        return Work("tensor", 0)  # the shape is in a descriptor
    matrix = matrix_of(opcode, modifiers)
    if matrix is not None:
        kind = _MATRIX_TYPES.get(matrix.type)
        if kind is None:
            return None if _INTEGER.match(matrix.type) else Work("tensor", 0)
        group = _WARPS_OF_GROUP if opcode == "wgmma" else 1
        four = 4 if matrix[:3] == _QUARTERS and matrix.type == "f16" else 1
        return Work(kind, 2 * matrix.m * matrix.n * matrix.k * four / (group * _WARP))
    types = [word[1:] for word in modifiers if word[1:] in TYPES]
    if opcode not in _THREAD or not types:
        return None
    name = types[0]
    many = 2 if name.endswith("x2") else 1
    if name in _SCALARS:
        return Work(_SCALARS[name], many * _THREAD[opcode])
    return Work("f16", many * _THREAD[opcode]) if name in _HALVES else None


def roofline(
    profile: Profile, works: Mapping[int, Sequence[Work | None]], target: str
) -> dict[str, Any]:
    """Return the operations and bytes of a run, and what they take at the peaks.

    Args:
        profile: The counts of the run.
        works: What the instructions of each line do.
        target: The target of the module, `sm_90a`; products that cannot run it are left out.
    """
    flops: Counter[str] = Counter()
    unknown: list[int] = []
    for line in profile.lines:
        found = works.get(line.line, ())
        kinds = set(found)
        if kinds <= {None}:
            continue
        work = next(iter(kinds))
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
            if _runs(peak.arch, target)
        ],
    }


def _runs(arch: str, target: str) -> bool:
    """Return whether a target runs on an architecture."""
    found = re.fullmatch(r"sm_(\d+)([af]?)", target)
    if found is None:
        return False
    own, wanted = int(arch.removeprefix("sm_")), int(found[1])
    return own == wanted if found[2] else own >= wanted


def _bytes(profile: Profile) -> int:
    """Return the bytes of global memory that a run asks for: sectors, and bulk copies."""
    total = 0
    for traffic in profile.total.memory.values():
        if traffic.space == "global":
            total += traffic.sectors * _SECTOR if traffic.sectors else traffic.bytes
        elif traffic.space == "bulk" and traffic.what != "exchange":
            total += traffic.bytes
    return total


def _against(peak: Peak, flops: Mapping[str, int], moved: int, *, is_known: bool) -> dict[str, Any]:
    """Return what operations and bytes take at the peaks of a product, in seconds."""
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
