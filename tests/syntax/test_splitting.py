"""The pattern of common statements splits as the pattern of all statements does."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ptxpy
from ptxpy.syntax import statement_splitting as splitting
from ptxpy.syntax.parser import clear_memo, read_module
from ptxpy.syntax.statement import _terminals

CORPUS = Path(__file__).parents[2] / "corpus"
GAPS = ("/*c*/", "//c\n", " ", "\n", "\t", "/* ;{ */", "// {;\n", '\n# 1 "x"\n', "\f", "\r\n", "\0")
PIECES = (
    *GAPS,
    *';{}:,"()#/+-[]',
    "::",
    "%r1",
    "1",
    "0x10",
    "name:",
    ".loc 1 2 3",
    ", function_name a, inlined_at 1 2 3",
    '.file 1 "a"',
    ".b8 1,2",
    '.pragma "x";',
    ".target sm_90",
    ".visible",
    ".func",
    ".entry",
    ".param",
    ".section .x {",
)


@cache
def texts() -> tuple[str, ...]:
    """Return the files of the corpus that are not large."""
    paths = sorted(path for path in CORPUS.rglob("*.ptx") if path.stat().st_size < 30_000)
    return tuple(path.read_bytes().decode("utf-8", "surrogateescape") for path in paths)


def all_pieces(text: str) -> list[str]:
    """Return the pieces by the pattern of all statements."""
    return splitting._without_end(splitting._statement_or_end().findall(text))  # noqa: SLF001


def common_pieces(text: str) -> list[str]:
    """Return the pieces as the package finds them."""
    return splitting._find_pieces(text)  # noqa: SLF001


def marked(text: str) -> str:
    """Return a text with a mark for each register, as the parser splits it."""
    return splitting.register_pattern().sub(splitting.MARK, text)


@pytest.mark.parametrize("path", sorted(CORPUS.rglob("*.ptx")), ids=lambda path: path.stem)
def test_the_corpus(path: Path) -> None:
    """Every file."""
    text = marked(path.read_bytes().decode("utf-8", "surrogateescape"))
    assert common_pieces(text) == all_pieces(text)


def test_few_files_need_the_other_pattern() -> None:
    """It takes longer to compile than most files take to be read."""
    used = 0
    for text in texts():
        pattern = splitting._statement_or_end  # noqa: SLF001
        with mock.patch.object(splitting, "_statement_or_end", wraps=pattern) as asked:
            common_pieces(marked(text))
        used += asked.called
    assert used < len(texts()) / 10


def with_gaps(text: str, source: random.Random) -> str:
    """Return a text with white space and comments in some places between tokens."""
    pieces = []
    rate = source.choice((0.001, 0.01, 0.1))
    previous = ""
    for match in _terminals().finditer(text):
        if source.random() < rate and not previous.startswith(("//", "#")):
            pieces.append(source.choice(GAPS))
        previous = match.group()
        pieces.append(previous)
    return "".join(pieces)


@given(st.integers(0, 2**32))
def test_gaps_anywhere(seed: int) -> None:
    """Comments and white space between any two tokens."""
    source = random.Random(seed)  # noqa: S311 - the same in every run
    for _ in range(5):
        text = marked(with_gaps(source.choice(texts()), source))
        assert common_pieces(text) == all_pieces(text)


def broken(text: str, source: random.Random) -> str:
    """Return a text with pieces added, removed and copied."""
    for _ in range(source.randint(1, 3)):
        place = source.randrange(len(text))
        match source.randrange(4):
            case 0:
                text = text[:place] + source.choice(PIECES) + text[place:]
            case 1:
                text = text[:place] + text[place + source.randint(1, 30) :]
            case 2:
                text = text[:place] + source.choice(PIECES) + text[place + 1 :]
            case _:
                other = source.randrange(len(text))
                text = text[:place] + text[other : other + source.randint(1, 60)] + text[place:]
    return text


def read(text: str) -> ptxpy.ir.Module | None:
    """Return the module of a text; `None` where it has an error."""
    clear_memo()
    try:
        return read_module(text)
    except (ptxpy.syntax.UnreadableError, ptxpy.syntax.ShapeError):
        return None


@given(st.integers(0, 2**32))
def test_broken_files(seed: int) -> None:
    """Where the two split differently, the file has an error for both."""
    source = random.Random(seed)  # noqa: S311 - the same in every run
    for _ in range(10):
        text = broken(source.choice(texts()), source)
        if common_pieces(marked(text)) != all_pieces(marked(text)):
            found = read(text)
            with mock.patch.object(splitting, "_find_pieces", all_pieces):
                assert read(text) == found
