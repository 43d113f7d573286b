"""A program that does not give its module back is written with fewer passes, and it is said why."""

from __future__ import annotations

from pathlib import Path

import pytest

import ptxpy
from ptxpy.codegen import proof
from ptxpy.codegen.generate import generate
from ptxpy.codegen.passes import PASSES
from ptxpy.ir import nodes as n
from tests.cli.conftest import Run

PTX = (Path(__file__).parents[1] / "lift" / "cases" / "calls_nvvm.ptx").read_bytes()


def spoiled(*names: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the generator make a mistake with any of some passes."""

    def spoil(module: n.Module, passes: frozenset[str]) -> str:
        text = generate(module, passes)
        return text.replace("ptx.ret()", "ptx.ret(spoiled)") if passes & {*names} else text

    monkeypatch.setattr(proof, "generate", spoil)


CASES = {
    ("calls",): "without calls:",
    ("names",): "without names:",
    ("roll", "control"): f"without {', '.join([*PASSES][[*PASSES].index('control'):])}:",
}


@pytest.mark.parametrize("names", CASES)
def test_the_api_and_the_command_leave_out_the_same(
    names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, run: Run
) -> None:
    """The pass at fault is left out, or all from it on, and the reason is given."""
    module = ptxpy.parse(PTX)
    spoiled(*names, monkeypatch=monkeypatch)
    with pytest.warns(ptxpy.LeftOutWarning, match=f"{CASES[names]} .* uses 'spoiled'"):
        python = ptxpy.to_python(module)
    assert ptxpy.from_python(python) == module
    path = tmp_path / "k.ptx"
    path.write_bytes(PTX)
    found = run("import", path)
    assert found.out == python
    assert CASES[names] in found.err
    assert "uses 'spoiled'" in found.err
