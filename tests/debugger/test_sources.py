"""Kernels in Python and compiled ones: their lines, and the names that they give registers."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ptxpy.captures import load_capture
from ptxpy.debugger.source_map import SourceMap
from ptxpy.launch_request import ModuleSource
from ptxpy.syntax import parse
from tests.debugger.client import Client
from tests.debugger.conftest import KERNELS, Debug

RECORDED = Path(__file__).parents[1] / "captures" / "recorded"
SCALED = ("--arg=x=float32[64]:arange", "--arg=y=float32[64]")
SUMS = ("--grid=2", "--block=32", "--arg=float32[64]:arange", "--arg=float32[2]")


def lines(shown: str, path: str) -> list[int]:
    """Return the lines of a file at which a session was held, in order."""
    heads = [
        row.removeprefix(f"{path}:") for row in shown.split("\n") if row.startswith(f"{path}:")
    ]
    return [int(head.partition(":")[0]) for head in heads]


def test_python(debug: Debug) -> None:
    """Steps go from line to line of the file, forth and back, and names are its variables."""
    shown = debug(
        "scaled.py", "break 20 cta 1", "c", "print i[3]", "step", "step", "print product", "step",
        "step", "reverse-step", "reverse-step", "list", "next", arguments=SCALED,
    )  # fmt: skip
    assert lines(shown, "scaled.py") == [17, 20, 21, 10, 11, 22, 11, 10, 11]
    assert "breakpoint 1, CTA (1, 0, 0), thread (0, 0, 0), warp 0, lane 0\n" in shown
    assert "i[3] = 35\n" in shown
    assert "scaled.py:10: product = value * factor\nscaled.py.ptx:" in shown
    assert "=>    10      product = value * factor" in shown


def test_python_values(debug: Debug) -> None:
    """A name is that of the value that its line assigned last."""
    shown = debug(
        "scaled.py", "b 22", "c", "p value[7]", "p product[7]", "p i[7]", "p x[7]",
        "p nothing", arguments=SCALED,
    )  # fmt: skip
    assert "value[7] = 7\n" in shown
    assert "product[7] = 21\n" in shown
    assert "i[7] = 7\n" in shown
    assert "x[7] = 7\n" in shown
    assert "no register, parameter or variable nothing" in shown


def test_cuda(debug: Debug) -> None:
    """Steps go over functions that are inlined, or into them; the PTX is shown below."""
    shown = debug(
        "sums.ptx", "break sums.cu:12", "c", "step", "bt", "next", "reverse-next", "reverse-next",
        "reverse-next", "next", "delete", "next", "next", "next", arguments=SUMS,
    )  # fmt: skip
    assert lines(shown, "sums.cu") == [9, 12, 5, 13, 12, 11, 10, 11, 12, 13, 10]
    assert (
        "(ptxpy) bt\n#0  warp_sum(float) at sums.cu:5, inlined\n"
        "#1  sums(float const*, float*) at sums.cu:12\n" in shown
    )
    assert "sums.cu:13: if (threadIdx.x == 0)\nsums.ptx:85: setp.ne.s32 %p6, %r3, 0;\n" in shown


def test_breakpoints_of_cuda_lines(debug: Debug) -> None:
    """Five copies of an unrolled addition are in one basic block; `sums` is a function."""
    shown = debug("sums.ptx", "b sums.cu:5", "c", "info b", "delete", "c", "start", "b sums", "rc",
                  "c", arguments=SUMS)  # fmt: skip
    assert lines(shown, "sums.ptx") == [27, 43, 27, 27]
    assert "breakpoint 1 at sums.cu:5, hit 1 time" in shown
    assert "breakpoint 2 at sums.cu:9" in shown


def test_missing_sources(debug: Debug, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its source a kernel is stepped by lines of its PTX; breakpoints know the others."""
    shutil.copy(KERNELS / "sums.ptx", tmp_path)
    monkeypatch.chdir(tmp_path)
    shown = debug("sums.ptx", "b sums.cu:12", "c", "step", "step", "l", arguments=SUMS)
    assert lines(shown, "sums.ptx") == [27, 43, 44, 45]
    assert "breakpoint 1 at sums.cu:12\n" in shown


