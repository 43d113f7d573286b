"""How often Lark parses for a producer whose files the package does not know.

The forms of statements that the package ships are those of the corpus. Here each producer is read
with the forms of the others alone.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from pathlib import Path
from typing import Any, Final
from unittest import mock

from benchmarks.corpus import ROOT
from ptxpy import parse
from ptxpy.syntax import lark_parser
from ptxpy.syntax.parser import clear_memo
from ptxpy.syntax.shapes import forget_shapes, known_forms

_LARGEST: Final = 1_500_000
"""The size of the files that are read, in bytes, unless `--limit` says."""


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Count, print, and return the table."""
    os.environ["PTXPY_CACHE"] = "off"
    limit = options.limit or _LARGEST
    producers: dict[str, list[Path]] = defaultdict(list)
    for path in sorted((ROOT / "corpus").rglob("*.ptx")):
        if path.stat().st_size <= limit:
            producers[path.relative_to(ROOT / "corpus").parts[0]].append(path)
    learned = {name: _learn(paths) for name, paths in producers.items()}
    print(f"{'':12} {'files':>6} {'parses by Lark':>15} {'withheld':>9} {'files with Lark':>16}")
    rows = {}
    for name, paths in producers.items():
        others: dict[str, str] = {}
        for other, (forms, _) in learned.items():
            if other != name:
                others |= forms
        counts = _count(paths, others)
        rows[name] = {
            "files": len(paths),
            "unknown": learned[name][1],
            "withheld": sum(counts),
            "files_with_lark": sum(map(bool, counts)),
        }
        cells = "{files:>6} {unknown:>15} {withheld:>9} {files_with_lark:>16}"
        print(f"{name:12} {cells.format(**rows[name])}")
    forget_shapes(shipped=True)
    return {"producers": rows}


def _learn(paths: list[Path]) -> tuple[dict[str, str], int]:
    """Return the forms of files, and how often Lark parses where each file begins with none."""
    forms: dict[str, str] = {}
    count = 0
    for path in paths:
        count += sum(_count([path], {}))
        forms |= known_forms().forms
    return forms, count


def _count(paths: list[Path], forms: dict[str, str]) -> list[int]:
    """Return how often Lark parses for each file, where some forms are known before the first."""
    forget_shapes(shipped=True)
    known = known_forms().forms
    known.clear()
    known.update(forms)
    counts = []
    for path in paths:
        clear_memo()
        with mock.patch.object(
            lark_parser, "parse_shape", side_effect=lark_parser.parse_shape
        ) as parses:
            parse(path.read_bytes())
        counts.append(parses.call_count)
    return counts
