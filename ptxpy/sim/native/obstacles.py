"""Strict launches that compiled code cannot run, whatever the kernel is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ptxpy.sim.machine.geometry import Geometry

__all__ = ["obstacle"]


def obstacle(geometry: Geometry) -> str:
    """Return why the shape of a launch leaves it to the interpreter; empty if it does not."""
    if geometry.cooperative or geometry.cluster != (1, 1, 1):
        return "a cluster or cooperative launch, in strict mode"
    return ""
