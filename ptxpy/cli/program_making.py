"""The program for one PTX file, which `ptxpy import` makes of each, perhaps in another process."""

from __future__ import annotations

import argparse
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

import ptxpy
from ptxpy.cli import files
from ptxpy.cli.input_files import InputFile
from ptxpy.codegen.options import option_texts
from ptxpy.codegen.passes import PASSES, chosen

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Form", "Program", "ProgramJob", "make_program", "replaced_program"]


class Form(NamedTuple):
    """The options of an import that say what its program is like."""

    flat: bool
    roll: bool
    without: tuple[str, ...]
    margins: bool
    report: bool
    """Whether to report how much is lifted."""

    @classmethod
    def of(cls, options: argparse.Namespace) -> Form:
        """Return the form that the options ask for."""
        return cls(
            flat=options.flat,
            roll=not options.no_roll,
            without=tuple(options.without),
            margins=not options.no_margin,
            report=options.report,
        )


class ProgramJob(NamedTuple):
    """A file to be imported."""

    file: InputFile
    out: str
    """The name of the program, for messages."""
    previous: bytes | None
    """The program whose names are kept."""
    form: Form
    metadata: bytes = b""
    """What Triton's cache says of the kernel; empty for a file that lies elsewhere."""


class Program(NamedTuple):
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


def replaced_program(output: files.Output, options: argparse.Namespace) -> bytes | None:
    """Return the program in a file that is replaced, whose names are kept; else None."""
    replaces = (options.force or options.diff) and not options.discard_names
    if replaces and output.path is not None and output.path.is_file():
        return output.read()
    return None


def make_program(job: ProgramJob) -> Program:
    """Return the program of a file, proved.

    Raises `PtxSyntaxError`, `ProofError`, or `CommandError` if the file cannot be read.
    """
    form = job.form
    source = job.file.read()
    try:
        proof = ptxpy.prove(
            source,
            filename=job.file.shown,
            flat=form.flat,
            roll=form.roll,
            without=form.without,
            fallback=True,
        )
    except ptxpy.ProofError as error:
        message = f"not identical: {error}"
        raise ptxpy.ProofError(message) from error
    python = proof.python
    remarks = [*_remarks(proof, form)]
    if job.previous is not None:
        from ptxpy.cli.kept_names import with_kept_names  # noqa: PLC0415 - seldom needed

        python, kept = with_kept_names(proof, job.previous, job.out)
        remarks += kept
    if not form.margins:
        from ptxpy.cli.kept_names import without_margins  # noqa: PLC0415 - seldom needed

        python, remark = without_margins(proof, python)
        remarks.append(remark)
    if job.metadata:
        from ptxpy.integrations.triton import origins  # noqa: PLC0415 - seldom needed

        kernel = PurePath(job.file.name).stem
        origin = origins.origin_of_metadata(job.metadata, kernel, proof.module)
        python = (origins.origin_line(origin) if origin else "") + python
    return Program(
        python,
        tuple(_report(proof)) if form.report else (),
        tuple(remarks),
        proof.size,
        proof.kernels,
        proof.instructions,
        proof.seconds,
    )


def _remarks(proof: ptxpy.Proof, form: Form) -> Iterator[str]:
    """Yield what is special about a program."""
    if proof.reason:
        asked = chosen(flat=form.flat, roll=form.roll, without=form.without)
        missing = ", ".join(each for each in PASSES if each in asked - proof.passes)
        yield f"written without {missing}: with all passes {proof.reason}"
    laid_out = option_texts(proof.module.options)
    if laid_out:
        yield f"laid out as {proof.module.style}, with {', '.join(laid_out)}"


def _report(proof: ptxpy.Proof) -> Iterator[str]:
    from ptxpy.cli.lift_report import report  # noqa: PLC0415 - seldom needed

    return report(proof)
