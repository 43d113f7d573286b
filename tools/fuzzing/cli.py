"""The command line of `tools/fuzz`."""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from fuzzing.cases import KINDS, Finding, Outcome
from fuzzing.runner import minimise_finding, run, run_alone
from ptxpy._counts import format_count

SECONDS_OF_A_DAY = 86_400

MAX_SAVED_PER_CAUSE = 20
"""Findings of one cause that are saved."""

MAX_MINIMISED_PER_CAUSE = 2
"""Findings of one cause that are minimised, which takes seconds for each."""

MAX_PRINTED_PER_CAUSE = 5
"""Findings of one cause that are printed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool; return the exit status."""
    options = _parser().parse_args(arguments)
    alone = options.case is not None
    report = _Report(1 if alone else options.cases, options.seed, options.keep)
    started = time.monotonic()
    chosen = (options.kind, options.seed, options.cases, options.jobs, options.seconds)
    for outcome in run_alone(*chosen[:2], options.case) if alone else run(*chosen):
        report.add(outcome)
        report.progress(time.monotonic() - started)
    report.summary(time.monotonic() - started)
    return 1 if report.alike else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fuzz",
        description="Search for PTX that is not reproduced; the same seed gives the same cases.",
        epilog="example: tools/fuzz --kind mutation --cases 5000 --seed 7 --keep findings",
    )
    parser.add_argument("--cases", type=_positive, default=20_000, metavar="N", help="how many")
    parser.add_argument(
        "--seconds",
        type=_positive,
        default=math.inf,
        metavar="T",
        help="begin no hundred cases after this time, though there are more",
    )
    parser.add_argument(
        "--seed",
        type=_seed,
        default=1,
        metavar="S",
        help="which ones: a number, or `today` for the number of the day, which is printed",
    )
    parser.add_argument(
        "--case",
        type=int,
        metavar="N",
        help="run the case of this number alone: a finding once more",
    )
    parser.add_argument(
        "--kind",
        choices=(*KINDS, "all"),
        default="all",
        help="grammar: random modules; mutation: damaged ones; respace: other white space and "
        "comments; edit: lines of generated Python changed; rewrite: blocks and lines put in, "
        "deleted, doubled; meaning: random kernels against what their Python says",
    )
    parser.add_argument(
        "-j", "--jobs", type=_positive, default=os.cpu_count() or 1, metavar="N", help="processes"
    )
    parser.add_argument(
        "--keep",
        type=Path,
        default=Path(".cache/fuzz"),
        metavar="DIR",
        help="folder for findings (default: %(default)s)",
    )
    return parser


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def _seed(text: str) -> int:
    # The same day has the same cases, so that a change and the state before it can be compared.
    return int(time.time() // SECONDS_OF_A_DAY) if text == "today" else int(text)


class _Report:
    """Counts, saves and prints findings."""

    def __init__(self, total: int, seed: int, keep: Path) -> None:
        self.total = total
        self.seed = seed
        self.keep = keep
        self.done = 0
        self.accepted: Counter[str] = Counter()
        self.cases: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.alike: dict[tuple[str, str, str], list[Finding]] = {}
        self.counts: Counter[tuple[str, str, str]] = Counter()
        self.shown = 0.0
        self.terminal = sys.stderr.isatty()

    def add(self, outcome: Outcome) -> None:
        """Count an outcome; save its finding."""
        self.done += 1
        kind = outcome.case.kind
        self.cases[kind] += 1
        self.accepted[kind] += outcome.accepted
        finding = outcome.finding
        if finding is None:
            return
        self.found[kind] += 1
        self.counts[finding.signature] += 1
        saved = self.alike.setdefault(finding.signature, [])
        if len(saved) < MAX_SAVED_PER_CAUSE:
            if len(saved) < MAX_MINIMISED_PER_CAUSE:
                finding = minimise_finding(finding)
            saved.append(finding)
            save(finding, self.keep)

    def progress(self, seconds: float) -> None:
        """Show the progress on a terminal, at intervals."""
        if not self.terminal or seconds < self.shown + 0.2:
            return
        self.shown = seconds
        rate = self.done / seconds
        text = f"{self.done:,} of {self.total:,} cases, {rate:.0f} a second"
        print(
            f"\r{text}, {sum(self.found.values())} findings ", end="", file=sys.stderr, flush=True
        )

    def summary(self, seconds: float) -> None:
        """Print the table of outcomes, and the findings."""
        if self.terminal:
            print("\r\x1b[K", end="", file=sys.stderr)
        print(f"{'kind':10}{'cases':>10}{'accepted':>10}{'rejected':>10}{'findings':>10}")
        for kind in KINDS:
            if self.cases[kind]:
                rejected = self.cases[kind] - self.accepted[kind] - self.found[kind]
                numbers = (self.cases[kind], self.accepted[kind], rejected, self.found[kind])
                print(f"{kind:10}" + "".join(f"{number:10,}" for number in numbers))
        cases = format_count(self.done, "case")
        findings = format_count(sum(self.found.values()), "finding")
        print(f"{cases} of seed {self.seed} in {seconds:.0f} s, {findings}")
        for signature, saved in self.alike.items():
            kind, law, _ = signature
            print(f"\n{kind}: it does not hold that {law} ({self.counts[signature]} times)")
            for finding in saved[:MAX_PRINTED_PER_CAUSE]:
                print(f"    {path_of(finding, self.keep)}: {finding.detail.splitlines()[0]}")
                case = finding.case
                again = f"--kind {case.kind} --seed {case.seed} --case {case.number}"
                print(f"        again: tools/fuzz {again}")


def path_of(finding: Finding, folder: Path) -> Path:
    """Return the folder for a finding."""
    case = finding.case
    return folder / f"{case.kind}-{case.seed}-{case.number}.ptx"


def save(finding: Finding, folder: Path) -> None:
    """Write the text of a finding, the minimised text if there is one, and the details."""
    folder.mkdir(parents=True, exist_ok=True)
    path = path_of(finding, folder)
    path.write_bytes(finding.source)
    said = f"{finding.case}\nIt does not hold that {finding.law}.\n{finding.detail}\n"
    path.with_suffix(".txt").write_text(said, encoding="utf-8", errors="backslashreplace")
    if finding.smaller not in (b"", finding.source):
        path.with_suffix(".small.ptx").write_bytes(finding.smaller)
    if finding.python:
        path.with_suffix(".py").write_text(
            finding.python, encoding="utf-8", errors="backslashreplace"
        )
