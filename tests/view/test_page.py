"""The page: its data, hostile text, and what it does in a browser."""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.dsl import trace_python
from ptxpy.view.machine_code import Life, MachineCode, MachineLine
from ptxpy.view.occupancy import occupancy
from ptxpy.view.page import ShownProgram, page, page_data
from ptxpy.view.run import Run

ROOT = Path(__file__).parents[2]
ASSETS = ROOT / "ptxpy" / "view" / "assets"
SOURCES = ROOT / "tools" / "view_page"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

PTX = """\
.version 8.0
.target sm_90
.address_size 64

.visible .entry scale(.param .u64 x, .param .f32 by)
.reqntid 256, 1, 1
{
	.reg .b64 %rd<3>;
	.reg .f32 %f<4>;
	.reg .b32 %r<2>;
	.reg .pred %p<2>;
	mov.u32 %r1, %tid.x;
	ld.param.u64 %rd1, [x];
	ld.param.f32 %f1, [by];
	mul.wide.u32 %rd2, %r1, 4;
	add.u64 %rd1, %rd1, %rd2;
$LOOP:
	ld.global.f32 %f2, [%rd1];
	mul.f32 %f3, %f2, %f1;
	st.global.f32
		[%rd1],
		%f3;
	setp.lt.f32 %p1, %f3, 0f3F800000;
	@%p1 bra $LOOP;
	ret;
}
"""
HOSTILE = (
    "</script><script>document.title='owned'</script><img src=x onerror=alert(1)>&lt;@DATA@"
    "\u2028\u2029\"'`${alert(1)}\\ --> ]]> <!-- </title></style>"
)


def data_of(ptx: str = PTX, name: str = "scale.ptx") -> dict[str, Any]:
    """Return the data of a page, with machine code of our own."""
    module = ptxpy.parse(ptx, filename=name)
    python = ptxpy.to_python(module)
    program = ShownProgram("scale.py", python, trace_python(python, filename="scale.py").lines)
    lines = (MachineLine("scale:", 0), MachineLine("    LDG R1", 18), MachineLine("    STG R1", 21))
    return page_data(module, name, program, MachineCode(lines))


def test_lines_have_facts() -> None:
    """Kinds, live registers and bytes; a statement of several lines has them on the first."""
    data = data_of()
    ptx = data["ptx"]
    load = ptx["lines"].index("	ld.global.f32 %f2, [%rd1];")
    store = ptx["lines"].index("	st.global.f32")
    assert ptx["kinds"][ptx["kind"][load]] == "global memory"
    assert ptx["bytes"][load] == 4
    assert ptx["live"][load] == 3
    assert ptx["start"][store : store + 3] == [store + 1] * 3
    assert data["sass"]["ptx"] == [0, load + 1, store + 1]
    assert data["diagnostics"] == []


def test_python_has_its_lines_of_ptx() -> None:
    """Each line of Python leads to the lines that it gives, and these cover all instructions."""
    data = data_of()
    column = data["python"]
    place = next(n for n, line in enumerate(column["lines"]) if "ld.global" in line)
    assert data["ptx"]["lines"].index("	ld.global.f32 %f2, [%rd1];") + 1 in column["ptx"][place]
    covered = {line for row in column["ptx"] for line in row}
    instructions = {n + 1 for n, kind in enumerate(data["ptx"]["kind"]) if kind >= 0}
    assert instructions <= covered


def test_what_a_function_gives_belongs_to_its_calls() -> None:
    """Both lines lead to the PTX; that of the call in the kernel stands for it."""
    text = """\
from ptxpy import kernel, ptx

def inner():
    ptx.bar.sync(0)

def outer():
    inner()

@kernel(arch="sm_90a")
def twice():
    outer()
    ptx.bar.sync(1)
    outer()
    ptx.ret()
"""
    traced = trace_python(text, filename="twice.py")
    program = ShownProgram("twice.py", text, traced.lines, traced.calls)
    data = page_data(traced.module, "twice.py", program, MachineCode(()))
    bars = [at for at, line in enumerate(data["ptx"]["lines"], 1) if "bar.sync" in line]
    made = data["python"]["ptx"]
    at = {line: [bars.index(each) for each in made[line - 1]] for line in (4, 7, 11, 12, 13)}
    assert at == {4: [0, 2], 7: [0, 2], 11: [0], 12: [1], 13: [2]}
    assert data["python"]["calls"] == [(bars[0], 11), (bars[2], 13)]


