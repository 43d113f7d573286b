"""`ptxpy import --report`: how much of a program was lifted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ptxpy._counts import format_count
from ptxpy.codegen import PASSES, ProgramCensus, Proof, Source, Written, program_of, source_of
from ptxpy.isa import BRANCHES

_WIDTH: Final = 28
_MAX_LISTED_OPCODES: Final = 5
"""Opcodes left as calls that are listed; the others are counted."""
_HEAD: Final = (
    f"{'function':{_WIDTH}} {'instr.':>8} {'lines':>7} {'a line':>7} {'lifted':>7} "
    f"{'branches':>11} {'labels':>11} {'named':>11}"
)


def report(proof: Proof) -> Iterator[str]:
    """Yield a table with a line for each function, and the reasons why statements are not lifted.

    *lifted* is the share of statements that are operators, moves, views, or calls of functions by
    name; *branches* counts structured branches, *labels* the labels that are written, and *named*
    the registers with names, each with the total number.
    """
    program = program_of(proof.python)
    sources = [source_of(item) for item in proof.module.functions if item.body is not None]
    # A module of declarations alone has nothing to report.
    if not sources:
        return
    yield _HEAD
    for source, function in zip(sources, program.functions, strict=True):
        yield _row(program, source, function)
        left = [*_calls(function)]
        for name, each in PASSES.items():
            if name in proof.passes:
                left += each.left(program, function, source)
        if source.indirect:
            left.append(f"{source.indirect:,} brx")
        if left:
            yield f"    left: {'; '.join(left)}"


def _row(program: ProgramCensus, source: Source, function: Written) -> str:
    parts = [*program.parts(function)]
    lines = sum(part.lines for part, _ in parts)
    bare = sum(branch.times * times for part, times in parts for branch in part.bare)
    labels = sum(part.labels for part, _ in parts)
    name = function.name if len(function.name) <= _WIDTH else f"{function.name[: _WIDTH - 1]}…"
    share = f"{100 * function.lifted / function.statements:.0f} %" if function.statements else "-"
    return (
        f"{name:{_WIDTH}} {source.instructions:>8,} {lines:>7,} "
        f"{source.instructions / lines:>7.2f} {share:>7} "
        f"{_of(source.branches - bare, source.branches):>11} "
        f"{_of(labels, source.labels):>11} {_of(len(function.named), source.registers):>11}"
    )


def _of(part: int, whole: int) -> str:
    return f"{part:,}/{whole:,}" if whole else "-"


def _calls(function: Written) -> Iterator[str]:
    """Yield the opcodes that are left as calls, and why they are not operators."""
    calls = Counter(
        {name: count for name, count in function.opcodes.items() if name not in BRANCHES}
    )
    if calls:
        shown = [f"{name} {count:,}" for name, count in calls.most_common(_MAX_LISTED_OPCODES)]
        more = calls.total() - sum(count for _, count in calls.most_common(_MAX_LISTED_OPCODES))
        yield ", ".join([*shown, f"{more:,} more"] if more else shown)
    if function.guarded:
        yield f"{format_count(function.guarded, 'operator')} under guards"
    if function.spaced:
        yield f"{format_count(function.spaced, 'operator')} with odd layout"
