"""Tracing a kernel again gives the same text, in this process and in others."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import ptxpy
from ptxpy import dsl

ROOT = Path(__file__).parents[2]
EXAMPLES = Path(ptxpy.__file__).parent / "examples"
SIZES = {"M": 256, "N": 256, "K": 128, "D": 64}
"""For dimensions and template parameters that have no value of their own."""

SCRIPT = """\
from tests.dsl.test_deterministic import digests
for each in digests():
    print(*each)
"""


def kernels(path: Path) -> Iterator[dsl.StandaloneKernel]:
    """Run a file, and yield the kernels that it declares."""
    program = compile(path.read_text("utf-8"), str(path), "exec", dont_inherit=True)
    namespace = {"__name__": "<ptxpy>", "__file__": str(path)}
    exec(program, namespace)  # noqa: S102 - an example of this package
    for found in namespace.values():
        if isinstance(found, dsl.StandaloneKernel):
            yield found


def digests() -> Iterator[tuple[str, str, str]]:
    """Yield for each kernel of the examples what tells its text from another."""
    for path in sorted(EXAMPLES.glob("*.py")):
        for kernel in kernels(path):
            known = {*kernel.dims, *kernel.template_params}
            sizes = {name: size for name, size in SIZES.items() if name in known}
            text = kernel.ptx(source_lines=True, **sizes)
            yield path.stem, kernel.name, hashlib.sha256(text.encode()).hexdigest()


def test_the_examples_are_the_same_each_time() -> None:
    """Whatever the seed of Python's hashes is."""
    here = [*digests()]
    assert len(here) >= 14
    assert [*digests()] == here
    for seed in ("1", "77"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
        assert [tuple(line.split()) for line in done.stdout.splitlines()] == here
