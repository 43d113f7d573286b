"""`descriptions.txt`: every entry has a description, and every example does what it says."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import ptxpy
from ptxpy.isa import (
    Entry,
    all_entries,
    all_opcodes,
    describe,
    description_of,
    example_lines,
)
from ptxpy.isa.descriptions import parts
from ptxpy.sim.errors import UnsupportedError
from tests.isa.example_kernels import Harness, python_of, statement_of

PATH = Path(ptxpy.__file__).parent / "isa" / "descriptions.txt"
ENTRIES = all_entries()
EXAMPLES = {f"{entry.name}-{entry.section}": entry for entry in ENTRIES}
BLESSED = "BLESS" in os.environ

UNCOUNTED = ("ptx ", "py ", "out ", "in ")
"""Lines that may be longer than 120 characters, as a statement is one."""


def test_every_entry_has_one() -> None:
    """Each entry of the table, once, and nothing else is described."""
    described = [(name, section) for name, section, _ in parts(PATH.read_text(encoding="utf-8"))]
    assert len(described) == len({*described})
    assert {*described} == {(entry.name, entry.section) for entry in ENTRIES}


@pytest.mark.parametrize("entry", ENTRIES, ids=[*EXAMPLES])
def test_text(entry: Entry) -> None:
    """It is sentences, says more than the line of the table, and names no notation of the table."""
    text = describe(entry).text
    assert re.fullmatch(r"[A-Z].*\.", text)
    assert text != entry.meaning
    assert not re.search(
        r"\b(reg|imm|addr|strict|relaxed \.|lead \d|provenance)\b (\.|\d|or)", text
    )


def test_lines() -> None:
    """The file is as wide as the rest, but for statements."""
    for line in PATH.read_text(encoding="utf-8").splitlines():
        assert len(line) <= 120 or line.strip().startswith(UNCOUNTED), line
        assert line == line.rstrip()


@pytest.mark.parametrize("key", EXAMPLES)
def test_example(key: str) -> None:
    """The statements are legal and have the instruction; run, they leave what the example says."""
    entry = EXAMPLES[key]
    example = describe(entry).example
    assert any(f"{entry.name}" in statement for statement in example.statements)
    if example.kernel:
        return
    harness = Harness(example)
    assert not harness.problems()
    if example.given or example.result:
        harness.run()


SILENT = {
    "createpolicy.cvt": "takes what only the CUDA runtime makes",
    "pmevent": "is seen by a profiler alone",
}


@pytest.mark.parametrize("key", [key for key in EXAMPLES if not EXAMPLES[key].traits])
def test_pure_instructions_show_a_result(key: str) -> None:
    """What computes from its operands alone shows what."""
    example = describe(EXAMPLES[key]).example
    if not example.result and EXAMPLES[key].name not in SILENT:
        with pytest.raises(UnsupportedError):
            Harness(example).run()


@pytest.mark.parametrize("key", EXAMPLES)
def test_python(key: str) -> None:
    """The Python of each statement is what an import writes, or what the kernel has."""
    entry = EXAMPLES[key]
    example = describe(entry).example
    statements = example.statements
    if example.kernel:
        ptx, python = statement_of(example.kernel, entry.name)
        wanted = [python]
        if BLESSED:
            write(entry, (ptx,), wanted)
        assert example.statements == (ptx,) or BLESSED
    else:
        wanted = python_of(example)
        if BLESSED:
            write(entry, statements, wanted)
    assert list(example.python) == wanted or BLESSED


def write(entry: Entry, statements: tuple[str, ...], python: list[str]) -> None:
    """Write the lines of an example anew."""
    text = PATH.read_text(encoding="utf-8")
    head = f"[{entry.name}] {entry.section}\n"
    start = text.index(head)
    end = text.find("\n\n[", start) + 1 or len(text)
    lines = [
        line
        for line in text[start:end].splitlines()
        if not line.startswith(("    ptx ", "    py "))
    ]
    place = next(
        (at for at, line in enumerate(lines) if line.startswith(("    out ", "    from "))),
        len(lines),
    )
    lines[place:place] = [
        *(f"    ptx {each}" for each in statements),
        *(f"    py {each}" for each in python),
    ]
    PATH.write_text(text[:start] + "\n".join(lines) + "\n" + text[end:], encoding="utf-8")


def test_lookup() -> None:
    """An instruction has the description of its form, an unfinished one that of its name."""
    assert description_of("add", (".f16x2",)).section == "9.7.4.1"  # type: ignore[union-attr]
    assert description_of("cp", (".async", ".bulk", ".tensor")).name == "cp.async.bulk.tensor"  # type: ignore[union-attr]
    assert description_of("mbarrier", (".init",)).name == "mbarrier.init"  # type: ignore[union-attr]
    assert description_of("ad", ()) is None
    for opcode in all_opcodes():
        description_of(opcode, ())


def test_lines_of_an_example() -> None:
    """They say what holds before and after, and the shape of the launch."""
    mapa = next(entry for entry in ENTRIES if entry.name == "mapa")
    assert example_lines(describe(mapa).example)[0].endswith("b = 1 - block (grid 2, cluster 2)")
    wgmma = next(entry for entry in ENTRIES if entry.name == "wgmma.fence")
    assert example_lines(describe(wgmma).example)[:2] == [
        "wgmma.fence.sync.aligned;",
        "// from ptxpy/examples/hopper_one_tile.py",
    ]
