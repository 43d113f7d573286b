"""Canonical names: their form, and their independence of the original names."""

# ruff: noqa: N802 - methods are named after classes

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from fuzzing.sources import SMALL, corpus
from hypothesis import given
from hypothesis import strategies as st

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.ir import statements, without_layout
from ptxpy.ir.visitors import Transformer
from ptxpy.passes import rename, strip
from tests.passes.support import CORPUS, Case, cases, machine_code, randomly

LABELS = (n.Label, n.TargetList, n.CallPrototype)
SEEDS = st.integers(0, 2**32)


class Shuffled(Transformer):
    """Gives registers and labels other names, and declares registers one by one."""

    def __init__(self, module: n.Module, seed: int) -> None:
        self._rng = randomly(seed)
        names: set[str] = set()
        others: set[str] = set()
        for node in statements(n.Module(module.style, module.functions)):
            if isinstance(node, LABELS):
                names.add(node.name)
            elif type(node) is n.Variable:
                for each in node.declarators:
                    (names if plain(node) else others).update(declared(each))
            elif type(node) is n.Function:
                for formal in (*(node.returns or ()), *(node.parameters or ())):
                    others.add(formal.declarator.name.name)
        shuffled = sorted(names - others)
        self._rng.shuffle(shuffled)
        self._choose_names = {
            name: f"{self._rng.choice(('%z', 'z', '$Z', '%r'))}_{number}x"
            for number, name in enumerate(shuffled)
        }

    def _new(self, name: str) -> str:
        return self._choose_names.get(name, name)

    def visit_Register(self, node: n.Register) -> n.Register:
        """Rename a register."""
        return n.Register(self._new(node.name))

    def visit_Symbol(self, node: n.Symbol) -> n.Symbol:
        """Rename a label where it is used."""
        return n.Symbol(self._new(node.name))

    def visit_Label(self, node: n.Label) -> n.Label:
        """Rename a label."""
        return node.replace(name=self._new(node.name))

    def visit_TargetList(self, node: n.TargetList) -> n.TargetList:
        """Rename a list of targets and the labels in it."""
        targets = tuple(n.Symbol(self._new(name)) for each in node.targets for name in listed(each))
        return node.replace(name=self._new(node.name), targets=targets, within=None)

    def visit_CallPrototype(self, node: n.CallPrototype) -> n.CallPrototype:
        """Rename a prototype, but not its parameters."""
        return node.replace(name=self._new(node.name))

    def visit_Variable(self, node: n.Variable) -> n.Variable:
        """Declare registers one by one, in any order."""
        if not plain(node):
            return node
        names = [self._new(name) for each in node.declarators for name in declared(each)]
        self._rng.shuffle(names)
        declarators = tuple(n.Declarator(n.Register(name)) for name in names)
        return node.replace(declarators=declarators, within=None)

    def visit_Location(self, node: n.Location) -> n.Location:
        """Leave source locations unchanged."""
        return node


def plain(variable: n.Variable) -> bool:
    """Whether a declaration is a plain register declaration."""
    return variable.space == ".reg" and not any(each.dimensions for each in variable.declarators)


def declared(declarator: n.Declarator) -> list[str]:
    """Return the names that a declarator declares."""
    name = declarator.name.name
    if declarator.range is None:
        return [name]
    assert isinstance(declarator.range, n.Literal)
    return [f"{name}{k}" for k in range(int(declarator.range.value))]


def listed(target: n.Operand) -> list[str]:
    """Return the labels that an entry of a list of targets stands for."""
    if isinstance(target, n.Ranged):
        return [f"{target.name.name}{k}" for k in range(int(target.count.value))]
    assert isinstance(target, n.Symbol)
    return [target.name]


@pytest.mark.parametrize("case", cases("rename.txt"), ids=lambda case: case.title)
def test_names(case: Case) -> None:
    """The results are those of the data file, byte for byte, and renaming is idempotent."""
    renamed = rename(case.module)
    assert ptxpy.emit(renamed) == case.after
    assert rename(renamed) is renamed


@given(path=st.sampled_from(corpus(SMALL)), seed=SEEDS)
def test_other_names_make_no_difference(path: Path, seed: int) -> None:
    """Modules that differ only in the names of registers and labels become equal."""
    module = ptxpy.parse(path.read_bytes())
    shuffled = Shuffled(module, seed).visit(module)
    assert isinstance(shuffled, n.Module)
    texts = [ptxpy.emit(without_layout(rename(each))) for each in (module, shuffled)]
    assert texts[0] == texts[1]


@given(path=st.sampled_from(corpus(SMALL)))
def test_twice_is_once(path: Path) -> None:
    """Renaming a renamed module returns it, and its text is parsed to the same module."""
    module = rename(strip(ptxpy.parse(path.read_bytes())))
    assert rename(module) is module
    assert strip(module) is module
    text = ptxpy.emit(module)
    again = ptxpy.parse(text)
    assert ptxpy.emit(again) == text
    assert without_layout(again).body == without_layout(module).body


def test_shuffling_changes_names() -> None:
    """The shuffling of the property above does change names."""
    module = ptxpy.parse((CORPUS / "nvcc" / "saxpy.sm_90a.ptx").read_bytes())
    shuffled = Shuffled(module, 1).visit(module)
    assert isinstance(shuffled, n.Module)
    text = ptxpy.emit(shuffled)
    assert "%rd1" not in text
    assert "$L__BB0_1" not in text


@pytest.mark.skipif(sys.platform == "darwin", reason="nvJitLink is not for macOS")
@pytest.mark.parametrize(
    "name",
    [
        "handwritten/scopes.ptx",
        "handwritten/branches.ptx",
        "nvcc/calls.sm_75.ptx",
        "nvcc/asm.sm_80.ptx",
        "nvcc/calls.sm_90a.ptx",
        "nvcc/switches.sm_75.jump-tables.ptx",
        "triton/v3_5/timed_transpose_sm_90a.ptx",
    ],
)
def test_the_code_stays_the_same(name: str) -> None:
    """The machine code of scopes, indirect calls, switches and inline assembly is unchanged."""
    module = ptxpy.parse((CORPUS / name).read_bytes())
    renamed = rename(module)
    assert renamed != module
    assert machine_code(renamed) == machine_code(module)
