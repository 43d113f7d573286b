"""Properties of the IR of real files."""

# ruff: noqa: N802 - methods are named after classes

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ptxpy import ir
from ptxpy.syntax.parser import read_module
from ptxpy.syntax.printer import emit
from ptxpy.syntax.terminal_patterns import IGNORED
from tests.ir.support import CORPUS, PATTERN, Token, corpus_files, text_of, tokens_of

FILES = corpus_files()
QUOTED = {(ir.Pragma, "strings"), (ir.File, "name"), (ir.Module, "style")}
LAYOUT = {"before", "within", "closing"}
NOT_A_TOKEN = re.compile(r"[\s;{}]")


class Read:
    """A file of the corpus: its text, its module and its tokens."""

    def __init__(self, path: Path) -> None:
        """Read the file."""
        self.text = text_of(path)
        self.module = read_module(self.text)
        self.tokens = tokens_of(self.text)


@pytest.fixture(scope="module", params=FILES, ids=lambda path: str(path.relative_to(CORPUS)))
def read(request: pytest.FixtureRequest) -> Read:
    """Return each file in turn."""
    return Read(request.param)


def test_there_is_a_corpus() -> None:
    """The tests below run on many files."""
    assert len(FILES) >= 100


def test_gaps_are_white_space_and_comments(read: Read) -> None:
    """Gaps contain white space and comments only."""
    for gap in set(ir.gaps(read.module)):
        position = 0
        for match in PATTERN.finditer(gap):
            assert match.start() == position
            assert match.lastgroup in IGNORED, gap
            position = match.end()
        assert position == len(gap)


def test_no_source_is_held(read: Read) -> None:
    """A string in a node is one token of the language, never a piece of source text."""
    words = {text for node in ir.walk(read.module) for text in strings(node)}
    assert [word for word in words if not word or NOT_A_TOKEN.search(word)] == []


def strings(node: ir.Node) -> Iterator[str]:
    """Yield the strings of a node, except quoted strings, layout and the name of the style."""
    for name, value in zip(node.fields, node, strict=True):
        if name not in LAYOUT and (type(node), name) not in QUOTED:
            if isinstance(value, str):
                yield value
            elif type(value) is tuple:
                yield from (item for item in value if isinstance(item, str))


class Rename(ir.Transformer):
    """Renames all registers."""

    def visit_Register(self, node: ir.Register) -> ir.Register:
        """Add to the name."""
        return node.replace(name=node.name + "_new")


def test_renaming_changes_registers_and_nothing_else(read: Read) -> None:
    """Every name with a percent sign changes, and every declared name without one."""
    bare = {
        node.name
        for node in ir.walk(read.module)
        if type(node) is ir.Register and not node.name.startswith("%")
    }
    renamed = tokens_of(emit(Rename().visit(read.module)))
    assert len(renamed) == len(read.tokens)
    changed = set()
    for old, new in zip(read.tokens, renamed, strict=True):
        if old == new:
            assert old.kind != "REGISTER", old
        else:
            changed.add((old, new))
    for old, new in changed:
        name, dot, component = old.text.partition(".")
        assert new == Token(old.kind, f"{name}_new{dot}{component}")
        assert old.kind == "REGISTER" or name in bare, old
    assert bare <= {old.text.partition(".")[0] for old, _ in changed}


def test_layout_is_no_part_of_the_meaning(read: Read) -> None:
    """Without layout, in any style, the tokens are the same."""
    stripped = ir.without_layout(read.module)
    assert tokens_of(emit(stripped)) == read.tokens
    assert tokens_of(emit(stripped.replace(style="ptxpy"))) == read.tokens


def test_visitors_change_nothing(read: Read) -> None:
    """A transformer without methods returns the same object; a visitor sees what `walk` sees."""
    assert ir.Transformer().visit(read.module) is read.module

    class Counter(ir.Visitor):
        seen = 0

        def generic_visit(self, node: ir.Node) -> None:
            self.seen += 1
            super().generic_visit(node)

    counter = Counter()
    counter.visit(read.module)
    assert counter.seen == sum(1 for _ in ir.walk(read.module))
