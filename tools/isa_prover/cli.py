"""`tools/prove_isa`: probes of the table, judged by ptxas and by ptxpy, and compared."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from isa_prover import corpus, judging, oracle
from isa_prover.assembler import find_ptxas
from isa_prover.probes import Probe, probes
from isa_prover.quirks import quirk_of
from isa_prover.report import write_table
from ptxpy.executors import in_order, map_unordered, open_executor
from ptxpy.isa.notation import Form
from ptxpy.isa.table import entries

BATCH = 800
UNPROBED = ("call",)
"""Its statement has a node of its own, to which the table is not applied."""


class Judgement(NamedTuple):
    """A probe with both verdicts, each a message or nothing."""

    probe: Probe
    ptxas: str
    table: str
    quirk: str

    @property
    def agrees(self) -> bool:
        """Whether both accept it, or neither does."""
        return bool(self.ptxas) == bool(self.table)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 1 if the agreement is below the required share."""
    options = _options(arguments)
    if options.corpus:
        return corpus.report(map(Path, options.corpus))
    names = options.names
    opcodes = sorted({name.partition(".")[0] for name in names}) or _all()
    started = time.perf_counter()
    made = [
        probe
        for opcode in opcodes
        if opcode not in UNPROBED
        for entry in entries(opcode)
        if not names or any(name in (entry.name, opcode) for name in names)
        for form in entry.forms
        for probe in _sample(form_probes(form, options), options)
    ]
    ptxas = Path(options.ptxas) if options.ptxas else find_ptxas()
    how = _How(ptxas, assemble=not options.front_end, rules=options.rules)
    judged = list(_judge(made, how, options.jobs))
    seconds = time.perf_counter() - started
    return _report(judged, options, seconds)


def form_probes(form: Form, options: argparse.Namespace) -> Iterator[Probe]:
    """Yield the probes of a form; the seed and the form's syntax decide on them."""
    seed = f"{options.seed} {form.syntax} {form.constraints} {form.classes}"
    seeded = random.Random(seed)  # noqa: S311 - probes, no secrets
    yield from probes(form, seeded, options.valid, options.near)


def _sample(made: Iterable[Probe], options: argparse.Namespace) -> Iterator[Probe]:
    chooser = random.Random(options.seed)  # noqa: S311 - probes, no secrets
    return (probe for probe in made if options.share >= 1 or chooser.random() < options.share)


def _all() -> list[str]:
    from ptxpy.isa.table import all_opcodes  # noqa: PLC0415 - only a full run needs the list

    return [*all_opcodes()]


class _How(NamedTuple):
    """How to ask both sides."""

    ptxas: Path
    assemble: bool
    """Whether probes that the front end of ptxas accepts are also assembled."""
    rules: bool
    """Whether all rules of `ptxpy check` are asked, and not the table alone."""


def _judge(made: list[Probe], how: _How, jobs: int) -> Iterator[Judgement]:
    groups: dict[tuple[str, str], list[Probe]] = {}
    for probe in made:
        groups.setdefault((probe.version, probe.target), []).append(probe)
    batches = [
        group[start : start + BATCH]
        for group in groups.values()
        for start in range(0, len(group), BATCH)
    ]
    tasks = [(batch, how) for batch in sorted(batches, key=len, reverse=True)]
    with open_executor("processes", jobs) as executor:
        for outcome in in_order(map_unordered(executor, _judge_batch, tasks)):
            yield from outcome.value()


def _judge_batch(task: tuple[list[Probe], _How]) -> list[Judgement]:
    batch, how = task
    version, target = batch[0].version, batch[0].target
    statements = [probe.statement for probe in batch]
    code = how.assemble and tuple(map(int, version.split("."))) >= (9, 0) and _is_built(target)
    said = oracle.judge(how.ptxas, version, target, statements, assemble=code)
    ours = judging.judge(version, target, statements, rules=how.rules)
    for index, (theirs, own) in enumerate(zip(said, ours, strict=True)):
        if bool(theirs) != bool(own) and len(batch) > 1:
            # An error can change what ptxas says of statements after it, or stand on their lines.
            (said[index],) = oracle.judge(
                how.ptxas, version, target, [statements[index]], assemble=code
            )
    return [
        Judgement(probe, theirs, own, quirk_of(probe, theirs, own))
        for probe, theirs, own in zip(batch, said, ours, strict=True)
    ]


def _is_built(target: str) -> bool:
    return oracle.architecture(target) == target


