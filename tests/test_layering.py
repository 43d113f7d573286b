"""Each layer imports only from those to its left; no module hides a public name by another object.

The layers are those of the pipeline; ARCHITECTURE below is the only place that lists them.
"""

from __future__ import annotations

import ast
import pkgutil
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from benchmarks.import_graph import find_circles, import_graph, imported_names, imports_of

import ptxpy

ROOT = Path(ptxpy.__file__).parent

ARCHITECTURE = (
    ("ir", "isa"),
    ("styles",),
    ("syntax",),
    ("analysis", "debug_info", "dialect", "highlighting", "pytree"),
    ("check", "link", "naming", "passes"),
    ("lift",),
    ("inline_ptx", "summaries"),
    ("dsl",),
    ("codegen",),
    ("compare",),
    ("assemble",),
    ("launch_request", "reduce"),
    ("sim",),
    ("launch",),
    ("captures",),
    ("emulation", "integrations", "sweeps", "view"),
    ("debugger", "language_server"),
    ("notebook",),
    ("interposer",),
    ("cli",),
)
"""Layers from left to right, each a package; those in one group do not import each other."""

LEAVES = {
    "__about__",
    "_faces",
    "_hooks",
    "_counts",
    "_extras",
    "_pickling",
    "_records",
    "_schema",
    "_user_cache",
    "binaries",
    "demangle",
    "executors",
}
"""Modules and packages that import no layer, so that every layer may import them."""

RANKS = {layer: rank for rank, group in enumerate(ARCHITECTURE) for layer in group}

PUBLIC_FUNCTIONS = {"emit", "emit_bytes", "from_python", "parse", "prove", "to_python"}


def layer_of(module: str) -> str:
    """Return the layer of a dotted name below ptxpy, its first part; empty if it is no layer."""
    layer = module.partition(".")[0]
    return layer if layer in RANKS else ""


