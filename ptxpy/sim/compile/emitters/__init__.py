"""The emitters: what is generated for each instruction. Importing this registers them all."""

from ptxpy.sim.compile.emitters import (
    arithmetic,
    async_stores,
    bulk_copies,
    clusters,
    control_flow,
    copies,
    matrices,
    mbarriers,
    memory,
    moves,
    stacks,
    surfaces,
    textures,
    video,
    warps,
    wgmma,
)

__all__ = [
    "arithmetic",
    "async_stores",
    "bulk_copies",
    "clusters",
    "control_flow",
    "copies",
    "matrices",
    "mbarriers",
    "memory",
    "moves",
    "stacks",
    "surfaces",
    "textures",
    "video",
    "warps",
    "wgmma",
]
