"""How idiomatic the generated Python is, by producer, against goals.

Branches, labels and operators are counted in what `--no-roll` makes, where a line is an
instruction; lines and trivia in the default form.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from benchmarks import corpus, lifting_goals
from benchmarks.file_runs import FileRuns, PtxFile, file_runs
from benchmarks.lifting_goals import Goal, Group
from benchmarks.lifting_laws import FORMS, Proved, check_laws

if TYPE_CHECKING:
    from ptxpy.codegen.census import ProgramCensus

Result = TypeVar("Result")
_REASON = 2000
"""Characters of a reason that are kept."""

_MAXIMA = frozenset({"rolled.deepest", "plain.deepest"})
"""Entries of a group that are the greatest of its files, and not their sum."""

Tally: TypeAlias = Counter[str]
"""What a file holds, and under `rolled.` and `plain.` what its two programs do."""


class Measure(NamedTuple):
    """One number of the table."""

    title: str
    part: str
    whole: str
    """The number that it is a share of; "" for a number by itself."""
    left: tuple[str, str]
    """What `--worst` sorts by, and what is taken away from it."""
    form: str = "plain"
    scale: int = 100

    def of(self, tally: Mapping[str, int], form: str = "") -> float:
        """Return the number."""
        whole = _entry(tally, form or self.form, self.whole) if self.whole else 1
        return self.scale * _entry(tally, form or self.form, self.part) / whole if whole else 0.0

    def shown(self, tally: Mapping[str, int]) -> str:
        """Return the number for a table: three digits of it."""
        value = self.of(tally)
        return f"{value:.1f}" if value >= 10 else f"{value:.2f}"

    def missing(self, tally: Mapping[str, int]) -> int:
        """Return how much of its kind is left."""
        first, second = self.left
        return _entry(tally, self.form, first) - _entry(tally, self.form, second)


MEASURES = {
    "operators": Measure("operators", "lifted", "statements", ("statements", "lifted")),
    "branches_left": Measure("bra left", "bare", "branches", ("bare", "")),
    "labels_written": Measure("labels", "labels", "all_labels", ("labels", "")),
    "per_line": Measure(
        "per line", "instructions", "lines", ("lines", "instructions"), "rolled", 1
    ),
    "trivia": Measure("trivia", "trivia", "source_lines", ("trivia", ""), "rolled"),
    "numbered": Measure("numbered", "numbered", "instructions", ("numbered", ""), "rolled", 1),
    "numbered_targets": Measure(
        "targets", "numbered_targets", "targets", ("numbered_targets", ""), "rolled"
    ),
    "long_margins": Measure("margins", "long_margins", "", ("long_margins", ""), "rolled", 1),
    "block_depth": Measure("depth", "deepest", "", ("deepest", ""), "rolled", 1),
    "named": Measure("named", "named", "registers", ("registers", "named")),
}
"""The numbers of the table; in percent but for instructions per line, numbered tokens each, and the
depth of blocks without loops, the most that are within each other. `targets` is the share of
numbered tokens among the parts of assignments, and `margins` how many are longer than a row's."""
DETAILS = {
    "block_labels_written": Measure("", "block_labels", "all_block_labels", ("", "")),
    "other_labels_written": Measure("", "other_labels", "all_other_labels", ("", "")),
    "per_file_line": Measure("", "instructions", "file_lines", ("", ""), "rolled", 1),
    "lines_per_instruction": Measure("", "file_lines", "instructions", ("", ""), "rolled", 1),
    "lines_with_margins": Measure("", "margins", "file_lines", ("", ""), "rolled"),
    "lines_of_positions": Measure("", "positions", "file_lines", ("", ""), "rolled"),
    "trivia_outside_sections": Measure("", "trivia", "code_lines", ("", ""), "rolled"),
}
"""Further numbers of the report for machines."""


def _entry(tally: Mapping[str, int], form: str, name: str) -> int:
    return tally.get(f"{form}.{name}", tally.get(name, 0))


# --------------------------------------------------------------------------- counting


def count(file: PtxFile) -> Tally | str:
    """Count one file; return the reason when it fails."""
    return _tried(file, tally_of)


def prove(file: PtxFile, *, stripped: bool) -> Tally | str:
    """Check the laws on one file and count its programs; return the reason when one is broken."""
    return _tried(file, lambda source: tally_of(source, check_laws(source, stripped=stripped)))


def _tried(file: PtxFile, function: Callable[[bytes], Result]) -> Result | str:
    """Call a function with a file's bytes in a worker; return the reason when it fails."""
    try:
        return function(file.read())
    except Exception as error:  # noqa: BLE001 - the report names it
        return f"{type(error).__name__}: {str(error)[:_REASON]}"


