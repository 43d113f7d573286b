"""The guides: the Markdown files of the repository, in the order of their tasks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from manual.api import public_modules
from manual.links import lead_links
from manual.markdown import code
from manual.paths import ROOT, files, page_of, relative

__all__ = ["Guides", "guide_pages"]

START: Final = ("README.md",)

TASKS: Final = {
    "ptxpy/cli/README.md": "The command line",
    "ptxpy/cli/json.md": "JSON of the command line",
    "ptxpy/language_server/README.md": "Editors",
    "tools/vscode/README.md": "VS Code",
    "ptxpy/debugger/README.md": "The debugger",
    "ptxpy/highlighting/README.md": "Colours of PTX",
    "ptxpy/dsl/README.md": "Kernels in Python",
    "ptxpy/examples/edit_and_relaunch.md": "Edit a kernel and launch it again",
    "ptxpy/dsl/helpers/README.md": "Writing a kernel",
    "ptxpy/check/README.md": "Finding mistakes",
    "ptxpy/inline_ptx/README.md": "Inline PTX of CUDA and Python",
    "ptxpy/passes/README.md": "Passes",
    "ptxpy/link/README.md": "Linking",
    "ptxpy/reduce/README.md": "Reducing a file to what shows a fault",
    "ptxpy/compare/README.md": "Comparing kernels",
    "ptxpy/view/README.md": "The page of a kernel",
    "ptxpy/launch/README.md": "Launching",
    "ptxpy/sim/README.md": "The simulator",
    "ptxpy/sim/races/README.md": "Strict mode: races",
    "ptxpy/emulation/README.md": "Running CUDA programs on the CPU",
    "ptxpy/interposer/README.md": "Recording CUDA programs",
    "ptxpy/captures/README.md": "Captured launches",
    "ptxpy/sweeps/README.md": "Sweeps",
    "ptxpy/executors/README.md": "Executors",
    "ptxpy/integrations/README.md": "PyTorch, JAX and Triton",
    "ptxpy/binaries/README.md": "PTX in binaries",
}
"""Guides for who uses ptxpy, in the order of the pipeline, with their titles."""

INSIDE: Final = (
    "CONTRIBUTING.md",
    "ptxpy/ir/README.md",
    "ptxpy/isa/README.md",
    "ptxpy/styles/README.md",
    "ptxpy/syntax/README.md",
    "ptxpy/analysis/README.md",
    "ptxpy/dialect/README.md",
    "ptxpy/pytree/README.md",
    "ptxpy/naming/README.md",
    "ptxpy/debug_info/README.md",
    "ptxpy/demangle/README.md",
    "ptxpy/lift/README.md",
    "ptxpy/summaries/README.md",
    "ptxpy/codegen/README.md",
    "ptxpy/assemble/README.md",
)
"""Guides for who works on ptxpy; those that no list names follow by path."""

ELSEWHERE: Final = ("CHANGELOG.md", "ptxpy/examples/README.md")
"""Files that have a place of their own in the manual."""

COOKBOOK: Final = "ptxpy/examples/cookbook/"


class Guides(NamedTuple):
    """The pages of all guides."""

    pages: dict[str, str]
    sources: frozenset[str]
    """Files and folders that they refer to."""
    problems: list[str]


def guide_pages() -> Guides:
    """Return the page of each Markdown file, and those that list them."""
    every = sorted(
        name
        for name in files()
        if name.endswith(".md") and not name.startswith("tools/manual/index")
    )
    pages: dict[str, str] = {}
    sources: set[str] = set()
    problems: list[str] = []
    for path in every:
        if path == "ptxpy/examples/README.md":
            continue
        page = _page(path)
        led = lead_links((ROOT / path).read_text(encoding="utf-8"), path, page)
        pages[page] = _titled(led.text, path)
        sources |= led.sources
        problems += led.problems
    recipes = [path for path in every if path.startswith(COOKBOOK)]
    known = {*START, *TASKS, *INSIDE, *ELSEWHERE, *recipes}
    rest = [path for path in every if path not in known]
    pages["guides/index"] = _list("Guides", "Each guide is the README of a folder.", TASKS)
    pages["guides/inside"] = _list(
        "Inside ptxpy", "How it works, and how to work on it.", [*INSIDE, *rest]
    )
    if recipes:
        own = f"{COOKBOOK}README.md"
        text = pages.get("cookbook/index", "# Cookbook\n")
        rows = "\n".join(_page(path).partition("/")[2] for path in recipes if path != own)
        pages["cookbook/index"] = f"{text}\n```{{toctree}}\n:hidden:\n\n{rows}\n```\n"
    return Guides(pages, frozenset(sources), problems)


def _titled(text: str, path: str) -> str:
    """Return the README of a package under the title that it has in the list of guides."""
    head, _, rest = text.partition("\n")
    module = head.removeprefix("# ")
    if path not in TASKS or not module.startswith("ptxpy."):
        return text
    page = f"api/{module}" if module in public_modules() else ""
    names = f"; its names: [API]({relative(_page(path), page)}.rst)" if page else ""
    return f"# {TASKS[path]}\n\nThe package {code(module)}{names}.\n{rest}"


def _page(path: str) -> str:
    page = page_of(path)
    if page is None:
        raise LookupError(f"{path} is no guide")
    return page


def _list(title: str, text: str, paths: Iterable[str]) -> str:
    rows = "\n".join(
        f"{TASKS[path]} <{_name(path)}>" if path in TASKS else _name(path) for path in paths
    )
    return f"# {title}\n\n{text}\n\n```{{toctree}}\n:maxdepth: 1\n\n{rows}\n```\n"


def _name(path: str) -> str:
    return _page(path).partition("/")[2]
