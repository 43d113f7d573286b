"""`ptxpy run` on Python files whose kernels have modules of their own."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_authored_files import SCALE, SIZED, line_of

MAPS = """\
from ptxpy import *


@kernel(
    arch="sm_90a",
    in_specs=(Tile(16, 64, f32, tma_box=(16, 32)),),
    out_specs=(Tile(16, 32, f32),),
    grid=1,
    block=1,
)
def second_half(x, y):
    tile = smem.alloc(f32, (16, 32))
    bar = smem.mbarrier(1)[0]
    loads = x.tma_desc()
    ptx.mbarrier.init(bar, 1)
    ptx.fence.mbarrier_init()
    ptx.mbarrier.arrive_expect_tx(bar, 2048)
    ptx.tma.load(tile, loads, (32, 0), bar)
    ptx.mbarrier.wait(bar, 0)
    (out,) = ptx.global_ptrs(y)
    for at in range(512):
        ptx.st.global_.f32([out, 4 * at], ptx.ld.shared.f32([tile, 4 * at]))
    ptx.ret()
"""

CPU = ("--device", "cpu")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two kernels, and a function that one of them calls."""
    path = tmp_path / "scale.py"
    path.write_text(SCALE, encoding="utf-8")
    return path


@pytest.fixture
def sized(tmp_path: Path) -> Path:
    """A kernel with a template parameter, and a dimension that it looks at."""
    path = tmp_path / "sized.py"
    path.write_text(SIZED, encoding="utf-8")
    return path


@pytest.fixture
def maps(tmp_path: Path) -> Path:
    """A kernel that takes a tensor map."""
    path = tmp_path / "maps.py"
    path.write_text(MAPS, encoding="utf-8")
    return path


def test_run_lists_the_kernels(run: Run, file: Path) -> None:
    """With a command line for each, which works."""
    outcome = run("run", file)
    examples = [shlex.split(line) for line in outcome.out.splitlines() if " ptxpy run " in line]
    assert [" ".join(words[3:]) for words in examples] == [
        "--kernel scale --grid 1 --arg x=float32[128,128]:random --arg y=float32[128,128]:random",
        "--kernel double --arg float32[1048576]:arange",
    ]
    for words in examples:
        assert run(*words[1:], *CPU).status == 0


RAW = """\
from ptxpy import *
@kernel(arch="sm_90a", raw_params=[("b8.align64.array128", "m")], block=1)
def raw(x: u64):
    ptx.ret()
"""


NOTE = (
    "    a tensor map (m) cannot be created by a command line: declare the tensor in in_specs, "
    "or launch the kernel "
    "from Python with a ptxpy.TensorMap"
)


def test_run_says_what_it_cannot_make(run: Run, tmp_path: Path) -> None:
    """A tensor map of a parameter that no `Tile` describes."""
    path = tmp_path / "raw.py"
    path.write_text(RAW, encoding="utf-8")
    assert run("run", path).out.splitlines()[-1] == NOTE


def test_run_with_tensors(run: Run, file: Path) -> None:
    """Parameters that are dimensions of tensors follow from them; all may be given."""
    command = ("run", file, "--kernel", "scale", "--grid", "1", *CPU, "--print", "y")
    tensors = ("--arg", "float32[2,3]:arange", "--arg", "float32[2,3]")
    expected = (0, "y = [[ 0.,  3.,  6.],\n [ 9., 12., 15.]]\n", "")
    assert run(*command, *tensors) == expected
    assert run(*command, *tensors, "--arg", "2", "--arg", "3") == expected
    assert run(*command, *tensors, "--arg", "N=3") == expected


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        ("float32[2,3]", "float32[2,4]", "N is 3 in x and 4 in y"),
        ("float32[6]", "float32[2,4]", "x: shape (6,) has 1 dimension; Tile('M', 'N', f32) has 2"),
        ("float64[2,3]", "float32[2,3]", "x has elements of float64"),
        ("null", "float32[2,3]", "x must be an array, for Tile('M', 'N', f32)"),
    ],
)
def test_run_with_tensors_that_do_not_fit(
    run: Run, file: Path, x: str, y: str, message: str
) -> None:
    """They are what their tiles say, as when the kernel is called from Python."""
    outcome = run(*("run", file, "--kernel", "scale", "--grid", "1", *CPU), "--arg", x, "--arg", y)
    assert outcome.status == 2
    assert message in outcome.err


def test_run_with_values(run: Run, sized: Path) -> None:
    """What the PTX was made for must be what it is given."""
    command = ("run", sized, "--set", "M=8", "--set", "KIND=f32", "--grid", "1", *CPU)
    assert run(*command, "--arg", "float32[8]", "--print", "x[0]") == (0, "x[0] = 2.\n", "")
    outcome = run(*command, "--arg", "float32[9]")
    assert outcome == (2, "", "ptxpy: M is 8 in --set and 9 in x\n")


def test_run_makes_tensor_maps(run: Run, maps: Path) -> None:
    """Of the tensors that are given, as their tiles say."""
    words = shlex.split(run("run", maps).out.splitlines()[-1])
    assert words[3:] == ["--arg", "x=float32[16,64]:random", "--arg", "y=float32[16,32]:random"]
    outcome = run(
        *("run", maps, *CPU, "--strict", "--print", "y[1,:3]"),
        *("--arg", "x=float32[16,64]:arange", "--arg", "y=float32[16,32]"),
    )
    shown = "y[1,:3] = [96., 97., 98.]\n"
    assert outcome == (0, shown, "ptxpy: strict mode has found no fault\n")


def test_run_tells_the_line_of_an_error(run: Run, file: Path) -> None:
    """That of the Python."""
    file.write_text(SCALE.replace("i < m * n", "i < m * n + 1"), encoding="utf-8")
    outcome = run(
        *("run", file, "--kernel", "scale", "--grid", "1", *CPU),
        *("--arg", "float32[2,3]:arange", "--arg", "float32[2,3]"),
    )
    assert outcome.status == 1
    assert f"{file}:{line_of(file, 'ptx.st.global_.f32([py')}" in outcome.err
