"""The interposer: a library between a program and the driver of its machine, in C in `native`."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from ptxpy.emulation import NativeLibrary, built_libraries

__all__ = ["STAND_IN", "interposer_library"]

_SOURCES: Final = Path(__file__).parent / "native"

STAND_IN: Final = "driver.so"
"""The file beside an interposer that stands for the driver when it is linked."""


def interposer_library(driver: Path) -> Path:
    """Return the interposer for a driver, a `libcuda.so.1`; build it if this has not been done.

    It needs the driver by its path, and not by its name, which is its own. An empty library with
    the path for its name stands for the driver when it is linked.

    Raises `NativeBuildError` if the machine has another architecture or no C compiler.
    """
    stand_in = NativeLibrary(STAND_IN, "empty/*.c", soname=str(driver), sources=_SOURCES)
    name = json.dumps(str(driver))
    options = (f"-DREAL_DRIVER={name}", "-ldl")
    library = NativeLibrary("libcuda.so.1", "*.c", options, (stand_in.name,), sources=_SOURCES)
    folder = built_libraries((stand_in, library))
    with suppress(FileExistsError):
        (folder / "libcuda.so").symlink_to(library.name)  # programs look for it by this name, too
    return folder / library.name
