"""What `tools/gpu_check` prints and writes."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

from gpu_checking.worker import Result

__all__ = ["failures", "lines", "slug", "write"]

_MAX_SHOWN_FAILURES: Final = 20
"""Failures of a section that are printed; the file has all."""

_WIDEST: Final = 300

Sections = dict[str, dict[str, Result]]
"""Results by section and job."""


def failures(sections: Sections) -> int:
    """Return how many jobs failed."""
    return sum(
        result["status"] == "failed" for part in sections.values() for result in part.values()
    )


def slug(name: str) -> str:
    """Return the name of a GPU for a file: `nvidia-h200`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "gpu"


def lines(sections: Sections, seconds: dict[str, float]) -> list[str]:
    """Return a table of the sections, and what failed."""
    shown = [f"{'':<28}{'ok':>7}{'failed':>8}{'skipped':>9}{'seconds':>9}"]
    for section, results in sections.items():
        shown.append(_row(section, [*results.values()], seconds[section]))
        if section == "instructions":
            shown += _groups(results)
        if section == "kernels":
            shown.append(_same(results))
        if section == "choices":
            shown += _answers(results)
        if section == "overhead":
            shown += _measured(results)
    for section, results in sections.items():
        failed = [(job, result) for job, result in results.items() if result["status"] == "failed"]
        for job, result in failed[:_MAX_SHOWN_FAILURES]:
            message = " ".join(str(result.get("message", "")).split())
            shown += ["", f"{section}: {job}", f"    {message[:_WIDEST]}"]
        if len(failed) > _MAX_SHOWN_FAILURES:
            shown += ["", f"{section}: {len(failed) - _MAX_SHOWN_FAILURES} more; the file has them"]
    return shown


def write(path: Path, about: dict[str, Any], sections: Sections, seconds: dict[str, float]) -> None:
    """Write everything: a job is a line, so that two files can be compared."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = ["{"]
    rows += [f"{json.dumps(name)}: {json.dumps(value)}," for name, value in about.items()]
    rows.append(f'"seconds": {json.dumps({n: round(s, 1) for n, s in seconds.items()})},')
    rows.append('"sections": {')
    for number, (section, results) in enumerate(sections.items()):
        rows.append(f"{json.dumps(section)}: {{")
        rows.append(",\n".join(f"{json.dumps(job)}: {json.dumps(r)}" for job, r in results.items()))
        rows.append("}," if number + 1 < len(sections) else "}")
    path.write_text("\n".join([*rows, "}", "}", ""]), encoding="utf-8")


def _row(name: str, results: list[Result], seconds: float | None = None) -> str:
    found = Counter(result["status"] for result in results)
    numbers = f"{found['ok']:>7}{found['failed']:>8}{found['skipped']:>9}"
    return f"{name:<28}{numbers}{f'{seconds:>9.1f}' if seconds is not None else ''}"


def _groups(results: dict[str, Result]) -> list[str]:
    """Return a row for each file of forms, and what differs though it may."""
    parts: dict[str, list[Result]] = {}
    for job, result in results.items():
        parts.setdefault(job.partition(":")[0], []).append(result)
    rows = [_row(f"  {group}", those) for group, those in parts.items()]
    values = sum(result.get("values", 0) for result in results.values())
    inexact = sum(result.get("inexact", 0) for result in results.values())
    payloads = [result for result in results.values() if result.get("payloads")]
    rows.append(
        f"  {values:,} values; {inexact:,} differ within the manual's bounds; "
        f"NaNs have other bits in {len(payloads)} forms"
    )
    return rows


def _same(results: dict[str, Result]) -> str:
    arrays = sum(result.get("arrays", 0) for result in results.values())
    identical = sum(result.get("identical", 0) for result in results.values())
    return f"  {identical:,} of {arrays:,} arrays are the same to the bit on both"


def _answers(results: dict[str, Result]) -> list[str]:
    """Return a row for each answer of the device."""
    return [
        f"  {job} -- {result['answer']}" for job, result in results.items() if "answer" in result
    ]


def _measured(results: dict[str, Result]) -> list[str]:
    rows = []
    for job, result in results.items():
        for name, value in result.get("measured", {}).items():
            unit = "" if " / " in name else " us"
            rows.append(f"  {job}: {name:<40}{value:>12,.2f}{unit}")
    return rows
