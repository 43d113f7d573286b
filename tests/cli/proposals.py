"""The command lines that `ptxpy run FILE` proposes, run as they are.

    python -m tests.cli.proposals corpus ptxpy/examples

prints a row for each kernel: whether its command line ran, or why there is none.
"""

from __future__ import annotations

import contextlib
import io
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ptxpy.cli import main

DEFAULT_MAX_STEPS = "100000"
"""For kernels that do not end: all others take fewer."""


class Tried(NamedTuple):
    """A kernel, and what became of its command line."""

    file: str
    kernel: str
    outcome: str
    """`ran`, `failed`, `refused` (no command line, with a reason) or `gpu` (not on the CPU)."""
    struct: bool
    """Whether it takes a struct by value, for which zeros stand."""
    message: str
    """What the command wrote to standard error, or the reason."""


def tried(file: str) -> Iterator[Tried]:
    """Yield the kernels of a file with what became of their command lines."""
    status, out, err = _run(["run", file])
    if status:
        if "or declare a kernel" not in err:
            yield Tried(file, "", "failed", struct=False, message=err)
        return
    for block in out.split("\nkernel ") if out else ():
        rows = [row.strip() for row in block.splitlines()]
        commands = [row for row in rows if row.startswith("ptxpy run ")]
        struct = any(" is a struct of " in row for row in rows)
        name = rows[0].removeprefix("kernel ")
        if not commands:
            yield Tried(file, name, "refused", struct, rows[-1])
            continue
        words = shlex.split(commands[0])
        if "cuda" in words:
            yield Tried(file, name, "gpu", struct, rows[-1])
            continue
        status, _, err = _run([*words[1:], "--device", "cpu", "--max-steps", DEFAULT_MAX_STEPS])
        yield Tried(file, name, "failed" if status else "ran", struct, err)


def files(paths: Sequence[str]) -> list[str]:
    """Return the files of folders, sorted: PTX, or Python where there is none."""
    found: list[str] = []
    for path in map(Path, paths):
        inside = ([*path.rglob("*.ptx")] or [*path.glob("*.py")]) if path.is_dir() else [path]
        found += sorted(map(str, inside))
    return found


def counts(found: Sequence[Tried]) -> dict[str, int]:
    """Return how many kernels without structs had each outcome."""
    return dict(Counter(each.outcome for each in found if not each.struct))


def _run(words: Sequence[str]) -> tuple[int, str, str]:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(words)
        except SystemExit as ended:
            status = int(ended.code or 0)
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8", "replace"))
    return status, texts[0], texts[1]


def _table(paths: Sequence[str]) -> None:
    found = []
    for file in files(paths):
        for each in tried(file):
            found.append(each)
            why = "" if each.outcome == "ran" else each.message.partition("\n")[0]
            shown = f"{each.outcome:8}{'struct ' if each.struct else '       '}"
            sys.stdout.write(f"{shown}{each.file} {each.kernel[:60]}  {why}\n")
    sys.stdout.write(f"{len(found)} kernels; without structs: {counts(found)}\n")


if __name__ == "__main__":
    _table(sys.argv[1:])
