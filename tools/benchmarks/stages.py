"""The CPU time of the stages of an import, as multiples of work that never changes.

Other machines and other loads change both, so that what was recorded on one holds on another:
`--gate` fails where a stage takes four fifths more than `stages.toml` says, `--bless` writes that.
"""

from __future__ import annotations

import argparse
import ast
import platform
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import ptxpy
from benchmarks.authoring import IMPORTED, timed
from benchmarks.corpus import named
from ptxpy.codegen.census import source_of
from ptxpy.codegen.generate import generate
from ptxpy.syntax.parser import clear_memo

PATH: Final = Path(__file__).with_suffix(".toml")
ROOM: Final = 1.8
"""What a stage may take of what was recorded.

The same code differs by a tenth from run to run, and more from machine to machine: one commit took
3.5 to 5.9 references to generate Triton's attention, where 3.6 were recorded. Generation goes
through more memory than the reference does.
"""

_HEAD: Final = """\
# What the stages of an import take, as multiples of the reference of `benchmarks/stages.py`, with
# the Python that is named. `tools/benchmarks/run stages --gate` fails where one takes four
# fifths more; `--bless` writes this file.
"""
_LINES: Final = 4000


def reference() -> int:
    """Do the work that stages are compared with: Python's own objects, in C and in bytecode."""
    text = "\n".join(f"x{k} = f(a[{k}], b.c, {k} + y)" for k in range(_LINES))
    names = Counter(node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name))
    return len({(name, count): f"{name}: {count}" for name, count in names.items()})


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure, print, and return the stages of each file; with `--gate`, those that are slow."""
    version = ".".join(platform.python_version_tuple()[:2])
    recorded = tomllib.loads(PATH.read_text(encoding="utf-8"))
    found: dict[str, dict[str, float]] = {}
    regressions: list[str] = []
    stages = ("parse", "generate", "trace", "print")
    titles = "".join(f"{stage:>20}" for stage in stages)
    print(f"{'µs an instruction, and multiples of the reference':52}{titles}")
    for name in options.files or IMPORTED:
        (path,) = named([name])
        count, least, unit = _measured(path.read_bytes(), options.repeat)
        found[name] = {stage: round(least[stage] / unit, 3) for stage in stages}
        row = "".join(
            f"{1e6 * least[stage] / count:>11.1f} {found[name][stage]:>8.2f}" for stage in stages
        )
        print(f"{name:52}{row}", flush=True)
        for stage, now in found[name].items():
            before = recorded.get(name, {}).get(stage)
            if before is not None and now > ROOM * before:
                regressions.append(f"{name}: {stage} takes {now}, recorded are {before}")
    # Versions of Python differ by more than what is looked for.
    gate = options.gate and version == recorded["python"]
    for line in regressions if gate else ():
        print(f"slower: {line}")
    if options.bless and not options.files:
        text = f'{_HEAD}python = "{version}"\n'
        for name, numbers in found.items():
            text += f'\n["{name}"]\n'
            text += "".join(f"{stage} = {number}\n" for stage, number in numbers.items())
        PATH.write_text(text, encoding="utf-8")
    return {"stages": found, "regressions": regressions if gate else []}


def _measured(source: bytes, rounds: int) -> tuple[int, dict[str, float], float]:
    """Return the number of instructions, the least time of each stage, and of the reference."""
    module = ptxpy.parse(source)
    program = ptxpy.to_python(module)
    stages: dict[str, Callable[[], object]] = {
        "": reference,
        "parse": lambda: ptxpy.parse(source),
        "generate": lambda: generate(module),
        "trace": lambda: ptxpy.from_python(program),
        "print": lambda: ptxpy.emit(module),
    }
    times: dict[str, list[float]] = {stage: [] for stage in stages}
    # Stages take turns, so that a busy minute of the machine is one of them all.
    for _ in range(rounds):
        for stage, work in stages.items():
            clear_memo()
            times[stage].append(timed(work)[1])
    least = {stage: min(found) for stage, found in times.items()}
    unit = least.pop("")
    return sum(source_of(each).instructions for each in module.functions), least, unit