def test_hostile_source_names(debug: Debug, tmp_path: Path, monkeypatch: Any) -> None:
    """A name in `.file` that is no plain file is not read."""
    text = (KERNELS / "sums.ptx").read_text()
    monkeypatch.chdir(tmp_path)
    for name in ("/dev/zero", "..", "\\001\\033[31m", "x" * 5000):
        (tmp_path / "sums.ptx").write_text(text.replace('"sums.cu"', f'"{name}"'))
        shown = debug("sums.ptx", "info b", "b 43", "c", "step", "l", arguments=SUMS)
        assert lines(shown, "sums.ptx") == [27, 43, 44]


def test_a_capture(debug: Debug) -> None:
    """A launch begins with the memory that it had."""
    recorded = RECORDED / "async_pipeline-sum_tiles.zip"
    captured = load_capture(recorded)
    shown = debug(str(recorded), "info launch", "info args", "stepi 3", "info flight", "c")
    assert f"grid {captured.manifest.grid}, block {captured.manifest.block}" in shown
    assert shown.startswith(f"launch {captured.manifest.number} of ")
    assert shown.endswith("(ptxpy) c\nthe launch has ended\n")


PROGRAM = """
#include <cstdio>
__global__ void twice(int* x, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = x[i] * by;
}
int main() {
  int* x;
  cudaMallocManaged(&x, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) x[i] = i;
  twice<<<2, 32>>>(x, 2);
  twice<<<2, 32>>>(x, 3);
  cudaDeviceSynchronize();
  printf("%d\\n", x[63]);
}
"""


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs nvcc")
def test_a_program(tmp_path: Path) -> None:
    """Its launches, one after the other, with its source; breakpoints hold for all of them."""
    (tmp_path / "twice.cu").write_text(PROGRAM)
    program = tmp_path / "twice"
    subprocess.run(
        ["nvcc", "-arch=sm_80", "-lineinfo", "-o", str(program), str(tmp_path / "twice.cu")],
        check=True, capture_output=True,
    )  # fmt: skip
    command = ["c", "p i[5]", "p param_0[i]", "c", "c", "c", "p param_0[5]", "p param_1"]
    result = subprocess.run(
        ["python", "-m", "ptxpy", "debug", "--ex=b twice.cu:5", *[f"--ex={c}" for c in command],
         "--batch", "--exec", str(program)],
        check=True, capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    shown = result.stdout
    assert "launch 0 of twice(int*, int)\n" in shown
    assert "launch 1 of twice(int*, int)\n" in shown
    assert "i[5] = 5\n" in shown
    assert "param_0[5] = 10\n" in shown
    assert "param_1 = 3\n" in shown
    client, process = Client.of_process(tmp_path)
    assert process.stderr is not None
    with client, process.stderr:
        client.launch(exec=["./twice"], kernel="twice")
        source = {"path": str(tmp_path / "twice.cu")}
        set_ = client.request("setBreakpoints", source=source, breakpoints=[{"line": 5}])
        assert set_["breakpoints"][0]["verified"]
        values = []
        stop = client.begin()
        for _ in range(2):
            frame = client.top(stop["threadId"])
            assert (frame["line"], frame["source"]["path"]) == (5, str(tmp_path / "twice.cu"))
            values.append(
                client.request("evaluate", expression="param_0[5]", frameId=frame["id"])["result"]
            )
            client.request("continue", threadId=1)
            stop = client.event("stopped") if len(values) < 2 else {}
        client.event("terminated")
        assert values == ["5", "10"]


def test_python_in_an_editor(client_in: Any) -> None:
    """Paths are absolute, and the PTX has none: it is asked for."""
    client: Client = client_in(KERNELS)
    client.launch(program=str(KERNELS / "scaled.py"), cwd=str(KERNELS.parent),
                  args={"x": "float32[64]:arange", "y": "float32[64]"})  # fmt: skip
    source = {"path": str(KERNELS / "scaled.py")}
    set_ = client.request("setBreakpoints", source=source,
                          breakpoints=[{"line": 22, "condition": "value == 40"}])  # fmt: skip
    assert set_["breakpoints"][0]["line"] == 22
    stop = client.begin()
    frame = client.top(stop["threadId"])
    assert frame["source"] == {"name": "scaled.py", **source}
    result = client.request("evaluate", expression="i", frameId=frame["id"], context="hover")
    assert result["result"].startswith("40 ")
    sources = client.request("loadedSources")["sources"]
    (ptx,) = [each for each in sources if "sourceReference" in each]
    content = client.request("source", source=ptx, sourceReference=ptx["sourceReference"])
    assert ".visible .entry scale(" in content["content"]
    client.request("setBreakpoints", source=source, breakpoints=[])
    set_ = client.request("setBreakpoints", source=ptx, breakpoints=[{"line": 35}])
    assert set_["breakpoints"][0] == {
        "id": 2, "verified": True, "line": 35, "source": ptx,
    }  # fmt: skip


MIX = ("--grid=1", "--block=64", "--arg=float32[64]:arange", "--arg=float32[64]:ones",
       "--arg=float32[64]", "--arg=64")  # fmt: skip


def test_scattered_lines(debug: Debug) -> None:
    """Pieces of a line that come back in its basic block hold no breakpoint and end no step."""
    shown = debug("mix.ptx", "b 14", "c", "next", "next", "next", "next", "next", "reverse-next",
                  "reverse-step", "reverse-step", "c", arguments=MIX)  # fmt: skip
    assert lines(shown, "mix.cu") == [7, 14, 16, 17, 19, 20, 21, 20, 19, 4]
    shown = debug("mix.ptx", "b 22 thread 0", *["c"] * 4, "next", "next", arguments=MIX)
    assert lines(shown, "mix.cu") == [7, *[22] * 4, 21, 9]


def test_inlined_frames(debug: Debug) -> None:
    """They are on the stack, and finish leaves one for the line behind its call."""
    shown = debug("mix.ptx", "b blen", "b blend", "c", "bt", "up", "up", "info frame", "p %f10",
                  "list", "down", "down 3", "finish", "reverse-finish", arguments=MIX)  # fmt: skip
    answers = dict(part.split("\n", 1) for part in shown.split("(ptxpy) ")[1:])
    assert answers["b blen"] == "no function blen; did you mean blend?\n"
    assert answers["b blend"] == "breakpoint 1 at mix.cu:3\n"
    assert answers["bt"] == (
        "#0  blend(float, float, float) at mix.cu:3, inlined\n"
        "#1  mix(float const*, float const*, float*, int) at mix.cu:17\n"
    )
    assert answers["up"] == "this is the outermost frame\n"
    assert answers["info frame"].startswith("#1  mix(float const*, float const*, float*, int) at")
    assert "=>    17      sum += blend(u, v, 0.25f);\n" in answers["list"]
    assert answers["down"].startswith("#0  blend(float, float, float)\nmix.cu:3:")
    assert answers["down 3"] == "this is the innermost frame\n"
    assert "mix.cu:19: tile[threadIdx.x] = sum;\n" in answers["finish"]
    assert "mix.cu:" in answers["reverse-finish"]


def test_shared_arrays(debug: Debug) -> None:
    """Bytes are shown in the type by which the kernel accesses them, or as one asks."""
    shown = debug("mix.ptx", "advance 20", "info shared", "info shared/u32 tile", "p tile[3]",
                  "p/u32 tile[3]", "p/x tile[3]", "x/2 tile", "x/2f64 tile", "x/2d tile",
                  "watch tile[3]", "print tile", "watch tile[3].b64", arguments=MIX)  # fmt: skip
    answers = dict(part.split("\n", 1) for part in shown.split("(ptxpy) ")[1:])
    assert answers["info shared"].startswith("0x0000 to 0x0100  tile .f32[64]: 3.6035533, 7.0365")
    assert answers["info shared/u32 tile"].startswith("0x0000 to 0x0100  tile .u32[64]: 108046761")
    assert answers["p tile[3]"] == "tile[3] = 13.49203\n"
    assert answers["p/u32 tile[3]"] == "tile[3] = 1096277851\n"
    assert answers["p/x tile[3]"] == "tile[3] = 0x4157df5b\n"
    assert answers["x/2 tile"] == "  0x0: 3.6035533  7.036566\n"
    assert answers["x/2f64 tile"].startswith("  0x0: 35164.38286")
    assert answers["x/2d tile"] == "  0x0: 1080467614  1088498572\n"
    assert answers["watch tile[3]"].endswith("at 0xc, tile+12, now 13.49203\n")
    assert answers["print tile"].startswith("tile = {3.6035533, 7.036566, 10.286566, 13.49203,")
    assert "8 bytes of shared memory" in answers["watch tile[3].b64"]


def test_habits_of_cuda(debug: Debug) -> None:
    """Names of CUDA C++ are those of its special registers, and gdb's ranges and pointers do."""
    shown = debug(
        "sums.ptx", "break sums.cu:13", "c", "p blockDim.x", "p gridDim.x + blockIdx.x",
        "list 9,11", "list sums.cu:5,5", "list 7,3", "x/2f32 param_0", arguments=SUMS,
    )  # fmt: skip
    assert "blockDim.x = 32\n" in shown
    assert "gridDim.x + blockIdx.x = 2\n" in shown
    assert re.search(r"list 9,11\n +9  .*\n +10  .*\n +11  .*\n\(ptxpy\) list sums", shown)
    assert re.search(r"list sums.cu:5,5\n +5  .*\n\(ptxpy\) list 7,3", shown)
    assert "list 7,3 is no range of 1 to 1000 lines" in shown
    assert shown.rstrip().splitlines()[-1].endswith(": 0  1")


CALLED = """
from ptxpy import kernel, module, ptx, reg, u32, u64

module(version="9.0", target="sm_90")


def inner(a, step):
    a = a + step
    return a * 2


def outer(start, mask, other=7):
    both = start & mask
    first = inner(both, -3)
    return first + inner(mask, other) + inner(mask, start)


@kernel
def called(out: u64):
    value = ptx.special.tid.x()
    mask = value + 100
    result = outer(value, u32(127))
    last = inner(mask, step=512)
    for k in (1, 2):
        last = inner(mask, k)
    ptx.st.global_.u32([ptx.ld.param.u64([out])], result + last)
    ptx.ret()
"""


def test_parameters_of_functions_of_python(debug: Debug, tmp_path: Path) -> None:
    """They are what the call passes: a register or a number, through several calls."""
    (tmp_path / "called.py").write_text(CALLED)
    shown = debug(
        str(tmp_path / "called.py"), "b 13", "b 8", "c", "p mask", "p start[5]", "p other", "c",
        "p step", "p a[5]", "stepi", "p a[5]", "c", "p a", "c", "p a", "c", "p step", "p a[5]",
        "c", "p a[5]", "stepi", "p a[5]", "c", "p a[5]", "p step",
        arguments=("--grid=1", "--block=32", "--arg=uint32[1]"),
    )  # fmt: skip
    assert re.findall(r"\(ptxpy\) p (.*)\n(.*)", shown) == [
        ("mask", "mask = 127"),
        ("start[5]", "start[5] = 5"),
        ("other", "other = 7"),
        ("step", "step = -3"),
        ("a[5]", "a[5] = 5"),
        ("a[5]", "a[5] = 2"),
        # Which of two calls on a line it is, is not known.
        ("a", "no register, parameter or variable a"),
        ("a", "no register, parameter or variable a"),
        ("step", "step = 512"),
        ("a[5]", "a[5] = 105"),
        ("a[5]", "a[5] = 105"),
        ("a[5]", "a[5] = 106"),
        ("a[5]", "a[5] = 105"),
        ("step", "no register, parameter or variable step"),
    ]


def test_unknown_names_in_a_condition_are_refused(debug: Debug) -> None:
    """As the breakpoint is set, or gets the condition; names of the place itself are known."""
    shown = debug(
        "sums.ptx", "b sums.cu:13 if frob == 1 && threadIdx.x == 3", "info breakpoints",
        "b sums.cu:13", "condition 2 %r3 == 0", "condition 2 shared[0] + frob > 1",
        "info breakpoints", arguments=SUMS,
    )  # fmt: skip
    assert shown.count("\nno register, parameter or variable frob there\n") == 2
    assert "info breakpoints\nno breakpoints\n" in shown
    assert shown.endswith("breakpoint 2 at sums.cu:13 if %r3 == 0, hit 0 times\n")


def test_lines_without_a_thread_are_of_the_source(debug: Debug) -> None:
    """Also when the launch has ended, and nothing is held."""
    shown = debug("sums.ptx", "c", "break 13", "list 9", arguments=SUMS)
    assert "breakpoint 1 at sums.cu:13" in shown
    assert "    9  " in shown


def test_places_in_ptx_that_is_in_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages name the line of the source first; the PTX of a file is named."""
    monkeypatch.chdir(KERNELS)
    ptx = (KERNELS / "sums.ptx").read_bytes()
    module = parse(ptx)
    for filename, expected in (
        ("sums.ptx", r"sums.cu:13 \(sums.ptx:85\)"),
        ("a.zip::kernel.ptx", r"sums.cu:13 \(line 85 of the PTX\)"),
    ):
        lines = SourceMap(ModuleSource(module, filename, ptx))
        said = [lines.said(ordinal) for ordinal, _ in lines.instructions]
        assert any(re.fullmatch(rf"(?:.*/)?{expected}", each) for each in said), filename
