"""The inline PTX of headers that others wrote: read, and without a false error."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from ptxpy.inline_ptx.cuda_blocks import EXCLUDED
from ptxpy.inline_ptx.sources import check_source

NVCC = shutil.which("nvcc")
CUTLASS = "nvidia-cutlass==4.2.0.0"
CUTLASS_ARCH = "cutlass_library/source/include/cutlass/arch/"


def toolkit() -> Path:
    """Return the folder of headers of the toolkit that has nvcc."""
    assert NVCC is not None
    folder = Path(NVCC).resolve().parents[1]
    beside = sorted(folder.glob("cuda*/include"))
    for found in (folder / "include", *folder.glob("targets/*/include"), *beside):
        if (found / "cuda.h").exists():
            return found
    pytest.skip("the headers of the toolkit are not found")


def checked(files: list[Path]) -> tuple[int, Counter[str], list[str]]:
    """Return the number of blocks, the reasons of those skipped, and the errors."""
    blocks = 0
    reasons: Counter[str] = Counter()
    errors: list[str] = []
    for file in files:
        result = check_source(file.read_bytes(), filename=str(file))
        blocks += len(result.blocks.found)
        reasons.update(skipped.reason for skipped in result.blocks.skipped)
        errors += [found.render(file.name) for found in result.found if found.severity == "error"]
    return blocks, reasons, errors


@pytest.mark.skipif(NVCC is None, reason="needs nvcc")
@pytest.mark.parametrize(
    ("part", "least"),
    [
        ("cccl/cuda/__ptx/instructions/generated/[a-m]*.h", 400),
        ("cccl/cub/util_ptx.cuh", 5),
        ("cuda_[bf]*16.hpp", 200),
        ("sm_*intrinsics.hpp", 150),
        ("cooperative_groups/**/*.h", 5),
    ],
)
def test_headers_of_the_toolkit_have_no_error(part: str, least: int) -> None:
    """They have been compiled by many."""
    blocks, reasons, errors = checked(sorted(toolkit().glob(part)))
    assert errors == []
    assert blocks >= least
    del reasons[EXCLUDED]
    assert reasons.total() <= 0.05 * blocks + 4


@pytest.mark.network
def test_headers_of_cutlass_have_one_error(tmp_path: Path) -> None:
    """`dp2a` without `.lo`, which ptxas refuses; nothing is skipped."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    done = subprocess.run([*pip, "--dest", str(tmp_path), CUTLASS], check=False)
    if done.returncode:
        pytest.skip("the headers of CUTLASS cannot be downloaded")
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith(CUTLASS_ARCH)]
        archive.extractall(tmp_path, names)
    blocks, reasons, errors = checked(sorted((tmp_path / CUTLASS_ARCH).glob("*.h*")))
    assert blocks >= 150
    assert reasons.total() <= 5
    assert [error.partition("[")[2][:6] for error in errors] == ["PTX011"]
    assert "dp2a.s32.s32 lacks one of .lo .hi" in errors[0]
