"""Mangled symbols give the names and the signatures that C++ has for them, whoever wrote them."""

from __future__ import annotations

import re
import sys
from functools import cache
from keyword import iskeyword
from pathlib import Path

import pytest
from fuzzing.sources import corpus
from hypothesis import example, given
from hypothesis import strategies as st

from ptxpy.demangle.symbols import Demangled, abridged, demangled

LONGEST = 20_000
MOST_CALLS = 1_000_000
"""Of functions, as a profiler counts them: a second, at the most."""
"""No signature is longer."""

SYMBOL = re.compile(rb"(?<![\w$])_Z[\w$]+")

UNREAD = {"_Z9isa_1_4PfS_i", "names___cuda_local_var_0"}
"""Names of symbols in the corpus that have no signature; others have a suffix or are no symbols."""

TOKENS = re.findall(
    r"\S+",
    "_Z _ZN _ZZ N Z E I J X L S_ S0_ S1_ SA_ St Ss Sa T_ T0_ P K R O PK C1 D1 F M A3_ A_ Dp DT Do "
    "Dv4_ DF16_ UlvE_ Ul Ut_ B1a 1a 2bc 3int v i f Li1E Lb1E L_Z XplLi1ELi2EE pl ad cl fp_ sr sZ "
    "sp fr cv nw li TV GV Th0_ _ __1_ . $ 0 9 99999 é ² \0 \ud800",
)


def read_cases() -> list[tuple[str, Demangled]]:
    """Read ``symbols.txt``."""
    text = Path(__file__).with_name("symbols.txt").read_text(encoding="utf-8")
    cases = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            symbol, name, *signature = line.split("\t")
            cases.append((symbol, Demangled(name, *(signature or [""]))))
    return cases


def is_name(text: str) -> bool:
    """Say whether Python takes the text as a name as it stands."""
    return text.isascii() and text.isidentifier() and not iskeyword(text)


def references(pattern: str, first: int) -> str:
    """Return a symbol whose parts double each other: `S0_` becomes `S1_`, and so on."""
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    names = [digits[high] + digits[low] for high in range(1, 36) for low in range(36)]
    numbers = [*digits[first:], *names]
    return "".join(pattern.replace("*", f"S{number}_") for number in numbers)


HOSTILE = {
    "a text that doubles": ("_Z1f1a1bIS_S_E" + references("S0_I**E", 1), "f"),
    "a function type that triples": ("_Z1f1aFS_S_S_E" + references("F***E", 0), "f"),
    "a pack that doubles": ("_Z1fIJifEEv1bIT_T_E" + references("DpS2_I**E", 3), "f"),
    "`T_` in many scopes": (f"_Z1fI1aEvPT_{references('P*', 1)[:600]}{'UlS1_E_' * 400}", "f"),
    "a long pack in many places": (f"_Z1fIJ{'i' * 2000}EEv{'DpPT_' * 400}", "f"),
    "a pack with many pointers to it": (f"_Z1fIJ{'i' * 2000}EEvDp{'P' * 2000}T_", "f"),
    "a long list in many places": (f"_Z1f1aI{'i' * 2000}E{'S0_' * 600}", "f"),
    "a name of many parts": (f"_ZN{'1a' * 2000}E", "a"),
    "pointers to pointers": (f"_Z1f{'P' * 4000}i", "f"),
    "arrays of arrays": (f"_Z1f{'A1_' * 1300}i", "f"),
    "functions of functions": (f"_Z1f{'F' * 4000}", "f"),
    "arguments in arguments": (f"_Z1f{'N1aI' * 1000}", "f"),
    "packs in packs": (f"_Z1fI{'J' * 4000}", "f"),
    "calls of calls": (f"_Z1fIX{'cl' * 2000}", "f"),
    "lambdas of lambdas": (f"_Z1f{'Ul' * 2000}", "f"),
    "functions in functions": (f"_{'Z' * 4000}", f"_{'Z' * 4000}"),
    "constructors of constructors": (f"_ZN1a{'C1' * 2000}Ev", None),
    "thunks to thunks": (f"_Z{'Th1_' * 1000}1fv", None),
    "a long name in many places": (f"_Z1f2000{'a' * 2000}{'S_' * 1000}", "f"),
    "a long name": (f"_Z{4000}{'a' * 4000}v", "a" * 4000),
    "a length of many digits": (f"_Z{'9' * 4000}", None),
    "a function of 100 kB": (f"_Z1f{'1a' * 50_000}", "f"),
    "a path of 100 kB": (f"_ZN{'1a' * 50_000}E", None),
    "Rust's of 100 kB": (f"_ZN{'1a' * 50_000}17h0123456789abcdefE", None),
    "dollars": (f"_Z{'$' * 100_000}", f"_Z{'_' * 100_000}"),
    "a static entity of 100 kB": (f"__nv_static_9999_{'a' * 100_000}", None),
}
"""Symbols, and the name of each where it is told here."""


@pytest.mark.parametrize(("symbol", "expected"), read_cases())
def test_case(symbol: str, expected: Demangled) -> None:
    """The name and the signature are those of the table."""
    assert demangled(symbol) == expected
    assert is_name(expected.name) or not symbol.startswith("_Z")


