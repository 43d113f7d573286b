"""What a message says an instruction needs, version and target together, is what it needs."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from random import Random

import pytest
from isa_prover.context import module
from isa_prover.probes import MODERN, Probe, one_probe

import ptxpy
from ptxpy.check import check_module, version_and_target_of
from ptxpy.isa.table import all_entries
from ptxpy.isa.targets import TARGETS

PLATFORMS = [("1.4", "sm_13"), ("6.3", "sm_75"), ("7.8", "sm_90")]
ADVICE = re.compile(r"(sm_\w+)(?: with PTX (\d+\.\d+))?|needs PTX (\d+\.\d+)")


@cache
def instructions() -> list[str]:
    """Return an instruction of each form that no version has removed."""
    found: list[Probe | None] = []
    for entry in all_entries():
        for form in entry.forms:
            if entry.name != "call" and not any(gate.until for gate in form.gates):
                seeded = Random(form.syntax)  # noqa: S311 - probes, no secrets
                found.append(one_probe(form, seeded, MODERN))
    return [
        probe.statement
        for probe in found
        if probe and "samplerref" not in str(probe.form.constraints)
    ]


def problems(version: str, target: str, lines: list[str]) -> dict[str, tuple[str, str]]:
    """Return what the version or target lacks, by instruction: a rule and a message."""
    parsed = ptxpy.parse(module(version, target, lines))
    return {
        lines[int(each.function[1:])]: (each.problem.rule, each.problem.message)
        for each in check_module(parsed, *version_and_target_of(parsed))
        if each.function[0] == "k" and each.problem.rule in ("version", "target")
    }


@pytest.mark.parametrize(("version", "target"), PLATFORMS)
def test_advice_is_enough(version: str, target: str) -> None:
    """A file with the target and version of the message has the instruction, at once."""
    advised = defaultdict(list)
    for line, (rule, message) in problems(version, target, instructions()).items():
        choices = [match.groups() for match in ADVICE.finditer(message, message.index(" needs "))]
        assert choices, message
        for named, with_, alone in choices:
            chosen = (with_ or alone or version, named or target)
            if rule == "target":
                due = tuple(map(int, chosen[0].split(".")))
                assert TARGETS[chosen[1]] <= due, message
            advised[chosen].append(line)
    assert advised
    assert len(instructions()) > 700
    for (late, higher), lines in advised.items():
        assert problems(late, higher, lines) == {}
