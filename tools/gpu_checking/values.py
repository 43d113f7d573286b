"""Types of operands, and values of them: edges, and others that are the same on every machine."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = [
    "SORTS",
    "Array",
    "Choice",
    "Draw",
    "Format",
    "Sort",
    "decoded",
    "encoded",
    "mixed",
    "values",
]

Array: TypeAlias = npt.NDArray[Any]


class Format(NamedTuple):
    """A binary floating-point format with infinities and NaNs, as IEEE 754 has them."""

    exponent: int
    """Bits of the exponent."""
    fraction: int
    """Bits of the fraction."""

    @property
    def width(self) -> int:
        """Bits in all."""
        return 1 + self.exponent + self.fraction

    @property
    def infinity(self) -> int:
        """The bits of infinity."""
        return ((1 << self.exponent) - 1) << self.fraction

    @property
    def one(self) -> int:
        """The bits of 1."""
        return ((1 << self.exponent - 1) - 1) << self.fraction


_F16: Final = Format(5, 10)
_BF16: Final = Format(8, 7)
_F32: Final = Format(8, 23)
_F64: Final = Format(11, 52)


class Sort(NamedTuple):
    """A type of operands: how it is kept, and what its bits mean."""

    size: int
    """Bytes in memory."""
    register: str
    """The type of its registers."""
    move: str
    """The type of loads and stores."""
    elements: int = 1
    """Values that are packed into one."""
    format: Format | None = None
    """Of floating-point elements."""
    unused: int = 0
    """Low bits of an element that are zero."""

    @property
    def dtype(self) -> str:
        """The type of its bits in NumPy."""
        return f"u{self.size}"

    @property
    def width(self) -> int:
        """Bits of an element."""
        return 8 * self.size // self.elements


SORTS: Final[dict[str, Sort]] = {
    **{f"{kind}8": Sort(1, "b16", f"{kind}8") for kind in "sub"},
    **{f"{kind}16": Sort(2, "b16", f"{kind}16") for kind in "sub"},
    **{f"{kind}{8 * size}": Sort(size, f"b{8 * size}", f"b{8 * size}") for kind in "sub"
       for size in (4, 8)},
    **{f"{kind}16x2": Sort(4, "b32", "b32", 2) for kind in "su"},
    **{f"{kind}8x4": Sort(4, "b32", "b32", 4) for kind in "su"},
    "pred": Sort(4, "pred", "u32"),
    "f16": Sort(2, "b16", "b16", 1, _F16),
    "bf16": Sort(2, "b16", "b16", 1, _BF16),
    "f16x2": Sort(4, "b32", "b32", 2, _F16),
    "bf16x2": Sort(4, "b32", "b32", 2, _BF16),
    "f32": Sort(4, "f32", "f32", 1, _F32),
    "f32x2": Sort(8, "b64", "b64", 2, _F32),
    "tf32": Sort(4, "b32", "b32", 1, _F32, 13),
    "f64": Sort(8, "f64", "f64", 1, _F64),
    "e2m1x2": Sort(1, "b8", "b8"),
    **{f"{kind}x2": Sort(2, "b16", "b16", 2)
       for kind in ("e4m3", "e5m2", "e2m3", "e3m2", "ue8m0", "s2f6")},
}  # fmt: skip
"""Types of operands by name. Bits of packed types that are no `Format` are all tried alike."""


class Choice(NamedTuple):
    """Which values an operand takes."""

    kind: str = "any"
    """`any`; `in`, numbers of a range; `int`, whole numbers of a range; `nonzero`; `finite`."""
    low: float = 0
    high: float = 0


def mixed(seed: int, count: int) -> Array:
    """Return 64-bit numbers that look random: SplitMix64 (Steele, Lea and Flood, 2014)."""
    with np.errstate(over="ignore"):
        start = np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64)
        z = start + (np.arange(1, count + 1, dtype="u8") * np.uint64(0x9E3779B97F4A7C15))
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return np.asarray(z ^ z >> np.uint64(31))


def decoded(bits: Array, form: Format) -> Array:
    """Return the numbers in f64 that elements stand for; NaNs are NaN."""
    if form == _F64:
        return np.ascontiguousarray(bits, "u8").view("f8")
    if form == _F32:
        found = np.ascontiguousarray(bits, "u4").view("f4")
    elif form == _F16:
        found = np.ascontiguousarray(bits, "u2").view("f2")
    else:
        found = (np.asarray(bits, "u4") << 16).view("f4")
    with np.errstate(invalid="ignore"):
        return np.asarray(found, "f8")


def encoded(numbers: Array, form: Format) -> Array:
    """Return the bits of numbers in a format, as `u8`: rounded, for bfloat16 toward zero."""
    with np.errstate(all="ignore"):
        if form == _F64:
            return np.asarray(numbers, "f8").view("u8")
        if form == _F16:
            return np.asarray(numbers, "f2").view("u2").astype("u8")
        bits = np.asarray(numbers, "f4").view("u4").astype("u8")
    return bits if form == _F32 else bits >> np.uint64(16)


class Draw(NamedTuple):
    """Which values of an operand are wanted."""

    seed: int
    """Of those that look random."""
    lanes: int
    place: int
    """Which of the operands it is, from 0."""
    of: int
    """How many operands there are. Edges of up to two are combined in all ways, of more at random,
    in about half of the lanes."""


def values(sort: Sort, choice: Choice, draw: Draw) -> Array:
    """Return bits of an operand, an element a lane; the same for the same arguments."""
    count = draw.lanes
    whole = draw.of == 1 and choice.kind == "any" and sort.size < 4
    if whole and count >= 1 << (8 * sort.size):
        return np.arange(count, dtype="u8").astype(sort.dtype)
    packed = np.zeros(count, "u8")
    for element in range(sort.elements):
        own = draw._replace(seed=draw.seed + 64 * draw.place + element)
        packed |= _element(sort, choice, own) << np.uint64(element * sort.width)
    return packed.astype(sort.dtype)


def _element(sort: Sort, choice: Choice, draw: Draw) -> Array:
    count = draw.lanes
    if choice.kind in ("in", "int"):
        return _ranged(sort, choice, draw.seed, count)
    noise = mixed(draw.seed, count)
    drawn = _random(sort, noise, mixed(~draw.seed, count))
    edges = _edges(sort)
    ways = len(edges) ** draw.of
    if 4 * ways <= 3 * count and sort.elements == 1:
        drawn[:ways] = edges[np.arange(ways) // len(edges) ** draw.place % len(edges)]
    else:
        chosen = (noise >> np.uint64(7)) % np.uint64(len(edges))
        some = np.arange(count) < count // 2
        some &= (noise >> np.uint64(3)) % np.uint64(8) != 0
        drawn = np.where(some, edges[chosen], drawn)
    if choice.kind == "nonzero":
        drawn[drawn == 0] = 1
    if choice.kind == "finite" and sort.format is not None:
        infinity = np.uint64(sort.format.infinity)
        wild = drawn & infinity == infinity
        drawn[wild] ^= np.uint64(1 << sort.format.fraction + sort.format.exponent - 1)
    return np.asarray(drawn)


def _ranged(sort: Sort, choice: Choice, seed: int, count: int) -> Array:
    """Return values of a range: of numbers half even, half even in their logarithms."""
    unit = (mixed(seed, count) >> np.uint64(11)).astype("f8") * 2.0**-53
    low, high = choice.low, choice.high
    if choice.kind == "int" or sort.format is None:
        numbers = np.floor(low + unit * (high - low + 1)).clip(low, high)
        if sort.format is not None:
            return encoded(numbers, sort.format)
        return numbers.astype("i8").view("u8") & np.uint64((1 << sort.width) - 1)
    numbers = low + unit * (high - low)
    scale = 2.0 ** -np.floor((mixed(~seed, count) >> np.uint64(11)).astype("f8") * 2.0**-53 * 40)
    small = numbers * scale
    odd = np.arange(count) % 2 == 1
    numbers = np.where(odd & (small >= low) & (small <= high), small, numbers)
    bits = encoded(numbers, sort.format)
    return bits & ~np.uint64((1 << sort.unused) - 1)


def _random(sort: Sort, noise: Array, other: Array) -> Array:
    """Return values of all sizes; of floating point also near 1, and with few bits."""
    width, mask = sort.width, np.uint64((1 << sort.width) - 1)
    if sort.format is None:
        short = other % np.uint64(width)
        signs = np.where(other >> np.uint64(20) & np.uint64(1), mask, np.uint64(0))
        return np.asarray((noise & mask) >> short ^ signs)
    form = sort.format
    sign = noise >> np.uint64(63) << np.uint64(width - 1)
    fraction = noise & np.uint64((1 << form.fraction) - 1)
    rough = (other >> np.uint64(8)) % np.uint64(form.fraction + 1)
    fraction = np.where(other & np.uint64(3), fraction, fraction >> rough << rough)
    near = (other >> np.uint64(16)) % np.uint64(9)
    exponent = np.uint64((form.one >> form.fraction) - 4) + near
    close = sign | exponent << np.uint64(form.fraction) | fraction
    found = np.where(other & np.uint64(4), close, noise & mask)
    return np.asarray(found & ~np.uint64((1 << sort.unused) - 1))


def _edges(sort: Sort) -> Array:
    width = sort.width
    if sort.format is None:
        top, full = 1 << width - 1, (1 << width) - 1
        pattern = 0x5555555555555555 & full
        found = [0, 1, 2, 3, 7, width - 1, width, width + 1, 100, full, full - 1, full - 2]
        found += [top, top + 1, top - 1, top - 2, top >> 1, pattern, full ^ pattern]
        found += [(1 << width // 2) - 1, 1 << width // 2, (1 << width // 2) + 1]
        return np.array([*dict.fromkeys(value & full for value in found)], "u8")
    form = sort.format
    normal = 1 << form.fraction
    quiet = form.infinity | normal >> 1
    found = [0, 1, normal >> 1, normal - 1, normal, normal + 1, form.one - 1, form.one]
    found += [form.one + 1, form.infinity - 1, form.infinity, form.infinity + 1, quiet, quiet + 5]
    numbers = [0.5, 1.5, 2, 2.5, 3, 3.5, 10, 2.0 ** (form.fraction + 1) - 1]
    numbers += [2.0**power for power in (7, 8, 15, 16, 31, 32, 63, 64)]
    encodings = encoded(np.array(numbers), form)
    more = [int(bits) for bits in encodings if bits < form.infinity]
    found += more + [bits - 1 for bits in more[7:]]
    unused = ~((1 << sort.unused) - 1)
    kept = dict.fromkeys(bits & unused for bits in found)
    return np.array([*kept, *(bits | 1 << width - 1 for bits in kept)], "u8")
