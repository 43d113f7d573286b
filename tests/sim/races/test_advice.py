"""Advice is followed: what is missing is written where it says, and the fault is gone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from ptxpy.sim import SimulationError, limited
from tests.sim.races.test_faults import ALL, FRAME, Case, run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.sim.errors import FoundFault

_FIRST: Final = FRAME.count("\n") + 1
"""The line of the first statement of a body."""
_MAX_STEPS: Final = 20_000
_INSTRUCTIONS: Final = re.compile(r"((?:[a-z][\w.:]*(?: [\w, ]+)?; ?)+)(?:or [^;]*wait for it, )?")
_BETWEEN: Final = re.compile(r"between <ptx>:(\d+) and <ptx>:(\d+)( when it comes again)?$")
_SCOPE: Final = re.compile(r"(\.\w+\.cluster) in place of the scope \.cta at <ptx>:(\d+)")
_FENCE: Final = re.compile(r"([\w.]+) in place of the fence at <ptx>:(\d+)$")
_STORE: Final = re.compile(r"(st\.release\.\w+) in place of st at <ptx>:(\d+)$")
_APART: Final = frozenset(
    {
        "a stage that is filled again before all have read it",
        "a phase that ends twice before a thread looks",
        "a fence of the scope of a CTA before a flag for another warp",
        "A in memory that another warpgroup has written without a barrier",
    }
)
"""Here warps are in branches of their own, so that a barrier has to be written into each."""


def edits(body: str, missing: str) -> Iterator[str]:
    """Yield what the body may be when advice has been followed; nothing if that is in words."""
    lines = body.splitlines()
    if _SCOPE.search(missing):
        for scope, line in _SCOPE.findall(missing):
            at = int(line) - _FIRST
            lines[at] = re.sub(
                r"(mbarrier\.\w+(?:\.parity)?)(\.release\.cta|\.acquire\.cta)?", rf"\1{scope}",
                lines[at],
            )  # fmt: skip
        yield "\n".join(lines)
        return
    fence = _FENCE.match(missing)
    if fence is not None:
        lines[int(fence[2]) - _FIRST] = f"{fence[1]};"
        yield "\n".join(lines)
        return
    store = _STORE.match(missing)
    if store is not None:
        at = int(store[2]) - _FIRST
        lines[at] = re.sub(r"\bst\b", store[1], lines[at], count=1)
        yield "\n".join(lines)
        return
    found = _INSTRUCTIONS.match(missing)
    if found is None or "; and a flag" in missing:
        return
    places: list[int] = []
    between = _BETWEEN.search(missing)
    if " after <ptx>:" in missing and missing.count("<ptx>") == 1:
        places = [int(missing.partition("<ptx>:")[2].split(",")[0]) - _FIRST + 1]
    elif " before <ptx>:" in missing and missing.count("<ptx>") == 1:
        places = [int(missing.partition("<ptx>:")[2]) - _FIRST]
    elif between is not None:
        first, last = int(between[1]) - _FIRST, int(between[2]) - _FIRST
        places = [*range(first + 1, last + 1)] if first < last else [*range(first + 1, len(lines))]
    for place in places:
        yield "\n".join([*lines[:place], f"    {found[1]}", *lines[place:]])


def key(fault: FoundFault) -> tuple[str, str]:
    """Return what a fault is, whatever lines its statements are at."""
    at = fault.text.partition("\n    at <ptx>:")[2].partition("\n")[0]
    return fault.kind, at.partition(": ")[2]


def faults(case: Case, body: str) -> set[tuple[str, str]] | None:
    """Return the faults of a body; None if it does not run to its end."""
    try:
        with limited(max_steps=_MAX_STEPS):  # an edit in the middle of a loop may not end
            run(case, body, strict=case.collect)
    except SimulationError as error:
        return {key(each) for each in error.faults} if error.ran_to_end else None
    return set()


def found(case: Case) -> FoundFault | None:
    """Return the first fault of a case."""
    with pytest.raises(SimulationError) as caught:
        run(case, case.wrong, strict=case.strict)
    return caught.value.faults[0] if caught.value.faults else None


@pytest.mark.parametrize(
    "case", [each for each in ALL if each.name not in _APART], ids=lambda case: case.name
)
def test_advice_that_is_followed_ends_the_accusation(case: Case) -> None:
    """At the place that it names, or somewhere between the two that it names."""
    fault = found(case)
    bodies = [] if fault is None else [*edits(case.wrong, fault.missing)]
    if fault is None or not bodies:
        pytest.skip("advice in words")
    for body in bodies:
        left = faults(case, body)
        if left is not None and key(fault) not in left:
            return
    pytest.fail(f"not gone: {fault.missing}")
