"""Integer instructions on Python's integers, as the manual's pseudo-code has them.

A value of a signed type is a signed integer, a predicate False or True.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["bits_of", "evaluate", "signature", "wrapped"]

NONE = 0xFFFFFFFF
LANES = {"u16x2": ("u16", 2), "s16x2": ("s16", 2), "u8x4": ("u8", 4), "s8x4": ("s8", 4)}

COMPARE: dict[str, Callable[[int, int], bool]] = {
    ".eq": lambda a, b: a == b,
    ".ne": lambda a, b: a != b,
    ".lt": lambda a, b: a < b,
    ".le": lambda a, b: a <= b,
    ".gt": lambda a, b: a > b,
    ".ge": lambda a, b: a >= b,
    ".lo": lambda a, b: a < b,
    ".ls": lambda a, b: a <= b,
    ".hi": lambda a, b: a > b,
    ".hs": lambda a, b: a >= b,
}

JOIN: dict[str, Callable[[bool, bool], bool]] = {
    ".and": lambda a, b: a and b,
    ".or": lambda a, b: a or b,
    ".xor": lambda a, b: a != b,
}


def bits_of(name: str) -> int:
    """Return the size of a type; 1 for a predicate."""
    if name == "pred":
        return 1
    return 32 if name in LANES else int(name[1:].removesuffix("f16"))


def limits(name: str) -> tuple[int, int]:
    """Return the least and the largest value of a type."""
    bits = bits_of(name)
    if name[0] == "s":
        return -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    return 0, (1 << bits) - 1


def wrapped(value: int, name: str) -> int:
    """Return the value of a type that has the same low bits."""
    if name in LANES:
        return value & NONE
    least, _ = limits(name)
    return (value - least) % (1 << bits_of(name)) + least


def clamped(value: int, name: str) -> int:
    """Return the value of a type that is nearest."""
    least, largest = limits(name)
    return min(max(value, least), largest)


def signature(
    opcode: str, flags: frozenset[str], types: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the types of the sources and of the results; `table` is the constant of `lop3`."""
    first = types[0]
    carried = (first, "pred") if ".cc" in flags else (first,)
    wide = f"{first[0]}{2 * bits_of(first)}" if ".wide" in flags else first
    dot = "u32" if types == ("u32", "u32") else "s32"
    predicate = ("pred",) if flags & JOIN.keys() else ()
    table: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
        "mul": ((first, first), (wide,)),
        "mad": ((first, first, wide), (wide, *carried[1:])),
        "madc": ((first, first, first, "pred"), carried),
        "mad24": ((first,) * 3, (first,)),
        "sad": ((first,) * 3, (first,)),
        "clmad": ((first,) * 3, (first,)),
        "add": ((first,) * 2, carried),
        "sub": ((first,) * 2, carried),
        "addc": ((first, first, "pred"), carried),
        "subc": ((first, first, "pred"), carried),
        "popc": ((first,), ("u32",)),
        "clz": ((first,), ("u32",)),
        "bfind": ((first,), ("u32",)),
        "fns": (("b32", "u32", "s32"), ("b32",)),
        "bfe": ((first, "u32", "u32"), (first,)),
        "bfi": ((first, first, "u32", "u32"), (first,)),
        "szext": ((first, "u32"), (first,)),
        "bmsk": (("u32", "u32"), ("u32",)),
        "shf": (("b32", "b32", "u32"), ("b32",)),
        "prmt": (("b32", "b32", "b32"), ("b32",)),
        "lop3": (("b32", "b32", "b32", "table", *predicate), ("b32", *predicate)),
        "shl": ((first, "u32"), (first,)),
        "shr": ((first, "u32"), (first,)),
        "dp4a": ((*types, dot), (dot,)),
        "dp2a": ((*types, dot), (dot,)),
        "setp": ((first, first, *predicate), ("pred", "pred")),
        "set": ((types[-1], types[-1], *predicate), (first,)),
        "selp": ((first, first, "pred"), (first,)),
        "slct": ((first, first, types[-1]), (first,)),
    }
    unary = ("abs", "neg", "not", "cnot", "brev")
    return table.get(opcode, ((first,) * (1 if opcode in unary else 2), (first,)))


