"""The command line of `tools/release`."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from distribution import building, checking, refusals
from distribution.running import ROOT, StepError, version

__all__ = ["main"]

DIST: Final = ROOT / "dist"


class Step(NamedTuple):
    """A step of a release."""

    name: str
    run: Callable[[Path], str]
    """Takes the folder of the distributions, and returns what it found, in a few words."""


STEPS: Final = (
    Step("build", building.build),
    Step("build again, elsewhere", building.build_again),
    Step("metadata (twine, pyroma)", checking.check_metadata),
    Step("contents (check-wheel-contents)", checking.check_contents),
    Step("install, and import a kernel", checking.check_installation),
    Step("known weaknesses (pip-audit)", checking.audit),
    Step("bill of materials (CycloneDX)", checking.write_bill),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the distributions of a release; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="tools/release",
        description="Build the distributions of a release in dist/ and check them; nothing is "
        "uploaded. It is refused while the address in pyproject.toml is a placeholder, files of "
        "the checkout have changed, or CHANGELOG.md has no date for the version.",
        epilog="example: tools/release --rehearse",
    )
    parser.add_argument(
        "--rehearse",
        action="store_true",
        help="do all steps although the release is refused, or one fails",
    )
    options = parser.parse_args(arguments)
    problems = refusals.refusals()
    for problem in problems:
        print(f"refused: {problem}", file=sys.stderr)
    if problems and not options.rehearse:
        return 1
    # The time of the commit is that of the files, so that anyone builds the same bytes.
    os.environ["SOURCE_DATE_EPOCH"] = building.commit_time()
    failed = []
    with tempfile.TemporaryDirectory(prefix="ptxpy-release-") as scratch:
        building.SCRATCH = Path(scratch)
        for step in STEPS:
            try:
                print(f"{step.name}: {step.run(DIST)}", flush=True)
            except StepError as error:
                failed.append(step.name)
                print(f"{step.name}: failed: {error}", file=sys.stderr, flush=True)
                if not options.rehearse:
                    break
    if problems or failed:
        print(f"not to be released: {len(problems) + len(failed)} problems", file=sys.stderr)
        return 1
    print(
        f"to release it: git tag v{version()}; git push --tags; twine upload dist/*.whl dist/*.gz"
    )
    return 0
