"""The command lines that `ptxpy run` proposes run as they are, or it says why there is none."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.proposals import files, tried
from tests.patience import IS_PATIENT

ROOT = Path(__file__).parents[2]

HEAD = ".version 8.0\n.target sm_90a\n.address_size 64\n"

OUTCOMES = {
    "corpus/cutedsl": {"refused": 4, "struct": 7},
    "corpus/cutlass": {"ran": 2, "refused": 6, "struct": 2},
    "corpus/handwritten": {"ran": 53, "refused": 10, "gpu": 2, "failed": 4},
    "corpus/llvmlite": {"ran": 31, "refused": 7, "struct": 7},
    "corpus/numba": {"ran": 11},
    "corpus/nvcc": {"ran": 272, "refused": 9, "failed": 9, "struct": 16},
    "corpus/nvrtc": {"ran": 42, "refused": 1, "struct": 11},
    "corpus/tilelang": {"ran": 6, "refused": 4},
    "corpus/triton": {"ran": 33, "refused": 8},
    "corpus/warp": {"struct": 18},
    "ptxpy/examples": {"ran": 18},
}
"""For each folder, how many kernels without structs had each outcome, and how many have structs."""

FAILED = {
    "handwritten/clusters.ptx fixed_size": "in the shared memory of rank 1",
    "handwritten/mma.ptx mma": "the metadata 0b0000 of row 0 of A means nothing",
    "handwritten/python_keywords.ptx class": "has not ended after",
    "handwritten/tcgen05.ptx tcgen05": "the instruction descriptor 0x08200490",
    "nvcc/asm.sm_80.ptx _Z7vectorsPKiPi": "16 bytes before the argument",
    "nvcc/asm.sm_90.ptx _Z7vectorsPKiPi": "16 bytes before the argument",
    **{
        f"nvcc/blackwell.{name}.ptx _Z8multiplyyyPfi": "the tile reaches to byte 0x460"
        for name in ("sm_100a", "sm_100a.nvcc-13.5", "sm_100a.source", "sm_103a")
    },
    **{
        f"nvcc/mma.{name}.ptx _Z10mma_sparsePKjS0_S0_Pf": "the metadata 0b0000 of row 0 of A"
        for name in ("sm_80", "sm_80.lineinfo", "sm_86")
    },
}
"""Kernels that do what they must not, whatever they are given, or do not end; or that take matrix
descriptors or the metadata of sparse matrices, of which nothing proposed is one."""


def of_each_source(paths: list[str]) -> list[str]:
    """Return the first file of each source: others are the same kernels for other targets."""
    return [*{Path(path).name.partition(".")[0]: path for path in reversed(paths)}.values()]


@pytest.mark.parametrize("folder", OUTCOMES)
def test_proposals(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kernel of the corpus and the examples; PTXPY_SLOW=1 for all targets."""
    monkeypatch.chdir(ROOT)
    paths = files([folder])
    chosen = paths if IS_PATIENT else of_each_source(paths)
    found = [each for file in chosen for each in tried(file)]
    assert len({each.file for each in found}) > len(paths) // 5
    for each in found:
        assert "internal error" not in each.message, each
        if each.outcome in ("refused", "gpu"):
            assert each.message
        if each.outcome == "failed" and not each.struct:
            key = f"{each.file.removeprefix('corpus/')} {each.kernel}"
            assert FAILED.get(key, "no error") in each.message, each
    counted = Counter("struct" if each.struct else each.outcome for each in found)
    if IS_PATIENT:
        assert dict(counted) == OUTCOMES[folder]
    else:
        assert counted <= Counter(OUTCOMES[folder])
        assert counted["ran"] or not OUTCOMES[folder].get("ran")


