"""PTX in binaries has the style of its compiler, as `fatbinary` leaves it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ptxpy

if TYPE_CHECKING:
    from collections.abc import Callable

CORPUS = Path(__file__).parents[2] / "corpus" / "nvcc"
FILES = ("saxpy.sm_90", "softmax.sm_86", "recursion.sm_90.rdc", "saxpy.sm_100a", "stencil.sm_120a")
"""Without inline assembly, of which the binary does not keep the marks."""


def strip_11(text: str) -> str:
    """Return what CUDA 11.8 and 12.1 leave: white space after a line of comment stays."""
    lines = re.sub(r"(?m)^[ \t]*(//)?", r"\1", text).split("\n")
    kept = [re.sub(r"//.*", "", line) for line in lines]
    for number, line in enumerate(lines[:-1]):
        if line.startswith("//"):
            margin = re.match(r"[ \t]*", text.split("\n")[number + 1])
            kept[number + 1] = (margin[0] if margin else "") + kept[number + 1]
    return re.sub(r"([ \t])[ \t]+", r"\1", "\n".join(kept))


def strip_12(text: str) -> str:
    """Return what CUDA 12.4 to 12.9 leave: slashes, but for those at the beginning of the file."""
    text = re.sub(r"\n[ \t]+", "\n", text)
    text = re.sub(r"(?<=\n)//.*", "//", text)
    return re.sub(r"([ \t])[ \t]+", r"\1", re.sub(r"(?<!\n)//.*", "", text))


def strip_13(text: str) -> str:
    """Return what CUDA 13 leaves: no comment, no margin."""
    text = re.sub(r"\n[ \t]+", "\n", re.sub(r"//.*", "", text))
    return re.sub(r"([ \t])[ \t]+", r"\1", text)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize(
    ("strip", "suffix"), [(strip_11, "-11"), (strip_12, "-12"), (strip_13, "")]
)
def test_the_python_is_that_of_the_compiler(
    file: str, strip: Callable[[str], str], suffix: str
) -> None:
    """What is embedded reads as the text that the compiler wrote, but for the name of the style."""
    text = (CORPUS / f"{file}.ptx").read_text(encoding="utf-8")
    embedded = strip(text).encode()
    module = ptxpy.parse(embedded)
    assert re.fullmatch(rf"nvvm(-20)?-embedded({suffix}|)", module.style)
    assert ptxpy.emit_bytes(module) == embedded
    python = ptxpy.to_python(module)
    assert ptxpy.emit_bytes(ptxpy.from_python(python)) == embedded
    assert kernels(python) == kernels(ptxpy.to_python(ptxpy.parse(text)))


def kernels(python: str) -> str:
    """Return Python without what says the layout at the beginning of the file."""
    kept = re.sub(r"(?m)^(module\(|ptx\.(comment|blank)\().*\n", "", python)
    return re.sub(r'(?m)^(\S.*), before="(\\n)+"\)$', r"\1)", kept)


def test_a_shared_variable_tells_old_versions() -> None:
    """CUDA 11.8 and 12.1 leave the margin of a variable that the compiler moved."""
    text = (CORPUS / "reduce.sm_80.ptx").read_text(encoding="utf-8")
    assert ptxpy.parse(strip_11(text)).style == "nvvm-embedded-11"
    assert ptxpy.parse(strip_13(text)).style == "nvvm-embedded"


def test_edits_change_one_line() -> None:
    """New statements are laid out as those that are there."""
    text = (CORPUS / "saxpy.sm_90.ptx").read_text(encoding="utf-8")
    embedded = strip_13(text)
    python = ptxpy.to_python(ptxpy.parse(embedded))
    edited = re.sub(r"(\n +)(ptx\.ret\(\))", r"\1ptx.bar.sync(0)\1\2", python)
    assert edited != python
    new = ptxpy.emit(ptxpy.from_python(edited))
    assert new == embedded.replace("\nret;", "\nbar.sync 0;\nret;")
