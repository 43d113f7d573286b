"""Tensors of a kernel, as an import path: `from ptxpy.specs import Layout, Tile`."""

from ptxpy.dsl.tensors import Dim, Layout, Tile, unify_envs

__all__ = ["Dim", "Layout", "Tile", "unify_envs"]
