"""Building the emulated driver: what must not be built is refused."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from ptxpy.emulation import native_build
from tests.emulation.compiled import NEEDS_NVCC

LISTED = re.compile(r"^REFUSED\((\w+)\)$", re.MULTILINE)


@NEEDS_NVCC
@pytest.mark.parametrize(("folder", "name"), [("core", "cuMemAlloc_v2"), ("runtime", "cudaMalloc")])
def test_an_emulated_function_is_not_listed(
    folder: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One on the list of those that are refused is an error that names it."""
    sources = tmp_path / "native"
    shutil.copytree(native_build.SOURCES, sources)
    with (sources / folder / "refused.c").open("a") as file:
        file.write(f"REFUSED({name})\n")
    monkeypatch.setattr(native_build, "SOURCES", sources)
    # The linker says so whatever the compiler does, and without the libraries that are needed.
    plain = tuple(flag for flag in native_build.FLAGS if not flag.startswith("-O"))
    monkeypatch.setattr(native_build, "FLAGS", plain)
    monkeypatch.setenv(native_build.CACHE_VARIABLE, str(tmp_path / "built"))
    options = ("-DCUDART_MAJOR=13", "-ldl")
    library = native_build.NativeLibrary("library.so", f"{folder}/*.c", options)
    with pytest.raises(native_build.NativeBuildError, match=f"definition of .{name}'"):
        native_build.built_libraries((library,))


@pytest.mark.parametrize(("folder", "least"), [("core", 200), ("runtime", 100)])
def test_functions_that_are_refused(folder: str, least: int) -> None:
    """Each is listed once, in the order of the alphabet but for those of one version."""
    text = (native_build.SOURCES / folder / "refused.c").read_text(encoding="utf-8")
    names = LISTED.findall(text.partition("#if")[0])
    assert names == sorted({*names})
    assert len(LISTED.findall(text)) >= least
