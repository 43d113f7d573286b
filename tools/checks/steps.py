"""The steps of `.ci/run`: what each runs, and on how many cores."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from interpreters.found import promised

__all__ = ["ROOT", "Step", "all_steps"]

ROOT: Final = Path(__file__).resolve().parents[2]

PACKAGES: Final = ("ptxpy", "tests", "tools")
"""The folders with Python; `tools` has scripts without a suffix as well."""


_PROBES: Final = ("--share", "0.04", "--front-end", "--seed", "1")
_LIFTING: Final = ("--gate", "--prove", "--stripped")
_COMPILED: Final = (
    *("--quiet", "--engine", "compiled", "-k", "not strict"),
    *("tests/sim/test_instructions.py", "tests/sim/kernels/test_nvcc_calls.py"),
    *("tests/sim/kernels/test_numba.py", "tests/sim/kernels/test_warp.py"),
)
"""Tests of launches on the CPU, whose results both engines must have; strict mode has one."""
_FUZZING: Final = ("--cases", "20000", "--seconds", "45")


class Step(NamedTuple):
    """A command that must succeed."""

    name: str
    command: tuple[str, ...]
    cores: int = 1
    """The number of processes that it runs at a time."""
    program: str = ""
    """A program without which the step is left out."""


def all_steps(cores: int) -> tuple[Step, ...]:
    """Return the steps in the order in which they begin.

    Quick ones come first, then the suite, and then long ones before short ones, which fill all
    cores to the end.
    """
    code = (*PACKAGES, *scripts())
    # Files are independent; half of the cores are left for the other steps.
    jobs = max(1, cores // 2)
    return (
        Step("ruff", _module("ruff", "check", *code)),
        Step("visitors", _tool("generate_visitors", "--check")),
        Step("stubs", _tool("generate_stubs", "--check")),
        Step("corpus", _tool("build_corpus", "--check")),
        Step("syntax", _tool("generate_syntax", "--check")),
        Step("man_page", _tool("generate_man_page", "--check")),
        # Layering (tests/test_layering.py) and packaging are part of the suite.
        Step("test", ("tools/test", "--all"), cores=cores),
        # The cases of the first seed are known to pass; those of the day are new each day.
        Step("fuzz", _tool("fuzz", *_FUZZING, "--seed", "1", "-j", str(jobs)), jobs),
        Step("fuzz_today", _tool("fuzz", *_FUZZING, "--seed", "today", "-j", str(jobs)), jobs),
        Step("engines", _module("pytest", *_COMPILED, "-n", str(jobs)), jobs),
        # It proves every file of the corpus, of which the suite has the smaller ones.
        Step("lifting", _tool("benchmarks/run", "lifting", *_LIFTING, "-j", str(jobs)), jobs),
        *_interpreters(),
        # PyTorch has builds for the CPU for some Pythons, of which that of .venv may be none.
        Step("frameworks", _tool("test_frameworks", "--others", "-j", str(jobs)), jobs),
        Step("prove_isa", _tool("prove_isa", "--rules", *_PROBES)),
        # nvJitLink ignores setmaxnreg: registers and spills are those of ptxas.
        Step("examples", _tool("benchmarks/run", "examples"), program="ptxas"),
        # Ratios to work of Python's own hold while other steps run.
        Step("stages", _tool("benchmarks/run", "stages", "--gate", "--repeat", "3")),
        Step("manual", _tool("build_manual", "-o", ".cache/manual/site", "--test")),
        Step("black", _module("black", "--check", "--quiet", *code)),
        Step("mypy", _module("mypy", *code)),
        Step("seeds", _module("tests.seeds")),
    )


def scripts() -> list[str]:
    """Return the commands in `tools` that are Python, which have no suffix."""
    files = (path for path in sorted((ROOT / "tools").iterdir()) if path.is_file())
    return [
        str(path.relative_to(ROOT))
        for path in files
        if not path.suffix and "python" in path.read_text(encoding="utf-8").partition("\n")[0]
    ]


def _interpreters() -> Iterator[Step]:
    """Yield a step for each version of Python; that of this process runs everything else."""
    for version in promised(ROOT / "pyproject.toml"):
        command = _tool("test_interpreters", "--others", "--jobs", "1", version)
        yield Step(f"python{version}", command)


def _tool(name: str, *arguments: str) -> tuple[str, ...]:
    return (f"tools/{name}", *arguments)


def _module(name: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", name, *arguments)
