"""An import of one PTX file: the request, and the program that comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    import argparse

    from ptxpy.cli.file_jobs import InputFile

__all__ = ["Form", "ProgramJob", "ProvenProgram"]


class Form(NamedTuple):
    """The options of an import that determine the form of its program."""

    flat: bool
    roll: bool
    without: tuple[str, ...]
    margins: bool
    report: bool
    """Whether to report how much is lifted."""
    source: str = ""
    """The folder whose files are shown as comments."""

    @classmethod
    def of(cls, options: argparse.Namespace) -> Form:
        """Return the form that the options ask for."""
        return cls(
            flat=options.flat,
            roll=not options.no_roll,
            without=tuple(options.without),
            margins=not options.no_margin,
            report=options.report,
            source=options.source or "",
        )


class ProgramJob(NamedTuple):
    """A file to be imported."""

    file: InputFile
    out: str
    """The name of the program, for messages."""
    previous: bytes | None
    """The program whose names are kept."""
    written: bytes | None
    """The program that an import wrote there, if it is on record: other lines are edits."""
    form: Form
    metadata: bytes = b""
    """The metadata that Triton's cache has of the kernel; empty for a file elsewhere."""
    cached: bool = False
    """Whether the program may be one that was kept of an earlier import."""


class ProvenProgram(NamedTuple):
    """A program that reproduces its PTX."""

    python: str
    report: tuple[str, ...]
    """Rows on how much is lifted, if they are asked for."""
    remarks: tuple[str, ...]
    size: int
    """The bytes of the PTX."""
    kernels: int
    instructions: int
    seconds: float
    unnamed: str = ""
    """The program without the names that were kept of an edited one, if there are any."""
