"""Runs cases, one after another or in several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import takewhile
from math import inf
from random import Random
from time import monotonic
from typing import TypeAlias

from fuzzing.cases import BrokenLawError, Case, Finding, Outcome
from fuzzing.edit import check_random_edit
from fuzzing.grammar import random_module
from fuzzing.laws import check, described, time_limit
from fuzzing.meaning import check_random_kernel
from fuzzing.minimise import minimise
from fuzzing.mutation import mutated
from fuzzing.respace import check_respaced, random_source, respaced
from fuzzing.rewrite import check_random_rewrites
from ptxpy.executors import WorkerLostError, in_order, map_unordered, open_executor
from ptxpy.syntax.parser import clear_memo
from ptxpy.syntax.shapes import forget_shapes

ITSELF = "the fuzzer itself works"

Runner: TypeAlias = Callable[[Random], bool]

_MIX = (
    *("mutation", "grammar", "mutation", "edit", "rewrite"),
    *("grammar", "meaning", "mutation", "respace"),
)
"""The kinds of the cases of kind `all`, in turn."""

CASES_PER_CHUNK = 100
CHUNKS_BEFORE_CACHES_ARE_CLEARED = 20
"""Chunks after which a process clears the cache of statement shapes, to limit its memory."""

_chunks_run = 0


def chunks(kind: str, seed: int, count: int) -> list[list[Case]]:
    """Return the cases of a kind, or of all kinds in turn, in portions."""
    kinds = _MIX if kind == "all" else (kind,)
    return [
        [
            Case(kinds[i % len(kinds)], seed, i)
            for i in range(start, min(start + CASES_PER_CHUNK, count))
        ]
        for start in range(0, count, CASES_PER_CHUNK)
    ]


def run(kind: str, seed: int, count: int, jobs: int = 1, seconds: float = inf) -> Iterator[Outcome]:
    """Run cases; yield their outcomes in order.

    Args:
        kind: One of `KINDS`, or `all`.
        seed: Which cases.
        count: How many.
        jobs: How many processes.
        seconds: No portion of cases begins after this time.
    """
    end = monotonic() + seconds
    portions = takewhile(lambda _: monotonic() < end, chunks(kind, seed, count))
    if jobs == 1:
        for portion in portions:
            yield from _run_chunk(portion)
        return
    with open_executor("processes", jobs) as executor:
        for portion, outcomes in _run_portions(executor, portions):
            if outcomes is not None:
                yield from outcomes
                continue
            for (case,), alone in _run_portions(executor, [[case] for case in portion]):
                yield from alone or [Outcome(case, accepted=False, finding=_finding(case, _DEAD))]


def run_alone(kind: str, seed: int, number: int) -> list[Outcome]:
    """Run one case of a seed, by its number, in this process."""
    kinds = _MIX if kind == "all" else (kind,)
    return [run_case(Case(kinds[number % len(kinds)], seed, number))]


_DEAD = BrokenLawError("the process survives", "a worker died while it ran this case alone")


def _run_portions(
    executor: Executor, portions: Iterable[list[Case]]
) -> Iterator[tuple[list[Case], list[Outcome] | None]]:
    """Yield portions with their outcomes, in order; None for one that its worker died of."""
    for outcome in in_order(map_unordered(executor, _run_chunk, portions)):
        lost = isinstance(outcome.error, WorkerLostError)
        yield outcome.item, None if lost else outcome.value()


def _run_chunk(portion: Sequence[Case]) -> list[Outcome]:
    global _chunks_run  # noqa: PLW0603 - counts for this process
    _chunks_run += 1
    if _chunks_run % CHUNKS_BEFORE_CACHES_ARE_CLEARED == 0:
        _forget()
    return [run_case(case) for case in portion]


def _forget() -> None:
    clear_memo()
    forget_shapes()


def run_case(case: Case) -> Outcome:
    """Run one case."""
    try:
        with time_limit():
            return Outcome(case, _RUNNERS[case.kind](case.generator()), None)
    except BrokenLawError as error:
        return Outcome(case, accepted=False, finding=_finding(case, error))
    except Exception as error:  # noqa: BLE001 - a long run goes on
        broken = BrokenLawError(ITSELF, described(error))
        return Outcome(case, accepted=False, finding=_finding(case, broken))


def _finding(case: Case, error: BrokenLawError) -> Finding:
    return Finding(case, error.law, error.detail, error.source, error.python)


def minimise_finding(finding: Finding) -> Finding:
    """Minimise the PTX of a finding if possible."""
    if finding.python or not finding.source:
        return finding
    smaller = minimise(finding.source, lambda text: breaks(text, finding))
    return finding._replace(smaller=smaller)


def breaks(source: bytes, finding: Finding) -> bool:
    """Return whether a text violates the same property in the same way."""
    try:
        with time_limit():
            check(source, compare=True, prove=True)
    except BrokenLawError as error:
        return _finding(finding.case, error).signature == finding.signature
    return False


def _checked(source: bytes, *, compare: bool, prove: bool) -> bool:
    try:
        return check(source, compare=compare, prove=prove)
    except BrokenLawError as error:
        error.source = source
        raise


def _grammar(rng: Random) -> bool:
    source = random_module(rng).encode("utf-8", "surrogateescape")
    return _checked(source, compare=True, prove=rng.random() < 0.5)


def _mutation(rng: Random) -> bool:
    return _checked(mutated(rng), compare=rng.random() < 0.5, prove=rng.random() < 0.5)


def _respace(rng: Random) -> bool:
    source = random_source(rng)
    text = respaced(source, rng)
    try:
        check_respaced(source, text)
    except BrokenLawError as error:
        error.source = error.source or text
        raise
    return True


def _edit(rng: Random) -> bool:
    check_random_edit(rng)
    return True


def _rewrite(rng: Random) -> bool:
    check_random_rewrites(rng)
    return True


_RUNNERS: dict[str, Runner] = {
    "grammar": _grammar,
    "mutation": _mutation,
    "respace": _respace,
    "edit": _edit,
    "rewrite": _rewrite,
    "meaning": check_random_kernel,
}
