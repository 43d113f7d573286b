"""The names in the margins of generated programs: each is the register of a value."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

import ptxpy
from ptxpy.codegen.generate import generate
from ptxpy.codegen.passes import chosen
from ptxpy.dialect import (
    MARGIN_MARK,
    MarginTables,
    expand_margin,
    format_names,
    parse_names,
    split_margin,
)
from ptxpy.syntax import parse
from tests.dsl.margins.renaming import with_letters

CORPUS = Path(__file__).parents[3] / "corpus"
FILES = [
    "nvcc/scan.sm_90.ptx",
    "nvcc/mma.sm_86.ptx",
    "nvcc/reduce.sm_100a.debug.ptx",
    "nvcc/warp.sm_75.ptx",
    "triton/v3_5/statistics_sm_90a.ptx",
    "warp/tiles_sm_90.ptx",
]
COUNT = 1_000_000
"""How many registers each file is made to have."""


def with_other_names(text: str) -> tuple[str, dict[str, int]]:
    """Return a program in whose margins all registers are others, and the line of each of them."""
    declared = re.sub(
        r"reg\.bulk\([^()]*(?:\([^()]*\)[^()]*)*\)",
        lambda call: re.sub(r"(\w+=\(?(?:\w+, )?)(\d+)", rf"\g<1>{COUNT}", call[0]),
        text,
    )
    declared = re.sub(r'(reg\.array\(\w+, )\d+(, "%)', rf"\g<1>{COUNT}\2", declared)
    lines = declared.splitlines(keepends=True)
    given: dict[str, int] = {}
    for token in tokenize.generate_tokens(io.StringIO(declared).readline):
        if token.type != tokenize.COMMENT or not token.string.startswith(MARGIN_MARK):
            continue
        line, column = token.start
        names: list[str | None] = []
        if token.line.lstrip().startswith(MARGIN_MARK):
            continue
        margin = token.string.removeprefix(MARGIN_MARK)
        registers, positions = split_margin(expand_margin(margin, MarginTables(lines).behind(line)))
        for name in parse_names(registers) if registers.strip() else ():
            stem = (name or "").rstrip("0123456789")
            if name is None or stem == name:
                names.append(name)
                continue
            names.append(f"{stem}{COUNT // 2 + len(given)}")
            given[f"{stem}{COUNT // 2 + len(given)}"] = line
        margin = f"{format_names(names)} {positions}".strip()
        lines[line - 1] = f"{lines[line - 1][:column]}{MARGIN_MARK} {margin}\n"
    return "".join(lines), given


@pytest.mark.parametrize("file", FILES)
def test_every_name_has_an_effect(file: str) -> None:
    """A program whose margins name other registers makes its values in all of these.

    A variable such as `r319`, which can be no other register, has another name for it.
    """
    data = (CORPUS / file).read_bytes()
    text, given = with_other_names(with_letters(generate(parse(data, file), chosen())))
    assert len(given) > 20
    written = ptxpy.emit(ptxpy.from_python(text))
    found = set(re.findall(r"%[A-Za-z]+[0-9]+", written))
    assert {name: line for name, line in given.items() if name not in found} == {}
