"""The command line of `.ci/run`."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from collections.abc import Sequence

from checks.schedule import Result, run
from checks.steps import all_steps

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the steps; returns the exit status."""
    options = _parser().parse_args(arguments)
    steps = all_steps(options.cores)
    unknown = sorted(set(options.names) - {step.name for step in steps})
    if unknown:
        print(f".ci/run: no such step: {', '.join(unknown)}", file=sys.stderr)
        return 2
    chosen = [step for step in steps if not options.names or step.name in options.names]
    if options.list:
        for step in chosen:
            print(f"{step.name:12} {shlex.join(step.command)[:100]}")
        return 0
    started = time.monotonic()
    try:
        results = run(chosen, options.cores)
    except KeyboardInterrupt:
        return 130
    _report(results, time.monotonic() - started)
    failed = [result.step.name for result in results if result.status]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=".ci/run",
        description="Run all checks that a change must pass; the first failure ends the run.",
        epilog="example: .ci/run ruff black mypy",
    )
    parser.add_argument("names", nargs="*", metavar="STEP", help="only these")
    parser.add_argument("--list", action="store_true", help="list the steps, and run none")
    parser.add_argument(
        "--cores",
        type=int,
        default=len(os.sched_getaffinity(0)),
        metavar="N",
        help="cores to use (default: %(default)s, all)",
    )
    return parser


def _report(results: Sequence[Result], seconds: float) -> None:
    """Print the time that each step took."""
    print(f"\n{'step':12} {'wall':>7} {'CPU':>7}")
    for result in results:
        print(f"{result.step.name:12} {result.seconds:5.0f} s {result.cpu:5.0f} s")
    cpu = sum(result.cpu for result in results)
    print(f"{'all':12} {seconds:5.0f} s {cpu:5.0f} s", flush=True)