@pytest.mark.parametrize(
    ("parameters", "code", "expected"),
    [
        (".param .u64 n", "", "--grid 1 --block 128 --arg null"),
        (
            ".param .u64 p, .param .u32 n",
            "ld.param.u64 %rd1, [p]; st.global.v2.f64 [%rd1+16], {%fd1, %fd1};",
            "--grid 1 --block 128 --arg 'float64[65536]:arange' --arg 128",
        ),
        (
            ".param .u64 p",
            "ld.param.u64 %rd1, [p]; st.global.s32 [%rd1+8388604], 0;",
            "--grid 1 --block 128 --arg 'int32[4194304]:arange'",
        ),
        (
            ".param .u64 p, .param .u64 q",
            (
                "ld.param.u64 %rd1, [p]; ld.param.u64 %rd3, [q]; ld.global.u32 %r1, [%rd1]; "
                "mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd3, %rd2; st.global.u32 [%rd3], 1;"
            ),
            "--grid 1 --block 128 --arg 'uint32[1048576]:zeros' --arg 'uint32[1048576]:arange'",
        ),
        (
            ".param .u64 p",
            (
                "ld.param.u64 %rd1, [p]; st.local.u64 [slot+8], %rd1; ld.local.u64 %rd2, [slot+8]; "
                "st.global.u16 [%rd2], 1;"
            ),
            "--grid 1 --block 128 --arg 'uint16[1048576]:arange'",
        ),
        (
            ".param .u64 p, .param .u64 stride",
            (
                "ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [stride]; add.u64 %rd3, %rd1, %rd2; "
                "st.global.u32 [%rd1], 1; st.global.u32 [%rd3], 1;"
            ),
            "--grid 1 --block 128 --arg 'uint32[65536]:arange' --arg 128",
        ),
        (
            ".param .u32 i",
            (
                "ld.param.u32 %r1, [i]; mul.wide.u32 %rd1, %r1, 4; mov.u64 %rd2, table; "
                "add.u64 %rd2, %rd2, %rd1; ld.global.u32 %r2, [%rd2];"
            ),
            "--grid 1 --block 128 --arg 1",
        ),
        (
            ".param .f16 h, .param .u8 b, .param .u16 a, .param .u32 c, .param .u32 d",
            "",
            "--grid 1 --block 128 --arg 1.0 --arg 16 --arg 32 --arg 32 --arg 32",
        ),
        (
            ".param .u64 .ptr .shared p",
            "ld.param.u64 %rd1, [p]; st.shared.u32 [%rd1], 1;",
            "--grid 1 --block 128 --shared-bytes 232448 --arg 0",
        ),
        ("", "mov.u32 %r1, %tid.y;", "--grid 1 --block 8,8"),
        ("", "mov.u32 %r1, %tid.z;", "--grid 1 --block 4,4,4"),
        ("", "mov.u32 %r1, dynamic;", "--grid 1 --block 128 --shared-bytes 232448"),
        ("", "st.shared.u32 [dynamic+1020], 7;", "--grid 1 --block 128 --shared-bytes 1024"),
        (".param .u64 .ptr .global .align 1 scratch", "", "--grid 1 --block 128 --arg null"),
        (
            ".param .u64 .ptr .global .align 16 p",
            (
                ".reg .f32 %f<5>; ld.param.u64 %rd1, [p]; st.global.b32 [%rd1], 7; "
                "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                "{%f1,%f2,%f3,%f4}, {%r1,%r2,%r3,%r4}, {%r1,%r2}, {%f1,%f2,%f3,%f4};"
            ),
            "--grid 1 --block 128 --arg 'float16[1048576]:random'",
        ),
    ],
)
def test_what_is_proposed(
    run: Run, tmp_path: Path, parameters: str, code: str, expected: str
) -> None:
    """It follows from what the code does with the parameters, and runs."""
    path = tmp_path / "k.ptx"
    path.write_text(
        f"{HEAD}.extern .shared .b8 dynamic[];\n.global .u32 table[4];\n"
        f".visible .entry k({parameters})\n{{\n.local .b8 slot[16];\n.reg .b32 %r<9>;\n"
        f".reg .b64 %rd<9>;\n.reg .f64 %fd<9>;\n{code}\nret;\n}}\n"
    )
    (each,) = tried(str(path))
    assert each.outcome == "ran", each
    assert run("run", path).out.splitlines()[-1] == f"    ptxpy run {path} {expected}"


@pytest.mark.parametrize(
    ("directives", "expected"),
    [
        (".maxntid 384", "--grid 1 --block 384"),
        (".reqntid 32, 2", "--grid 1"),
        (".explicitcluster", "--grid 1 --block 128 --cluster 1"),
        (".reqnctapercluster 2, 1, 1", "--grid 2 --block 128"),
        (".reqntid 32 .reqnctapercluster 2, 2", "--grid 2,2"),
    ],
)
def test_geometry_follows_from_directives(
    run: Run, tmp_path: Path, directives: str, expected: str
) -> None:
    """Blocks, clusters, and grids that clusters divide."""
    path = tmp_path / "k.ptx"
    path.write_text(f"{HEAD}.visible .entry k() {directives}\n{{ ret; }}\n")
    assert run("run", path).out.splitlines()[-1] == f"    ptxpy run {path} {expected}"
    (each,) = tried(str(path))
    assert each.outcome == "ran", each


@pytest.mark.parametrize(
    ("directives", "guesses"), [("", True), (".maxntid 384", False), (".reqntid 32", False)]
)
def test_a_block_that_no_directive_states_is_a_guess(
    run: Run, tmp_path: Path, directives: str, guesses: bool
) -> None:
    """A proposed command runs, and a note says which of its values are guesses."""
    path = tmp_path / "k.ptx"
    path.write_text(f"{HEAD}.visible .entry k() {directives}\n{{ ret; }}\n")
    said = "--block is a guess for 1 kernel without .reqntid and .maxntid; give the block that"
    assert (said in run("run", path).err) is guesses


