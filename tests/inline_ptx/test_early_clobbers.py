"""Outputs that need `&`: those of `early_clobbers.txt`, and what the advice makes of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from ptxpy.check import Located
from ptxpy.inline_ptx.sources import check_source

CASES: Final = [
    [part.strip() for part in re.split(r" \|(?: |$)", line)]
    for line in Path(__file__)
    .with_name("early_clobbers.txt")
    .read_text(encoding="utf-8")
    .splitlines()
    if line and not line.startswith("#")
]
"""Code, constraints and the numbers of outputs."""
TYPES: Final = {"r": "unsigned", "l": "unsigned long long", "f": "float", "n": "int"}


def found_in_cuda(code: str, constraints: list[str]) -> list[Located]:
    """Return the warnings of a statement, each of whose operands is another variable."""
    outputs = [each for each in constraints if each[0] in "=+"]
    variables = [f"v{number}" for number in range(len(constraints))]
    operands = [
        f'"{each}"({"1" if each == "n" else variable})'
        for each, variable in zip(constraints, variables, strict=True)
    ]
    declared = ", ".join(
        f"{TYPES[each.lstrip('=+&')]} {variable}"
        for each, variable in zip(constraints, variables, strict=True)
    )
    used = "".join(f" %{number}" for number in range(len(constraints)))
    count = len(outputs)
    statement = f'asm volatile("// {used}\\n{code}" : {", ".join(operands[:count])} : '
    statement += f'{", ".join(operands[count:])} : "memory");'
    source = f"__device__ void f({declared}) {{ {statement} }}"
    return list(check_source(source.encode(), filename="a.cu").found)


@pytest.mark.parametrize(("code", "constraints", "early"), CASES)
def test_outputs_that_are_written_early(code: str, constraints: str, early: str) -> None:
    """Each has a warning, and nothing else has one."""
    found = found_in_cuda(code, constraints.split())
    assert {each.code for each in found} <= {"INL021"}
    assert [each.message.split()[0] for each in found] == [f"%{each}" for each in early.split()]


@pytest.mark.parametrize(("code", "constraints"), [(case[0], case[1]) for case in CASES if case[2]])
def test_the_advice_makes_the_warning_go_away(code: str, constraints: str) -> None:
    """It is followed to the letter, for all outputs."""
    changed = constraints.split()
    for each in found_in_cuda(code, changed):
        match = re.fullmatch(r'write "(\S+)" for %(\d+)', each.help)
        assert match is not None
        changed[int(match[2])] = match[1]
    assert found_in_cuda(code, changed) == []


@pytest.mark.parametrize(("code", "constraints", "early"), CASES)
def test_triton_has_the_same_outputs(code: str, constraints: str, early: str) -> None:
    """LLVM's constraints say the same, but floats and integers have the same registers."""
    letters = constraints.split()
    if any(each in {"n", "f"} or each[0] == "+" for each in letters):
        pytest.skip("LLVM has no such operands, or other registers")
    text = re.sub(r"%(\d)", r"$\1", code)
    used = "".join(f" ${number}" for number in range(len(letters)))
    call = f"tl.inline_asm_elementwise('//{used}\\n{text}', '{','.join(letters)}', is_pure=False)"
    found = check_source(call.encode(), filename="a.py").found
    assert [each.message.split()[0] for each in found] == [f"${each}" for each in early.split()]
