"""The command line of `tools/benchmarks/run`."""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import (
    authoring,
    binaries,
    capturing,
    checking,
    completing,
    coverage,
    debugging,
    diagnosing,
    editing,
    examples,
    executing,
    gemm,
    growth,
    importing,
    launching,
    layouts,
    lifting,
    naming,
    parsing,
    peers,
    results_page,
    simulating,
    sizes,
    stages,
    starting,
    structure,
    trivia,
    withheld,
)
from benchmarks.processes import PEER, own_python, spend
from ptxpy.executors import executor_name


class Benchmark(NamedTuple):
    """One topic."""

    summary: str
    repeat: int
    """How often to measure, unless `--repeat` says."""
    run: Callable[[argparse.Namespace], dict[str, Any]]


BENCHMARKS = {
    "parse": Benchmark("parse times against the peer's, in warm processes", 5, parsing.run),
    "unshipped": Benchmark(
        "the same, where no statement shape is shipped", 5, parsing.run_unshipped
    ),
    "withheld": Benchmark("how often Lark parses for a producer that is unknown", 1, withheld.run),
    "fresh": Benchmark("the same in fresh processes", 9, parsing.run_fresh),
    "stages": Benchmark("the stages of an import, against work of Python's own", 5, stages.run),
    "cli": Benchmark("what commands cost before they do anything", 15, starting.run),
    "import": Benchmark("a whole import against ptxas", 5, importing.run),
    "memory": Benchmark("growth of memory", 1, growth.run_memory),
    "scaling": Benchmark("growth of time with size", 1, growth.run_scaling),
    "growth": Benchmark("imports of files with much of one thing", 2, growth.run_shapes),
    "checking": Benchmark("what checking costs the tracer", 9, checking.run),
    "diagnosing": Benchmark("what `check` and `diff` cost beyond the parse", 3, diagnosing.run),
    "simulating": Benchmark("how fast the simulator runs kernels", 5, simulating.run),
    "peers": Benchmark("the simulator against Triton's own interpreter", 3, peers.run),
    "sizes": Benchmark("what an installation takes on disk", 1, sizes.run),
    "debugging": Benchmark("how long a user of the debugger waits", 3, debugging.run),
    "launching": Benchmark(
        "warm launches against the bindings alone, on a driver without a GPU", 25, launching.run
    ),
    "binaries": Benchmark("PTX read out of a library of 500 MB", 3, binaries.run),
    "exec": Benchmark("launches and copies of a program under `ptxpy exec`", 3, executing.run),
    "captures": Benchmark("captured launches that reach much memory", 3, capturing.run),
    "authoring": Benchmark("how fast kernels are traced and printed", 7, authoring.run),
    "examples": Benchmark("what the kernels of the examples need", 1, examples.run),
    "gemm": Benchmark("the Hopper GEMM of the examples against cuBLAS, on a GPU", 9, gemm.run),
    "completing": Benchmark("what may follow `ptx.mad.lo.` in an editor", 5, completing.run),
    "editing": Benchmark("what a keystroke costs `ptxpy lsp` in a file of 1 MB", 1, editing.run),
    "structure": Benchmark("lines, import circles, and vague names", 1, structure.run),
    "trivia": Benchmark("layout beyond what the styles predict", 1, trivia.run),
    "layouts": Benchmark("the Python of files with layouts of their own", 1, layouts.run),
    "lifting": Benchmark("how idiomatic the Python is, against goals", 1, lifting.run),
    "names": Benchmark("how many registers get a real name", 1, naming.run),
    "coverage": Benchmark("how much of the corpus the peer parses", 1, coverage.run),
}
_MODULES = (trivia, importing, growth, lifting, naming, starting, structure)
"""Those with options of their own."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool; returns the exit status."""
    options = _parser().parse_args(arguments)
    makes_page = options.names == ["all"]
    if makes_page:
        options.names = [*results_page.BENCHMARKS_OF_THE_PAGE]
    unknown = sorted(set(options.names) - set(BENCHMARKS))
    if unknown:
        print(f"run: no such benchmark: {', '.join(unknown)}", file=sys.stderr)
        return 2
    results: dict[str, Any] = {}
    where = machine()
    for name in options.names or BENCHMARKS:
        benchmark = BENCHMARKS[name]
        given = argparse.Namespace(**vars(options))
        given.repeat = options.repeat or benchmark.repeat
        print(f"== {name}: {benchmark.summary}", flush=True)
        results[name] = benchmark.run(given)
        print(flush=True)
    report = {"machine": where, **results}
    if options.json is not None:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if makes_page:
        results_page.PAGE.write_text(results_page.page(report), encoding="utf-8")
    return 1 if any(result.get("regressions") for result in results.values()) else 0


def _parser() -> argparse.ArgumentParser:
    topics = "\n".join(f"  {name:10} {item.summary}" for name, item in BENCHMARKS.items())
    parser = argparse.ArgumentParser(
        prog="tools/benchmarks/run",
        description="Measure ptxpy; without a NAME, everything; with `all`, what results/README.md "
        "shows, which is written anew:\n" + topics,
        epilog="example: tools/benchmarks/run parse import --repeat 3 --json out.json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="what to measure")
    parser.add_argument(
        "--files", nargs="+", default=[], metavar="FILE", help="instead of the usual ones"
    )
    parser.add_argument("--repeat", type=int, metavar="N", help="measure each so often")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the results there as well")
    parser.add_argument(
        "--limit",
        type=int,
        metavar="BYTES",
        help="withheld, trivia, layouts, lifting, coverage: leave larger files out",
    )
    parser.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="trivia, layouts, lifting, names: processes",
    )
    parser.add_argument(
        "--executor",
        type=executor_name,
        metavar="EXECUTOR",
        help="the same: processes, threads, or the address of a Dask scheduler (tcp://HOST:PORT)",
    )
    for module in _MODULES:
        module.add_options(parser)
    return parser


def machine() -> dict[str, Any]:
    """Describe where and when the measurements were made."""
    cpu = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                cpu = line.partition(":")[2].strip()
                break
    version = spend([own_python(), "--version"]).output.strip()
    return {
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "cpu": cpu,
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "python": version,
        "system": platform.system(),
        "peer": PEER,
    }
