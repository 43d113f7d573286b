"""`tools/peer`: kernels through pyptx and through ptxpy, compared by their machine code."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from peering.comparing import Comparison, compare
from peering.reasons import read_reasons
from peering.wheel import PACKAGE, VERSION, WheelError, install

__all__ = ["main", "verdicts"]

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
CACHE: Final = ROOT / ".cache" / "pyptx"

_SECONDS: Final = 600
"""Time limit of the process that traces all kernels with one package."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; exit 1 when a kernel differs without a reason, or a reason is stale."""
    options = _options(arguments)
    try:
        wheel = install(CACHE)
    except WheelError as error:
        print(f"tools/peer: {error}", file=sys.stderr)
        return 2
    jobs = [job for job in (*kernel_jobs(), *example_jobs()) if _chosen(job["name"], options.only)]
    ours, theirs = (_trace(package, wheel, jobs) for package in ("ptxpy", PACKAGE))
    reasons = read_reasons(HERE / "differences.toml")
    found = [
        compare(name, ours.get(name, _ABSENT), theirs.get(name, _ABSENT), reasons.get(name, ()))
        for name in sorted({*ours, *theirs})
    ]
    lines, failures = verdicts(found, reasons, complete=not options.only)
    print("\n".join(lines))
    examples = {job["name"] for job in example_jobs()}
    built = [not each.ours.error for each in found if each.name in examples]
    print(f"{sum(built)} of {len(built)} examples of the wheel are traced and assembled with ptxpy")
    return int(bool(failures))


_ABSENT: Final = {"error": "there is no such kernel"}


def kernel_jobs() -> list[dict[str, Any]]:
    """Return the jobs of our own kernels, one a file."""
    files = sorted((HERE / "kernels").glob("*.py"))
    return [{"name": path.stem, "file": str(path)} for path in files if path.stem != "__init__"]


def example_jobs() -> list[dict[str, Any]]:
    """Return the jobs of the examples of the wheel."""
    table = tomllib.loads((HERE / "examples.toml").read_text(encoding="utf-8"))
    return [{"name": f"{job['module']}.{job['build']}", **job} for job in table["example"]]


def verdicts(
    found: Iterable[Comparison], reasons: Iterable[str], *, complete: bool
) -> tuple[list[str], list[str]]:
    """Return the lines of the report, and the names of the kernels that make it fail.

    A kernel fails if its machine code differs and it has no reasons, or has reasons that do not
    explain all. With `complete`, one of `reasons`, which are names of kernels, fails as well if
    there is no such kernel or it is the same.
    """
    table: dict[str, list[Comparison]] = {}
    for each in found:
        table.setdefault(_verdict(each), []).append(each)
    lines = [f"{each.name:72} {verdict}" for verdict in table for each in table[verdict]]
    lines.sort()
    differing = [each for verdict in table if verdict != "same" for each in table[verdict]]
    used = {reason.name: reason.text for each in differing for reason in each.reasons}
    lines += [f"{name}: {text}" for name, text in sorted(used.items())]
    failures = [each.name for each in differing if not each.is_excused]
    if complete:
        stale = sorted({*reasons} - {each.name for each in differing})
        lines += [f"{name}: no reason is needed" for name in stale]
        failures += stale
    explained = sum(each.is_explained for each in differing)
    lines.append(
        f"{len(table.get('same', ()))} kernels have the machine code of {PACKAGE} {VERSION}, "
        f"{len(differing)} differ: {explained} have it after the rewrites of their reasons, "
        f"{len(differing) - explained - len(failures)} have a reason alone; {len(failures)} fail"
    )
    return lines, failures


def _verdict(found: Comparison) -> str:
    if not found.difference:
        return "same"
    names = ", ".join(reason.name for reason in found.reasons)
    if found.is_explained:
        return f"the same but for: {names}"
    if found.is_excused:
        return f"differs: {names}"
    return f"FAILS: {found.difference}{f', not only by: {names}' if names else ''}"


def _chosen(name: str, parts: list[str]) -> bool:
    return not parts or any(part in name for part in parts)


def _trace(package: str, wheel: Path, jobs: list[dict[str, Any]]) -> dict[str, dict[str, str]]:
    """Trace all jobs with a package, in a process of its own."""
    request = {"package": package, "wheel": str(wheel), "jobs": jobs}
    path = os.pathsep.join((str(ROOT / "tools"), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-m", "peering.tracing"],
        input=json.dumps(request),
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=_SECONDS,
    )
    found: dict[str, dict[str, str]] = json.loads(done.stdout)
    return found


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="peer",
        description=f"Trace kernels with ptxpy and with {PACKAGE} {VERSION}, with the import "
        "renamed, and compare the machine code that the assembler makes of both: kernels of "
        "tools/peering/kernels, and the examples of the wheel, which pip downloads into "
        f"{CACHE.relative_to(ROOT)}.",
    )
    parser.add_argument("only", nargs="*", help="parts of names: only these kernels")
    return parser.parse_args(arguments)
