"""The settings of a project, in its pyproject.toml."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ptxpy.check import NO_PROJECT, HiddenCounts, Located, ProjectError, project_of
from ptxpy.isa import Target


def write(folder: Path, text: str) -> Path:
    """Write a pyproject.toml; return a file below it."""
    (folder / "pyproject.toml").write_text(text)
    return folder / "src" / "kernel.ptx"


def test_keys(tmp_path: Path) -> None:
    """Codes by their beginnings, targets, versions and folders."""
    path = write(
        tmp_path,
        """[tool.ptxpy]
arch = "sm_90a"
ptx-version = "8.6"
select = ["PTX", "INL01"]
ignore = ["PTX042"]
[tool.ptxpy.per-folder-ignores]
"third_party" = ["PTX"]
"*/old_*.ptx" = ["PTX04"]
""",
    )
    found = project_of(path)
    assert (found.target, found.version, found.folder) == (Target(90, "a"), (8, 6), tmp_path)
    assert found.reports("PTX041", path)
    assert not found.reports("PTX042", path)
    assert found.reports("INL011", path)
    assert not found.reports("INL021", path)
    assert not found.reports("PTX041", tmp_path / "third_party" / "deep" / "a.ptx")
    assert found.reports("PTX041", tmp_path / "third_party_too" / "a.ptx")
    assert not found.reports("PTX041", tmp_path / "src" / "old_kernel.ptx")


def test_the_nearest_table_counts(tmp_path: Path) -> None:
    """A pyproject.toml without the table is passed over; one that changes is read again."""
    path = write(tmp_path, '[tool.ptxpy]\narch = "sm_80"\n')
    path.parent.mkdir()
    write(path.parent, "[tool.black]\n")
    assert project_of(path).target == Target(80, "")
    changed = path.parent / "pyproject.toml"
    changed.write_text('[tool.ptxpy]\narch = "sm_100a"\n')
    os.utime(changed, (1, 1))
    assert project_of(path).target == Target(100, "a")
    assert project_of(Path("/nowhere/kernel.ptx")) == NO_PROJECT


def test_warnings_that_are_errors(tmp_path: Path) -> None:
    """By the beginnings of their codes; those beyond the limit are counted so, and ignored, too."""
    path = write(tmp_path, '[tool.ptxpy]\nignore = ["PTX042"]\nerror-on = ["INL", "PTX053"]\n')
    project = project_of(path)
    warnings = [Located(code, "warning", 1, 1, 1, "", "", "") for code in CODES]
    found = {each.code: each.severity for each in project.reported(warnings, path)}
    assert found == {"INL011": "error", "PTX053": "error", "PTX056": "warning"}
    rest = HiddenCounts(0, 10, tuple((code, 2 + at) for at, code in enumerate(CODES)))
    assert project.counted(rest, path)[:2] == (2 + 4, 5)
    (tmp_path / "pyproject.toml").write_text('[tool.ptxpy]\nerror-on = ["warning"]\n')
    os.utime(tmp_path / "pyproject.toml", (1, 1))
    assert {each.severity for each in project_of(path).reported(warnings, path)} == {"error"}


CODES = ("INL011", "PTX042", "PTX053", "PTX056")


def test_a_path_with_parents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file named by `..` has the settings of its own folder, not of the one it is named from."""
    for folder in ("here", "third_party", "elsewhere/deep"):
        (tmp_path / folder).mkdir(parents=True)
    write(tmp_path, '[tool.ptxpy.per-folder-ignores]\n"third_party" = ["PTX"]\n')
    (tmp_path / "here" / "pyproject.toml").write_text('[tool.ptxpy]\nignore = ["INL"]\n')
    (tmp_path / "elsewhere" / "pyproject.toml").write_text('[tool.ptxpy]\nignore = ["PTX"]\n')
    monkeypatch.chdir(tmp_path / "here")
    for name in ("../x.cu", "./../x.cu", "../third_party/../x.cu", "../none/../x.cu"):
        found = project_of(Path(name))
        assert found.folder == tmp_path, name
        assert found.reports("INL011", Path(name)), name
    inner = Path("../third_party/kernel.ptx")
    assert not project_of(inner).reports("PTX041", inner)
    assert project_of(inner).reports("PTX041", Path("../third_party/../kernel.ptx"))
    # Behind a link to a folder, `..` is the parent of what it links to, as for the system.
    (tmp_path / "here" / "link").symlink_to(tmp_path / "elsewhere" / "deep")
    assert project_of(Path("link/../x.cu")).folder == tmp_path / "elsewhere"
    # A link without `..` is not followed: the project that names the file sets what holds.
    assert project_of(Path("link/x.cu")).folder == tmp_path / "here"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'arhc = "sm_90"',
            '2:1: error: [tool.ptxpy]: no key arhc [PTX004]\n    arhc = "sm_90"\n    ^~~~\n',
        ),
        ('arch = "sm_91"', "no target 'sm_91'"),
        ("arch = 90", "arch must be a string, not 90"),
        ('ignore = ["PTX999"]', "2:12: error: [tool.ptxpy]: no code begins with 'PTX999'"),
        ('select = "PTX"', "select must be a list of codes"),
        ('error-on = ["INK"]', "2:14: error: [tool.ptxpy]: no code begins with 'INK'"),
        ('ignore = ["warning"]', "2:12: error: [tool.ptxpy]: 'warning' stands for all codes in"),
        ("per-folder-ignores = 1", "per-folder-ignores must be a table"),
        (
            'ignore = [\n  "PTX042",\n  "operand-type",\n]',
            "4:4: error: [tool.ptxpy]: no code begins with",
        ),
        ('ignore = ["operand-type"]', "help: did you mean PTX014 (operand-type)?"),
        ("ignore = [", "this is no TOML: "),
        ("ignore = ]", ":2:10: error: this is no TOML: Invalid value [PTX004]\n    ignore = ]\n"),
    ],
)
def test_mistakes(tmp_path: Path, text: str, message: str) -> None:
    """Each is told with the file, and what to write."""
    path = write(tmp_path, f"[tool.ptxpy]\n{text}\n")
    with pytest.raises(ProjectError) as raised:
        project_of(path)
    assert message in str(raised.value)
    assert str(tmp_path / "pyproject.toml") in str(raised.value)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[other]\narch = "x"\n[tool.ptxpy]\nselect = ["PTX"]\narch = "sm_9"\n', 5),
        ("[tool.ptxpy]\n\nslect = []\n", 3),
        ('[tool.ptxpy.per-folder-ignores]\n"a" = ["INL"]\n"b" = "INL"\n', 3),
        ("[tool.ptxpy]\nper-folder-ignores = 3\n", 2),
    ],
)
def test_the_line_of_a_mistake(tmp_path: Path, text: str, line: int) -> None:
    """A wrong key is told with its line."""
    path = tmp_path / "kernel.ptx"
    (tmp_path / "pyproject.toml").write_text(text)
    with pytest.raises(ProjectError, match=rf"pyproject.toml:{line}:\d+: error: \[tool.ptxpy\]: "):
        project_of(path)
