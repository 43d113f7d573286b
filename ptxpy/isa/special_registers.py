"""The special registers of PTX, as plain data (PTX ISA 9.0, chapter 10)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ptxpy._records import NamedTuple

__all__ = ["SPECIAL_REGISTERS", "SpecialRegister", "is_special", "lookup", "may_change"]


class SpecialRegister(NamedTuple):
    """A special register, or several whose names differ in a number only."""

    name: str
    """Its name; ``%pm<4-7>_64`` stands for ``%pm4_64``, ``%pm5_64`` and so on."""
    type: str
    """The type of the register, or of each component."""
    components: str
    """``xyz`` for a vector with ``.x``, ``.y``, ``.z`` (and ``.w``, which is zero), else empty."""
    version: tuple[int, int]
    """The version of PTX that introduced it in any form."""
    target: int
    """The lowest target architecture, 90 for ``sm_90``; 0 if every target has it."""
    section: str
    """Its section in the manual."""
    meaning: str
    """Its value, in a few words."""
    narrow_type: str = ""
    """The type that it had before, and that `mov` may still read it as."""


SPECIAL_REGISTERS: Final = tuple(
    SpecialRegister(*row)
    for row in (
        ("%tid", "u32", "xyz", (1, 0), 0, "10.1", "thread in the CTA"),
        ("%ntid", "u32", "xyz", (1, 0), 0, "10.2", "threads of a CTA"),
        ("%laneid", "u32", "", (1, 3), 0, "10.3", "lane in the warp"),
        ("%warpid", "u32", "", (1, 3), 0, "10.4", "warp in the CTA; may change"),
        ("%nwarpid", "u32", "", (2, 0), 20, "10.5", "most warps of a CTA"),
        ("%ctaid", "u32", "xyz", (1, 0), 0, "10.6", "CTA in the grid"),
        ("%nctaid", "u32", "xyz", (1, 0), 0, "10.7", "CTAs of the grid"),
        ("%smid", "u32", "", (1, 3), 0, "10.8", "multiprocessor; may change"),
        ("%nsmid", "u32", "", (2, 0), 20, "10.9", "most multiprocessor numbers"),
        ("%gridid", "u64", "", (1, 0), 0, "10.10", "launch of the grid", "u32"),
        ("%is_explicit_cluster", "pred", "", (7, 8), 90, "10.11", "launched with clusters"),
        ("%clusterid", "u32", "xyz", (7, 8), 90, "10.12", "cluster in the grid"),
        ("%nclusterid", "u32", "xyz", (7, 8), 90, "10.13", "clusters of the grid"),
        ("%cluster_ctaid", "u32", "xyz", (7, 8), 90, "10.14", "CTA in the cluster"),
        ("%cluster_nctaid", "u32", "xyz", (7, 8), 90, "10.15", "CTAs of the cluster"),
        ("%cluster_ctarank", "u32", "", (7, 8), 90, "10.16", "CTA in the cluster, as one number"),
        ("%cluster_nctarank", "u32", "", (7, 8), 90, "10.17", "CTAs of the cluster in all"),
        ("%lanemask_eq", "u32", "", (2, 0), 20, "10.18", "bit of the own lane"),
        ("%lanemask_le", "u32", "", (2, 0), 20, "10.19", "bits up to the own lane"),
        ("%lanemask_lt", "u32", "", (2, 0), 20, "10.20", "bits below the own lane"),
        ("%lanemask_ge", "u32", "", (2, 0), 20, "10.21", "bits from the own lane"),
        ("%lanemask_gt", "u32", "", (2, 0), 20, "10.22", "bits above the own lane"),
        ("%clock", "u32", "", (1, 0), 0, "10.23", "cycles, lower half"),
        ("%clock_hi", "u32", "", (5, 0), 20, "10.23", "cycles, upper half"),
        ("%clock64", "u64", "", (2, 0), 20, "10.24", "cycles"),
        ("%pm<0-3>", "u32", "", (1, 3), 0, "10.25", "performance counter"),
        ("%pm<4-7>", "u32", "", (3, 0), 20, "10.25", "performance counter"),
        ("%pm<0-7>_64", "u64", "", (4, 0), 50, "10.26", "performance counter"),
        ("%envreg<0-31>", "b32", "", (2, 1), 0, "10.27", "set by the driver"),
        ("%globaltimer", "u64", "", (3, 1), 30, "10.28", "nanoseconds"),
        ("%globaltimer_lo", "u32", "", (3, 1), 30, "10.28", "nanoseconds, lower half"),
        ("%globaltimer_hi", "u32", "", (3, 1), 30, "10.28", "nanoseconds, upper half"),
        ("%reserved_smem_offset_begin", "b32", "", (7, 6), 80, "10.29", "first reserved byte"),
        ("%reserved_smem_offset_end", "b32", "", (7, 6), 80, "10.29", "end of the reserved bytes"),
        ("%reserved_smem_offset_cap", "b32", "", (7, 6), 80, "10.29", "number of reserved bytes"),
        ("%reserved_smem_offset_<0-1>", "b32", "", (7, 6), 80, "10.29", "into the reserved bytes"),
        ("%total_smem_size", "u32", "", (4, 1), 20, "10.30", "shared bytes of the CTA"),
        ("%aggr_smem_size", "u32", "", (8, 1), 90, "10.31", "the same and the reserved bytes"),
        ("%dynamic_smem_size", "u32", "", (4, 1), 20, "10.32", "shared bytes given at launch"),
        ("%current_graph_exec", "u64", "", (8, 0), 50, "10.33", "CUDA graph that runs, or 0"),
    )
)
"""Every special register, in the manual's order. ``WARP_SZ`` is not one but a constant."""

_CHANGING: Final = ("%clock", "%globaltimer", "%pm", "%smid", "%warpid")
"""The beginnings of the names of registers that count, or that change when a thread moves."""

_RANGE: Final = re.compile(r"<(\d+)-(\d+)>")


@lru_cache(maxsize=1)
def _by_name() -> dict[str, SpecialRegister]:
    """Return the registers by each of their names."""
    registers = {}
    for register in SPECIAL_REGISTERS:
        numbers = _RANGE.search(register.name)
        if numbers is None:
            registers[register.name] = register
            continue
        for number in range(int(numbers[1]), int(numbers[2]) + 1):
            registers[_RANGE.sub(str(number), register.name)] = register
    return registers


def is_special(name: str) -> bool:
    """Return whether a name without component (``%tid``, ``%envreg3``) is a special register."""
    return name in _by_name()


def may_change(name: str) -> bool:
    """Return whether a special register may have another value when a thread reads it again."""
    return name.startswith(_CHANGING) and is_special(name)


def lookup(name: str) -> SpecialRegister | None:
    """Return the entry for a name without component, or None.

    Registers that differ in a number share an entry: ``%envreg3`` gives ``%envreg<0-31>``.
    """
    return _by_name().get(name)
