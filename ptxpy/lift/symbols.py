"""Names and signatures from mangled symbols.

Compilers write C++ names, and Numba and Rust their own, in the scheme of the Itanium C++ ABI, which
the functions here undo: https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling. A reader goes
over the symbol once, from left to right, and builds the text of each part as it passes it. What
later parts refer to, by `S0_` or `T_`, is text that is already there.

Symbols come from strangers. A reference may double the text each time, so both the length of a text
and the work on all of them have bounds, and a symbol beyond them has no signature. What the reader
does not know has none either: nothing is guessed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate
from keyword import iskeyword
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = ["Demangled", "abridged", "demangled"]

_LONGEST_SYMBOL: Final = 8192
_LONGEST_TEXT: Final = 20_000
_DEEPEST: Final = 64
_WORK: Final = 1_500_000
"""How many characters a reader may write, with `_STEP` added for each text."""
_STEP: Final = 100
_DIGITS: Final = 9

_CACHED: Final = 4096


class Demangled(NamedTuple):
    """What a symbol says of the function or the variable that it stands for."""

    name: str
    """A short Python identifier, for a symbol that is mangled; else the symbol."""
    signature: str
    """The declaration as C++ writes it, without ABI tags; empty where it is not known."""


@lru_cache(maxsize=_CACHED)
def demangled(symbol: str) -> Demangled:
    """Return the name and the signature of a symbol.

    A symbol that is not mangled is its own name. One that is, but cannot be read, keeps the name
    that it certainly has, or else itself with `_` for what no identifier may contain. Two symbols
    may have the same name.
    """
    start = _STATIC.match(symbol)
    if start is not None:
        rest = symbol[start.end() + int(start[1]) :]
        if rest.startswith("_"):
            return demangled(rest[1:]) if rest.startswith("__Z") else _static(symbol, rest[1:])
    if not symbol.startswith("_Z"):
        return Demangled(symbol, "")
    if len(symbol) <= _LONGEST_SYMBOL:
        try:
            return _rust(symbol) or _demangled(symbol)
        except _BrokenError:
            return Demangled(_identifier(symbol), "")
        except _UnknownError:
            pass
    return Demangled(_plain(symbol), "")


def abridged(signature: str, longest: int) -> str:
    """Return a signature in at most `longest` characters, with `…` for what was left out.

    Template arguments go first, from the deepest outward, then what is in parentheses, and then the
    end.
    """
    if len(signature) <= longest:
        return signature
    text = _pruned(signature, "<", longest)
    if len(text) > longest:
        text = _pruned(text, "(", longest)
    if len(text) > longest:
        text = text[: longest - 1] + "…" if longest > 0 else ""
    return text


# ----------------------------------------------------------------------------------- abridging

_BRACKET: Final = re.compile(
    r"operator ?(?:<=>|<<=|>>=|<<|>>|<=|>=|->\*|->|<|>|\(\))|->| (?:<<|>>|<=|>=|<|>) |[<>()]"
)
_KEPT: Final = frozenset({"", "…", "anonymous namespace"})


def _pruned(text: str, bracket: str, longest: int) -> str:
    """Replace what is in brackets of a kind, as few levels of it as need be, by `…`."""
    pairs = [pair for pair in _pairs(text) if text[pair[0]] == bracket]
    pairs = [(left, right) for left, right in pairs if text[left + 1 : right] not in _KEPT]
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
    for match in _BRACKET.finditer(text):
        token, at = match[0], match.start()
        if token == "<":
            angles.append(at)
        elif token == ">" and angles:
            pairs.append((angles.pop(), at))
        elif token == "(":
            rounds.append((at, angles))
            angles = []
        elif token == ")" and rounds:
            left, angles = rounds.pop()
            pairs.append((left, at))
    return pairs


# ----------------------------------------------------------------------------------- short names

_STATIC: Final = re.compile(r"__nv_static_([0-9]{1,4})_")
"""What nvcc puts before static entities: the length of the name of the file, which follows."""

_INVALID: Final = re.compile(r"[^A-Za-z0-9_]")
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_PLAIN: Final = re.compile(r"_Z(?:N[rVK]*[RO]?(?:St)?|St)?L?(?=[0-9])")
_NUMBER: Final = re.compile(rf"[0-9]{{1,{_DIGITS}}}(?![0-9])")


def _identifier(text: str) -> str:
    if not _WORD.match(text):
        text = _INVALID.sub("_", text)
        if not text or text[0].isdigit():
            text = f"_{text}"
    return f"{text}_" if iskeyword(text) else text


def _static(symbol: str, name: str) -> Demangled:
    return Demangled(name if _WORD.match(name) and not iskeyword(name) else symbol, "")


def _plain(symbol: str) -> str:
    """Return the name that a symbol certainly has, whatever else is in it, or the symbol."""
    start = _PLAIN.match(symbol)
    name, at = "", start.end() if start else len(symbol)
    nested = symbol.startswith("_ZN")
    while (length := _NUMBER.match(symbol, at)) is not None:
        at = length.end() + int(length[0])
        name = symbol[length.end() : at]
        if not nested:
            break
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
    """Return what a symbol of Rust's older scheme says, a path and a hash; None for any other."""
    if not _RUST.match(symbol):
        return None
    parts, at = [], len("_ZN")
    while (length := _NUMBER.match(symbol, at)) is not None:
        at = length.end() + int(length[0])
        parts.append(symbol[length.end() : at])
    if len(parts) < 2 or symbol[at : at + 1] != "E":  # noqa: PLR2004
        return None
    path = [_RUST_MARK.sub(_rust_mark, part[part.startswith("_$") :]) for part in parts[:-1]]
    name = _INVALID.sub(" ", path[-1]).split()
    return Demangled(_identifier("_".join(name)), "::".join(path))


