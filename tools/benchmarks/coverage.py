"""How many files of the corpus the peer parses."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

from benchmarks import corpus
from benchmarks.processes import measure, peer_python

SIZE_LIMIT = 4_000_000


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Let the peer parse the corpus; print how often it fails, and on what."""
    limit = options.limit or SIZE_LIMIT
    paths = [path for path in corpus.find(options.files) if path.stat().st_size <= limit]
    results = measure(peer_python(), "pyptx_coverage", *(path.resolve() for path in paths))
    parsed: Counter[str] = Counter()
    files: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for path in paths:
        name = corpus.producer(path)
        reason = results[str(path.resolve())]
        files[name] += 1
        parsed[name] += not reason
        if reason:
            reasons[reason.split(":")[0]] += 1
    print("files that the peer parses")
    for name, count in sorted(files.items()):
        print(f"{name:16} {parsed[name]:>4} of {count:>4}")
    share = 100 * parsed.total() / files.total()
    print(f"{'all':16} {parsed.total():>4} of {files.total():>4} ({share:.1f} %)")
    for reason, count in reasons.most_common(5):
        print(f"    {count:>4} x {reason}")
    return {
        "files": files.total(),
        "parsed": parsed.total(),
        "producers": {name: [parsed[name], count] for name, count in sorted(files.items())},
    }
