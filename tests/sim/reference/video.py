"""Video instructions on Python's integers, as the manual's pseudo-code has them.

Registers are unsigned.
"""

from __future__ import annotations

from tests.sim.reference.integers import COMPARE, clamped, wrapped

__all__ = ["scalar", "simd"]

PARTS = {"": (0, 32), ".h0": (0, 16), ".h1": (16, 16)} | {
    f".b{index}": (8 * index, 8) for index in range(4)
}


def _part(register: int, name: str, selector: str) -> int:
    low, width = PARTS[selector]
    return wrapped(register >> low, f"{name[0]}{width}")


def scalar(
    opcode: str,
    modifiers: tuple[str, ...],
    selectors: tuple[str, str, str, str],
    sources: tuple[int, ...],
) -> int:
    """Return what a scalar video instruction writes.

    Args:
        opcode: `vadd`.
        modifiers: In the order of the manual.
        selectors: Those of d, a and b, and of c: `-` where it is negated.
        sources: a, b, and c where there is one.
    """
    types = [modifier[1:] for modifier in modifiers if modifier in (".u32", ".s32")]
    if opcode == "vmad":
        return _vmad(modifiers, types, selectors, sources)
    if opcode == "vset":
        types.insert(0, "u32")
    target, a_part, b_part, _ = selectors
    a, b = _part(sources[0], types[1], a_part), _part(sources[1], types[2], b_part)
    result = _primary(opcode, modifiers, a, b)
    low, width = PARTS[target]
    if ".sat" in modifiers:
        result = clamped(result, f"{types[0][0]}{width}")
    c = wrapped(sources[2], types[0]) if len(sources) > 2 else 0
    if ".add" in modifiers:
        result += c
    elif ".min" in modifiers:
        result = min(result, c)
    elif ".max" in modifiers:
        result = max(result, c)
    if target:
        where = ((1 << width) - 1) << low
        result = result << low & where | c & ~where
    return wrapped(result, "u32")


def _primary(opcode: str, modifiers: tuple[str, ...], a: int, b: int) -> int:
    if opcode in ("vshl", "vshr"):
        amount = b & 31 if ".wrap" in modifiers else min(b, 32)
        return a << amount if opcode == "vshl" else a >> amount
    if opcode == "vset":
        return int(next(COMPARE[modifier] for modifier in modifiers if modifier in COMPARE)(a, b))
    return {
        "vadd": a + b,
        "vsub": a - b,
        "vabsdiff": abs(a - b),
        "vmin": min(a, b),
        "vmax": max(a, b),
    }[opcode]


def _vmad(
    modifiers: tuple[str, ...],
    types: list[str],
    selectors: tuple[str, str, str, str],
    sources: tuple[int, ...],
) -> int:
    _, a_part, b_part, c_part = selectors
    negated = a_part.startswith("-") != b_part.startswith("-")
    total = _part(sources[0], types[1], a_part.strip("-")) * _part(
        sources[1], types[2], b_part.strip("-")
    )
    signed = "s32" in types[1:] or negated or bool(c_part)
    c = sources[2]
    one = 0
    if ".po" in modifiers:
        one = 1
    elif negated:
        total, one = ~total, 1
    elif c_part:
        c, one = wrapped(~c, "u32"), 1
    total += wrapped(c, "s32" if signed else "u32") + one
    total >>= 7 if ".shr7" in modifiers else 15 if ".shr15" in modifiers else 0
    if ".sat" in modifiers:
        total = clamped(total, "s32" if signed else "u32")
    return wrapped(total, "u32")


def simd(
    opcode: str,
    modifiers: tuple[str, ...],
    selectors: tuple[str, str, str],
    sources: tuple[int, int, int],
) -> int:
    """Return what a SIMD video instruction writes.

    Args:
        opcode: `vadd4`.
        modifiers: In the order of the manual.
        selectors: The mask of d, and what a and b take; empty for the default.
        sources: a, b and c.
    """
    lanes = int(opcode[-1])
    width = 32 // lanes
    types = [modifier[1:] for modifier in modifiers if modifier in (".u32", ".s32")]
    if opcode.startswith("vset"):
        types.insert(0, "u32")
    a, b, c = sources
    defaults = ("10", "10", "32") if lanes == 2 else ("3210", "3210", "7654")
    mask, a_digits, b_digits = (
        text[2:] or default for text, default in zip(selectors, defaults, strict=True)
    )
    result = c if ".add" in modifiers else 0
    for lane in range(lanes):
        x, y = (
            wrapped((b << 32 | a) >> (width * int(digits[-1 - lane])), f"{name[0]}{width}")
            for digits, name in zip((a_digits, b_digits), types[1:], strict=True)
        )
        if opcode.startswith("vavrg"):
            value = (x + y + 1) >> 1 if x + y >= 0 else (x + y) >> 1
        else:
            value = _primary(opcode[:-1], modifiers, x, y)
        if ".sat" in modifiers:
            value = clamped(value, f"{types[0][0]}{width}")
        chosen = str(lane) in mask
        if ".add" in modifiers:
            result += value if chosen else 0
        else:
            kept = value if chosen else c >> (width * lane)
            result |= wrapped(kept, f"u{width}") << (width * lane)
    return wrapped(result, "u32")
