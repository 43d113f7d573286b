"""Which forms of the instruction table the simulator has code for, asked with probes of each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from isa_prover import context
from isa_prover.probes import LATEST, OLDER, Probe, valid_probes

from ptxpy.isa.notation import Form
from ptxpy.isa.table import all_opcodes, chapters, entries
from ptxpy.isa.targets import Target, parse_target
from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.pieces import Program
from ptxpy.syntax import parse

__all__ = ["Verdict", "verdicts"]

APART: Final = ("call",)
"""Its statement has a node of its own, and depends on the functions of the module."""

_BATCH: Final = 100


class Verdict(NamedTuple):
    """A form, and whether the simulator supports its instructions."""

    chapter: str
    """The name of the file of the table: `float`."""
    form: Form
    asked: int
    refused: tuple[tuple[str, str], ...]
    """Instructions that it does not run, with the reason."""


def verdicts(newest: str, count: int, opcodes: frozenset[str] = frozenset()) -> Iterator[Verdict]:
    """Yield a verdict on each form that some target up to the newest one has.

    Args:
        newest: A target without a letter: `sm_89`.
        count: How many instructions of each form are asked at least.
        opcodes: The base opcodes that are wanted; empty for all.
    """
    targets = targets_up_to(newest)
    made: list[tuple[str, Form, list[Probe]]] = []
    for opcode in all_opcodes():
        if opcode in APART or (opcodes and opcode not in opcodes):
            continue
        for chapter, entry in zip(chapters(opcode), entries(opcode), strict=True):
            for form in entry.forms:
                seeded = random.Random(form.syntax)  # noqa: S311 - probes, no secrets
                probes = [*valid_probes(form, seeded, count, targets)]
                if probes:
                    made.append((chapter, form, probes))
    reasons = _asked([probe.statement for _, _, probes in made for probe in probes])
    for chapter, form, probes in made:
        refused = tuple((probe.statement, reason) for probe in probes if (reason := next(reasons)))
        yield Verdict(chapter, form, len(probes), refused)


def targets_up_to(newest: str) -> tuple[Target, ...]:
    """Return the targets up to one, the newest first."""
    wanted = parse_target(newest)
    return tuple(sorted((t for t in OLDER if t.number <= wanted.number), reverse=True))


def _asked(statements: list[str]) -> Iterator[str]:
    """Yield for each statement why the simulator does not run it; empty when it does."""
    version = ".".join(map(str, LATEST))
    waiting = iter(statements)
    while batch := [*islice(waiting, _BATCH)]:
        text = context.module(version, "sm_90a, texmode_independent", batch)
        program = Program(parse(text.encode()))
        pieces = CompiledPieces(program)
        for number in range(len(batch)):
            try:
                found = pieces.find_unsupported(program.routines[f"k{number}"])
            except Exception as error:  # noqa: BLE001 - a defect, which the report is there to show
                yield f"{type(error).__name__}: {error}"
                continue
            yield found[0].reason if found else ""
