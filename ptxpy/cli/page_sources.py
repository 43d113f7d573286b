"""The sources that pages show beside PTX: `ptxpy view --source`, `ptxpy diff --source`."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from ptxpy.cli import files
from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.console import printable, write_stderr

if TYPE_CHECKING:
    from ptxpy.cli.sources import Source
    from ptxpy.codegen import SourceFile

__all__ = ["check_folder", "sources_of_page"]

_SOURCE_CODE: Final = frozenset(
    {".c", ".cc", ".cl", ".cpp", ".cu", ".cuh", ".cxx", ".f90", ".h", ".hh", ".hpp", ".inl"}
    | {".jl", ".mojo", ".py", ".rs"}
)
"""The suffixes of files that are taken without `--source`: the page may be sent to others."""


def check_folder(folder: str | None) -> None:
    """Raise `CommandError` if a folder of sources that was given is none."""
    if folder is not None and not Path(folder).is_dir():
        message = f"--source {printable(folder)}: there is no such folder"
        raise CommandError(message)


def sources_of_page(source: Source, name: str, given: str | None) -> dict[int, SourceFile]:
    """Return the sources of a module, by their numbers in `.file`; say if a folder has none.

    Args:
        source: The module.
        name: The file that it is of, as it was given.
        given: The folder of the sources; None to take source code beside the file.
    """
    from ptxpy.codegen import source_names, sources_of  # noqa: PLC0415 - loads slowly

    named = source_names(source.module)
    if given is None and (name == files.STANDARD or source.lines is not None):
        return {}
    folder = Path(given or Path(files.split(name)[0]).parent)
    found = sources_of(source.module, folder)
    if given is None:
        found = {
            number: each
            for number, each in found.items()
            if Path(named[number]).suffix.lower() in _SOURCE_CODE
        }
    elif not found:
        names = ", ".join(sorted({PurePosixPath(name).name for name in named.values()}))
        reason = f"it has none of {printable(names)}" if names else "the PTX has no .file"
        write_stderr(f"ptxpy: without a source: --source {printable(given)}: {reason}")
    return found
