"""Each layer imports only from those to its left, and no module hides a public name.

The layers are those of the pipeline; ARCHITECTURE below is the only place that lists them.
"""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import ptxpy

ROOT = Path(ptxpy.__file__).parent

ARCHITECTURE = (
    ("ir", "isa"),
    ("styles",),
    ("syntax", "printer"),
    ("analysis",),
    ("check", "lift", "passes"),
    ("dsl",),
    ("allocate", "cpasync"),
    ("codegen",),
    ("compare",),
    ("assemble",),
    ("calling",),
    ("sim", "runtime"),
    ("launch",),
    ("integrations",),
    ("cli",),
)
"""Layers from left to right; those in one group do not import each other."""

LEAVES = {"__about__", "_hooks"}
"""Modules that import nothing of the package, so that every layer may import them."""

RANKS = {layer: rank for rank, group in enumerate(ARCHITECTURE) for layer in group}

PUBLIC_FUNCTIONS = {"emit", "emit_bytes", "from_python", "parse", "prove", "to_python"}


class Importer(ast.NodeVisitor):
    """Collects the modules, or names in modules, that a file imports from ptxpy."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.found: list[tuple[int, str]] = []

    def visit_Import(self, node: ast.Import) -> None:
        """Collect `import ptxpy.x`."""
        self.found += [(node.lineno, alias.name) for alias in node.names]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Collect `from ptxpy.x import y`, and relative imports by their full name."""
        module = node.module or ""
        if node.level:
            parents = self.package.split(".")
            base = parents[: len(parents) - node.level + 1]
            module = ".".join([*base, module]).rstrip(".")
        self.found += [(node.lineno, f"{module}.{alias.name}") for alias in node.names]


def imports(path: Path) -> list[tuple[int, str]]:
    """Return (line, dotted name) of everything that a file imports from ptxpy."""
    importer = Importer(".".join(("ptxpy", *path.relative_to(ROOT).parent.parts)))
    importer.visit(ast.parse(path.read_text(encoding="utf-8")))
    return [(line, name) for line, name in importer.found if f"{name}.".startswith("ptxpy.")]


def violations(layer: str, imported: str) -> bool:
    """Whether a module of a layer must not import that name."""
    parts = imported.split(".")
    target = parts[1] if len(parts) > 1 else ""
    if target in {layer, *LEAVES}:
        return False
    if target not in RANKS:
        return layer != "cli"  # the public face: made of the layers, so not for them
    return RANKS[target] >= RANKS[layer]


def files_of_layers() -> Iterator[tuple[str, Path]]:
    """Yield (layer, file) for every file that belongs to a layer."""
    for path in sorted(ROOT.rglob("*.py")):
        layer = path.relative_to(ROOT).parts[0]
        if layer in RANKS:
            yield layer, path


def test_layers_import_only_from_their_left() -> None:
    """Imports for types and those inside functions count as well."""
    checked = 0
    wrong = []
    for layer, path in files_of_layers():
        for line, name in imports(path):
            checked += 1
            if violations(layer, name):
                wrong.append(f"{path.relative_to(ROOT.parent)}:{line}: {layer} imports {name}")
    assert checked > 50
    assert not wrong, "\n".join(wrong)


def test_only_the_command_imports_the_command_line() -> None:
    """The public face is made of the layers below the command line."""
    wrong = [
        f"{path.name}:{line}"
        for path in ROOT.glob("*.py")
        if path.name != "__main__.py"
        for line, name in imports(path)
        if name.startswith("ptxpy.cli")
    ]
    assert not wrong


@pytest.mark.parametrize("name", sorted(LEAVES))
def test_leaves_import_nothing_of_the_package(name: str) -> None:
    """Otherwise a layer could reach a later one through them."""
    assert not imports(ROOT / f"{name}.py")


def test_every_package_is_a_layer() -> None:
    """A new folder needs a place in the pipeline."""
    packages = {path.parent.name for path in ROOT.glob("*/*.py")}
    assert packages <= {*RANKS, "examples"}


@pytest.mark.parametrize(
    ("layer", "imported", "wrong"),
    [
        ("syntax", "ptxpy.ir.Node", False),
        ("syntax", "ptxpy.syntax.items", False),
        ("syntax", "ptxpy.printer.emit", True),
        ("isa", "ptxpy.ir.Node", True),
        ("ir", "ptxpy.codegen.proof", True),
        ("codegen", "ptxpy.dsl.programs.exec_program", False),
        ("dsl", "ptxpy.codegen.proof", True),
        ("dsl", "ptxpy.parse", True),
        ("cli", "ptxpy.parse", False),
        ("cli", "ptxpy.__about__.__version__", False),
        ("styles", "ptxpy", True),
    ],
)
def test_the_rule(layer: str, imported: str, wrong: bool) -> None:
    """The rule itself, on examples."""
    assert violations(layer, imported) is wrong


def test_relative_imports_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are resolved to the same names."""
    monkeypatch.setattr("tests.test_layering.ROOT", tmp_path)
    path = tmp_path / "syntax" / "x.py"
    path.parent.mkdir()
    path.write_text("from . import items\nfrom ..cli import main\nfrom .. import parse\n")
    assert [name for _, name in imports(path)] == [
        "ptxpy.syntax.items",
        "ptxpy.cli.main",
        "ptxpy.parse",
    ]


def test_no_module_hides_a_public_name() -> None:
    """Importing `ptxpy.x` sets the attribute `x` of `ptxpy`: it must not be something else."""
    public = set(getattr(ptxpy, "__all__", ())) | PUBLIC_FUNCTIONS
    modules = {module.name for module in pkgutil.iter_modules(ptxpy.__path__)}
    hidden = {
        name for name in modules & public if not isinstance(getattr(ptxpy, name, None), ModuleType)
    }
    assert not hidden
