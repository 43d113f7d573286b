"""`ptxpy check` of sources with inline PTX."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run

KERNEL = """\
#include <cstdint>
__global__ void kernel(uint32_t* p) {
  uint32_t a;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(a));
  asm volatile("st.global.u32 [%0], %1;" :: "l"(p), "r"(p) : "memory");
}
"""


def source(folder: Path, text: str = KERNEL, name: str = "kernel.cu") -> Path:
    """Write a file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_mistake_is_shown_at_its_place(run: Run, tmp_path: Path) -> None:
    """With the line of the C++, a caret and the number of blocks."""
    file = source(tmp_path)
    outcome = run("check", file)
    assert outcome.status == 1
    message, row, caret, _ = outcome.out.splitlines()
    assert message.startswith(f"{file}:5:53: error: ")
    assert message.endswith("[INL005]")
    assert row[caret.index("^") :].startswith('"r"(p)')
    assert "2 blocks of inline PTX checked" in outcome.err


def test_a_folder_is_searched_for_sources(run: Run, tmp_path: Path) -> None:
    """Headers without inline PTX have none."""
    source(tmp_path, "int f();", "plain.h")
    source(tmp_path, 'void f() { asm("membar.gl;" ::: "memory"); }', "fence.cuh")
    outcome = run("check", tmp_path)
    assert outcome.status == 0
    assert "2 files, 0 errors" in outcome.err
    assert "1 block of inline PTX checked" in outcome.err


def test_json_and_sarif_have_the_places(run: Run, tmp_path: Path) -> None:
    """And JSON says what was skipped."""
    text = KERNEL.replace('"mov', 'PREFIX "mov')
    file = source(tmp_path, text)
    report = json.loads(run("check", "--json", file).out)
    assert [(each["line"], each["code"]) for each in report["diagnostics"]] == [(5, "INL005")]
    (counted,) = report["inline_ptx"]
    assert counted["blocks"] == 1
    assert counted["skipped"][0]["reason"] == "a macro in the text is not found"
    (result,) = json.loads(run("check", "--sarif", file).out)["runs"][0]["results"]
    assert result["ruleId"] == "INL005"
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 5


def test_arch_applies_to_blocks_that_are_compiled_for_it(run: Run, tmp_path: Path) -> None:
    """A block whose condition excludes the target is not checked for it."""
    fence = 'asm volatile("fence.proxy.async;" ::: "memory");'
    guarded = f"void f() {{\n#if __CUDA_ARCH__ >= 900\n{fence}\n#endif\n}}"
    assert run("check", "--arch", "sm_80", source(tmp_path, guarded)).status == 0
    outcome = run("check", "--arch", "sm_80", source(tmp_path, f"void f() {{\n{fence}\n}}"))
    assert outcome.status == 1
    assert ":2:15: error: " in outcome.out


def test_what_needs_ptx_is_refused(run: Run, tmp_path: Path) -> None:
    """The assembler takes no C++."""
    outcome = run("check", "--assemble", source(tmp_path))
    assert outcome.status == 2
    assert "--assemble needs PTX" in outcome.err
    assert (
        f"nvcc -ptx -arch=sm_90a {tmp_path / 'kernel.cu'} -o kernel.ptx makes some" in outcome.err
    )


def test_codes_of_inline_ptx_are_explained(run: Run) -> None:
    """With an example in C++."""
    outcome = run("check", "--explain", "INL011")
    assert outcome.status == 0
    assert '::: "memory"' in outcome.out


TRITON = """\
import nowhere.triton.language as tl

def lane():
    return tl.inline_asm_elementwise(
        asm="mov.u32 $0, %laneit;",
        constraints="=r", args=[], dtype=tl.int32, is_pure=True, pack=1)
"""


def test_inline_ptx_of_python_is_checked_without_running_it(run: Run, tmp_path: Path) -> None:
    """Named, found in a directory, or read from standard input."""
    file = source(tmp_path, TRITON, "lane.py")
    outcome = run("check", file)
    assert outcome.status == 1
    message, row, caret, *_ = outcome.out.splitlines()
    assert message.startswith(f"{file}:5:26: error: ")
    assert row[caret.index("^") :].startswith("%laneit")
    assert "1 block of inline PTX checked" in outcome.err
    source(tmp_path, "raise SystemExit(9)", "other.py")
    outcome = run("check", tmp_path)
    assert "lane.py:5:26: error" in outcome.out
    assert "1 file, 1 error" in outcome.err
    assert run("check", "-", stdin=TRITON.encode()).out.startswith("<stdin>:5:26: error: ")


def test_a_file_of_both_kinds_is_run_and_its_inline_ptx_checked(run: Run, tmp_path: Path) -> None:
    """With --no-run the inline PTX alone is checked."""
    text = TRITON.replace("import nowhere.triton.language as tl", "import ptxpy\n\n1 / 0")
    file = source(tmp_path, text, "both.py")
    outcome = run("check", file)
    assert outcome.status == 1
    assert "ZeroDivisionError" in outcome.out
    assert ":7:26: error: " in outcome.out
    outcome = run("check", "--no-run", file)
    assert outcome.status == 1
    assert "ZeroDivisionError" not in outcome.out
    assert ":7:26: error: " in outcome.out
    plain = source(tmp_path, "raise SystemExit(9)", "plain.py")
    outcome = run("check", "--no-run", plain)
    assert outcome.status == 0
    assert "0 blocks of inline PTX checked" in outcome.err


def test_python_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    """A file that is no Python has an error at its place; texts that are not known are counted."""
    unreadable = source(tmp_path, "x = 1\ntl.inline_asm_elementwise(", "broken.py")
    outcome = run("check", "--no-run", unreadable)
    assert outcome.status == 1
    assert outcome.out.startswith(f"{unreadable}:2:")
    assert "SyntaxError" in outcome.out
    nul = source(tmp_path, "tl.inline_asm_elementwise(\0)", "nul.py")
    assert run("check", "--no-run", nul).status == 1
    unknown = source(tmp_path, TRITON.replace('"mov.u32 $0, %laneit;"', "text()"), "unknown.py")
    outcome = run("check", unknown)
    assert outcome.status == 0
    assert "1 skipped: 1 because the text is computed" in outcome.err
