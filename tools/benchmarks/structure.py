"""Counts of the source: lines, import circles, names that tell a reader little, and measures."""

from __future__ import annotations

import argparse
import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.corpus import ROOT
from benchmarks.import_graph import find_circles, import_graph
from benchmarks.maintainability import is_generated, measure

_SUFFIXES: Final = (".py", ".pyi", ".lark", ".txt")
_MAX_LINES: Final = 500
"""The length that no file written by hand has."""

_VAGUE: Final = frozenset({"FEW", "FEWEST", "MANY", "MOST"})
"""Words in names of limits that do not say what is limited."""

_PHRASES: Final = re.compile(r"\bso many\b|\blikewise\b|\bas many as\b", re.IGNORECASE)


class Lines(NamedTuple):
    """The lines of a package."""

    written: int = 0
    """By hand."""
    generated: int = 0
    files: int = 0


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark alone."""
    parser.add_argument(
        "--root", type=Path, default=ROOT, metavar="DIR", help="structure: another checkout"
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Count, print and return."""
    root: Path = options.root.resolve()
    lines = package_lines(root)
    print(f"{'package':20} {'written':>8} {'generated':>10} {'files':>6}")
    for name, each in lines.items():
        print(f"{name:20} {each.written:8,} {each.generated:10,} {each.files:6}")
    total = Lines(*map(sum, zip(*lines.values(), strict=True)))
    print(f"{'all':20} {total.written:8,} {total.generated:10,} {total.files:6}")
    measures = measure(root)
    print()
    for measured in measures:
        print(f"{measured.value:10,} {measured.name}: {measured.definition}")
    circles = find_circles(import_graph(root / "ptxpy"))
    trees = _trees(root / "ptxpy")
    long_files = _long_files(root)
    found = {
        "modules in import circles": {circle[0]: len(circle) for circle in circles},
        f"files of more than {_MAX_LINES} lines": long_files,
        "vague names of limits": _vague_names(trees),
        "names of several modules": _repeated(path.stem for path in trees),
        "names of several classes": _repeated(
            node.name
            for tree in trees.values()
            for node in tree.body
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        ),
        "phrases": _phrases(trees),
    }
    for name, counts in found.items():
        number = len(counts) if counts is long_files else sum(counts.values())
        print(f"\n{name}: {number}")
        for key, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            print(f"    {count:5} {key}")
    return {
        "lines": {name: each._asdict() for name, each in lines.items()},
        "measures": {each.name: each.value for each in measures},
        **found,
    }


def package_lines(root: Path) -> dict[str, Lines]:
    """Return the lines of each package of `ptxpy`, of the grammar, the tests and the tools."""
    found: dict[str, Lines] = defaultdict(Lines)
    for path in _sources(root):
        parts = path.relative_to(root).parts
        in_package = parts[0] == "ptxpy" and len(parts) > 2
        name = "/".join(parts[:2]) if in_package else parts[0]
        text = path.read_text(encoding="utf-8")
        count = text.count("\n")
        before = found[name]
        if is_generated(path, text):
            found[name] = before._replace(generated=before.generated + count)
        else:
            found[name] = before._replace(written=before.written + count)
        found[name] = found[name]._replace(files=before.files + 1)
    return dict(sorted(found.items()))


def _sources(root: Path) -> Iterator[Path]:
    for folder in ("grammar", "ptxpy", "tests", "tools"):
        for path in sorted((root / folder).rglob("*")):
            named = path.suffix in _SUFFIXES or (folder == "tools" and not path.suffix)
            if named and path.is_file() and "__pycache__" not in path.parts:
                yield path


def _trees(package: Path) -> dict[Path, ast.Module]:
    """Return the modules of the package, without the `__init__` of its folders."""
    paths = (path for path in sorted(package.rglob("*.py")) if path.stem != "__init__")
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def _long_files(root: Path) -> dict[str, int]:
    found = {}
    for path in _sources(root):
        text = path.read_text(encoding="utf-8")
        count = text.count("\n")
        if path.suffix == ".py" and count > _MAX_LINES and not is_generated(path, text):
            found[str(path.relative_to(root))] = count
    return found


def _vague_names(trees: dict[Path, ast.Module]) -> dict[str, int]:
    """Count the constants whose name has such a word."""
    counts: Counter[str] = Counter()
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = [each.id for each in targets if isinstance(each, ast.Name)]
                counts.update(n for n in names if n.isupper() and _VAGUE & set(n.split("_")))
    return dict(counts)


def _repeated(names: Iterator[str]) -> dict[str, int]:
    return {name: count for name, count in Counter(names).items() if count > 1}


def _phrases(trees: dict[Path, ast.Module]) -> dict[str, int]:
    """Count the phrases that make a reader look for what stands before."""
    counts: Counter[str] = Counter()
    for path in trees:
        text = path.read_text(encoding="utf-8")
        counts.update(phrase.lower() for phrase in _PHRASES.findall(text))
    return dict(counts)
