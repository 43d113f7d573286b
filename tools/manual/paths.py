"""The files of the repository that the manual is made from, and the pages that stand for them."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

__all__ = ["ROOT", "files", "page_of", "relative", "source_page"]

ROOT: Final = Path(__file__).resolve().parents[2]

OWN_PAGES: Final = {
    "README.md": "guides/start",
    "ptxpy/examples/README.md": "examples/index",
    "ptxpy/examples/cookbook/README.md": "cookbook/index",
}
"""Pages of Markdown files whose names do not follow from their paths."""


@cache
def files() -> frozenset[str]:
    """Return the paths of the files that git knows or does not ignore, from the root.

    Templates of a platform that shows repositories are no pages.
    """
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    names = done.stdout.decode("utf-8", "surrogateescape").split("\0")
    return frozenset(
        name
        for name in names
        if name and not name.startswith(".github/") and (ROOT / name).is_file()
    )


def page_of(path: str) -> str | None:
    """Return the page of a Markdown file, of a folder its README's; None where there is none.

    Pages are paths from the root of the manual, without a suffix.
    """
    if path in OWN_PAGES:
        return OWN_PAGES[path]
    if path.endswith(".md"):
        if path not in files():
            return None
        pure = PurePosixPath(path)
        name = "-".join(pure.with_suffix("").parts)
        if pure.name == "README.md":
            name = "-".join(pure.parent.parts)
        folder = "cookbook" if path.startswith("ptxpy/examples/cookbook/") else "guides"
        return f"{folder}/{name.lower()}"
    readme = f"{path}/README.md".removeprefix("./")
    return page_of(readme) if readme in files() else None


def source_page(path: str) -> str:
    """Return the page that shows a file, or lists a folder."""
    return f"sources/{path}"


def relative(page: str, other: str) -> str:
    """Return the path from one page to another."""
    up = "../" * page.count("/")
    return f"{up}{other}"
