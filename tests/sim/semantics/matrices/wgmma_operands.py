"""Random operands of `wgmma.mma_async` in shared memory and registers, and its results."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from ptxpy.sim.machine.geometry import Geometry
from ptxpy.sim.machine.global_memory import Memory
from ptxpy.sim.machine.machine import Machine
from ptxpy.sim.semantics.matrices.wgmma import Form
from tests.sim.semantics.matrices.warpgroup import (
    LANES,
    Array,
    accumulator_places,
    codes,
    compressed,
    fragment,
    metadata_words,
    numbers,
    place_for,
    put,
)

__all__ = ["CTAS", "SHARED", "Operands", "machine_of", "registers", "result", "started"]

SHARED = 128 << 10
CTAS = 2
MEMORY = Memory(1 << 33)


def machine_of(ctas: int = CTAS, threads: int = 2 * LANES, shared: int = SHARED) -> Machine:
    """Return a batch."""
    geometry = Geometry((ctas, 1, 1), (threads, 1, 1), (1, 1, 1))
    return Machine(geometry, MEMORY, {}, {}, shared, 0, 0, ctas)


def started(form: Form, random: Random) -> Array:
    """Return a D to begin with, [row, column]."""
    source = np.random.default_rng(random.getrandbits(32))
    shape = (64, form.columns)
    if form.kind == "i4":
        if form.satfinite:
            return source.choice(np.array([2**31 - 9, -(2**31) + 9, 5]), shape).astype(np.int32)
        return source.integers(-(2**31), 2**31, shape).astype(np.int32)
    return (source.integers(-512, 512, shape) / 8).astype(np.float16).astype(form.kind)


def registers(form: Form, tiles: list[Array]) -> list[Array]:
    """Return the registers that hold the D of warpgroups."""
    rows, columns = accumulator_places(form.columns)
    parts = [tile[rows, columns] for tile in tiles]
    if form.kind == "f2":
        words = [
            part[0::2].view(np.uint16).astype(np.uint32)
            | part[1::2].view(np.uint16).astype(np.uint32) << 16
            for part in parts
        ]
    else:
        words = [part.view(np.uint32) for part in parts]
    return list(np.concatenate(words, axis=1))


def result(form: Form, start: Array, product: Array, *, adds: bool) -> Array:
    """Return D, rounded once."""
    if form.kind == "i4":
        total = start.astype(np.int64) * adds + product.astype(np.int64)
        if form.satfinite:
            return np.clip(total, -(2**31), 2**31 - 1).astype(np.int32)
        return total.astype(np.int32)
    exact = (start.astype(np.float64) if adds else 0.0) + product
    assert (exact == exact.astype(np.float32)).all()
    return exact.astype(form.kind)


class Operands:
    """The matrices of each warpgroup of a batch, in its shared memory and in registers."""

    def __init__(self, machine: Machine, form: Form, random: Random) -> None:
        """Make them."""
        count = machine.count // LANES
        self.in_registers = random.random() < 0.3
        wide = form.a in ("f16", "bf16")
        majors = [random.choice(["K", "MN"] if wide else ["K"]) for _ in range(2)]
        if self.in_registers:
            majors[0] = "K"
        self.majors = (majors[0], majors[1])
        self.selector = random.randrange(form.selectors) if form.sparse else 0
        octets = 64 if form.sparse else 32
        place, behind = place_for(random, 64, 32, majors[0], 1024 * random.randrange(3))
        second = place.start + (behind + 1023) // 1024 * 1024
        places = [place, place._replace(start=second)]
        base = (2 * behind + 2047) // 1024 * 1024
        self.b_place, _ = place_for(random, form.columns, octets, majors[1], base)
        wide_rows = (form.depth, form.columns * 2)
        rows = wide_rows if majors[1] == "MN" else (form.columns, octets)
        self.b_shape = np.indices(rows)
        """The indices of all octets of B."""
        self.a_places = [places[number % 2] for number in range(count)]
        images = machine.shared.reshape(machine.ctas, -1)
        source = np.random.default_rng(random.getrandbits(32))
        images[...] = source.integers(0, 256, images.shape)
        fragments: list[list[Array]] = []
        metadata: list[Array] = []
        self.products: list[Array] = []
        b: Array = np.zeros(0)
        for number in range(count):
            if number % 2 == 0:
                b = codes(form.b, random, (form.columns, form.depth))
                put(images[number // 2], self.b_place, form.b, b)
            a = held = codes(form.a, random, (64, form.depth))
            if form.sparse:
                held, kept = compressed(form.a, random, a)
                metadata.append(metadata_words(form.a, form.depth, kept, self.selector, random))
            if self.in_registers:
                fragments.append(fragment(form.a, held))
            else:
                put(images[number // 2], self.a_places[number], form.a, held)
            self.products.append(numbers(form.a, a) @ numbers(form.b, b).T)
        self.metadata = np.concatenate(metadata) if metadata else None
        if self.in_registers:
            self.left: Any = tuple(map(np.concatenate, zip(*fragments, strict=True)))
        else:
            each = [np.uint64(place.descriptor) for place in self.a_places]
            self.left = np.repeat(np.array(each), LANES)
        self.right = np.uint64(self.b_place.descriptor)
