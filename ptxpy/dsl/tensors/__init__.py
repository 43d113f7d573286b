"""The tensors that a kernel takes and gives: their shapes, types and layouts."""

from ptxpy.dsl.tensors.dims import Dim, unify_envs
from ptxpy.dsl.tensors.tile import Layout, Tile

__all__ = ["Dim", "Layout", "Tile", "unify_envs"]
