"""Generated Python is as black would write it, without black having run."""

from __future__ import annotations

from pathlib import Path

import black
import pytest

import ptxpy
from ptxpy.pytree.wrap import wrap_margin
from tests.patience import some_of

CORPUS = Path(__file__).parents[2] / "corpus"
LARGEST = 12_000
FILES = sorted(path for path in CORPUS.rglob("*.ptx") if path.stat().st_size <= LARGEST)


@pytest.mark.parametrize("flat", [True, False], ids=["flat", "lifted"])
@pytest.mark.parametrize(
    "path", some_of(FILES[::2], 2), ids=lambda path: str(path.relative_to(CORPUS))
)
def test_black_changes_nothing(path: Path, *, flat: bool) -> None:
    """Black leaves a generated program as it is, with its margins."""
    python = ptxpy.to_python(ptxpy.parse(path.read_bytes()), flat=flat)
    assert black.format_str(python, mode=black.Mode()) == python


@pytest.mark.parametrize("length", range(4, 34, 3))
@pytest.mark.parametrize(
    "value",
    ["({0} | {0}) << 1", "({0} + {0}) * {0}", "(({0} >> 3) & 7) << 4", "({0} & 3).b32 == 1"],
)
def test_a_margin_behind_an_operator_with_brackets_on_its_left(value: str, length: int) -> None:
    """The brackets open where the statement and its margin do not fit on a line."""
    line = f"x = {value.format('n' * length)}"
    text = "\n".join(["if x:", *wrap_margin(line, "  #: r105 r106 r107", 1), ""])
    assert black.format_str(text, mode=black.Mode()) == text
