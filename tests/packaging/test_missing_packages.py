"""Commands without the packages of extras: they run, or one line says what installs them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from ptxpy._extras import install_command
from tests.binaries.making import LZ4, ZSTD, container, entry
from tests.packaging.without_packages import ptxpy_without, write_hook

ROOT = Path(__file__).parents[2]

ARGUMENTS: Final = (
    "--grid 1 --block 32 --arg 4 --arg 2.0 --arg float32[4]:arange --arg float32[4]:ones"
)

CUDA: Final = """\
__global__ void k(unsigned *p) {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    *p = lane;
}
"""

EDITOR: Final = ("pygls", "lsprotocol", "attrs", "attr", "cattrs", "cattr", "typing_extensions")

LARK: Final = "lark"


class Works(NamedTuple):
    """A command, and the packages that it needs."""

    command: str
    needs: tuple[str, ...] = ()


WORKS: Final = (
    Works("--version"),
    Works("help check"),
    Works("import saxpy.ptx -o saxpy.py"),
    Works("emit kernel.py -o -"),
    Works("show saxpy.ptx"),
    Works("isa mad.lo.s32"),
    Works("link saxpy.ptx other.ptx -o -", (LARK,)),
    Works("check saxpy.ptx kernel.py"),
    Works("check inline.cu", ("tree_sitter", "tree_sitter_cuda", LARK)),
    Works("diff saxpy.ptx kernel.py"),
    Works("diff saxpy.ptx kernel.py --html diff.html"),
    Works("roundtrip saxpy.ptx"),
    Works("reduce wrong.ptx --message f33 --by check", (LARK,)),
    Works("view saxpy.ptx --force"),
    Works(f"view saxpy.ptx --force --run {ARGUMENTS}", ("numpy",)),
    Works(f"run saxpy.ptx {ARGUMENTS} --strict", ("numpy",)),
    Works(f"run saxpy.ptx {ARGUMENTS} --engine auto", ("numpy",)),
    Works(f"run saxpy.ptx {ARGUMENTS} --engine compiled", ("numpy", "llvmlite")),
    Works(f"debug saxpy.ptx {ARGUMENTS} --batch --ex run", ("numpy",)),
    Works("exec ./program", ("numpy",)),
    Works("capture -o captured ./program", ("numpy",)),
    Works("lsp", EDITOR),
    Works("import plain.fatbin"),
    Works("import lz4.fatbin", ("lz4",)),
    Works("import zstd.fatbin", ("backports",)),
    Works("check saxpy.ptx --assemble", ("cuda",)),
    Works("cache", ("numpy",)),
    Works("completion bash"),
)


class Misses(NamedTuple):
    """A command or program, what it has, and the extra that it lacks."""

    command: str
    extra: str
    has: tuple[str, ...] = ()
    line: str = ""
    """The beginning of the one line that it writes."""


MISSES: Final = (
    Misses("check inline.cu", "inline", line="ptxpy: inline.cu: inline PTX in C++ is found by"),
    Misses("import lz4.fatbin", "binaries", line="ptxpy: lz4.fatbin: at byte "),
    Misses("import zstd.fatbin", "binaries", line="ptxpy: zstd.fatbin: at byte "),
    Misses("lsp", "editor", line="ptxpy: the language server needs pygls"),
    Misses("check saxpy.ptx --assemble", "assemble", line="ptxpy: no ptxas, and no nvJitLink"),
    Misses("reduce saxpy.ptx --ptxas-crashes", "ptxas", line="ptxpy: no ptxas"),
    Misses("check saxpy.ptx --executor tcp://localhost:1", "dask", line="ptxpy: tcp://"),
    Misses(f"run saxpy.ptx {ARGUMENTS}", "", line="ptxpy: numpy is not installed"),
    Misses(
        f"run saxpy.ptx {ARGUMENTS} --engine compiled", "engine", ("numpy",), "ptxpy: the compiled"
    ),
    Misses("import unread.ptx", "", line="ptxpy: lark is not installed"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with files of each kind."""
    folder = tmp_path_factory.mktemp("files")
    text = (ROOT / "corpus" / "nvcc" / "saxpy.sm_90a.ptx").read_bytes()
    (folder / "saxpy.ptx").write_bytes(text)
    (folder / "other.ptx").write_bytes(text.replace(b"_Z5saxpyifPKfPf", b"other"))
    (folder / "wrong.ptx").write_bytes(text.replace(b"fma.rn.f32", b"fma.rn.f33"))
    shutil.copy(ROOT / "corpus" / "imported" / "saxpy.py", folder / "kernel.py")
    (folder / "inline.cu").write_text(CUDA, encoding="utf-8")
    (folder / "unread.ptx").write_bytes(text.replace(b"ret;", b"ret, ret;"))
    for name, compression in (("plain", 0), ("lz4", LZ4), ("zstd", ZSTD)):
        data = container(entry(text, compression=compression))
        (folder / f"{name}.fatbin").write_bytes(data)
    (folder / "program").write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    (folder / "program").chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def hook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the module that hides packages."""
    folder = tmp_path_factory.mktemp("hook")
    write_hook(folder)
    return folder


@pytest.mark.parametrize(("command", "needs"), WORKS, ids=[each.command for each in WORKS])
def test_a_command_needs_no_more(
    command: str, needs: tuple[str, ...], folder: Path, hook: Path
) -> None:
    """Packages of other commands are not loaded, and those of extras not missed."""
    ran = ptxpy_without(hook, needs, *command.split(), cwd=folder)
    assert (ran.returncode, ran.stderr.count("internal")) == (0, 0), ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("command", "extra", "has", "line"), MISSES, ids=[each.command for each in MISSES]
)
def test_what_is_missing_is_one_line(
    command: str, extra: str, has: tuple[str, ...], line: str, folder: Path, hook: Path
) -> None:
    """It ends with the command that installs it."""
    ran = ptxpy_without(hook, has, *command.split(), cwd=folder)
    assert (ran.returncode, ran.stdout) == (2, ""), ran.stdout + ran.stderr
    # `check` counts files and errors in a line of its own.
    shown, *counts = ran.stderr.splitlines()
    assert counts in ([], ["1 file, 1 error"])
    assert shown.startswith(line)
    wanted = install_command(extra).rpartition(" install ")[2]
    assert f"install {wanted}" in shown
