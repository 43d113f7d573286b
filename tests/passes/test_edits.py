"""Statements replaced by ordinal, and the passes by name."""

from __future__ import annotations

from typing import Any

import pytest

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.passes import PASSES, edit_statements
from ptxpy.passes.edits import indent_like, merge_gaps, remove_comments, split_gap
from tests.passes.support import CORPUS, HEADER

SOURCE = (
    f"{HEADER}.entry k() {{\n  a;\n  {{ b; {{ c; }} }}\n  {{ d; }} // d\n  e;\n}}\n"
    ".entry l() { }\n"
)
BARRIER = n.Instruction(None, "bar", (".sync",), (n.Literal("0"),))


def module_and_ordinals() -> tuple[n.Module, dict[str, int]]:
    """Return a module, and the ordinals of its instructions and functions by name."""
    module = ptxpy.parse(SOURCE)
    names = {
        node.opcode if isinstance(node, n.Instruction) else node.name.name: ordinal
        for ordinal, node in enumerate(statements(module))
        if isinstance(node, n.Instruction | n.Function)
    }
    return module, names


@pytest.mark.parametrize(
    ("removed", "text"),
    [
        (["a"], "k() {\n  { b; { c; } }\n  { d; } // d\n  e;\n}\n.entry l() { }\n"),
        (["b", "c"], "k() {\n  a;\n  { { } }\n  { d; } // d\n  e;\n}\n.entry l() { }\n"),
        (["e"], "k() {\n  a;\n  { b; { c; } }\n  { d; } // d\n}\n.entry l() { }\n"),
        (["a", "d", "e"], "k() {\n  { b; { c; } }\n  { } // d\n}\n.entry l() { }\n"),
        (["l"], "k() {\n  a;\n  { b; { c; } }\n  { d; } // d\n  e;\n}\n"),
        (["k"], "l() { }\n"),
    ],
)
def test_removed(removed: list[str], text: str) -> None:
    """Statements at any depth are removed, and functions with their bodies."""
    module, names = module_and_ordinals()
    shorter = edit_statements(module, {names[name]: () for name in removed})
    assert ptxpy.emit(shorter) == f"{HEADER}.entry {text}"


def test_a_scope_is_removed_whole() -> None:
    """The ordinals of later statements are those of the original module."""
    module, names = module_and_ordinals()
    shorter = edit_statements(module, {names["b"] - 1: (), names["e"]: (BARRIER,)})
    assert ptxpy.emit(shorter).startswith(f"{HEADER}.entry k() {{\n  a;\n  {{ d; }}")
    assert "bar.sync 0;\n}" in ptxpy.emit(shorter)


def test_inserted() -> None:
    """Statements are inserted before an instruction, before a scope, before a function."""
    module, names = module_and_ordinals()
    nodes = list(statements(module))
    scope, function = names["b"] - 1, names["l"]
    variable = n.Variable(
        (), (n.Specifier(".global"), n.Specifier(".b32")), (n.Declarator(n.Symbol("x")),)
    )
    longer = edit_statements(
        module,
        {
            names["c"]: (BARRIER, nodes[names["c"]]),
            scope: (BARRIER, nodes[scope]),
            function: (variable, nodes[function]),
        },
    )
    kinds = [getattr(node, "opcode", type(node).__name__) for node in statements(longer)]
    assert kinds[3:] == [
        *["Function", "a", "bar", "Scope", "b", "Scope", "bar", "c", "Scope", "d", "e"],
        *["Variable", "Function"],
    ]


def test_nothing_changes() -> None:
    """A module without edits is the same object."""
    module, names = module_and_ordinals()
    nodes = list(statements(module))
    assert edit_statements(module, {}) is module
    assert edit_statements(module, {names["c"]: (nodes[names["c"]],)}) is module
    assert edit_statements(module, {names["k"]: (nodes[names["k"]],)}) is module


@pytest.mark.parametrize(
    ("removed", "following", "gap"),
    [
        (None, None, None),
        ("\n\t", None, None),
        ("\n\t// a\n\t", None, "\n\t// a\n\t"),
        ("\n\t// a\n\t", " // b\n\t", "\n\t// a\n\t"),
        ("\n\t// a\n\t", " // b\n\t// c\n\t", "\n\t// a\n\t// c\n\t"),
        (None, " // b\n\t", None),
        (None, "\n  ", "\n  "),
        ("\n", "\n    ", "\n    "),
        ("\n\n", "\n    ", "\n\n    "),
        ("\n\n  ", "\n\n\n    ", "\n\n    "),
        (" ", "\n    ", "\n    "),
        (" ", " ", " "),
        ("", "", ""),
        ("\n", " /* a\n b */ ", "\n"),
        ("\n", " /* a\n b */ \n\t", "\n\t"),
        ("/* a */ ", "\n", "/* a */\n"),
    ],
)
def test_joined(removed: str | None, following: str | None, gap: str | None) -> None:
    """The gaps before and after a removed statement become one."""
    assert merge_gaps(removed, following) == gap


