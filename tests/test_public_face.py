"""The public face loads what a name stands for at its first use, and hides that it does."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import ptxpy

FACE = Path(ptxpy.__file__)

HEAVY = ("lark", "numpy", "ptxpy.codegen", "ptxpy.dsl", "ptxpy.isa", "ptxpy.sim", "ptxpy.syntax")
"""Packages that take long to load."""

FOR_OTHER_FILES = (
    "dataclasses",
    "ptxpy.analysis.guard_facts",
    "ptxpy.analysis.live_registers",
    "ptxpy.check.context",
    "ptxpy.codegen.census",
    "ptxpy.codegen.regions",
    "ptxpy.debug_info",
    "ptxpy.dsl.functions.standalone",
    "ptxpy.dsl.margins.register_meanings",
    "ptxpy.dsl.shared_memory.smem",
    "ptxpy.dsl.tensors.tile",
    "ptxpy.dsl.verification.advice",
    "ptxpy.dsl.verification.name_liveness",
    "ptxpy.dsl.verification.verifier",
    "ptxpy.executors.outcomes",
    "ptxpy.ir.visitors",
    "ptxpy.isa.instruction_descriptors",
    "ptxpy.lift.group_names",
    "ptxpy.lift.group_places",
    "ptxpy.lift.group_purposes",
    "ptxpy.lift.numbers.evaluate",
    "ptxpy.dsl.margins.margin_positions",
    "ptxpy.lift.margin_positions",
    "ptxpy.lift.margin_tables",
    "ptxpy.lift.position_folding",
    "ptxpy.lift.memory_map",
    "ptxpy.lift.pipeline_headings",
    "ptxpy.styles.dwarf_comments",
    "ptxpy.styles.embedded",
)
"""Modules for debug information, errors, shared memory, kernels that people write, and the like."""

MAX_MODULES_OF_AN_IMPORT = 235
"""Modules of ptxpy that the import of a plain kernel loads: a third of a millisecond each."""


def typed() -> dict[str, str]:
    """Return the names that type checkers see, each with the module that it is imported from."""
    found: dict[str, str] = {}
    for node in ast.parse(FACE.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for statement in node.body:
                assert isinstance(statement, ast.ImportFrom)
                found |= {alias.name: statement.module or "" for alias in statement.names}
    return found


def loaded(code: str) -> set[str]:
    """Return the modules that a fresh process has loaded after some Python."""
    script = f"{code}\nimport sys\nprint(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    return set(ran.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(("name", "module"), typed().items())
def test_names_are_what_type_checkers_see(name: str, module: str) -> None:
    """A name at run time is the object that its module has under it."""
    if module == "ptxpy":
        found: object = import_module(f"ptxpy.{name}")
    else:
        found = getattr(import_module(module), name)
    assert getattr(ptxpy, name) is found


def test_no_name_of_a_lazy_face_is_a_module_of_its_package() -> None:
    """The import of a module would put itself in the place of the name."""
    found: list[str] = []
    faces = 0
    for path in Path(ptxpy.__file__).parent.rglob("__init__.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "lazy_names":
                faces += 1
                words = " ".join(ast.literal_eval(call.args[1]).values()).split()
                found += [name for name in words if (path.parent / f"{name}.py").exists()]
    assert faces > 10
    assert not found


def test_all_names_are_declared_for_type_checkers() -> None:
    """`__all__`, the imports for types and `dir` have the same names.

    Packages such as `ptxpy.passes` have types as well, and are no part of `import *`.
    """
    packages = {name for name in typed() if (Path(ptxpy.__file__).parent / name).is_dir()}
    assert {"analysis", "check", "ir", "passes", "syntax"} < packages
    assert set(ptxpy.__all__) - {"ir"} == {*typed(), "__version__"} - packages
    assert set(ptxpy.__all__) <= set(dir(ptxpy))


def test_star_import_has_all_names() -> None:
    """`from ptxpy import *` imports each name, however late it is loaded."""
    names: dict[str, object] = {}
    exec("from ptxpy import *", names)  # noqa: S102 - as a user's program would
    assert set(ptxpy.__all__) <= set(names)


def test_packages_are_attributes() -> None:
    """`ptxpy.analysis` works without an import of its own, as the packages were loaded."""
    assert ptxpy.analysis is sys.modules["ptxpy.analysis"]


def test_unknown_names_are_refused() -> None:
    """The error is that of any module."""
    with pytest.raises(AttributeError, match="module 'ptxpy' has no attribute 'kernels'"):
        ptxpy.kernels  # noqa: B018 - the lookup is the test
    assert not hasattr(ptxpy, "_kernel")


@pytest.mark.parametrize(
    "code",
    [
        "import ptxpy",
        "from ptxpy.cli import main\ntry: main(['--version'])\nexcept SystemExit: pass",
        "from ptxpy.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass",
    ],
    ids=["import", "version", "help"],
)
def test_start_up_loads_nothing_heavy(code: str) -> None:
    """Neither the import of the package nor the first page of help needs the pipeline."""
    assert not loaded(code) & set(HEAVY)


def test_an_import_of_a_plain_kernel_loads_little() -> None:
    """Neither what other files need, nor the checks and options of kernels that people write."""
    kernel = FACE.parents[1] / "corpus" / "nvcc" / "saxpy.sm_90a.ptx"
    found = loaded(f"from ptxpy.cli import main\nmain(['import', {str(kernel)!r}, '--check'])")
    assert not found.intersection(FOR_OTHER_FILES)
    assert all(find_spec(name) for name in FOR_OTHER_FILES)
    own = {name for name in found if name.partition(".")[0] == "ptxpy"}
    assert "ptxpy.codegen.proof" in own
    assert len(own) <= MAX_MODULES_OF_AN_IMPORT


def test_a_kernel_from_the_language_can_be_launched() -> None:
    """The public face tells the tracer how kernels are launched before the tracer is loaded."""
    code = (
        "from ptxpy.dsl import Loader\nassert Loader.load and Loader.call and Loader.architecture"
    )
    assert "ptxpy.dsl" in loaded(code)


@pytest.mark.parametrize(("module", "changed"), [("ptxpy", True), ("pytest", False)])
def test_only_the_command_changes_its_process(module: str, changed: bool) -> None:
    """The command collects garbage seldom and ends at Ctrl-C; a program is left as it is."""
    code = f"""
import gc, signal, sys
sys.orig_argv = ["python", "-m", {module!r}]
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a background job ignores
before = gc.get_threshold(), signal.getsignal(signal.SIGINT)
import ptxpy
after = gc.get_threshold(), signal.getsignal(signal.SIGINT)
print(*[old != new for old, new in zip(before, after)])"""
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout.split() == [str(changed)] * 2
