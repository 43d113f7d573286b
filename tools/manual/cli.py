"""The command line of `tools/build_manual`."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from manual.link_check import broken_links
from manual.paths import ROOT
from manual.site import write_pages

__all__ = ["main"]

_CACHE: Final = ROOT / ".cache" / "manual"
_BUILDING: Final = ".building"
"""A file in the folder of the site while it is built; it stays where a build is interrupted."""


def main(arguments: list[str] | None = None) -> int:
    """Build the manual; return 1 where a page, a link or an anchor is broken."""
    parser = argparse.ArgumentParser(
        prog="tools/build_manual", description="Build the manual from what is in the repository."
    )
    parser.add_argument(
        "-o", "--output", metavar="DIR", type=Path, help="the folder of the site (build/manual)"
    )
    parser.add_argument(
        "--pages-only", action="store_true", help="write the pages that the site is made of only"
    )
    parser.add_argument(
        "--test", action="store_true", help="test the site, in Chromium where there is one"
    )
    parser.add_argument("--from", dest="caller", type=Path, default=ROOT, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    output = (options.caller / (options.output or ROOT / "build" / "manual")).resolve()
    building = output / _BUILDING
    was_interrupted = building.is_file()
    is_manual = was_interrupted or (output / "searchindex.js").is_file()
    if output.is_dir() and any(output.iterdir()) and not is_manual:
        parser.error(f"{output} is not empty, and no manual")
    began = time.monotonic()
    source = _CACHE / "source"
    problems = write_pages(source, with_outputs=not options.pages_only)
    if options.pages_only:
        return _report(problems, str(source), began)
    output.mkdir(parents=True, exist_ok=True)
    building.touch()
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--jobs", "auto", "--quiet"]
    command += ["--fail-on-warning", "--conf-dir", str(Path(__file__).parent)]
    if was_interrupted:
        # Sphinx takes a page that is half written for one that is up to date.
        command += ["--fresh-env", "--write-all"]
    done = subprocess.run(
        [*command, "--doctree-dir", str(_CACHE / "doctrees"), str(source), str(output)],
        cwd=ROOT,
        check=False,
    )
    if done.returncode >= 0:
        building.unlink()
    if (output / "index.html").is_file():
        problems += broken_links(output)
    if done.returncode:
        problems.append("Sphinx: the warnings above are errors")
    elif options.test:
        tested = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", "0", "tests/manual/test_site.py"],
            cwd=ROOT,
            env={**os.environ, "PTXPY_SITE": str(output)},
            check=False,
        )
        if tested.returncode:
            problems.append("the tests of the site fail, as above")
    return _report(problems, str(output / "index.html"), began)


def _report(problems: list[str], made: str, began: float) -> int:
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print(f"{len(problems)} broken", file=sys.stderr)
        return 1
    print(f"{made} in {time.monotonic() - began:.0f} s")
    return 0
