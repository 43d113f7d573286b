"""The command: how many blocks of inline PTX are checked, and what is found."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from ptxpy.inline_ptx.sources import check_source, is_cuda

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.inline_ptx.sources import CheckedSource

CUTLASS = "nvidia-cutlass==4.2.0.0"
HEADERS = "cutlass_library/source/include/"


def main() -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "folders", metavar="FOLDER", nargs="*", help="folders of headers or Python, or files"
    )
    parser.add_argument(
        "--cutlass", action="store_true", help=f"the headers of {CUTLASS}, which pip downloads"
    )
    parser.add_argument(
        "--require", type=float, default=0, metavar="PERCENT", help="fail below this share checked"
    )
    parser.add_argument("--errors", action="store_true", help="write the errors")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folders = [*options.folders, *([_cutlass(Path(scratch))] if options.cutlass else [])]
        if not folders:
            parser.error("no FOLDER")
        return _report(list(_files(folders)), options)


def _cutlass(scratch: Path) -> str:
    """Download the headers of CUTLASS; return their folder."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "-q",
        "-d",
        str(scratch),
        CUTLASS,
    ]
    subprocess.run(command, check=True)
    (wheel,) = scratch.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith(HEADERS)]
        archive.extractall(scratch, names)
    return str(scratch / HEADERS)


def _files(folders: Sequence[str]) -> Iterator[str]:
    for folder in map(Path, folders):
        inside = sorted(folder.rglob("*")) if folder.is_dir() else [folder]
        # The headers of the C++ library have no suffix.
        yield from (
            str(path)
            for path in inside
            if path.is_file() and (is_cuda(path.name) or path.suffix in {"", ".py"})
        )


def _check(name: str) -> CheckedSource:
    return check_source(Path(name).read_bytes(), filename=name)


def _report(files: list[str], options: argparse.Namespace) -> int:
    """Check files; write the counts, and return the exit status."""
    checked = 0
    reasons: Counter[str] = Counter()
    codes: Counter[tuple[str, str]] = Counter()
    for name, result in zip(files, map(_check, files), strict=True):
        checked += len(result.blocks.found)
        reasons.update(skipped.reason for skipped in result.blocks.skipped)
        codes.update((found.severity, found.code) for found in result.found)
        if options.errors:
            for found in result.found:
                if found.severity == "error":
                    print(found.render(name))
    share = 100 * checked / max(checked + reasons.total(), 1)
    print(f"{len(files):,} files, {checked:,} blocks checked ({share:.1f} %)")
    for reason, count in reasons.most_common():
        print(f"  {count:5,} skipped: {reason}")
    for (severity, code), count in sorted(codes.items()):
        print(f"  {count:5,} {severity}s {code}")
    return int(share < options.require)
