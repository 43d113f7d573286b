"""Lark reads every shape that is met for the first time, by the text of the grammar."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.syntax import lark_parser, shapes
from ptxpy.syntax.derivations import TABLES
from ptxpy.syntax.parser import clear_memo

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
COMMON = HEAD + "\tadd.s32 \t%r1, %r2, %r3;\n\tret;\n}\n"
RARE = HEAD + "\tadd.s32 \t%r1, ~-~-~-~-%r2, 1 ? 2 : 3 ? 4 : %r5;\n\tret;\n}\n"
ADDED = HEAD + "\tmov.b32 \t%r1, [%r2]|~%p3;\n\tret;\n}\n"
"""An operand that the grammar does not have, and the IR can say: an address, a bar, an operand."""

BLOCKED = """
import sys
sys.modules["lark"] = None
import ptxpy
ptxpy.parse(sys.argv[1])
"""


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a new process."""
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_no_new_shape_without_lark() -> None:
    """Where Lark cannot be imported, a shape that is shipped is read, and no other."""
    assert run(BLOCKED, COMMON).returncode == 0
    failed = run(BLOCKED, RARE)
    assert failed.returncode == 1
    assert "ModuleNotFoundError: No module named 'lark" in failed.stderr
    assert ptxpy.emit(ptxpy.parse(RARE)) == RARE


def test_lark_is_imported_for_new_shapes_alone() -> None:
    """A file whose shapes are shipped is read without Lark."""
    program = "import sys, ptxpy; ptxpy.parse(sys.argv[1]); print('lark' in sys.modules)"
    assert run(program, COMMON).stdout == "False\n"
    assert run(program, RARE).stdout == "True\n"


@pytest.fixture
def grammar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let a copy of the grammar be read in place of it."""
    copy = tmp_path / "ptx.lark"
    copy.write_text(lark_parser.grammar_text(), encoding="utf-8")
    monkeypatch.setattr(lark_parser, "grammar_path", lambda: copy)

    def forget() -> None:
        lark_parser.shape_parser.cache_clear()
        shapes.forget_shapes()
        clear_memo()

    forget()
    yield copy
    monkeypatch.undo()
    forget()


def test_an_added_form(grammar: Path) -> None:
    """An operand form that is added to the grammar is read; nothing is generated."""
    with pytest.raises(ptxpy.PtxSyntaxError):
        ptxpy.parse(ADDED)
    text = grammar.read_text(encoding="utf-8")
    added = text.replace("?operand: ", '?operand: address "|" unary -> binary_or\n    | ', 1)
    assert added != text
    grammar.write_text(added, encoding="utf-8")
    lark_parser.shape_parser.cache_clear()
    module = ptxpy.parse(ADDED)
    assert ptxpy.emit(module) == ADDED
    (kernel,) = module.kernels
    assert kernel.body is not None
    statement = kernel.body[0]
    assert isinstance(statement, n.Instruction)
    assert isinstance(statement.operands[1], n.Binary)


@pytest.mark.usefixtures("grammar")
@pytest.mark.parametrize(
    "tables", ["", "\n", "grammar\n", "grammar 0 lark 1.3\nbody_item 0 1\nrules\nstates\n", "\0"]
)
def test_tables_of_something_else(
    tables: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables of another grammar are not used."""
    path = tmp_path / "tables.txt"
    path.write_text(tables, encoding="utf-8")
    monkeypatch.setattr(lark_parser, "TABLES", path)
    assert ptxpy.emit(ptxpy.parse(RARE)) == RARE


def test_shipped_tables_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables that are shipped fit this grammar and this Lark: none are made at run time."""

    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(lark_parser, "make_parser", fail)
    lark_parser.shape_parser.cache_clear()
    lark_parser.shape_parser()


def test_tables_are_what_lark_makes() -> None:
    """The tables that are shipped say what Lark makes of the grammar."""
    grammar = lark_parser.grammar_text()
    parser = lark_parser.make_parser(lark_parser.STARTS)
    assert lark_parser.dump(parser, grammar) == TABLES.read_text(encoding="utf-8")


def test_states_are_loaded_as_lark_has_them() -> None:
    """Each state of the loaded tables has the actions that Lark's own state has."""
    table = lark_parser.shape_parser().parser.parse_table
    own = lark_parser.make_parser(lark_parser.STARTS).parser.parser._parse_table  # noqa: SLF001
    pairs = {(own.start_states[start], table.start_states[start]) for start in lark_parser.STARTS}
    waiting = [*pairs]
    while waiting:
        state, loaded = waiting.pop()
        assert own.states[state].keys() == table.states[loaded].keys()
        for symbol, (action, target) in own.states[state].items():
            other, found = table.states[loaded][symbol]
            assert action is other
            if isinstance(target, int):
                if (target, found) not in pairs:
                    pairs.add((target, found))
                    waiting.append((target, found))
            else:
                assert (target.origin, target.expansion) == (found.origin, found.expansion)
    assert len(pairs) == len(own.states) > 600


def test_the_mapping_names_the_rules_of_the_grammar() -> None:
    """Every rule of the grammar that builds something has an entry, and every entry is a rule."""
    from ptxpy.syntax.node_mapping import RULES  # noqa: PLC0415

    parser = lark_parser.make_parser([*lark_parser.STARTS, "module"])
    named = {
        str(rule.alias or rule.origin.name)
        for rule in parser.rules
        if not (rule.origin.name.startswith("_") or (rule.options.expand1 and not rule.alias))
    }
    assert named == set(RULES)
