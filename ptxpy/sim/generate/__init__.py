"""Writing Python functions for the pieces of a program."""

from ptxpy.sim.generate import (
    arithmetic,
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
)

__all__ = [
    "arithmetic",
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
]
