"""`add` and `sub` of four elements in all forms of the instruction table, against exact numbers."""

from __future__ import annotations

import zlib
from random import Random

import numpy as np
import pytest

from ptxpy.sim.semantics.floats.float_operations import QUADS, quad_operation
from tests.sim.reference.formats import FORMATS, Value, decode, encode
from tests.sim.semantics.numbers.forms import modifiers_of

FORMS = [
    (opcode, words)
    for opcode in ("add", "sub")
    for words in modifiers_of(opcode)
    if set(words[-2:]) <= QUADS
]
COUNT = 4000


def _encoded(target: str, value: Value, words: tuple[str, ...]) -> int:
    """Round a value; NaN, and in `e4m3` what is too large, is the canonical NaN."""
    code = encode(target, value, satfinite=".satfinite" in words)
    return 0x7F if target == "e4m3" and code & 0x7F == 0x7F else code


def _expected(words: tuple[str, ...], left: int, right: int, *, minus: bool) -> int:
    target, source = (word[1:].partition("x")[0] for word in words[-2:])
    a, c = decode(source, left), decode(target, right)
    if minus:
        c = c._replace(negative=not c.negative)
    kinds = {each.magnitude for each in (a, c) if isinstance(each.magnitude, str)}
    if "nan" in kinds or (a.magnitude == c.magnitude == "inf" and a.negative != c.negative):
        return _encoded(target, Value(negative=False, magnitude="nan"), words)
    if kinds:
        infinite = a if a.magnitude == "inf" else c
        return _encoded(target, infinite, words)
    total = a.number + c.number
    negative = total < 0 or (total == 0 and a.negative and c.negative)
    return _encoded(target, Value(negative, abs(total)), words)


@pytest.mark.parametrize(("opcode", "words"), FORMS, ids=str)
def test_sums(opcode: str, words: tuple[str, ...]) -> None:
    """Sums of random codes, among which are all pairs of special ones, are rounded once."""
    function = quad_operation(opcode, words)
    assert function is not None
    random = Random(zlib.crc32(" ".join((opcode, *words)).encode()))  # noqa: S311 - test data
    bits = [FORMATS[word[1:].partition("x")[0]].bits for word in words[-2:]]
    codes = [[random.getrandbits(size) for _ in range(COUNT)] for size in bits[::-1]]
    special = [0, 0x80, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0xFB, 0xFC, 0xFE, 0xFF, 1]
    codes[1][: len(special) ** 2] = [code for code in special for _ in special]
    if bits[1] == 8:
        codes[0][: len(special) ** 2] = special * len(special)
    kinds = (np.uint16 if bits[1] == 4 else np.uint32, np.uint32)
    packed = [
        np.array([sum(row[i + k] << k * size for k in range(4)) for i in range(0, COUNT, 4)], kind)
        for row, size, kind in zip(codes, bits[::-1], kinds, strict=True)
    ]
    with np.errstate(all="ignore"):
        found = function(*packed).view(np.uint8)
    minus = opcode == "sub"
    for code, left, right in zip(found.tolist(), *codes, strict=True):
        assert code == _expected(words, left, right, minus=minus), (left, right)


def test_forms() -> None:
    """There are sums with each type of the first number, with and without `.satfinite`."""
    assert len(FORMS) == 2 * 2 * 3 * 2 * 2
    assert quad_operation("mul", (".e4m3x4", ".e4m3x4")) is None
    assert quad_operation("add", (".rz", ".e4m3x4", ".e4m3x4")) is None
