"""Attention for Blackwell: what it computes, in strict mode, and what it needs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy import SimulationError, TensorMap, TraceError
from ptxpy.assemble import AssemblerName, assemble
from ptxpy.check import check_text
from ptxpy.examples import blackwell_attention
from ptxpy.examples.blackwell_attention import attention
from ptxpy.examples.checking import Array, largest_error
from ptxpy.examples.flash_attention import reference
from tests.assemble.real import needs_nvjitlink, needs_ptxas


def heads(*shape: int) -> list[Array]:
    """Return Q, K and V."""
    random = np.random.default_rng(shape[1])
    return list(random.standard_normal((3, *shape), np.float32).astype(np.float16))


def error_of(found: Array, q: Array, k: Array, v: Array, *, causal: bool = False) -> float:
    """Return the largest error of O."""
    rows = np.arange(q.shape[1])
    return float(largest_error(found, reference(q, k, v, rows, causal=causal)))


# --------------------------------------------------------------------- what it computes


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """It finds what NumPy finds, of sizes that are arguments."""
    assert blackwell_attention.main(["--length", "140", "--width", "128", "--causal"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("blackwell_attention 2 x 140 x 128 f16, causal: largest error ")
    assert ": ok, on " in printed


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(
    ("shape", "stages"),
    [
        ((2, 256, 64), 2),
        ((1, 1, 64), 1),
        ((1, 128, 128), 2),
        ((1, 129, 64), 3),
        ((2, 700, 128), 2),
        ((1, 900, 64), 1),
    ],
)
def test_attention(shape: tuple[int, int, int], stages: int, causal: bool) -> None:
    """One step and several, whole tiles and partial ones, rings that are full and that are not."""
    given = heads(*shape)
    found = attention(*given, CAUSAL=causal, STAGES=stages, device="cpu", strict="fences")
    assert error_of(found, *given, causal=causal) < 0.002


@pytest.mark.parametrize("factor", [0.0, 0.02, 3.0, 20.0])
def test_scores_that_rise(factor: float) -> None:
    """O is multiplied where the largest score rises by much, and right where it is not."""
    q, k, v = heads(1, 520, 64)
    k *= np.linspace(0, factor, 520, dtype=np.float16)[:, None]
    found = attention(q, k, v, device="cpu", strict="fences")
    assert error_of(found, q, k, v) < 0.002


def test_a_nan_comes_to_an_end() -> None:
    """A NaN makes its row one, and nobody waits for ever."""
    q, k, v = heads(1, 300, 64)
    q[0, 5, 7] = np.nan
    found = attention(q, k, v, device="cpu")
    assert np.isnan(found[0, 5]).all()
    assert np.isfinite(np.delete(found, 5, axis=1)).all()


# --------------------------------------------------------------------- what it needs


@pytest.mark.parametrize(
    ("bound", "error", "message"),
    [
        ({"D": 96}, ValueError, "64 or 128 wide"),
        ({"D": 128, "STAGES": 3}, TraceError, "of shared memory"),
    ],
)
def test_refused(bound: dict[str, Any], error: type[Exception], message: str) -> None:
    """What tensor memory or shared memory has no place for is refused."""
    with pytest.raises(error, match=message):
        attention.ptx(**bound)


def test_checks_pass() -> None:
    """`ptxpy check` has nothing to say."""
    assert not check_text(attention.ptx(D=64)).found
    assert not check_text(attention.ptx(D=128, CAUSAL=True)).found


@pytest.mark.parametrize("width", [64, 128])
@pytest.mark.parametrize(
    "assembler",
    [pytest.param("ptxas", marks=needs_ptxas), pytest.param("nvjitlink", marks=needs_nvjitlink)],
)
def test_nothing_is_spilled(width: int, assembler: AssemblerName) -> None:
    """A row of scores fits into the registers of a thread."""
    made = assemble(attention.ptx(D=width, CAUSAL=True), assembler=assembler)
    assert [message for message in made.messages if message.severity != "info"] == []
    (needs,) = made.kernels
    assert (needs.stack, needs.spill_stores, needs.spill_loads) == (0, 0, 0)


# --------------------------------------------------------------------- that nothing is superfluous


def without(pattern: str, which: int = 0) -> Callable[[str], str]:
    """Return a function that removes what matches for the time `which`."""

    def changed(ptx: str) -> str:
        found = list(re.finditer(pattern, ptx))[which]
        return ptx[: found.start()] + ptx[found.end() :]

    return changed


def launch(text: str) -> None:
    """Run PTX of the kernel in strict mode: more steps than stages, the last not whole."""
    q, k, v = heads(1, 500, 64)
    k *= np.linspace(0, 20, 500, dtype=np.float16)[:, None]
    o = np.zeros_like(q)
    boxes = (q, 256), (k, 128), (v, 128)
    maps = [TensorMap(array, (1, rows, 64), swizzle="128B") for array, rows in boxes]
    shared = attention.bind(D=64).defaults.smem
    arguments = (q, k, v, o, 500, *maps)
    ptxpy.load(text).launch(*arguments, grid=2, block=320, shared_bytes=shared, strict="fences")
    assert error_of(o, q, k, v) < 0.002


SPIN = r"(\$\w+):\n\s*mbarrier\.try_wait.*\n\s*@!%p\d+ bra \1;\n"
"""A wait for an mbarrier: for a stage of K and of V that is free, for Q, for K, for V and K, for P
of each tile, for V, for P of each, for S, for the end."""
BARRIER = r" *bar\.sync 0;\n"
FENCE = r" *tcgen05\.fence::{}_thread_sync;\n"
WAIT_ST = r" *tcgen05\.wait::st.*\n"
ARRIVAL = r" *mbarrier\.arrive\.(?!expect).*\n"
COMMIT = r" *tcgen05\.commit.*\n"

UNORDERED = "a write by a copy, and nothing orders it after the"
MISSING = "while a copy writes to it; a wait for the mbarrier"
SCORES = "is read by tcgen05.ld while a tcgen05.mma writes to it"
WEIGHTS = "it is read by a tcgen05.mma, and nothing orders that after the write"
TOO_EARLY = "ended a second time before a thread that waits for its parity has seen it"
SUMS = "it is written by a tcgen05.mma, and nothing orders that after the"


def test_a_launch_of_the_text() -> None:
    """The same runs below, where something is missing."""
    launch(attention.ptx(D=64))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without(SPIN, 0), UNORDERED),
        (without(SPIN, 1), UNORDERED),
        (without(SPIN, 2), MISSING),
        (without(SPIN, 3), MISSING),
        (without(SPIN, 4), MISSING),
        (without(SPIN, 6), TOO_EARLY),
        (without(SPIN, 7), WEIGHTS),
        (without(SPIN, 8), MISSING),
        (without(SPIN, 9), WEIGHTS),
        (without(SPIN, 11), SCORES),
        (without(SPIN, 12), SUMS),
        (without(BARRIER), "nothing orders it after"),
        (without(BARRIER, 1), "it is freed by tcgen05.dealloc"),
        (without(WAIT_ST), "tcgen05.wait::st"),
        (without(FENCE.format("before"), 1), "tcgen05.fence::before_thread_sync is missing"),
        (without(ARRIVAL), "deadlock"),
        (without(COMMIT, 3), "deadlock"),
    ],
)
def test_strict_mode(change: Callable[[str], str], says: str) -> None:
    """Without any of what somebody waits for, strict mode finds a fault."""
    with pytest.raises(SimulationError) as error:
        launch(change(attention.ptx(D=64)))
    assert says in str(error.value)
