"""The page of `ptxpy diff --html`: its rows, hostile text, and what it does in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.compare import Comparison, SideRow, compare_in_detail, side_by_side
from ptxpy.view.compared_facts import ComparedSide
from ptxpy.view.diff_page import diff_page
from ptxpy.view.machine_code import MachineCode, MachineLine
from ptxpy.view.markup import tag, text
from ptxpy.view.run import Run

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

HEAD = """\
.version 8.0
.target sm_90
.address_size 64

.visible .entry k(.param .u64 x, .param .u32 n)
{
	.reg .b64 %rd<3>;
	.reg .b32 %r<5>;
	.reg .pred %p<3>;
	ld.param.u64 %rd1, [x];
	ld.param.u32 %r1, [n];
	setp.eq.s32 %p1, %r1, 0;
	@%p1 bra $ONE;
	bra.uni $TWO;
"""
TWO = """\
$TWO:
	mov.u32 %r2, 7;
	st.global.u32 [%rd1], %r2;
	bra $END;
"""
ONE = """\
$ONE:
	mul.lo.s32 %r3, %r1, 9;
	st.global.u32 [%rd1+8], %r3;
	bra $END;
"""
END = """\
$END:
	ret;
}
"""
PTX = HEAD + TWO + ONE + END
HOSTILE = (
    "</style></script><script>document.title='owned'</script><img src=x onerror=alert(1)>\"'&lt;"
)


def compared(a: str, b: str) -> Comparison:
    """Compare two texts."""
    return compare_in_detail(ptxpy.parse(a), ptxpy.parse(b))


def rows_of(a: str, b: str) -> tuple[tuple[SideRow, ...], tuple[tuple[SideRow, ...], ...]]:
    """Return the rows of the kernel of two texts."""
    found = compared(a, b)
    (function,) = found.diff.functions
    return side_by_side(found.compared["k"], function.moves)


def shown(rows: tuple[SideRow, ...]) -> list[tuple[str, str, str]]:
    """Return the kinds of rows that are not equal, and their two texts."""
    return [
        (row.kind, row.a.text.strip() if row.a else "", row.b.text.strip() if row.b else "")
        for row in rows
        if row.kind != "equal"
    ]


def test_matched_lines_face_each_other() -> None:
    """Also where lines were removed and added around them; names are those of A."""
    other = PTX.replace("\tst.global.u32 [%rd1], %r2;\n", "\tst.global.u32 [%rd1+4], %r4;\n")
    other = other.replace("mov.u32 %r2, 7;", "mov.u32 %r4, 7;\n\tmembar.gl;")
    rows, moved = rows_of(PTX, other)
    assert moved == ()
    assert shown(rows) == [
        ("replaced", "", "membar.gl;"),
        ("replaced", "st.global.u32 [%rd1], %r2;", "st.global.u32 [%rd1+4], %r2;"),
    ]


def test_lines_with_other_operands_are_matched() -> None:
    """The same instruction, with registers exchanged, is a changed line."""
    rows, _ = rows_of(PTX, PTX.replace("[%rd1], %r2", "[%rd1], %r1"))
    assert shown(rows) == [
        ("changed", "st.global.u32 [%rd1], %r2;", "st.global.u32 [%rd1], %r1;"),
    ]


def test_equal_lines_have_the_symbols_of_each_side() -> None:
    """Of two kernels with different names; registers and other labels have the names of A."""
    one = PTX.replace(" k(", " one(").replace("$TWO", "$one_two").replace("n]", "tile]")
    one = one.replace("u32 n)", "u32 tile)")
    other = PTX.replace(" k(", " other(").replace("$TWO", "$other_two").replace("%r2", "%r4")
    other = other.replace("u32 n)", "u32 x)").replace("u64 x,", "u64 first,")
    other = other.replace("[n]", "[x]").replace("[%rd1], %r4", "[%rd1+4], %r4")
    other = other.replace("%rd1, [x]", "%rd1, [first]").replace("$END", "$OUT")
    found = compare_in_detail(ptxpy.parse(one), ptxpy.parse(other), kernel=("one", "other"))
    (function,) = found.diff.functions
    rows, moved = side_by_side(found.compared["one"], function.moves)
    assert moved == ()
    assert shown(rows) == [
        ("replaced", "st.global.u32 [%rd1], %r2;", "st.global.u32 [%rd1+4], %r2;"),
    ]
    unlike = [(row.a.text, row.b.text) for row in rows if row.a and row.b and row.kind == "equal"]
    assert [(a.strip(), b.strip()) for a, b in unlike if a != b] == [
        (".visible .entry one", ".visible .entry other"),
        (".param .u64 x", ".param .u64 first"),
        (".param .u32 tile", ".param .u32 x"),
        ("ld.param.u64 %rd1, [x];", "ld.param.u64 %rd1, [first];"),
        ("ld.param.u32 %r1, [tile];", "ld.param.u32 %r1, [x];"),
        ("bra.uni $one_two;", "bra.uni $other_two;"),
        ("$one_two:", "$other_two:"),
    ]


def test_all_lines_are_there_once() -> None:
    """Each line of A and each of B is in one row, in order."""
    other = PTX.replace("mov.u32 %r2, 7;", "mov.u32 %r4, 8;").replace("%r1, 9;", "%r1, %r1;")
    rows, _ = rows_of(PTX, other)
    for side in (0, 1):
        lines = [(row.a, row.b)[side] for row in rows]
        numbers = [(line.a, line.b)[side] or 0 for line in lines if line is not None]
        assert numbers == sorted(numbers)
        assert len(numbers) == len(HEAD.splitlines()[9:] + (TWO + ONE).splitlines()) + 5


def test_moved_blocks_have_rows_of_their_own() -> None:
    """Where they were and where they are has a row that says so."""
    rows, moved = rows_of(PTX, HEAD + ONE + TWO + END)
    places = [row for row in rows if row.kind != "equal"]
    assert sorted(row.kind for row in places) == ["moved away", "moved here"]
    assert [row.move for row in places] == [0, 0]
    ((first, *_),) = moved
    assert first.kind == "equal"
    assert first.a is not None
    line = first.a.text
    assert line in ("$TWO:", "$ONE:")
    assert line not in [row.a.text for row in rows if row.a]


class _Elements(HTMLParser):
    """Counts the elements and attributes of a page, and keeps its text."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[tuple[str, tuple[str, ...]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.names.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_hostile_names_stay_text() -> None:
    """They begin no element and no attribute, and are shown as they are."""
    other = PTX.replace("%r2, 7", "%r2, 8")
    plain, hostile = _Elements(), _Elements()
    plain.feed(diff_page("plain", "plain", compared(PTX, other)))
    found = compared(PTX, other)
    (function,) = found.diff.functions
    named = function._replace(
        a=function.a._replace(signature=HOSTILE[:90]),
        notes=(HOSTILE,),
    )
    diff = found.diff._replace(functions=(named,))
    hostile.feed(diff_page(HOSTILE, HOSTILE, found._replace(diff=diff)))
    assert hostile.names == plain.names
    assert hostile.text.count(HOSTILE) >= 4


