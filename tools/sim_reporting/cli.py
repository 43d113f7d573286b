"""`tools/sim_coverage`: how much of the instruction table and of files the simulator runs."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from ptxpy.ir import nodes as n
from ptxpy.sim.code import Pieces
from ptxpy.sim.program import Program
from ptxpy.syntax import parse
from sim_reporting.forms import APART, Verdict, targets_up_to, verdicts


def main(arguments: list[str] | None = None) -> int:
    """Run the command; exit 1 when less is supported than is required."""
    options = _options(arguments)
    if options.files:
        share = _files(map(Path, options.files), options)
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
        "--target", default="sm_89", help="the newest architecture that counts (default: sm_89)"
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


def _files(paths: map[Path], options: argparse.Namespace) -> float:
    """Print how many statements of files are run; return their share."""
    limit = targets_up_to(options.target)[0].number
    total = 0
    reasons: Counter[str] = Counter()
    examples: dict[str, Path] = {}
    read = 0
    for path in paths:
        module = parse(path.read_bytes())
        named = [item.names[0] for item in module.body if type(item) is n.Target]
        if any(int("".join(filter(str.isdigit, name)) or 0) > limit for name in named):
            continue
        read += 1
        program = Program(module)
        pieces = Pieces(program)
        for routine in program.routines.values():
            total += sum(type(each) in (n.Instruction, n.Call) for each in routine.code.statements)
            for unsupported in pieces.missing(routine):
                reasons[unsupported.reason] += 1
                examples.setdefault(unsupported.reason, path)
    missing = reasons.total()
    if options.list:
        for reason, number in reasons.most_common():
            print(f"{number:>6}  {reason}  ({examples[reason]})")
    share = 1 - missing / max(1, total)
    print(f"{total - missing} / {total} statements of {read} files up to {options.target}")
    return share
