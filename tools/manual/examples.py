"""The examples: each kernel with what its module prints when it is run."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from manual.links import Led, lead_links
from manual.markdown import code, fenced
from manual.paths import ROOT, files, page_of

__all__ = ["example_names", "example_pages"]

FOLDER: Final = "ptxpy/examples"

_COMMAND: Final = re.compile(r"`python -m ptxpy\.examples\.(\w+)`")
_KEPT: Final = ROOT / ".cache" / "manual" / "outputs.json"
_SECONDS: Final = 300


def example_names() -> list[str]:
    """Return the names of the examples that the table of their folder lists, in its order."""
    text = (ROOT / FOLDER / "README.md").read_text(encoding="utf-8")
    return [*dict.fromkeys(name for name in _COMMAND.findall(text))]


def example_pages(*, with_outputs: bool) -> tuple[dict[str, str], Led]:
    """Return a page for each example, and the guide to them, which lists these.

    With outputs, each is run; `RuntimeError` names one that fails.
    """
    names = example_names()
    outputs = _outputs(names) if with_outputs else {}
    pages = {f"examples/{name}": _page(name, outputs.get(name)) for name in names}
    path = f"{FOLDER}/README.md"
    led = lead_links((ROOT / path).read_text(encoding="utf-8"), path, "examples/index")
    text = led.text
    for name in names:
        text = text.replace(f"(../sources/{FOLDER}/{name}.py.md)", f"({name}.md)")
    listed = "\n".join(names)
    pages["examples/index"] = f"{text}\n```{{toctree}}\n:hidden:\n\n{listed}\n```\n"
    return pages, led


def _page(name: str, output: str | None) -> str:
    path = f"{FOLDER}/{name}.py"
    text = (ROOT / path).read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(text)) or ""
    parts = [f"# {name}\n", f"{_prose(docstring)}\n"]
    tutorial = f"{FOLDER}/{name}.md"
    if tutorial in files():
        parts.append(f"The text of this tutorial: [{name}](../{page_of(tutorial)}.md).\n")
    if output is not None:
        run = f"$ python -m ptxpy.examples.{name}\n{output}"
        parts.append(f"## What it prints\n\n{fenced(run, 'console')}")
    parts.append(f"## {code(path)}\n\n{fenced(text, 'python')}")
    return "\n".join(parts)


def _prose(docstring: str) -> str:
    """Return a docstring as Markdown: headings and doubled backticks aside, it is that already."""
    return docstring.replace("``", "`").replace("::\n", ":\n")


def _outputs(names: list[str]) -> dict[str, str]:
    """Return what each example prints; those of unchanged files are kept."""
    key = _digest()
    if _KEPT.is_file():
        kept: dict[str, str] = _read_kept()
        if kept.pop("key", "") == key and {*kept} == {*names}:
            return kept
    with ThreadPoolExecutor(2) as pool:
        found = dict(zip(names, pool.map(_run, names), strict=True))
    _KEPT.parent.mkdir(parents=True, exist_ok=True)
    _KEPT.write_text(json.dumps({"key": key, **found}), encoding="utf-8")
    return found


def _read_kept() -> dict[str, str]:
    """Return the outputs of an earlier build; none where it was interrupted while it wrote them."""
    try:
        kept: dict[str, str] = json.loads(_KEPT.read_text(encoding="utf-8"))
    except ValueError:
        return {}
    return kept


def _digest() -> str:
    """Return the hash of what the examples follow from."""
    held = hashlib.sha256(sys.version.encode())
    for name in sorted(files()):
        if name.startswith(("ptxpy/", "grammar/")) and not name.endswith(".md"):
            held.update(name.encode() + b"\0" + (ROOT / name).read_bytes())
    return held.hexdigest()


def _run(name: str) -> str:
    command = [sys.executable, "-m", f"{FOLDER.replace('/', '.')}.{name}"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=_SECONDS, check=False
    )
    if done.returncode:
        raise RuntimeError(f"the example {name} fails:\n{done.stdout}{done.stderr}")
    return done.stdout.replace(str(Path.home()), "~")
