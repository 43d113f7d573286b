"""Helpers are declared by name, and their modules are imported at the first use of one."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import pytest

from ptxpy.dsl import helpers, ptx
from ptxpy.dsl.helpers import NAMES
from ptxpy.dsl.tracing.instructions import HELPERS, Helper, Helpers

WITHOUT_NAMES = {"tensor_copies"}
"""Modules that other helpers share and that register no names."""


def home(name: str) -> str:
    """Return the module for which a name is declared, by itself or as one of a family."""
    for module, names in NAMES.items():
        for declared in names.split():
            if declared == name or (declared.endswith("*") and name.startswith(declared[:-1])):
                return module
    return ""


def loaded(code: str) -> set[str]:
    """Return the modules of helpers that a fresh process has imported after some Python."""
    script = f"from ptxpy import ptx\n{code}\nimport sys\nprint(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    start = "ptxpy.dsl.helpers."
    return {name[len(start) :] for name in ran.stdout.split() if name.startswith(start)}


@pytest.mark.parametrize("name", sorted(HELPERS))
def test_helpers_are_declared_for_their_module(name: str) -> None:
    """What a module registers is in the table, under that module."""
    assert HELPERS[name].__module__ == home(name)
    assert name in HELPERS


@pytest.mark.parametrize("module", NAMES)
def test_declared_names_are_registered(module: str) -> None:
    """The table has no name that the module does not register, and no empty family."""
    for declared in NAMES[module].split():
        if declared.endswith(".*"):
            assert any(name.startswith(declared[:-1]) for name in HELPERS)
        else:
            assert HELPERS[declared].__module__ == module


def test_every_module_is_declared() -> None:
    """A new module of helpers needs a line in the table."""
    modules = {module.name for module in pkgutil.iter_modules(helpers.__path__)}
    assert {name.rpartition(".")[2] for name in NAMES} == modules - WITHOUT_NAMES


@pytest.mark.parametrize(
    ("code", "modules"),
    [
        ("", set()),
        ("ptx.add.s32; ptx.mov; ptx.ld.global_.f32; ptx.cp.async_.commit_group", set()),
        ("ptx.fence.proxy_async.__doc__", {"async_copies"}),
        ("assert ptx.ldmatrix.__name__ == 'ldmatrix'", {"warp_matrices"}),
    ],
)
def test_modules_are_imported_at_the_first_use(code: str, modules: set[str]) -> None:
    """Instructions by themselves import none, whether or not a helper begins as they do."""
    assert loaded(code) == modules


def test_names_of_a_family_are_told_from_instructions() -> None:
    """In a family, what is no helper is an instruction."""
    assert isinstance(ptx.cp.async_.bulk.tensor.tile_2d, Helper)
    assert not isinstance(ptx.cp.async_.bulk.commit_group, Helper)


def test_unknown_names() -> None:
    """They are not in the mapping, whatever they begin with."""
    mapping = Helpers()
    mapping.declare("ptxpy.dsl.helpers.tma", "tma.*")
    assert "tma" not in mapping
    assert "add" not in mapping
    assert HELPERS.get("tma.none") is None
    assert len(HELPERS) == len({*HELPERS})
