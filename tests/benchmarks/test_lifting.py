"""`tools/benchmarks/run lifting`: the numbers of files, their sums, and the goals."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest
from benchmarks import cli, corpus, lifting, lifting_goals, lifting_laws
from benchmarks.lifting_goals import Goal, Group
from benchmarks.lifting_laws import BrokenLawError

import ptxpy
from ptxpy.dsl.margins import logical_lines

SAXPY = corpus.ROOT / "corpus" / "nvcc" / "saxpy.sm_90.ptx"


def tally(**entries: int) -> lifting.Tally:
    """Return a tally; `plain__lifted` is the entry `plain.lifted`."""
    return Counter({name.replace("__", "."): count for name, count in entries.items()})


# --------------------------------------------------------------------------- numbers


def test_a_file() -> None:
    """A small kernel, of which everything is known."""
    found = lifting.tally_of(SAXPY.read_bytes())
    assert (found["instructions"], found["branches"], found["all_labels"]) == (25, 2, 2)
    assert (found["plain.bare"], found["plain.labels"]) == (0, 0)
    assert found["plain.statements"] in range(25, 28)  # the heads of blocks count, too
    values = lifting.numbers(found)
    assert 10 < values["operators"] < 70
    assert values["branches_left"] == values["labels_written"] == 0
    assert 0.5 < values["per_line"] < 1.5


def test_numbers() -> None:
    """Shares are of what the source holds, of the form that each number is for."""
    held = {"instructions": 30, "branches": 4, "all_labels": 5, "registers": 8}
    held["source_lines"] = 40
    plain = {"lifted": 6, "statements": 20, "bare": 1, "labels": 2, "named": 2}
    rolled = {"lines": 15, "trivia": 2, "numbered": 45, "deepest": 3}
    rolled |= {"targets": 8, "numbered_targets": 2, "long_margins": 1}
    found = Counter(held)
    found.update({f"plain.{name}": count for name, count in plain.items()})
    found.update({f"rolled.{name}": count for name, count in rolled.items()})
    assert lifting.numbers(found) == {
        "operators": 30,
        "branches_left": 25,
        "labels_written": 40,
        "per_line": 2,
        "trivia": 5,
        "numbered": 1.5,
        "numbered_targets": 25,
        "long_margins": 1,
        "block_depth": 3,
        "named": 25,
    }
    assert lifting.numbers(Counter())["operators"] == 0


def test_groups() -> None:
    """Files belong to their producer's folder, and to the groups that name them."""
    groups = {"gemm": Group({}, ("nvcc/hopper*.ptx",)), "nvcc": Group({})}
    found = lifting.grouped(
        {
            "warp/x.ptx": tally(files=1),
            "nvcc/hopper.sm_90a.ptx": tally(files=1, plain__lifted=3),
            "nvcc/saxpy.ptx": tally(files=1, plain__lifted=4),
            "alone.ptx": tally(files=1),
        },
        groups,
    )
    assert [*found] == ["gemm", "nvcc", "other", "warp"]
    assert found["nvcc"] == {"files": 2, "plain.lifted": 7}
    assert found["gemm"] == {"files": 1, "plain.lifted": 3}


def test_a_group_is_as_deep_as_its_deepest_file() -> None:
    """Depths are no counts: the greatest is that of the group."""
    files = {f"nvcc/{depth}.ptx": tally(rolled__deepest=depth) for depth in (2, 4, 3)}
    assert lifting.grouped(files, {})["nvcc"]["rolled.deepest"] == 4


# --------------------------------------------------------------------------- goals


@pytest.mark.parametrize(
    ("goal", "value", "kept"),
    [
        (Goal(40, most=False), 39.9, True),
        (Goal(40, most=False), 39.7, False),
        (Goal(40, most=False, now=30), 29.9, True),
        (Goal(40, most=False, now=30), 29.8, False),
        (Goal(40, most=False, now=70), 41, True),
        (Goal(10, most=True), 10.04, True),
        (Goal(10, most=True), 10.1, False),
        (Goal(10, most=True, now=20), 20.05, True),
        (Goal(10, most=True, now=20), 20.2, False),
        (Goal(10, most=True, now=0), 9, True),
        (Goal(10, most=True, now=20, required=True), 20, False),
        (Goal(10, most=True, now=20, required=True), 10.04, True),
        (Goal(40, most=False, now=30, required=True), 39.7, False),
    ],
)
def test_the_gate(goal: Goal, value: float, kept: bool) -> None:
    """The looser of goal and record counts, with a tolerance; the goal alone where required."""
    assert goal.is_kept(value) is kept


@pytest.mark.parametrize(
    ("goal", "value", "now"),
    [
        (Goal(40, most=False), 12.34567, 12.346),
        (Goal(40, most=False, now=30), 31, 31),
        (Goal(40, most=False, now=30), 29, 30),
        (Goal(40, most=False, now=70), 45, 45),
        (Goal(10, most=True, now=20), 21, 20),
        (Goal(10, most=True, now=20), 19, 19),
        (Goal(10, most=True, now=2), 9, 9),
    ],
)
def test_blessing(goal: Goal, value: float, now: float) -> None:
    """What is recorded gets better, or is good enough."""
    assert goal.blessed(value).now == now


def test_goals_come_back(tmp_path: Path) -> None:
    """A file of goals that is written and read is the same."""
    groups = lifting_goals.read()
    path = tmp_path / "goals.toml"
    lifting_goals.write(groups, path)
    assert lifting_goals.read(path) == groups
    assert path.read_text(encoding="utf-8") == lifting_goals.PATH.read_text(encoding="utf-8")


