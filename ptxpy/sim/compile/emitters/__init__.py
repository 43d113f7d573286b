"""The emitters, which write the code of each instruction; importing this registers them all."""

from ptxpy.sim.compile.emitters import (
    arithmetic,
    bulk_copies,
    clusters,
    control_flow,
    copies,
    matrices,
    mbarriers,
    memory,
    moves,
    multimem,
    tcgen05,
    textures,
    warps,
    wgmma,
)

__all__ = [
    "arithmetic",
    "bulk_copies",
    "clusters",
    "control_flow",
    "copies",
    "matrices",
    "mbarriers",
    "memory",
    "moves",
    "multimem",
    "tcgen05",
    "textures",
    "warps",
    "wgmma",
]
