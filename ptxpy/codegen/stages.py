"""The stages of an import, of which whoever watches it is told: a large file takes a minute."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final

__all__ = ["STAGES", "enter", "watched"]

STAGES: Final = MappingProxyType(
    {"reading": 0.03, "writing": 0.24, "grouping": 0.34, "finishing": 0.19, "running": 0.2}
)
"""The stages in their order, with the part of the time that each takes, as measured on large files.

The PTX is read; statements of Python are written, repeated ones are made functions, and their text
is made; the program is run, and the PTX that it emits is compared."""

_WATCH: ContextVar[Callable[[str], None] | None] = ContextVar("ptxpy_stages", default=None)


def enter(stage: str) -> None:
    """Say that a stage begins."""
    watch = _WATCH.get()
    if watch is not None:
        watch(stage)


@contextmanager
def watched(watch: Callable[[str], None]) -> Iterator[None]:
    """Call a function with each stage that begins in the block."""
    token = _WATCH.set(watch)
    try:
        yield
    finally:
        _WATCH.reset(token)
