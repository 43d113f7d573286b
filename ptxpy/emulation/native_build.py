"""The emulated driver and runtime, compiled by the machine's C compiler into a cache."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy._user_cache import cache_folder, default_folder

__all__ = [
    "CACHE_VARIABLE",
    "NativeBuildError",
    "NativeLibraries",
    "NativeLibrary",
    "built_libraries",
    "native_libraries",
    "require_system",
]

SOURCES: Final = Path(__file__).parent / "native"

CACHE_VARIABLE: Final = "PTXPY_NATIVE_CACHE"
"""The environment variable that names another folder for the compiled libraries."""

MAX_BUILDS: Final = 8
"""How many builds are kept, those that were used last."""

FLAGS: Final = (
    "-std=gnu11",
    "-O2",
    "-Wall",
    "-Wextra",
    "-fPIC",
    "-shared",
    "-fvisibility=hidden",
    "-pthread",
    "-Wl,-z,defs",
    "-Wl,--no-as-needed",
    "-Wl,-rpath,$ORIGIN",
)
"""The options of the compiler for all libraries."""


_AN_ERROR: Final = re.compile("error|multiple definition|undefined reference")
"""The words by which compilers and linkers mark a line with an error."""


class NativeBuildError(Exception):
    """The libraries cannot be built here."""


class NativeLibraries(NamedTuple):
    """The libraries that a program is started with, all in one folder."""

    preload: Path
    """The library that redirects a statically linked runtime to the emulated one."""
    cuda: Path
    """The emulated driver, `libcuda.so.1`."""
    cudart12: Path
    """The emulated runtime of CUDA 12, `libcudart.so.12`."""
    cudart13: Path
    """The emulated runtime of CUDA 13, `libcudart.so.13`."""


class NativeLibrary(NamedTuple):
    """A library and its sources and options."""

    name: str
    """Its file name, which is its soname."""
    pattern: str
    """The sources, as a pattern of file names."""
    options: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    """The libraries that it is linked to, which are built before."""
    version: str = ""
    """The version of its symbols, if they have one."""
    soname: str = ""
    """Its soname, if that is not its file name."""
    sources: Path | None = None
    """The folder of its sources, if that is not the one of the emulated driver and runtime."""


_LIBRARIES: Final = (
    NativeLibrary("libcuda.so.1", "core/*.c", ("-ldl",)),
    NativeLibrary(
        "libcudart.so.13",
        "runtime/*.c",
        ("-DCUDART_MAJOR=13", "-ldl"),
        ("libcuda.so.1",),
        "libcudart.so.13",
    ),
    NativeLibrary(
        "libcudart.so.12",
        "runtime/*.c",
        ("-DCUDART_MAJOR=12", "-ldl"),
        ("libcuda.so.1",),
        "libcudart.so.12",
    ),
    NativeLibrary("libptxpy_preload.so", "preload/*.c", ("-ldl", "-Wl,-z,initfirst")),
)
"""In the order in which they are built."""


@cache
def native_libraries() -> NativeLibraries:
    """Return the libraries; build them if this has not been done on this machine.

    Raises `NativeBuildError` if the machine has another architecture or no C compiler.
    """
    folder = built_libraries(_LIBRARIES)
    paths = {library.name: folder / library.name for library in _LIBRARIES}
    return NativeLibraries(
        paths["libptxpy_preload.so"],
        paths["libcuda.so.1"],
        paths["libcudart.so.12"],
        paths["libcudart.so.13"],
    )


def require_system() -> None:
    """Raise `NativeBuildError` on a system for whose programs there are no libraries."""
    if sys.platform != "linux" or platform.machine() not in {"x86_64", "AMD64"}:
        here = f"{sys.platform} with {platform.machine()}"
        message = f"programs are run on Linux with x86-64, not on {here}"
        raise NativeBuildError(message)


def built_libraries(libraries: tuple[NativeLibrary, ...]) -> Path:
    """Return the folder of libraries, which are built if they have not been."""
    require_system()
    compiler = _compiler()
    # The libraries are needed in any case, so they have a folder if all caches are off.
    folder = (cache_folder("native", CACHE_VARIABLE) or default_folder() / "native") / _key(
        compiler, libraries
    )
    if not folder.is_dir():
        _build(compiler, folder, libraries)
    with suppress(OSError):
        os.utime(folder)
    return folder


def _compiler() -> tuple[str, ...]:
    """Return the command of the C compiler: `$CC`, or the first that is there."""
    given = shlex.split(os.environ.get("CC", ""))
    # A `CC` that does not exist is an error, and is not replaced by another compiler.
    candidates = [given] if given else [["cc"], ["gcc"], ["clang"]]
    for words in candidates:
        found = shutil.which(words[0])
        if found:
            return (found, *words[1:])
    wanted = shlex.join(given) if given else "cc, gcc or clang"
    message = f"a C compiler is needed once, to build the emulated driver: there is no {wanted}"
    raise NativeBuildError(message)


def _key(compiler: tuple[str, ...], libraries: tuple[NativeLibrary, ...]) -> str:
    """Return the name of the folder for these sources, this compiler and these options."""
    digest = hashlib.sha256()
    executable = Path(compiler[0]).resolve()
    # Size and time stand for the version of the compiler: running it takes longer.
    stat = executable.stat()
    parts = [*compiler, str(executable), str(stat.st_size), str(stat.st_mtime_ns), repr(libraries)]
    for part in [*parts, *FLAGS]:
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    # Headers count as well: a change in one changes all libraries.
    for folder in dict.fromkeys([SOURCES, *(library.sources or SOURCES for library in libraries)]):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in {".c", ".h"}):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def _build(compiler: tuple[str, ...], folder: Path, libraries: tuple[NativeLibrary, ...]) -> None:
    """Build libraries in a new folder, which then takes its place in one step."""
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".build-", dir=folder.parent) as temporary:
            built = Path(temporary, "libraries")
            built.mkdir()
            for library in libraries:
                _compile(compiler, library, built)
            try:
                # A folder with the final name is complete: programs that start meanwhile never see
                # half of it.
                built.rename(folder)
            except OSError:
                if not folder.is_dir():  # else another process was faster
                    raise
        others = [path for path in folder.parent.iterdir() if path.is_dir() and path != folder]
        others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in others[MAX_BUILDS - 1 :]:  # running programs may use later builds
            shutil.rmtree(path, ignore_errors=True)
    except OSError as error:
        message = f"the emulated driver cannot be kept in {folder.parent}: {error.strerror}"
        raise NativeBuildError(message) from None


def _compile(compiler: tuple[str, ...], library: NativeLibrary, folder: Path) -> None:
    command = [*compiler, *FLAGS, f"-I{SOURCES}", "-o", str(folder / library.name)]
    command.append(f"-Wl,-soname,{library.soname or library.name}")
    if library.version:
        script = folder / f"{library.name}.map"
        script.write_text(f"{library.version} {{ global: *; }};\n")
        command.append(f"-Wl,--version-script={script}")
    command += [str(path) for path in sorted((library.sources or SOURCES).glob(library.pattern))]
    command += [str(folder / needed) for needed in library.needs]
    command += library.options
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - no shell
    except subprocess.CalledProcessError as error:
        # A linker speaks of an error only behind the lines that say which it is.
        said = [line for line in error.stderr.splitlines() if _AN_ERROR.search(line)]
        lines = said or ["no message"]
        message = f"the C compiler {compiler[0]} cannot build the emulated driver: {lines[0]}"
        raise NativeBuildError(message) from None
