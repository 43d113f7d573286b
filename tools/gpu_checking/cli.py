"""`tools/gpu_check`: the simulator and the GPU of this machine, compared."""

from __future__ import annotations

import argparse
import datetime as dt
import os
import re
import shlex
import sys
import tempfile
import time
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from gpu_checking import (
    choices,
    corpus,
    examples,
    facts,
    instructions,
    jax,
    kernels,
    launches,
    overhead,
    pytorch,
    recording,
    report,
    triton,
)
from gpu_checking.children import Limits, run_jobs
from gpu_checking.worker import Result, Settings

__all__ = ["main"]

ROOT: Final = Path(__file__).resolve().parents[2]
RESULTS: Final = ROOT / "tools" / "benchmarks" / "results"
RECORDED: Final = ROOT / "tests" / "sim" / "recorded"


class _Plan(NamedTuple):
    jobs: Callable[[Settings], list[str]]
    share: float
    """Maximum share of the remaining time."""
    job: float
    """Time limit of one job, in seconds."""
    kept: Callable[[Settings, list[str]], list[str]] = lambda _, jobs: jobs
    """Selects the jobs that the device supports."""
    alone: bool = False
    """Whether parallel processes would disturb its measurements."""


_PLANS: Final = {
    "instructions": _Plan(lambda s: [*instructions.named(s)], 0.5, 60, instructions.runnable),
    "kernels": _Plan(lambda _: kernels.jobs(), 0.6, 60),
    "examples": _Plan(lambda _: examples.jobs(), 0.5, 120),
    "choices": _Plan(lambda _: choices.jobs(), 0.5, 60),
    "launches": _Plan(lambda _: list(launches.JOBS), 0.5, 60),
    "jax": _Plan(lambda _: list(jax.JOBS), 0.5, 120),
    "pytorch": _Plan(lambda _: list(pytorch.JOBS), 0.5, 120),
    "triton": _Plan(lambda _: list(triton.JOBS), 0.5, 120),
    "overhead": _Plan(lambda _: list(overhead.JOBS), 0.5, 60, alone=True),
    "corpus": _Plan(lambda _: corpus.jobs(), 0.95, 60),
}
"""The sections, in their order."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 1 if a job failed, 2 if the device does not exist."""
    options = _options(arguments)
    begun = time.monotonic()
    reference, _, device = options.devices.partition(",")
    settings: Settings = {
        "devices": [reference, device or reference],
        "target": options.target,
        "lanes": options.lanes,
        "record": options.record is not None,
        "import": options.imports,
    }
    with tempfile.TemporaryDirectory(prefix="gpu_check_cubins_") as cubins:
        os.environ["PTXPY_CUBIN_CACHE"] = cubins  # what was assembled before is not trusted
        about = run_jobs("facts", [facts.FACTS], settings, Limits(100, 90))[facts.FACTS]
        if about["status"] != "ok":
            print(f"gpu_check: {settings['devices'][1]}: {about['message']}", file=sys.stderr)
            return 2
        found: dict[str, Any] = about["facts"]
        settings |= {name: found[name] for name in ("target", "version", "assemble")}
        for name, value in found.items():
            print(f"{name}: {value}", flush=True)
        sections: report.Sections = {}
        seconds: dict[str, float] = {}
        for section in options.sections or _PLANS:
            left = options.limit_s - (time.monotonic() - begun)
            started = time.monotonic()
            sections[section] = _run(section, settings, left, options)
            seconds[section] = time.monotonic() - started
            print(f"{section}: {seconds[section]:.1f} s", file=sys.stderr, flush=True)
    if options.record is not None and "instructions" in sections:
        path = _record(Path(options.record), found, settings, sections["instructions"])
        print(f"recorded: {path}")
    print(*report.lines(sections, seconds), sep="\n")
    if options.output:
        now = dt.datetime.now(tz=dt.UTC)
        path = Path(options.output) / f"{report.slug(found['gpu'])}-{now:%Y-%m-%d}.json"
        command = shlex.join(["tools/gpu_check", *(arguments or sys.argv[1:])])
        about = {"date": f"{now:%Y-%m-%d}", "command": command, **found}
        report.write(path, about, sections, seconds)
        print(f"written: {path}")
    return 1 if report.failures(sections) else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="gpu_check",
        description="Run the same instructions and kernels in the simulator and on a GPU, compare "
        "the results, load the corpus, and measure launches. Needs no network.",
    )
    parser.add_argument(
        "sections", nargs="*", help=f"{', '.join(_PLANS)}: those alone, in this order"
    )
    parser.add_argument(
        "--devices",
        default="cpu,cuda",
        help="the device to compare with, and the one that is checked (default: cpu,cuda)",
    )
    parser.add_argument(
        "--only", action="append", default=[], help="a regular expression that jobs contain"
    )
    parser.add_argument(
        "--limit-s", type=float, default=460, help="seconds for everything (default: 460)"
    )
    parser.add_argument(
        "--sample", type=int, default=1, metavar="N", help="run every N-th job of a section"
    )
    parser.add_argument("--lanes", type=int, default=0, help="lanes of a form, at most")
    parser.add_argument("--target", help="of the forms (default: the best that the GPU has)")
    parser.add_argument(
        "--record",
        nargs="?",
        const=str(RECORDED),
        metavar="FOLDER",
        help="keep results of instructions as data for the tests (default folder: "
        f"{RECORDED.relative_to(ROOT)})",
    )
    parser.add_argument(
        "--output",
        default=str(RESULTS),
        metavar="FOLDER",
        help=f"of the JSON file (default: {RESULTS.relative_to(ROOT)}); '' for none",
    )
    parser.add_argument(
        "--import",
        action="append",
        default=[],
        dest="imports",
        metavar="MODULE",
        help="a module that each process loads first: to register another device",
    )
    parser.add_argument(
        "-j",
        type=int,
        default=max(1, min(6, (os.cpu_count() or 1) // 2)),
        dest="processes",
        help="processes side by side (default: half of the processors, 6 at most)",
    )
    options = parser.parse_args(arguments)
    unknown = [section for section in options.sections if section not in _PLANS]
    if unknown:
        parser.error(f"no section {unknown[0]}; there are {', '.join(_PLANS)}")
    return options


def _run(
    section: str, settings: Settings, left: float, options: argparse.Namespace
) -> dict[str, Result]:
    plan = _PLANS[section]
    try:
        jobs = plan.jobs(settings)
    except Exception as error:  # noqa: BLE001 - one section is not to cost the others
        return {"all": {"status": "failed", "message": f"{type(error).__name__}: {error}"}}
    for pattern in options.only:
        jobs = [job for job in jobs if re.search(pattern, job)]
    jobs = plan.kept(settings, jobs[:: options.sample])
    if not jobs:
        return {}
    limits = Limits(max(0.0, left * plan.share), plan.job)
    processes = 1 if plan.alone else options.processes
    return run_jobs(section, jobs, settings, limits, processes)


def _record(
    folder: Path, about: dict[str, Any], settings: Settings, results: dict[str, Result]
) -> Path:
    """Write the recorded results of the device, and remove them from the report."""
    forms = {}
    for job, result in results.items():
        recorded = result.pop("recorded", None)
        if recorded is not None:
            data = b64decode(recorded["data"])
            forms[job] = recording.Recorded(recorded["key"], data)
    kept: dict[str, Any] = {name: about.get(name, "") for name in ("gpu", "driver", "cuda")}
    kept.update((name, settings[name]) for name in ("version", "target", "lanes"))
    path = folder / f"{report.slug(about['gpu'])}.npz"
    recording.write(path, recording.Recording(kept, forms))
    return path
