"""Launches that compiled code cannot run, whatever the kernel is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.sim.machine.geometry import Geometry

__all__ = ["obstacle"]


def obstacle(geometry: Geometry, references: Mapping[int, Any] | None) -> str:
    """Return why the arguments of a launch leave it to the interpreter; empty if they do not."""
    if references:
        return "textures, surfaces or handles"
    if geometry.cooperative or geometry.cluster != (1, 1, 1):
        return "a cluster or cooperative launch"
    return ""