@cache
def parsed(path: Path) -> ast.Module:
    """Return the tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> list[tuple[int, str]]:
    """Return (line, dotted name) of everything that a file imports from ptxpy."""
    package = ".".join(("ptxpy", *path.relative_to(ROOT).parent.parts))
    return [each for each in imports_of(path, package) if f"{each[1]}.".startswith("ptxpy.")]


def violations(layer: str, imported: str) -> bool:
    """Whether a module of a layer must not import that name."""
    name = imported.removeprefix("ptxpy").removeprefix(".")
    target = layer_of(name)
    if target == layer or name.split(".")[0] in LEAVES:
        return False
    if not target:
        return layer != "cli"  # the public face: made of the layers, so not for them
    return RANKS[target] >= RANKS[layer]


def files_of_layers() -> Iterator[tuple[str, Path]]:
    """Yield (layer, file) for every file that belongs to a layer."""
    for path in sorted(ROOT.rglob("*.py")):
        layer = layer_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
        if layer:
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
def test_leaves_import_no_layer(name: str) -> None:
    """Otherwise a layer could reach a later one through them."""
    files = [*ROOT.glob(f"{name}.py"), *ROOT.glob(f"{name}/*.py")]
    assert files
    found = {imported for file in files for _, imported in imports(file)}
    assert {imported.split(".")[1] for imported in found} <= LEAVES


def test_every_package_is_a_layer() -> None:
    """A new folder needs a place in the pipeline."""
    packages = {path.parent.name for path in ROOT.glob("*/*.py")}
    assert packages <= {*RANKS, *LEAVES, "examples"}


def test_no_modules_import_each_other() -> None:
    """Imports for types and those inside functions count as well."""
    graph = import_graph(ROOT)
    assert len(graph) > 500
    assert not find_circles(graph)


def test_imports_by_name_are_seen() -> None:
    """A table of modules that are imported at their first use hides no import."""
    tree = ast.parse(
        "NAMES = {'ptxpy.sim': 'run', 'cli': 'ptxpy.cli', 'ptxpy.': '', 'other.sim': ''}\n"
        "import_module('ptxpy.launch')\n"
    )
    assert [*imported_names(tree, "ptxpy.dsl")] == [
        (1, "ptxpy.sim"),
        (1, "ptxpy.cli"),
        (2, "ptxpy.launch"),
    ]


def test_circles_are_found() -> None:
    """The search itself, on a graph that has two circles."""
    graph = {"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": {"e"}, "e": {"d"}, "f": {"a"}}
    assert find_circles(graph) == [["d", "e"], ["a", "b", "c"]]


@pytest.mark.parametrize(
    ("layer", "imported", "wrong"),
    [
        ("syntax", "ptxpy.ir.Node", False),
        ("syntax", "ptxpy.syntax.shapes", False),
        ("analysis", "ptxpy.syntax.printer.emit", False),
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


FACES_OF_PARTS = {
    "launch.cuda": "needs a driver: it is imported where a GPU is used",
    "sim.observe": "traces, profiles and timelines, of which most launches need none",
    "syntax.terminal_patterns": "generated from the grammar: its tokens, as patterns",
}
"""Parts of a package that have a face of their own, and why."""

PAST_FACES = {
    ("integrations", "launch.cuda"): "JAX hands addresses and contexts of the driver over",
}
"""Packages that import modules of a part, and why."""

PUBLIC_MODULES = {path.stem for path in ROOT.glob("*.py")}
"""Modules at the top are public paths: they are made of the modules that define the names."""


def face_of(package: str) -> frozenset[str]:
    """Return the names that a package exports."""
    module = import_module(f"ptxpy.{package}")
    return frozenset(getattr(module, "__all__", filter(str.isupper, vars(module))))


def is_past_face(name: str) -> bool:
    """Whether a dotted name below ptxpy is something else than what a package exports."""
    parts = name.split(".")[1:]
    if parts[0] not in {*RANKS, *LEAVES} or len(parts) == 1:
        return False
    for length in (2, 1):
        package = ".".join(parts[:length])
        if length == 1 or package in FACES_OF_PARTS:
            rest = parts[length:]
            return bool(rest) and (len(rest) > 1 or rest[0] not in face_of(package))
    return False


def test_packages_are_used_through_their_faces() -> None:
    """Imports for types and those inside functions count as well."""
    wrong = []
    for path in sorted(ROOT.rglob("*.py")):
        own, *inner = path.relative_to(ROOT).with_suffix("").parts
        if not inner or own == "examples":
            continue
        for line, name in imports(path):
            target = f"{name}.".split(".")[1]
            if target in {own, "", *PUBLIC_MODULES} or not is_past_face(name):
                continue
            if not any(
                own == package and name.startswith(f"ptxpy.{part}.") for package, part in PAST_FACES
            ):
                wrong.append(f"{path.relative_to(ROOT.parent)}:{line}: {name} is no face")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("package", sorted({*RANKS, *LEAVES, *FACES_OF_PARTS} - PUBLIC_MODULES))
def test_a_face_has_what_it_lists(package: str) -> None:
    """Each name is there, also where it is loaded at its first use, and says what it is."""
    module = import_module(f"ptxpy.{package}")
    names = getattr(module, "__all__", ())
    assert len(names) == len({*names})
    for name in names:
        assert is_documented(module, name), f"ptxpy.{package}.{name} has no docstring"


def is_documented(module: ModuleType, name: str) -> bool:
    """Whether a name has a docstring: its own, or below the assignment that defines it."""
    tree = parsed(Path(str(module.__file__)))
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(each, ast.Name) and each.id == name for each in targets):
                return isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
    for found in ast.walk(tree):
        names = found.names if isinstance(found, ast.ImportFrom) else ()
        if isinstance(found, ast.ImportFrom) and any((x.asname or x.name) == name for x in names):
            home = import_module(str(found.module))
            return f"{home.__name__}.{name}" in sys.modules or is_documented(home, name)
    return bool(getattr(module, name).__doc__)


@pytest.mark.parametrize(
    ("name", "past"),
    [
        ("ptxpy.ir.Node", False),
        ("ptxpy.ir", False),
        ("ptxpy.ir.nodes", False),
        ("ptxpy.ir.node.Node", True),
        ("ptxpy.syntax.parser", True),
        ("ptxpy.launch.cuda.count", False),
        ("ptxpy.launch.cuda.device.device", True),
    ],
)
def test_what_is_past_a_face(name: str, past: bool) -> None:
    """The rule itself, on examples."""
    assert is_past_face(name) is past


IMPORT_PATHS = {"kernel", "ptx", "reg", "smem"}
"""Public objects that are import paths as well; `tests/test_import_paths.py` tests them."""


def test_no_module_hides_a_public_name() -> None:
    """Importing `ptxpy.x` sets the attribute `x` of `ptxpy`: it must not be something else."""
    public = set(getattr(ptxpy, "__all__", ())) | PUBLIC_FUNCTIONS
    modules = {module.name for module in pkgutil.iter_modules(ptxpy.__path__)}
    hidden = {
        name for name in modules & public if not isinstance(getattr(ptxpy, name, None), ModuleType)
    }
    assert hidden == IMPORT_PATHS
