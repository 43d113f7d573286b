"""`load` of what other compilers made: their objects by what they have, and Triton's cache."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ptxpy import LaunchError, load

CORPUS = Path(__file__).parents[2] / "corpus"
PTX = (CORPUS / "nvcc/saxpy.sm_90a.ptx").read_text()
METADATA = {"name": "_Z5saxpyifPKfPf", "num_warps": 2, "num_ctas": 1, "shared": 0}


class Exporting:
    """TileLang's kernels write their PTX to a file; where nvcc fails, they only log it."""

    def __init__(self, ptx: str | None) -> None:
        """Keep what is exported; None if nvcc fails."""
        self.ptx = ptx

    def export_ptx(self, path: str) -> None:
        """Write the file."""
        if self.ptx is not None:
            Path(path).write_text(self.ptx)


def numba_dispatcher(found: object) -> SimpleNamespace:
    """Return an object as Numba's dispatchers are."""

    def inspect_asm() -> object:
        if isinstance(found, Exception):
            raise found
        return found

    return SimpleNamespace(inspect_asm=inspect_asm, __name__="k")


OBJECTS = {
    "Triton": SimpleNamespace(asm={"ttir": "", "ptx": PTX}, metadata=SimpleNamespace(**METADATA)),
    "Triton, plain metadata": SimpleNamespace(asm={"ptx": PTX}, metadata=METADATA),
    "CuTe DSL": SimpleNamespace(__ptx__=PTX + "\0"),
    "TileLang": Exporting(PTX),
    "Numba": numba_dispatcher({"(float32[:],)": PTX}),
    "Numba, specialised": numba_dispatcher(PTX),
}


@pytest.mark.parametrize("name", OBJECTS)
def test_objects(name: str) -> None:
    """Each can be launched as from a file."""
    kernel = load(OBJECTS[name])
    x, y = np.arange(64, dtype=np.float32), np.ones(64, np.float32)
    kernel.launch(64, 2.0, x, y, grid=1, block=64, device="cpu")
    np.testing.assert_array_equal(y, 2 * x + 1)


def test_what_triton_launches_with_is_the_default() -> None:
    """The block follows from `num_warps`."""
    kernel = load(OBJECTS["Triton"])
    assert (kernel.defaults.block, kernel.defaults.cluster, kernel.defaults.smem) == (64, None, 0)
    x, y = np.arange(64, dtype=np.float32), np.ones(64, np.float32)
    kernel.launch(64, 2.0, x, y, grid=1, device="cpu")
    np.testing.assert_array_equal(y, 2 * x + 1)


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (SimpleNamespace(asm={"amdgcn": "", "hsaco": b""}), "no PTX, only amdgcn, hsaco"),
        (SimpleNamespace(asm={"ptx": "?"}), "holds no PTX"),
        (SimpleNamespace(device_caches={}, __name__="add"), "add is not compiled yet"),
        (SimpleNamespace(fn=SimpleNamespace(device_caches={})), "is not compiled yet"),
        (SimpleNamespace(__ptx__=None), "--keep-ptx"),
        (Exporting(None), "does not export its PTX: FileNotFoundError"),
        (Exporting("no assembly"), "exports no PTX"),
        (SimpleNamespace(get_kernel_source=lambda: "__global__ …"), "holds CUDA C\\+\\+"),
        (numba_dispatcher({}), "holds no PTX"),
        (numba_dispatcher({"(a,)": "	.text\n"}), "holds no PTX"),
        (numba_dispatcher({"(a,)": PTX, "(b,)": PTX}), r"2 signatures \(\(a,\), \(b,\)\)"),
        (numba_dispatcher(OSError("no driver")), "k does not show its PTX: OSError: no driver"),
    ],
)
def test_objects_without_ptx(x: Any, message: str) -> None:
    """The error says what to do."""
    with pytest.raises(LaunchError, match=message):
        load(x)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A folder as in Triton's cache."""
    folder = tmp_path / "cache" / "ABCD"
    folder.mkdir(parents=True)
    (folder / "saxpy.ptx").write_text(PTX)
    (folder / "saxpy.json").write_text(json.dumps(METADATA))
    (folder / "__grp__saxpy.json").write_text("{}")
    return folder


class TestFolders:
    """A folder of Triton's cache has a kernel and its metadata."""

    def test_its_kernel(self, cache: Path) -> None:
        """With the defaults of its metadata; the name of the file is in messages."""
        kernel = load(cache)
        assert kernel.defaults.block == 64
        assert kernel.source.filename == str(cache / "saxpy.ptx")
        assert load(str(cache)).name == kernel.name

    def test_without_metadata(self, cache: Path) -> None:
        """It is a kernel without defaults."""
        (cache / "saxpy.json").unlink()
        assert load(cache).defaults.block is None

    @pytest.mark.parametrize("text", ["{", "[" * 9999, '{"name": "k", "num_warps": "2"}'])
    def test_damaged_metadata(self, cache: Path, text: str) -> None:
        """Not guessed at."""
        (cache / "saxpy.json").write_text(text)
        with pytest.raises(LaunchError, match=r"saxpy\.json: (not JSON|num_warps is '2')"):
            load(cache)

    def test_more_than_one_kernel(self, cache: Path) -> None:
        """Names them."""
        (cache / "other.ptx").write_text(PTX)
        with pytest.raises(LaunchError, match=r"2 PTX files \(other\.ptx, saxpy\.ptx\)"):
            load(cache)

    def test_the_cache_itself(self, cache: Path) -> None:
        """Names what is below."""
        with pytest.raises(LaunchError, match=r"0 PTX files; there are some below.*ABCD"):
            load(cache.parent)
