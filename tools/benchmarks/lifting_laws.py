"""The laws of imported Python, a file at a time: it comes back, and margins are names alone.

A program is made of each file in three forms, run, and what it emits compared with the file, byte
for byte. Then every margin is deleted, and what that program emits is compared as `ptxpy diff
--debug-info` does: only the names of registers and their declarations may differ.

What has been proved is kept, by the file and by the code of ptxpy, so that a run that was
interrupted goes on where it stopped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.corpus import CACHE, ROOT

if TYPE_CHECKING:
    from ptxpy.compare import ModuleDiff
    from ptxpy.ir import Module

FORMS = {"default": (True, False), "--no-roll": (False, False), "--flat": (False, True)}
"""The forms that are proved: whether to roll, and whether to lift nothing."""

_SHOWN = 12
"""Lines of a difference that are shown."""
_FOLDER = CACHE / "proved"


class BrokenLawError(Exception):
    """A file for which a law does not hold: the form of its program, and what is wrong."""


def check_laws(source: bytes, *, stripped: bool) -> dict[str, str]:
    """Prove a file in every form, and with `stripped` that its margins are names alone.

    Returns the program in each form.
    """
    import ptxpy  # noqa: PLC0415 - in the worker

    programs = {}
    for form, (roll, flat) in FORMS.items():
        try:
            proof = ptxpy.prove(source, roll=roll, flat=flat)
        except ptxpy.PtxSyntaxError:
            raise
        except Exception as error:
            raise BrokenLawError(f"{form}: {type(error).__name__}: {error}") from error
        if stripped:
            _check_stripped(form, proof.module, proof.python)
        programs[form] = proof.python
    return programs


def _check_stripped(form: str, module: Module, python: str) -> None:
    """Compare a module with what its program without margins emits."""
    from ptxpy.codegen.proof import restricted_namespace  # noqa: PLC0415 - in the worker
    from ptxpy.compare import compare  # noqa: PLC0415
    from ptxpy.dsl.margins.logical_lines import strip_margins  # noqa: PLC0415
    from ptxpy.dsl.programs.exec_program import run_program  # noqa: PLC0415

    bare = strip_margins(python)
    if bare == python:
        return
    try:
        traced = run_program(bare, "<stripped>", restricted_namespace())
    except Exception as error:
        raise BrokenLawError(f"{form}, stripped: {type(error).__name__}: {error}") from error
    diff = compare(module, traced, context=1, debug=True)
    if not diff.equal:
        shown = "; ".join(_shown(diff))
        raise BrokenLawError(f"{form}, stripped: {shown}")


def _shown(diff: ModuleDiff) -> Iterator[str]:
    """Yield the first lines of a difference."""
    for named in (*diff.only_a, *diff.only_b):
        yield f"{named.name} has no counterpart"
    lines = [*diff.declarations]
    for function in diff.functions:
        for hunk in function.hunks:
            lines.extend(hunk.lines)
    for line in lines[:_SHOWN]:
        yield f"{line.sign}{line.text.strip()} (line {line.a or line.b})"


# --------------------------------------------------------------------------- what is known


class Proved:
    """The files that the same code has been proved on before, kept in a file of this checkout."""

    def __init__(self, *, stripped: bool, resume: bool) -> None:
        """Read what is known, or forget it unless a run is resumed."""
        self.path = _FOLDER / f"{code_digest()[:32]}{'-stripped' if stripped else ''}.txt"
        if not resume:
            self.path.unlink(missing_ok=True)
        known = self.path.read_text(encoding="ascii").split() if self.path.is_file() else ()
        self.known = frozenset(known)

    def has(self, path: Path) -> bool:
        """Whether a file has been proved."""
        return bool(self.known) and _digest([path]) in self.known

    def add(self, path: Path) -> None:
        """Keep that a file has been proved."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="ascii") as kept:
            kept.write(f"{_digest([path])}\n")


@cache
def code_digest() -> str:
    """Return a digest of the package's code and data."""
    files = (path for path in (ROOT / "ptxpy").rglob("*") if path.is_file())
    return _digest(sorted(path for path in files if path.suffix != ".pyc"))


def _digest(paths: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()
