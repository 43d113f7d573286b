"""`%%ptx` and `%%kernel` in a shell of IPython."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("IPython")

from IPython.core.interactiveshell import InteractiveShell

PTX = """\
.visible .entry add(.param .u64 x)
{
	.reg .b64 %rd<2>;
	.reg .b32 %r<2>;
	ld.param.u64 %rd1, [x];
	mov.u32 %r1, 7;
	st.global.u32 [%rd1], %r1;
	ret;
}
"""
KERNEL = """
@kernel(in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), raw_params=[("u32", "N")],
        grid=lambda N: -(-N // 128), block=128)
def double(x, y):
    n = ptx.param(u32, "N")
    px, py = ptx.global_ptrs(x, y)
    i = ptx.special.ctaid.x() * 128 + ptx.special.tid.x()
    with ptx.if_(i < n):
        v = ptx.ld.global_.f32([px + ptx.cvt.u64.u32(i) * 4])
        ptx.st.global_.f32([py + ptx.cvt.u64.u32(i) * 4], v + v)
    ptx.ret()
"""
Cell = Callable[[str], tuple[bool, str, str]]


@pytest.fixture
def space() -> dict[str, Any]:
    """The namespace of the notebook."""
    return {}


@pytest.fixture
def cell(
    space: dict[str, Any], capsys: pytest.CaptureFixture[str], tmp_path: Any, monkeypatch: Any
) -> Iterator[Cell]:
    """Run a cell; return whether it succeeded, and what is on standard output and error."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(user_ns=space)
    shell.history_manager.enabled = False
    shell.run_cell("%load_ext ptxpy\nfrom ptxpy import Tile, f32, kernel, ptx, u32")

    def run(text: str) -> tuple[bool, str, str]:
        capsys.readouterr()
        succeeded = bool(shell.run_cell(text).success)
        written = capsys.readouterr()
        assert "Traceback" not in written.out + written.err
        return succeeded, written.out, written.err

    yield run
    shell.history_manager.end_session()
    InteractiveShell.clear_instance()


def test_ptx_is_bound(cell: Cell, space: dict[str, Any]) -> None:
    """As a kernel that can be launched; the head is added."""
    assert cell(f"%%ptx add --arch sm_90a\n{PTX}")[0]
    x = np.zeros(1, np.uint32)
    space["add"].launch(x, grid=1, block=1, device="cpu")
    assert x[0] == 7
    assert "for sm_90a" in repr(space["add"])


def test_ptx_with_errors(cell: Cell, space: dict[str, Any]) -> None:
    """They are at their lines of the cell with a caret, nothing is bound, and the cell fails."""
    succeeded, out, err = cell(f"%%ptx add\n{PTX.replace('[x]', '[y]').replace(', 7', '')}")
    assert not succeeded
    assert "add" not in space
    assert "cell:6:" in out
    assert "y is not declared [PTX020]" in out
    assert "cell:7:" in out
    assert "^" in out
    assert "UsageError: 2 errors" in err
    succeeded, out, err = cell(f"%%ptx add\n{PTX.replace('ret;', 'ret')}")
    assert not succeeded
    assert "[PTX001]" in out


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        ("a-b", PTX, "'a-b' is not a name of Python"),
        ("add --arch sm_1", PTX, "invalid choice: 'sm_1'"),
        ("add 'x", PTX, "No closing quotation"),
        ("a --arch sm_80", f".version 8.0\n.target sm_90\n{PTX}", "--arch is for a text without"),
    ],
)
def test_wrong_words_of_ptx(cell: Cell, line: str, text: str, message: str) -> None:
    """They are refused by name."""
    succeeded, _, err = cell(f"%%ptx {line}\n{text}")
    assert not succeeded
    assert message in err


def test_a_kernel_runs(cell: Cell, space: dict[str, Any]) -> None:
    """On arrays of the namespace, in the simulator."""
    space["x"] = np.arange(300, dtype=np.float32)
    succeeded, out, _ = cell(f"%%kernel --run x --to y --strict\n{KERNEL}")
    assert succeeded
    assert "<kernel double>: checked" in out
    assert (space["y"] == 2 * space["x"]).all()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("global_.f32([px", "globl.f32([px", ("cell:10:", "ld has no .globl")),
        ("i < n):", "i < n)", ("cell:9:", "SyntaxError")),
        ("i < n):", "i < n + 1):", ("cell:10:", "outside of global memory")),
        ("i < n):", "i < m):", ("cell:9:", "NameError")),
    ],
)
def test_kernels_with_errors(
    cell: Cell, space: dict[str, Any], old: str, new: str, words: tuple[str, str]
) -> None:
    """Each is at its line of the cell, with a caret, without a traceback."""
    space["x"] = np.ones(100, np.float32)
    succeeded, out, err = cell(f"%%kernel --run x --strict\n{KERNEL.replace(old, new)}")
    assert not succeeded
    assert all(word in out for word in words)
    assert "^" in out
    assert "UsageError: 1 error" in err


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        ("", "a = 1", "a cell defines one kernel"),
        ("--to y", KERNEL, "--to needs --run"),
        ("--run nothing", KERNEL, "NameError: name 'nothing' is not defined"),
    ],
)
def test_wrong_words_of_kernel(cell: Cell, line: str, text: str, message: str) -> None:
    """They are refused by name."""
    succeeded, _, err = cell(f"%%kernel {line}\n{text}")
    assert not succeeded
    assert message in err
