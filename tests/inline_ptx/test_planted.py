"""Planted mistakes are found at their lines; the corrected code has no diagnostic."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from ptxpy.check import Entry, catalog
from ptxpy.inline_ptx.sources import CheckedSource, check_source
from tests.inline_ptx.planted_cases import FRAME, Planted, planted

ALL = planted()
CASES = [case for case in ALL if case.suffix == ".cu"]
ERRORS = [case for case in CASES if catalog()[case.code].severity == "error"]
CLOBBERS = [
    line
    for line in Path(__file__).with_name("clobbers.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
NVCC = shutil.which("nvcc")


def check(source: str, suffix: str = ".cu") -> CheckedSource:
    """Check a file that includes nothing that is found."""
    return check_source(source.encode(), filename=f"case{suffix}")


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_a_planted_mistake_is_found_at_its_line(case: Planted) -> None:
    """Its code is reported at its line."""
    checked = check(case.wrong, case.suffix)
    assert checked.blocks.found
    assert (case.code, case.line) in {(found.code, found.line) for found in checked.found}


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_the_corrected_code_has_no_diagnostic(case: Planted) -> None:
    """All of it is checked, and nothing is found."""
    checked = check(case.right, case.suffix)
    assert checked.blocks.found
    assert checked.blocks.skipped == ()
    assert [found.render("case") for found in checked.found] == []


@pytest.mark.parametrize(
    "entry",
    [entry for entry in catalog().values() if entry.code.startswith("INL")],
    ids=lambda entry: entry.code,
)
def test_examples_of_the_catalog_have_their_code_and_no_other(entry: Entry) -> None:
    """The wrong example has one code, the right one none."""

    def codes(example: str) -> set[str]:
        whole = example if example.startswith("#") else FRAME.format(body=example)
        return {found.code for found in check(whole).found}

    assert codes(entry.wrong) == {entry.code}
    assert codes(entry.right) == set()


@pytest.mark.parametrize("line", CLOBBERS, ids=lambda line: line.split(maxsplit=1)[1][:48])
def test_instructions_need_the_memory_clobber_or_do_not(line: str) -> None:
    """The lines of `clobbers.txt`: with the clobber, none has a diagnostic."""
    needed, code = line.split(maxsplit=1)
    operands = '"+l"(a), "+r"(b), "+r"(c), "+r"(d), "+l"(e)'

    def codes(clobbers: str) -> list[str]:
        code_of_block = f'asm volatile("// %0 %1 %2 %3 %4\\n{code}" : {operands} : {clobbers});'
        parameters = "long long a, int b, int c, int d, long long e"
        whole = f"__device__ void f({parameters}) {{\n{code_of_block}\n}}"
        return [found.code for found in check(whole).found]

    assert codes("") == ["INL011"] * (needed == "memory")
    assert codes(': "memory"') == []


def compiles(source: str, folder: Path) -> bool:
    """Return whether nvcc accepts a file."""
    assert NVCC is not None
    folder.joinpath("case.cu").write_text(source, encoding="utf-8")
    command = [NVCC, "-arch=sm_90a", "-cubin", "case.cu", "-o", "case.cubin"]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(NVCC is None, reason="needs nvcc")
@pytest.mark.parametrize("case", ERRORS[::5], ids=lambda case: case.name)
def test_nvcc_refuses_errors(case: Planted, tmp_path: Path) -> None:
    """A part of them, since nvcc takes a second for each."""
    assert case.code == "INL018" or not compiles(case.wrong, tmp_path)


@pytest.mark.skipif(NVCC is None, reason="needs nvcc")
def test_nvcc_accepts_all_corrected_code_and_all_warnings(tmp_path: Path) -> None:
    """In one file, in which each case has a namespace of its own."""
    parts = ["#include <cstdint>"]
    for number, case in enumerate(CASES):
        texts = [case.right] + [case.wrong] * (catalog()[case.code].severity == "warning")
        for which, text in enumerate(texts):
            body = text.replace("#include <cstdint>\n", "")
            parts.append(f"namespace case{number}_{which} {{\n{body}\n}}")
    assert compiles("\n".join(parts), tmp_path)
