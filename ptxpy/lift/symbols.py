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
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import accumulate
from keyword import iskeyword
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Demangled", "abridged", "demangled"]

_LONGEST_SYMBOL: Final = 4096
_LONGEST_TEXT: Final = 20_000
_DEEPEST: Final = 64
_WORK: Final = 350_000
"""How many characters a reader may write, with what follows added for each text and each element
of a list."""
_STEP: Final = 100
_ELEMENT: Final = 20
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
_PRUNED: Final = max(map(len, _KEPT)) + 2


def _pruned(text: str, bracket: str, longest: int) -> str:
    """Replace what is in brackets of a kind, as few levels of it as need be, by `…`."""
    pairs = [
        (left, right)
        for left, right in _pairs(text)
        if text[left] == bracket and text[left + 1 : min(right, left + _PRUNED)] not in _KEPT
    ]
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
        sign, at = match[0], match.start()
        if sign == "<":
            angles.append(at)
        elif sign == ">" and angles:
            pairs.append((angles.pop(), at))
        elif sign == "(":
            rounds.append((at, angles))
            angles = []
        elif sign == ")" and rounds:
            left, angles = rounds.pop()
            pairs.append((left, at))
    return pairs


# ----------------------------------------------------------------------------------- short names

_STATIC: Final = re.compile(r"__nv_static_([0-9]{1,4})_")
"""What nvcc puts before static entities: the length of the name of the file, which follows."""

_INVALID: Final = re.compile(r"[^A-Za-z0-9_]")
_VALID: Final = _INVALID.sub("_", bytes(range(128)).decode()).encode().ljust(256, b"_")
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_PLAIN: Final = re.compile(r"_Z(?:N[rVK]*[RO]?(?:St)?|St)?L?(?=[0-9])")
_NUMBER: Final = re.compile(rf"[0-9]{{1,{_DIGITS}}}(?![0-9])")


def _identifier(text: str) -> str:
    if not _WORD.match(text):
        text = text.encode("ascii", "replace").translate(_VALID).decode()
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
    for _ in range(_DEEPEST if nested else 1):
        if (length := _NUMBER.match(symbol, at)) is None:
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
    """Return what a symbol of Rust's older scheme says, a path and a hash; None for any other."""
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
    while (length := _NUMBER.match(symbol, at)) is not None:
        at = length.end() + int(length[0])
        parts.append(symbol[length.end() : at])
    return parts if symbol[at : at + 1] == "E" else []


def _rust_mark(match: re.Match[str]) -> str:
    if match[1]:
        return _RUST_MARKS[match[1]]
    return chr(int(match[2], 16)) if match[2] else "::"


# ----------------------------------------------------------------------------------- what is read


class _UnknownError(Exception):
    """A symbol has what the reader does not know, or is deeper than it goes."""


class _BrokenError(Exception):
    """A symbol contradicts itself."""


@final
class _Text(NamedTuple):
    """A type, a name or an expression, in two parts where a declared name stands in between."""

    left: str
    right: str = ""
    form: str = ""
    """What decides how to point to it: `()` for functions, `[]` for arrays, `&` or `&&`."""
    base: str = ""
    """The last component of a name, without template arguments; the parameters of a function."""
    short: str = ""
    """The same, as an identifier."""

    def whole(self) -> str:
        return f"{self.left} {self.right}" if self.form in _DECLARED else self.left + self.right


@final
class _Pack(NamedTuple):
    """A text for each element of a parameter pack."""

    texts: tuple[_Text, ...]
    expanded: bool = False
    """Whether these are elements of the list that it stands in; else the list is repeated."""


class _Scope:
    """Where `T_` has a meaning: an encoding with its template arguments, or a lambda's signature.

    Args:
        arguments: The template arguments so far; None where they come later.
        automatic: Whether the template parameters are those that `auto` stands for.
    """

    def __init__(self, arguments: list[_Plain] | None, *, automatic: bool = False) -> None:
        self.arguments = arguments
        self.automatic = automatic
        self.seen: dict[int, tuple[_Deferred, _Deferred]] = {}
        """Values of other scopes, and what they are in this one, by the identity of the former."""


@final
class _Deferred(NamedTuple):
    """A value that is made of `T_`, and is another one in another scope."""

    make: Callable[..., _Plain]
    values: tuple[_Value, ...]
    now: _Plain
    """What it is in its scope."""
    scope: _Scope


_Plain: TypeAlias = _Text | _Pack
_Value: TypeAlias = _Plain | _Deferred


