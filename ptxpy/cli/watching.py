"""`ptxpy check --watch`: a check after each change of a file.

The times of the last changes are read every half second, which works on every system and network
drive without another dependency.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from ptxpy.cli import files
from ptxpy.cli.command_errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["watch"]

POLL_SECONDS: Final = 0.5
"""How often files are looked at."""
PROJECT_FILE: Final = "pyproject.toml"

_States: TypeAlias = dict[str, tuple[int, int]]


def watch(find: Callable[[], Sequence[str]], check: Callable[[Sequence[str]], object]) -> NoReturn:
    """Check all files, and then those that change, until the user ends it with Ctrl-C.

    Args:
        find: Returns the files, which may come and go.
        check: Checks some files and reports.
    """
    known: _States = {}
    settings: _States = {}
    while True:
        names = find()
        now = _states(names)
        project = _states(_project_files(names))
        # Settings of a project may change what is reported of any file.
        changed = [name for name in names if project != settings or now[name] != known.get(name)]
        known, settings = now, project
        if changed:
            loaded = {*sys.modules}
            _check(check, changed)
            _forget_modules(loaded, changed)
        time.sleep(POLL_SECONDS)


def _check(check: Callable[[Sequence[str]], object], names: Sequence[str]) -> None:
    from ptxpy.cli.console import write_stderr  # noqa: PLC0415 - as other helpers of output

    try:
        check(names)
    except CommandError as error:
        # A mistake, such as one in pyproject.toml, may be mended while the command waits.
        write_stderr(f"ptxpy: {error}")
    sys.stdout.flush()
    clock = time.strftime("%H:%M:%S")
    write_stderr(f"{clock}: waiting for changes; Ctrl-C ends")


def _states(names: Iterable[str]) -> _States:
    """Return the time of the last change and the size of each file; zeros for a missing one."""
    found: _States = {}
    for name in names:
        try:
            state = Path(files.split(name)[0]).stat()
        except (OSError, ValueError):
            found[name] = 0, 0
        else:
            found[name] = state.st_mtime_ns, state.st_size
    return found


def _project_files(names: Iterable[str]) -> list[str]:
    folders = {folder for name in names for folder in Path(name).absolute().parents}
    return sorted(str(folder / PROJECT_FILE) for folder in folders)


def _forget_modules(before: set[str], names: Sequence[str]) -> None:
    """Drop the modules beside Python files that were loaded, so that they are read again."""
    folders = {Path(name).absolute().parent for name in names if name.endswith(".py")}
    for name in {*sys.modules} - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file and folders.intersection(Path(file).parents):
            del sys.modules[name]
