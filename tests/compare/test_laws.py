"""Properties of comparisons on the corpus: which changes are ignored, and that others are found."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ptxpy
from ptxpy import ir
from ptxpy.compare import ModuleDiff, compare
from tests.compare.changes import renumbered, shuffled, with_one_changed, without_debug_info

CORPUS = Path(ptxpy.__file__).parents[1] / "corpus"
MAX_FILE_BYTES = 40_000
"""Bytes of a file; the tests of speed have larger ones."""

FILES = sorted(path for path in CORPUS.rglob("*.ptx") if path.stat().st_size <= MAX_FILE_BYTES)
CHOICES = st.tuples(st.sampled_from(FILES), st.integers(0, 2**32))


@cache
def parsed(path: Path) -> ir.Module:
    """Return the module of a file."""
    return ptxpy.parse(path.read_bytes())


def randomly(seed: int) -> Random:
    """Return random numbers for a seed."""
    return Random(seed)  # noqa: S311 - repeatable


def summarise(diff: ModuleDiff) -> str:
    """Return the text of a diff, for the message of a failure."""
    lines = [f"{line.sign}{line.text}" for line in diff.declarations]
    for function in diff.functions:
        if not function.equal:
            lines.append(f"{function.a.name}, {function.removed}, {function.added}")
            lines += [f"{line.sign}{line.text}" for hunk in function.hunks for line in hunk.lines]
    return "\n".join(lines)


@given(CHOICES)
@settings(max_examples=60)
def test_numbers_of_registers_and_labels_are_ignored(choice: tuple[Path, int]) -> None:
    """Layout and debug information are ignored as well."""
    path, seed = choice
    module = parsed(path)
    other = without_debug_info(renumbered(module, randomly(seed)))
    diff = compare(module, other)
    assert diff.equal, summarise(diff)
    assert not any(function.moves for function in diff.functions)
    assert compare(other, module).equal


@given(CHOICES)
@settings(max_examples=60)
def test_the_order_of_blocks_is_ignored(choice: tuple[Path, int]) -> None:
    """Blocks in another order are moved, and the functions are equal."""
    path, seed = choice
    random = randomly(seed)
    module = parsed(path)
    diff = compare(module, shuffled(renumbered(module, random), random))
    assert diff.equal, summarise(diff)


@pytest.mark.xfail(strict=True, reason="code that nothing reaches is matched by where it is")
def test_dead_code_moves_with_the_block_before_it() -> None:
    """The `exit` after a `trap` is not reached, and has no label by which it could be found."""
    module = parsed(CORPUS / "llvmlite" / "control_flow_sm_80_O3.ptx")
    assert compare(module, shuffled(module, randomly(0), dead_code=True)).equal


@given(CHOICES)
@settings(max_examples=100)
def test_one_changed_instruction_is_one_line(choice: tuple[Path, int]) -> None:
    """A changed instruction is found even if all registers have other names."""
    path, seed = choice
    random = randomly(seed)
    module = parsed(path)
    changed = with_one_changed(renumbered(module, random), random)
    if changed is None:
        return
    diff = compare(module, changed.module)
    differing = [function for function in diff.functions if not function.equal]
    assert [function.a.name for function in differing] == [changed.function]
    lines = [line for hunk in differing[0].hunks for line in hunk.lines if line.sign != " "]
    assert [line.sign for line in lines] == ["-", "+"], summarise(diff)
    assert lines[1].text == lines[0].text.replace(*_change(lines[0].text), 1)
    assert not diff.declarations


def _change(text: str) -> tuple[str, str]:
    """Return the opcode with its modifiers in a line, and its changed form."""
    words = text.split()
    word = words[1] if words[0].startswith("@") else words[0]
    head = word.removesuffix(";")
    return head, f"{head}.changed"


@pytest.mark.parametrize("name", ["cutlass/hopper_gemm", "cutlass/cute_gemm"])
def test_large_kernels_with_and_without_debug_info(name: str) -> None:
    """Debug information changes no code, so that only `debug=True` finds a difference."""
    plain, debug = (parsed(CORPUS / f"{name}{end}") for end in (".ptx", ".lineinfo.ptx"))
    assert compare(plain, debug).equal
    assert not compare(plain, debug, debug=True).equal
