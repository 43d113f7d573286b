"""How long the Python of files is whose layout nobody here has seen: the corpus, laid out anew."""

from __future__ import annotations

import argparse
import re
import statistics
from collections.abc import Callable
from typing import Any, NamedTuple

from benchmarks import corpus
from benchmarks.file_runs import PtxFile, file_runs

SMALL = 60_000
"""Larger files are left out, unless `--limit` says otherwise."""

_MARGIN = re.compile(r"^[ \t]+", re.MULTILINE)
_LIST = re.compile(r"^\.(?:visible \.|extern \.)?(?:global|const)\b.*$", re.MULTILINE)
_CODE = re.compile(r"^[^/\n]+$", re.MULTILINE)
_COMMA = re.compile(r", (?=[%{\[0-9])")


def _mixed(text: str) -> str:
    """Let two of three lines end in a carriage return and a line feed."""
    lines = text.split("\n")
    ends = ["\r\n" if number % 3 else "\n" for number in range(len(lines) - 1)]
    return "".join(map(str.__add__, lines, [*ends, ""]))


CHANGES: dict[str, Callable[[str], str]] = {
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "trailing space": lambda text: text.replace("\n", " \n"),
    "trailing space, text": lambda text: re.sub(r"(?<=[^\n])\n", " \n", text),
    "spaces on blank lines": lambda text: re.sub(r"(?<=\n)\n", "\t\n", text),
    "no margin": lambda text: _MARGIN.sub("", text),
    "one space": lambda text: re.sub(r"[ \t]*\t", " ", re.sub(r"(?m)^\t+", "", text)),
    "four spaces": lambda text: text.replace("\t", "    "),
    "two spaces": lambda text: text.replace("\t", "  "),
    "columns of 8": lambda text: text.expandtabs(8),
    "columns of 4": lambda text: text.expandtabs(4),
    "no blank lines": lambda text: re.sub(r"\n{2,}", "\n", text),
    "one blank line": lambda text: re.sub(r"\n{3,}", "\n\n", text),
    "tight commas": lambda text: _CODE.sub(lambda line: _COMMA.sub(",", line[0]), text),
    "a value a line": lambda text: _LIST.sub(lambda line: line[0].replace(", ", ",\n"), text),
}
"""What is done to a file; every one of them is one habit."""

COMBINED: dict[str, Callable[[str], str]] = {
    "mixed line ends": _mixed,
    "crlf and trailing space": lambda text: text.replace("\n", " \r\n"),
    "crlf, four spaces, no blank lines": lambda text: CHANGES["crlf"](
        CHANGES["four spaces"](CHANGES["no blank lines"](text))
    ),
}
"""Several at once."""


class Sizes(NamedTuple):
    """Characters of Python, by change; and what failed."""

    file: str
    before: int
    after: dict[str, int]
    failed: list[str]


def measure(file: PtxFile) -> Sizes:
    """Return the sizes of the Python of a file, as it is and as it is changed."""
    import ptxpy  # noqa: PLC0415 - in the worker

    text = file.read().decode("utf-8", "surrogateescape")
    before = len(ptxpy.to_python(ptxpy.parse(text)))
    after: dict[str, int] = {}
    failed = []
    for name, change in {**CHANGES, **COMBINED}.items():
        changed = change(text)
        if changed == text:
            continue
        module = ptxpy.parse(changed)
        python = ptxpy.to_python(module)
        if ptxpy.from_python(python, check=False) != module or ptxpy.emit(module) != changed:
            failed.append(f"{file.name}: {name}")
        after[name] = len(python)
    return Sizes(file.name, before, after, failed)


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure, print, and return the table."""
    limit = options.limit or SMALL
    paths = [path for path in corpus.find(options.files) if path.stat().st_size <= limit]
    with file_runs(options) as runs:
        results = [*runs.results(measure, paths)]
    sizes = [result for _, result in results if not isinstance(result, str)]
    print(f"{len(sizes)} files; the Python of a changed file by that of the file")
    print(f"{'change':36} {'files':>5} {'all':>6} {'median':>7} {'most':>6}")
    rows = []
    for name in (*CHANGES, *COMBINED):
        found = [(item.after[name], item.before) for item in sizes if name in item.after]
        if not found:
            continue
        ratios = [after / before for after, before in found]
        total = sum(after for after, _ in found) / sum(before for _, before in found)
        middle, most = statistics.median(ratios), max(ratios)
        print(f"{name:36} {len(found):>5} {total:>6.3f} {middle:>7.3f} {most:>6.3f}")
        row = {"change": name, "files": len(found), "all": total, "median": middle, "most": most}
        rows.append({key: round(x, 4) if isinstance(x, float) else x for key, x in row.items()})
    failed = [f"{path}: {result}" for path, result in results if isinstance(result, str)]
    failed += [failure for item in sizes for failure in item.failed]
    for failure in failed:
        print(f"    does not come back: {failure}")
    return {"changes": rows, "regressions": failed}
