"""Recording the launches that a program makes on a GPU, between it and the driver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.interposer.recording import record

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.interposer.recording": "record",
    },
)

__all__ = ["record"]