def test_a_goal_in_full_comes_back(tmp_path: Path) -> None:
    """What was measured when a goal was set, and whether it is required, are kept."""
    goal = Goal(0.5, most=True, now=0.9, baseline=1.0, required=True)
    groups = {"warp": Group({"numbered": goal})}
    path = tmp_path / "goals.toml"
    lifting_goals.write(groups, path)
    assert lifting_goals.read(path) == groups
    assert goal.blessed(0.4) == goal._replace(now=0.4)


def test_every_group_has_files() -> None:
    """The groups are the folders of the corpus, and files in it."""
    names = [corpus.short(path) for path in corpus.find([corpus.ROOT / "corpus"])]
    folders = {name.split("/")[0] for name in names}
    for name, group in lifting_goals.read().items():
        assert name in folders or any(map(group.has, names))
        assert group.goals.keys() <= lifting.MEASURES.keys()


# --------------------------------------------------------------------------- the laws


def test_the_laws_hold() -> None:
    """A file that comes back breaks none of them."""
    lifting_laws.check_laws(SAXPY.read_bytes(), stripped=True)


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("ptx.exit()", r"default, stripped: .*-ret; \(line \d+\); \+exit; "),
        ("ptx.bar.sync(0)\n    ptx.ret()", r"default, stripped: .*\+bar.sync 0; "),
        ("nothing()", "default, stripped: NameError"),
    ],
)
def test_a_broken_law(after: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a program without margins emits may differ in no instruction."""
    monkeypatch.setattr(
        logical_lines, "strip_margins", lambda text: text.replace("ptx.ret()", after)
    )
    with pytest.raises(BrokenLawError, match=expected):
        lifting_laws.check_laws(SAXPY.read_bytes(), stripped=True)


def test_other_registers_break_no_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names and declarations of registers may differ."""
    monkeypatch.setattr(
        logical_lines,
        "strip_margins",
        lambda text: text.replace("rd[1]", "rd[99]").replace("rd=8", "rd=100"),
    )
    lifting_laws.check_laws(SAXPY.read_bytes(), stripped=True)


def test_a_proof_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason says in which form."""
    original = ptxpy.prove

    def fail(source: bytes, *, roll: bool, flat: bool) -> object:
        if roll or flat:
            return original(source, roll=roll, flat=flat)
        msg = "line 1 differs"
        raise ptxpy.ProofError(msg)

    monkeypatch.setattr(ptxpy, "prove", fail)
    with pytest.raises(BrokenLawError, match="--no-roll: ProofError: line 1 differs"):
        lifting_laws.check_laws(SAXPY.read_bytes(), stripped=False)


def test_a_run_is_resumed(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What the same code has been proved on is left out, if that is asked for."""
    monkeypatch.setattr(lifting_laws, "_FOLDER", tmp_path / "proved")
    options = ["lifting", "--extended", str(tree), "--prove", "--stripped"]
    for more, shown in (([], ""), (["--resume"], ", 1 of them before"), ([], "")):
        assert cli.main([*options, *more]) == 0
        assert f"warp: 1 of 1 proved{shown}\n" in capsys.readouterr().out
    monkeypatch.setattr(lifting_laws, "code_digest", lambda: "0" * 64)
    assert cli.main([*options, "--resume"]) == 0
    assert "warp: 1 of 1 proved\n" in capsys.readouterr().out


# --------------------------------------------------------------------------- the tool


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree of files of two producers, one of which is none."""
    for name in ("warp", "other"):
        (tmp_path / name).mkdir()
    shutil.copy(SAXPY, tmp_path / "warp" / "saxpy.ptx")
    (tmp_path / "other" / "broken.ptx").write_text("nonsense")
    return tmp_path


def test_the_tool(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It prints tables, names what fails, and writes the numbers for machines."""
    output = tmp_path / "report.json"
    options = ["--extended", str(tree), "--each", "--worst", "1", "--prove", "--json", str(output)]
    assert cli.main(["lifting", *options]) == 0
    shown = capsys.readouterr().out
    assert "warp " in shown
    assert "warp/saxpy.ptx" in shown
    assert "most left: operators" in shown
    assert "1 files failed\n    other/broken.ptx: PtxSyntaxError" in shown
    report = json.loads(output.read_text(encoding="utf-8"))["lifting"]
    assert report["regressions"] == []
    row = report["producers"]["warp"]
    assert row["branches_left"] == 0
    assert row["counts"]["instructions"] == 25
    assert row["forms"]["rolled"]["operators"] == row["operators"]
    assert [*report["files"]] == ["warp/saxpy.ptx"]


def test_the_gate_fails(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The status says so, and each line what is worse."""
    root = tree / "root"
    (root / "corpus").mkdir(parents=True)
    shutil.move(tree / "warp", root / "corpus")
    goals = {"warp": Group({"operators": Goal(99, most=False, now=98)})}
    monkeypatch.setattr(corpus, "ROOT", root)
    monkeypatch.setattr(lifting_goals, "read", lambda: goals)
    assert cli.main(["lifting", "--gate"]) == 1
    assert "worse: warp: operators is " in capsys.readouterr().out
    goals["warp"] = Group({"operators": Goal(99, most=False, now=1)})
    assert cli.main(["lifting", "--gate"]) == 0
    assert cli.main(["lifting", "--gate", "--strict"]) == 1


def test_the_gate_is_for_the_corpus(tree: Path) -> None:
    """Records are of all files."""
    with pytest.raises(SystemExit, match="whole corpus"):
        cli.main(["lifting", "--gate", "--extended", str(tree)])
