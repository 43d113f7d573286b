"""Options of styles: inferred from files, given by authors, applied by the printer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from benchmarks.layouts import CHANGES, COMBINED
from fuzzing.sources import SMALL, corpus

import ptxpy
from ptxpy.ir import NO_OPTIONS, StyleOptions, walk
from ptxpy.ir.token_roles import JOINED, SEPARATED
from ptxpy.ir.tokens import tokens
from ptxpy.styles import STYLES, embedded_styles, find_style, style_of
from ptxpy.styles.options import (
    STATEMENT_KINDS,
    check_options,
    explicit_options,
    gap_rewriter,
)
from ptxpy.syntax.parser import read_module

FILES = [path.read_bytes().decode("utf-8", "surrogateescape") for path in corpus(SMALL)[::6]]
MAX_HEAD_GROWTH = 120
"""Characters of Python that the options may add to a module's head."""


def without_head(python: str) -> str:
    """Return a program without the call of `module`."""
    before, _, rest = python.partition("\nmodule(")
    return before + rest.partition(")\n")[2]


@cache
def length_of_python(text: str) -> int:
    """Return how long the program of a file is."""
    return len(ptxpy.to_python(ptxpy.parse(text)))


def test_there_are_files() -> None:
    """The corpus has small files for the tests below."""
    assert len(FILES) > 15


@pytest.mark.parametrize("name", [*CHANGES, *COMBINED])
def test_changed_files_come_back(name: str) -> None:
    """With one deviation or several, half of the files are restored, with hardly longer Python."""
    changes = CHANGES | COMBINED
    change = changes[name]
    for text in FILES[[*changes].index(name) % 2 :: 2]:
        changed = change(text)
        proof = ptxpy.prove(changed.encode("utf-8", "surrogateescape"))
        assert ptxpy.emit(proof.module) == changed
        if name in CHANGES:
            assert len(proof.python) <= 1.15 * length_of_python(text) + MAX_HEAD_GROWTH


@pytest.mark.parametrize("newline", ["\r\n", " \n", " \r\n"])
def test_only_the_head_has_line_ends(newline: str) -> None:
    """The same text with other line ends is the same Python except for the head."""
    seen = 0
    for text in FILES:
        if "\r" in text or " \n" in text:
            continue
        seen += 1
        module = ptxpy.parse(text)
        changed = ptxpy.parse(text.replace("\n", newline))
        assert changed.options == module.options._replace(newline=newline)
        assert changed.replace(options=module.options) == module
        assert without_head(ptxpy.to_python(changed)) == without_head(ptxpy.to_python(module))
    assert seen > 10


def test_roles_are_known() -> None:
    """Every role of a token in the corpus is a name that options accept."""
    found = {
        role
        for text in FILES
        for node in walk(ptxpy.parse(text))
        if "before" in type(node).fields and type(node) is not ptxpy.ir.Module
        for role, _ in tokens(node)
    }
    assert found <= SEPARATED | JOINED | {"lead", "modifier", "component"}
    assert not SEPARATED & JOINED


def program(**options: object) -> str:
    """Return a program with options in its head."""
    arguments = "".join(f", {name}={value!r}" for name, value in options.items())
    return f"""\
from ptxpy import kernel, module, ptx, reg, u32
module("nvcc-13.0", version="8.0", target="sm_80"{arguments})

@kernel
def k(n: u32):
    r = reg.bulk(r=4)
    r[1] = ptx.ld.param.u32([n])
    r[2] = ptx.add.s32(r[1], r[1])
    ptx.comment("two lines")
    ptx.ret()
"""


WRITTEN = """
.visible .entry k(
\t.param .u32 k_param_0
)
{
\t.reg .b32 \t%r<4>;


\tld.param.u32 \t%r1, [k_param_0];
\tadd.s32 \t%r2, %r1, %r1;
\t// two lines
\tret;

}
"""


@pytest.mark.parametrize(
    ("options", "change"),
    [
        ({}, {}),
        ({"newline": "\r\n"}, {"\n": "\r\n"}),
        ({"newline": " \n", "blank_line": "\n"}, {"\n": " \n", "\n \n": "\n\n"}),
        ({"indent": "  "}, {"\n\t": "\n  "}),
        ({"indent": "", "tab": ""}, {"\t": ""}),
        ({"tab": 8}, {}),
        ({"most_blank_lines": 0}, {"\n\n\n": "\n", "\n\n": "\n"}),
        ({"most_blank_lines": 1}, {"\n\n\n": "\n\n"}),
        (
            {"within": {"operand": "", "operands": " "}},
            {", ": ",", "s32 \t": "s32 ", "u32 \t": "u32 "},
        ),
        ({"before": {"instruction": "\n      "}}, {"\tadd": "      add"}),
    ],
)
def test_options_apply_to_written_statements(
    options: dict[str, object], change: dict[str, str]
) -> None:
    """Options apply to every statement, comment and blank line of a program."""
    expected = WRITTEN
    for old, new in change.items():
        while old in expected and old not in new:
            expected = expected.replace(old, new)
        if old in new:
            expected = expected.replace(old, new)
    if options.get("tab") == 8:
        expected = expected.expandtabs(8)
    emitted = ptxpy.emit(ptxpy.from_python(program(**options)))
    assert emitted[emitted.index(".visible") :].rstrip() == expected.strip()


