"""Kernels by nvcc that compute: arithmetic of every type, conversions, hashes, random walks."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable

import numpy as np
import pytest

from tests.sim.kernels.corpus import EPSILON, Array, bfloat, close, eight_bits, fma, run, widened
from tests.sim.reference import floats as reference

NUMBERS = ("sm_75", "sm_90.fast-math", "sm_100")


def _wrapped(value: int, bits: int = 64) -> int:
    half = 1 << (bits - 1)
    return (value + half) % (2 * half) - half


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _integers(x: int, y: int, n: int) -> Iterable[int]:
    """Yield what the kernel `integers` stores."""
    ux, uy, signed = x % 2**64, y % 2**64, _wrapped(n, 32)
    quotient = _quotient(x, y)
    yield x * y + quotient - (x - quotient * y)
    yield (x * y >> 64) + (ux * uy >> 64)
    yield ux << (n & 63) | (uy >> n if n < 64 else 0) | x >> 3
    low = (ux & -ux).bit_length()
    yield 64 - ux.bit_length() + uy.bit_count() + low + int(f"{uy:064b}"[::-1], 2)
    short = _quotient(_wrapped(n, 16), _wrapped(y, 16))
    yield (n // 7 + n % 10 + _quotient(signed, 3) + short) % 2**32
    yield ~x if x < y else x & y
    yield min(x, y) + max(x, 12345678901234) + abs(x)
    wide = (x * y + n) % 2**128
    yield wide >> 64 ^ wide % 2**64
    yield wide // 1000000007


@pytest.mark.parametrize("version", NUMBERS)
@pytest.mark.parametrize("n", [13, 63, 64, 2**31 + 77])
def test_integers(random: np.random.Generator, version: str, n: int) -> None:
    """Integers of 16 to 128 bits; the quotient of 128 bits is a loop with carries and borrows."""
    for _ in range(6):
        x, y = (int(value) for value in random.integers(-(2**63), 2**63, 2))
        y = y >> int(random.integers(0, 40)) | 1
        out = np.zeros(9, "i8")
        run(f"nvcc/numbers.{version}.ptx", "integers", np.array([x, y]), out, n, block=1)
        assert out.tolist() == [_wrapped(value) for value in _integers(x, y, n)]


@pytest.mark.parametrize("version", ["sm_75", "sm_100"])
def test_conversions(version: str) -> None:
    """Conversions with every rounding: exact, but for sums in f32 and f64 of at most two terms."""
    f = np.array([2.5, -2.5, -7.9, 1.5, 123456.7, -100.9], "f4")
    d = np.array([-3.99, 1.23456789e30, 1e17, -0.1])
    longs = np.array([0, 0, 2**60 + 12345, 0, 0, 77])
    i = np.zeros(40, "i4")
    i[3:7] = 2**31 - 100, 0x40091234, 0x5678, 0x12345
    given = i.copy()
    run(f"nvcc/numbers.{version}.ptx", "conversions", f, d, longs, i, block=1)
    words = d.view("i8")
    assert i[0] == 2 - 3 - 7
    assert i[1] == _wrapped(-3 + int(f[3:4].view("i4")[0]) + int(words[1] >> 32), 32)
    assert longs[0] == 3 - 4 + 10**17
    assert longs[1] == words[3]
    # 2^60 + 12345 rounds down to 2^60, and 2^31 - 100 down to a multiple of 128: both vanish.
    assert i[2:3].view("f4")[0] == np.float32(2**60) + np.float32(2**31 - 128) + np.float32(d[1])
    assembled = np.array([int(given[4]) << 32 | int(given[5])]).view("f8")[0]
    assert longs[3:4].view("f8")[0] == assembled + float(f[4]) + 77
    assert i.view("i1")[30] == -100
    assert i.view("u2")[30] == 0x2345


@pytest.mark.parametrize("version", NUMBERS)
def test_doubles(version: str) -> None:
    """Functions of doubles: each is within 2 units in the last place (CUDA's tables)."""
    x, y = 2.25, 3.5
    out = np.zeros(11)
    run(f"nvcc/numbers.{version}.ptx", "doubles", np.array([x, y]), out, block=1)
    expected = [
        x + y + x * y - x / y,
        x * y + math.pi,
        math.sqrt(x) + 1 / math.sqrt(y),
        math.exp(x) * math.log(y),
        x**y + math.fmod(x, y),
        2 + 4 + 2 + 4,
        x + x + x,
        math.erf(y),
        math.sin(math.pi * x),
        math.cos(math.pi * x),
        0.1,
    ]
    close(out, np.array(expected), 8 * EPSILON["f8"] * np.maximum(np.abs(expected), 1))


@pytest.mark.parametrize("version", NUMBERS)
def test_floats(version: str) -> None:
    """Functions of floats: a few units in the last place each, with terms below 16."""
    x, y = 2.25, 3.5
    out = np.zeros(9, "f4")
    run(f"nvcc/numbers.{version}.ptx", "floats", np.array([x, y], "f4"), out, block=1)
    expected = [
        x + y + x * y + 1 / x + math.sqrt(y),
        2 * x / y,
        math.sin(x) + math.cos(y) + math.tan(x),
        math.sin(x) + math.cos(y) + math.log2(x) + 2**y,
        math.tanh(x) + math.atan2(x, y) + math.cbrt(x),
        1 + 0 + math.remainder(x, y),
        8 * x + 1 + float(np.nextafter(np.float32(x), np.float32(y))),
        math.hypot(x, y) + math.lgamma(x),
    ]
    assert out[7] == -np.inf
    close(np.delete(out, 7), np.array(expected), 4 * 16 * EPSILON["f4"])


@pytest.mark.parametrize("version", ["sm_80", "sm_120a"])
def test_half_arithmetic(version: str) -> None:
    """Half precision: numbers chosen so that most are exact, exponentials within a unit."""
    a, b = np.array([1.25], "f2"), np.array([[0.75, -1.5]], "f2")
    out, pairs = np.array([0, 0, 0, 2], "f2"), np.ones((6, 2), "f2")
    pairs[4] = 0.75, -2
    run(f"nvcc/halves.{version}.ptx", "half_arithmetic", a, b, out, pairs, block=1)
    assert out[0] == np.float16(1.25 * 1.25 + 0.5)
    close(out[1:2], np.array([math.exp(1.25) + math.sqrt(1.25) / 1.25]), 2 * 2.0**-9)
    assert out[2] == -1.25
    assert pairs[0].tolist() == [0.75 * 0.75 + 1.25, 1.5 * 1.5 + 1.25]
    close(pairs[1], np.array([2**0.75, 2**-1.5]), [2.0**-10, 2.0**-12])
    assert pairs[2].tolist() == [0.75, -0.5]
    assert pairs[3].tolist() == [0, 1]
    assert pairs[5].tolist() == [1.75, -0.5]


@pytest.mark.parametrize("version", ["sm_80", "sm_80.lineinfo", "sm_90", "sm_120a"])
def test_brain_arithmetic(random: np.random.Generator, version: str) -> None:
    """Packed bfloat16, with a product and an fma that round once each, and a sum by atomics."""
    x = random.integers(-64, 65, (33, 2)).astype("f4") / 32
    bits, out, total = bfloat(x), np.zeros((33, 2), "u2"), np.zeros(1, "f4")
    run(f"nvcc/halves.{version}.ptx", "brain_arithmetic", bits, out, total, block=33)
    square = widened(bfloat(x * x))
    assert (out == bfloat(fma(x, square, 1.5))).all()
    assert total[0] == x[:, 0].sum()


@pytest.mark.parametrize("version", ["sm_90", "sm_120a"])
def test_eight_bit_floats(random: np.random.Generator, version: str) -> None:
    """Conversions to e4m3 and e5m2, to the nearest and finite, and from e5m2 to half."""
    x = (random.standard_normal((32, 4)) * 10 ** random.uniform(-4, 4, (32, 4))).astype("f4")
    small, wide = np.zeros((32, 4), "u1"), np.zeros((64, 2), "u1")
    wide[32:] = random.integers(0, 0x7C, (32, 2))
    back = np.zeros((32, 2), "f2")
    run(f"nvcc/halves.{version}.ptx", "eight_bits", x, small, wide, back, block=32)
    assert (back == (wide[32:].astype("u2") << 8).view("f2")).all()
    for codes, given, name in ((small, x, "e4m3"), (wide[:32], x[:, :2], "e5m2")):
        values = eight_bits(name)
        values = values[np.isfinite(values)]
        nearest = np.abs(given[..., None] - values).min(axis=-1)
        assert (np.abs(given - eight_bits(name)[codes]) == nearest).all()
        assert ((codes >> 7 == 1) == np.signbit(given)).all()


def test_sha256(random: np.random.Generator) -> None:
    """SHA-256 of a block a thread."""
    texts = [random.bytes(int(size)) for size in random.integers(0, 56, 37)]
    blocks = [t + b"\x80" + bytes(55 - len(t)) + (8 * len(t)).to_bytes(8, "big") for t in texts]
    message, digests = np.frombuffer(b"".join(blocks), "u4").copy(), np.zeros((37, 8), "u4")
    run("nvcc/sha256.sm_80.ptx", None, message, digests, block=37)
    for digest, text in zip(digests, texts, strict=True):
        assert digest.byteswap().tobytes() == hashlib.sha256(text).digest()


@pytest.mark.parametrize("version", ["sm_75.precise", "sm_80.fast-math", "sm_89", "sm_100"])
def test_random_walks(random: np.random.Generator, version: str) -> None:
    """The generator PCG in 64 bits; what is added to a float is a multiple of 2^-24: exact."""
    state = random.integers(0, 2**63, 47).astype("u8")
    out = np.zeros(47, "f4")
    s, x = state.copy(), np.zeros(47, "f4")
    run(f"nvcc/science.{version}.ptx", "random_walks", state, out, 20, block=47)
    for _ in range(20):
        s = s * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        mixed: Array = ((s >> np.uint64(18) ^ s) >> np.uint64(27)) & np.uint64(0xFFFFFFFF)
        turned = (mixed | mixed << np.uint64(32)) >> (s >> np.uint64(59))
        x += (turned.astype("u4") >> 8).astype("f4") * np.float32(2**-24) - np.float32(0.5)
    assert (state == s).all()
    assert (out == x).all()


def test_the_reference_of_fma(random: np.random.Generator) -> None:
    """What these tests take for fma is what rational numbers give, near halfway cases too."""
    a, b = random.standard_normal((2, 500)).astype("f4")
    c = (random.standard_normal(500) * 2.0 ** random.integers(-60, 60, 500)).astype("f4")
    c[:100] = (a[:100].astype("f8") * b[:100]).astype("f4")
    words = np.stack([a, b, c]).view("u4").T.tolist()
    expected = [reference.F32.fma(i, j, k, "rn") for i, j, k in words]
    assert fma(a, b, c).view("u4").tolist() == expected