@cache
def symbols_of_the_corpus() -> tuple[str, ...]:
    """Return what is mangled in the corpus."""
    found = {symbol for path in corpus(10**9) for symbol in SYMBOL.findall(path.read_bytes())}
    return tuple(sorted(symbol.decode() for symbol in found))


def test_corpus() -> None:
    """All of the corpus can be read, but for what no compiler wrote."""
    symbols = symbols_of_the_corpus()
    assert len(symbols) > 600
    unread = set()
    for symbol in symbols:
        name, signature = demangled(symbol)
        assert is_name(name)
        if not signature and not re.search(r"_param_\d+|__\Z", symbol):
            unread.add(name)
    assert {name for name in unread if "longest_name_in_this_corpus" not in name} == UNREAD


def test_names_of_kernels_are_short() -> None:
    """A name of a thousand characters comes down to the function's."""
    symbols = [symbol for symbol in symbols_of_the_corpus() if symbol.startswith("_ZN7cutlass")]
    names = {demangled(symbol).name for symbol in symbols if "_param_" not in symbol}
    assert names >= {"Kernel2", "device_kernel"}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile(case: str) -> None:
    """What is deep, long or grows without end takes little work, and gives little."""
    symbol, expected = HOSTILE[case]
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        name, signature = demangled.__wrapped__(symbol)
    finally:
        sys.setprofile(None)
    assert calls < MOST_CALLS
    assert len(signature) <= LONGEST
    assert len(name) <= len(symbol) + 1
    assert is_name(name)
    if expected is not None:
        assert name == expected


@given(st.text(max_size=60))
@example("")
@example("3foo\0")
@example("N2\ud800aE")
def test_any_text(text: str) -> None:
    """Whatever follows `_Z`, there is a name; what does not begin with it is its own."""
    name, signature = demangled(f"_Z{text}")
    assert is_name(name)
    assert len(signature) <= LONGEST
    assert demangled(f"x{text}") == (f"x{text}", "")


@given(st.lists(st.sampled_from(TOKENS), max_size=24), st.integers(0, 40))
def test_any_tokens(tokens: list[str], longest: int) -> None:
    """So it is for what looks like a symbol."""
    name, signature = demangled(f"_Z{''.join(tokens)}")
    assert is_name(name)
    assert len(abridged(signature, longest)) <= longest


@given(st.data())
def test_any_change(data: st.DataObject) -> None:
    """So it is for symbols with a part in another place."""
    symbols = st.sampled_from([symbol for symbol, _ in read_cases()])
    first, second = data.draw(symbols), data.draw(symbols)
    at, start, length = (data.draw(st.integers(0, 60)) for _ in range(3))
    symbol = f"_Z{first[2:at]}{second[start : start + length]}{first[at:]}"
    name, signature = demangled(symbol)
    assert is_name(name)
    assert len(signature) <= LONGEST


ABRIDGED = [
    ("f(int)", 6, "f(int)"),
    ("a<b<c<d>>, e<f>>::g(h<i>)", 25, "a<b<c<d>>, e<f>>::g(h<i>)"),
    ("a<b<c<dd>>, e<f>>::g(h<i>)", 25, "a<b<c<…>>, e<f>>::g(h<i>)"),
    ("a<b<c<d>>, e<f>>::g(h<i>)", 23, "a<b<…>, e<…>>::g(h<i>)"),
    ("a<b<c<d>>, e<f>>::g(h<i>)", 14, "a<…>::g(h<…>)"),
    ("a<b<c<d>>, e<f>>::g(h<i>)", 12, "a<…>::g(…)"),
    ("a<b<c<d>>, e<f>>::g(h<i>)", 9, "a<…>::g(…"),
    ("a<b<c<d>>, e<f>>::g(h<i>)", 1, "…"),
    ("a<b<c<d>>, e<f>>::g(h<i>)", 0, ""),
    ("f(int)::{lambda(int)#1}::operator()(int)", 38, "f(…)::{lambda(…)#1}::operator()(…)"),
    ("(anonymous namespace)::f(int, int, int)", 30, "(anonymous namespace)::f(…)"),
    ("int operator<< <int>(ns::A, int)", 30, "int operator<< <…>(ns::A, int)"),
    ("A::operator->(int, int, int) const", 24, "A::operator->(…) const"),
    ("A<(b > cccccc)>::f(int)", 15, "A<…>::f(int)"),
    ("a > b < c ) ( d", 10, "a > b < c…"),
    ("<" * 9000 + ">" * 9000, 99, "<" * 49 + "…" + ">" * 49),
    ("(" * 9000 + ")" * 9000, 4, "(…)"),
]


@pytest.mark.parametrize(("signature", "longest", "expected"), ABRIDGED)
def test_abridged(signature: str, longest: int, expected: str) -> None:
    """Template arguments go from the deepest outward, then arguments, then the end."""
    assert len(expected) <= longest
    assert abridged(signature, longest) == expected


def test_abridged_is_the_same_again() -> None:
    """What is short enough stays as it is, and so does what was made so."""
    for symbol, (_, signature) in read_cases():
        for longest in (8, 30, 80, 200):
            text = abridged(signature, longest)
            assert len(text) <= longest, symbol
            assert abridged(text, longest) == text
            assert signature == text or "…" in text
