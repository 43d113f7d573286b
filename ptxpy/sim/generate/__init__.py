"""Writing Python functions for the pieces of a program."""

from ptxpy.sim.generate import (
    arithmetic,
    async_stores,
    bulk,
    clusters,
    control,
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
    "bulk",
    "clusters",
    "control",
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
