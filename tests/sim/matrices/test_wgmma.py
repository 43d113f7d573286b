"""`wgmma.mma_async` in all forms of the instruction table, against exact sums."""

from __future__ import annotations

import zlib
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from ptxpy.sim.machine import Machine
from ptxpy.sim.matrices.accumulators import Accumulator
from ptxpy.sim.matrices.warpgroups import warpgroups_of
from ptxpy.sim.matrices.wgmma import Issue, Step, form_of, gather, perform
from tests.sim.matrices.warpgroup import Array
from tests.sim.matrices.wgmma_operands import Operands, machine_of, registers, result, started
from tests.sim.numbers.forms import modifiers_of


def _forms() -> dict[tuple[str, str, str, bool], list[tuple[str, ...]]]:
    """Return the modifiers of products by the types of D, A and B, and whether A is sparse."""
    found: dict[tuple[str, str, str, bool], list[tuple[str, ...]]] = {}
    for words in modifiers_of("wgmma"):
        if ".mma_async" in words and ".aligned" in words:
            form = form_of(words)
            assert form is not None, words
            found.setdefault((form.kind, form.a, form.b, form.sparse), []).append(words)
    return found


FORMS = _forms()


def _run(
    machine: Machine, issue: Issue, start: list[Array], steps: tuple[Step, ...]
) -> list[Array]:
    """Make a product; return the registers of D."""
    accumulator = Accumulator(machine, issue.slots, issue.form.kind)
    frame = cast("Any", None)
    work = gather(machine, frame, None, issue, steps, accumulator)
    accumulator.start(warpgroups_of(machine, None), start)
    perform(machine, frame, work)
    return list(accumulator.registers(warpgroups_of(machine, None)))


@pytest.mark.parametrize("key", FORMS, ids=str)
def test_products(key: tuple[str, str, str, bool]) -> None:
    """Each shape, with swizzles, majors, signs, A in registers or not as it comes."""
    for words in FORMS[key]:
        form = form_of(words)
        assert form is not None
        random = Random(zlib.crc32(" ".join(words).encode()))  # noqa: S311 - test data
        machine = machine_of()
        operands = Operands(machine, form, random)
        signed = form.kind != "i4" and random.random() < 0.5
        issue = Issue(
            form,
            tuple(range(form.registers)),
            signed,
            operands.in_registers,
            operands.majors,
            operands.selector,
        )
        adds = random.random() < 0.7
        starts = [started(form, random) for _ in operands.products]
        step = Step(operands.left, operands.right, np.bool_(adds), operands.metadata, 0)
        found = _run(machine, issue, registers(form, starts), (step,))
        expected = [
            result(form, start, -product if signed else product, adds=adds)
            for start, product in zip(starts, operands.products, strict=True)
        ]
        for one, other in zip(found, registers(form, expected), strict=True):
            assert (one == other).all(), (words, issue)
