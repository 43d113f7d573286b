"""The GEMM for Blackwell: what it is made of, that assemblers take it, and that checks pass."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest

from ptxpy.assemble import AssemblerName, assemble
from ptxpy.assemble.assembly import Resources
from ptxpy.check import check_text
from ptxpy.examples import bfloat16, blackwell_gemm
from ptxpy.examples.blackwell_gemm import gemm
from ptxpy.examples.checking import largest_error
from ptxpy.launch.cuda import count
from tests.assemble.real import needs_nvjitlink, needs_ptxas

TILE = 49152
"""Bytes of a stage."""


def test_checks_pass() -> None:
    """`ptxpy check` has nothing to say, and tracing again gives the same text."""
    text = gemm.ptx()
    assert not check_text(text).found
    assert gemm.ptx(M=500, N=776, K=1000) == text


def test_the_text() -> None:
    """Each operation of tensor memory stands where its order wants it."""
    text = gemm.ptx()
    order = [
        "mbarrier.init.shared::cta.b64",
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32",
        "tcgen05.relinquish_alloc_permit",
        "bar.sync 0",
        "ld.shared.b32",
        "mbarrier.arrive.expect_tx.shared::cta.b64",
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes",
        "tcgen05.mma.cta_group::1.kind::f16",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64",
        "tcgen05.fence::after_thread_sync",
        "tcgen05.ld.sync.aligned.32x32b.x32.b32",
        "tcgen05.wait::ld",
        "st.global.v8.b32",
        "tcgen05.fence::before_thread_sync",
        "bar.sync 0",
        "tcgen05.dealloc.cta_group::1.sync.aligned.b32",
    ]
    at = 0
    for opcode in order:
        at = text.find(opcode, at) + len(opcode)
        assert at >= len(opcode), opcode
    assert re.search(rf"expect_tx\S+ %rd\d+, \[%r\d+\], {TILE};", text)
    products = re.findall(r"tcgen05\.mma\S+ \[%r\d+\], %rd\d+, %rd\d+, (\d+), (\S+);", text)
    assert [int(kind) for kind, _ in products] == [0x8400490] * 4
    assert [adds[0] for _, adds in products] == ["%", "1", "1", "1"]
    assert len(re.findall(r"tcgen05\.ld\.", text)) == 8


def test_what_a_launch_has() -> None:
    """The stages fit into the shared memory of a block, and mbarriers lie behind them."""
    made = gemm.bind()
    assert made.defaults.smem is not None
    assert blackwell_gemm.STAGES * TILE < made.defaults.smem < 227 * 1024
    assert [kind for kind, _ in made.parameter_kinds] == ["tensor"] * 3 + ["raw"] * 3 + ["map"] * 2
    assert gemm.grid(M=500, N=776) == (4, 4)


@pytest.mark.parametrize(
    "assembler",
    [
        pytest.param("ptxas", marks=needs_ptxas),
        pytest.param("nvjitlink", marks=needs_nvjitlink),
    ],
)
def test_assembled(assembler: AssemblerName) -> None:
    """Nothing is spilled, and there are no warnings."""
    made = assemble(gemm.ptx(), assembler=assembler)
    assert [message for message in made.messages if message.severity != "info"] == []
    (needs,) = made.kernels
    assert isinstance(needs, Resources)
    assert (needs.spill_stores, needs.spill_loads, needs.stack) == (0, 0, 0)


def test_the_command() -> None:
    """It says what was done, and where there is no GPU for it, what was not."""
    done = subprocess.run(
        [sys.executable, "-m", "ptxpy.examples.blackwell_gemm"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "gemm: assembled for sm_100a by " in done.stdout
    assert "gemm: checked: 0 remarks" in done.stdout
    assert "gemm 500 x 776 x 1000 bf16: largest error" in done.stdout
    if not count():
        assert done.stdout.endswith("ok, on the CPU simulator\n")


def test_a_bad_kernel_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the check finds is printed, and is the exit status."""
    text = gemm.ptx().replace("    bar.warp.sync -1;\n", "    bra nowhere;\n")

    class Other:
        """A kernel with a branch that leads nowhere, which the assembler is kept from."""

        def ptx(self) -> str:
            """Return the text."""
            return text

    made = assemble(gemm.ptx())
    monkeypatch.setattr(blackwell_gemm, "gemm", Other())
    monkeypatch.setattr(blackwell_gemm, "assemble", lambda _text: made)
    assert blackwell_gemm.checked() == 1
    assert "nowhere" in capsys.readouterr().out


@pytest.mark.parametrize("shape", [(128, 256, 64), (500, 776, 1000), (16, 16, 72), (1, 8, 8)])
def test_the_simulator_agrees_with_numpy(shape: tuple[int, int, int]) -> None:
    """Whole and partial tiles, one chunk of K and more than there are stages."""
    random, (m, n, k) = np.random.default_rng(0), shape
    a, b = (bfloat16.bits(random.standard_normal(each)) for each in ((m, k), (n, k)))
    found = gemm(a, b, device="cpu")
    assert largest_error(found, blackwell_gemm.reference(a, b)) < 1e-4
