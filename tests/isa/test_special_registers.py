"""Special registers, against the manual's list and against ptxas."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ptxpy import isa

NAMES = re.sub(
    "#.*", "", Path(__file__).with_name("special_registers.txt").read_text(encoding="utf-8")
).split()


@pytest.mark.parametrize("name", NAMES)
def test_special(name: str) -> None:
    """Each of the manual's names is known, with a fundamental type."""
    assert isa.is_special(name)
    register = isa.lookup(name)
    assert register is not None
    assert isa.TYPES[register.type].fundamental


def test_there_are_no_others() -> None:
    """The table holds what the manual lists and nothing else."""
    listed = {id(isa.lookup(name)) for name in NAMES}
    assert listed == {id(register) for register in isa.SPECIAL_REGISTERS}


@pytest.mark.parametrize(
    "name",
    ["%tid.x", "tid", "%r1", "%envreg", "%envreg32", "%pm8", "%pm", "%pm<0-3>", "WARP_SZ", ""],
)
def test_not_special(name: str) -> None:
    """A component, a name with a wrong number and other identifiers are none."""
    assert not isa.is_special(name)
    assert isa.lookup(name) is None


@pytest.mark.skipif(shutil.which("ptxas") is None, reason="needs ptxas")
def test_ptxas_knows_them_with_these_types(tmp_path: Path) -> None:
    """Ptxas reads each register, or component, with a move of its type."""
    lines = [".version 9.0", ".target sm_90", ".address_size 64", ".entry kernel()", "{"]
    for name in NAMES:
        register = isa.lookup(name)
        assert register is not None
        declaration = f".reg .{isa.register_class(register.type)} %x;"
        lines.extend(
            f"{{ {declaration} mov.{register.type} %x, {name}{suffix}; }}"
            for suffix in [f".{component}" for component in register.components] or [""]
        )
    source = tmp_path / "registers.ptx"
    source.write_text("\n".join([*lines, "ret;", "}", ""]), encoding="utf-8")
    command = ["ptxas", "-arch=sm_90", str(source), "-o", str(tmp_path / "registers.cubin")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
