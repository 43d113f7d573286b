"""All pages of the manual, written to the folder that Sphinx reads."""

from __future__ import annotations

from pathlib import Path

from manual.api import api_pages
from manual.commands import command_pages
from manual.diagnostics import diagnostics_page
from manual.examples import example_pages
from manual.guides import guide_pages
from manual.instructions import CHAPTERS, FOLDER, instruction_pages
from manual.landing import landing_page
from manual.sources import source_pages

__all__ = ["all_pages", "write_pages"]


def all_pages(*, with_outputs: bool) -> tuple[dict[str, str], list[str]]:
    """Return the pages by path, with a suffix where it is not `.md`, and the broken links.

    With outputs, the examples are run for what they print.
    """
    guides = guide_pages()
    pages = dict(guides.pages)
    pages["index"] = landing_page(with_cookbook="cookbook/index" in pages)
    pages |= {**command_pages(), **instruction_pages(), **diagnostics_page(), **api_pages()}
    examples, led = example_pages(with_outputs=with_outputs)
    pages |= examples
    tables = {f"{FOLDER}/{chapter}.txt" for chapter in CHAPTERS}
    pages |= source_pages(guides.sources | led.sources | tables)
    return pages, [*guides.problems, *led.problems]


def write_pages(folder: Path, *, with_outputs: bool) -> list[str]:
    """Write the pages that have changed and remove the others; return what is broken."""
    pages, problems = all_pages(with_outputs=with_outputs)
    wanted = {
        folder / (path if path.endswith(".rst") else f"{path}.md"): text
        for path, text in pages.items()
    }
    for path in [*folder.rglob("*.md"), *folder.rglob("*.rst")]:
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        data = text.encode("utf-8", "replace")
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return problems