def test_functions_have_an_overview() -> None:
    """Resources, loops and blocks."""
    (function,) = data_of()["functions"]
    assert function["threads"] == 256
    assert function["instructions"] == 11
    assert [block["header"] for block in function["flow"]["blocks"]] == [False, True, False]
    assert function["flow"]["blocks"][1]["next"] == [[1, True, "taken"], [2, False, "not taken"]]
    lines = PTX.split("\n")
    assert "mov.u32 %r1, %tid.x" in lines[function["body"] - 1]
    # The multiplication in the loop is more than the loads around it.
    assert "mul.f32" in lines[function["focus"] - 1]


def test_names_of_files_have_no_folders() -> None:
    """A page is sent to others, whom the folders of its author are of no use to."""
    assert data_of(name="/home/author/secret/scale.ptx")["name"] == "scale.ptx"


def test_instructions_are_documented() -> None:
    """What an instruction does and requires, once for each form."""
    ptx = data_of(PTX.replace("mul.f32 %f3", "mul.rn.f32 %f3"))["ptx"]
    at = next(n for n, line in enumerate(ptx["lines"]) if "ld.global" in line)
    found = ptx["documents"][ptx["document"][at]]
    assert found["meaning"] == "Load from memory."
    assert found["text"].startswith("Loads a value")
    assert "ld.global.v2.u32 {x, y}, [a];" in found["example"]
    assert found["needs"] == "PTX 1.0"
    assert ptx["document"][ptx["lines"].index("{")] == -1


def test_lines_with_several_instructions_are_known() -> None:
    """The counts of a run are of lines, so these tell nothing of one of them."""
    ptx = data_of(PTX.replace("f1;\n\tst", "f1; st"))["ptx"]
    assert [ptx["lines"][line - 1] for line in ptx["crowded"]] == [
        "\tmul.f32 %f3, %f2, %f1; st.global.f32"
    ]
    assert data_of()["ptx"]["crowded"] == []


def test_live_registers_have_names() -> None:
    """From the instruction before which a register is first live to the last one that needs it."""
    ptx = data_of()["ptx"]
    load = ptx["lines"].index("	ld.global.f32 %f2, [%rd1];") + 1
    ranges = zip(*[iter(ptx["ranges"])] * 3, strict=True)
    live = {ptx["registers"][name] for name, first, last in ranges if first <= load <= last}
    assert live == {"%rd1", "%f1"}


SOURCE = """\
	.file 1 "/build/scale.cu"
	.file 2 "/build/inline.h"
"""


def test_the_source_is_joined_by_positions() -> None:
    """An instruction that was inlined has the place of the call, too; a file without text none."""
    ptx = PTX.replace("$LOOP:\n", "$LOOP:\n\t.loc 2 3 1, function_name $L0, inlined_at 1 7 2\n")
    ptx = ptx.replace("	setp", "	.loc 1 900 1\n	setp") + SOURCE
    module = ptxpy.parse(ptx, filename="scale.ptx")
    sources = {1: ("scale.cu", ["a"] * 9), 2: ("inline.h", ["b"] * 4)}
    found = page_data(module, "scale.ptx", None, MachineCode(()), None, sources)
    load = found["ptx"]["lines"].index("	ld.global.f32 %f2, [%rd1];") + 1
    assert found["source"]["files"][1] == {"name": "inline.h", "lines": ["b"] * 4}
    assert [load, 1, 3, 0, 7] in found["source"]["places"]
    # A line behind the end of its file is none of it.
    assert {at for _, *words in found["source"]["places"] for at in words[1::2]} == {3, 7}
    only = page_data(module, "scale.ptx", None, MachineCode(()), None, {1: sources[1]})
    assert [load, 0, 7] in only["source"]["places"]
    assert data_of()["source"] is None


def test_diagnostics_are_there() -> None:
    """What `ptxpy check` says, at its line."""
    wrong = "mul.f32 %f3, %f2, %rd1;"
    data = data_of(PTX.replace("mul.f32 %f3, %f2, %f1;", wrong))
    lines = {each["line"] for each in data["diagnostics"] if each["severity"] == "error"}
    assert [data["ptx"]["lines"][line - 1].strip() for line in lines] == [wrong]