class _Name(NamedTuple):
    """The name of an encoding, and what else follows from it."""

    value: _Value
    returns: bool = False
    """Whether the type that the function returns comes before those of its parameters."""
    qualifiers: str = ""


_DECLARED: Final = frozenset({"()", "[]"})
_CUT: Final = _Text("…")
_NOTHING: Final = _Text("")

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

_MODIFIERS: Final = re.compile(r"[PROC]|[rVK]+|U(?=[0-9])")
_QUALIFIERS: Final = {"C": " _Complex", "r": " restrict", "V": " volatile", "K": " const"}
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
_NEITHER: Final = {"nw", "na", "dl", "da", "aw", "pp", "mm", "pt", "cl", "ix", "qu"}
_BINARY: Final = frozenset(_OPERATORS) - _UNARY - _NEITHER
_PATTERNS: Final = {
    **{code: f"{_OPERATORS[code][0]}{{}}" for code in _UNARY},
    **{code: f"{{}} {_OPERATORS[code][0]} {{}}" for code in _BINARY},
    "qu": "{} ? {} : {}",
}
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
_ENDS: Final = frozenset("E._$\0")
_NESTED: Final = re.compile(r"([rVK]*)([RO]?)")
_DECIMAL: Final = re.compile(r"[0-9]+")
_VECTOR: Final = re.compile(r"Dv([0-9]+)_")
_FLOATS: Final = {"_": "_Float{}", "b": "std::bfloat{}_t", "x": "_Float{}x"}
_REALS: Final = frozenset("defg")
_MARKS: Final = {"P": "*", "R": "&", "O": "&&"}
_REFERENCE_FORMS: Final = frozenset({"&", "&&"})

_LAMBDA: Final = "<lambda>"
_ENVIRONMENT: Final = "_ZN08NumbaEnv"


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
    signature = "" if reader.cut else text.whole()
    if suffix:
        signature = f"{signature} [clone {suffix}]" if suffix[0] == "." and signature else ""
    name = text.short.replace(_LAMBDA, "lambda") + suffix
    if symbol.startswith(_ENVIRONMENT):
        name += "_env"
    return Demangled(_identifier(name), signature)


def _now(value: _Value) -> _Plain:
    return value.now if type(value) is _Deferred else value


def _text(value: _Value) -> _Text:
    plain = _now(value)
    if type(plain) is _Pack:
        raise _UnknownError
    return plain


def _expanded(value: _Plain) -> _Plain:
    return value._replace(expanded=True) if type(value) is _Pack else value


