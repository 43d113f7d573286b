"""The tensors that a kernel takes and gives: their shapes, types and layouts."""

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.dsl.tensors.dims import Dim, unify_envs
    from ptxpy.dsl.tensors.tile import Layout, Tile

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.dsl.tensors.dims": "Dim unify_envs",
        "ptxpy.dsl.tensors.tile": "Layout Tile",
    },
)

__all__ = ["Dim", "Layout", "Tile", "unify_envs"]