def _rust_mark(match: re.Match[str]) -> str:
    if match[1]:
        return _RUST_MARKS[match[1]]
    return chr(int(match[2], 16)) if match[2] else "::"


# ----------------------------------------------------------------------------------- what is read


class _UnknownError(Exception):
    """A symbol has what the reader does not know, or is deeper than it goes."""


class _BrokenError(Exception):
    """A symbol contradicts itself."""


class _Text(NamedTuple):
    """A type, a name or an expression, in two parts where a declared name stands in between."""

    left: str
    right: str = ""
    form: str = ""
    """What decides how to point to it: `()` for functions, `[]` for arrays, `&` or `&&`."""
    base: str = ""
    """The last component of a name, without template arguments."""
    short: str = ""
    """The same, as an identifier."""

    def whole(self) -> str:
        return f"{self.left} {self.right}" if self.form in _DECLARED else self.left + self.right


class _Pack(NamedTuple):
    """A text for each element of a parameter pack."""

    texts: tuple[_Text, ...]
    expanded: bool = False
    """Whether these are elements of the list that it stands in; else the list is repeated."""


if TYPE_CHECKING:
    _Value = _Text | _Pack


class _Name(NamedTuple):
    """The name of an encoding, and what else follows from it."""

    value: _Value
    returns: bool = False
    """Whether the type that the function returns comes before those of its parameters."""
    qualifiers: str = ""


_DECLARED: Final = frozenset({"()", "[]"})
_CUT: Final = _Text("…")

_BUILTIN: Final = {
    "v": "void",
    "w": "wchar_t",
    "b": "bool",
    "c": "char",
    "a": "signed char",
    "h": "unsigned char",
    "s": "short",
    "t": "unsigned short",
    "i": "int",
    "j": "unsigned int",
    "l": "long",
    "m": "unsigned long",
    "x": "long long",
    "y": "unsigned long long",
    "n": "__int128",
    "o": "unsigned __int128",
    "f": "float",
    "d": "double",
    "e": "long double",
    "g": "__float128",
    "z": "...",
    "Da": "auto",
    "Dc": "decltype(auto)",
    "Dd": "decimal64",
    "De": "decimal128",
    "Df": "decimal32",
    "Dh": "half",
    "Di": "char32_t",
    "Dn": "decltype(nullptr)",
    "Ds": "char16_t",
    "Du": "char8_t",
}
_BUILTINS: Final = {code: _Text(name) for code, name in _BUILTIN.items()}
_VOID: Final = _BUILTINS["v"]
_FLOAT: Final = re.compile(r"DF([0-9]{1,3})([_bx])")

_MODIFIERS: Final = re.compile(r"[PROCG]|[rVK]+|U(?=[0-9])")
_QUALIFIERS: Final = {"r": " __restrict", "V": " volatile", "K": " const"}
_REFERENCES: Final = {"": "", "R": " &", "O": " &&"}

_STANDARD: Final = {
    "t": ("std", "std"),
    "a": ("std::allocator", "allocator"),
    "b": ("std::basic_string", "basic_string"),
    "s": ("std::string", "basic_string"),
    "i": ("std::istream", "basic_istream"),
    "o": ("std::ostream", "basic_ostream"),
    "d": ("std::iostream", "basic_iostream"),
}
_STANDARDS: Final = {
    code: _Text(name, base=base, short=base) for code, (name, base) in _STANDARD.items()
}

