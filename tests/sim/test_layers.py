"""The simulator is parted by time: each part imports only from those before it.

First a module is cut into pieces, then the machine exists that runs them, then the meaning of
instructions, which changes its state, then the code that is compiled of pieces, which calls that;
then launches, and at last what watches them.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from benchmarks.import_graph import import_graph

import ptxpy
from ptxpy.sim.compile.registry import EMITTERS, emits

SIM = Path(ptxpy.__file__).parent / "sim"

LAYERS = (
    ("errors", "numpy_types", "number_formats"),
    ("pieces",),
    ("hooks",),
    ("machine",),
    ("semantics",),
    ("compile",),
    ("fault_messages", "launch_hooks"),
    ("loaded_module",),
    ("races", "native"),
    ("engines",),
    ("backend",),
    ("observe",),
    ("stepping",),
    ("memory_model",),
    ("schedules",),
)
"""Parts of `ptxpy.sim` from the first to the last; those in one group do not import each other."""

RANKS = {part: rank for rank, group in enumerate(LAYERS) for part in group}

WITHOUT_WATCHERS = ("pieces", "hooks", "machine", "semantics", "compile", "loaded_module")
"""Parts that know those who watch a launch by `ptxpy.sim.hooks` alone."""


def part_of(module: str) -> str:
    """Return the part of the simulator that a module belongs to; empty for the package itself."""
    name = module.removeprefix("ptxpy.sim").removeprefix(".")
    return name.split(".")[0]


def test_parts_import_only_from_those_before() -> None:
    """Imports for types and those inside functions count as well."""
    graph = import_graph(SIM.parent, SIM)
    edges = [
        (module, imported)
        for module, names in graph.items()
        if module.startswith("ptxpy.sim.")
        for imported in names
        if imported.startswith("ptxpy.sim.") and part_of(imported) != part_of(module)
    ]
    assert len(edges) > 250
    wrong = [
        f"{module} imports {imported}"
        for module, imported in edges
        if RANKS[part_of(imported)] >= RANKS[part_of(module)]
    ]
    assert not wrong, "\n".join(wrong)


def test_every_part_has_a_place() -> None:
    """A new folder or file of the simulator needs a place among its parts."""
    parts = {path.stem for path in SIM.glob("*.py")} - {"__init__"}
    parts |= {path.parent.name for path in SIM.glob("*/__init__.py")}
    assert parts == set(RANKS)


@pytest.mark.parametrize("part", WITHOUT_WATCHERS)
def test_strict_mode_is_known_by_its_hooks_alone(part: str) -> None:
    """No name in the code of these parts speaks of strict mode, races or observers."""
    paths = [SIM / f"{part}.py"] if (SIM / f"{part}.py").exists() else (SIM / part).rglob("*.py")
    names = [
        f"{path.relative_to(SIM)}:{node.lineno}: {name}"
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name | ast.Attribute | ast.arg)
        for name in [getattr(node, "id", "") or getattr(node, "attr", "") or node.arg]  # type: ignore[union-attr]
        if any(word in name.lower() for word in ("strict", "race", "observ"))
    ]
    assert not names, "\n".join(names)


def test_an_opcode_has_one_emitter() -> None:
    """A second one would replace the first in silence."""
    opcode = next(iter(EMITTERS))
    with pytest.raises(ValueError, match=f"{opcode} has two emitters"):
        emits(opcode)(EMITTERS[opcode])
