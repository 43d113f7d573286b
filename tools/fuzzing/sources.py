"""The texts that are mutated, re-spaced and edited."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import cast

import ptxpy
from ptxpy.ir import nodes as n
from tests.syntax.cases import read_cases

ROOT = Path(__file__).resolve().parents[2]
SMALL = 12_000
"""Bytes: whole files up to this size are used."""

EXCERPTED = 100_000
"""Bytes: from files up to this size, excerpts are used."""


@cache
def corpus(limit: int) -> tuple[Path, ...]:
    """Return the corpus files up to a size, in a fixed order."""
    found = sorted(ROOT.joinpath("corpus").rglob("*.ptx"))
    return tuple(path for path in found if path.stat().st_size <= limit)


@cache
def identity_cases() -> tuple[str, ...]:
    """Return the modules of the identity cases."""
    path = ROOT / "tests" / "syntax" / "identity.ptx"
    return tuple(case.module() for case in read_cases(path))


@lru_cache(maxsize=64)
def _module(path: Path) -> n.Module:
    return ptxpy.parse(path.read_bytes())


def small_file(rng: Random) -> bytes:
    """Return a small file of the corpus."""
    return rng.choice(corpus(SMALL)).read_bytes()


def identity_case(rng: Random) -> bytes:
    """Return one of the identity cases."""
    return rng.choice(identity_cases()).encode("utf-8", "surrogateescape")


def excerpt(rng: Random) -> bytes:
    """Return part of a corpus file: the header, an item or two, a few statements of each."""
    module = _module(rng.choice(corpus(EXCERPTED)))
    header = [item for item in module.body if isinstance(item, _HEADER)]
    others = [item for item in module.body if not isinstance(item, _HEADER)]
    start = rng.randrange(len(others)) if others else 0
    chosen = others[start : start + rng.randint(1, 3)]
    body = (*header, *(_shortened(item, rng) for item in chosen))
    return ptxpy.emit_bytes(module.replace(body=body))


_HEADER = (n.Version, n.Target, n.AddressSize)


def _shortened(item: n.ModuleItem, rng: Random) -> n.ModuleItem:
    if not isinstance(item, n.Function | n.Section) or not item.body:
        return item
    count = rng.randint(1, 15)
    start = rng.randrange(len(item.body))
    return cast("n.ModuleItem", item.replace(body=item.body[start : start + count]))


def any_source(rng: Random) -> bytes:
    """Return an identity case, an excerpt or, seldom, a small file."""
    makers: tuple[Callable[[Random], bytes], ...] = (identity_case, excerpt, small_file)
    return rng.choices(makers, (50, 44, 6))[0](rng)
