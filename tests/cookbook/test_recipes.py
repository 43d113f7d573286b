"""Every recipe of the cookbook does what it says; BLESS=1 puts in what is printed."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from tests.cookbook.recipes import Recipe, RecipeError, applied, blocks, matches

ROOT = Path(__file__).parents[2]
COOKBOOK = ROOT / "ptxpy" / "examples" / "cookbook"
RECIPES = sorted(COOKBOOK.glob("[0-9]*.md"))
PARTS = ["Steps", "What can go wrong"]


@pytest.fixture
def recipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Recipe:
    """A folder to work in, on a machine without a GPU."""
    (tmp_path / "corpus").symlink_to(ROOT / "corpus")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["python"])
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("ptxpy.launch.cuda.count", lambda: 0)
    return Recipe(tmp_path, capsys)


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_a_recipe(path: Path, recipe: Recipe) -> None:
    """Its blocks run in order, and print what is shown."""
    text = path.read_text(encoding="utf-8")
    found = recipe.run(text)
    if os.environ.get("BLESS"):
        path.write_text(found, encoding="utf-8")
    else:
        assert found == text


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_its_form(path: Path) -> None:
    """A title, what it does, the steps, what can go wrong; links lead somewhere; blocks run."""
    text = path.read_text(encoding="utf-8")
    assert re.match(r"# [A-Z].*\n\n[A-Z]", text)
    assert re.findall(r"^## (.*)", text, re.MULTILINE) == PARTS
    assert any(block.mark != "not run" for block in blocks(text))
    prose = re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", prose):
        assert (path.parent / target).exists(), target


def test_the_index() -> None:
    """It lists every recipe, in order, by its title."""
    index = (COOKBOOK / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(.*?)\]\((\d\w*\.md)\) \|", index, re.MULTILINE)
    titles = [path.read_text(encoding="utf-8").partition("\n")[0][2:] for path in RECIPES]
    assert rows == [(title, path.name) for title, path in zip(titles, RECIPES, strict=True)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("```console\n$ false\n```\n", "exit status 1, not 0"),
        ("```console\n$ true  # exit status 1\n```\n", "exit status 0, not 1"),
        ("```console\nls\n```\n", "not commands"),
        ("```sh\nls\n```\n", "cannot be run"),
        ("<!-- skipped: no -->\n```console\n$ true\n```\n", "unknown mark"),
        ("```python\nprint(1)\n```\n", "not shown"),
        ("```python\nprint(1)\n```\n```console\n$ true\n```\n", "not shown"),
        ("```text\n1\n```\n", "no Python"),
        ("```ptx\nret;\n```\n", "no PTX file"),
        (
            "```python\n# a.py\n```\n```diff\n--- a.py\n+++ b.py\n@@\n-y\n+z\n```\n",
            "not once",
        ),
        ("```python\n# a.py\n```\n```diff\n--- a.py\n@@\n-y\n+z\n```\n", "two files"),
        ("```python\n# a.py\n", "fences"),
    ],
)
def test_what_is_no_recipe(text: str, message: str, recipe: Recipe) -> None:
    """A block that fails, is not run without a reason, or is not shown, is an error."""
    with pytest.raises(RecipeError, match=message):
        recipe.run(text)


def test_another_output(recipe: Recipe) -> None:
    """It is another text, of a command and of Python."""
    text = "```console\n$ echo 1\n2\n```\n```python\nprint(3)\n```\n```text\n4\n```\n"
    assert recipe.run(text) == text.replace("2\n", "1\n").replace("4\n", "3\n")


def test_what_is_left_out(recipe: Recipe) -> None:
    """Only what says why."""
    text = (
        "<!-- not run: it takes a GPU -->\n```console\n$ false\n```\n"
        "<!-- needs: no_such_module -->\n```python\n1 / 0\n```\n"
    )
    assert recipe.run(text) == text


def test_lines_left_out() -> None:
    """`…` is any number of lines, and times may differ; nothing else may."""
    assert matches("a\n…\nd 1.5 s\n", "a\nb\nc\nd 2.0 s\n")
    assert not matches("a\n…\nd\n", "a\nb\nc\n")
    assert not matches("a\nd\n", "a\nb\nd\n")
    assert not matches("a.c\n", "abc\n")


def test_edits_make_files(recipe: Recipe) -> None:
    """Several hunks in order; the first file stays."""
    folder = recipe.folder
    (folder / "a.py").write_text("x = 1\ny = 2\nz = 3\n", encoding="utf-8")
    applied("--- a.py\n+++ b.py\n@@\n-x = 1\n+x = 5\n y = 2\n@@\n+# z\n z = 3\n", folder)
    assert (folder / "b.py").read_text(encoding="utf-8") == "x = 5\ny = 2\n# z\nz = 3\n"
    assert (folder / "a.py").read_text(encoding="utf-8") == "x = 1\ny = 2\nz = 3\n"
