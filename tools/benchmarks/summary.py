"""The numbers of a report as a table for README.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

Row: TypeAlias = tuple[str, str, str]
"""What, what is wanted, what was measured."""

_COMPILERS = ("nvcc", "nvrtc", "triton", "cutlass", "cutedsl")


def table(report: dict[str, Any]) -> str:
    """Return the rows for what a report holds, in Markdown."""
    machine = report["machine"]
    where = [machine["date"], machine["cpu"], f"{machine['cores']} cores"]
    where += [machine["python"], machine["peer"]]
    lines = [", ".join(where) + ":", "", "| Number | Wanted | Measured |", "|---|---|---|"]
    for name, rows in _ROWS.items():
        if name in report:
            lines += [f"| {' | '.join(row)} |" for row in rows(report[name])]
    return "\n".join(lines)


def _parse(found: dict[str, Any]) -> Iterator[Row]:
    mean = found["geometric_mean"]
    for kind, name, wanted in (("cold", "first parse", 8), ("warm", "repeated parse", 20)):
        each = ", ".join(f"{row[f'{kind}_ratio']:.1f}" for row in found["files"])
        measured = f"{mean[f'{kind}_ratio']:.1f}x ({each})"
        yield f"{name} against pyptx, geometric mean", f">= {wanted}x", measured


def _fresh(found: dict[str, Any]) -> Iterator[Row]:
    for row in found["files"]:
        name = f"fresh process, {row['file']} ({row['bytes'] / 1000:,.0f} kB), CPU and wall"
        yield name, ">= 5x", f"{row['cpu_ratio']:.1f}x, {row['wall_ratio']:.1f}x"


def _import(found: dict[str, Any]) -> Iterator[Row]:
    each = ", ".join(f"{row['ratio']:.2f}" for row in found["files"])
    measured = f"{found['geometric_mean']:.2f}x ({each})"
    yield "whole import against ptxas, geometric mean", "<= 2x", measured


def _memory(found: dict[str, Any]) -> Iterator[Row]:
    for kind, wanted in (("parse", 40), ("import", 400)):
        yield f"growth of memory, {kind}, at most", f"<= {wanted}x", f"{found['most'][kind]}x"


def _scaling(found: dict[str, Any]) -> Iterator[Row]:
    for source in found["sources"]:
        sizes = [row["bytes"] for row in source["rows"]]
        span = f"{min(sizes) / 1000:,.0f} kB to {max(sizes) / 1e6:,.0f} MB"
        for kind, fit in source["fits"].items():
            name = f"{kind}, {span}: slope on log-log scales, R² of a straight line"
            yield name, "linear", f"{fit['slope']:.2f}, {fit['linear_r_squared']:.4f}"


def _trivia(found: dict[str, Any]) -> Iterator[Row]:
    for row in found["producers"]:
        wanted = "< 1 %" if row["producer"].split("/")[0] in _COMPILERS else ""
        name = f"explicit layout, {row['producer']} ({row['files']} files)"
        yield name, wanted, f"{row['python_percent']:.2f} %"


def _coverage(found: dict[str, Any]) -> Iterator[Row]:
    yield "files that pyptx parses", "", f"{found['parsed']} of {found['files']}"


_ROWS: dict[str, Callable[[dict[str, Any]], Iterator[Row]]] = {
    "parse": _parse,
    "fresh": _fresh,
    "import": _import,
    "memory": _memory,
    "scaling": _scaling,
    "trivia": _trivia,
    "coverage": _coverage,
}
