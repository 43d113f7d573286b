"""`wgmma.mma_async` in all forms of the instruction table, against exact sums."""

from __future__ import annotations

import zlib
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from ptxpy.sim.machine.machine import Machine
from ptxpy.sim.semantics.matrices import accumulators
from ptxpy.sim.semantics.matrices.wgmma import Form, Issue, Step, form_of, gather, perform
from ptxpy.sim.semantics.matrices.whole_warps import warpgroups_of
from tests.sim.semantics.matrices.warpgroup import LANES, Array, place_for
from tests.sim.semantics.matrices.wgmma_operands import (
    CTAS,
    Operands,
    machine_of,
    registers,
    result,
    started,
)
from tests.sim.semantics.numbers.forms import modifiers_of


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
    machine: Machine,
    issue: Issue,
    start: list[Array],
    steps: tuple[Step, ...],
    lanes: Array | None = None,
) -> list[Array]:
    """Make a product; return the registers of D."""
    accumulator = accumulators.new_accumulator(machine, issue.slots, issue.form.kind)
    frame = cast("Any", None)
    work = gather(machine, frame, lanes, issue, steps, accumulator)
    accumulators.start(accumulator, warpgroups_of(machine, lanes), start)
    perform(machine, frame, work)
    return list(accumulators.registers_of(accumulator, warpgroups_of(machine, lanes)))


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


def _plain(machine: Machine, words: str) -> tuple[Form, Operands, Issue]:
    """Return random operands of which none is in registers."""
    form = form_of(tuple(words.split()))
    assert form is not None
    for seed in range(99):
        operands = Operands(machine, form, Random(seed))  # noqa: S311 - test data
        if not operands.in_registers:
            break
    slots = tuple(range(form.registers))
    issue = Issue(form, slots, False, False, operands.majors, operands.selector)  # noqa: FBT003
    return form, operands, issue


BF16 = ".mma_async .sync .aligned .m64n96k16 .f32 .bf16 .bf16"


def _zeros(form: Form) -> Array:
    return np.zeros((64, form.columns), form.kind)


@pytest.mark.parametrize("ctas", [(0, 2), (1,), (1, 2)])
def test_some_ctas(ctas: tuple[int, ...]) -> None:
    """CTAs of a batch run alone, and they need not follow each other."""
    machine = machine_of(3)
    form, operands, issue = _plain(machine, BF16)
    lanes = machine.lanes[np.isin(machine.cta_of, ctas)]
    step = Step(operands.left[lanes], operands.right, np.bool_(False), None, 0)  # noqa: FBT003
    start = registers(form, [_zeros(form)] * (len(lanes) // LANES))
    found = _run(machine, issue, start, (step,), lanes)
    chosen = [operands.products[2 * cta + k] for cta in ctas for k in range(2)]
    expected = [product.astype(np.float32) for product in chosen]
    for one, other in zip(found, registers(form, expected), strict=True):
        assert (one == other).all()


@pytest.mark.parametrize("steps", [2, 5, 20])
def test_layouts_of_several_products(steps: int) -> None:
    """Products that are made as one may have descriptors that differ in all fields."""
    machine = machine_of()
    form, operands, issue = _plain(machine, BF16)
    random = Random(steps)  # noqa: S311 - test data
    images = machine.shared.reshape(CTAS, -1)
    places = [operands.b_place]
    while len(places) < 3:
        place, _ = place_for(
            random, form.columns, 32, operands.majors[1], (64 + 30 * len(places)) << 10
        )
        if place.width not in [each.width for each in places]:
            places.append(place)
    octets = [images[cta][operands.b_place.addresses(*operands.b_shape)] for cta in range(CTAS)]
    for place in places[1:]:
        for image, found in zip(images, octets, strict=True):
            image[place.addresses(*operands.b_shape)] = found
    every = [
        Step(operands.left, np.uint64(places[k % 3].descriptor), np.bool_(k > 0), None, k)
        for k in range(steps)
    ]
    starts = [_zeros(form) + np.nan for _ in operands.products]
    found = _run(machine, issue, registers(form, starts), tuple(every))
    expected = [(steps * product).astype(np.float32) for product in operands.products]
    for one, other in zip(found, registers(form, expected), strict=True):
        assert (one == other).all()


def test_many_warpgroups() -> None:
    """Products that are computed in parts are those of each warpgroup alone."""
    machine = machine_of(67)
    form, operands, issue = _plain(machine, BF16)
    step = Step(operands.left, operands.right, np.bool_(False), None, 0)  # noqa: FBT003
    start = registers(form, [_zeros(form)] * 134)
    found = _run(machine, issue, start, (step,) * 4)
    expected = [product.astype(np.float32) for product in operands.products]
    for one, other in zip(found, registers(form, expected), strict=True):
        assert (one == other).all()
