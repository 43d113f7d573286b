"""Commands on Linux that lacks what Windows and macOS lack, in processes of their own.

It shows that ptxpy does without the modules, functions and signals that are not there, and takes
its branches for that system. What the systems do otherwise it cannot show.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from ptxpy._user_cache import default_folder

ROOT = Path(__file__).parents[2]

ARGUMENTS: Final = (
    "--grid 1 --block 32 --arg 4 --arg 2.0 --arg float32[4]:arange --arg float32[4]:ones"
)

_HOOK: Final = """\
# What of Python itself depends on the system is loaded first.
import asyncio, mmap, multiprocessing.context, multiprocessing.popen_spawn_posix, os, pathlib
import concurrent.futures.process, ctypes, shutil, signal, socket, subprocess, sys, tempfile
import zipfile

import sysconfig

sysconfig.get_config_vars()
SYSTEM = os.environ["PRETENDED_SYSTEM"]
if SYSTEM == "win32":
    modules = "fcntl resource termios tty pty pwd grp"
    functions = (
        "fork killpg getuid geteuid getgid setsid register_at_fork memfd_create sched_getaffinity "
        "sched_setaffinity getppid umask fchmod nice getloadavg"
    )
    signals = "SIGKILL SIGHUP SIGUSR1 SIGUSR2 SIGPIPE SIGCHLD SIGALRM SIGQUIT"
    constants = "MAP_NORESERVE MAP_PRIVATE MAP_ANONYMOUS MADV_DONTNEED PROT_READ PROT_WRITE"
else:
    modules = ""
    functions = "memfd_create sched_getaffinity sched_setaffinity"
    signals = ""
    constants = "MAP_NORESERVE"
for name in modules.split():
    sys.modules[name] = None
for holder, names in ((os, functions), (signal, signals), (mmap, constants)):
    for name in names.split():
        # Python's own modules that are loaded keep what they have taken.
        if hasattr(holder, name) and not (holder is os and name in ("getppid", "umask")):
            delattr(holder, name)
sys.platform = SYSTEM
"""

COMMANDS: Final = (
    "import kernel.ptx -o imported.py",
    "emit kernel.py -o -",
    "check kernel.ptx kernel.py",
    "check inline.cu",
    "diff kernel.ptx kernel.py",
    "show kernel.ptx",
    "isa add",
    "roundtrip kernel.ptx",
    "view kernel.ptx -o page.html",
    f"run kernel.ptx {ARGUMENTS} --strict",
    f"debug kernel.ptx {ARGUMENTS} --batch --ex run",
    "reduce wrong.ptx --message f33 --by check",
    "cache",
)


@pytest.fixture(scope="module", params=["win32", "darwin"])
def system(request: pytest.FixtureRequest) -> str:
    """Return the name of a system, as Python gives it."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def folder(system: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with files of each kind."""
    folder = tmp_path_factory.mktemp(system)
    (folder / "sitecustomize.py").write_text(_HOOK, encoding="utf-8")
    text = (ROOT / "corpus" / "nvcc" / "saxpy.sm_90a.ptx").read_bytes()
    (folder / "kernel.ptx").write_bytes(text)
    (folder / "wrong.ptx").write_bytes(text.replace(b"fma.rn.f32", b"fma.rn.f33"))
    shutil.copy(ROOT / "corpus" / "imported" / "saxpy.py", folder / "kernel.py")
    source = '__global__ void k() { asm("bar.sync 0;"); /* ä */ }\n'
    (folder / "inline.cu").write_text(source, encoding="utf-8")
    return folder


def run(system: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command; a file that is opened without naming its encoding is an error."""
    environment = {
        **os.environ,
        "PRETENDED_SYSTEM": system,
        "PYTHONPATH": os.pathsep.join((str(folder), *filter(None, sys.path))),
        "HOME": str(folder),
        "LOCALAPPDATA": str(folder),
        "PTXPY_PTXAS": "",
    }
    options = ["-X", "warn_default_encoding", "-W", "error::EncodingWarning:ptxpy"]
    return subprocess.run(
        [sys.executable, *options, "-m", "ptxpy", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_does_without(system: str, folder: Path, command: str) -> None:
    """It needs nothing that only Linux has."""
    ran = run(system, folder, *command.split())
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("command", ["exec ./program", "capture -o captured ./program"])
def test_what_only_linux_has_is_refused(system: str, folder: Path, command: str) -> None:
    """In a line that says where it runs."""
    (folder / "program").write_text("#!/bin/sh\n", encoding="utf-8")
    (folder / "program").chmod(0o755)
    ran = run(system, folder, *command.split())
    assert ran.returncode == 2, ran.stdout + ran.stderr
    (line,) = ran.stderr.splitlines()
    assert "Linux" in line
    assert system in line


def test_a_launch_on_a_gpu_says_what_is_missing(system: str, folder: Path) -> None:
    """The name of the driver's library is that of the system."""
    ran = run(system, folder, "run", "kernel.ptx", *ARGUMENTS.split(), "--device", "cuda")
    assert ran.returncode == 2, ran.stdout + ran.stderr
    (line,) = ran.stderr.splitlines()
    assert {"win32": "nvcuda.dll not found", "darwin": "no CUDA driver for darwin"}[system] in line


@pytest.mark.parametrize(
    ("name", "expected"), [("win32", "x/ptxpy"), ("darwin", "h/Library/Caches/ptxpy")]
)
def test_the_cache_is_where_the_system_has_caches(
    name: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the guide says."""
    monkeypatch.setattr(sys, "platform", name)
    monkeypatch.setenv("LOCALAPPDATA", "/x")
    monkeypatch.setenv("HOME", "/h")
    assert str(default_folder()) == f"/{expected}"