class _Reader:
    """Reads a symbol, once, from left to right."""

    def __init__(self, symbol: str, at: int) -> None:
        self.at = at
        self.cut = False
        """Whether a text was too long and is left out, so that no signature is right."""
        self._symbol = f"{symbol}\0"
        self._known: list[_Value] = []
        self._scope = _Scope([])
        self._depth = 0
        self._expansions = 0
        self._work = _WORK

    # ------------------------------------------------------------------------------- texts

    def _made(
        self, left: str, right: str = "", form: str = "", base: str = "", short: str = ""
    ) -> _Text:
        size = len(left) + len(right)
        self._work -= size + _STEP
        if size > _LONGEST_TEXT or self._work < 0:
            self.cut = True
            return _Text("…", base=base, short=short)
        return _Text(left, right, form, base, short)

    def _combined(self, make: Callable[..., _Plain], *values: _Value) -> _Value:
        """Make a value of values; it is deferred if one of them is."""
        if not any(type(value) is _Deferred for value in values):
            return make(*map(_now, values))
        return _Deferred(make, values, make(*map(_now, values)), self._scope)

    def _here(self, value: _Value) -> _Value:
        """Return what a value is in the present scope."""
        if type(value) is not _Deferred or value.scope is self._scope:
            return value
        seen = self._scope.seen.get(id(value))
        if seen is not None:
            return seen[1]
        self._work -= _STEP + len(value.values) * _ELEMENT
        if self._work < 0:
            raise _UnknownError
        self._enter()
        values = tuple(map(self._here, value.values))
        found = _Deferred(value.make, values, value.make(*map(_now, values)), self._scope)
        self._scope.seen[id(value)] = value, found
        self._depth -= 1
        return found

    def _lifted(self, make: Callable[..., _Text], *values: _Value) -> _Value:
        """Make a text of texts, or one for each element of the packs among them."""
        for value in values:
            if type(value) is not _Text:
                return self._combined(partial(self._lift, make), *values)
        return make(*values)

    def _lift(self, make: Callable[..., _Text], *values: _Plain) -> _Plain:
        packs = [value for value in values if type(value) is _Pack]
        if not packs:
            return make(*values)
        if self._work < 0:
            return _CUT
        size = len(packs[0].texts)
        if any(pack.expanded or len(pack.texts) != size for pack in packs):
            raise _UnknownError
        columns = [value.texts if type(value) is _Pack else (value,) * size for value in values]
        return _Pack(tuple(map(make, *columns)))

    def _listed(self, values: Iterable[_Value]) -> _Value:
        """Return texts with commas between them."""
        return self._combined(self._list, *values)

    def _list(self, *values: _Plain) -> _Plain:
        return self._lift(self._joined, *self._elements(values))

    def _elements(self, values: Iterable[_Plain]) -> list[_Plain]:
        elements: list[_Plain] = []
        for value in values:
            if type(value) is not _Pack or not value.expanded:
                elements.append(value)
            elif self._work >= 0:
                self._work -= len(value.texts) * _ELEMENT
                elements += value.texts
        return elements

    def _joined(self, *texts: _Text) -> _Text:
        self._work -= len(texts) * _ELEMENT
        if self._work < 0 or sum(len(text.left) for text in texts) > _LONGEST_TEXT:
            self.cut = True
            return _CUT
        return self._made(", ".join([text.whole() for text in texts]))

    def _kept(self, value: _Value) -> _Value:
        """Return what later parts of the symbol may refer to by its number."""
        self._known.append(value)
        return value

    # ------------------------------------------------------------------------------- characters

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _UnknownError

    def _take(self, token: str) -> bool:
        if self._symbol.startswith(token, self.at):
            self.at += len(token)
            return True
        return False

    def _expect(self, token: str) -> None:
        if not self._take(token):
            raise _BrokenError

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self._symbol, self.at)
        if match is not None:
            self.at = match.end()
        return match

    def _matched(self, pattern: re.Pattern[str]) -> re.Match[str]:
        match = self._match(pattern)
        if match is None:
            raise _UnknownError
        return match

    def _index(self, pattern: re.Pattern[str], base: int = 10) -> int:
        """Read a number of which the first one, 0, is left out."""
        number = self._matched(pattern)[1]
        return int(number, base) + 1 if number else 0

    def _source_name(self) -> str:
        size = int(self._matched(_NUMBER)[0])
        start, self.at = self.at, self.at + size
        if not size or self.at >= len(self._symbol):
            raise _BrokenError
        return self._symbol[start : self.at]

    # ------------------------------------------------------------------------------- encodings

    def encoding(self, *, local: bool = False) -> _Text:
        """Read what is declared; `local` leaves out what a function returns."""
        self._enter()
        outer = self._scope, self._expansions
        self._scope, self._expansions = _Scope([]), 0
        special = self._symbol[self.at] in "TG"
        value = self._special() if special else self._declaration(local=local)
        self._scope, self._expansions = outer
        self._depth -= 1
        return _text(value)

    def _declaration(self, *, local: bool) -> _Value:
        name = self._name(tag=True)
        if self._symbol[self.at] in _ENDS:
            return name.value
        returned = self._type() if name.returns else None
        parameters = self._parameters()

        def make(name_: _Text, parameters_: _Text, returned_: _Text = _NOTHING) -> _Text:
            left, right = returned_.left, returned_.right
            if returned_.form in _DECLARED:
                raise _BrokenError
            space = " " if left and not right else ""
            return self._made(
                f"{left}{space}{name_.whole()}({parameters_.left}){name.qualifiers}{right}",
                short=name_.short,
            )

        if returned is None or local:
            return self._lifted(make, name.value, parameters)
        return self._lifted(make, name.value, parameters, returned)

    def _special(self) -> _Value:
        thunk = self._match(_THUNK)
        if thunk is not None:
            text = self.encoding()
            kind = "virtual" if thunk[1] else "non-virtual"
            return self._made(f"{kind} thunk to {text.whole()}", short=f"{text.short}_thunk")
        code = self._symbol[self.at : self.at + 2]
        if code not in _SPECIAL:
            raise _UnknownError
        self.at += 2
        words, suffix = _SPECIAL[code]
        value = self._type() if code in _OF_TYPE else self._name(tag=True).value
        return self._lifted(
            lambda text: self._made(words + text.whole(), short=f"{text.short}_{suffix}"), value
        )

    def _parameters(self) -> _Value:
        values = [self._type()]
        while self._symbol[self.at] not in _ENDS and not self._at_any("RE", "OE"):
            values.append(self._type())
        return _NOTHING if len(values) == 1 and values[0] is _VOID else self._listed(values)

    def _at_any(self, *tokens: str) -> bool:
        return self._symbol.startswith(tokens, self.at)

    # ------------------------------------------------------------------------------- names

    def _name(self, *, tag: bool) -> _Name:
        """Read a name; `tag` says that `T_` will refer to its template arguments."""
        char = self._symbol[self.at]
        if char == "N":
            return self._nested(tag=tag)
        if char == "Z":
            return self._local(tag=tag)
        if char == "S" and not self._at_any("St"):
            value = self._substitution()
            if self._symbol[self.at] != "I":
                raise _UnknownError
            return _Name(self._instance(value, tag=tag), returns=True)
        value, converts = self._component(_STANDARDS["t"] if self._take("St") else None)
        if self._symbol[self.at] != "I":
            return _Name(value)
        self._kept(value)
        return _Name(self._instance(value, tag=tag), returns=not converts)

    def _nested(self, *, tag: bool) -> _Name:
        self.at += 1
        qualifiers, reference = self._matched(_NESTED).groups()
        value: _Value | None = None
        instance = converts = False
        while not self._take("E"):
            if self._symbol[self.at] == "I" and value is not None:
                value, instance = self._instance(value, tag=tag), True
            elif value is not None and self._take("M"):
                continue
            elif value is None and (self._at_any("S", "T", "Dt", "DT")):
                value, fresh = self._prefix()
                if not fresh:
                    continue
            else:
                value, converts = self._component(value)
                instance = False
            if self._symbol[self.at] != "E":
                self._kept(value)
        if value is None:
            raise _BrokenError
        words = "".join(_QUALIFIERS[letter] for letter in reversed(qualifiers))
        return _Name(value, instance and not converts, words + _REFERENCES[reference])

    def _prefix(self) -> tuple[_Value, bool]:
        """Return what a nested name begins with, and whether it is new."""
        if self._take("St"):
            return _STANDARDS["t"], False
        if self._symbol[self.at] == "S":
            return self._substitution(), False
        return (self._parameter() if self._symbol[self.at] == "T" else self.type_decltype()), True

    def _local(self, *, tag: bool) -> _Name:
        """Read the name of something in a function."""
        self.at += 1
        outer = self.encoding(local=True)
        self._expect("E")
        if self._take("s"):
            self._match(_DISCRIMINATOR)
            return _Name(self._made(f"{outer.whole()}::string literal", short=outer.short))
        scope = outer.whole()
        if self._take("d"):
            scope += f"::{{default arg#{self._index(_ORDINAL) + 1}}}"
        name = self._name(tag=tag)
        self._match(_DISCRIMINATOR)

        def make(text: _Text) -> _Text:
            short = f"{outer.short}_lambda" if text.short == _LAMBDA else text.short
            return self._made(f"{scope}::{text.whole()}", base=text.base, short=short)

        return name._replace(value=self._lifted(make, name.value))

    def _component(self, scope: _Value | None) -> tuple[_Value, bool]:
        """Read a name in a scope; return both, and whether it never says what it returns."""
        while self._take("L"):
            pass
        char = self._symbol[self.at]
        converts = False
        if char.isdigit():
            short = base = self._source_name()
            if _ANONYMOUS.match(base):
                short, base = "anonymous", "(anonymous namespace)"
        elif char in "CD":
            base, short = self._structor(scope)
            converts = True
        elif char == "U":
            base, short = self._unnamed()
        else:
            base, short, converts = self._operator()
            if base == "operator()" and scope is not None and _text(scope).short == _LAMBDA:
                short = _LAMBDA
        while self._take("B"):
            self._source_name()
        # Nothing is in what converts: it is the last component.
        owner = "" if converts else base
        if scope is None:
            return self._made(base, base=owner, short=short), converts

        def make(text: _Text) -> _Text:
            return self._made(f"{text.whole()}::{base}", base=owner, short=short)

        return self._lifted(make, scope), converts

    def _structor(self, scope: _Value | None) -> tuple[str, str]:
        code = self._matched(_STRUCTORS)[0]
        owner = _NOTHING if scope is None else _text(scope)
        if not owner.base:
            raise _UnknownError
        if code[0] == "C":
            return owner.base, f"{owner.short}_init"
        return f"~{owner.base}", f"{owner.short}_del"

    def _unnamed(self) -> tuple[str, str]:
        if self._take("Ut"):
            return f"{{unnamed type#{self._index(_ORDINAL) + 1}}}", "unnamed"
        if not self._take("Ul"):
            raise _UnknownError
        parameters = self._within(_Scope(None, automatic=True), self._parameters)
        self._expect("E")
        return f"{{lambda({parameters.left})#{self._index(_ORDINAL) + 1}}}", _LAMBDA

    def _operator(self) -> tuple[str, str, bool]:
        code = self._symbol[self.at : self.at + 2]
        self.at += 2
        if code in _OPERATORS:
            symbol, word = _OPERATORS[code]
            return f"operator{symbol}", f"operator_{word}", False
        if code == "li":
            name = self._source_name()
            return f'operator"" {name}', f"operator_{name.lstrip('_')}", False
        if code != "cv":
            raise _UnknownError
        # Here, `T_` would refer to template arguments that come later.
        target = self._within(_Scope(None), self._type)
        return f"operator {target.whole()}", "operator_cast", True

    def _within(self, scope: _Scope, read: Callable[[], _Value]) -> _Text:
        outer, self._scope = self._scope, scope
        text = _text(read())
        self._scope = outer
        return text

    # ------------------------------------------------------------------------------- references

    def _substitution(self) -> _Value:
        standard = _STANDARDS.get(self._symbol[self.at + 1])
        if standard is not None:
            self.at += 2
            return standard
        index = self._index(_SUBSTITUTION, 36)
        if index >= len(self._known):
            raise _BrokenError
        return self._here(self._known[index])

    def _parameter(self) -> _Value:
        make = partial(self._argument_of, self._index(_PARAMETER))
        return _Deferred(make, (), make(), self._scope)

    def _argument_of(self, index: int) -> _Plain:
        arguments = self._scope.arguments
        if self._scope.automatic:
            return _Text(f"auto:{index + 1}")
        if arguments is None or index >= len(arguments):
            raise _UnknownError
        return arguments[index]

    # ------------------------------------------------------------------------------- instances

    def _instance(self, value: _Value, *, tag: bool = False) -> _Value:
        """Read template arguments; return the instance of a template."""
        self.at += 1
        found: list[_Value] = []
        table: list[_Plain] = []
        if tag:
            self._scope = _Scope(table)
        while not self._take("E"):
            if self._symbol[self.at] in "IJ":
                pack = self._pack()
                found += pack
                table.append(self._packed(pack) if tag else _CUT)
            else:
                found.append(self._argument())
                table.append(_now(found[-1]))

        def make(name: _Text, arguments: _Text) -> _Text:
            space = " " if name.left.endswith("<") else ""
            left = f"{name.left}{space}<{arguments.left}>"
            return self._made(left, base=name.base, short=name.short)

        return self._lifted(make, value, self._listed(found))

    def _packed(self, values: Sequence[_Value]) -> _Pack:
        return _Pack(tuple(map(_text, self._elements(map(_now, values)))))

    def _pack(self) -> list[_Value]:
        """Read the template arguments of a parameter pack."""
        self._enter()
        self.at += 1
        values: list[_Value] = []
        while not self._take("E"):
            if self._symbol[self.at] in "IJ":
                values += self._pack()
                continue
            value = self._argument()
            # nvcc does not say that a pack is expanded where only that can be meant.
            if type(value) is not _Text and not self._expansions:
                value = self._combined(_expanded, value)
            values.append(value)
        self._depth -= 1
        return values

    def _argument(self) -> _Value:
        if self._symbol[self.at] == "L":
            return self._literal()
        if not self._take("X"):
            return self._type()
        value = self._expression()
        self._expect("E")
        return self._combined(self._operands, value)

    def _operands(self, value: _Plain) -> _Plain:
        if type(value) is _Pack:
            return value._replace(texts=tuple(map(self._operand, value.texts)))
        return self._operand(value)

    # ------------------------------------------------------------------------------- types

    def _type(self) -> _Value:
        modifiers = []
        while (match := self._match(_MODIFIERS)) is not None:
            modifiers.append(match[0] if match[0] != "U" else f"U{self._source_name()}")
        if len(modifiers) > _DEEPEST:
            raise _UnknownError
        if not modifiers:
            return self._unmodified()
        function = self._at_any("F", "DoF")
        value = self._unmodified()
        if function and modifiers[-1][0] in "rVK":
            # These qualifiers are of the function, and not of what is around it.
            self._known.pop()
        for modifier in reversed(modifiers):
            value = self._kept(self._lifted(partial(self._modified, modifier), value))
        return value

    def _unmodified(self) -> _Value:
        char = self._symbol[self.at]
        if char in _BUILTINS:
            self.at += 1
            return _BUILTINS[char]
        self._enter()
        if char in _TYPES:
            value = _TYPES[char](self)
        elif char.isdigit() or char in "NZ":
            value = self._kept(self._name(tag=False).value)
        else:
            raise _UnknownError
        self._depth -= 1
        return value

    def _modified(self, modifier: str, text: _Text) -> _Text:
        left, right, form = text.left, text.right, text.form
        if modifier in _MARKS:
            return self._pointing(_MARKS[modifier], text)
        if modifier[0] == "U":
            return self._made(f"{left} {modifier[1:]}", right, form)
        if form in _REFERENCE_FORMS:
            return text
        words = [_QUALIFIERS[letter] for letter in reversed(modifier)]
        if form == "()":
            base = text.base + "".join(words)
            return self._made(left, base + right[len(text.base) :], form, base)
        for word in words:
            left += "" if left.endswith(word) else word
        return self._made(left, right, form)

    def _pointing(self, mark: str, text: _Text) -> _Text:
        left, right, form = text.left, text.right, text.form
        if form in _DECLARED:
            left, right = f"{left} ({mark}", f"){right}"
        elif mark in _REFERENCE_FORMS and form in _REFERENCE_FORMS:
            # References to references collapse.
            left, mark = (left[:-1], "&") if mark < form else (left, form)
        else:
            left += mark
        return self._made(left, right, mark if mark in _REFERENCE_FORMS else "")

    def type_function(self, suffix: str = "") -> _Value:
        self.at += 1
        self._take("Y")
        returned = self._type()
        parameters = self._parameters()
        suffix = (" &&" if self._take("O") else " &" if self._take("R") else "") + suffix
        self._expect("E")

        def make(returned_: _Text, parameters_: _Text) -> _Text:
            base = f"({parameters_.left})"
            return self._made(returned_.left, base + suffix + returned_.right, "()", base)

        return self._kept(self._lifted(make, returned, parameters))

    def type_array(self) -> _Value:
        self.at += 1
        size: _Value = _NOTHING
        if (digits := self._match(_DECIMAL)) is not None:
            size = _Text(digits[0])
        elif self._symbol[self.at] != "_":
            size = self._expression()
        self._expect("_")

        def make(element: _Text, size_: _Text) -> _Text:
            return self._made(element.left, f"[{size_.left}]{element.right}", "[]")

        return self._kept(self._lifted(make, self._type(), size))

    def type_member(self) -> _Value:
        self.at += 1

        def make(owner: _Text, member: _Text) -> _Text:
            if member.form in _DECLARED:
                left, right = f"{member.left} ({owner.left}::*", f"){member.right}"
            else:
                left, right = f"{member.left} {owner.left}::*", member.right
            return self._made(left, right)

        return self._kept(self._lifted(make, self._type(), self._type()))

    def type_parameter(self) -> _Value:
        value = self._kept(self._parameter())
        if self._symbol[self.at] == "I":
            value = self._kept(self._instance(value))
        return value

    def type_substitution(self) -> _Value:
        if self._at_any("St"):
            return self._kept(self._name(tag=False).value)
        value = self._substitution()
        if self._symbol[self.at] == "I":
            value = self._kept(self._instance(value))
        return value

    def type_vendor(self) -> _Value:
        self.at += 1
        name = self._source_name()
        value: _Value = self._made(name, base=name, short=name)
        if self._symbol[self.at] == "I":
            value = self._instance(value)
        return self._kept(value)

    def type_other(self) -> _Value:
        """Read a type that begins with `D`."""
        code = self._symbol[self.at : self.at + 2]
        if code in _BUILTINS:
            self.at += 2
            return _BUILTINS[code]
        if code in _D_TYPES:
            return _D_TYPES[code](self)
        size, kind = self._matched(_FLOAT).groups()
        return _Text(_FLOATS[kind].format(size))

    def type_expansion(self) -> _Value:
        return self._kept(self._expansion(self._type))

    def type_decltype(self) -> _Value:
        self.at += 2
        value = self._expression()
        self._expect("E")
        return self._kept(self._lifted(lambda text: self._made(f"decltype({text.left})"), value))

    def type_vector(self) -> _Value:
        size = self._matched(_VECTOR)[1]
        return self._kept(
            self._lifted(lambda text: self._made(f"{text.whole()} __vector({size})"), self._type())
        )

    def type_noexcept(self) -> _Value:
        self.at += 2
        if self._symbol[self.at] != "F":
            raise _UnknownError
        return self.type_function(" noexcept")

    def _expansion(self, read: Callable[[], _Value]) -> _Value:
        self.at += 2
        self._expansions += 1
        value = read()
        self._expansions -= 1
        return self._combined(self._expand, value)

    def _expand(self, value: _Plain) -> _Plain:
        if type(value) is _Pack:
            return _expanded(value)
        return _Pack((self._made(f"{value.whole()}..."),), expanded=True)

    # ------------------------------------------------------------------------------- literals

    def _literal(self) -> _Value:
        self.at += 1
        if self._take("_Z"):
            text = self.encoding(local=True)
            self._expect("E")
            return text
        code = self._symbol[self.at]
        value = self._type()
        sign, digits = self._matched(_LITERAL).groups()
        if value is _BUILTINS["Dn"]:
            return _Text("nullptr")
        if not digits:
            raise _UnknownError
        if code == "b" and digits in _BOOLEANS:
            return _Text(_BOOLEANS[digits])
        number = f"{'-' if sign else ''}{digits}"
        if code in _SUFFIXES:
            return _Text(number + _SUFFIXES[code])
        if code in _REALS:
            number = f"[{number}]"
        return self._lifted(lambda text: self._made(f"({text.whole()}){number}"), value)

    # ------------------------------------------------------------------------------- expressions

    def _expression(self) -> _Value:
        self._enter()
        char = self._symbol[self.at]
        if char == "L":
            value = self._literal()
        elif char == "T":
            value = self._parameter()
        elif char.isdigit():
            value = self._simple_name()
        else:
            value = self._operation(self._symbol[self.at : self.at + 2])
        self._depth -= 1
        return value

    def _operation(self, code: str) -> _Value:
        if code == "fp":
            return _Text(f"{{parm#{self._index(_FUNCTION_PARAMETER) + 1}}}")
        if code == "sp":
            return self._expansion(self._expression)
        self.at += 2
        pattern = _PATTERNS.get(code)
        if pattern is not None:
            return self._formed(pattern, *[self._expression() for _ in range(pattern.count("{}"))])
        if code in _OF_TYPES or code in _OF_VALUES:
            return self._called(code)
        if code in _EXPRESSIONS:
            return _EXPRESSIONS[code](self)
        raise _UnknownError

    def _formed(self, pattern: str, *values: _Value) -> _Value:
        """Make an operation of its operands."""
        return self._lifted(partial(self._form, pattern), *values)

    def _form(self, pattern: str, *texts: _Text) -> _Text:
        if sum(len(text.left) for text in texts) > _LONGEST_TEXT:
            self.cut = True
            return _CUT
        operands = [self._operand(text).whole() for text in texts]
        return self._made(pattern.format(*operands), form="operation")

    def _operand(self, text: _Text) -> _Text:
        return self._made(f"({text.left})") if text.form == "operation" else text

    def _called(self, code: str) -> _Value:
        word = _OF_TYPES.get(code) or _OF_VALUES[code]
        value = self._type() if code in _OF_TYPES else self._expression()
        return self._lifted(lambda text: self._made(f"{word}({text.whole()})"), value)

    def _values(self) -> _Value:
        values = []
        while not self._take("E"):
            values.append(self._expression())
        return self._listed(values)

    def expression_conversion(self) -> _Value:
        value = self._type()
        operand = self._values() if self._take("_") else self._expression()
        return self._lifted(
            lambda text, text_: self._made(f"({text.whole()})({text_.left})"), value, operand
        )

    def expression_cast(self) -> _Value:
        word = _CASTS[self._symbol[self.at - 2 : self.at]]
        return self._lifted(
            lambda text, text_: self._made(f"{word}_cast<{text.whole()}>({text_.left})"),
            self._type(),
            self._expression(),
        )

    def expression_call(self) -> _Value:
        return self._lifted(
            lambda text, text_: self._made(f"{self._operand(text).left}({text_.left})"),
            self._expression(),
            self._values(),
        )

    def expression_index(self) -> _Value:
        return self._lifted(
            lambda text, text_: self._made(f"{self._operand(text).left}[{text_.left}]"),
            self._expression(),
            self._expression(),
        )

    def expression_step(self) -> _Value:
        sign = _OPERATORS[self._symbol[self.at - 2 : self.at]][0]
        before = self._take("_")
        return self._formed(f"{sign}{{}}" if before else f"{{}}{sign}", self._expression())

    def expression_member(self) -> _Value:
        sign = "." if self._symbol[self.at - 2] == "d" else "->"
        return self._lifted(
            lambda text, text_: self._made(f"{self._operand(text).left}{sign}{text_.left}"),
            self._expression(),
            self._expression(),
        )

    def expression_braces(self) -> _Value:
        named = self._symbol[self.at - 2] == "t"
        value = self._type() if named else _NOTHING
        return self._lifted(
            lambda text, text_: self._made(f"{text.whole()}{{{text_.left}}}"), value, self._values()
        )

    def expression_count(self) -> _Value:
        return self._combined(self._count, self._expression())

    def _count(self, value: _Plain) -> _Text:
        return _Text(str(len(value.texts)) if type(value) is _Pack else f"sizeof...({value.left})")

    def expression_fold(self) -> _Value:
        left = self._symbol[self.at - 1] == "l"
        code = self._symbol[self.at : self.at + 2]
        self.at += 2
        if code not in _BINARY:
            raise _UnknownError
        sign = f" {_OPERATORS[code][0]} "
        return self._combined(partial(self._fold, sign, left), self._expression())

    def _fold(self, sign: str, left: bool, value: _Plain) -> _Plain:  # noqa: FBT001
        if type(value) is not _Pack:
            return self._form(f"...{sign}{{}}" if left else f"{{}}{sign}...", value)
        if not value.texts:
            raise _UnknownError
        return self._form(sign.join(["{}"] * len(value.texts)), *value.texts)

    def expression_operator(self) -> _Value:
        base = self._operator()[0]
        value: _Value = self._made(base, base=base)
        return self._instance(value) if self._symbol[self.at] == "I" else value

    def expression_global(self) -> _Value:
        return self._lifted(lambda text: self._made(f"::{text.left}"), self._expression())

    def expression_scope(self) -> _Value:
        """Read a name in a scope that depends on template arguments."""
        if not self._symbol[self.at].isdigit():
            return self._scoped(self._type(), self._base_name())
        value = self._simple_name()
        while not self._take("E"):
            # gcc ends the scope without `E`, and counts what is in it otherwise.
            if not self._symbol[self.at].isdigit():
                raise _UnknownError
            value = self._scoped(value, self._simple_name())
        return self._scoped(value, self._base_name())

    def _base_name(self) -> _Value:
        return self.expression_operator() if self._take("on") else self._simple_name()

    def _simple_name(self) -> _Value:
        name = self._source_name()
        value: _Value = self._made(name, base=name)
        return self._instance(value) if self._symbol[self.at] == "I" else value

    def _scoped(self, scope: _Value, value: _Value) -> _Value:
        return self._lifted(
            lambda text, text_: self._made(f"{text.whole()}::{text_.left}", base=text_.base),
            scope,
            value,
        )


