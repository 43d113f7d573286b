"""The addresses in the metadata of the package, all made of the one in `pyproject.toml`.

Hatchling loads this file when it builds a distribution. A package index shows the README on a page
of its own, where a link into the repository needs the whole address: that of the files of the
release, which no later commit changes.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

__all__ = ["AddressHook", "absolute_links"]

_LINK: Final = re.compile(r"(?P<image>!?)\[(?P<text>[^]]*)\]\((?P<path>(?![a-z]+:|#)[^)\s]+)\)")
"""A link or a picture of Markdown whose address is a path."""


class AddressHook(MetadataHookInterface):
    """The metadata `readme` and `urls`."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README with absolute links, and the addresses."""
        root = Path(self.root)
        repository: str = self.config["repository"]
        about = (root / "ptxpy" / "__about__.py").read_text(encoding="utf-8")
        version = about.split('__version__ = "')[1].partition('"')[0]
        text = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute_links(text, repository, f"v{version}"),
        }
        metadata["urls"] = {
            "Homepage": repository,
            "Documentation": f"{repository}#readme",
            "Changelog": f"{repository}/blob/v{version}/CHANGELOG.md",
            "Issues": f"{repository}/issues",
            "Source": repository,
        }


def absolute_links(text: str, repository: str, revision: str) -> str:
    """Return Markdown whose links into the repository are absolute.

    Args:
        text: The README of the repository.
        repository: Its address on a server that lays its pages out as GitHub does.
        revision: The tag or commit of the files.

    >>> absolute_links("[a](b.md#c) ![d](e.svg) [f](https://g)", "https://h/r", "v1")
    '[a](https://h/r/blob/v1/b.md#c) ![d](https://h/r/raw/v1/e.svg) [f](https://g)'
    """

    def replace(link: re.Match[str]) -> str:
        kind = "raw" if link["image"] else "blob"
        address = f"{repository}/{kind}/{revision}/{link['path']}"
        return f"{link['image']}[{link['text']}]({address})"

    return _LINK.sub(replace, text)