def test_registers_of_machine_code_are_intervals() -> None:
    """From the line that writes one to the last that needs it; a function begins anew."""
    lives = [
        Life({"GPR": 1}, {"R1": "^"}),
        Life({"GPR": 2}, {"R1": ":", "R2": "^"}),
        Life({"GPR": 1}, {"R2": "v"}),
    ]
    lines = [
        MachineLine("a:", 0),
        *(MachineLine("    X", 0, life) for life in lives[:2]),
        MachineLine(".L_x_0:", 0),
        MachineLine("    X", 0, lives[2]),
        MachineLine("b:", 0),
        MachineLine("    X", 0, lives[2]),
    ]
    module = ptxpy.parse(PTX, filename="scale.ptx")
    sass = page_data(module, "scale.ptx", None, MachineCode(tuple(lines)))["sass"]
    assert sass["live"] == [[], [1], [2], [], [1], [], [1]]
    assert sass["marks"] == ["", "^R1", "^R2", "", "vR2", "", "vR2"]
    assert sorted(sass["ranges"]) == [("R1", 2, 4), ("R2", 3, 5), ("R2", 7, 7)]


def test_tiles_and_stages_of_a_pipeline() -> None:
    """What wgmma multiplies, and a ring of three stages with its barriers."""
    path = ROOT / "corpus" / "tilelang" / "matmul_sm_90a.ptx"
    module = ptxpy.parse(path.read_bytes(), filename=path.name)
    (function,) = page_data(module, path.name, None, MachineCode(()))["functions"]
    (tile,) = function["tiles"]
    assert (tile["opcode"], tile["shape"], tile["type"]) == ("wgmma", (64, 128, 16), "f16")
    assert "wgmma.mma_async" in path.read_text().split("\n")[tile["line"] - 1]
    assert function["stages"] == [3]
    assert function["rings"] == [{"stages": 3, "bytes": [16384, 16384]}]
    tiles, barriers = function["map"]
    assert [part["offset"] for part in tiles["parts"]] == [0, 49152]
    assert [part["bytes"] for part in barriers["parts"]] == [24, 24]
    assert "full mbarrier of 1 arrival" in barriers["parts"][0]["what"]


def test_products_whose_shape_is_in_a_descriptor() -> None:
    """Those of tcgen05 are told by their types."""
    path = ROOT / "corpus" / "cutlass" / "blackwell_gemm.ptx"
    module = ptxpy.parse(path.read_bytes(), filename=path.name)
    (function,) = page_data(module, path.name, None, MachineCode(()))["functions"]
    (tile,) = function["tiles"]
    assert (tile["opcode"], tile["shape"], tile["type"]) == ("tcgen05.mma", (), "f16")
    assert function["rings"][0] == {"stages": 8, "bytes": [16384, 8192]}
    assert function["computes"].endswith(
        " by tcgen05.mma m256n128, TMA ring of 8 stages (8 \N{MULTIPLICATION SIGN} (16 + 8) kB)"
    )
    lines = path.read_text().split("\n")
    assert "tcgen05.mma" in lines[function["focus"] - 1]


@pytest.mark.parametrize(
    ("threads", "registers", "shared", "expected"),
    [
        (256, 32, 0, (8, 64, "threads")),
        (128, 255, 0, (2, 8, "registers")),
        (128, 32, 100_000, (2, 8, "shared memory")),
        (32, 16, 0, (32, 32, "CTAs")),
        (1024, 128, 0, (0, 0, "registers")),
    ],
)
def test_occupancy_of_hopper(
    threads: int, registers: int, shared: int, expected: tuple[int, int, str]
) -> None:
    """As NVIDIA's calculator has it."""
    found = next(each for each in occupancy(threads, registers, shared) if each.arch == "sm_90")
    assert (found.ctas, found.warps, found.limit) == expected


