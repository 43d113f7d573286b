"""The reasons why a checkout cannot be released."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from distribution.running import ROOT, output, version

__all__ = ["refusals"]

_PLACEHOLDER: Final = "OWNER"
"""The part of an address that stands for a name that nobody has chosen yet."""


def refusals(root: Path = ROOT) -> list[str]:
    """Return the reasons, each a sentence; none if the checkout can be released."""
    return [*_of_metadata(root), *_of_changelog(root), *_of_git(root)]


def _of_metadata(root: Path) -> Iterator[str]:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    repository = project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"]
    if _PLACEHOLDER in repository.split("/"):
        yield f"the address of the repository in pyproject.toml is a placeholder: {repository}"


def _of_changelog(root: Path) -> Iterator[str]:
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    head = rf"(?m)^## \[{re.escape(version())}\] - \d{{4}}-\d\d-\d\d$"
    if re.search(head, text) is None:
        yield f"CHANGELOG.md has no section `## [{version()}] - YYYY-MM-DD`"
    unreleased = text.partition("\n## [Unreleased]\n")[2].partition("\n## [")[0]
    if re.search("(?m)^- ", unreleased):
        yield "CHANGELOG.md has entries under [Unreleased]"


def _of_git(root: Path) -> Iterator[str]:
    changed = output("git", "status", "--porcelain", cwd=root).splitlines()
    if changed:
        yield f"files of the checkout have changed: {', '.join(row[3:] for row in changed[:5])}"
    if f"v{version()}" in output("git", "tag", "--list", cwd=root).split():
        tagged = output("git", "rev-list", "-1", f"v{version()}", cwd=root)
        if tagged != output("git", "rev-parse", "HEAD", cwd=root):
            yield f"the tag v{version()} is that of another commit"