_OPERATORS: Final = {
    "nw": (" new", "new"),
    "na": (" new[]", "new_array"),
    "dl": (" delete", "delete"),
    "da": (" delete[]", "delete_array"),
    "aw": (" co_await", "await"),
    "ps": ("+", "pos"),
    "ng": ("-", "neg"),
    "ad": ("&", "address"),
    "de": ("*", "deref"),
    "co": ("~", "invert"),
    "pl": ("+", "add"),
    "mi": ("-", "sub"),
    "ml": ("*", "mul"),
    "dv": ("/", "div"),
    "rm": ("%", "mod"),
    "an": ("&", "and"),
    "or": ("|", "or"),
    "eo": ("^", "xor"),
    "aS": ("=", "assign"),
    "pL": ("+=", "iadd"),
    "mI": ("-=", "isub"),
    "mL": ("*=", "imul"),
    "dV": ("/=", "idiv"),
    "rM": ("%=", "imod"),
    "aN": ("&=", "iand"),
    "oR": ("|=", "ior"),
    "eO": ("^=", "ixor"),
    "ls": ("<<", "lshift"),
    "rs": (">>", "rshift"),
    "lS": ("<<=", "ilshift"),
    "rS": (">>=", "irshift"),
    "eq": ("==", "eq"),
    "ne": ("!=", "ne"),
    "lt": ("<", "lt"),
    "gt": (">", "gt"),
    "le": ("<=", "le"),
    "ge": (">=", "ge"),
    "ss": ("<=>", "compare"),
    "nt": ("!", "not"),
    "aa": ("&&", "logical_and"),
    "oo": ("||", "logical_or"),
    "pp": ("++", "increment"),
    "mm": ("--", "decrement"),
    "cm": (",", "comma"),
    "pm": ("->*", "arrow_member"),
    "pt": ("->", "arrow"),
    "cl": ("()", "call"),
    "ix": ("[]", "index"),
    "qu": ("?", "choose"),
}
"""How C++ writes an operator, and a word for it."""

_UNARY: Final = frozenset({"ps", "ng", "ad", "de", "co", "nt"})
_NO_BINARY: Final = _UNARY | {"nw", "na", "dl", "da", "aw", "pp", "mm", "cl", "ix", "qu", "pt"}
_BINARY: Final = frozenset(_OPERATORS) - _NO_BINARY
_CASTS: Final = {"dc": "dynamic", "sc": "static", "cc": "const", "rc": "reinterpret"}
_OF_TYPES: Final = {"st": "sizeof", "at": "alignof", "ti": "typeid"}
_OF_VALUES: Final = {"sz": "sizeof", "az": "alignof", "te": "typeid", "nx": "noexcept"}

_SPECIAL: Final = {
    "TV": ("vtable for ", "vtable"),
    "TT": ("VTT for ", "vtt"),
    "TI": ("typeinfo for ", "typeinfo"),
    "TS": ("typeinfo name for ", "typeinfo_name"),
    "TW": ("TLS wrapper function for ", "wrapper"),
    "TH": ("TLS init function for ", "init"),
    "GV": ("guard variable for ", "guard"),
}
_OF_TYPE: Final = frozenset({"TV", "TT", "TI", "TS"})
_THUNK: Final = re.compile(r"T(?:h(?:n?[0-9]+_)|(v)n?[0-9]+_n?[0-9]+_)")

_SUBSTITUTION: Final = re.compile(rf"S([0-9A-Z]{{0,{_DIGITS}}})_")
_PARAMETER: Final = re.compile(rf"T([0-9]{{0,{_DIGITS}}})_")
_ORDINAL: Final = re.compile(rf"([0-9]{{0,{_DIGITS}}})_")
_DISCRIMINATOR: Final = re.compile(r"_[0-9]|__[0-9]+_")
_FUNCTION_PARAMETER: Final = re.compile(rf"fp[rVK]*([0-9]{{0,{_DIGITS}}})_")
_LITERAL: Final = re.compile(r"(n?)([0-9a-f]*)E")
_SUFFIXES: Final = {"i": "", "j": "u", "l": "l", "m": "ul", "x": "ll", "y": "ull"}
_BOOLEANS: Final = {"0": "false", "1": "true"}
_STRUCTORS: Final = re.compile(r"C[1-5]|D[0-5]")
_ANONYMOUS: Final = re.compile(r"_GLOBAL_[._$]N")
_UNTAGGED_END: Final = "E._$\0"

_LAMBDA: Final = "{lambda("


def _demangled(symbol: str) -> Demangled:
    """Read a symbol.

    Raises:
        _BrokenError: It contradicts itself.
        _UnknownError: It cannot be read.
    """
    reader = _Reader(symbol, len("_Z"))
    text = reader.encoding()
    suffix = symbol[reader.at :]
    if suffix and suffix[0] not in "._$":
        raise _BrokenError
    if type(text) is _Pack:
        raise _UnknownError
    signature = "" if reader.cut else text.whole()
    if suffix:
        signature = f"{signature} [clone {suffix}]" if suffix[0] == "." and signature else ""
    return Demangled(_identifier(text.short + suffix), signature)