_TYPES: Final[Mapping[str, Callable[[_Reader], _Value]]] = {
    "A": _Reader.type_array,
    "D": _Reader.type_other,
    "F": _Reader.type_function,
    "M": _Reader.type_member,
    "S": _Reader.type_substitution,
    "T": _Reader.type_parameter,
    "u": _Reader.type_vendor,
}

_D_TYPES: Final[Mapping[str, Callable[[_Reader], _Value]]] = {
    "DT": _Reader.type_decltype,
    "Do": _Reader.type_noexcept,
    "Dp": _Reader.type_expansion,
    "Dt": _Reader.type_decltype,
    "Dv": _Reader.type_vector,
}

_EXPRESSIONS: Final[Mapping[str, Callable[[_Reader], _Value]]] = {
    "cl": _Reader.expression_call,
    "cp": _Reader.expression_call,
    "cv": _Reader.expression_conversion,
    "dt": _Reader.expression_member,
    "fl": _Reader.expression_fold,
    "fr": _Reader.expression_fold,
    "gs": _Reader.expression_global,
    "il": _Reader.expression_braces,
    "ix": _Reader.expression_index,
    "mm": _Reader.expression_step,
    "on": _Reader.expression_operator,
    "pp": _Reader.expression_step,
    "pt": _Reader.expression_member,
    "sZ": _Reader.expression_count,
    "sr": _Reader.expression_scope,
    "tl": _Reader.expression_braces,
    **dict.fromkeys(_CASTS, _Reader.expression_cast),
}
