"""`tools/sim_coverage`: how much of the instruction table and of files the simulator runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from sim_reporting.files import count_files
from sim_reporting.forms import APART, Verdict, targets_up_to, verdicts
from sim_reporting.readme import README, replaced, table


def main(arguments: list[str] | None = None) -> int:
    """Run the command; exit 1 when less is supported than is required."""
    options = _options(arguments)
    if options.readme:
        return _readme(check=options.check)
    if options.files:
        share = _files([*map(Path, options.files)], options)
    else:
        share = _table(
            [*verdicts(options.target, options.probes, frozenset(options.only))], options
        )
    if share < options.require:
        print(f"{share:.2%} is less than the {options.require:.2%} that is required")
        return 1
    return 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="sim_coverage",
        description="Say which forms of the instruction table the simulator has code for, "
        "or which statements of files.",
    )
    parser.add_argument("files", nargs="*", help="PTX files; without them the instruction table")
    parser.add_argument(
        "--target", default="sm_121a", help="the newest architecture that counts (default: sm_121a)"
    )
    parser.add_argument("--only", action="append", default=[], help="an opcode of the table")
    parser.add_argument(
        "--probes", type=int, default=8, help="instructions of each form, at least (default: 8)"
    )
    parser.add_argument(
        "--list", action="store_true", help="show the forms or statements that are not run"
    )
    parser.add_argument(
        "--require",
        type=float,
        default=0.0,
        help="the share of instructions or statements below which the exit status is 1",
    )
    parser.add_argument(
        "--readme",
        action="store_true",
        help="write the table of the corpus kernels that are simulated to the simulator's guide",
    )
    parser.add_argument(
        "--check", action="store_true", help="with --readme, exit 1 when the table is stale"
    )
    return parser.parse_args(arguments)


def _table(found: list[Verdict], options: argparse.Namespace) -> float:
    """Print how many forms of each chapter are run; return the share of the instructions asked."""
    forms: dict[str, list[Verdict]] = {}
    for verdict in found:
        forms.setdefault(verdict.chapter, []).append(verdict)
    if options.list:
        for verdict in found:
            if verdict.refused:
                statement, reason = verdict.refused[0]
                number = f"{len(verdict.refused)} of {verdict.asked}"
                print(f"{verdict.form.syntax}\n    {number}: {statement}\n    {reason}")
    print(f"{'chapter':<12}{'run':>6}{'in part':>9}{'not':>6}{'all':>6}")
    for chapter, those in [*sorted(forms.items()), ("all", found)]:
        run = sum(not each.refused for each in those)
        none = sum(len(each.refused) == each.asked for each in those)
        print(f"{chapter:<12}{run:>6}{len(those) - run - none:>9}{none:>6}{len(those):>6}")
    print(f"without {', '.join(APART)}; of the instructions asked ", end="")
    asked = sum(verdict.asked for verdict in found)
    share = 1 - sum(len(verdict.refused) for verdict in found) / max(1, asked)
    print(f"{share:.2%} are run")
    return share


def _files(paths: list[Path], options: argparse.Namespace) -> float:
    """Print how many statements of files are run; return their share."""
    found = count_files(paths, targets_up_to(options.target)[0].number)
    if options.list:
        for reason, number in found.reasons.most_common():
            print(f"{number:>6}  {reason}  ({found.examples[reason]})")
    run = found.statements - found.missing
    print(f"{run} / {found.statements} statements of {found.files} files up to {options.target}")
    print(f"{found.whole} / {found.kernels} kernels are run as a whole")
    return run / max(1, found.statements)


def _readme(*, check: bool) -> int:
    """Write the table of the guide, or check that it is up to date."""
    text = README.read_text(encoding="utf-8")
    made = replaced(text, table())
    if check:
        if made != text:
            print(f"{README} is stale: run tools/sim_coverage --readme")
        return int(made != text)
    README.write_text(made, encoding="utf-8")
    return 0
