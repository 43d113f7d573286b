"""`tools/sim_coverage`: which forms and statements it counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from sim_reporting.cli import main
from sim_reporting.forms import targets_up_to, verdicts
from sim_reporting.readme import README, table

OPCODES = (
    "vadd", "vmad", "vset4", "mbarrier", "sured", "suq", "tex", "tld4", "txq", "alloca", "clmad",
    "fns",
)  # fmt: skip


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
    path = tmp_path / "x.ptx"
    path.write_text(
        ".version 8.0\n.target sm_80\n.address_size 64\n"
        ".extern .func other;\n"
        ".entry k() { .reg .f32 f<9>; add.f32 f1, f2, f3; call other; ret; }\n"
    )
    later = tmp_path / "later.ptx"
    later.write_text(".version 8.6\n.target sm_100\n.address_size 64\n.entry k() { ret; }\n")
    capsys.readouterr()
    target = ["--target", "sm_90a"]
    assert main([str(path), str(later), *target, "--list", "--require", "0.7"]) == 1
    said = capsys.readouterr().out
    assert "2 / 3 statements of 1 files up to sm_90a" in said
    assert "0 / 1 kernels are run as a whole" in said
    assert "a call of other, which has no body" in said
    assert main([str(path), "--require", "0.6"]) == 0


def test_the_table_is_up_to_date() -> None:
    """`tools/sim_coverage --readme` would write the guide as it is; the corpus is run."""
    assert main(["--readme", "--check"]) == 0
    *_, last = [row for row in table_rows(README.read_text(encoding="utf-8")) if row[0] == "all"]
    _, files, kernels, whole, instructions, run, _ = last
    assert int(files) > 220
    assert int(kernels) > 350
    assert float(whole.split()[1]) >= 97
    assert int(instructions.replace(",", "")) > 90_000
    assert float(run.split()[1]) >= 99.9


def table_rows(text: str) -> list[list[str]]:
    """Return the cells of all tables of a guide."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]


def test_a_stale_table_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And written anew, with what stands around it as it was."""
    corpus = tmp_path / "corpus"
    (corpus / "made").mkdir(parents=True)
    (corpus / "made" / "x.ptx").write_text(
        ".version 8.0\n.target sm_80\n.address_size 64\n.extern .func other;\n"
        ".entry k() { .reg .f32 f<9>; add.f32 f1, f2, f3; call other; ret; }\n"
    )
    made = table(corpus)
    assert table_rows(made)[2:] == [
        ["`made/`", "1", "1", "0, 0 %", "2", "2, 100 %", "1"],
        ["all", "1", "1", "0, 0 %", "2", "2, 100 %", "1"],
    ]
    guide = tmp_path / "README.md"
    guide.write_text("before\n<!-- Made by tools/sim_coverage --readme. -->\nold\n")
    monkeypatch.setattr("sim_reporting.cli.README", guide)
    monkeypatch.setattr("sim_reporting.cli.table", lambda: made)
    with pytest.raises(ValueError, match="has no place for the table"):
        main(["--readme"])
    guide.write_text(f"{guide.read_text()}<!-- End of the table. -->\nbehind\n")
    assert main(["--readme", "--check"]) == 1
    assert main(["--readme"]) == 0
    assert main(["--readme", "--check"]) == 0
    assert guide.read_text().startswith("before\n<!-- Made")
    assert guide.read_text().endswith(f"{made}<!-- End of the table. -->\nbehind\n")
