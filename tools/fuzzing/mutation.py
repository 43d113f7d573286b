"""Mutations: of bytes, of tokens, of lines."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from fuzzing.lexing import LexError, pieces
from fuzzing.sources import any_source
from fuzzing.spellings import MODIFIERS, NAMES, OPCODES, REGISTERS, STRINGS

Mutation: TypeAlias = Callable[[bytes, Random], bytes]

WORDS = (
    "{", "}", "(", ")", "[", "]", ";", ",", ":", "::", ".", "@", "@!", "!", "~", "+", "-", "*",
    "/", "%", "|", "||", "&", "&&", "^", "<", ">", "<<", ">>", "<=", "==", "=", "?", "#", '"', "'",
    "\\", "//", "/*", "*/", "\n", "\r", " ", "\t", "\0", "\x01", "\x02\x03", "\x0f", "\x1a",
    "\x7f", "\u2028", "\udcff", "\ufeff", "\N{RIGHT-TO-LEFT OVERRIDE}", "0", "08", "1.", ".5",
    "1e5", "0x", "0f", "0f0", "0f3F800000", "0dG", "0b2", "1U", "1UU", "99999999999999999999",
    ".reg .b32 %r<4>;", ".reg .b32 x;", "ret;", "{ ret; }", "call f;", "call (x), f, (y), p;",
    "L:", ".loc 1 2 3", ".loc 1 2 3, function_name x+1, inlined_at 1 2 3", '.file 1 "x"',
    '.pragma "x";', ".section .x { .b8 1 }", ".version 9.0", ".target sm_90", ".address_size 64",
    ".entry f()", ".func", ".extern", ".branchtargets", ".align",
    "x: .callprototype _ (.param .b32 _);", "x: .branchtargets a, b;", ".alias a, b;",
    ".attribute(.managed)", '# 1 "x"\n', "# 1\n", "/* */", "// begin inline asm\n",
    "// end inline asm\n", "_", "%", "$",
)  # fmt: skip
"""The texts that are inserted."""


def mutated(rng: Random) -> bytes:
    """Return a source after one to a few mutations."""
    source = any_source(rng)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5))):
        source = rng.choices(_MUTATIONS, _WEIGHTS)[0](source, rng)
    return source


def _word(rng: Random) -> bytes:
    pool = rng.choices((WORDS, NAMES, REGISTERS, OPCODES, MODIFIERS, STRINGS), (60, 8, 8, 8, 8, 8))
    return rng.choice(pool[0]).encode("utf-8", "surrogateescape")


# --------------------------------------------------------------------------- bytes


def _at(source: bytes, rng: Random) -> int:
    return rng.randint(0, len(source))


def _flip(source: bytes, rng: Random) -> bytes:
    at = _at(source, rng)
    return source[:at] + bytes([rng.randrange(256)]) + source[at + 1 :]


def _insert(source: bytes, rng: Random) -> bytes:
    at = _at(source, rng)
    return source[:at] + _word(rng) + source[at:]


def _delete(source: bytes, rng: Random) -> bytes:
    at = _at(source, rng)
    return source[:at] + source[at + rng.choice((1, 1, 1, 2, 5, 20)) :]


def _repeat(source: bytes, rng: Random) -> bytes:
    at = _at(source, rng)
    piece = source[at : at + rng.choice((1, 2, 8, 40))]
    return source[:at] + piece * rng.choice((2, 2, 3, 200)) + source[at + len(piece) :]


def _truncate(source: bytes, rng: Random) -> bytes:
    at = _at(source, rng)
    return source[:at] if rng.random() < 0.8 else source[at:]


# --------------------------------------------------------------------------- tokens


def _pieces(source: bytes) -> list[str]:
    text = source.decode("utf-8", "surrogateescape")
    try:
        return [piece.text for piece in pieces(text)]
    except LexError:
        return text.split(" ")


def _joined(parts: list[str]) -> bytes:
    return "".join(parts).encode("utf-8", "surrogateescape")


def _drop_token(source: bytes, rng: Random) -> bytes:
    parts = _pieces(source)
    if parts:
        at = rng.randrange(len(parts))
        del parts[at : at + rng.choice((1, 1, 2, 4))]
    return _joined(parts)


def _replace_token(source: bytes, rng: Random) -> bytes:
    parts = _pieces(source)
    if parts:
        other = (
            rng.choice(parts)
            if rng.random() < 0.6
            else _word(rng).decode("utf-8", "surrogateescape")
        )
        parts[rng.randrange(len(parts))] = other
    return _joined(parts)


def _insert_token(source: bytes, rng: Random) -> bytes:
    parts = _pieces(source)
    at = rng.randint(0, len(parts))
    word = _word(rng).decode("utf-8", "surrogateescape")
    parts.insert(at, rng.choice((word, f" {word} ", rng.choice(parts or [" "]))))
    return _joined(parts)


def _swap_tokens(source: bytes, rng: Random) -> bytes:
    parts = _pieces(source)
    if len(parts) > 1:
        first, second = rng.randrange(len(parts)), rng.randrange(len(parts))
        parts[first], parts[second] = parts[second], parts[first]
    return _joined(parts)


# --------------------------------------------------------------------------- lines


def _drop_line(source: bytes, rng: Random) -> bytes:
    lines = source.split(b"\n")
    del lines[rng.randrange(len(lines))]
    return b"\n".join(lines)


def _repeat_line(source: bytes, rng: Random) -> bytes:
    lines = source.split(b"\n")
    lines.insert(rng.randint(0, len(lines)), rng.choice(lines))
    return b"\n".join(lines)


def _swap_lines(source: bytes, rng: Random) -> bytes:
    lines = source.split(b"\n")
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return b"\n".join(lines)


def _join_lines(source: bytes, rng: Random) -> bytes:
    lines = source.split(b"\n")
    at = rng.randrange(len(lines))
    lines[at : at + 2] = [rng.choice((b"", b" ", b"\r")).join(lines[at : at + 2])]
    return b"\n".join(lines)


def _splice(source: bytes, rng: Random) -> bytes:
    other = any_source(rng).split(b"\n")
    lines = source.split(b"\n")
    start, at = rng.randrange(len(other)), rng.randint(0, len(lines))
    return b"\n".join([*lines[:at], *other[start : start + rng.randint(1, 4)], *lines[at:]])


def _line_ends(source: bytes, rng: Random) -> bytes:
    return source.replace(b"\n", rng.choice((b"\r\n", b"\r", b" ", b"\n\n", b"\f")))


_WEIGHTED: dict[Mutation, int] = {
    _flip: 8,
    _insert: 12,
    _delete: 10,
    _repeat: 5,
    _truncate: 3,
    _drop_token: 12,
    _replace_token: 16,
    _insert_token: 14,
    _swap_tokens: 6,
    _drop_line: 5,
    _repeat_line: 3,
    _swap_lines: 3,
    _join_lines: 3,
    _splice: 4,
    _line_ends: 1,
}
_MUTATIONS = list(_WEIGHTED)
_WEIGHTS = list(_WEIGHTED.values())
