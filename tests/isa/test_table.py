"""The instruction table as a whole: complete, readable, loaded only when it is asked."""

from __future__ import annotations

import re
import subprocess
import sys
from random import Random

import pytest
from isa_prover import judging
from isa_prover.probes import probes

from ptxpy.isa.notation import Entry, NotationError, parse_entry
from ptxpy.isa.table import all_entries, entries, names

ENTRIES = all_entries()


def test_there_are_all_instructions() -> None:
    """Every instruction of the manual, and those of later versions."""
    assert len(names()) >= 214
    assert len(ENTRIES) >= 214


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.name}-{entry.section}")
def test_entry(entry: Entry) -> None:
    """An entry has a section, a meaning in a sentence, and forms that say since when."""
    assert re.fullmatch(r"9\.7(\.\d+)*", entry.section)
    assert re.fullmatch(r"[A-Z].*\.", entry.meaning)
    assert entry.forms
    for form in entry.forms:
        assert form.gates, f"{form.syntax}: since which version?"
        for values in form.classes.values():
            assert len(set(values)) == len(values)


def test_the_table_is_read_when_it_is_asked() -> None:
    """Parsing PTX asks it nothing."""
    program = (
        "import ptxpy, ptxpy.isa.table as t;"
        "ptxpy.emit(ptxpy.parse('.version 8.0\\n.target sm_80\\n.entry k() { ret; }'));"
        "print(t._index.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"0"


def test_the_table_allows_what_is_made_from_it() -> None:
    """Instructions made from a form are allowed, on a target that has the form."""
    random = Random(1)  # noqa: S311 - probes, no secrets
    groups: dict[tuple[str, str], list[str]] = {}
    for entry in ENTRIES:
        for form in entry.forms:
            gone = any(gate.until for gate in form.gates)
            if entry.name == "call" or gone:
                continue
            made = [probe for probe in probes(form, random, 2, 0) if probe.sort == "valid"]
            assert made, f"{form.syntax}: no instruction can be made"
            for probe in made[:2]:
                groups.setdefault((probe.version, probe.target), []).append(probe.statement)
    for (version, target), statements in groups.items():
        verdicts = judging.judge(version, target, statements)
        wrong = [pair for pair in zip(statements, verdicts, strict=True) if pair[1]]
        assert wrong == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "x.type d;\n  .type = { .s32 }\n  ptx 1.0\n  d: register .type\n",
            "not an operand constraint",
        ),
        ("x.type d;\n  ptx 99.1\n", "no PTX version '99.1'"),
        ("x.type d;\n  ptx 9.0 sm_1\n", "no target 'sm_1'"),
        ("x.type d;\n  nothing like this\n", "not a property|unfinished"),
        ("y.type d;\n  ptx 1.0\n", "must begin with x"),
        ("x.type [d;\n  ptx 1.0\n", "expected"),
        ("x{.a\n;\n  ptx 1.0\n", "braces do not match|unfinished"),
    ],
)
def test_mistakes_in_the_table_are_named(text: str, message: str) -> None:
    """The form that is wrong is in the message."""
    with pytest.raises(NotationError, match=message):
        parse_entry("x", "9.7", "Nothing.", text)


def test_an_opcode_that_does_not_exist() -> None:
    """It has no entries."""
    assert entries("frob") == ()
