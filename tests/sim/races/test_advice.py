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
_INSTRUCTIONS: Final = re.compile(
    r"(?:an arrival [^;]* wait for it, or )?((?:[a-z][\w.:]*(?: [\w, ]+)?; ?)+)"
)
_BETWEEN: Final = re.compile(r"between <ptx>:(\d+) and <ptx>:(\d+)( when it comes again)?$")
_SCOPE: Final = re.compile(r"(\.\w+\.cluster) in place of the scope \.cta at <ptx>:(\d+)")
_FENCE: Final = re.compile(r"([\w.]+) in place of the fence at <ptx>:(\d+)")
_WAIT: Final = re.compile(
    r"a wait for the mbarrier (?:bars(\+8|) at 0x\w+(?= between)|of a later tcgen05\.commit)|"
    r"a tcgen05\.commit of the same thread, with a wait for its mbarrier between <ptx>:(\d+)"
)
"""A wait for the mbarrier at the register %r4, with an offset; or for any that a commit has; or a
commit to the first one, by the thread that has executed a statement, and a wait for that."""
_GUARD: Final = re.compile(r" *(@!?%\w+ )")
_GROUP: Final = re.compile(r"cta_group::\d")
_WRITE: Final = re.compile(r"a write to it before <ptx>:(\d+)$")
_SPACE: Final = re.compile(r"\.(shared|local|global)(?![\w:])")
_ADDRESS: Final = re.compile(r"\[[^]]+\]")
_COMMIT: Final = re.compile(r"tcgen05\.commit\S* \[([^]]+)\]")
_STORE: Final = re.compile(r"(st\.release\.\w+) in place of st at <ptx>:(\d+)$")
_NUMBER: Final = re.compile(
    r"(?:parity (\d) in place of \d|(?:a count of|an expect_tx of) (\d+)\b[^<]*) at <ptx>:(\d+)"
)
_EXPECT: Final = re.compile(r"an arrive\.expect_tx of (\d+) bytes[^<]* at <ptx>:(\d+)")
_APART: Final = frozenset(
    {
        "a stage that is filled again before all have read it",
        "a phase that ends twice before a thread looks",
        "a fence of the scope of a CTA before a flag for another warp",
        "A in memory that another warpgroup has written without a barrier",
    }
)
"""Here warps are in branches of their own, so that a barrier has to be written into each."""

_TOGETHER: Final = frozenset({"two copies to the same memory"})
"""Here one phase of an mbarrier counts both operations, so that a wait between them needs one of
its own."""


def edits(body: str, missing: str) -> Iterator[str]:
    """Yield what the body may be when advice has been followed; nothing if that is in words."""
    lines = body.splitlines()
    replaced = _replaced(lines, missing)
    if replaced is not None:
        yield "\n".join(replaced)
        return
    added = [*_waits(lines, missing), *_writes(lines, missing)]
    found = _INSTRUCTIONS.match(missing)
    if not added and found is not None and "; and a flag" not in missing:
        added = [found[1]]
    for place in _places(lines, missing):
        for text in added:
            yield "\n".join([*lines[:place], f"    {text}", *lines[place:]])


def _replaced(lines: list[str], missing: str) -> list[str] | None:
    """Return the lines when statements have been replaced; None if advice does not ask for it."""
    lines = lines.copy()
    scopes, fences = _SCOPE.findall(missing), _FENCE.findall(missing)
    store = _STORE.match(missing)
    for scope, line in scopes:
        at = int(line) - _FIRST
        lines[at] = re.sub(
            r"(mbarrier\.\w+(?:\.parity)?)(\.release\.cta|\.acquire\.cta)?",
            rf"\1{scope}",
            lines[at],
        )
    for fence, line in () if scopes else fences:
        lines[int(line) - _FIRST] = f"{fence};"
    if store is not None:
        at = int(store[2]) - _FIRST
        lines[at] = re.sub(r"\bst\b", store[1], lines[at], count=1)
    expect = _EXPECT.match(missing)
    if expect is not None:
        at = int(expect[2]) - _FIRST
        lines[at] = (
            lines[at].replace(".arrive.", ".arrive.expect_tx.").replace(";", f", {expect[1]};", 1)
        )
        return lines
    number = _NUMBER.match(missing)
    if number is not None:
        # The number is the last one of its instruction: a parity, a count, or bytes.
        at = int(number[3]) - _FIRST
        new = number[1] or number[2]
        lines[at] = re.sub(r"(mbarrier\.[^;]*, )\d+;", rf"\g<1>{new};", lines[at], count=1)
    return lines if scopes or fences or store is not None or number is not None else None


def _waits(lines: list[str], missing: str) -> Iterator[str]:
    """Yield the waits that advice may ask for: of one mbarrier, or of that of a commit."""
    wait = _WAIT.match(missing)
    if wait is None:
        return
    bars = [f"%r4{wait[1] or ''}"]
    if wait[1] is None:
        bars = [*dict.fromkeys(bar for line in lines for bar in _COMMIT.findall(line))]
    commit = ""
    if wait[2] is not None:
        statement = lines[int(wait[2]) - _FIRST]
        guard, group = _GUARD.match(statement), _GROUP.search(statement)
        commit = f"{guard[1] if guard else ''}tcgen05.commit.{group[0] if group else ''}"
        commit += ".mbarrier::arrive::one.shared::cluster.b64 [%r4]; "
        bars = ["%r4"]
    for bar in bars:
        for parity in range(2):
            wait_for = f"mbarrier.try_wait.parity.shared.b64 p, [{bar}], {parity};"
            yield f"{commit}{{ .reg .pred p; L: {wait_for} @!p bra L; }}"


def _writes(lines: list[str], missing: str) -> Iterator[str]:
    """Yield the stores that advice may ask for: to what a statement reads."""
    write = _WRITE.match(missing)
    if write is None:
        return
    statement = lines[int(write[1]) - _FIRST]
    space, address = _SPACE.search(statement), _ADDRESS.search(statement)
    if address is not None and "tcgen05" not in statement:  # that memory is written otherwise
        store = f"st{space[0] if space else ''}"
        yield f"{store}.u32 {address[0]}, %r0;"
        yield f"{store}.v4.u32 {address[0]}, {{%r0, %r0, %r0, %r0}};"


def _places(lines: list[str], missing: str) -> list[int]:
    """Return the lines before which advice may ask for what is missing."""
    between = _BETWEEN.search(missing)
    if " after <ptx>:" in missing and missing.count("<ptx>") == 1:
        return [int(missing.partition("<ptx>:")[2].split(",")[0]) - _FIRST + 1]
    if " before <ptx>:" in missing and missing.count("<ptx>") == 1:
        return [int(missing.partition("<ptx>:")[2]) - _FIRST]
    if between is None:
        return []
    first, last = int(between[1]) - _FIRST, int(between[2]) - _FIRST
    return [*range(first + 1, last + 1)] if first < last else [*range(first + 1, len(lines))]


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
    "case",
    [each for each in ALL if each.name not in _APART | _TOGETHER],
    ids=lambda case: case.name,
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
