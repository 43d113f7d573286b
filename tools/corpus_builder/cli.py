"""The command line of `tools/build_corpus`."""

import argparse
import fnmatch
import os
import sys
from collections.abc import Sequence

from corpus_builder import manifest, registry, runner, verify
from corpus_builder.job import Job


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool; returns the exit status."""
    options = _parser().parse_args(arguments)
    if options.check:
        return _check()
    if options.features:
        manifest.update(manifest.with_fresh_features())
        return 0
    unknown = sorted(set(options.producer) - set(registry.producer_names()))
    if unknown:
        print(f"build_corpus: no such producer: {', '.join(unknown)}", file=sys.stderr)
        return 2
    failed = 0
    for name in options.producer or registry.producer_names():
        producer = registry.load(name)
        jobs = _selected(producer, options)
        if options.list:
            for job in jobs:
                print(f"{job.part:9}  {job.arch:8}  {job.output}")
        else:
            _forget(producer)
            failed += _build(producer, jobs, options.jobs)
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="build_corpus",
        description="Build the corpus of PTX files and update corpus/manifest.json.",
        epilog="example: tools/build_corpus --producer nvcc --only 'nvcc/saxpy.*'",
    )
    parser.add_argument(
        "--producer", action="append", default=[], metavar="NAME", help="only this one (repeatable)"
    )
    parser.add_argument(
        "--only", metavar="GLOB", default="*", help="only files whose path matches the pattern"
    )
    parser.add_argument(
        "--extended", action="store_true", help="build the extended part too, into .cache/corpus"
    )
    parser.add_argument("--missing", action="store_true", help="skip files that are there already")
    parser.add_argument(
        "--jobs", type=_positive, default=os.cpu_count() or 1, metavar="N", help="jobs at a time"
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--list", action="store_true", help="list the files instead")
    action.add_argument(
        "--check", action="store_true", help="compare the committed files with the manifest instead"
    )
    action.add_argument(
        "--features", action="store_true", help="detect the features of the files anew instead"
    )
    return parser


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def _selected(producer: registry.Producer, options: argparse.Namespace) -> list[Job]:
    present = {(entry.part, entry.path) for entry in manifest.read() if entry.file.is_file()}
    return [
        job
        for job in producer.jobs
        if (options.extended or not job.extended)
        and fnmatch.fnmatch(job.output, options.only)
        and not (options.missing and (job.part, job.output) in present)
    ]


def _build(producer: registry.Producer, jobs: Sequence[Job], workers: int) -> int:
    """Build `jobs`, note each file in the manifest as it comes; count the failures."""
    failed = 0
    for number, outcome in enumerate(runner.run(producer, jobs, workers), start=1):
        place = f"[{producer.name} {number}/{len(jobs)}] {outcome.job.output}"
        if outcome.entry is None:
            failed += 1
            print(f"{place}: FAILED: {outcome.error}", file=sys.stderr)
        else:
            manifest.update([outcome.entry])
            print(f"{place}: {outcome.entry.size:,} bytes", file=sys.stderr)
    return failed


def _forget(producer: registry.Producer) -> None:
    """Drop the entries of files that the producer no longer makes."""
    wanted = {(job.part, job.output) for job in producer.jobs}
    manifest.update(
        [],
        gone=[
            (entry.part, entry.path)
            for entry in manifest.read()
            if entry.producer == producer.name and (entry.part, entry.path) not in wanted
        ],
    )


def _check() -> int:
    found = list(verify.problems())
    for problem in found:
        print(problem)
    print(f"{len(found)} problems" if found else "the corpus is as the manifest says")
    return 1 if found else 0
