"""Faults in a ring of stages that an author writes, and what is said of each."""

from __future__ import annotations

import linecache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ptxpy.examples import bfloat16
from ptxpy.sim import limited

HERE = Path(__file__).parent
TEXT = (HERE / "ring_kernel.py").read_text(encoding="utf-8")


def _cases() -> list[tuple[str, str, list[str]]]:
    lines = (HERE / "ring_faults.txt").read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines:
        if line and not line.startswith("#"):
            old, new, said = (part.replace("\\n", "\n") for part in line.split(" => "))
            found.append((old, "" if new == "<none>" else new, said.split("; ")))
    return found


def _run(text: str, name: str) -> tuple[Any, Any]:
    """Run the kernel of a text in strict mode; return what it computes and what is right."""
    # The tracer reads the lines of the kernel, which is in no file.
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    namespace: dict[str, Any] = {"__name__": "ring"}
    exec(compile(text, name, "exec"), namespace)  # noqa: S102 - a kernel of this folder
    random = np.random.default_rng(1)
    a, b = (bfloat16.bits(random.integers(-4, 5, (64, 320)).astype(np.float32)) for _ in range(2))
    with limited(max_steps=100_000):
        found = namespace["ring"](a, b, device="cpu", strict=True)
    return found, bfloat16.values(a) @ bfloat16.values(b).T


def test_the_kernel_is_right() -> None:
    """Strict mode accuses it of nothing."""
    found, wanted = _run(TEXT, "<right ring>")
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize(("old", "new", "said"), _cases(), ids=lambda each: str(each)[:60])
def test_fault(old: str, new: str, said: list[str]) -> None:
    """The message has names, and a repair that works."""
    assert TEXT.count(old) == 1, old
    with pytest.raises(Exception) as caught:  # noqa: PT011 - of the tracer or of the simulator
        _run(TEXT.replace(old, new), f"<ring with {new}>")
    for part in said:
        assert part in str(caught.value)
