"""RMSNorm for Blackwell: what it computes, in strict mode, and what it needs."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

import ptxpy
from ptxpy import SimulationError, TraceError
from ptxpy.assemble import AssemblerName, assemble
from ptxpy.check import check_text
from ptxpy.examples import bfloat16, blackwell_rms_norm
from ptxpy.examples.blackwell_rms_norm import reference, rms_norm
from ptxpy.examples.checking import Array
from tests.assemble.real import needs_nvjitlink, needs_ptxas


def operands(m: int, n: int) -> tuple[Array, Array]:
    """Return rows, of which some are large and some are small, and weights."""
    random = np.random.default_rng(m + n)
    x = random.standard_normal((m, n)) * np.exp2(random.integers(-9, 10, (m, 1)))
    return bfloat16.bits(x), bfloat16.bits(random.standard_normal(n))


def right(found: Array, x: Array, weight: Array) -> bool:
    """Return whether all are the nearest bf16, or the next one where two are about as near."""
    expected = bfloat16.bits(reference(x, weight).astype(np.float32))
    return bool((abs(found.astype(int) - expected.astype(int)) <= 1).all())


# --------------------------------------------------------------------- what it computes


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """It finds what NumPy finds."""
    assert blackwell_rms_norm.main() == 0
    printed = capsys.readouterr().out
    assert printed.startswith("blackwell_rms_norm 1003 x 1024 bf16: largest error ")
    assert ": ok, on " in printed


@pytest.mark.parametrize("warps", [1, 4, 8])
@pytest.mark.parametrize("shape", [(1, 8), (3, 264), (8, 4096), (70, 1000), (129, 72)])
def test_rows(shape: tuple[int, int], warps: int) -> None:
    """One block and many, the last one whole and not, rows that end in a piece and that do not."""
    x, weight = operands(*shape)
    found = rms_norm(x, weight, WARPS=warps, device="cpu", strict="fences")
    assert right(found, x, weight)


def test_an_epsilon() -> None:
    """A row of zeros stays one; EPS counts where rows are small."""
    x, weight = operands(4, 64)
    x[1] = 0
    found = rms_norm(x, weight, EPS=0.5, device="cpu")
    assert (found[1] & 0x7FFF == 0).all()
    expected = bfloat16.bits(reference(x, weight, 0.5).astype(np.float32))
    assert (abs(found.astype(int) - expected.astype(int)) <= 1).all()


# --------------------------------------------------------------------- what it needs


def test_refused() -> None:
    """Rows that are not of 16 bytes, and those that shared memory has no place for."""
    with pytest.raises(ValueError, match="N must be a multiple of 8, got 100"):
        rms_norm.ptx(N=100)
    with pytest.raises(TraceError, match="of shared memory"):
        rms_norm.ptx(N=16384)


@pytest.mark.parametrize("length", [8, 4096, 12808])
@pytest.mark.parametrize(
    "assembler",
    [pytest.param("ptxas", marks=needs_ptxas), pytest.param("nvjitlink", marks=needs_nvjitlink)],
)
def test_nothing_is_spilled(length: int, assembler: AssemblerName) -> None:
    """The PTX has no remarks and assembles without a warning."""
    text = rms_norm.ptx(N=length)
    assert not check_text(text).found
    made = assemble(text, assembler=assembler)
    assert [message for message in made.messages if message.severity != "info"] == []
    (needs,) = made.kernels
    assert (needs.stack, needs.spill_stores, needs.spill_loads) == (0, 0, 0)


# --------------------------------------------------------------------- that nothing is superfluous


def launch(text: str) -> None:
    """Run PTX of the kernel in strict mode, with blocks that go through several turns."""
    x, weight = operands(30, 512)
    y = np.zeros_like(x)
    shared = rms_norm.bind(N=512).defaults.smem
    arguments = (x, weight, y, 30)
    ptxpy.load(text).launch(*arguments, grid=8, block=(32, 4), shared_bytes=shared, strict="fences")
    assert right(y, x, weight)


def changed(pattern: str, to: str = "", which: int = 0) -> Callable[[str], str]:
    """Return a function that replaces what matches for the time `which`."""

    def change(ptx: str) -> str:
        found = list(re.finditer(pattern, ptx))[which]
        return ptx[: found.start()] + found.expand(to) + ptx[found.end() :]

    return change


SPIN = r"(\$\w+):\n\s*mbarrier\.try_wait.*\n\s*@!%p\d+ bra \1;\n"
BARRIER = r" *bar\.sync 0;\n"
MORE = r"and\.pred (%p\d+), (%p\d+), %p\d+;"


def test_a_launch_of_the_text() -> None:
    """The same runs below, where something is missing."""
    launch(rms_norm.ptx(N=512))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (changed(SPIN), "while a copy writes to it"),
        (changed(SPIN, which=1), "while a copy writes to it"),
        (changed(BARRIER), "nothing orders it after"),
        (changed(BARRIER, which=1), "nothing orders it after"),
        (changed(MORE, r"mov.pred \1, \2;"), "seen that a request failed"),
        (
            changed(r"arrive\.expect_tx(\S+ %rd\d+, \[\S+\]), 16;", r"arrive\1;"),
            "while a copy writes",
        ),
    ],
)
def test_strict_mode(change: Callable[[str], str], says: str) -> None:
    """Without any of what somebody waits for, strict mode finds a fault."""
    with pytest.raises(SimulationError) as error:
        launch(change(rms_norm.ptx(N=512)))
    assert says in str(error.value)