@pytest.mark.parametrize("role", sorted((SEPARATED | JOINED) - {"colon"}))
def test_every_role_is_applied(role: str) -> None:
    """A gap before the tokens of a role is printed, and predicted while parsing."""
    text = FILES[0]
    for source in (text, TOKENS):
        module = ptxpy.parse(source)
        options = module.options._replace(within=((role, "   "),))
        bare = ptxpy.ir.without_layout(module).replace(options=options, closing=None)
        emitted = ptxpy.emit(bare)
        style = style_of(bare)
        again = read_module(emitted, style)
        assert again.body == bare.body
        assert ptxpy.emit(again) == emitted


TOKENS = """\
.version 8.0
.target sm_80
.address_size 64
.global .u32 a[2][2] = {{1, -2}, {3, 4}};
.visible .entry k()
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    @!%p1 add.s32 %r1, %r2, -1;
    mov.b64 {%r1, %r2}, %r3;
    ld.global.u32 %r1, [a+-4];
    setp.eq.u32 %p1|%p0, %r1, (2 + 3) * -1;
    @%p0 bra L;
    bar.sync 0, 32;
L:
    ret;
}
"""


def test_an_inserted_instruction() -> None:
    """A line inserted into the Python of a file adds one line in the layout of that file."""
    text = WRITTEN.replace("\t// two lines\n", "").replace("\t", "    ").replace("\n", "\r\n")
    text = ".version 8.0\r\n.target sm_80\r\n.address_size 64\r\n" + text
    python = ptxpy.to_python(ptxpy.parse(text))
    line = "    product = ptx.mul.lo.s32(k_param_0, 5)  #: r3\n"
    edited = python.replace("    ptx.ret()", f"{line}    ptx.ret()")
    assert edited != python
    emitted = ptxpy.emit(ptxpy.from_python(edited))
    assert emitted.replace("    mul.lo.s32     %r3, %r1, 5;\r\n", "") == text
    assert len(emitted) > len(text)


REFUSED: list[tuple[Mapping[str, Any], str]] = [
    ({"newline": "\r"}, "newline must be white space that ends in"),
    ({"newline": "; \n"}, "newline must be white space that ends in"),
    ({"newline": 7}, "newline must be white space that ends in"),
    ({"newline": "\n\n"}, "newline must be white space that ends in"),
    ({"blank_line": ""}, "blank_line must be white space that ends in"),
    ({"indent": "ret;"}, "indent must be up to 64 spaces and tabs"),
    ({"indent": "\n"}, "indent must be up to 64 spaces and tabs"),
    ({"indent": " " * 65}, "indent must be up to 64 spaces and tabs"),
    ({"tab": 0}, "tab must be a number from 1 to 16"),
    ({"tab": True}, "tab must be a number from 1 to 16"),
    ({"tab": "x"}, "tab must be up to 64 spaces and tabs"),
    ({"most_blank_lines": -1}, "most_blank_lines must be a number from 0 to 9"),
    ({"most_blank_lines": "0"}, "most_blank_lines must be a number from 0 to 9"),
    ({"before": {"label": " "}}, r"before['label'] must be white space with a"),
    ({"before": {"label": "\n// x\n"}}, r"before['label'] must be white space with a"),
    ({"before": {"labels": "\n"}}, "before: unknown kind of statement 'labels'; write one of"),
    ({"before": "\n"}, "before must be a dictionary of gaps by name"),
    ({"before": {1: "\n"}}, "before must be a dictionary of gaps by name"),
    ({"within": {"operand": ";"}}, "within['operand'] must be white space"),
    ({"within": {"operand": None}}, "within['operand'] must be white space"),
    ({"within": {"operands": ""}}, "within['operands'] must not be empty"),
    ({"within": {"commas": ""}}, "within: unknown role of a token 'commas'; write one of"),
]


@pytest.mark.parametrize(("given", "message"), REFUSED, ids=lambda value: str(value)[:40])
def test_invalid_options_are_refused(given: Mapping[str, Any], message: str) -> None:
    """Only white space of a reasonable length under known names is accepted."""
    with pytest.raises((ValueError, TypeError)) as raised:
        ptxpy.from_python(program(**given))
    assert message in str(raised.value)


def test_explicit_options_are_those_given() -> None:
    """The arguments that `explicit_options` returns make the same options."""
    given = {
        "newline": "\r\n",
        "blank_line": "\t\n",
        "indent": "",
        "tab": 4,
        "most_blank_lines": 0,
        "before": dict.fromkeys(STATEMENT_KINDS, "\n\n"),
        "within": {"operands": " ", "element": ""},
    }
    options = check_options(**given)
    assert check_options(**dict(explicit_options(options))) == options
    assert explicit_options(NO_OPTIONS) == []


@pytest.mark.parametrize("name", [*STYLES, *embedded_styles()])
def test_a_style_without_options_is_itself(name: str) -> None:
    """A style whose options are removed is the very same style."""
    style = find_style(name)
    changed = style.with_options(StyleOptions(indent="   "))
    assert changed != style
    assert changed.with_options(NO_OPTIONS) is style


@pytest.mark.parametrize("name", [*STYLES, *embedded_styles()])
@pytest.mark.parametrize("indent", ["\t", "  ", ""])
def test_every_style_takes_an_indentation(name: str, indent: str) -> None:
    """One that has none of its own leaves margins as they are."""
    style = find_style(name)
    rewrite = gap_rewriter(StyleOptions(indent=indent), style.indent)
    margin = indent if style.indent or not indent else "\t"
    assert rewrite(f"\n{style.indent or margin}") == f"\n{margin}"


def test_line_ends_do_not_change_the_style() -> None:
    """Files that differ only in line ends share a style, and so its caches."""
    module = ptxpy.parse(FILES[0])
    ends = module.options._replace(newline="\r\n")
    assert style_of(module.replace(options=ends)) is style_of(module)