def tally_of(source: bytes, programs: Mapping[str, str] | None = None) -> Tally:
    """Count what a file and the Python that is made of it hold.

    Args:
        source: The file.
        programs: Its programs by their form in `FORMS`, where they have been made.
    """
    import ptxpy  # noqa: PLC0415 - as above
    from ptxpy.codegen.census import program_of, source_of  # noqa: PLC0415

    module = ptxpy.parse(source)
    tally: Tally = Counter(files=1, bytes=len(source), source_lines=source.count(b"\n"))
    for function in module.functions:
        if function.body is not None:
            held = source_of(function)
            tally["instructions"] += held.instructions
            tally["branches"] += held.branches
            tally["all_labels"] += held.labels
            tally["all_block_labels"] += held.block_labels
            tally["all_other_labels"] += held.labels - held.block_labels
            tally["registers"] += held.registers
    for form, name in (("rolled", "default"), ("plain", "--no-roll")):
        python = programs[name] if programs else ptxpy.to_python(module, roll=FORMS[name][0])
        counted = _program_tally(program_of(python))
        tally.update({f"{form}.{name}": number for name, number in counted.items()})
    return tally


def _program_tally(program: ProgramCensus) -> Tally:
    tally: Tally = Counter(
        lines=program.body_lines,
        file_lines=program.lines,
        code_lines=program.lines - program.section_lines,
        trivia=program.trivia,
        numbered=program.numbered,
        margins=program.margins,
        long_margins=program.long_margins,
        positions=program.positions,
    )
    for function in program.functions:
        tally["statements"] += function.statements
        tally["lifted"] += function.lifted
        tally["named"] += len(function.named)
        tally["targets"] += function.targets
        tally["numbered_targets"] += function.numbered_targets
    for function in program.every():
        tally["bare"] += len(function.bare)
        tally["deepest"] = max(tally["deepest"], function.deepest)
        tally["labels"] += function.labels
        tally["block_labels"] += function.block_labels
        tally["other_labels"] += function.labels - function.block_labels
    return tally


def numbers(tally: Mapping[str, int]) -> dict[str, float]:
    """Return the numbers of the table."""
    return {name: measure.of(tally) for name, measure in MEASURES.items()}


