"""Comparison of the results of two devices."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from gpu_checking.values import Array, Format, decoded
from gpu_checking.vectors import WARP, Form, Operand

__all__ = ["Comparison", "Difference", "compare_results"]

MAX_REPORTED_DIFFERENCES: Final = 4
"""Differences per form that are reported."""


class Difference(NamedTuple):
    """A lane whose results differ."""

    lane: int
    operands: dict[str, str]
    """Its operands, in hexadecimal."""
    result: str
    """The name of the result."""
    expected: str
    """The result of the first device, in hexadecimal."""
    found: str
    """The result of the second device, in hexadecimal."""


class Comparison(NamedTuple):
    """The comparison of the results of a form."""

    values: int
    """The number of results compared."""
    wrong: int
    """The number of results that differ by more than the tolerance."""
    inexact: int
    """The number of results that differ within the tolerance."""
    payloads: int
    """NaNs whose bits differ."""
    most: int
    """The largest difference within the tolerance, in units in the last place."""
    differences: tuple[Difference, ...]
    """The first results that differ by more than the tolerance."""


def compare_results(form: Form, expected: dict[str, Array], found: dict[str, Array]) -> Comparison:
    """Compare the results of a form bit by bit, except for NaNs and within its tolerance."""
    total = wrong = inexact = payloads = most = 0
    differences: list[Difference] = []
    given = form.inputs()
    for operand in form.operands:
        if operand.name not in expected:
            continue
        reference, result = expected[operand.name], found[operand.name]
        total += reference.size * operand.sort.elements
        bad = np.zeros(reference.shape, bool)
        unlike = reference != result
        if operand.sort.format is None:
            bad = unlike
            wrong += int(bad.sum())
        elif unlike.any():
            places = np.flatnonzero(unlike)
            for element in range(operand.sort.elements):
                shift = np.uint64(element * operand.sort.width)
                mask = np.uint64((1 << operand.sort.width) - 1)
                left = reference[places].astype("u8") >> shift & mask
                right = result[places].astype("u8") >> shift & mask
                verdict = _floats(left, right, operand.sort.format, form)
                bad[places] |= verdict.bad
                wrong += int(verdict.bad.sum())
                payloads += verdict.payloads
                inexact += verdict.inexact
                most = max(most, verdict.most)
        for place in np.flatnonzero(bad)[: MAX_REPORTED_DIFFERENCES - len(differences)]:
            lane = int(place) // operand.words * (WARP if operand.name[0] == "w" else 1)
            differences.append(
                Difference(
                    lane,
                    _shown(form, given, lane),
                    operand.name,
                    _hex(operand, reference[place]),
                    _hex(operand, result[place]),
                )
            )
    return Comparison(total, wrong, inexact, payloads, most, tuple(differences))


class _Verdict(NamedTuple):
    bad: Array
    inexact: int
    payloads: int
    most: int


def _floats(left: Array, right: Array, form: Format, owner: Form) -> _Verdict:
    """Compare elements of which some differ."""
    x, y = decoded(left, form), decoded(right, form)
    nans = np.isnan(x) & np.isnan(y)
    unlike = (left != right) & ~nans
    payloads = int(((left != right) & nans).sum())
    tolerance = owner.tolerance
    if tolerance is None or not unlike.any():
        return _Verdict(unlike, 0, payloads, 0)
    apart = _steps(left, right, form)
    near = apart <= np.uint64(1)
    with np.errstate(all="ignore"):
        if tolerance.kind == "ulp":
            near |= apart <= np.uint64(int(tolerance.bound) + 1)
        else:
            power = 2.0**tolerance.bound
            unit = 2.0**-form.fraction
            size = np.abs(x)
            bound = size * (power + unit) if tolerance.kind == "rel" else power + size * unit
            near |= np.abs(x - y) <= bound
    near &= ~(np.isnan(x) | np.isnan(y))
    allowed = unlike & near
    most = int(apart[allowed].max()) if allowed.any() else 0
    return _Verdict(unlike & ~near, int(allowed.sum()), payloads, most)


def _steps(left: Array, right: Array, form: Format) -> Array:
    """Return the distance of numbers in units in the last place; both zeros count as one."""
    sign = np.uint64(1 << form.width - 1)
    places = []
    for bits in (left, right):
        size = bits & ~sign
        places.append((np.where(bits & sign, ~size + np.uint64(1), size)).astype("i8"))
    low, high = np.minimum(*places), np.maximum(*places)
    return np.asarray(high.view("u8") - low.view("u8"))


def _hex(operand: Operand, bits: int) -> str:
    return f"{int(bits):0{2 * operand.sort.size}x}"


def _shown(form: Form, given: dict[str, Array], lane: int) -> dict[str, str]:
    """Return the operands of a lane; for memory of several words, the first."""
    found = {}
    for operand in form.operands:
        if operand.name in given:
            owner = lane // WARP if operand.name[0] == "w" else lane
            found[operand.name] = _hex(operand, given[operand.name][owner * operand.words])
    return found
