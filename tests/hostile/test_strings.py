"""Strings and comments that hold code, quotes, control and bidi characters."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from pathlib import Path

import pytest

import ptxpy
from tests.hostile.support import HEADER, accepted, function

CODE = (
    "print('x')", "__import__('os').system('touch CANARY')", "'); open('CANARY', 'w')#",
    "')\nopen('CANARY', 'w')\n#", "\\'); open('CANARY', 'w')#", "\\\\'); open('CANARY', 'w')#",
    "''' + open('CANARY', 'w') + '''", "{open('CANARY')}", "%s %d %(x)s", "{0} {x}", "\\N{BULLET}",
    "\\x41", "\\u0041", "\\", "\\\\", "\\n", "'", "''", "'''", "`id`", "$(id)",
    "# -*- coding: utf-7 -*-", "+AF8AXw-import+AF8AXw-", "\n)\nimport os\n(", "a\nb", "\r", "\r\n",
    "\t", "\f", "\v", "\x00", "\x1b[2J", "\x7f", "\x85", "\xa0", "\u2028\u2029", "\ufeff",
    "\udcff", "\udc80\udcff", "\U0001f600", "\N{RIGHT-TO-LEFT OVERRIDE}",
    "\N{LEFT-TO-RIGHT ISOLATE}\N{POP DIRECTIONAL ISOLATE}", "*", "**", "//", "/", "/*",
    "begin inline asm", "end inline asm", "callseq 0, 0", "# 1 'x'", "-- Begin function f", " ",
    "  x  ", "a" * 5000, "\x01\x02\x03\x04\x05\x06\x07\x08\x0e", "%r1 %r2", "%", "@", ";", "}",
    "{", "};", "ret;",
)  # fmt: skip


@pytest.fixture(autouse=True)
def canary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing may be written, printed or imported: the folder stays empty."""
    monkeypatch.chdir(tmp_path)
    yield
    assert list(tmp_path.iterdir()) == []
    assert not hasattr(builtins, "CANARY")


@pytest.mark.parametrize("text", CODE, ids=ascii)
def test_comments(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Comments of both kinds come back, wherever they stand."""
    line = text.replace("\n", " ").replace("\r", "\N{BULLET}")
    block = text.replace("*/", "* /")
    for comment in (f"//{line}\n", f"// {line}\n", f"/*{block}*/", f"/* {block} */"):
        assert accepted(f"{comment}{HEADER}{comment}")
        assert accepted(function(f"\tret; {comment}\n\n{comment}\n\tadd.s32 %r1,{comment}%r2, 1;"))
        assert accepted(
            f"{HEADER}.entry k({comment}.param .u32{comment}x){comment}{{{comment}}}{comment}"
        )
        assert accepted(f"{HEADER}.section .debug_x\n{{\n{comment}.b8 1{comment}\n{comment}}}\n")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("text", CODE, ids=ascii)
def test_strings(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Strings come back from pragmas and file names."""
    for place in (
        '.pragma "{0}";',
        '.pragma "{0}", "x", "{0}";',
        '.file 1 "{0}"',
        '.file 1 "{0}", 1, 2',
        '.entry k() .pragma "{0}";\n{{\n\t.pragma "{0}";\n}}',
        '.entry k()\n{{\n\t.pragma "{0}", "{0}";\n\tret;\n}}',
    ):
        assert accepted(
            f"{HEADER}{place.replace('{{', '{').replace('}}', '}').replace('{0}', text)}\n"
        )
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("text", CODE, ids=ascii)
def test_line_markers(text: str) -> None:
    """File names in line markers come back."""
    name = text.replace("\n", " ")
    assert accepted(f'{HEADER}# 1 "{name}"\n.entry k()\n{{\n#line 2 "{name}" 3\n\tret;\n}}\n')


@pytest.mark.parametrize("text", CODE, ids=ascii)
def test_anywhere_else(text: str) -> None:
    """Where neither a string nor a comment stands, code is an error or comes back."""
    for place in (
        function(f"\tld.u32 %r1, [%rd1+{text}];"),
        function(f"\tadd.s32 %r1, {text}, 1;"),
        function(f"\tadd.{text} %r1, %r2, 1;"),
        function(f"\t{text}"),
        function(f"{text}:"),
        f"{HEADER}.entry {text}()\n{{\n}}\n",
        f"{HEADER}.global .u32 {text};\n",
        f"{HEADER}.global .u32 x = {text};\n",
        f"{HEADER}.target {text}\n",
        f".version {text}\n",
        f"{HEADER}.section .{text} {{ .b8 1 }}\n",
        text + HEADER,
        HEADER + text,
    ):
        accepted(place)


@pytest.mark.parametrize(
    "operand",
    [
        '[%rd1+print("x")]',
        "[%rd1+print('x')]",
        "[%rd1+print(x)]",
        "[print(%rd1)]",
        "__import__(os)",
        "print(1)",
        "eval(%r1)",
        "a.b.c(x)",
        "f[1](2)",
        "(.s64)print(x)",
        "x = print(1)",
        "x := 1",
        "lambda: 0",
        "[x for x in y]",
        "{**x}",
        "*x",
        "x if y else z",
        "1 if print(1) else 2",
        "-print(-1)",
        "0x__import__",
        "1_000",
        "1j",
        "0o17",
        "1__add__",
        "...",
        "None",
        "True",
    ],
)
def test_operands(operand: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Operands that look like Python are syntax errors, or PTX that comes back."""
    accepted(function(f"\tld.u32 \t%r1, {operand};"))
    accepted(function(f"\tst.u32 \t{operand}, %r1;"))
    accepted(f"{HEADER}.global .u32 x[4] = {{{operand}}};\n")
    assert capsys.readouterr() == ("", "")


def test_quote_in_a_string_is_refused() -> None:
    """PTX has no escape in strings, so a quotation mark ends one."""
    assert not accepted(f'{HEADER}.pragma "a"b";\n')
    assert not accepted(f'{HEADER}.pragma "a\\"b";\n')


def test_comments_that_nearly_end() -> None:
    """Stars and slashes inside comments."""
    for inner in ("*", "**", "* /", "/ *", "/*", "//", "///*", '"""', "'''", '"', "\\"):
        assert accepted(function(f"\tret; /*{inner}*/ // {inner}"))
        assert accepted(function(f"/*{inner}*//*{inner}*///{inner}\n\tret;"))
    assert not accepted(function("\tret; /* a /* b */ c */"))
    assert not accepted(function("\tret; /* a"))
    assert not accepted(function("\tret; /*/"))


def test_layout_given_in_python_is_only_layout() -> None:
    """What `before=` and `within=` hold is white space and comments, or it is refused."""
    text = ptxpy.to_python(ptxpy.parse(function("\tadd.s32 %r1 , %r2,3;")))
    assert "within=" in text
    for attack in ("ret;", "// x\nret;", "/* */ret;", "*/ret;/*", "# 1", ";"):
        escaped = attack.replace("\n", "\\n")
        for place in ('within="|', 'before="'):
            changed = text.replace(place, place + escaped, 1)
            assert changed != text
            with pytest.raises(ptxpy.TraceError):
                ptxpy.from_python(changed)