@pytest.mark.parametrize(
    ("parameters", "code", "reason"),
    [
        (".param .align 64 .b8 m[128]", "", "a tensor map (m) cannot be created by a command"),
        (
            ".param .align 64 .b8 s[256]",
            "mov.b64 %rd1, s; cp.async.bulk.prefetch.tensor.1d.L2.global.tile [%rd1, {%r1}];",
            "a struct with a tensor map (s) cannot be created by a command line: ",
        ),
        (
            ".param .u64 p",
            "ld.param.u64 %rd1, [p]; ld.global.u64 %rd2, [%rd1]; st.global.u32 [%rd2], 1;",
            "an array of addresses (p) cannot be created by a command line: ",
        ),
        (
            ".param .u64 t",
            "ld.param.u64 %rd1, [t]; tex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1}, [%rd1, {%r1}];",
            "a texture (t) cannot be created by a command line: ",
        ),
        ("", "ld.global.u32 %r1, [other];", "not launched: another module defines other"),
        ("", "L: bra L;", "not launched: no path through the kernel ends; --max-steps stops it"),
    ],
)
def test_why_nothing_is_proposed(
    run: Run, tmp_path: Path, parameters: str, code: str, reason: str
) -> None:
    """What has no form on a command line, or cannot run."""
    path = tmp_path / "k.ptx"
    path.write_text(
        f"{HEAD}.extern .global .u32 other;\n.visible .entry k({parameters})\n{{\n"
        f".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .f32 %f<9>;\n{code}\nret;\n}}\n"
    )
    row = run("run", path).out.splitlines()[-1]
    assert row.startswith(f"    {reason}")


def test_what_needs_a_gpu(run: Run, tmp_path: Path) -> None:
    """The command line says so, and the reason stands below."""
    path = tmp_path / "k.ptx"
    path.write_text(
        ".version 9.4\n.target sm_107a\n.address_size 64\n.visible .entry k()\n{\n"
        "fabric.submit;\nret;\n}\n"
    )
    row, note = run("run", path).out.splitlines()[-2:]
    assert row == f"    ptxpy run {path} --grid 1 --block 128 --device cuda"
    assert note.startswith(f"    needs a GPU: the simulator does not run {path}:6: fabric.")


def test_words_are_quoted(run: Run, tmp_path: Path) -> None:
    """As shells want them."""
    path = tmp_path / "a kernel's.ptx"
    path.write_text(f"{HEAD}.visible .entry $k() {{ ret; }}\n.visible .entry b() {{ ret; }}\n")
    assert "--kernel '$k' --grid 1" in run("run", path).out
    assert [each.outcome for each in tried(str(path))] == ["ran", "ran"]


SIZED = """\
from ptxpy import *


@kernel(
    arch="sm_80",
    in_specs=(Tile("M", "SIDE", f32),),
    grid=lambda M, SIDE, SCALE: (M * SCALE, SIDE // SIDE),
    block=32,
)
def k(x, *, SIDE: int = 64, SCALE):
    (p,) = ptx.global_ptrs(x)
    offset = ptx.mad.lo.u32(ptx.special.ctaid.x(), SIDE * 4 // SCALE, 0)
    ptx.st.global_.f32([p + ptx.cvt.u64.u32(offset)], 1.0)
    ptx.ret()
"""


def test_template_parameters(run: Run, tmp_path: Path) -> None:
    """Those that are given stand in the command line; grids and shapes follow from them."""
    path = tmp_path / "sized.py"
    path.write_text(SIZED)
    assert run("run", path).status == 1
    expected = f"    ptxpy run {path} --set SCALE=2 --arg 'x=float32[128,64]:random'"
    assert run("run", path, "--set", "SCALE=2").out.splitlines()[-1] == expected
    given = ("--set", "SCALE=2", "--arg", "x=float32[3,64]", "--device", "cpu", "--print", "x")
    outcome = run("run", path, *given)
    assert outcome.status == 0
    assert outcome.out.count("1.") == 6
    wrong = run("run", path, "--set", "SCALE=2", "--arg", "x=float32[3,32]", "--device", "cpu")
    assert wrong == (2, "", "ptxpy: SIDE is 64 in --set and 32 in x\n")


def test_a_grid_that_fails(run: Run, tmp_path: Path) -> None:
    """It is the user's function."""
    path = tmp_path / "sized.py"
    path.write_text(SIZED.replace("M * SCALE", "M // 0"))
    outcome = run("run", path, "--set", "SCALE=2", "--arg", "x=float32[3,64]")
    assert outcome.status == 2
    assert outcome.err.startswith("ptxpy: the grid of k: ZeroDivisionError: ")
    assert (
        run(
            *("run", path, "--set", "SCALE=2", "--arg", "x=float32[3,64]", "--device", "cpu"),
            *("--grid", "1"),
        ).status
        == 0
    )
