"""Fetches of the plain kind give the bits of the general way."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ptxpy.launch_request import Texture
from ptxpy.sim.semantics.textures import textures
from ptxpy.sim.semantics.textures.textures import Fetch, fetch

LANES = 4096
SHAPES = {"1d": (37,), "2d": (19, 37), "3d": (5, 19, 37), "a1d": (3, 37), "a2d": (3, 19, 37)}
TYPES = ("float32", "float16", "int16", "uint8", "uint32")


def fetched(held: Texture, kind: str, coordinates: list[Any], *, integer: bool) -> Any:
    """Return the bits that all lanes fetch from one texture."""
    machine: Any = SimpleNamespace(count=LANES, references={1: held})
    handle = np.full(LANES, 1, np.uint64)
    what = Fetch(kind, integer, "base")
    nothing: Any = ()
    found = fetch(
        machine, what, handle, None, tuple(coordinates), nothing, nothing, None, None, None
    )
    return np.array(found)


def coordinates_of(kind: str, normalized: bool, integer: bool) -> list[Any]:
    """Return a layer if there is one, and coordinates in the texture, at its edges and beyond."""
    numbers = np.random.default_rng(7)
    layer = [numbers.integers(0, 4, LANES, np.uint32)] if kind.startswith("a") else []
    found = []
    for extent in reversed(SHAPES[kind][len(layer) :]):
        if integer:
            found.append(numbers.integers(-3, extent + 3, LANES, np.int32))
            continue
        at = numbers.uniform(-2.0, 3.0, LANES).astype(np.float32)
        at[:512] = numbers.integers(-2 * extent, 3 * extent, 512) / np.float32(extent)
        at[512:520] = (0.0, -0.0, 1.0, 1e-45, -1e-45, 1e30, -1e30, 0.99999994)
        found.append(at if normalized else at * np.float32(extent))
    return layer + found


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("channels", [1, 4])
def test_bits_are_those_of_the_general_way(
    kind: str, type_: str, channels: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For all address modes, filters, and both kinds of coordinates."""
    numbers = np.random.default_rng(3)
    array: Any = numbers.integers(-30000, 30000, (*SHAPES[kind], channels)).astype(type_)
    # Rows that are longer than the texture, as those of pitched memory.
    padded: Any = np.zeros((*array.shape[:-2], array.shape[-2] + 27, channels), type_)
    padded[..., : array.shape[-2], :] = array
    array = padded[..., : array.shape[-2], :]
    read = "normalized" if type_ in {"int16", "uint8"} else "element"
    plain = 0
    for address in ("clamp", "wrap", "mirror", "border"):
        for filter_ in ("point", "linear")[: 1 + (type_ != "uint32")]:
            for normalized in (False, True):
                held = Texture(array, address, filter_, normalized=normalized, read=read,
                               kind=kind, copy=False)  # fmt: skip
                for integer in (False, True):
                    given = coordinates_of(kind, normalized, integer)
                    one = fetched(held, kind, given, integer=integer)
                    with monkeypatch.context() as patched:
                        patched.setattr(textures, "_plain", lambda *_: None)
                        other = fetched(held, kind, given, integer=integer)
                    assert one.tobytes() == other.tobytes(), (address, filter_, normalized, integer)
                    what = Fetch(kind, integer, "base")
                    quick = textures._plain(held, held.sampler, what, given)  # noqa: SLF001
                    plain += quick is not None
    assert plain


def test_coordinates_that_are_no_numbers_go_the_general_way() -> None:
    """NaN is 0, infinity the edge."""
    held = Texture(np.arange(8, dtype=np.float32), kind="1d")
    at = np.zeros(LANES, np.float32)
    at[:3] = (np.nan, np.inf, -np.inf)
    assert fetched(held, "1d", [at], integer=False)[0, :4].view(np.float32).tolist() == [0, 7, 0, 0]
