"""`tools/peer`: kernels through pyptx and through ptxpy, compared by their machine code."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from peering.comparing import Comparison, compare
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
    found = [
        compare(name, ours.get(name, _ABSENT), theirs.get(name, _ABSENT))
        for name in sorted({*ours, *theirs})
    ]
    reasons = known_reasons(tomllib.loads((HERE / "differences.toml").read_text(encoding="utf-8")))
    lines, failures = verdicts(found, reasons, complete=not options.only)
    print("\n".join(lines))
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


def known_reasons(table: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return why a kernel may differ, by its name, of the table of `differences.toml`.

    Raises `ValueError` for a reason that no kernel has, or that the table lacks.
    """
    texts, kernels = table["reasons"], table["kernels"]
    used = {name for names in kernels.values() for name in names}
    if wrong := used ^ {*texts}:
        names = ", ".join(sorted(wrong))
        message = (
            f"differences.toml: {names}: reasons that no kernel has, or that are not in the table"
        )
        raise ValueError(message)
    return {kernel: " ".join(texts[name] for name in names) for kernel, names in kernels.items()}


def verdicts(
    found: Iterable[Comparison], reasons: Mapping[str, str], *, complete: bool
) -> tuple[list[str], list[str]]:
    """Return the lines of the report, and the names of the kernels that make it fail.

    A kernel fails if its machine code differs and `reasons` has no reason for it. With `complete`,
    a reason for a kernel that is not there, or is the same, fails as well.
    """
    lines, failures, differing = [], [], set()
    same = 0
    for each in found:
        difference = each.difference
        if not difference:
            same += 1
            lines.append(f"same       {each.name}")
            continue
        differing.add(each.name)
        reason = reasons.get(each.name)
        lines.append(f"{'differs' if reason else 'FAILS  '}    {each.name}: {difference}")
        if reason:
            lines.append(f"           {reason}")
        else:
            failures.append(each.name)
    if complete:
        stale = sorted({*reasons} - differing)
        lines += [f"STALE      {name}: no reason is needed" for name in stale]
        failures += stale
    lines.append(
        f"{same} kernels have the machine code of {PACKAGE} {VERSION}, {len(differing)} differ, "
        f"{len(failures)} without a reason or with a stale one"
    )
    return lines, failures


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
