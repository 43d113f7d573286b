"""Changes of modules: some that a comparison must ignore, and one that it must find."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from ptxpy import ir

LEAVING = {"ret", "exit", "trap"}
BRANCHING = {"bra", "brx"}


class Renumbered(ir.Transformer):
    """A function with the numbers of its registers and the names of its labels exchanged."""

    def __init__(self, function: ir.Function, random: Random) -> None:
        """Choose the new names; names declared in scopes stay."""
        super().__init__()
        self.names: dict[str, str] = {}
        body = function.body or ()
        labels = [node.name for node in body if isinstance(node, ir.Label)]
        self.names.update(zip(labels, random.sample(labels, len(labels)), strict=True))
        for node in body:
            if isinstance(node, ir.Variable) and node.space == ".reg":
                for declarator in node.declarators:
                    if isinstance(declarator.range, ir.Literal):
                        prefix, count = declarator.name.name, int(declarator.range.value)
                        numbers = random.sample(range(count), count)
                        self.names.update(
                            (f"{prefix}{old}", f"{prefix}{new}") for old, new in enumerate(numbers)
                        )

    def visit_Register(self, node: ir.Register) -> ir.Register:  # noqa: N802 - dispatched by name
        """Exchange a register."""
        return node.replace(name=self.names.get(node.name, node.name))

    def visit_Symbol(self, node: ir.Symbol) -> ir.Symbol:  # noqa: N802 - dispatched by name
        """Exchange a label where it is used."""
        return node.replace(name=self.names.get(node.name, node.name))

    def visit_Label(self, node: ir.Label) -> ir.Label:  # noqa: N802 - dispatched by name
        """Exchange a label where it is defined."""
        return node.replace(name=self.names.get(node.name, node.name))


def each_function(module: ir.Module, change: Any) -> ir.Module:
    """Return a module with its functions changed."""
    return module.replace(
        body=tuple(
            [
                change(node) if isinstance(node, ir.Function) and node.body else node
                for node in module.body
            ]
        )
    )


def renumbered(module: ir.Module, random: Random) -> ir.Module:
    """Return a module with other numbers of registers and labels."""
    return each_function(module, lambda node: Renumbered(node, random).visit(node))


def without_debug_info(module: ir.Module) -> ir.Module:
    """Return a module without layout, sections and source locations."""

    def strip_trivia(function: ir.Function) -> ir.Function:
        return function.replace(
            body=tuple([n for n in function.body or () if not isinstance(n, ir.Location)])
        )

    kept = [n for n in module.body if not isinstance(n, ir.Section | ir.File | ir.Location)]
    return each_function(ir.without_layout(module.replace(body=tuple(kept))), strip_trivia)


def _referred(function: ir.Function) -> set[str]:
    return {node.name for node in ir.walk(function) if isinstance(node, ir.Symbol)}


def shuffled(module: ir.Module, random: Random, *, dead_code: bool = False) -> ir.Module:
    """Return a module with the basic blocks of its functions in another order, after the first.

    A block that ran into the next one jumps to it instead. A last block that runs into the end of
    the function stays the last.

    Args:
        module: The module.
        random: What decides on the order.
        dead_code: Whether functions with code that nothing reaches, after an unconditional exit and
            without a label, are changed as well.
    """
    return each_function(module, lambda node: _shuffled(node, random, dead_code=dead_code))


def _shuffled(function: ir.Function, random: Random, *, dead_code: bool) -> ir.Function:
    referred = _referred(function)
    if not dead_code and _has_dead_code(function.body or (), referred):
        return function
    blocks: list[list[Any]] = [[]]
    for node in function.body or ():
        if isinstance(node, ir.Label) and node.name in referred:
            blocks.append([node])
            continue
        if blocks[-1] and _branches(blocks[-1][-1]) and not _ends(blocks[-1][-1]):
            blocks.append([])
        blocks[-1].append(node)
    if all(isinstance(n, ir.Location) or _unused(n, referred) for n in blocks[-1]):
        blocks.pop()  # what marks the end of the function is no block
    names = []
    for number, block in enumerate(blocks):
        if not (block and isinstance(block[0], ir.Label)):
            block.insert(0, ir.Label(f"$added_{number}"))
        names.append(block[0].name)
    for block, name in zip(blocks, names[1:], strict=False):
        if not _ends(block[-1]):
            block.append(ir.Instruction(None, "bra", (".uni",), (ir.Symbol(name),)))
    first, *rest = blocks
    last = [rest.pop()] if rest and not _ends(rest[-1][-1]) else []
    rest = random.sample(rest, len(rest))
    ordered = [first, *rest, *last]
    return function.replace(body=tuple([node for block in ordered for node in block]))


def _has_dead_code(body: Sequence[ir.Node], referred: set[str]) -> bool:
    code = [n for n in body if isinstance(n, ir.Instruction) or _is_target(n, referred)]
    return any(
        _ends(before) and isinstance(node, ir.Instruction) for before, node in pairwise(code)
    )


def _is_target(node: ir.Node, referred: set[str]) -> bool:
    return isinstance(node, ir.Label) and node.name in referred


def _unused(node: ir.Node, referred: set[str]) -> bool:
    return isinstance(node, ir.Label) and node.name not in referred


def _branches(node: ir.Node) -> bool:
    return isinstance(node, ir.Instruction) and node.opcode in LEAVING | BRANCHING


def _ends(node: ir.Node) -> bool:
    return _branches(node) and isinstance(node, ir.Instruction) and node.guard is None


class Changed(NamedTuple):
    """A module with an instruction changed."""

    module: ir.Module
    function: str
    opcode: str


def with_one_changed(module: ir.Module, random: Random) -> Changed | None:
    """Return a module with a modifier added to an instruction that does not branch."""
    places = [
        (k, i)
        for k, item in enumerate(module.body)
        if isinstance(item, ir.Function)
        for i, node in enumerate(item.body or ())
        if isinstance(node, ir.Instruction) and not _branches(node)
    ]
    if not places:
        return None
    k, i = random.choice(places)
    function: Any = module.body[k]
    node = function.body[i]
    changed = node.replace(modifiers=(*node.modifiers, ".changed"))
    body = (*function.body[:i], changed, *function.body[i + 1 :])
    items = (*module.body[:k], function.replace(body=body), *module.body[k + 1 :])
    return Changed(module.replace(body=items), function.name.name, node.opcode)
