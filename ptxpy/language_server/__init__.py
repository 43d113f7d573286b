"""The language server: PTX in editors, by the Language Server Protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.language_server.server import serve

__getattr__ = lazy_names(__name__, {"ptxpy.language_server.server": "serve"})

__all__ = ["serve"]
