"""The generated visitors are up to date with the node classes, and the package exports all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import black
import pytest

import ptxpy
from ptxpy.ir import node_children, nodes
from tests.ir.support import ROOT

TOOL = ROOT / "tools" / "generate_visitors"
PACKAGE = Path(ptxpy.__file__).parent
GENERATED = ("ir/node_children.py", "ir/visitors.py")
SOURCES = ("_records.py", "ir/node.py", "ir/nodes.py", "ir/dispatch.py")
"""The files that the tool imports, or that the generated files import."""


def test_visitors_are_up_to_date() -> None:
    """`tools/generate_visitors` would write the same files."""
    done = subprocess.run(
        [sys.executable, TOOL, "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_stale_file_is_found(tmp_path: Path) -> None:
    """The check fails in a copy of the project with a changed node class."""
    tool = tmp_path / "tools" / "generate_visitors"
    package = tmp_path / "ptxpy"
    for path in (tool.parent, package / "ir"):
        path.mkdir(parents=True)
    tool.write_text(TOOL.read_text())
    for name in (*SOURCES, *GENERATED):
        text = (PACKAGE / name).read_text()
        (package / name).write_text(text.replace("prototype: Symbol", "prototype: Literal"))
    command = [sys.executable, str(tool)]
    stale = subprocess.run([*command, "--check"], capture_output=True, text=True, check=False)
    assert stale.returncode == 1
    assert "stale" in stale.stderr
    subprocess.run(command, check=True)
    subprocess.run([*command, "--check"], check=True)
    assert '_LITERAL, "Call.prototype"' in (package / "ir" / "visitors.py").read_text()


@pytest.mark.parametrize("name", GENERATED)
def test_generated_text_is_black(name: str) -> None:
    """Black would not change a generated file."""
    text = (PACKAGE / name).read_text()
    assert black.format_str(text, mode=black.Mode(line_length=100)) == text


def test_every_node_class_is_visited() -> None:
    """`Visitor` and `Transformer` have a method for each node class."""
    classes = {
        value
        for value in vars(nodes).values()
        if isinstance(value, type) and issubclass(value, ptxpy.ir.Node)
    } - {ptxpy.ir.Node}
    assert set(node_children.NODES) == classes
    for visitor in (ptxpy.ir.Visitor, ptxpy.ir.Transformer):
        assert {f"visit_{cls.__name__}" for cls in classes} <= set(vars(visitor))


def test_the_package_exports_all_public_names() -> None:
    """The package exports all node classes, unions and helpers."""
    imported = {"annotations", "struct", "NamedTuple", "TypeAlias"}
    public = {name for name in vars(nodes) if not name.startswith("_")} - imported
    helpers = {"Transformer", "Visitor", "children", "gaps", "statements", "walk", "without_layout"}
    assert public | helpers <= set(ptxpy.ir.__all__)
    assert len(ptxpy.ir.__all__) == len(set(ptxpy.ir.__all__))
    assert all(hasattr(ptxpy.ir, name) for name in ptxpy.ir.__all__)
