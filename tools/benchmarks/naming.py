"""How many registers get a real name, by producer and by rule.

A mention is a register that an instruction or call outside inline assembly names, or one that a
block of inline assembly takes from outside, once a block.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from benchmarks import corpus
from benchmarks.file_runs import PtxFile, file_runs

if TYPE_CHECKING:
    from ptxpy.naming import Facts, Suggestions

Tally: TypeAlias = Counter[str]
"""`mentions` and `named`, the same of registers that are read several times (`reused`), under
`rule.` and `registers.` what each rule names, and under `left.` what is left."""


def count(file: PtxFile, without: Sequence[str] = ()) -> Tally:
    """Count the registers of one file."""
    import ptxpy  # noqa: PLC0415 - in the worker
    from ptxpy.naming import Facts, context_of, suggest  # noqa: PLC0415

    module = ptxpy.parse(file.read())
    tally: Tally = Counter(files=1)
    contexts = context_of(module)
    for function in module.functions:
        if function.body is not None:
            context = contexts[function.name.name]._replace(without=frozenset(without))
            tally.update(_tally(Facts(function, context), suggest(function, context)))
    return tally


def _tally(facts: Facts, suggestions: Suggestions) -> Tally:
    rules = {name: found.rule for name, found in suggestions.names.items()}
    rules |= {name: run.rule for run in suggestions.runs for name in run.registers}
    tally: Tally = Counter()
    mentions = Counter(_mentions(facts))
    for register, number in mentions.items():
        name = facts.table.names[register]
        rule = rules.get(name) if facts.table.levels[register] == 0 else None
        reused = len(facts.uses[register]) > 1
        tally["mentions"] += number
        tally["reused"] += number * reused
        tally["registers"] += 1
        if rule is None:
            tally[f"left.{_pattern(facts, register)}"] += number
            continue
        tally["named"] += number
        tally["reused named"] += number * reused
        tally["registers named"] += 1
        tally[f"rule.{rule}"] += number
        tally[f"registers.{rule}"] += 1
    return tally


def _mentions(facts: Facts) -> Iterator[int]:
    """Yield the registers that are mentioned, as often as they are."""
    taken: set[tuple[int, int]] = set()
    for index, access in enumerate(facts.accesses):
        block = facts.blocks[index]
        for register in (*access.reads, *access.writes):
            if block < 0:
                yield register
            elif facts.table.levels[register] == 0 and (block, register) not in taken:
                taken.add((block, register))
                yield register


def _pattern(facts: Facts, register: int) -> str:
    """Return how an unnamed register is written and first read, to find what is worth a rule."""
    written = [_opcode(facts, index) for index in facts.definitions[register]]
    read = [_opcode(facts, index) for index in facts.uses[register]]
    first = " / ".join(dict.fromkeys(written)) or "nothing"
    return f"{first[:60]} -> {', '.join(dict.fromkeys(read[:2]))[:60]}"


def _opcode(facts: Facts, index: int) -> str:
    statement = facts.code.statements[index]
    opcode = getattr(statement, "opcode", "call")
    where = "asm " if facts.in_assembly(index) else ""
    return where + opcode + "".join(statement.modifiers[:2])


# --------------------------------------------------------------------------- the tool


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    group = parser.add_argument_group("names")
    group.add_argument(
        "--without-rule", nargs="+", default=[], metavar="RULE", help="leave naming rules out"
    )


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Count, print and return the numbers."""
    paths = corpus.find(options.files or [corpus.ROOT / "corpus"])
    with file_runs(options) as runs:
        results = [*runs.results(partial(count, without=options.without_rule), paths)]
    sums: dict[str, Tally] = defaultdict(Counter)
    for path, tally in results:
        if isinstance(tally, str):
            raise SystemExit(f"{path}: {tally}")
        for name in (corpus.producer(path), "all"):
            sums[name].update(tally)
    order = sorted(sums, key=lambda name: (name == "all", name))
    _print_shares({name: sums[name] for name in order})
    _print_rules({name: sums[name] for name in order})
    if options.worst:
        for name in order:
            _print_left(name, sums[name], options.worst)
    return {name: dict(sorted(sums[name].items())) for name in order}


def _share(tally: Tally, part: str, whole: str) -> str:
    return f"{100 * tally[part] / max(1, tally[whole]):.1f}"


def _print_shares(sums: Mapping[str, Tally]) -> None:
    print(
        f"{'':12} {'files':>5} {'mentions':>9} {'named %':>8} {'reused %':>9} {'registers %':>12}"
    )
    for name, tally in sums.items():
        cells = (
            f"{_share(tally, 'named', 'mentions'):>8} "
            f"{_share(tally, 'reused named', 'reused'):>9} "
            f"{_share(tally, 'registers named', 'registers'):>12}"
        )
        print(f"{name:12} {tally['files']:>5} {tally['mentions']:>9,} {cells}")
    print()


def _print_rules(sums: Mapping[str, Tally]) -> None:
    """Print the mentions that each rule names, in % of all."""
    rules = sorted(
        (key for key in sums["all"] if key.startswith("rule.")), key=lambda key: -sums["all"][key]
    )
    print(f"{'':16} " + " ".join(f"{name[:8]:>8}" for name in sums))
    for key in rules:
        cells = " ".join(f"{_share(tally, key, 'mentions'):>8}" for tally in sums.values())
        print(f"{key.removeprefix('rule.'):16} {cells}")
    print()


def _print_left(name: str, tally: Tally, most: int) -> None:
    print(f"{name}: what has no name, in % of mentions")
    left = Counter({key: number for key, number in tally.items() if key.startswith("left.")})
    for key, _ in left.most_common(most):
        print(f"    {_share(tally, key, 'mentions'):>5}  {key.removeprefix('left.')}")