class _Elements(HTMLParser):
    """Counts the elements of a page, and keeps what is in its scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.scripts: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        del attrs
        self.names.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.names[-1:] == ["script"]:
            self.scripts[-1] += data


def test_hostile_text_stays_text() -> None:
    """Names and comments end no element, begin none, and fill no place of the template."""
    ptx = PTX.replace("ret;", f"ret; // {HOSTILE}")
    data = data_of(ptx, HOSTILE)
    plain, hostile = _Elements(), _Elements()
    plain.feed(page("plain", data_of()))
    text = page(HOSTILE, data)
    hostile.feed(text)
    assert hostile.names == plain.names
    assert json.loads(hostile.scripts[0]) == json.loads(json.dumps(data))
    assert text.count("<script>document.title") == 0


def test_the_page_asks_nothing_of_the_network() -> None:
    """There is no address in it but the name of SVG, and its policy forbids any."""
    text = page("plain", data_of())
    assert "default-src 'none'" in text
    assert {each for each in text.split('"') if each.startswith("http")} == {
        "http://www.w3.org/2000/svg"
    }


def test_the_script_is_built_from_its_sources() -> None:
    """tools/build_view_page has run since they were changed."""
    held = hashlib.sha256()
    for path in [*sorted(SOURCES.glob("*.js")), SOURCES / "package-lock.json"]:
        held.update(path.name.encode() + b"\0" + path.read_bytes())
    with gzip.open(ASSETS / "page.js.gz", "rt", encoding="utf-8") as file:
        assert held.hexdigest() in file.readline(), "run tools/build_view_page"


PROBE = """<script>
const found = [];
const lit = () => [...document.querySelectorAll(".cm-line.partner, .cm-line.chosen")]
  .map((each) => each.textContent.trim());
document.getElementById("tab-overview").click();
found.push(document.getElementById("panel-overview").textContent.includes("kernel scale"));
document.getElementById("tab-flow").click();
found.push(document.querySelectorAll("#flow-graph .block").length);
document.querySelector("#flow-graph .row[data-line='18']").dispatchEvent(new Event("click"));
found.push(lit());
document.getElementById("theme").click();
found.push(document.documentElement.dataset.theme);
const out = document.createElement("pre");
out.id = "probe";
out.textContent = JSON.stringify(found);
document.body.append(out);
</script>"""


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_the_page_in_a_browser(tmp_path: Path) -> None:
    """It loads without errors; a click on a block lights the line in all three columns."""
    path = tmp_path / "page.html"
    path.write_text(page(HOSTILE, data_of()).replace("</body>", f"{PROBE}</body>"))
    done = _browse(path, tmp_path)
    assert 'data-ready="yes"' in done.stdout, done.stderr[-2000:]
    assert "CONSOLE" not in done.stderr
    probe = done.stdout.split('<pre id="probe">')[1].split("</pre>")[0]
    overview, blocks, lit, theme = json.loads(probe)
    assert overview
    assert blocks == 3
    assert "ld.global.f32 %f2, [%rd1];" in lit
    assert "LDG R1" in lit
    assert any("ld.global" in each and "ptx." in each for each in lit)
    assert theme == "dark"
    assert "owned" not in done.stdout.split("<title>")[1].split("</title>")[0].replace(
        "document.title='owned'", ""
    )


RUN_PTX = """\
.version 8.0
.target sm_90
.address_size 64

.visible .entry turn(.param .u64 x)
{
	.reg .b64 %rd<3>;
	.reg .b32 %r<6>;
	.shared .align 4 .b8 tile[256];
	mov.u32 %r1, %tid.x;
	shl.b32 %r2, %r1, 2;
	mov.u32 %r3, tile;
	add.u32 %r4, %r3, %r2;
	st.shared.u32 [%r4], %r1;
	bar.sync 0;
	ld.shared.u32 %r5, [%r4];
	ld.param.u64 %rd1, [x];
	cvt.u64.u32 %rd2, %r2;
	add.u64 %rd1, %rd1, %rd2;
	st.global.u32 [%rd1], %r5;
	ret;
}
"""

RUN_PROBE = """<script>
const found = {};
const press = (key) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
const shown = () => [...document.querySelectorAll("main > div")]
  .filter((each) => !each.hidden).map((each) => each.id);
