"""Kinds of instructions, and what they need, as a file of cases says."""

from __future__ import annotations

from pathlib import Path

import pytest

from ptxpy.analysis.instruction_classes import InstructionClass, features, instruction_mix
from ptxpy.analysis.references import free_names
from ptxpy.analysis.requirements import requirements_of
from ptxpy.isa.targets import VERSIONS, parse_version
from tests.analysis.support import CORPUS, code_of, codes

LINES = Path(__file__).with_name("instruction_classes.txt").read_text(encoding="utf-8").splitlines()
CASES = [tuple(cell.strip() for cell in line.split(" | ")) for line in LINES[1:]]


def test_there_are_enough_cases() -> None:
    """The file is read whole."""
    assert len(CASES) >= 30


@pytest.mark.parametrize(("statement", "kind", "name", "needed"), CASES, ids=lambda cell: cell[:40])
def test_a_statement(statement: str, kind: str, name: str, needed: str) -> None:
    """Its kind and name, and the version and targets that it needs at least."""
    code = code_of(statement)
    assert instruction_mix(code) == {InstructionClass(kind, name): 1}
    needs = requirements_of(code, free_names(code))
    assert f"{needs.version[0]}.{needs.version[1]} {needs.least}" == needed


def test_what_goes_together() -> None:
    """Requirements add up, those of directives too; no target has what excludes each other."""
    (code,) = codes(
        b".version 9.0\n.target sm_90a\n.entry k() .maxclusterrank 4\n"
        b"{ bar.sync 0; cp.async.wait_all; ret; }"
    )
    assert requirements_of(code)[:1] == ((7, 8),)
    assert requirements_of(code).least == "sm_90"
    impossible = code_of(
        "wgmma.commit_group.sync.aligned;\ntcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, 32;"
    )
    assert requirements_of(impossible).least == "no target"


def test_compilers_write_what_their_header_allows() -> None:
    """No function of a compiler needs more than its module says."""
    seen = 0
    for path in sorted(CORPUS.glob("nvcc/*90*.ptx")) + sorted(CORPUS.glob("triton/*100a.ptx")):
        source = path.read_bytes()
        words = source[source.index(b".version") :].split(maxsplit=5)
        version, target = parse_version(words[1].decode()), words[3].rstrip(b",").decode()
        assert version in VERSIONS
        for code in codes(source):
            seen += 1
            needs = requirements_of(code, free_names(code))
            assert needs.version <= version
            assert target in needs.targets
    assert seen > 50


def test_features() -> None:
    """The longest beginning of a name counts."""
    names = [
        "cp.async",
        "cp.async.bulk.tensor",
        "cp.async.mbarrier.arrive",
        "wgmma.mma_async",
        "add",
    ]
    names += ["wgmma.fence", "cp.async.bulk.commit_group", "cp.async.bulk.wait_group"]
    assert features(
        {InstructionClass("", name): count for count, name in enumerate(names, start=1)}
    ) == {
        "wgmma": 4,
        "mbarrier": 3,
        "tensor copies (TMA)": 2,
        "cp.async": 1,
    }