def evaluate(
    opcode: str, flags: frozenset[str], types: tuple[str, ...], sources: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the results of an instruction."""
    if types[0] in LANES:
        return (_packed(opcode, flags, types[0], sources),)
    result = _FUNCTIONS[opcode](flags, types, *sources)
    if isinstance(result, tuple):
        return result
    return (wrapped(result, signature(opcode, flags, types)[1][0]),)


def _packed(opcode: str, flags: frozenset[str], name: str, sources: tuple[int, ...]) -> int:
    element, count = LANES[name]
    bits = 32 // count
    total = 0
    for lane in range(count):
        values = [wrapped(source >> (lane * bits), element) for source in sources]
        result = _FUNCTIONS[opcode](flags, (element,), *values)
        assert isinstance(result, int)
        total |= wrapped(result, f"u{bits}") << (lane * bits)
    return total


Result = int | tuple[int, ...]
Flags = frozenset[str]
Types = tuple[str, ...]


def _sum(flags: Flags, name: str, total: int) -> Result:
    """Return a sum, saturated if told, and the carry if told."""
    return clamped(total, name) if ".sat" in flags else wrapped(total, name)


def _add(flags: Flags, types: Types, a: int, b: int, carry: int = 0) -> Result:
    name = types[0]
    result = _sum(flags, name, a + b + carry)
    if ".cc" not in flags:
        return result
    bits = bits_of(name)
    modulus = 1 << bits
    assert isinstance(result, int)
    return result, (a % modulus + b % modulus + carry) >= modulus


def _sub(flags: Flags, types: Types, a: int, b: int, carry: int = 1) -> Result:
    """Return a difference; the carry is that of adding the complement, so 0 is a borrow."""
    name = types[0]
    result = _sum(flags, name, a - b - (1 - carry))
    if ".cc" not in flags:
        return result
    modulus = 1 << bits_of(name)
    assert isinstance(result, int)
    return result, a % modulus + (modulus - 1 - b % modulus) + carry >= modulus


def _mul(flags: Flags, types: Types, a: int, b: int) -> int:
    product = a * b
    if ".wide" in flags:
        return product
    if ".hi" in flags:
        product >>= bits_of(types[0])
    return wrapped(product, types[0])


def _mad(flags: Flags, types: Types, a: int, b: int, *others: int) -> Result:
    product = _mul(flags, types, a, b)
    return product + others[0] if ".wide" in flags else _add(flags, types, product, *others)


def _mul24(flags: Flags, types: Types, a: int, b: int) -> int:
    def low(value: int) -> int:
        value &= 0xFFFFFF
        return value - (1 << 24) if types[0] == "s32" and value >> 23 else value

    product = low(a) * low(b)
    return wrapped(product >> 16 if ".hi" in flags else product, types[0])


def _mad24(flags: Flags, types: Types, a: int, b: int, c: int) -> Result:
    return _add(flags, types, _mul24(flags, types, a, b), c)


def _div(_flags: Flags, types: Types, a: int, b: int) -> int:
    if b == 0:
        return wrapped(-1, types[0])
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _rem(flags: Flags, types: Types, a: int, b: int) -> int:
    return a - b * _div(flags, types, a, b) if b else wrapped(-1, types[0])


def _relu(flags: Flags, value: int) -> int:
    return max(value, 0) if ".relu" in flags else value


def _unsigned(value: int, name: str) -> int:
    return value % (1 << bits_of(name))


def _bfind(flags: Flags, types: Types, a: int) -> int:
    msb = bits_of(types[0]) - 1
    if a < 0:
        a = ~a
    found = next((i for i in range(msb, -1, -1) if a >> i & 1), NONE)
    return msb - found if ".shiftamt" in flags and found != NONE else found


def _fns(_flags: Flags, _types: Types, mask: int, base: int, offset: int) -> int:
    if offset == 0:
        return base if base < 32 and mask >> base & 1 else NONE
    position, count, step = base, abs(offset) - 1, 1 if offset > 0 else -1
    while 0 <= position < 32:
        if mask >> position & 1:
            if count == 0:
                return position
            count -= 1
        position += step
    return NONE


def _brev(_flags: Flags, types: Types, a: int) -> int:
    return int(f"{a:0{bits_of(types[0])}b}"[::-1], 2)


def _bfe(_flags: Flags, types: Types, a: int, b: int, c: int) -> int:
    msb = bits_of(types[0]) - 1
    position, length = b & 0xFF, c & 0xFF
    value = _unsigned(a, types[0])
    sign = 0
    if types[0][0] == "s" and length:
        sign = value >> min(position + length - 1, msb) & 1
    result = 0
    for i in range(msb + 1):
        inside = i < length and position + i <= msb
        result |= (value >> (position + i) & 1 if inside else sign) << i
    return result


def _bfi(_flags: Flags, types: Types, a: int, b: int, c: int, d: int) -> int:
    msb = bits_of(types[0]) - 1
    position, length = c & 0xFF, d & 0xFF
    for i in range(length):
        if position + i <= msb:
            b = b & ~(1 << (position + i)) | (a >> i & 1) << (position + i)
    return b


def _szext(flags: Flags, types: Types, a: int, b: int) -> int:
    if ".clamp" in flags and b >= 32:
        return a
    count = b & 31
    value = a & ((1 << count) - 1)
    negative = types[0] == "s32" and count and value >> (count - 1)
    return value - (1 << count) if negative else value


def _bmsk(flags: Flags, _types: Types, a: int, b: int) -> int:
    if ".wrap" in flags:
        a, b = a & 31, b & 31
    return sum(1 << i for i in range(a, min(a + b, 32)))


def _shf(flags: Flags, _types: Types, a: int, b: int, c: int) -> int:
    amount = min(c, 32) if ".clamp" in flags else c & 31
    value = b << 32 | a
    return value << amount >> 32 if ".l" in flags else value >> amount


def _shl(_flags: Flags, types: Types, a: int, b: int) -> int:
    return a << min(b, bits_of(types[0]))


def _shr(_flags: Flags, types: Types, a: int, b: int) -> int:
    return a >> min(b, bits_of(types[0]))


def _lop3(flags: Flags, _types: Types, a: int, b: int, c: int, table: int, *q: int) -> Result:
    result = 0
    for i in range(32):
        row = (a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1
        result |= (table >> row & 1) << i
    join = next((JOIN[flag] for flag in flags), None)
    return result if join is None else (result, join(result != 0, bool(q[0])))


def _prmt(flags: Flags, _types: Types, a: int, b: int, c: int) -> int:
    data = [*a.to_bytes(4, "little"), *b.to_bytes(4, "little")]
    n = c & 3
    modes: dict[str, Callable[[int], int]] = {
        ".f4e": lambda i: n + i,
        ".b4e": lambda i: (n - i) % 8,
        ".rc8": lambda _: n,
        ".ecl": lambda i: max(i, n),
        ".ecr": lambda i: min(i, n),
        ".rc16": lambda i: 2 * (n & 1) + (i & 1),
    }
    select = next((modes[flag] for flag in flags), lambda i: c >> (4 * i) & 15)
    result = 0
    for i in range(4):
        control = select(i)
        byte = data[control & 7]
        if control & 8:
            byte = 0xFF if byte & 0x80 else 0
        result |= byte << (8 * i)
    return result


def _parts(value: int, name: str, bits: int) -> list[int]:
    return [wrapped(value >> low, f"{name[0]}{bits}") for low in range(0, 32, bits)]


def _dp4a(_flags: Flags, types: Types, a: int, b: int, c: int) -> int:
    pairs = zip(_parts(a, types[0], 8), _parts(b, types[1], 8), strict=True)
    return c + sum(x * y for x, y in pairs)


def _dp2a(flags: Flags, types: Types, a: int, b: int, c: int) -> int:
    first = 2 if ".hi" in flags else 0
    taken = _parts(b, types[1], 8)[first : first + 2]
    return c + sum(x * y for x, y in zip(_parts(a, types[0], 16), taken, strict=True))


def _clmad(flags: Flags, _types: Types, a: int, b: int, c: int) -> int:
    product = 0
    for i in range(64):
        if b >> i & 1:
            product ^= a << i
    return (product >> 64 if ".hi" in flags else product & (1 << 64) - 1) ^ c


def _compared(flags: Flags, a: int, b: int) -> bool:
    return next(COMPARE[flag] for flag in flags if flag in COMPARE)(a, b)


def _joined(flags: Flags, holds: bool, c: tuple[int, ...]) -> bool:
    return JOIN[next(iter(flags & JOIN.keys()))](holds, bool(c[0])) if c else holds


def _setp(flags: Flags, _types: Types, a: int, b: int, *c: int) -> Result:
    holds = _compared(flags, a, b)
    return _joined(flags, holds, c), _joined(flags, not holds, c)


def _set(flags: Flags, types: Types, a: int, b: int, *c: int) -> Result:
    one = {"u32": NONE, "s32": -1, "f32": 1, "f16": 0x3C00, "bf16": 0x3F80}[types[0]]
    return (one if _joined(flags, _compared(flags, a, b), c) else 0,)


_FUNCTIONS: dict[str, Callable[..., Result]] = {
    "add": _add,
    "addc": _add,
    "sub": _sub,
    "subc": _sub,
    "mul": _mul,
    "mad": _mad,
    "madc": _mad,
    "mul24": _mul24,
    "mad24": _mad24,
    "sad": lambda _f, _t, a, b, c: c + abs(a - b),
    "div": _div,
    "rem": _rem,
    "abs": lambda _f, _t, a: abs(a),
    "neg": lambda _f, _t, a: -a,
    "min": lambda f, _t, a, b: _relu(f, min(a, b)),
    "max": lambda f, _t, a, b: _relu(f, max(a, b)),
    "popc": lambda _f, _t, a: a.bit_count(),
    "clz": lambda _f, t, a: bits_of(t[0]) - a.bit_length(),
    "bfind": _bfind,
    "fns": _fns,
    "brev": _brev,
    "bfe": _bfe,
    "bfi": _bfi,
    "szext": _szext,
    "bmsk": _bmsk,
    "dp4a": _dp4a,
    "dp2a": _dp2a,
    "clmad": _clmad,
    "and": lambda _f, _t, a, b: a & b,
    "or": lambda _f, _t, a, b: a | b,
    "xor": lambda _f, _t, a, b: a ^ b,
    "not": lambda _f, _t, a: ~a,
    "cnot": lambda _f, _t, a: int(a == 0),
    "lop3": _lop3,
    "shf": _shf,
    "shl": _shl,
    "shr": _shr,
    "prmt": _prmt,
    "setp": _setp,
    "set": _set,
    "selp": lambda _f, _t, a, b, c: (a if c else b,),
    "slct": lambda _f, _t, a, b, c: (a if c >= 0 else b,),
}
