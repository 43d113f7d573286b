"""`tools/sim_coverage`: which forms and statements it counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from sim_reporting.cli import main
from sim_reporting.forms import targets_up_to, verdicts

OPCODES = ("vadd", "vmad", "vset4", "mbarrier", "sured", "suq", "txq", "alloca", "clmad", "fns")


@pytest.mark.parametrize("opcode", OPCODES)
def test_forms_that_are_run(opcode: str) -> None:
    """All instructions that are made of the forms of an opcode."""
    found = [*verdicts("sm_89", 4, frozenset({opcode}))]
    assert found
    assert [verdict.refused for verdict in found if verdict.refused] == []
    assert all(verdict.asked for verdict in found)


def test_forms_of_later_targets_do_not_count() -> None:
    """Architectures up to the one that is given, with those that are gone."""
    assert [*verdicts("sm_89", 2, frozenset({"wgmma"}))] == []
    assert {target.number for target in targets_up_to("sm_75")} >= {20, 53, 70, 75}
    assert max(target.number for target in targets_up_to("sm_75")) == 75


def test_the_share_that_is_required(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status says whether it is reached; statements that are not run are listed."""
    assert main(["--only", "txq", "--probes", "2", "--require", "1"]) == 0
    assert main(["--only", "tex", "--probes", "2", "--require", "1"]) == 1
    path = tmp_path / "x.ptx"
    path.write_text(
        ".version 8.0\n.target sm_80\n.address_size 64\n"
        ".entry k() { .reg .f32 f<9>; .reg .b64 t; .reg .f64 d; .reg .pred p;\n"
        "add.f32 f1, f2, f3; tex.2d.v4.f32.f32 {f1,f2,f3,f4}, [t, {f1,f2}], f3; ret; }\n"
    )
    later = tmp_path / "later.ptx"
    later.write_text(".version 8.0\n.target sm_90\n.address_size 64\n.entry k() { ret; }\n")
    capsys.readouterr()
    assert main([str(path), str(later), "--list", "--require", "0.7"]) == 1
    said = capsys.readouterr().out
    assert "2 / 3 statements of 1 files up to sm_89" in said
    assert "a comparison of depths" in said
    assert main([str(path), "--require", "0.6"]) == 0
