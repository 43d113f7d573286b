"""Wheel, sdist and checkout install with pip and nothing else, and work from elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "corpus" / "nvcc" / "saxpy.sm_90a.ptx"

pytestmark = pytest.mark.network

BASE = {
    "lark",
    "numpy",
    *(() if sys.platform == "darwin" else ("cuda-bindings", "cuda-pathfinder")),
}
"""The packages without which ptxpy does not keep its promises; all others are extras."""

STUBS = "ptxpy/dsl/namespaces/instruction_stubs.pyi"


def call(*command: str | Path, cwd: Path) -> str:
    """Run a command without the Python settings of this process; return its standard output."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
    }
    ended = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The things to install; the wheel is built from the sdist, as an index would have it."""
    folder = tmp_path_factory.mktemp("dist")
    call(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    (sdist,) = folder.glob("*.tar.gz")
    return {"wheel": wheel, "sdist": sdist, "checkout": ROOT}


@pytest.fixture(scope="session", params=["wheel", "sdist", "checkout"])
def environment(
    request: pytest.FixtureRequest,
    distributions: dict[str, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A new virtual environment with one of them installed."""
    folder = tmp_path_factory.mktemp(request.param) / "venv"
    venv.create(folder, with_pip=False, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    # Compiling all that comes along takes longer than the rest.
    call(*pip, "install", "--quiet", "--no-compile", distributions[request.param], cwd=folder)
    return folder


def test_an_installed_package_imports_a_file(environment: Path, tmp_path: Path) -> None:
    """The grammar and the tables came along."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    ptxpy = environment / "bin" / "ptxpy"
    call(ptxpy, "import", KERNEL, "-o", "kernel.py", cwd=folder)
    call(ptxpy, "emit", "kernel.py", "-o", "kernel.ptx", cwd=folder)
    assert (folder / "kernel.ptx").read_bytes() == KERNEL.read_bytes()


def test_an_installed_package_needs_little(environment: Path, tmp_path: Path) -> None:
    """It is not the one in the checkout, and came with its base dependencies only."""
    python = environment / "bin" / "python"
    where = call(python, "-c", "import ptxpy; print(ptxpy.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(environment)
    command = [sys.executable, "-m", "pip", "--python", str(python), "list", "--format", "json"]
    installed = json.loads(call(*command, cwd=tmp_path))
    names = {package["name"] for package in installed}
    assert names == {"ptxpy", *BASE}


def test_what_the_wheel_holds(distributions: dict[str, Path]) -> None:
    """The package with its data, and nothing of the development."""
    with zipfile.ZipFile(distributions["wheel"]) as wheel:
        names = set(wheel.namelist())
        grammar = wheel.read("ptxpy/grammar/ptx.lark")
    assert grammar == (ROOT / "grammar" / "ptx.lark").read_bytes()
    assert {"ptxpy/py.typed", "ptxpy/isa/instructions/mma.txt", STUBS} <= names
    assert {"ptxpy/syntax/common_forms.txt", "ptxpy/syntax/lark_tables.txt"} <= names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"ptxpy"}
    assert any(name.endswith("dist-info/licenses/LICENSE") for name in names)
    assert {"ptxpy/notebook/notebook.css", "ptxpy/view/assets/diff.css"} <= names
    assert any(name.endswith(".data/data/share/man/man1/ptxpy.1") for name in names)
    assert {"ptxpy/dsl/README.md", "ptxpy/examples/cookbook/26_write_a_pass.md"} <= names
    assert not [name for name in names if name.endswith(".ipynb")]


def test_what_the_sdist_holds(distributions: dict[str, Path]) -> None:
    """All that the wheel is built from."""
    with tarfile.open(distributions["sdist"]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"grammar/ptx.lark", STUBS, "pyproject.toml", "LICENSE"} <= names
    assert not [name for name in names if name.startswith(("corpus/", ".cache", ".venv"))]
