"""Edit a kernel of CUTLASS and launch it again: a ReLU in the epilogue of a Hopper GEMM.

The kernel is the first of `corpus/cutlass/hopper_gemm.ptx`, D = alpha * A @ B^T + beta * C of
halves. `edit_and_relaunch.md` goes through this step by step; this program does all steps:

1. import the PTX as Python,
2. make three edits of a line or two each, at lines that it looks for in the Python,
3. compare the PTX before and after: only the edit may differ,
4. launch each version on the same tensors, and compare with NumPy.

    python -m ptxpy.examples.edit_and_relaunch [FOLDER]

With FOLDER, a new one, the Python files are left there. The corpus is not part of an installed
package: run this in a checkout of the repository.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import NamedTuple

import numpy as np

import ptxpy
from ptxpy.compare import compare
from ptxpy.examples.checking import Array, check

PTX = Path(__file__).parents[2] / "corpus" / "cutlass" / "hopper_gemm.ptx"


# ------------------------------------------------------------------------------------- the edits


class Edit(NamedTuple):
    """A change of the imported Python, and its effect on the PTX."""

    file: str
    """The name of the edited Python."""
    before: tuple[str, ...]
    """Lines that the Python has once."""
    after: tuple[str, ...]
    """The lines in their place."""
    removed: str
    """A regular expression for each instruction that goes."""
    added: str
    """The same for each that comes."""
    number: int
    """How many come."""
    relu: bool
    """Whether the kernel now gives max(D, 0)."""


REGISTERS = Edit(
    file="registers.py",
    before=(f"{' ' * 8}setmaxnreg_dec_sync(40)",),
    after=(f"{' ' * 8}setmaxnreg_dec_sync(24)",),
    removed=r"setmaxnreg\.dec\.sync\.aligned\.u32 40;",
    added=r"setmaxnreg\.dec\.sync\.aligned\.u32 24;",
    number=1,
    relu=False,
)
"""A line for a line: the producer warp group keeps fewer registers."""

RELU = Edit(
    file="relu.py",
    before=("def cvt_rn_f16x2(a, b):",),
    after=(
        "def cvt_rn_f16x2(a, b):",
        "    a.set(ptx.max.f32(a, 0.0))",
        "    b.set(ptx.max.f32(b, 0.0))",
    ),
    removed="",
    added=r"max\.f32 (%f\d+), \1, 0f00000000;",
    number=128,
    relu=True,
)
"""Two lines for 128: a thread has 128 elements of D, and packs them two by two."""

FUSED = Edit(
    file="fused.py",
    before=('        result = ptx.cvt.rn.f16x2.f32(a, b, before=" ")',),
    after=('        result = ptx.cvt.rn.relu.f16x2.f32(a, b, before=" ")',),
    removed=r"cvt\.rn\.f16x2\.f32 (%r\d+), (%f\d+), (%f\d+);",
    added=r"cvt\.rn\.relu\.f16x2\.f32 (%r\d+), (%f\d+), (%f\d+);",
    number=64,
    relu=True,
)
"""The same by a modifier of the conversion, without more instructions."""

EDITS = (REGISTERS, RELU, FUSED)


def edited(python: str, edit: Edit) -> str:
    """Return Python with an edit made.

    `ValueError` for Python without the lines of the edit, which was made for another kernel, or
    with several copies.
    """
    before, after = ("\n".join(["", *lines, ""]) for lines in (edit.before, edit.after))
    found = python.count(before)
    if found != 1:
        msg = f"{edit.file}: these lines stand in the Python {found} times, not once:{before}"
        raise ValueError(msg)
    return python.replace(before, after)


def as_it_should_be(before: ptxpy.ir.Module, after: ptxpy.ir.Module, edit: Edit) -> bool:
    """Compare the PTX of two versions as `ptxpy diff` does; print and return whether it is right.

    It is where the first kernel has the edit's instructions in place of those that they replace,
    and all else is equal.
    """
    diff = compare(before, after)
    first, *others = diff.functions
    lines = [line for hunk in first.hunks for line in hunk.lines]
    removed = [line.text.strip() for line in lines if line.sign == "-"]
    added = [line.text.strip() for line in lines if line.sign == "+"]
    right = (
        not (diff.declarations or diff.only_a or diff.only_b)
        and all(other.same for other in others)
        and (len(removed), len(added)) == (edit.number if edit.removed else 0, edit.number)
        and all(re.fullmatch(edit.removed, text) for text in removed)
        and all(re.fullmatch(edit.added, text) for text in added)
    )
    verdict = "and nothing else: ok" if right else "WRONG"
    print(f"{edit.file}: lines of PTX removed: {len(removed)}, added: {len(added)}, {verdict}")
    return right


# ------------------------------------------------------------------------------------ the launch

M, N, K = 136, 264, 72
ALPHA, BETA = 2.0, 0.5

PARAMS_BYTES = 1792
PARAMS = {
    4: (M, N, K, 1),  # the last is the number of batches
    640: (49152, 16384, 32768),  # bytes of a stage: both, A, B
    768: (np.float32(BETA).view(np.uint32),),
    800: (np.float32(ALPHA).view(np.uint32),),
    1408: (8192,),  # bytes of a tile of C
    1540: (4,),  # multiprocessors
    1576: (1,),  # from here on the tile scheduler: tiles, and how to divide by their numbers
    1592: (2, 0, 1),
    1608: (4,),
    1624: (2, 0, 2),
    1648: (1, 0, 4),
    1668: (1, 1, 2, 1, 2, 1),
}
"""CUTLASS's `Params` for this problem: words of 32 bits by their offset in bytes; the others are 0.

