"""Six names are objects and import paths at once: `ptxpy.kernel(...)` and `import ptxpy.kernel`."""

from __future__ import annotations

import inspect
import pickle
import pydoc
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

import ptxpy

NAMES = ("kernel", "smem", "reg", "ptx", "specs", "types")

OBJECTS = ("kernel", "smem", "reg", "ptx")
"""Those that are no modules."""

SAME = "assert ptxpy.{0} is {0} is importlib.import_module('ptxpy.{0}'), '{0}'"


def run(program: str) -> None:
    """Run a program in an interpreter of its own; its failure is the test's."""
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "first",
    [
        "import ptxpy.{0}; from ptxpy import {0}",
        "from ptxpy import {0}; import ptxpy.{0}",
        "import ptxpy; {0} = ptxpy.{0}; import ptxpy.{0}",
        "import ptxpy.{0} as {0}; import ptxpy",
        "import ptxpy, importlib; importlib.import_module('ptxpy.{0}'); {0} = ptxpy.{0}",
        "import ptxpy.dsl; import ptxpy.{0}; from ptxpy import {0}",
    ],
)
def test_every_order_of_imports_gives_one_thing(name: str, first: str) -> None:
    """In a fresh interpreter: the attribute, the import and the module are the same object."""
    run(first.format(name) + "\nimport importlib\n" + SAME.format(name))


@pytest.mark.parametrize("order", [*permutations(OBJECTS, 2)])
def test_one_import_does_not_change_another_name(order: tuple[str, str]) -> None:
    """Each import loads the others' files or does not; every name stays what it is."""
    imports = "\n".join(f"import ptxpy.{name}" for name in order)
    checks = "\n".join(f"from ptxpy import {name}\n" + SAME.format(name) for name in NAMES)
    run(f"import importlib\n{imports}\n{checks}")


DECORATES = """
@ptxpy.kernel
def k():
    ptxpy.ptx.ret()
assert ".entry k" in k.ptx()
assert isinstance(k, ptxpy.kernel.Kernel)
"""


@pytest.mark.parametrize(
    "program",
    [
        f"import ptxpy.kernel\n{DECORATES}",
        f"import ptxpy\n{DECORATES}\nimport ptxpy.kernel\n{DECORATES}",
        f"import ptxpy\nfrom ptxpy.kernel import Kernel\n{DECORATES}\nassert type(k) is Kernel",
    ],
)
def test_kernel_decorates_before_and_after_its_import(program: str) -> None:
    """`ptxpy.kernel` is the decorator, whatever was imported."""
    run(program)


def test_threads_that_import_at_once_get_the_same() -> None:
    """No thread sees the file's module in place of the object."""
    run(
        "import importlib, sys, threading\n"
        "sys.setswitchinterval(1e-6)\n"
        f"names = {NAMES}\n"
        "found = []\n"
        "start = threading.Barrier(8)\n"
        "def load():\n"
        "    start.wait()\n"
        "    found.append(tuple(importlib.import_module(f'ptxpy.{name}') for name in names))\n"
        "threads = [threading.Thread(target=load) for _ in range(8)]\n"
        "[each.start() for each in threads]; [each.join() for each in threads]\n"
        "import ptxpy\n"
        "expected = tuple(getattr(ptxpy, name) for name in names)\n"
        "assert len(found) == 8\n"
        "assert all(a is b for each in found for a, b in zip(each, expected, strict=True))\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        "from ptxpy.smem import apply_swizzle, SharedAlloc, SharedSlice, MbarrierArray",
        "from ptxpy.smem import alloc, base, load, store, mbarrier, wgmma_tile, alloc_with_layout",
        "from ptxpy.reg import Reg, RegArray, alloc, alloc_array, array, from_, scalar, wgmma_frag",
        "from ptxpy.ptx import if_, else_, range_, mbarrier, wgmma, tcgen05, special, inst, raw",
        "from ptxpy.specs import Tile, Layout, unify_envs",
        "from ptxpy.types import bf16, f32, u32, pred, from_name",
        "from ptxpy.kernel import kernel, Kernel, TensorSpec",
        "from ptxpy.smem import *; assert callable(apply_swizzle)",
        "from ptxpy.reg import *; assert callable(from_)",
        "from ptxpy.kernel import *; assert kernel is kernel.kernel",
        "from ptxpy.ptx import *; assert 'abs' not in globals()",
    ],
)
def test_names_of_the_import_paths(line: str) -> None:
    """Names that kernels import from these paths."""
    run(line)


@pytest.mark.parametrize("name", OBJECTS)
def test_files_list_what_the_objects_have(name: str) -> None:
    """The file of the path, which editors and type checkers read, names attributes that exist."""
    path = Path(ptxpy.__file__).with_name(f"{name}.py")
    text = path.read_text(encoding="utf-8")
    found = getattr(ptxpy, name)
    for each in found.__all__:
        assert hasattr(found, each)
        assert f'"{each}"' in text


def test_decorator_is_a_plain_function() -> None:
    """Signature, documentation and pickling are those of the function."""
    assert inspect.isfunction(ptxpy.kernel)
    assert "in_specs" in inspect.signature(ptxpy.kernel).parameters
    assert "Declare a kernel" in pydoc.render_doc(ptxpy.kernel)
    assert pickle.loads(pickle.dumps(ptxpy.kernel)) is ptxpy.kernel  # noqa: S301 - our own bytes
