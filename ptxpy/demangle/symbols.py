"""Names and signatures from mangled symbols.

Compilers write C++ names, and Numba and Rust their own, in the scheme of the Itanium C++ ABI, which
`ptxpy.demangle` reads. Rust's symbols have paths in it, written in a way of their own.

Symbols come from strangers. A reference may double the text each time, so both the length of a text
and the work on all texts have bounds, and a symbol beyond those has no signature. A symbol with an
unknown code has none either: nothing is guessed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate
from keyword import iskeyword
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.demangle.literals import BrokenError, UnknownError
from ptxpy.demangle.reader import LAMBDA, Reader
from ptxpy.demangle.scanner import DEEPEST, NUMBER

__all__ = ["Demangled", "abridged", "demangled"]

_LONGEST_SYMBOL: Final = 4096
_CACHED: Final = 4096


class Demangled(NamedTuple):
    """The parts of a symbol that describe its function or variable."""

    name: str
    """A short Python identifier, for a symbol that is mangled; else the symbol."""
    signature: str
    """The declaration as C++ writes it, without ABI tags; empty if it is not known."""


@lru_cache(maxsize=_CACHED)
def demangled(symbol: str) -> Demangled:
    """Return the name and the signature of a symbol.

    A symbol that is not mangled is its own name. One that is, but cannot be read, keeps the name
    that it certainly has, or else itself with `_` for characters that no identifier has. Two
    symbols may have the same name.
    """
    start = _STATIC.match(symbol)
    if start is not None:
        rest = symbol[start.end() + int(start[1]) :]
        if rest.startswith("_"):
            name = rest[1:]
            if name.startswith("_Z"):
                return demangled(name)
            return Demangled(name if _WORD.match(name) and not iskeyword(name) else symbol, "")
    if not symbol.startswith("_Z"):
        return Demangled(symbol, "")
    if len(symbol) <= _LONGEST_SYMBOL:
        try:
            return _rust(symbol) or _demangled(symbol)
        except BrokenError:
            return Demangled(_identifier(symbol), "")
        except UnknownError:
            pass
    return Demangled(_plain(symbol), "")


def abridged(signature: str, longest: int) -> str:
    """Return a signature in at most `longest` characters, with `…` for the parts left out.

    Template arguments go first, from the deepest outward, then parentheses, and then the end.
    """
    if len(signature) <= longest:
        return signature
    text = _pruned(signature, "<", longest)
    if len(text) > longest:
        text = _pruned(text, "(", longest)
    if len(text) > longest:
        text = text[: longest - 1] + "…" if longest > 0 else ""
    return text


# ----------------------------------------------------------------------------------- C++

_ENVIRONMENT: Final = "_ZN08NumbaEnv"


def _demangled(symbol: str) -> Demangled:
    """Read a symbol.

    Raises:
        BrokenError: It contradicts itself.
        UnknownError: It cannot be read.
    """
    reader = Reader(symbol, len("_Z"))
    text = reader.encoding()
    suffix = symbol[reader.at :]
    # Compilers append `.constprop.0`, `$1` and the like to the symbol of a copy.
    if suffix and suffix[0] not in "._$":
        raise BrokenError
    signature = "" if reader.cut else text.whole()
    if suffix:
        signature = f"{signature} [clone {suffix}]" if suffix[0] == "." and signature else ""
    name = text.short.replace(LAMBDA, "lambda") + suffix
    # Numba mangles the environment of a function like the function itself.
    if symbol.startswith(_ENVIRONMENT):
        name += "_env"
    return Demangled(_identifier(name), signature)


# ----------------------------------------------------------------------------------- short names

_STATIC: Final = re.compile(r"__nv_static_([0-9]{1,4})_")
"""The prefix of nvcc for static entities: the length of the name of the file, which follows."""

_INVALID: Final = re.compile(r"[^A-Za-z0-9_]")
_VALID: Final = _INVALID.sub("_", bytes(range(128)).decode()).encode().ljust(256, b"_")
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_PLAIN: Final = re.compile(r"_Z(?:N[rVK]*[RO]?(?:St)?|St)?L?(?=[0-9])")


def _identifier(text: str) -> str:
    if not _WORD.match(text):
        text = text.encode("ascii", "replace").translate(_VALID).decode()
        if not text or text[0].isdigit():
            text = f"_{text}"
    return f"{text}_" if iskeyword(text) else text


def _plain(symbol: str) -> str:
    """Return the name that a symbol certainly has, whatever else is in it, or the symbol."""
    start = _PLAIN.match(symbol)
    name, at = "", start.end() if start else len(symbol)
    nested = symbol.startswith("_ZN")
    for _ in range(DEEPEST if nested else 1):
        if (length := NUMBER.match(symbol, at)) is None:
            break
        at = length.end() + int(length[0])
        name = symbol[length.end() : at]
    whole = bool(name) and at <= len(symbol) and (not nested or symbol.startswith("E", at))
    return _identifier(name if whole else symbol)


# ----------------------------------------------------------------------------------- Rust

_RUST: Final = re.compile(r"_ZN(?=[0-9]).*17h[0-9a-f]{16}E(?=\Z|\.)", re.DOTALL)
_RUST_MARKS: Final = {
    "SP": "@",
    "BP": "*",
    "RF": "&",
    "LT": "<",
    "GT": ">",
    "LP": "(",
    "RP": ")",
    "C": ",",
}
_RUST_MARK: Final = re.compile(r"\$(?:(SP|BP|RF|LT|GT|LP|RP|C)|u([2-7][0-9a-f]))\$|\.\.")


def _rust(symbol: str) -> Demangled | None:
    """Return the name in a symbol of Rust's older scheme, a path and a hash; None for any other."""
    if not _RUST.match(symbol):
        return None
    # PTX has no `.` in names, and LLVM writes another sign for it.
    parts = _parts(symbol) or _parts(symbol.replace("_$_", "."))
    if len(parts) < 2:  # noqa: PLR2004
        return None
    path = [_RUST_MARK.sub(_rust_mark, part[part.startswith("_$") :]) for part in parts[:-1]]
    words = _INVALID.sub(" ", path[-1]).split()
    return Demangled(_identifier("_".join(words)), "::".join(path))


