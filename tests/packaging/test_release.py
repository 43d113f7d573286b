"""What `tools/release` refuses, and the addresses in the metadata."""

from __future__ import annotations

import doctest
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from distribution import metadata_hook
from distribution.metadata_hook import AddressHook, absolute_links
from distribution.refusals import refusals

from ptxpy import __version__

ROOT = Path(__file__).parents[2]

ADDRESS = "https://github.com/somebody/ptxpy"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout that can be released."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(project.replace("/OWNER/", "/somebody/"))
    log = f"# Changelog\n\n## [Unreleased]\n\n## [{__version__}] - 2026-11-30\n\n- All.\n"
    (tmp_path / "CHANGELOG.md").write_text(log)
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "All"]):
        named = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", *named, *words], cwd=tmp_path, check=True)
    return tmp_path


def change(checkout: Path, name: str, old: str, new: str) -> None:
    """Change a file of a checkout, and commit it."""
    path = checkout / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    named = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", *named, "commit", "-qam", "It"], cwd=checkout, check=True)


def test_what_can_be_released(checkout: Path) -> None:
    """Nothing is said of it, also where its tag is there already."""
    assert refusals(checkout) == []
    subprocess.run(["git", "tag", f"v{__version__}"], cwd=checkout, check=True)
    assert refusals(checkout) == []


def test_a_placeholder_is_refused(checkout: Path) -> None:
    """Its links would lead to somebody else, or nowhere."""
    change(checkout, "pyproject.toml", "/somebody/", "/OWNER/")
    (said,) = refusals(checkout)
    assert said.endswith("is a placeholder: https://github.com/OWNER/ptxpy")


def test_files_that_have_changed_are_refused(checkout: Path) -> None:
    """What is built is what is tagged."""
    (checkout / "new").touch()
    assert refusals(checkout) == ["files of the checkout have changed: new"]


def test_a_changelog_without_the_version_is_refused(checkout: Path) -> None:
    """So is one with entries that no version has."""
    change(checkout, "CHANGELOG.md", f"## [{__version__}] - 2026-11-30\n", "")
    assert refusals(checkout) == [
        f"CHANGELOG.md has no section `## [{__version__}] - YYYY-MM-DD`",
        "CHANGELOG.md has entries under [Unreleased]",
    ]


def test_the_tag_of_another_commit_is_refused(checkout: Path) -> None:
    """A version is released once."""
    subprocess.run(["git", "tag", f"v{__version__}"], cwd=checkout, check=True)
    change(checkout, "CHANGELOG.md", "All", "More")
    assert refusals(checkout) == [f"the tag v{__version__} is that of another commit"]


def test_the_address_stands_in_one_place() -> None:
    """All others are made of it."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert project.count("github.com") == 1
    hook = tomllib.loads(project)["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    metadata: dict[str, dict[str, str]] = {}
    AddressHook(str(ROOT), {**hook, "repository": ADDRESS}).update(metadata)
    assert all(url.startswith(ADDRESS) for url in metadata["urls"].values())
    text = metadata["readme"]["text"]
    assert f"{ADDRESS}/blob/v{__version__}/CONTRIBUTING.md" in text
    # Outside of examples, no link leads into the checkout.
    prose = re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.DOTALL | re.MULTILINE)
    assert not re.findall(r"\]\((?!https://)[^)]*\)", prose)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert metadata["readme"]["text"] == absolute_links(readme, ADDRESS, f"v{__version__}")
    assert doctest.testmod(metadata_hook).failed == 0
