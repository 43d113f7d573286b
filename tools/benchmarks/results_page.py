"""The page of results, `results/README.md`: what was measured, against what, where, and how."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

__all__ = ["BENCHMARKS_OF_THE_PAGE", "PAGE", "page", "summary_of"]

PAGE: Final = Path(__file__).resolve().parent / "results" / "README.md"
_START: Final = "| Number | Measured | By |"

Row: TypeAlias = tuple[str, ...]


def page(report: Mapping[str, Any]) -> str:
    """Return the page for a report of `tools/benchmarks/run all`, in Markdown.

    Args:
        report: What `--json` writes: the machine, and the results of each benchmark by its name.
    """
    machine = report["machine"]
    where = f"{machine['cpu']}, {machine['cores']} cores, {machine['python']}, {machine['system']}"
    parts = [
        "# Results",
        (
            "`tools/benchmarks/run all` measures, and writes this page. Times are processor time "
            "(user and system); ratios are medians of rounds in which the contenders take turns."
        ),
        (
            f"{machine['date']}, {where}; the load of other work at the beginning was "
            f"{machine['load']}."
        ),
        _table(_START, _summary(report)),
    ]
    for title, name, head, rows in _SECTIONS:
        parts += [f"## {title}", f"`tools/benchmarks/run {name}`", _table(head, rows(report[name]))]
    return "\n\n".join(parts) + "\n"


def summary_of(text: str) -> str:
    """Return the table of a page that sums it up, which the README of the project repeats."""
    start = text.index(_START)
    return text[start : text.index("\n\n", start)]


def _table(head: str, rows: Iterator[Row]) -> str:
    lines = [head, "|" + "---|" * (head.count("|") - 1)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def _summary(report: Mapping[str, Any]) -> Iterator[Row]:
    parse, whole, peers = report["parse"]["geometric_mean"], report["import"], report["peers"]
    release = re.search(r"cuda_(\d+\.\d+)", whole["ptxas"])
    yield (
        "parsing, against pyptx 0.1.1",
        f"{parse['cold_ratio']:.1f} times as fast, {parse['warm_ratio']:.1f} times a second time",
        "`run parse`",
    )
    yield (
        f"a whole import with its proof, against ptxas {release[1] if release else ''}",
        f"{whole['geometric_mean']:.1f} times as long",
        "`run import`",
    )
    engines = " and ".join(
        f"{row['ratio']:,.0f} times as fast {name}" for name, row in peers.items() if name != "peer"
    )
    yield "matmul of Triton on the CPU, against Triton's interpreter", engines, "`run peers`"
    commands = report["cli"]["commands"]
    times = ", ".join(
        f"{name} {commands[name]['seconds'] * 1000:.0f} ms"
        for name in ("--version", "check", "import")
    )
    yield "a command on a small file", f"{times}; Python alone {_python(commands)}", "`run cli`"
    sizes = report["sizes"]
    yield (
        "the wheel; installed with all that it needs; with all extras",
        (
            f"{_megabytes(sizes['wheel'])}; {_megabytes(sizes['base']['bytes'])}; "
            f"{_megabytes(sizes['all']['bytes'])}"
        ),
        "`run sizes`",
    )


def _python(commands: Mapping[str, Any]) -> str:
    return f"{commands['python -c pass']['seconds'] * 1000:.0f} ms"


def _megabytes(size: float) -> str:
    return f"{size / 1e6:,.1f} MB" if size < 1e7 else f"{size / 1e6:,.0f} MB"


def _parse(found: Mapping[str, Any]) -> Iterator[Row]:
    for row in found["files"]:
        cold, warm, peer = (f"{row[f'{kind}_ms'][0]:,.1f}" for kind in ("cold", "warm", "peer"))
        ratios = f"{row['cold_ratio']:.1f}", f"{row['warm_ratio']:.1f}"
        yield row["file"], f"{row['bytes'] / 1000:,.0f}", cold, warm, peer, *ratios


def _import(found: Mapping[str, Any]) -> Iterator[Row]:
    for row in found["files"]:
        own, ptxas = (f"{row[f'{kind}_ms'][0]:,.0f}" for kind in ("own", "ptxas"))
        yield row["file"], f"{row['bytes'] / 1000:,.0f}", own, ptxas, f"{row['ratio']:.2f}"


def _peers(found: Mapping[str, Any]) -> Iterator[Row]:
    for name, row in found.items():
        who = "Triton's interpreter" if name == "peer" else f"ptxpy, {name}"
        yield who, f"{row['seconds']:,.3f}", f"{row['ratio']:,.1f}"


def _simulating(found: Mapping[str, Any]) -> Iterator[Row]:
    for name, row in found.items():
        if name.endswith(", compiled") and type(row) is dict:
            shown = f"{row['seconds'] * 1000:,.2f}", f"{row['ratio']:.1f}", f"{row['first']:.2f}"
            yield name.removesuffix(", compiled"), *shown


def _sizes(found: Mapping[str, Any]) -> Iterator[Row]:
    for name, row in found.items():
        if name == "wheel":
            yield "the wheel", _megabytes(row), ""
            continue
        most = [f"{each} {size / 1e6:,.0f}" for each, size in [*row["packages"].items()][:5]]
        yield name, _megabytes(row["bytes"]), ", ".join(most)


def _commands(found: Mapping[str, Any]) -> Iterator[Row]:
    for name, row in found["commands"].items():
        wanted = f"{row['wanted'] * 1000:.0f}" if row["wanted"] else ""
        yield f"`{name}`", f"{row['seconds'] * 1000:,.0f}", wanted


_SECTIONS: Final[tuple[tuple[str, str, str, Callable[[Any], Iterator[Row]]], ...]] = (
    (
        "Parsing, against pyptx",
        "parse",
        "| File | kB | First parse, ms | Again, ms | pyptx, ms | First, ratio | Again, ratio |",
        _parse,
    ),
    (
        "A whole import, against ptxas",
        "import",
        "| File | kB | ptxpy import, ms | ptxas, ms | Ratio |",
        _import,
    ),
    (
        "Triton's matmul, 1024 x 1024 x 512, against Triton's interpreter",
        "peers",
        "| Who | Seconds | Times as fast |",
        _peers,
    ),
    (
        "Kernels compiled, against the interpreter of ptxpy",
        "simulating",
        "| Launch | Compiled, ms | Times as fast | The first launch, s |",
        _simulating,
    ),
    (
        "Sizes, with bytecode",
        "sizes",
        "| Installation | On disk | Of which, MB |",
        _sizes,
    ),
    ("Commands", "cli", "| Command | Least, ms | Wanted, ms |", _commands),
)

BENCHMARKS_OF_THE_PAGE: Final = tuple(name for _, name, _, _ in _SECTIONS)
