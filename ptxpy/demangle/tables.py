"""The C++ for codes of mangled names: builtin types, names in `std`, operators."""

from __future__ import annotations

from typing import Final

from ptxpy.demangle.literals import Text

__all__ = [
    "BINARY",
    "BUILTINS",
    "CASTS",
    "OF_TYPE",
    "OF_TYPES",
    "OF_VALUES",
    "OPERATORS",
    "PATTERNS",
    "QUALIFIERS",
    "REFERENCES",
    "SPECIAL",
    "STANDARDS",
    "VOID",
]

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
BUILTINS: Final = {code: Text(name) for code, name in _BUILTIN.items()}
VOID: Final = BUILTINS["v"]

QUALIFIERS: Final = {"C": " _Complex", "r": " restrict", "V": " volatile", "K": " const"}
REFERENCES: Final = {"": "", "R": " &", "O": " &&"}

_STANDARD: Final = {
    "t": ("std", "std"),
    "a": ("std::allocator", "allocator"),
    "b": ("std::basic_string", "basic_string"),
    "s": ("std::string", "basic_string"),
    "i": ("std::istream", "basic_istream"),
    "o": ("std::ostream", "basic_ostream"),
    "d": ("std::iostream", "basic_iostream"),
}
STANDARDS: Final = {
    code: Text(name, base=base, short=base) for code, (name, base) in _STANDARD.items()
}

OPERATORS: Final = {
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
BINARY: Final = frozenset(OPERATORS) - _UNARY - _NEITHER
PATTERNS: Final = {
    **{code: f"{OPERATORS[code][0]}{{}}" for code in _UNARY},
    **{code: f"{{}} {OPERATORS[code][0]} {{}}" for code in BINARY},
    "qu": "{} ? {} : {}",
}
CASTS: Final = {"dc": "dynamic", "sc": "static", "cc": "const", "rc": "reinterpret"}
OF_TYPES: Final = {"st": "sizeof", "at": "alignof", "ti": "typeid"}
OF_VALUES: Final = {"sz": "sizeof", "az": "alignof", "te": "typeid", "nx": "noexcept"}

SPECIAL: Final = {
    "TV": ("vtable for ", "vtable"),
    "TT": ("VTT for ", "vtt"),
    "TI": ("typeinfo for ", "typeinfo"),
    "TS": ("typeinfo name for ", "typeinfo_name"),
    "TW": ("TLS wrapper function for ", "wrapper"),
    "TH": ("TLS init function for ", "init"),
    "GV": ("guard variable for ", "guard"),
}
OF_TYPE: Final = frozenset({"TV", "TT", "TI", "TS"})
