"""Which statements of PTX files the simulator has code for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.loaded_module import reachable_routines
from ptxpy.sim.pieces import Program
from ptxpy.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ptxpy.sim.pieces import Routine

__all__ = ["Count", "count_files"]


@dataclass
class Count:
    """Statements of files: instructions and calls."""

    files: int = 0
    kernels: int = 0
    whole: int = 0
    """Kernels of which, and of all functions that they reach, everything is run."""
    statements: int = 0
    elsewhere: int = 0
    """Calls of functions without a body, which are to be linked from other modules."""
    reasons: Counter[str] = field(default_factory=Counter)
    """The reasons why statements are not simulated, with counts, including `elsewhere`."""
    examples: dict[str, Path] = field(default_factory=dict)
    """A file for each reason."""

    def add(self, other: Count) -> None:
        """Add the statements of other files."""
        self.files += other.files
        self.kernels += other.kernels
        self.whole += other.whole
        self.statements += other.statements
        self.elsewhere += other.elsewhere
        self.reasons += other.reasons

    @property
    def missing(self) -> int:
        """How many are not run."""
        return self.reasons.total()


def count_files(paths: Iterable[Path], newest: int) -> Count:
    """Count the statements of those files whose targets are up to an architecture: 89."""
    found = Count()
    for path in paths:
        module = parse(path.read_bytes())
        named = [item.names[0] for item in module.body if type(item) is n.Target]
        if any(int("".join(filter(str.isdigit, name)) or 0) > newest for name in named):
            continue
        found.files += 1
        program = Program(module)
        pieces = CompiledPieces(program)
        refused = {
            routine.name
            for routine in program.routines.values()
            if _count_routine(found, program, pieces, routine, path)
        }
        for routine in program.routines.values():
            if routine.is_kernel:
                found.kernels += 1
                names = {each.name for each in reachable_routines(program, routine.name)}
                found.whole += refused.isdisjoint(names)
    return found


def _count_routine(
    found: Count, program: Program, pieces: CompiledPieces, routine: Routine, path: Path
) -> bool:
    """Count the statements of a function; return whether some are not run."""
    statements = dict(zip(routine.code.ordinals, routine.code.statements, strict=True))
    found.statements += sum(type(each) in (n.Instruction, n.Call) for each in statements.values())
    missing = pieces.find_unsupported(routine)
    for unsupported in missing:
        found.reasons[unsupported.reason] += 1
        found.examples.setdefault(unsupported.reason, path)
        statement = statements[unsupported.ordinal]
        if type(statement) is n.Call and type(statement.target) is n.Symbol:
            found.elsewhere += program.routine(statement.target.name) is None
    return bool(missing)