def test_invisible_characters_are_shown() -> None:
    """Those that turn the direction of a line too; attributes cannot be left."""
    assert text("a\u202eb\0<") == "a\\u202eb\\x00&lt;"
    assert tag("i", "é", title='"x" onclick="y') == (
        '<i title="&quot;x&quot; onclick=&quot;y">é</i>'
    )


def test_equal_modules_have_a_page() -> None:
    """It says so, and has no rows."""
    page = diff_page("a", "b", compared(PTX, PTX))
    assert "1 function equal" in page
    assert 'class="row' not in page
    assert "http:" not in page.replace('http-equiv="Content', "")


def test_differences_are_at_their_lines() -> None:
    """A token that differs is marked, and far equal lines are in an element to open."""
    page = diff_page("a", "b", compared(PTX, PTX.replace("%r2, 7", "%r2, 8")), 1)
    assert "<del>7</del>" in page
    assert "<ins>8</ins>" in page
    assert "<summary>⋯ 8 equal lines</summary>" in page


PROBE = """
const found = [document.querySelectorAll(".row.move a").length];
document.dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
found.push(document.querySelectorAll(".row.here").length);
document.getElementById("theme").click();
found.push(root.dataset.theme, document.title);
const out = document.createElement("pre");
out.id = "probe";
out.textContent = JSON.stringify(found);
document.body.append(out);
"""


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_the_page_in_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It loads without errors under its own policy; keys and the theme work."""
    read = Path.read_text

    def with_probe(self: Path, *args: Any, **options: Any) -> str:
        found = read(self, *args, **options)
        return found + PROBE if self.name == "diff.js" else found

    monkeypatch.setattr(Path, "read_text", with_probe)
    path = tmp_path / "page.html"
    path.write_text(diff_page(HOSTILE, "b", compared(PTX, HEAD + ONE + TWO + END)))
    done = subprocess.run(
        [
            str(CHROMIUM),
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--virtual-time-budget=3000",
            "--dump-dom",
            path.as_uri(),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert 'data-ready="yes"' in done.stdout, done.stderr[-2000:]
    assert "CONSOLE" not in done.stderr
    probe = done.stdout.split('<pre id="probe">')[1].split("</pre>")[0]
    links, here, theme, title = json.loads(probe)
    assert (links, here, theme) == (2, 1, "dark")
    assert unescape(title) == f"{HOSTILE} ↔ b"


MACHINE = MachineCode(
    (
        MachineLine("k:", 0),
        MachineLine("    LDC R1, c[0x0][0x28]", 1, None, 0),
        MachineLine("    IADD3 R4, R5, 0x1, RZ", 1, None, 16),
        MachineLine("    NOP", 0, None, 32),
    )
)
OTHER = MachineCode(
    (
        MachineLine("k:", 0),
        MachineLine("    LDC R3, c[0x0][0x28]", 1, None, 0),
        MachineLine("    IADD3 R4, R5.reuse, 0x2, RZ", 1, None, 16),
        MachineLine("    STG.E desc[UR4][R2.64], R5", 1, None, 32),
    )
)


CHANGED = PTX.replace("mov.u32 %r2, 7;", "mov.u32 %r2, 7;\n\tmov.u32 %r4, %r2;")


def _compared(b: str, machine: MachineCode = OTHER, own: MachineCode = MACHINE) -> str:
    one, other = ptxpy.parse(PTX), ptxpy.parse(b)
    runs = []
    for source in (PTX, b):
        kernel = ptxpy.load(source)
        out = np.zeros(64, np.uint32)
        profile = kernel.profile(out, 3, grid=2, block=32)
        runs.append(Run(profile, kernel.timeline(out, 3, grid=2, block=32)))
    sides = ComparedSide(one, own, runs[0]), ComparedSide(other, machine, runs[1])
    return diff_page("a.ptx", "b.ptx", compare_in_detail(one, other), 3, sides)


def _text(markup: str) -> str:
    return unescape(re.sub("<[^>]+>", "|", markup))


def test_facts_and_runs_are_compared() -> None:
    """A table has each fact of A and of B, and the change; lines have how often they ran."""
    found = _text(_compared(CHANGED))
    words = re.sub(r"\|+", "|", found)
    assert "|PTX instructions|12|13|+1 (+8 %)|" in words
    assert "|SASS instructions|2|3|+1 (+50 %)|" in words
    assert "|SASS by opcode|A|B|change|STG|0|1|+1|" in words
    assert "|instructions of warps|18|20|+2 (+11 %)|" in words
    assert "|global store: requests|2|2|" in words
    assert "tells how many warps ran it" in found
    page = _compared(PTX.replace("%r2, 7", "%r2, 8"))
    assert 'data-ran="2" data-counts="2|64|' in page
    options = re.findall("<option>([^<]*)</option>", page)
    # What no line has is no choice.
    assert options == ["run by warps", "run by threads", "bytes accessed", "sectors"]


def test_diagnostics_and_register_counts_are_compared() -> None:
    """Those of codes that are not as frequent in both have their lines and messages."""
    body = PTX.replace(".target sm_90", ".target sm_90a")
    one = body.replace("\tld.param.u64", "\tsetmaxnreg.dec.sync.aligned.u32 40;\n\tld.param.u64")
    unwritten = "\tadd.u32 %r2, %r4, 7;"
    other = one.replace("u32 40", "u32 24").replace("\tmov.u32 %r2, 7;", unwritten)
    modules = ptxpy.parse(one), ptxpy.parse(other)
    sides = [ComparedSide(module, MachineCode(())) for module in modules]
    found = _text(diff_page("a", "b", compare_in_detail(*modules), 3, (sides[0], sides[1])))
    words = re.sub(r"\|+", "|", found)
    assert "|setmaxnreg|dec 40|dec 24|≠|" in words
    assert re.search(r"\|Diagnostics of ptxpy check\|A\|B\|change\|PTX\d+\|0\|1\|\+1\|", words)
    assert re.search(r"\|B  PTX\d+ \w+\| line \d+: ", words)


def test_a_function_that_is_equal_is_one_line() -> None:
    """Its facts are there to be opened."""
    module = ptxpy.parse(PTX)
    sides = ComparedSide(module, MachineCode(())), ComparedSide(module, MachineCode(()))
    found = diff_page("a", "b", compare_in_detail(module, module), 3, sides)
    assert "<article><details><summary" in found
    assert "|kernel k| is equal|" in _text(found)


def test_facts_that_differ_come_first_and_equal_ones_are_folded() -> None:
    """A table shows what differs; a count opens the rest. Both counts of threads have names."""
    found = _compared(CHANGED)
    facts = found[found.index('class="sides-of-facts"') : found.index('id="panel-ptx"')]
    tables = re.findall(r"<div><table>.*?</details></div>", facts, re.DOTALL)
    assert tables
    for table in tables:
        first, folded = table.split("<details>")
        assert first.count("<tr") - 1 == first.count('class="differs"') > 0
        rows = re.search(r"<summary>(\d+) equal row", folded)
        assert rows is not None
        assert int(rows[1]) == folded.count("<tr")
        assert 'class="differs"' not in folded
    text = _text(facts)
    assert "equal row" in text
    assert "instructions of threads, predicated off included" in text
    assert "instructions of threads whose guard holds" in text


def test_the_legend_of_names_and_addresses() -> None:
    """The names of B are explained above its lines, and machine code has its addresses."""
    found = _compared(CHANGED)
    ptx = found[found.index('id="panel-ptx"') : found.index('id="panel-python"')]
    assert ptx.index("Registers and labels of B have the names of") < ptx.index('class="row')
    sass = found[found.index('id="panel-sass"') :]
    assert "<i>0010</i>" in sass
    assert "<i>0020</i>" in sass


def test_the_source_is_compared_and_joined_by_positions() -> None:
    """Lines have their places in the files of A and of B, whose only files are compared."""
    positions = '\t.file 1 "/build/{}"\n'
    one = PTX.replace("\tmov.u32 %r2, 7;", "\t.loc 1 2 0\n\tmov.u32 %r2, 7;")
    other = one.replace("%r2, 7", "%r2, 8").replace(".loc 1 2", ".loc 1 3")
    modules = [
        ptxpy.parse(text + positions.format(name))
        for text, name in ((one, "a.cu"), (other, "b.cu"))
    ]
    texts = ["// k", "x = 7;", HOSTILE], ["// k", "", "x = 8;", HOSTILE]
    sides = [
        ComparedSide(module, MachineCode((), "none"), None, {1: (name, text)})
        for module, name, text in zip(modules, ("a.cu", f"{HOSTILE}.cu"), texts, strict=True)
    ]
    found = diff_page("a", "b", compare_in_detail(*modules), 3, (sides[0], sides[1]))
    source = found[found.index('<aside id="source"') : found.index("</aside>")]
    lines = re.findall(
        '<div class="line ([a-z]+)"( data-a="[0-9:]+")?( data-b="[0-9:]+")?>', source
    )
    assert lines == [
        ("equal", ' data-a="0:1"', ' data-b="0:1"'),
        ("minus", ' data-a="0:2"', ""),
        ("plus", "", ' data-b="0:2"'),
        ("plus", "", ' data-b="0:3"'),
        ("equal", ' data-a="0:3"', ' data-b="0:4"'),
    ]
    assert re.findall('<code class="(?:minus|plus)" data-at="([^"]+)">', found) == ["0:2", "0:3"]
    assert "<img" not in found
    assert '<aside id="source"' not in _compared(PTX)


def test_machine_code_is_compared_without_registers() -> None:
    """Instructions that differ in registers alone are equal; padding is none."""
    found = _compared(PTX)
    panel = found[found.index('id="panel-sass"') :]
    rows = re.findall(r'<div class="row (\w+)">', panel)
    assert rows == ["equal", "replaced", "replaced"]
    assert "NOP" not in panel
    # Nor are registers marked in those that differ.
    one, other = (
        MachineCode((MachineLine("k:", 0), MachineLine(text, 1, None, 0)))
        for text in ("    @P0 IADD3 R4, R5.reuse, 0x2, RZ", "  @P1 IADD3 R7, R5, 0x1, RZ")
    )
    marks = re.findall(r"<(?:del|ins)>(.*?)</(?:del|ins)>", _compared(PTX, other, one))
    assert marks == ["0x2", "0x1"]
    missing = _compared(PTX, MachineCode((), "there is no nvdisasm"))
    assert "No machine code. B: there is no nvdisasm" in _text(missing)


def test_machine_code_that_has_moved() -> None:
    """Three lines or more that are in another place are no lines of one side alone."""
    texts = [f"    IADD3 R4, R5, 0x{at}, RZ" for at in range(1, 9)]
    one, other = (
        MachineCode((MachineLine("k:", 0), *(MachineLine(each, 1, None, 0) for each in held)))
        for held in (texts, texts[3:] + texts[:3])
    )
    found = _compared(PTX, other, one)
    panel = found[found.index('id="panel-sass"') :]
    assert re.findall(r'<div class="row (\w+)">', panel).count("moved") == 6
    assert panel.count('<code class="moved">') == 6


def test_python_is_compared() -> None:
    """All of a function that differs, side by side; of an equal one a word."""
    found = _compared(PTX.replace("mul.lo.s32 %r3, %r1, 9;", "mul.lo.s32 %r3, %r1, 10;"))
    start, end = found.index('id="panel-python"'), found.index('id="panel-sass"')
    assert "* 10" in _text(found[start:end]).replace("|", "")
    assert "The Python of all functions is the same" in _compared(PTX)
    # Another register alone makes no other line.
    renamed = _compared(
        PTX.replace("%r2", "%r4").replace("mul.lo.s32 %r3, %r1, 9", "mul.lo.s32 %r3, %r1, 8")
    )
    panel = renamed[renamed.index('id="panel-python"') : renamed.index('id="panel-sass"')]
    assert panel.count('class="row replaced"') == 1
    assert "#: " not in panel


def test_runs_and_machine_code_may_be_hostile() -> None:
    """Nothing of them is markup."""
    hostile = MachineCode((MachineLine("k:", 0), MachineLine(f"    {HOSTILE}", 1, None, 0)))
    found = _Elements()
    found.feed(_compared(PTX, hostile))
    names = [name for name, _ in found.names]
    assert names.count("script") == names.count("style") == 1
    assert "img" not in names
