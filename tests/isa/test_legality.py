"""The instruction table's verdicts, against a file of cases, and the same cases against ptxas."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from isa_prover import oracle
from isa_prover.context import module

import ptxpy
from ptxpy.check import check_module, version_and_target_of


class Case(NamedTuple):
    """A line of the file."""

    version: str
    target: str
    message: str
    statement: str


def cases() -> list[Case]:
    """Read the file."""
    lines = Path(__file__).with_name("legality.txt").read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines:
        if line and not line.startswith("#"):
            version, target, message, statement = line.split(maxsplit=3)
            found.append(Case(version, target, message.replace("·", " "), statement))
    return found


CASES = cases()


def test_there_are_enough_cases() -> None:
    """The file is read whole."""
    assert len(CASES) >= 50


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.target} {case.statement[:60]}")
def test_verdict(case: Case) -> None:
    """The table allows the instruction, or says what is wrong."""
    parsed = ptxpy.parse(module(case.version, case.target, [case.statement]))
    problems = [
        finding.problem.message
        for finding in check_module(parsed, *version_and_target_of(parsed))
        if finding.function == "k0"
    ]
    if case.message == "-":
        assert problems == []
    else:
        assert len(problems) == 1
        assert case.message in problems[0]


@pytest.mark.skipif(shutil.which("ptxas") is None, reason="needs ptxas")
def test_ptxas_says_the_same() -> None:
    """Every verdict of the file is ptxas's, too."""
    ptxas = Path(shutil.which("ptxas") or "")
    groups: dict[tuple[str, str], list[Case]] = {}
    for case in CASES:
        groups.setdefault((case.version, case.target), []).append(case)
    for (version, target), group in groups.items():
        said = oracle.judge(
            ptxas, version, target, [case.statement for case in group], assemble=False
        )
        for case, message in zip(group, said, strict=True):
            assert bool(message) is (case.message != "-"), (case, message)