def _report(judged: list[Judgement], options: argparse.Namespace, seconds: float) -> int:
    wrong = [item for item in judged if not item.agrees and not item.quirk]
    known = [item for item in judged if not item.agrees and item.quirk]
    if options.json:
        print(json.dumps([_as_json(item) for item in (*wrong, *known)], indent=1))
    else:
        for item in _one_a_reason(wrong)[: options.show]:
            print(f"{item.probe.sort:9}{item.probe.version:5}{item.probe.target:9}", end="")
            print(item.probe.statement)
            print(f"    ptxas: {item.ptxas or 'accepts'}")
            print(f"    table: {item.table or 'accepts'}")
    if options.table:
        write_table(judged, Path(options.table))
    accepted = sum(not item.ptxas for item in judged)
    agreement = 100 * (1 - len(wrong + known) / max(1, len(judged)))
    weak = _weak(judged, whole=options.share >= 1)
    print(
        f"{len(judged):,} probes ({accepted:,} accepted by ptxas): "
        f"{len(wrong):,} disagreements without a known reason, {len(known):,} with one; "
        f"agreement {agreement:.2f} %, {seconds:.0f} s",
        file=sys.stderr,
    )
    refused = len(judged) - accepted
    caught = sum(bool(item.ptxas and item.table) for item in judged)
    print(
        f"of {refused:,} that ptxas refuses {caught:,} are refused here, "
        f"{100 * caught / max(1, refused):.2f} %; "
        f"of {accepted:,} that it accepts {sum(bool(not i.ptxas and i.table) for i in judged):,}",
        file=sys.stderr,
    )
    for opcode, share in weak:
        print(f"below 97 %: {opcode} {share:.1f} %", file=sys.stderr)
    return int(agreement < options.require or bool(weak))


def _weak(judged: list[Judgement], *, whole: bool) -> list[tuple[str, float]]:
    """Return the opcodes with more than 20 probes of which less than 97 % agree.

    In a sample, where one probe weighs much, disagreements with a known reason do not count.
    """
    total = Counter(item.probe.form.opcode for item in judged)
    wrong = Counter(
        item.probe.form.opcode for item in judged if not item.agrees and (whole or not item.quirk)
    )
    return [
        (opcode, 100 * (1 - wrong[opcode] / count))
        for opcode, count in sorted(total.items())
        if count > 20 and wrong[opcode] > 0.03 * count
    ]


def _one_a_reason(wrong: list[Judgement]) -> list[Judgement]:
    """Return disagreements, those of a new form or reason before more of the same."""
    seen: Counter[tuple[str, str, str]] = Counter()
    ranked: list[tuple[int, int, Judgement]] = []
    for item in wrong:
        key = (item.probe.form.syntax, item.ptxas[:40], item.table[-40:])
        seen[key] += 1
        ranked.append((seen[key], len(ranked), item))
    return [item for _, _, item in sorted(ranked, key=lambda entry: entry[:2])]


def _as_json(item: Judgement) -> dict[str, str]:
    return {
        "statement": item.probe.statement,
        "form": item.probe.form.syntax,
        "sort": item.probe.sort,
        "version": item.probe.version,
        "target": item.probe.target,
        "ptxas": item.ptxas,
        "table": item.table,
        "quirk": item.quirk,
    }


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="prove_isa",
        description="Compare the instruction table with ptxas, on probes made from its forms.",
        epilog="example: tools/prove_isa mma wgmma.mma_async --seed 3",
    )
    parser.add_argument("names", nargs="*", help="opcodes or dotted names (default: all)")
    parser.add_argument(
        "--corpus", nargs="+", metavar="PATH", help="count what the table refuses in PTX files"
    )
    parser.add_argument("--seed", type=int, default=1, help="which probes (default 1)")
    parser.add_argument("--valid", type=int, default=24, help="valid probes a form, at least")
    parser.add_argument("--near", type=int, default=36, help="near-misses a form")
    parser.add_argument("--share", type=float, default=1, help="share of the probes to ask")
    parser.add_argument("--front-end", action="store_true", help="do not assemble what passes")
    parser.add_argument(
        "--rules", action="store_true", help="ask all rules of `ptxpy check`, not the table alone"
    )
    parser.add_argument("--require", type=float, default=99.5, help="agreement asked for, in %%")
    parser.add_argument("--show", type=int, default=20, help="disagreements to print")
    parser.add_argument("--json", action="store_true", help="print disagreements as JSON")
    parser.add_argument("--table", help="file for the agreement of each opcode")
    parser.add_argument("--ptxas", help="the assembler (default: that of a pinned wheel)")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="processes")
    return parser.parse_args(arguments)
