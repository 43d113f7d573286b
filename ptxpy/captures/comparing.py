"""Comparing the results of a replay with those that were captured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._counts import are, format_count
from ptxpy._records import NamedTuple
from ptxpy.captures.manifest import POINTER_BYTES, TENSOR_MAP_BYTES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.captures.contents import Bytes
    from ptxpy.captures.manifest import Manifest

__all__ = ["FLOATS", "Comparison", "Difference", "Replayed", "compare"]

FLOATS: Final[Mapping[str, np.dtype[Any]]] = {
    "f16": np.dtype(np.float16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}
"""The types of NumPy for floating-point types of PTX."""

_HALF_OF_F32: Final = 16
_STEP: Final = 1 << 20
"""How many bytes are compared together."""
_MAX_SHOWN: Final = 4
"""How many allocations that differ a report lists."""


class Difference(NamedTuple):
    """Where the results of an allocation first differ."""

    allocation: int
    name: str
    offset: int
    """The offset of the first byte that differs."""
    element: int
    """The index of the element that it is in."""
    type: str
    """The type of the elements: `f32`, or `u8` if it is not known."""
    expected: str
    got: str
    elements: int
    """How many elements differ."""

    def __str__(self) -> str:
        """Return the difference as a line."""
        return (
            f"{self.name}: {format_count(self.elements, 'element')} {_differ(self.elements)}, "
            f"first {self.type} {self.element:,} "
            f"(byte {self.offset:,}): captured {self.expected}, here {self.got}"
        )


class Comparison(NamedTuple):
    """The results of a replay, compared with those that were captured."""

    differences: tuple[Difference, ...]
    """The allocations that differ by more than the tolerance."""
    compared: int
    """How many bytes were compared."""
    tolerance: float
    within: tuple[tuple[str, float], ...]
    """The allocations that are equal only within the tolerance, and the largest error of each."""

    @property
    def equal(self) -> bool:
        """Whether all bytes are equal."""
        return not self.differences and not self.within

    @property
    def accepted(self) -> bool:
        """Whether nothing differs by more than the tolerance."""
        return not self.differences

    def __str__(self) -> str:
        """Return the outcome as text."""
        if self.equal:
            return (
                f"equal: all {format_count(self.compared, 'byte')} {are(self.compared)} as captured"
            )
        if self.accepted:
            worst = max(error for _, error in self.within)
            names = ", ".join(name for name, _ in self.within)
            return (
                f"equal within the tolerance {self.tolerance:g}: the largest error is {worst:.3g}, "
                f"in {names}; the other bytes are as captured"
            )
        rows = [str(each) for each in self.differences[:_MAX_SHOWN]]
        more = len(self.differences) - len(rows)
        rows += [f"and {format_count(more, 'more allocation')} {_differ(more)}"] if more > 0 else []
        return "\n".join(["different:", *(f"    {row}" for row in rows)])


class Replayed(NamedTuple):
    """The results of a replay: the bytes of the allocations, and their addresses."""

    memories: Mapping[int, Bytes]
    """The bytes by allocation."""
    placed: Sequence[int]
    """The addresses of the allocations that are no variables, in order."""


def compare(
    manifest: Manifest,
    expected: Sequence[Bytes],
    got: Replayed,
    facts: Sequence[tuple[str, str]],
    tolerance: float,
) -> Comparison:
    """Compare the results of a replay with those that were captured.

    Args:
        manifest: The captured launch.
        expected: The bytes of each allocation after the launch.
        got: The bytes after the replay.
        facts: The name of each allocation, and the type of its elements, empty if it is not known.
        tolerance: The error that floating-point elements may have.
    """
    held = [n for n, each in enumerate(manifest.allocations) if not each.variable]
    moved = [
        (start, start + manifest.allocations[number].size, manifest.allocations[number].address)
        for number, start in zip(held, got.placed, strict=True)
    ]
    differences: list[Difference] = []
    within: list[tuple[str, float]] = []
    for number, data in sorted(got.memories.items()):
        wanted = expected[number]
        # A part at a time, so that the comparison takes little memory.
        if all(
            np.array_equal(wanted[start : start + _STEP], data[start : start + _STEP])
            for start in range(0, len(wanted), _STEP)
        ):
            continue
        found = _captured_addresses(data, wanted, moved)
        for each in manifest.allocations[number].maps:  # each device has an encoding of its own
            found[each.offset : each.offset + TENSOR_MAP_BYTES] = wanted[
                each.offset : each.offset + TENSOR_MAP_BYTES
            ]
        if np.array_equal(wanted, found):
            continue
        name, kind = facts[number]
        error = _largest_error(wanted, found, kind)
        if error is not None and error <= tolerance:
            within.append((name, error))
        else:
            differences.append(_difference(number, name, kind, (wanted, found)))
    compared = sum(each.size for each in manifest.allocations)
    return Comparison(tuple(differences), compared, tolerance, tuple(within))


def _captured_addresses(
    got: Bytes, expected: Bytes, moved: Sequence[tuple[int, int, int]]
) -> Bytes:
    """Return results with the addresses that they would have had on the device of the capture.

    Only words that differ from the expected ones are looked at, and they are changed only if they
    are then equal: so no number is taken for an address by mistake.
    """
    whole = len(got) // POINTER_BYTES * POINTER_BYTES
    words = got[:whole].view("<u8")
    wanted = expected[:whole].view("<u8")
    places = np.flatnonzero(words != wanted)
    result = got.copy()
    new = result[:whole].view("<u8")
    for start, stop, address in moved:
        values = words[places]
        shifted = values - np.uint64(start) + np.uint64(address)
        fits = (values >= start) & (values <= stop) & (shifted == wanted[places])
        new[places[fits]] = shifted[fits]
    return result


def _largest_error(expected: Bytes, got: Bytes, kind: str) -> float | None:
    """Return the largest error of floating-point elements; None for elements of other types."""
    one, other = _as_floats(expected, kind), _as_floats(got, kind)
    if one is None or other is None:
        return None
    with np.errstate(all="ignore"):
        # Relative for large numbers, absolute for those below 1, where cancellation leaves little.
        error = np.abs(one - other) / np.maximum(1.0, np.abs(one))
    # Equal infinities have a difference of NaN.
    error[(one == other) | (np.isnan(one) & np.isnan(other))] = 0.0
    return float("inf") if np.isnan(error).any() else float(error.max(initial=0.0))


def _as_floats(data: Bytes, kind: str) -> np.ndarray[Any, Any] | None:
    if kind == "bf16":
        halves = data[: len(data) // 2 * 2].view("<u2").astype(np.uint32)
        return (halves << _HALF_OF_F32).view(np.float32).astype(np.float64)
    dtype = FLOATS.get(kind)
    if dtype is None:
        return None
    return data[: len(data) // dtype.itemsize * dtype.itemsize].view(dtype).astype(np.float64)


def _difference(number: int, name: str, kind: str, pair: tuple[Bytes, Bytes]) -> Difference:
    places = np.flatnonzero(pair[0] != pair[1])
    size = int(kind.lstrip("bfsu")) // 8 if kind.lstrip("bfsu").isdigit() else 1
    first = int(places[0])
    element = first // size
    elements = len(np.unique(places // size))
    shown = [_shown(each[element * size : (element + 1) * size], kind) for each in pair]
    return Difference(number, name, first, element, kind or "u8", shown[0], shown[1], elements)


def _shown(data: Bytes, kind: str) -> str:
    """Return an element for a message."""
    floats = _as_floats(data, kind)
    if floats is not None and len(floats):
        return f"{floats[0]:.9g}"
    value = int.from_bytes(data.tobytes(), "little", signed=kind.startswith("s"))
    return str(value) if kind[:1] in ("s", "u") else f"{value:#04x}"


def _differ(number: int) -> str:
    return "differs" if number == 1 else "differ"
