"""`ptxpy cache`: the files that ptxpy has left on disk to be faster the next time."""

from __future__ import annotations

import argparse
import datetime as dt
from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.cli.command_errors import EXIT_OK, EXIT_UNABLE
from ptxpy.cli.console import write_stderr, write_stdout
from ptxpy.cli.shared_options import describe_command

if TYPE_CHECKING:
    from ptxpy._user_cache import UserCache
    from ptxpy.cli.argument_parser import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="Launches on a GPU keep assembled modules in a folder of the user, by the contents "
        "of the PTX, the architecture and the assembler; `import` keeps programs, by the contents "
        "of the PTX, the options and the code of ptxpy, and what it has written last into each "
        "file, which tells your edits apart; parsing keeps the forms of statements that "
        "it has met. The least recently used are removed, and nothing is lost if the folders are "
        "deleted. They are in ~/.cache/ptxpy (on macOS in ~/Library/Caches/ptxpy, on Windows in "
        "%LOCALAPPDATA%\\ptxpy); the environment variable PTXPY_CACHE names another folder for "
        "all of them, or turns them `off`, and PTXPY_CUBIN_CACHE does so for cubins.",
        examples=("ptxpy cache --clear",),
    )
    parser.add_argument("--clear", action="store_true", help="remove all of them")


class _Kind(NamedTuple):
    """One kind of cache."""

    noun: str
    """The word for one of its files: `program`."""
    files: UserCache | None
    """`None` if it is off."""


def _kinds() -> list[_Kind]:
    from ptxpy._user_cache import UserCache, cache_folder  # noqa: PLC0415 - only this command
    from ptxpy.cli.program_cache import (  # noqa: PLC0415
        MAX_PROGRAM_BYTES,
        MAX_WRITTEN_BYTES,
        PROGRAMS_KIND,
        WRITTEN_KIND,
    )
    from ptxpy.launch.cuda import CubinCache  # noqa: PLC0415
    from ptxpy.launch.cuda import cache_folder as cubin_folder  # noqa: PLC0415
    from ptxpy.sim import CODE_KIND, MAX_CODE_BYTES  # noqa: PLC0415
    from ptxpy.syntax import FORMS_KIND, MAX_FORMS_BYTES  # noqa: PLC0415

    cubins = cubin_folder()
    kinds = [_Kind("cubin", None if cubins is None else CubinCache(cubins).files)]
    for noun, kind, limit in (
        ("set of forms", FORMS_KIND, MAX_FORMS_BYTES),
        ("program", PROGRAMS_KIND, MAX_PROGRAM_BYTES),
        ("written file", WRITTEN_KIND, MAX_WRITTEN_BYTES),
        ("compiled kernel", CODE_KIND, MAX_CODE_BYTES),
    ):
        folder = cache_folder(kind)
        kinds.append(_Kind(noun, None if folder is None else UserCache(folder, kind, limit)))
    return kinds


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    status = EXIT_OK
    for kind in _kinds():
        if kind.files is None:
            write_stdout(f"{_plural(kind.noun)}: the cache is off")
        elif problem := kind.files.problem():
            write_stderr(f"ptxpy: {problem}")
            status = EXIT_UNABLE
        elif options.clear:
            number, size = kind.files.clear()
            write_stdout(
                f"removed {_counted(number, kind.noun)}, {_megabytes(size)}, "
                f"from {kind.files.folder}"
            )
        else:
            _show(kind.noun, kind.files)
    return status


def _show(noun: str, files: UserCache) -> None:
    entries = files.entries()
    size = sum(each.size for each in entries)
    write_stdout(str(files.folder))
    write_stdout(
        f"  {_counted(len(entries), noun)}, {_megabytes(size)} of at most {_megabytes(files.limit)}"
    )
    if entries:
        write_stdout(f"  last used from {_day(entries[0].used)} to {_day(entries[-1].used)}")


def _plural(noun: str) -> str:
    """Return the plural of `cubin`, and of `set of forms`."""
    first, of, rest = noun.partition(" of ")
    return f"{first}s{of}{rest}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun if number == 1 else _plural(noun)}"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


def _day(seconds: float) -> str:
    return dt.datetime.fromtimestamp(seconds, dt.UTC).date().isoformat()
