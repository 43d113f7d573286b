"""Launches without ptxas and nvJitLink: the compiler in the driver makes what runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from ptxpy.assemble import AssemblerMissingError, Message, UnsupportedError, toolchain
from ptxpy.launch import load
from ptxpy.launch.cuda import CudaError, SourceError, assembling
from tests.launch.cuda.fake_driver import REAL, FakeDriver, FakeKernel

if TYPE_CHECKING:
    from tests.launch.cuda.conftest import Gpus

PTX = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u32 n) {
    .reg .b32 %r<2>;
    add.f16 %r0, %r1, %r1;
    ret;
}
"""

LOG = b"""\
ptxas application ptx input, line 6; error   : Arguments mismatch for instruction 'add'
ptxas fatal   : Ptx assembly aborted due to errors
"""


@pytest.fixture
def fake(gpus: Gpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeDriver:
    """Return the driver of a machine without an assembler."""
    (tmp_path / "k.ptx").write_text(PTX, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(toolchain.VARIABLE, raising=False)
    refuse(monkeypatch, AssemblerMissingError("no nvJitLink"))
    return gpus.use(FakeDriver({"k": FakeKernel((4,), lambda *_: None)}))


def refuse(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Make every assembler raise an error."""

    def assemble(source: bytes, *, arch: str) -> None:
        del source, arch
        raise error

    monkeypatch.setattr(assembling, "assemble", assemble)


def launch() -> None:
    """Launch the kernel."""
    load(Path("k.ptx")).launch(5, grid=2, block=32, device="cuda")


def test_the_driver_compiles_the_text(fake: FakeDriver) -> None:
    """It gets the bytes of the module up to a zero byte, once for all launches."""
    kernel = load(PTX)
    for _ in range(2):
        kernel.launch(np.uint32(5), grid=2, block=32, device="cuda")
    assert fake.images == [PTX.encode() + b"\0"]
    assert [each.parameters for each in fake.launches] == [[(5).to_bytes(4, "little")]] * 2
    assert "cuModuleLoadData" not in fake.names()


def test_an_old_assembler_leaves_it_to_the_driver(
    fake: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ptxas that does not know the version of the PTX is no reason to refuse the launch."""
    error = UnsupportedError([Message("error", "old")], "ptxas 7.8 does not assemble PTX 8.0")
    refuse(monkeypatch, error)
    launch()
    assert len(fake.images) == 1


def test_errors_have_the_lines_of_the_module(fake: FakeDriver) -> None:
    """The log of the driver's compiler names lines of PTX."""
    fake.log = LOG
    fake.fails["cuModuleLoadDataEx"] = REAL.CUresult.CUDA_ERROR_INVALID_PTX
    with pytest.raises(SourceError) as caught:
        launch()
    assert str(caught.value) == (
        "k.ptx:6: error: Arguments mismatch for instruction 'add'\n    add.f16 %r0, %r1, %r1;"
    )


def test_errors_have_the_lines_of_python(fake: FakeDriver, tmp_path: Path) -> None:
    """The PTX of a traced kernel is a text that nobody has written."""
    path = tmp_path / "kernels.py"
    path.write_text(
        "from ptxpy import *\n\n"
        'module(version="8.0", target="sm_80")\n\n\n'
        "@kernel\ndef k(n: u32):\n    x = ptx.mov.u32(1)\n    ptx.ret()\n",
        encoding="utf-8",
    )
    made = load(path)
    text = made.source.ptx
    line = text[: text.index(b"mov.u32")].count(b"\n") + 1
    fake.log = LOG.replace(b"line 6", b"line %d" % line)
    fake.fails["cuModuleLoadDataEx"] = REAL.CUresult.CUDA_ERROR_INVALID_PTX
    with pytest.raises(SourceError, match=rf"made at {path}:8\n    x = ptx\.mov\.u32\(1\)"):
        made.launch(5, grid=1, block=1, device="cuda")


@pytest.mark.parametrize("name", ["UNSUPPORTED_PTX_VERSION", "JIT_COMPILER_NOT_FOUND"])
def test_a_refusal_without_a_log_is_about_the_file(fake: FakeDriver, name: str) -> None:
    """An old driver only has an error, which says what it is."""
    fake.fails["cuModuleLoadDataEx"] = getattr(REAL.CUresult, f"CUDA_ERROR_{name}")
    with pytest.raises(SourceError, match=rf"^k\.ptx: error: words of \d+ \(CUDA_ERROR_{name}\)$"):
        launch()


def test_an_error_of_the_gpu_stays_one(fake: FakeDriver) -> None:
    """It is not about the text."""
    fake.fails["cuModuleLoadDataEx"] = REAL.CUresult.CUDA_ERROR_OUT_OF_MEMORY
    with pytest.raises(CudaError, match="CUDA_ERROR_OUT_OF_MEMORY"):
        launch()


def test_a_ptxas_that_the_user_names_is_not_replaced(
    fake: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its error is that of the launch."""
    monkeypatch.setenv(toolchain.VARIABLE, "/nowhere/ptxas")
    with pytest.raises(AssemblerMissingError):
        launch()
    old = UnsupportedError([Message("error", "Unsupported .version", 1)], "ptxas is old")
    refuse(monkeypatch, old)
    with pytest.raises(SourceError, match="Unsupported"):
        launch()
    assert not fake.images
