"""Matrices of `wgmma` in shared memory and in registers, by the manual's formulas.

PTX ISA 9.7.15.5.1: where each byte lies that a matrix descriptor describes, and which element a
thread of a warpgroup holds.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tests.sim.reference.matrices import BITS, metadata_place

__all__ = [
    "LANES",
    "Place",
    "accumulator_places",
    "codes",
    "compressed",
    "fragment",
    "metadata_words",
    "numbers",
    "place_for",
    "put",
]

Array = npt.NDArray[Any]

LANES = 128
UNIT = 16


class Place(NamedTuple):
    """Where and how a matrix lies in shared memory."""

    start: int
    leading: int
    stride: int
    width: int
    """Bytes of a row of the swizzle's pattern; 16 for none."""
    major: str

    @property
    def descriptor(self) -> int:
        """The matrix descriptor."""
        mode = {16: 0, 128: 1, 64: 2, 32: 3}[self.width]
        parts = (self.start & 0x3FFFF) >> 4, self.leading >> 4, self.stride >> 4
        return parts[0] | parts[1] << 16 | parts[2] << 32 | mode << 62

    def addresses(self, row: Array, octet: Array) -> Array:
        """Return the address of a byte, `octet` bytes along K in a row of A or column of B.

        If MN-major, `row` is the index along K and `octet` counts bytes along M or N.
        """
        width = self.width
        if self.major == "K" and width == UNIT:
            offset = row % 8 * 16 + row // 8 * self.stride
            offset += octet % 16 + octet // 16 * self.leading
        elif self.major == "K":
            offset = row % 8 * width + row // 8 * self.stride + octet
        elif width == UNIT:
            offset = octet % 16 + octet // 16 * self.stride
            offset += row % 8 * 16 + row // 8 * self.leading
        else:
            offset = octet % width + octet // width * self.leading
            offset += row % 8 * width + row // 8 * self.stride
        address = self.start + offset
        found: Array = address ^ (address >> 7 & width // UNIT - 1) << 4
        return found


def place_for(random: Random, rows: int, octets: int, major: str, base: int) -> tuple[Place, int]:
    """Return a place for a matrix of so many bytes along K, and the first byte behind it."""
    widths = [16, 32, 64, 128]
    if major == "K":
        width = random.choice([each for each in widths if each == UNIT or each >= octets])
        if width == UNIT:
            units = octets // UNIT
            orders = [(128, 128 * units), (rows * UNIT, 128)]
            leading, stride = random.choice(orders)
            start = base + 16 * random.randrange(4)
            return Place(start, leading, stride, width, major), start + rows * octets
        start = base + octets * random.randrange(width // octets)
        stride = 8 * width + random.randrange(2) * 1024
        place = Place(start, 16 * random.randrange(4), stride, width, major)
        return place, base + rows // 8 * stride
    along, depth = rows * 2, octets // 2
    width = random.choice([each for each in widths if each == UNIT or along % each == 0])
    if width == UNIT:
        leading, stride = random.choice([(along * 8, 128), (128, 128 * (depth // 8))])
        return Place(base, leading, stride, width, major), base + along * depth
    block = 8 * width
    leading, stride = random.choice(
        [(block * depth // 8, block), (block, block * (along // width))]
    )
    return Place(base, leading, stride, width, major), base + along * depth


def codes(type_: str, random: Random, shape: tuple[int, ...]) -> Array:
    """Return random codes of numbers whose products and their sums `.f32` holds exactly."""
    source = np.random.default_rng(random.getrandbits(32))
    if type_ == "b1":
        return source.integers(0, 2, shape).astype(np.uint8)
    if type_ in ("s8", "u8"):
        return source.integers(0, 256, shape).astype(np.uint8)
    bits = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8}[type_]
    exponent, fraction, bias = {
        "f16": (5, 10, 15),
        "bf16": (8, 7, 127),
        "tf32": (8, 23, 127),
        "e4m3": (4, 3, 7),
        "e5m2": (5, 2, 15),
    }[type_]
    kept = min(fraction, 4)
    low = source.integers(0, 1 << kept, shape) << (fraction - kept)
    power = source.integers(bias - 2, bias + 3, shape) << fraction
    sign = source.integers(0, 2, shape) << (exponent + fraction)
    found = np.where(source.random(shape) < 0.05, 0, low | power | sign)
    if type_ == "tf32":
        found = found | source.integers(0, 1 << 13, shape)
    return found.astype(f"u{bits // 8}")


def numbers(type_: str, found: Array) -> Array:
    """Return what codes stand for, as `float64`."""
    if type_ == "s8":
        return found.view(np.int8).astype(np.float64)
    if type_ in ("u8", "b1"):
        return found.astype(np.float64)
    if type_ == "f16":
        return found.view(np.float16).astype(np.float64)
    if type_ == "bf16":
        return (found.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if type_ == "tf32":
        return (found & np.uint32(0xFFFFE000)).view(np.float32).astype(np.float64)
    fraction, bias = {"e4m3": (3, 7), "e5m2": (2, 15)}[type_]
    value = found.astype(np.int64)
    power, low = value >> fraction & (1 << 7 - fraction) - 1, value & (1 << fraction) - 1
    normal = (1 + low / 2**fraction) * 2.0 ** (power - bias)
    subnormal = low / 2**fraction * 2.0 ** (1 - bias)
    signed: Array = np.where(value >> 7, -1, 1) * np.where(power, normal, subnormal)
    return signed


def put(image: Array, place: Place, type_: str, found: Array) -> None:
    """Store the codes of a matrix [row, k] in an image of shared memory."""
    if type_ == "b1":
        octets = np.packbits(found, axis=1, bitorder="little")
    elif place.major == "MN":
        octets = np.ascontiguousarray(found.T).view(np.uint8)
    else:
        octets = np.ascontiguousarray(found).view(np.uint8)
    image[place.addresses(*np.indices(octets.shape))] = octets


def accumulator_places(columns: int) -> tuple[Array, Array]:
    """Return row and column of each element that a thread holds, [element, thread]."""
    thread = np.arange(LANES)
    warp, g, t = thread // 32, thread % 32 // 4, thread % 4
    i = np.arange(columns // 2)[:, None]
    return 16 * warp + g + 8 * (i // 2 % 2), 8 * (i // 4) + 2 * t + i % 2


def fragment(type_: str, found: Array) -> list[Array]:
    """Return the four registers of A of each thread, of codes [row, k]."""
    bits = BITS[type_]
    per = 32 // bits
    thread = np.arange(LANES)
    warp, g, t = thread // 32, thread % 32 // 4, thread % 4
    registers = []
    for j in range(4):
        register = np.zeros(LANES, np.uint32)
        for h in range(per):
            taken = found[16 * warp + g + 8 * (j & 1), per * t + h + 4 * per * (j >> 1)]
            register |= taken.astype(np.uint32) << np.uint32(h * bits)
        registers.append(register)
    return registers


def compressed(type_: str, random: Random, full: Array) -> tuple[Array, Array]:
    """Let half of the elements of each row be zero; return the others, and their columns.

    The matrix is changed.
    """
    group, count = (2, 1) if type_ == "tf32" else (4, 2)
    source = np.random.default_rng(random.getrandbits(32))
    rows, depth = full.shape
    order = np.sort(source.random((rows, depth // group, group)).argsort(axis=2)[..., :count])
    columns = (order + np.arange(0, depth, group)[:, None]).reshape(rows, -1)
    held = np.take_along_axis(full, columns, axis=1)
    full[...] = 0
    np.put_along_axis(full, columns, held, axis=1)
    return held, columns


def metadata_words(type_: str, depth: int, kept: Array, selector: int, random: Random) -> Array:
    """Return the metadata of each thread; what does not count is random."""
    words = [random.getrandbits(32) for _ in range(LANES)]
    group = 2 if type_ == "tf32" else 4
    for row, columns in enumerate(kept):
        for first, pair in zip(
            range(0, depth, group), columns.reshape(depth // group, -1).tolist(), strict=True
        ):
            inside = [column - first for column in pair]
            bits = inside[0] | inside[-1] << 2
            if type_ == "tf32":
                bits = 0b1110 if inside[0] else 0b0100
            shape = f"m16n8k{depth}"
            lane, low = metadata_place(shape, BITS[type_], row % 16, first, selector)
            lane += row // 16 * 32
            words[lane] = words[lane] & ~(15 << low) | bits << low
    return np.array(words, np.uint32)
