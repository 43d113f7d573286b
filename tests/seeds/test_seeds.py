"""Every symbol that the seeds ask for is there, with its name and signature."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

import pytest

from tests.seeds.symbols import Symbol, files, symbols

SYMBOLS = [symbol for path in files() for symbol in symbols(path)]


@pytest.mark.parametrize("symbol", SYMBOLS, ids=attrgetter("name"))
def test_symbol(symbol: Symbol) -> None:
    """The symbol is there, and is called as asked for."""
    assert not symbol.problems()


def test_count() -> None:
    """The data files hold what the pages name, and the wheel besides: 498 symbols."""
    assert {path.stem: len([*symbols(path)]) for path in files()} == {
        "pyptx_api": 24,
        "pyptx_jax_support": 23,
        "pyptx_members": 363,
        "pyptx_smem": 29,
        "pyptx_wheel": 30,
        "tilelang_allocate": 15,
        "tilelang_cpasync": 14,
    }


@pytest.mark.parametrize(
    ("symbol", "problem"),
    [
        (Symbol("attribute", "smem.allot"), "missing"),
        (Symbol("attribute", "Layout.ROW", None, "'col'"), "not 'col'"),
        (Symbol("class", "smem.alloc"), "is not a class"),
        (Symbol("function", "kernel().block", "()"), "cannot be called"),
        (Symbol("function", "ptx.ex2", "(x)"), "is an opcode, not a function"),
        (Symbol("function", "smem.load", "(dtype)"), "address must be given"),
        (Symbol("function", "smem.load", "(address, dtype)"), "is not at position 1"),
        (Symbol("function", "smem.load", "(dtype, *, address)"), "not keyword-only"),
        (Symbol("function", "smem.load", "(dtype, address, cache=None)"), "cache=None is missing"),
        (Symbol("function", "smem.mbarrier", "(count, name='bar')"), "another default"),
        (Symbol("function", "smem.mbarrier", "(count, *names)"), "*names is missing"),
        (Symbol("instruction", "ptx.ex3", "(*, pred=None)"), "is not an instruction"),
        (Symbol("instruction", "ptx.ex2", "(*, inverted=None)"), "inverted= is not taken"),
        (Symbol("overload", "smem.load", "(dtype, address)"), "has no overloads"),
    ],
)
def test_problem(symbol: Symbol, problem: str) -> None:
    """What differs is said."""
    assert problem in "; ".join(symbol.problems())


def test_line(tmp_path: Path) -> None:
    """A line that is no symbol is an error."""
    path = tmp_path / "page.txt"
    path.write_text("function alloc dtype\n", encoding="utf-8")
    with pytest.raises(ValueError, match="not a symbol"):
        list(symbols(path))