`to_underlying_arguments` makes them, and tensor maps at offsets that `launch` shows.
`tests/sim/cutlass/record.py` recorded these; a program in C++ passes them as they are.
"""


def tensors() -> tuple[Array, Array, Array]:
    """Return A (1, M, K), B (1, N, K) and C (1, M, N): small integers, so that sums are exact."""
    random = np.random.default_rng(0)
    shapes = ((1, M, K), (1, N, K), (1, M, N))
    a, b, c = (random.integers(-4, 5, shape).astype(np.float16) for shape in shapes)
    return a, b, c


def launch(module: ptxpy.ir.Module, a: Array, b: Array, c: Array) -> Array:
    """Launch the first kernel of a module as CUTLASS would; return D, (1, M, N) of float16."""
    d = np.zeros_like(c)
    data = np.zeros(PARAMS_BYTES // 4, "<u4")
    for offset, words in PARAMS.items():
        data[offset // 4 : offset // 4 + len(words)] = words
    maps = {
        128: ptxpy.TensorMap(a, (1, 128, 64), swizzle="128B"),
        384: ptxpy.TensorMap(b, (1, 128, 64), swizzle="128B"),
        896: ptxpy.TensorMap(c, (1, 128, 32), swizzle="64B"),
        1152: ptxpy.TensorMap(d, (1, 128, 32), swizzle="64B"),
    }
    ptxpy.load(module, module.kernels[0].name.name).launch(
        ptxpy.Struct(data, maps),
        grid=(2, 2),
        block=384,
        cluster=(2, 1),
        shared_bytes=230_400,
    )
    return d


def reference(a: Array, b: Array, c: Array, *, relu: bool) -> Array:
    """Return the result of a kernel, rounded once."""
    left, right = a.astype(np.float64), b.astype(np.float64).swapaxes(1, 2)
    result = ALPHA * (left @ right) + BETA * c
    return np.maximum(result, 0 if relu else -np.inf).astype(np.float16)


# ----------------------------------------------------------------------------------- the program


def tutorial(folder: Path) -> int:
    """Go through all steps, with the Python in a folder; return the exit status."""
    original = ptxpy.parse(PTX.read_bytes())
    python = ptxpy.to_python(original)
    count = len(python.splitlines())
    (folder / "gemm.py").write_text(python, encoding="utf-8")
    print(f"gemm.py: {count:,} lines of Python. Where the epilogue packs D first:\n")
    print(epilogue(python))

    operands = tensors()
    status = relaunch("gemm.py", ptxpy.from_python(python), operands, relu=False)
    for edit in EDITS:
        text = edited(python, edit)
        (folder / edit.file).write_text(text, encoding="utf-8")
        module = ptxpy.from_python(text, filename=edit.file)
        print()
        for sign, lines in (("-", edit.before), ("+", edit.after)):
            both = edit.before if sign == "+" else edit.after
            print("".join(f"{sign}{line}\n" for line in lines if line not in both), end="")
        status |= not as_it_should_be(original, module, edit)
        status |= relaunch(edit.file, module, operands, relu=edit.relu)
    return status


def epilogue(python: str) -> str:
    """Return the loop that computes the first elements of D, and the one that packs them.

    The line above is where they are declared.
    """
    lines = python.splitlines(keepends=True)
    last = next(i for i, line in enumerate(lines) if " = cvt_rn_f16x2(" in line)
    loops = [i for i, line in enumerate(lines[:last]) if line.lstrip().startswith("for ")]
    return dedent("".join(lines[loops[-2] - 1 : last + 1]))


def relaunch(
    file: str, module: ptxpy.ir.Module, operands: tuple[Array, Array, Array], *, relu: bool
) -> int:
    """Launch a version and compare its result; return the exit status."""
    title = f"{file}: {'max(D, 0)' if relu else 'D'} of {M} x {N} x {K} f16"
    found = launch(module, *operands)
    return check(title, found, reference(*operands, relu=relu), allowed=0)


def main(arguments: Sequence[str] = ()) -> int:
    """Check all versions; return the exit status. The argument is a folder to write them to."""
    if not PTX.exists():
        print(
            f"{PTX} is not there: the corpus is part of the repository, not of the installed"
            " package. Run this in a checkout.",
            file=sys.stderr,
        )
        return 1
    if arguments:
        folder = Path(arguments[0])
        if folder.exists():
            print(f"{folder} is there already: give a folder that is not", file=sys.stderr)
            return 1
        folder.mkdir(parents=True)
        return tutorial(folder)
    with TemporaryDirectory() as name:
        return tutorial(Path(name))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
