"""The program for one PTX file: it is made, perhaps in another process, and written."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

import ptxpy
from ptxpy._counts import are, format_count
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS
from ptxpy.cli.console import (
    paint,
    report_syntax_errors,
    write_stderr,
    write_stdout,
)
from ptxpy.cli.program_cache import CachedImport, store_written, written_program
from ptxpy.cli.program_jobs import Form, ProgramJob, ProvenProgram

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


__all__ = [
    "checked_output",
    "is_cached",
    "make_program",
    "prove_program",
    "replaced_program",
    "report_error",
    "write_program",
]


_MAX_LINES_SHOWN: Final = 5
"""The most edited lines that are listed."""


def replaced_program(
    output: files.Output, options: argparse.Namespace
) -> tuple[bytes | None, bytes | None]:
    """Return the program in a file that is replaced, whose names are kept, and its first text.

    An import has written that text there, if it is on record.
    """
    # Names are kept from a program that would be replaced, if it exists.
    replaces = (options.force or options.diff) and not options.discard_names
    if replaces and output.path is not None and output.path.is_file():
        return output.read(), written_program(output.path)
    return None, None


def is_cached(options: argparse.Namespace) -> bool:
    """Return whether programs that were kept of earlier imports will do."""
    # A check is asked for because it is not believed what was found before.
    return not (options.no_cache or options.check)


def make_program(job: ProgramJob) -> ProvenProgram:
    """Return the program of a file, proved, or kept of an earlier import of the same file.

    Raises `PtxSyntaxError`, `ProofError`, or `CommandError` if the file cannot be read.
    """
    source = job.file.read()
    kept = CachedImport(job, source)
    program = kept.find()
    if program is None:
        program = prove_program(job, source)
        kept.store(program)
    return program


def prove_program(job: ProgramJob, source: bytes) -> ProvenProgram:
    """Return the program of a file with these contents, proved; raises as `make_program`."""
    from ptxpy.dsl import strip_margins  # noqa: PLC0415 - loads slowly

    form = job.form
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
        # The user wants to know first that the file is not reproduced.
        message = f"not identical: {error}"
        raise ptxpy.ProofError(message) from error
    python = proof.python
    remarks = [*_remarks(proof, form)]
    # An edited program has names that the user chose: they are put into the new one.
    if job.previous is not None:
        python, kept = _with_kept_names(proof, job.previous, job.written, job.out)
        remarks += kept
    unnamed = proof.python if python != proof.python else ""
    if not form.margins:
        python, remark = _without_margins(proof, python)
        remarks.append(remark)
        unnamed = strip_margins(unnamed)
    if form.source:
        python, remark = _with_source_lines(proof, python, form.source)
        remarks.append(remark)
    # The line with the origin lets `ptxpy.triton.override` find the kernel that was edited.
    if job.metadata:
        from ptxpy.integrations import (  # noqa: PLC0415 - seldom needed
            origin_line,
            origin_of_metadata,
        )

        kernel = PurePath(job.file.name).stem
        origin = origin_of_metadata(job.metadata, kernel, proof.module)
        python = (origin_line(origin) if origin else "") + python
    rows: tuple[str, ...] = ()
    if form.report:
        from ptxpy.cli.lift_report import report  # noqa: PLC0415 - seldom needed

        rows = tuple(report(proof))
    return ProvenProgram(
        python,
        rows,
        tuple(remarks),
        proof.size,
        proof.kernels,
        proof.instructions,
        proof.seconds,
        unnamed,
    )


def _remarks(proof: ptxpy.Proof, form: Form) -> Iterator[str]:
    """Yield remarks on a program that was made otherwise than usual."""
    from ptxpy.codegen import PASSES, chosen, option_texts  # noqa: PLC0415 - loads slowly

    # The fallback leaves passes out until the proof succeeds.
    if proof.reason:
        asked = chosen(flat=form.flat, roll=form.roll, without=form.without)
        missing = ", ".join(each for each in PASSES if each in asked - proof.passes)
        yield f"written without {missing}: with all passes {proof.reason}"
    laid_out = option_texts(proof.module.options)
    if laid_out:
        yield f"laid out as {proof.module.style}, with {', '.join(laid_out)}"


def _with_kept_names(
    proof: ptxpy.Proof, edited: bytes, written: bytes | None, name: str
) -> tuple[str, list[str]]:
    """Return a program with the names that an edited one has, and remarks for its reader.

    The edited program is read, and executed only as a program is that import proves: if the dialect
    allows all that it says. The result is proved as the program was.
    """
    from ptxpy.cli.undone_edits import lost_comments, returned_lines  # noqa: PLC0415 - as below
    from ptxpy.codegen import (  # noqa: PLC0415 - seldom needed
        check_program,
        compare_lines,
        keep_names,
        with_comments,
        without_source_lines,
    )

    remarks: list[str] = []
    try:
        texts = [
            without_source_lines(each.decode("utf-8"), proof.module)
            for each in (edited, *([] if written is None else [written]))
        ]
        kept = keep_names(proof.python, *texts)
    except (SyntaxError, ValueError, RecursionError) as error:
        return proof.python, [f"{name} is no Python that names could be kept of: {error}"]
    python = kept.python
    if kept.names or kept.comments:
        names = sum(map(len, kept.names.values()))
        count = names + len(kept.comments)
        counts = [(names, "changed name"), (len(kept.comments), "comment")]
        kinds = " and ".join([format_count(*each) for each in counts if each[0]])
        try:
            # The program with kept names is proved anew, as any other text is.
            check_program(python, proof.module, None)
        except ptxpy.ProofError as error:
            python = proof.python
            remarks.append(f"the {kinds} of {name} {are(count)} not kept: {error}")
        else:
            # A proved program has no comments but those of the generator.
            python = with_comments(python, kept.comments)
            remarks.append(f"{kinds} of {name} {are(count)} kept (--discard-names)")
    old, *first = texts
    lost = [each for each in kept.lost if not each[1].startswith("#")]
    known = compare_lines(old, proof.module) if lost or first else None
    # Without a record of the text that was written, comments of the generator are those of now.
    comments = lost_comments(old, first[0] if first else proof.python, python)
    remarks += _listed(comments, "comment", f"of {name}", "not kept")
    is_whole = known is not None and known.is_whole
    if first and not is_whole:
        returned = returned_lines(old, first[0], python)
        remarks += _listed(returned, "line", f"that you deleted in {name}", "there again")
    noun = "line" if written is None else "edited line"
    if known is None:
        # A program that import would not have written is not executed.
        undone = "in no line of the new program: what the PTX does not have of it is undone"
        return python, remarks + _listed(lost, noun, f"of {name}", undone)
    same = lost if is_whole else [each for each in lost if each[0] in known.found]
    remarks += _listed(same, noun, f"of {name}", "in the PTX, and written otherwise now")
    undone = "in no line of the new program; what you edited there is undone"
    remarks += _listed(
        [each for each in lost if each not in same],
        noun,
        f"of {name}",
        undone if written is None else "undone",
    )
    return python, remarks


def _listed(found: list[tuple[int, str]], noun: str, of: str, what: str) -> list[str]:
    """Return remarks on lines, a sentence and the lines themselves; none without any."""
    if not found:
        return []
    return [f"{format_count(len(found), noun)} {of} {are(len(found))} {what}:", *_lines_of(found)]


def _lines_of(found: Sequence[tuple[int, str]]) -> list[str]:
    shown = [f"  line {line}: {text}" for line, text in found[:_MAX_LINES_SHOWN]]
    more = len(found) - len(shown)
    return [*shown, f"  and {more} more"] if more else shown


def _with_source_lines(proof: ptxpy.Proof, python: str, folder: str) -> tuple[str, str]:
    """Return a program with lines of its sources as comments, and a remark on them.

    Raises `ProofError` if the comments change the program.
    """
    from ptxpy.codegen import (  # noqa: PLC0415 - seldom needed
        PROGRAM_NAME,
        restricted_namespace,
        short_sources,
        source_names,
        sources_of,
        with_source_lines,
    )
    from ptxpy.dsl import run_program  # noqa: PLC0415 - seldom needed

    names = sorted({PurePath(name).name for name in source_names(proof.module).values()})
    if not names:
        return python, "no lines of a source are shown: the PTX has no .file, as with -lineinfo"
    sources = sources_of(proof.module, Path(folder))
    if not sources:
        return python, f"no lines of a source are shown: {folder} has no {', '.join(names)}"
    commented = with_source_lines(python, proof.module, sources)
    # The program itself has been checked; comments are all that is new.
    if run_program(commented, PROGRAM_NAME, restricted_namespace()) != proof.module:
        msg = "the program with comments emits other instructions"
        raise ptxpy.ProofError(msg)
    count = commented.count("\n") - python.count("\n")
    shown = ", ".join(sorted({each.name for each in sources.values()}))
    remark = f"{format_count(count, 'line')} of {shown} {are(count)} comments"
    short = short_sources(proof.module, sources)
    if short:
        remark += (
            f"; {', '.join(short)} ends before lines that the PTX names: is it what was compiled?"
        )
    return commented, remark


def _without_margins(proof: ptxpy.Proof, python: str) -> tuple[str, str]:
    """Return a program without margins, and a remark on it; raise `ProofError` if it differs."""
    from ptxpy.codegen import (  # noqa: PLC0415 - seldom needed
        PROGRAM_NAME,
        checked_tree,
        restricted_namespace,
    )
    from ptxpy.compare import compare  # noqa: PLC0415 - seldom needed
    from ptxpy.dsl import run_program, strip_margins  # noqa: PLC0415 - seldom needed

    bare = strip_margins(python)
    checked_tree(bare)
    traced = run_program(bare, PROGRAM_NAME, restricted_namespace())
    # Without margins registers have other names, so equality is up to renaming.
    if not compare(proof.module, traced, debug=True).equal:
        msg = "the program without margins emits other instructions"
        raise ptxpy.ProofError(msg)
    return bare, (
        "without margins: the same instructions, with other names of registers and their "
        "declarations (ptxpy diff says equal)"
    )


def checked_output(file: str, out: str, options: argparse.Namespace) -> files.Output:
    """Return the output for a file; raise `CommandError` early if it cannot be written."""
    # A check writes nothing, so an existing file does no harm.
    writes = not (options.check or options.diff)
    return files.Output.checked(out, force=options.force or not writes, source=file)


def report_error(name: str, error: BaseException) -> int:
    """Report why a file has no program; return the exit status."""
    if isinstance(error, ptxpy.PtxSyntaxError):
        report_syntax_errors(error)
    else:
        write_stderr(f"{name}: {error}")
    return EXIT_PROBLEMS


def write_program(
    job: ProgramJob, program: ProvenProgram, output: files.Output, options: argparse.Namespace
) -> int:
    """Write a program, or show how it differs, and report on it; return the exit status."""
    if options.diff:
        import difflib  # noqa: PLC0415 - seldom needed

        old = output.read().decode("utf-8", "replace").splitlines()
        new = program.python.splitlines()
        colours = {"+": "green", "-": "red", "@": "cyan"}
        for line in difflib.unified_diff(old, new, job.out, job.out, "now", "new", lineterm=""):
            colour = "bold" if line.startswith(("---", "+++")) else colours.get(line[0])
            write_stdout(paint(line, colour, sys.stdout) if colour else line)
    elif not options.check:
        output.write(program.python.encode())
        if output.path is not None:
            # Names that were kept stay the reader's. The text of the file is on record with
            # --no-cache as well: an older record would take its lines for a reader's.
            store_written(output.path, (program.unnamed or program.python).encode())
    for row in program.report:
        write_stderr(row)
    for remark in program.remarks:
        write_stderr(f"{job.file.shown}: {remark}")
    write_stderr(
        f"{paint('identical', 'green', sys.stderr)}: {format_count(program.size, 'byte')}, "
        f"{format_count(program.kernels, 'kernel')}, "
        f"{format_count(program.instructions, 'instruction')}, {program.seconds:.1f} s"
    )
    return EXIT_OK
