"""Facts about instructions are asked of the table: no other module tells opcodes apart by name.

What is looked for are names of opcodes that code compares something with, or collects in a set, a
dictionary, a tuple or a list. Instructions that the DSL writes are calls with a text, and no facts.
`opcode_names.txt` lists the modules that may, how many names each has, and why; the list only
shrinks. The meaning of instructions in the simulator is told apart by opcode, of course.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ptxpy
from ptxpy.isa import opcodes

ROOT = Path(ptxpy.__file__).parent
ALLOWED = Path(__file__).with_name("opcode_names.txt")
EXEMPT = ("isa/", "examples/", "sim/semantics/")
"""The table itself, programs, and what instructions compute."""

OPCODES = opcodes()


def allowed() -> dict[str, tuple[int, str]]:
    """Return for each module of the list how many names it may have, and why."""
    found = {}
    for line in ALLOWED.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            path, count, reason = line.split(maxsplit=2)
            found[path] = int(count), reason
    return found


def names_told_apart(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield the names of opcodes that are compared with, matched, or collected."""
    seen: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.expr | None] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Set | ast.Tuple | ast.List):
            parts = [*node.elts]
        elif isinstance(node, ast.Dict):
            parts = [*node.keys, *node.values]
        elif isinstance(node, ast.MatchValue):
            parts = [node.value]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in (
            "startswith",
            "get",
            "removeprefix",
        ):
            parts = [*node.args]
        for part in parts:
            if (
                isinstance(part, ast.Constant)
                and part.value in OPCODES
                and id(part) not in seen
                and not is_list_of_public_names(tree, part)
            ):
                seen.add(id(part))
                yield part


def is_list_of_public_names(tree: ast.AST, part: ast.Constant) -> bool:
    """Return whether a name stands in `__all__`, which names functions."""
    return any(
        isinstance(node, ast.Assign)
        and getattr(node.targets[0], "id", "") == "__all__"
        and any(each is part for each in ast.walk(node))
        for node in ast.walk(tree)
    )


def modules() -> dict[str, list[str]]:
    """Return the names that each module tells apart, with their lines."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(EXEMPT):
            continue
        told = names_told_apart(ast.parse(path.read_text(encoding="utf-8")))
        places = [f"line {part.lineno}: {part.value!r}" for part in told]
        if places:
            found[name] = places
    return found


def test_no_module_tells_opcodes_apart() -> None:
    """Only those of the list do, and they have no more names, and no fewer, than it says."""
    listed = {name: count for name, (count, _) in allowed().items()}
    found = modules()
    more = {name: places for name, places in found.items() if len(places) > listed.get(name, 0)}
    assert not more, (
        "ask ptxpy.isa.traits, or add a line to the instruction table; "
        "a module that has moved is moved in opcode_names.txt"
    )
    fewer = {
        name: (count, len(found.get(name, ())))
        for name, count in listed.items()
        if len(found.get(name, ())) < count
    }
    assert not fewer, "the list shrinks: write the new number"


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('x = opcode == "bra"', 1),
        ('x = opcode in ("ld", "st", "cp.async", "load")', 2),
        ('x = {"ret": 1}', 1),
        ('x = name.startswith("tex")', 1),
        ('match x:\n    case "trap": pass', 1),
        ('emit("bra")', 0),
        ('__all__ = ["mma"]', 0),
    ],
)
def test_the_finder(source: str, count: int) -> None:
    """It finds what it should, and calls are none."""
    assert len([*names_told_apart(ast.parse(source))]) == count
