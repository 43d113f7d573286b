"""`ptxpy cache`: the cubins that launches have left on disk."""

from __future__ import annotations

import argparse
import datetime as dt
from typing import TYPE_CHECKING

from ptxpy.cli.command_errors import EXIT_OK, CommandError
from ptxpy.cli.console import write_stdout
from ptxpy.cli.shared_options import describe_command

if TYPE_CHECKING:
    from ptxpy.cli.argument_parser import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="Launches on a GPU keep assembled modules in a folder of the user, by the contents "
        "of the PTX, the architecture and the assembler; the least recently used are removed. The "
        "environment variable PTXPY_CUBIN_CACHE names another folder, or turns the cache `off`.",
        example="ptxpy cache --clear",
    )
    parser.add_argument("--clear", action="store_true", help="remove all of them")


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    from ptxpy.launch.cuda import MAX_CACHE_BYTES, CubinCache, cache_folder  # noqa: PLC0415

    folder = cache_folder()
    if folder is None:
        write_stdout("the cache is off")
        return EXIT_OK
    cache = CubinCache(folder)
    problem = cache.problem()
    if problem:
        raise CommandError(problem)
    if options.clear:
        number, size = cache.clear()
        write_stdout(f"removed {number:,} cubins, {_megabytes(size)}, from {folder}")
        return EXIT_OK
    entries = cache.entries()
    size = sum(each.size for each in entries)
    write_stdout(str(folder))
    write_stdout(
        f"{len(entries):,} cubins, {_megabytes(size)} of at most {_megabytes(MAX_CACHE_BYTES)}"
    )
    if entries:
        write_stdout(f"last used from {_day(entries[0].used)} to {_day(entries[-1].used)}")
    return EXIT_OK


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


def _day(seconds: float) -> str:
    return dt.datetime.fromtimestamp(seconds, dt.UTC).date().isoformat()