# --------------------------------------------------------------------------- the tool


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    group = parser.add_argument_group("lifting")
    group.add_argument(
        "--gate", action="store_true", help="fail where a number is worse than goal and record"
    )
    group.add_argument(
        "--strict", action="store_true", help="with --gate: fail where a number misses its goal"
    )
    group.add_argument("--bless", action="store_true", help="record the numbers that are no worse")
    group.add_argument("--each", action="store_true", help="a line for each file")
    group.add_argument("--worst", type=int, default=0, metavar="N", help="list the N worst files")
    group.add_argument(
        "--extended", type=Path, metavar="DIR", help="measure this tree of producers' folders"
    )
    group.add_argument(
        "--prove", action="store_true", help="prove each file too: default, --no-roll, --flat"
    )
    group.add_argument(
        "--stripped",
        action="store_true",
        help="with --prove: without margins, only names of registers may differ",
    )
    group.add_argument(
        "--resume",
        action="store_true",
        help="with --prove: leave out what this code has been proved on",
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Count, print, and return the numbers; those that the gate minds are `regressions`."""
    if (options.gate or options.bless) and (options.files or options.extended or options.limit):
        raise SystemExit("run: --gate and --bless are for the whole corpus")
    root = options.extended or corpus.ROOT / "corpus"
    paths = [
        path
        for path in corpus.find(options.files or [root])
        if not options.limit or path.stat().st_size <= options.limit
    ]
    files = {_short(path, root): path for path in paths}
    counted: dict[str, Tally | str] = {}
    with file_runs(options) as runs:
        if options.prove:
            counted.update(_proofs(runs, files, options))
        rest = [name for name in files if name not in counted]
        results = runs.results(count, [files[name] for name in rest])
        counted |= {name: found for name, (_, found) in zip(rest, results, strict=True)}
    counted = {name: counted[name] for name in files}
    failures = [f"{name}: {item}" for name, item in counted.items() if isinstance(item, str)]
    tallies = {name: item for name, item in counted.items() if not isinstance(item, str)}
    groups = lifting_goals.read()
    sums = grouped(tallies, groups)
    _print_table(sums, groups)
    if options.each:
        _print_table(tallies, {})
    _print_worst(tallies, options.worst)
    print(f"{len(failures)} files failed")
    for failure in failures[:20]:
        print(f"    {failure}")
    measured = {name: numbers(tally) for name, tally in sums.items()}
    if options.bless and not failures:
        groups = lifting_goals.blessed(groups, measured)
        lifting_goals.write(groups)
    gate = lifting_goals.required(groups) if options.strict else groups
    regressions = [*lifting_goals.worse(gate, measured), *failures] if options.gate else []
    for line in regressions:
        print(f"worse: {line}")
    return {
        "producers": {name: _report(tally) for name, tally in sums.items()},
        "files": {name: _report(tally) for name, tally in tallies.items()} if options.each else {},
        "failed": failures,
        "regressions": regressions,
    }


def _proofs(
    runs: FileRuns, files: Mapping[str, Path], options: argparse.Namespace
) -> Iterator[tuple[str, Tally | str]]:
    """Prove files, a producer after another; yield what they hold, or which law is broken.

    Files that are known to be proved are left out.
    """
    proved = Proved(stripped=options.stripped, resume=options.resume)
    by_producer: dict[str, list[str]] = defaultdict(list)
    for name in files:
        by_producer[_producer(name)].append(name)
    for producer, names in by_producer.items():
        left = [name for name in names if not proved.has(files[name])]
        function = partial(prove, stripped=options.stripped)
        failed = 0
        results = runs.results(function, [files[name] for name in left])
        for name, (_, found) in zip(left, results, strict=True):
            if isinstance(found, str):
                failed += 1
            else:
                proved.add(files[name])
            yield name, found
        known = f", {len(names) - len(left)} of them before" if len(left) < len(names) else ""
        print(f"{producer}: {len(names) - failed} of {len(names)} proved{known}", flush=True)


def _producer(name: str) -> str:
    return name.split("/", maxsplit=1)[0] if "/" in name else "other"


def _short(path: Path, root: Path) -> str:
    """Return a file's name inside the tree that is measured, or as the corpus has it."""
    if path.resolve().is_relative_to(root.resolve()):
        return path.resolve().relative_to(root.resolve()).as_posix()
    return corpus.short(path)


def grouped(tallies: Mapping[str, Tally], groups: Mapping[str, Group]) -> dict[str, Tally]:
    """Sum files up by producer, and by the groups that name them."""
    sums: dict[str, Tally] = defaultdict(Counter)
    for name, tally in tallies.items():
        named = [group for group, item in groups.items() if item.has(name)]
        for group in (_producer(name), *named):
            maxima = {key: max(tally[key], sums[group][key]) for key in _MAXIMA & tally.keys()}
            sums[group].update(tally)
            for key, value in maxima.items():
                sums[group][key] = value
    order = {name: index for index, name in enumerate(groups)}
    return dict(sorted(sums.items(), key=lambda item: (order.get(item[0], len(order)), item[0])))


def _report(tally: Mapping[str, int]) -> dict[str, Any]:
    every = {**MEASURES, **DETAILS}
    found = {name: round(measure.of(tally), 4) for name, measure in every.items()}
    forms = {
        form: {name: round(measure.of(tally, form), 4) for name, measure in every.items()}
        for form in ("rolled", "plain")
    }
    return {**found, "forms": forms, "counts": dict(sorted(tally.items()))}


# --------------------------------------------------------------------------- the tables


def _print_table(rows: Mapping[str, Tally], groups: Mapping[str, Group]) -> None:
    """Print a row for each group or file; a star marks a goal that is not met."""
    width = max([12, *map(len, rows)])
    room = 10 if groups else 0
    titles = " ".join(f"{measure.title:>9}{'':{room}}" for measure in MEASURES.values())
    print(f"{'':{width}} {'files':>5} {'instr.':>9} {titles}".rstrip())
    for name, tally in rows.items():
        goals = groups[name].goals if name in groups else {}
        cells = " ".join(
            f"{measure.shown(tally):>9}{_mark(measure, tally, goals.get(number)):{room}}"
            for number, measure in MEASURES.items()
        )
        row = f"{name:{width}} {tally['files']:>5} {tally['instructions']:>9,} {cells}"
        print(row.rstrip())
    print()


def _mark(measure: Measure, tally: Tally, goal: Goal | None) -> str:
    """Return a goal, with a star before it where it is not met."""
    if goal is None:
        return ""
    return f"{' ' if goal.is_met(measure.of(tally)) else '*'}({goal})"


def _print_worst(tallies: Mapping[str, Tally], most: int) -> None:
    """Print for each number the files that have most of what is left."""
    for measure in MEASURES.values() if most else ():
        print(f"most left: {measure.title}")
        found = sorted(tallies.items(), key=lambda item: -measure.missing(item[1]))
        for name, tally in found[:most]:
            print(f"    {measure.missing(tally):>7,} {measure.shown(tally):>8}  {name}")