for (const key of ["m", "t", "o", "g", "d", "c"]) { press(key); found[key] = shown(); }
press("m");
const canvas = document.querySelector("#panel-shared canvas");
found.marks = document.querySelector("#panel-shared p").textContent;
document.querySelector("#panel-shared tr.row").click();
found.after = shown();
found.details = document.getElementById("details").textContent;
const chart = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
found.drawn = chart.some((value) => value);
found.roofline = document.querySelector("#panel-overview").textContent.includes("Roofline");
window.dispatchEvent(new Event("beforeprint"));
found.print = document.getElementById("print").textContent;
const out = document.createElement("pre");
out.id = "probe";
out.textContent = JSON.stringify(found);
document.body.append(out);
</script>"""


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_the_page_of_a_run_in_a_browser(tmp_path: Path) -> None:
    """Keys show each panel; a click on a part of shared memory leads to its line."""
    kernel = ptxpy.load(RUN_PTX)
    runs = [np.zeros(64, np.uint32) for _ in range(2)]
    observed = Run(
        kernel.profile(runs[0], grid=1, block=64), kernel.timeline(runs[1], grid=1, block=64)
    )
    life = Life({"GPR": 2}, {"R4": "v", "R5": "^"})
    lines = (MachineLine("turn:", 0), MachineLine("    STS [R4], R5", 14, life))
    module = ptxpy.parse(RUN_PTX, filename="turn.ptx")
    data = page_data(module, "turn.ptx", None, MachineCode(lines), observed)
    path = tmp_path / "page.html"
    path.write_text(page("turn.ptx", data).replace("</body>", f"{RUN_PROBE}</body>"))
    done = _browse(path, tmp_path)
    assert "CONSOLE" not in done.stderr, done.stderr[-2000:]
    found = json.loads(html.unescape(done.stdout.split('<pre id="probe">')[1].split("</pre>")[0]))
    panels = {"m": "shared", "t": "timeline", "o": "overview", "g": "flow", "d": "diagnostics"}
    assert {key: found[key] for key in panels} == {
        key: [f"panel-{name}"] for key, name in panels.items()
    }
    assert found["after"] == found["c"] == ["panel-code"]
    assert found["marks"].startswith("Shared memory of CTA (0, 0, 0): 2 accesses")
    assert found["drawn"]
    assert found["roofline"]
    assert "st.shared.u32 [%r4], %r1;" in found["details"]
    assert "readsR4writesR5" in found["details"]
    assert "22  }" in found["print"]


LONG_PROBE = """<script>
const out = document.createElement("pre");
out.id = "probe";
document.getElementById("tab-flow").click();
document.getElementById("tab-code").click();
out.textContent = document.querySelectorAll("*").length;
document.body.append(out);
</script>"""


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_long_files_and_timelines_in_a_browser(tmp_path: Path) -> None:
    """20,000 lines and 200,000 slices: what is not seen has no elements, and nothing overflows."""
    added = "".join(f"\tadd.u32 %r5, %r5, {number};\n" for number in range(20_000))
    text = RUN_PTX.replace("\tret;", f"{added}\tret;")
    kernel = ptxpy.load(RUN_PTX)
    out = np.zeros(64, np.uint32)
    observed = Run(kernel.profile(out, grid=1, block=64), kernel.timeline(out, grid=1, block=64))
    first = observed.timeline.slices[0]
    observed.timeline.slices = [first._replace(start=n, end=n + 1) for n in range(200_000)]
    module = ptxpy.parse(text, filename="long.ptx")
    data = page_data(module, "long.ptx", None, MachineCode(()), observed)
    written = page("long.ptx", {**data, "timeline": None})
    assert len(written) < 2_500_000
    path = tmp_path / "page.html"
    path.write_text(page("long.ptx", data).replace("</body>", f"{LONG_PROBE}</body>"))
    done = _browse(path, tmp_path, "#L15000")
    assert 'data-ready="yes"' in done.stdout, done.stderr[-2000:]
    assert "CONSOLE" not in done.stderr, done.stderr[-2000:]
    assert int(done.stdout.split('<pre id="probe">')[1].split("</pre>")[0]) < 5000


def _browse(path: Path, folder: Path, place: str = "") -> subprocess.CompletedProcess[str]:
    """Return what Chromium makes of a page, and what its console says."""
    return subprocess.run(
        [
            str(CHROMIUM),
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--window-size=1280,720",
            "--enable-logging=stderr",
            f"--user-data-dir={folder / 'profile'}",
            "--virtual-time-budget=3000",
            "--dump-dom",
            path.as_uri() + place,
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