@pytest.mark.parametrize(
    ("gap", "first", "second"),
    [
        (None, None, None),
        ("\n\t", "\n\t", "\n\t"),
        (" ", " ", " "),
        (" // a\n\t// b\n  ", " // a\n\t// b\n  ", "\n  "),
        ("\n\t// begin inline asm\n\t", "\n\t", "\n\t// begin inline asm\n\t"),
        (" // a\n\t// begin inline asm\n\t", " // a\n\t", "\n\t// begin inline asm\n\t"),
    ],
)
def test_divided(gap: str | None, first: str | None, second: str | None) -> None:
    """The gap before a statement becomes two, around a new one."""
    assert split_gap(gap) == (first, second)


def test_indentation() -> None:
    """The indentation is that of the last line of the gap, without comments."""
    assert indent_like(None) is None
    assert indent_like("\n// a\n    ") == "\n    "
    assert indent_like("\n /* a */") == " "
    assert indent_like("") == " "


@pytest.mark.parametrize(
    ("gap", "cleaned"),
    [
        ("", ""),
        ("\n\t", "\n\t"),
        ("\n\t// x\n\t", "\n\t"),
        ("\n\n// x\n// x\n\t", "\n\n\t"),
        (" // x\n\t// keep\n", "\n\t// keep\n"),
        ("/* x */", " "),
        (" /* x */ ", " "),
        ("\n/* x */ /* keep */", "\n /* keep */"),
        ('\n# 1 "x"\n\t', "\n\t"),
    ],
)
def test_uncommented(gap: str, cleaned: str) -> None:
    """Unwanted comments are removed, with the lines that contain nothing else."""
    assert remove_comments(gap, lambda comment: "x" in comment) == cleaned


@pytest.mark.parametrize("name", PASSES)
def test_passes_by_name(name: str) -> None:
    """Each pass runs without arguments, and has a summary of one line."""
    chosen = PASSES[name]
    assert chosen.name == name
    assert len(chosen.summary) < 80
    assert not chosen.summary.endswith(".")
    module = ptxpy.parse((CORPUS / "nvcc" / "calls.sm_80.debug.ptx").read_bytes())
    assert chosen.run(module) != module


COUNT = n.Instruction(None, "red", (".add",), (n.Literal("1"),))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("st a;\t// the store\n\n\tret;", "st a;\t// the store\n\tred.add 1;\n\n\tret;"),
        ("st a; // one\n}", "st a; // one\n\tred.add 1;\n}"),
        ("st a; /* one */ // two\n\tret;", "st a; /* one */ // two\n\tred.add 1;\n\tret;"),
        ("st a;\n\t// of the next\n\tret;", "st a;\n\tred.add 1;\n\t// of the next\n\tret;"),
        ("st a;\n\tret;", "st a;\n\tred.add 1;\n\tret;"),
    ],
)
def test_a_trailing_comment_stays_on_its_line(text: str, expected: str) -> None:
    """What is inserted behind a statement comes on the line behind its comment."""
    end = "" if text.endswith("}") else "\n}"
    source = f"{HEADER}.entry k()\n{{\n\t.reg .b32 \t%r<2>;\n\t{text}{end}\n"
    module = ptxpy.parse(source)
    ordinal, store = next(
        (ordinal, node)
        for ordinal, node in enumerate(statements(module))
        if isinstance(node, n.Instruction) and node.opcode == "st"
    )
    changed = ptxpy.emit(edit_statements(module, {ordinal: (store, COUNT)}))
    got = [line.split() for line in changed.splitlines() if line.strip()]
    wanted = source.replace(text, expected)
    assert got == [line.split() for line in wanted.splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        ({99999: ()}, "IndexError: there is no statement 99999: the ordinals end at 12"),
        ({0: (), -1: ()}, "IndexError: there is no statement -1"),
        ({1: None}, "TypeError: the replacement of statement 1 is None; write () to remove"),
        ({1: BARRIER}, "TypeError: the replacement of statement 1 is a node; write (Instruction"),
        ({1: "ret;"}, "is a text; write ptxpy.syntax.parse_statements('ret;')"),
        ({1: (BARRIER, "ret;")}, "TypeError: a replacement of statement 1 is 'ret;'"),
    ],
)
def test_wrong_edits(edits: Any, message: str) -> None:
    """What would be lost in silence is an error that says what to write."""
    module, _ = module_and_ordinals()
    with pytest.raises((IndexError, TypeError)) as caught:
        edit_statements(module, edits)
    assert message in f"{caught.type.__name__}: {caught.value}"
