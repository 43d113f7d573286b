"""Parts of a pipeline of `cp.async` copies as comments."""

from __future__ import annotations

import pytest

from ptxpy.dialect import program_grammar
from ptxpy.lift.pipeline_headings import write_pipeline_headings
from ptxpy.pytree import tree as t
from tests.lift.trees import read, write

COPY = "ptx.cp.async_.cg.shared.global_([a], [b], 16)"
PRODUCT = "ptx.mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32(d, a, b, c)"
STORE = "ptx.st.global_.b32([a], d)"
FUNCTIONS = (
    f"def copy(a, b):\n    with ptx.asm():\n        {COPY}\n"
    "def wait(pending):\n    with ptx.asm():\n        ptx.cp.async_.wait_group(pending)\n"
    "def wait_for_one(a):\n    with ptx.asm():\n        ptx.cp.async_.wait_group(1)\n"
)


def headings(kernel: str, *buffers: str) -> list[tuple[str, str]]:
    """Return the comments that are written, each with the line below it."""
    block = read(kernel, {})
    definitions = [each for each in read(FUNCTIONS, {}) if isinstance(each, t.Define)]
    write_pipeline_headings([block], definitions, buffers)
    lines = [line.strip() for line in write(block).splitlines()]
    return [(line, lines[at + 1]) for at, line in enumerate(lines) if line.startswith("#")]


def test_a_pipeline() -> None:
    """The first copies, the loop, its wait and the stores behind it have comments."""
    kernel = (
        "copy(a, b)\nwith ptx.loop() as loop:\n    wait(1)\n    ptx.bar.sync(0)\n"
        f"    {PRODUCT}\n    copy(a, b)\nptx.cp.async_.wait_all()\n{STORE}\n"
    )
    assert headings(kernel, "tiles") == [
        ("# prologue: the first copies to tiles", "copy(a, b)"),
        ("# main loop: copies to tiles, mma m16n8k16, f16 x bf16", "with ptx.loop() as loop:"),
        ("# all but the last group of copies to tiles are complete behind the barrier", "wait(1)"),
        ("# epilogue: stores the results", "# all copies to tiles are complete for this thread"),
        ("# all copies to tiles are complete for this thread", "ptx.cp.async_.wait_all()"),
    ]


@pytest.mark.parametrize(
    ("wait", "comment"),
    [
        ("wait(0)\nptx.bar.sync(0)", "all copies to X are complete behind the barrier"),
        (
            "wait(3)\nat(1, 2)\nptx.bar.sync(0)",
            "all but the last 3 groups of copies to X are complete",
        ),
        ("wait(2)\nptx.membar.cta()\nptx.bar.sync(0)", "are complete for this thread"),
        # The number is the function's own, and no argument of the call.
        ("wait_for_one(7)", "all but the last group of copies to X"),
        ("wait(n)", "older groups of copies to X"),
    ],
)
def test_waits(wait: str, comment: str) -> None:
    """A wait says which copies are complete, and for whom."""
    [(found, _)] = headings(f"{wait}\n")
    assert comment.replace("X", "shared memory") in found


@pytest.mark.parametrize(
    "kernel",
    [
        # Two loops that copy and multiply: neither is the main one.
        f"with ptx.loop() as loop:\n    {COPY}\n    {PRODUCT}\n" * 2,
        f"with ptx.loop() as loop:\n    {COPY}\n{PRODUCT}\n",
        f"for i in range(4):\n    {COPY}\n    {PRODUCT}\n",
        f"{COPY}\n{PRODUCT}\n{STORE}\n",
    ],
)
def test_nothing_is_certain(kernel: str) -> None:
    """Without one main loop no part of the kernel has a heading."""
    assert headings(kernel) == []


def test_a_loop_over_tiles() -> None:
    """The main loop is the inner one; what multiplies behind it is no epilogue."""
    kernel = (
        f"with ptx.loop() as tiles:\n    {COPY}\n    with ptx.loop() as loop:\n"
        f"        {COPY}\n        {PRODUCT}\n    {PRODUCT}\n    {STORE}\n"
    )
    assert [comment for comment, _ in headings(kernel)] == [
        "# prologue: the first copies to shared memory",
        "# main loop: copies to shared memory, mma m16n8k16, f16 x bf16",
    ]


def test_programs_may_have_them() -> None:
    """The grammar of generated programs knows each comment, and no other text in its place."""
    for comment in (
        "prologue: the first copies to tiles_2",
        "main loop: copies to shared memory, mma m16n8k16, f16 x bf16 and m16n8k8, tf32",
        "main loop: copies to shared memory, mma",
        "epilogue: stores the results",
        "all but the last 12 groups of copies to tiles are complete for this thread",
        "older groups of copies to tiles are complete behind the barrier",
    ):
        program_grammar._check_lines(f"    # {comment}\n")  # noqa: SLF001
        with pytest.raises(program_grammar.ProgramGrammarError):
            program_grammar._check_lines(f"    # {comment}; print(1)\n")  # noqa: SLF001


@pytest.mark.parametrize(
    ("modifiers", "shown"),
    [
        ("m16n8k64.row.col.kind__mxf4nvf4.block_scale.scale_vec__2X.f32.e2m1.e2m1.f32.ue8m0",
         "m16n8k64, e2m1"),
        ("m16n8k32.row.col.satfinite.s32.u8.s8.s32", "m16n8k32, u8 x s8"),
        ("m8n8k128.row.col.s32.b1.b1.s32.xor_.popc", "m8n8k128, b1"),
    ],
)  # fmt: skip
def test_the_types_of_the_factors(modifiers: str, shown: str) -> None:
    """They are behind what says how the product is made."""
    product = f"ptx.mma.sync.aligned.{modifiers}(d, a, b, c)"
    kernel = f"with ptx.loop() as loop:\n    {COPY}\n    {product}\n"
    (heading, _), *_ = headings(kernel, "tiles")
    assert heading == f"# main loop: copies to tiles, mma {shown}"
