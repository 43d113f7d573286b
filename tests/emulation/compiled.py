"""The CUDA programs of this folder's `programs`, compiled once for each content.

Objects are kept in the user's cache folder, for all checkouts: the compiler takes longer than all
programs together.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).with_name("programs")
CUTLASS = "nvidia-cutlass==4.2.0.0"
MONTH = 30 * 24 * 3600
NEEDS_NVCC = pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed")


@dataclass(frozen=True, slots=True)
class Program:
    """A row of programs.toml."""

    name: str
    shows: str
    files: list[str]
    flags: list[str] = field(default_factory=lambda: ["-arch=sm_80"])
    runtimes: list[str] = field(default_factory=lambda: ["static", "shared"])
    arguments: list[str] = field(default_factory=list)
    input: str = ""
    exec: list[str] = field(default_factory=list)
    status: int = 0
    output: list[str] = field(default_factory=lambda: ["PASSED"])
    errors: list[str] = field(default_factory=list)
    library: list[str] = field(default_factory=list)
    needs: str = ""
    process: str = ""
    started: bool = False
    interrupted: bool = False
    pending: str = ""
    slow: bool = False
    """Whether compiling it takes minutes."""

    @property
    def is_driver(self) -> bool:
        """Whether the program uses the driver API alone."""
        return self.files[0].endswith(".c")


def programs() -> list[Program]:
    """Return the rows of programs.toml."""
    table = tomllib.loads((PROGRAMS / "programs.toml").read_text())
    return [
        Program(**{"name": name, "files": [f"{name}.cu"], **row}) for name, row in table.items()
    ]


def executable(program: Program, runtime: str, folder: Path, *options: str) -> Path:
    """Link a program in a folder, with options of the C compiler, and return its path."""
    objects = [_object(program, source) for source in program.files]
    path = folder / program.name
    if program.is_driver:
        _call("gcc", *options, *objects, _stub_of_driver(objects, folder), "-o", path)
    else:
        passed = [*program.flags, *(f"-Xcompiler={option}" for option in options)]
        if program.library:
            library = folder / f"lib{program.name}.so"
            _call("nvcc", *passed, "-shared", *_objects_of_library(program), "-o", library)
            objects += [library]
            passed += [f"-Xlinker=-rpath={folder}"]
        _call("nvcc", *passed, "-cudart", runtime, *objects, "-o", path)
    if program.process:
        _call(program.process, path)
    return path


@cache
def _cache() -> Path:
    """Return the folder of the objects, without those that have not been used for a month."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "ptxpy" / "test_programs"
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        with suppress(OSError):  # another process was faster
            if path.is_file() and path.stat().st_mtime < time.time() - MONTH:
                path.unlink()
    return folder


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Wait until no other process makes a file."""
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _object(program: Program, source: str) -> Path:
    """Return the object file of one source."""
    headers = sorted(path for path in PROGRAMS.iterdir() if path.suffix in {".cuh", ".h"})
    contents = [path.read_text() for path in [PROGRAMS / source, *headers]]
    flags = [*program.flags, *_include_flags(program)]
    key = _digest(_version_of_compilers(), source, *program.flags, program.needs, *contents)
    path = _cache() / f"{key}.o"
    with _alone(path):
        if path.exists():
            os.utime(path)
            return path
        with tempfile.TemporaryDirectory(dir=path.parent) as scratch:
            made = Path(scratch) / path.name
            # By its name alone, which is then the one in line information and messages.
            _call("nvcc", *flags, "-c", source, "-o", made, folder=PROGRAMS)
            made.replace(path)
    return path


def _objects_of_library(program: Program) -> list[Path]:
    """Return the object files of the library of a program."""
    position_independent = replace(program, flags=[*program.flags, "-Xcompiler=-fPIC"])
    return [_object(position_independent, source) for source in program.library]


def _stub_of_driver(objects: list[Path], folder: Path) -> Path:
    """Return a library to link with in place of the driver's, which only comes with a driver."""
    lines = _call("nm", "--undefined-only", "--format=posix", *objects).splitlines()
    names = sorted({line.split()[0] for line in lines if line.startswith("cu")})
    source = folder / "driver.c"
    source.write_text("".join(f"void {name}(void) {{}}\n" for name in names))
    path = folder / "libcuda.so.1"
    _call("gcc", "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", source, "-o", path)
    return path


def _include_flags(program: Program) -> list[str]:
    """Return the flags for headers that a program needs beside the toolkit's."""
    if not program.needs:
        return []
    headers = _cache() / _digest(CUTLASS)
    with _alone(headers):
        if not headers.exists():
            _download_headers(headers)
    source = headers / "cutlass_library" / "source"
    return [f"-I{source / 'include'}", f"-I{source / 'tools' / 'util' / 'include'}"]


def _download_headers(folder: Path) -> None:
    """Put the headers of the wheel of CUTLASS into a folder; skip the test without them."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        try:
            _call(*pip, "--dest", scratch, CUTLASS)
        except RuntimeError:
            pytest.skip("the headers of CUTLASS can't be had")
        (wheel,) = Path(scratch).glob("*.whl")
        unpacked = Path(scratch) / "unpacked"
        with zipfile.ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if "/include/" in name]
            archive.extractall(unpacked, names)
        unpacked.replace(folder)


@cache
def _version_of_compilers() -> str:
    """Return what nvcc and its host compiler say of themselves."""
    return _call("nvcc", "--version") + _call("gcc", "--version")


def _digest(*parts: str) -> str:
    """Return a name for contents."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _call(*command: str | Path, folder: Path | None = None) -> str:
    """Run a tool and return its output; on failure raise RuntimeError with it."""
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C"},
    )
    if done.returncode:
        message = f"{' '.join(map(str, command))}:\n{done.stdout}{done.stderr}"
        raise RuntimeError(message)
    return done.stdout
