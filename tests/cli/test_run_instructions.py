"""`ptxpy run --instructions`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ptxpy.sim.compile import own_instructions
from tests.cli.conftest import Run
from tests.sim.harness import kernel

if TYPE_CHECKING:
    import pytest

TEXT = kernel("my.twice.u32 %r9, %r0; mul.wide.u32 %rd1, %r0, 4; add.u64 %rd1, %out, %rd1;"
              "st.global.u32 [%rd1], %r9;")  # fmt: skip
LAUNCH = ("--grid", "1", "--block", "32", "--arg", "uint32[32]:zeros", "--print", "0[:4]")


def test_an_instruction_of_a_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is executed before the kernel is loaded; a mistake in it is told with its name."""
    monkeypatch.setattr(own_instructions, "_REGISTERED", {})
    file, own = tmp_path / "k.ptx", tmp_path / "own.py"
    file.write_text(TEXT, encoding="utf-8")
    own.write_text(
        "import ptxpy\n@ptxpy.sim.instruction('my.twice.u32')\n"
        "def twice(a: 'u32') -> 'u32':\n    return a + a\n",
        encoding="utf-8",
    )
    assert "the instruction my" in run("run", file, *LAUNCH).err
    outcome = run("run", file, *LAUNCH, "--instructions", own)
    assert outcome.out.strip() == "0[:4] = [0, 2, 4, 6]"
    own.write_text("import ptxpy\nptxpy.sim.instruction('add')\n", encoding="utf-8")
    outcome = run("run", file, *LAUNCH, "--instructions", own)
    assert outcome.status == 2
    assert "own.py: ValueError: add: add is an instruction of PTX" in outcome.err
    assert "no such file" in run("run", file, *LAUNCH, "--instructions", tmp_path / "no.py").err