def _parts(symbol: str) -> list[str]:
    """Return the parts of a nested name, or none where their lengths do not lead to its end."""
    parts, at = [], len("_ZN")
    while (length := NUMBER.match(symbol, at)) is not None:
        at = length.end() + int(length[0])
        parts.append(symbol[length.end() : at])
    return parts if symbol[at : at + 1] == "E" else []


def _rust_mark(match: re.Match[str]) -> str:
    if match[1]:
        return _RUST_MARKS[match[1]]
    return chr(int(match[2], 16)) if match[2] else "::"


# ----------------------------------------------------------------------------------- abridging

_BRACKET: Final = (
    r"operator ?(?:<=>|<<=|>>=|<<|>>|<=|>=|->\*|->|<|>|\(\))|->| (?:<<|>>|<=|>=|<|>) |[<>()]"
)
_KEPT: Final = frozenset({"", "…", "anonymous namespace"})
_PRUNED: Final = max(map(len, _KEPT)) + 2


def _pruned(text: str, bracket: str, longest: int) -> str:
    """Replace the contents of brackets of a kind, as few levels as need be, by `…`."""
    pairs = [
        (left, right)
        for left, right in _pairs(text)
        if text[left] == bracket and text[left + 1 : min(right, left + _PRUNED)] not in _KEPT
    ]
    # The depth of each character comes from sums of differences, in one pass for all pairs.
    changes = [0] * (len(text) + 1)
    for left, right in pairs:
        changes[left + 1] += 1
        changes[right] -= 1
    levels = list(accumulate(changes[:-1]))
    deepest = max(levels, default=0)
    lengths, groups = [0] * (deepest + 2), [0] * (deepest + 2)
    for level in levels:
        lengths[level] += 1
    for left, _ in pairs:
        groups[levels[left] + 1] += 1
    size, first = len(text), deepest + 1
    while size > longest and first > 1:
        first -= 1
        size += groups[first] - groups[first + 1] - lengths[first]
    parts, at = [], 0
    for left, right in sorted(pairs):
        if levels[left] == first - 1:
            parts += [text[at : left + 1], "…"]
            at = right
    return "".join([*parts, text[at:]])


def _pairs(text: str) -> list[tuple[int, int]]:
    """Return where brackets open and close; those without a partner are no brackets."""
    pairs: list[tuple[int, int]] = []
    angles: list[int] = []
    rounds: list[tuple[int, list[int]]] = []
    for match in re.finditer(_BRACKET, text):
        sign, at = match[0], match.start()
        if sign == "<":
            angles.append(at)
        elif sign == ">" and angles:
            pairs.append((angles.pop(), at))
        elif sign == "(":
            # Angle brackets pair only within the same parentheses: `a < (b > c)` has none.
            rounds.append((at, angles))
            angles = []
        elif sign == ")" and rounds:
            left, angles = rounds.pop()
            pairs.append((left, at))
    return pairs
