"""Answers about imported Python, which is never executed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ptxpy.language_server.python_check import check_python
from tests.language_server.conftest import ROOT, SECONDS, Editor, lsp
from tests.language_server.test_server import at, decoded, lines, renamed

SAXPY = (ROOT / "corpus" / "imported" / "saxpy.py").read_text()
GEMM = (ROOT / "corpus" / "imported" / "warp_specialized_gemm.py").read_text()


@pytest.mark.parametrize(
    ("mark", "shift", "parts"),
    [
        ("ptx.fma.rn", 5, ["fma.rnd", "9.7.3.6"]),
        ("ptx.ld.global_", 12, ["**ld**"]),
        ("ptx.special.tid", 14, ["thread in the CTA"]),
        ("offset =", 1, ["`%rd5`", "line 25", "read 2 times"]),
    ],
)
def test_hover(editor: Editor, mark: str, shift: int, parts: list[str]) -> None:
    """Instructions by their spelling in Python, values by their margins."""
    shown = editor.hover(at(mark, SAXPY, shift), ".py")
    assert [part for part in parts if part not in shown] == []


@pytest.mark.parametrize(
    ("typed", "some", "none"),
    [
        ("ptx.ma^", ["mad", "mapa", "max"], ["add"]),
        ("ptx.^", ["if_", "loop", "unless", "block", "range_", "tma", "FULL_MASK"], ["raw_x"]),
        ("with ptx.i^", ["if_"], ["loop"]),
        ("ptx.tma.l^", ["load", "load_2d"], ["store"]),
        ("ptx.wgmma.m^", ["mma_async", "make_descriptor"], ["fence"]),
        ("ptx.inst.i^", ["isspacep"], ["if_"]),
        ("ptx.ld.^", ["global_", "shared__cta"], [".global"]),
        ("ptx.mad.lo.s^", ["s32", "s64"], ["u32"]),
        ("ptx.special.ti^", ["tid"], ["ntid"]),
        ("ptx.special.tid.^", ["x", "y", "z"], []),
        ("x = ptx.inst.set^", ["setp", "setmaxnreg"], ["add"]),
        ("# ptx.ma^", [], ["mad"]),
    ],
)
def test_completion(editor: Editor, typed: str, some: list[str], none: list[str]) -> None:
    """In a line that does not parse."""
    words = editor.words(SAXPY.replace("    ptx.ret()", f"    {typed}\n    ptx.ret()"), ".py")
    assert [word for word in some if word not in words] == []
    assert [word for word in none if word in words] == []


def test_signatures(editor: Editor) -> None:
    """Results are no arguments."""
    uri, place = editor.open(
        SAXPY.replace("(param_2_val, factor,", "(param_2_val, ^factor,"), ".py"
    )
    found = editor.ask("signature_help", uri, place)
    assert (found.signatures[0].label, found.active_parameter) == ("fma.rn.f32 d, a, b, c", 2)


def test_names(editor: Editor) -> None:
    """Variables are those of their function; the file need not parse."""
    text = at("offset])  #: rd6", SAXPY) + "\n\ndef broken(:\n"
    uri, place = editor.open(text, ".py")
    context = lsp.ReferenceContext(include_declaration=True)
    row = next(k for k, line in enumerate(SAXPY.splitlines(), 1) if "offset = " in line)
    assert lines(editor.ask("references", uri, place, context=context)) == [row, row + 1, row + 2]
    assert lines(editor.ask("definition", uri, place)) == [row]
    changed = renamed(editor, at("grid_stride\n", SAXPY), "step", ".py")
    assert changed == SAXPY.replace("grid_stride", "step")


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("offset", "is used already"),
        ("saxpy", "is used already"),
        ("kernel", "is used already"),
        ("for", "is a keyword of Python"),
        ("None", "is a keyword of Python"),
        ("print", "is a name of Python itself"),
        ("1st", "is no name of Python"),
    ],
)
def test_names_that_are_refused(editor: Editor, new: str, message: str) -> None:
    """A name that the file or Python has already is refused as a new one."""
    with pytest.raises(Exception, match=message):
        renamed(editor, at("grid_stride\n", SAXPY), new, ".py")


def test_names_of_functions_that_are_refused(editor: Editor) -> None:
    """A function is known in all others: a variable of any of them would hide it."""
    program = (
        "from ptxpy import *\n\n\n"
        "def twice(a):\n    return a * 2\n\n\n"
        "def use(b):\n    return twice(b)\n"
    )
    for new in ("b", "ptx"):
        with pytest.raises(Exception, match="is used already"):
            renamed(editor, at("def twice", program, 4), new, ".py")
    assert "return double(b)" in renamed(editor, at("def twice", program, 4), "double", ".py")


def test_functions_of_the_file(editor: Editor) -> None:
    """They are found from their calls, listed and folded."""
    name = next(line for line in GEMM.splitlines() if line.startswith("def "))[4:].partition("(")[0]
    changed = renamed(editor, at(f"def {name}", GEMM, 4), "fresh_name", ".py")
    assert f"{name}(" not in changed
    uri, _ = editor.open(GEMM, ".py")
    symbols = editor.ask("document_symbol", uri)
    assert [each.name for each in symbols] == [
        line[4:].partition("(")[0] for line in GEMM.splitlines() if line.startswith("def ")
    ]
    assert len(editor.ask("folding_range", uri)) == len(symbols)


def test_margins_are_notes(editor: Editor) -> None:
    """The register of each value is behind its name."""
    uri, _ = editor.open(SAXPY, ".py")
    row = next(k for k, line in enumerate(SAXPY.splitlines()) if "offset = " in line)
    where = lsp.Range(lsp.Position(row, 0), lsp.Position(row + 2, 80))
    found = editor.ask("inlay_hint", uri, range=where)
    assert [(each.position.line - row, each.label) for each in found] == [(0, "%rd5"), (2, "%rd7")]
    assert found[0].position.character == len(SAXPY.splitlines()[row].partition(" =")[0])


def test_colours(editor: Editor) -> None:
    """Opcodes, modifiers and types of instructions."""
    uri, _ = editor.open("from ptxpy import ptx\nptx.ld.global_.f32(x)  # ptx.add\n", ".py")
    asked = lsp.SemanticTokensParams(lsp.TextDocumentIdentifier(uri))
    data = editor.wait(editor.client.text_document_semantic_tokens_full_async(asked)).data
    legend = editor.capabilities.semantic_tokens_provider.legend.token_types
    assert decoded(data, legend) == [
        (1, 4, 2, "keyword"),
        (1, 7, 7, "modifier"),
        (1, 15, 3, "type"),
    ]


def test_wrong_instructions(editor: Editor) -> None:
    """An instruction that the table does not have is told at its place."""
    uri, _ = editor.open(SAXPY.replace("ptx.mul.wide.s32", "ptx.mul.wide.f32"), ".py")
    found = editor.checked(uri)
    assert [each.code for each in found] == ["PTX011"]
    row = next(k for k, line in enumerate(SAXPY.splitlines()) if "mul.wide" in line)
    assert found[0].range.start.line == row


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("ptx.add.f32(offset, i)", "PTX014 a must be a .f32 value, not a .b64 register"),
        ("z = ptx.mad.lo.s32(i)", "PTX012 mad.lo.s32 takes 4 operands, not 2"),
        ("ptx.bar.sync(99)", "PTX016 a must be a .u32 register or a constant from 0 to 15"),
        ("z = foo + 1", "PTX002 NameError: name 'foo' is not defined"),
        ("z = (", "PTX002 SyntaxError: '(' was never closed"),
        ("ptx.bar.wait.sync(1)", "PTX011 bar"),
        ("i.set(3, 4)", "PTX002 TypeError"),
    ],
)
def test_wrong_operands(editor: Editor, line: str, wanted: str) -> None:
    """An imported program that has been edited is run, and so its operands are checked."""
    before = "            i += grid_stride\n"
    text = SAXPY.replace(before, f"            # An edit.\n            {line}\n{before}")
    row = next(k for k, each in enumerate(text.splitlines()) if each.endswith(line))
    found = editor.checked(editor.open(text, ".py")[0])
    assert {each.range.start.line for each in found} == {row}
    assert any(f"{each.code} {each.message}".startswith(wanted) for each in found), found


def test_other_python_is_not_executed(tmp_path: Path) -> None:
    """What is not of the grammar of imported programs is not run."""
    made = tmp_path / "made"
    for line in (
        f"open({str(made)!r}, 'w')",
        f"__import__('pathlib').Path({str(made)!r}).touch()",
        f"module.__globals__['open']({str(made)!r}, 'w')",
        f"def f(a=open({str(made)!r}, 'w')):\n    pass",
    ):
        assert check_python(f"{SAXPY}\n{line}\n") == []
        assert check_python(SAXPY.replace("\n\n", f"\n\n{line}\n", 1)) == []
    assert not made.exists()


def test_a_check_that_is_replaced_leaves_off() -> None:
    """A newer text does not wait for a program with a long loop."""

    class ReplacedError(Exception):
        pass

    def pause() -> None:
        raise ReplacedError

    loop = "            for k in range(16777000):\n                ptx.add.s32(i, 1)\n"
    before = "            i += grid_stride\n"
    with pytest.raises(ReplacedError):
        check_python(SAXPY.replace(before, loop + before), pause=pause)


@pytest.mark.parametrize("path", sorted((ROOT / "corpus" / "imported").glob("*.py")), ids=str)
def test_imported_programs_have_no_diagnostics(editor: Editor, path: Path) -> None:
    """The table has all instructions that compilers write."""
    # The editor takes a sign out.
    uri, _ = editor.open("^" + path.read_text(), ".py")
    assert editor.checked(uri) == []


def test_python_is_not_executed(editor: Editor, tmp_path: Path) -> None:
    """Neither a program nor its neighbours run, whatever is asked."""
    trap = tmp_path / "trap"
    (tmp_path / "sitecustomize.py").write_text(f"open({str(trap)!r}, 'w')\n")
    text = f"from ptxpy import ptx\nopen({str(trap)!r}, 'w')\n" + SAXPY
    uri, place = editor.open(text.replace("ptx.ret()", "ptx.r^et()"), ".py", tmp_path)
    editor.checked(uri)
    for method in ("hover", "completion", "signature_help", "definition"):
        editor.ask(method, uri, place)
    assert not trap.exists()


@pytest.mark.parametrize(
    "between",
    [
        "",
        '    text = """\n    total = 1\n' + "    words in a string\n" * 300 + '    """\n',
        "    pair = (\n    total,\n" + "    1,\n" * 800 + "    )\n",
        "    half_typed = (\n",
        "    if total:\n" + "        pass\n" * 500 + "    else:\n        pass\n",
    ],
)
def test_long_functions(editor: Editor, between: str) -> None:
    """A name of a function that is read in pieces is the same in all of them."""
    filler = "    other = ptx.add.s32(first, 1)\n" * 300
    text = (
        "from ptxpy import ptx\n\n\ndef body(first):\n    total = ptx.mov.u32(first)\n"
        f"{filler}{between}{filler}    to^tal = ptx.add.s32(total, 1)\n"
    )
    uri, place = editor.open(text, ".py")
    context = lsp.ReferenceContext(include_declaration=True)
    found = lines(editor.ask("references", uri, place, context=context))
    last = text.count("\n")
    inside = [found[0] + 300 + 2] if "total,\n" in between else []
    inside = [found[0] + 300 + 1] if "if total" in between else inside
    assert found == [5, *inside, last, last]


def test_a_refused_name_is_no_fault(tmp_path: Path) -> None:
    """It is an answer to the editor, of which standard error has no traceback."""
    uri = (tmp_path / "kernel.py").as_uri()
    place = SAXPY[: SAXPY.index("ntid = ")].splitlines()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": SAXPY}
    rename = {
        "textDocument": {"uri": uri},
        "position": {"line": len(place) - 1, "character": len(place[-1])},
        "newName": "for",
    }
    with subprocess.Popen(
        [sys.executable, "-m", "ptxpy", "lsp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stdin is not None
        for message in (
            {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
            {"method": "textDocument/didOpen", "params": {"textDocument": document}},
            {"id": 2, "method": "textDocument/rename", "params": rename},
        ):
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        answers, said = server.communicate(timeout=SECONDS)
    assert b"for is a keyword of Python" in answers
    assert b"for is a keyword of Python" not in said
