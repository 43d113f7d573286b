"""What the page does in Chromium: keys, wheel, addresses, filters, the panels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ptxpy
from ptxpy.compare import compare_in_detail
from ptxpy.dsl import trace_python
from ptxpy.view.compared_facts import ComparedSide
from ptxpy.view.diff_page import diff_page
from ptxpy.view.machine_code import MachineCode
from ptxpy.view.page import ShownProgram, page, page_data
from ptxpy.view.run import Run
from tests.view.shown_page import NAME, PTX, SOURCE, chosen, data_of, line_of

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")


def test_the_page_opens_at_the_body(shown: Any) -> None:
    """The hottest line is chosen in all columns, and each of them shows it."""
    shown.click("#toggle-python")
    found = chosen(shown)
    assert found[0] == SOURCE[2].strip()
    assert "ptx.fma.rn.f32" in found[1]
    assert found[2].startswith("fma.rn.f32")
    # The instruction that fetches a constant for it is lit, too, but not what stands for it.
    assert found[3] == "FFMA R2, R1, UR5, R1"
    assert "ULDC" in shown.inner_text(".cm-line.partner")
    details = shown.inner_text("#details")
    assert "Multiplies a by b and adds c" in details
    assert "No instruction" not in details
    facts = shown.inner_text("#facts")
    for each in (
        "Arithmetic",
        "fma.f32",
        "Threads",
        "64 a CTA",
        "Live registers",
        "Run",
        "40 \u00d7 1",
    ):
        assert each in facts
    assert shown.inner_text("#computes") == (
        "Independent threads: reads f32 through param_0; writes f32 through param_0"
    )
    assert "global memory" in shown.inner_text("#jumps")
    assert shown.title() == f"{shown.inner_text('#name')} · scale.ptx"
    assert "/home" not in shown.content()


def test_a_call_in_the_kernel_is_shown(browser: Any, tmp_path: Path) -> None:
    """Where a function gives the hottest line, its call is chosen, and its own line is lit."""
    text = "\n".join(
        [
            "from ptxpy import f32, kernel, ptx",
            "def triple(x):",
            "    return ptx.fma.rn.f32(x, x, x)",
            '@kernel(arch="sm_90a")',
            "def k():",
            *["    ptx.bar.sync(0)"] * 40,
            "    triple(f32(1.0))",
            *["    ptx.bar.sync(0)"] * 40,
            "    ptx.ret()",
        ]
    )
    traced = trace_python(text, filename="k.py")
    program = ShownProgram("k.py", text, traced.lines, traced.calls)
    data = page_data(traced.module, "k.py", program, MachineCode((), "none"))
    fma = next(at for at, line in enumerate(data["ptx"]["lines"], 1) if "fma.rn" in line)
    made = tmp_path / "page.html"
    made.write_text(page("k.py", data))
    opened = browser.new_page(viewport={"width": 1280, "height": 720})
    opened.goto(f"{made.as_uri()}#L{fma}")
    assert chosen(opened)[0] == "triple(f32(1.0))"
    opened.locator("#column-python .cm-scroller").evaluate("each => each.scrollTo(0, 0)")
    partner = opened.locator("#column-python .cm-line.partner")
    playwright.expect(partner).to_have_text("    return ptx.fma.rn.f32(x, x, x)")
    opened.close()


def test_nothing_runs_over_anything(shown: Any) -> None:
    """A name of 500 letters makes no panel wider than the window."""
    for key in "cogtd":
        shown.keyboard.press(key)
        width = shown.evaluate(
            "Math.max(...[...document.querySelectorAll('main > div')].map(e => e.scrollWidth))"
        )
        assert width <= 1280
    shown.keyboard.press("o")
    cells = "table, dl, .sides > section, .signature"
    assert shown.evaluate(
        f"[...document.querySelectorAll('#panel-overview :is({cells})')].every("
        "e => e.getBoundingClientRect().right <= 1280)"
    )


def test_identifiers_have_no_numbers(shown: Any) -> None:
    """`_Z5saxpy` and `sm_90a` are of one colour."""
    for text in ("sm_90a", f"{NAME}_param_0"):
        shown.fill("#go", text)
        shown.press("#go", "Enter")
        line = shown.locator("#column-ptx .cm-line.chosen")
        pieces = line.evaluate("e => [...e.querySelectorAll('span')].map(s => s.textContent)")
        whole = text if text == "sm_90a" else next(each for each in pieces if "Z5" in each)
        assert whole in pieces


def test_addresses(shown: Any, path: Path) -> None:
    """A line that is typed is gone to; what is shown is in the address, and comes back."""
    store, load = line_of("st.global"), line_of("ld.global")
    shown.evaluate(f"location.hash = '#L{store}'")
    playwright.expect(shown.locator("#details")).to_contain_text("st.global")
    shown.click("#filter-comments")
    shown.click("#toggle-sass")
    shown.select_option("#heat", "sectors")
    shown.keyboard.press("g")
    address = shown.url.partition("#")[2]
    assert address.startswith(f"L{store}&")
    shown.goto("about:blank")
    shown.goto(f"{path.as_uri()}#{address}")
    assert shown.is_visible("#panel-flow")
    shown.keyboard.press("c")
    assert shown.is_hidden("#column-sass")
    assert shown.input_value("#heat") == "sectors"
    assert any(each.startswith("st.global.f32") for each in chosen(shown))
    assert "Generated by hand" not in shown.inner_text("#column-ptx")
    shown.evaluate(f"location.hash = '#L{load}'")
    playwright.expect(shown.locator("#details")).to_contain_text("ld.global")
    shown.evaluate("location.hash = '#L999999&hide=%E0%A4%A&columns=none'")
    assert shown.is_visible("#column-ptx")


def test_filters(shown: Any) -> None:
    """Positions, padding and margins are hidden at first; a click shows them."""
    shown.click("#toggle-python")
    assert ".loc" not in shown.inner_text("#column-ptx .cm-content")
    assert "NOP" not in shown.inner_text("#column-sass .cm-content")
    assert "#: " not in shown.inner_text("#column-python .cm-content")
    for name in ("loc", "nops", "margins"):
        shown.click(f"#filter-{name}")
    assert ".loc 1 3 5" in shown.inner_text("#column-ptx .cm-content")
    assert "NOP" in shown.inner_text("#column-sass .cm-content")
    assert "#: " in shown.inner_text("#column-python .cm-content")
    numbers = shown.inner_text("#column-sass .cm-lineNumbers")
    assert "0010" in numbers
    shown.click("#toggle-control")
    assert "S04" in shown.inner_text("#column-sass .gutter-control").split()
    title = shown.get_attribute("#column-sass .control >> nth=-1", "title")
    assert title.startswith("B------:R-:W-:-:S0")


def test_bars_have_numbers_and_one_scale(shown: Any) -> None:
    """Each column has one, from 0 to its most, in which equal values look the same."""
    # A warp of 64 threads in each of 40 CTAs has threads in range, the other a part; three rounds.
    assert "240" in shown.inner_text("#column-ptx .gutter-heat").split()
    assert "240" in shown.inner_text("#column-sass .gutter-heat").split()
    assert shown.inner_text("#scale-ptx").split() == ["0", "240"]
    # A line of the source has the sum of its seven instructions.
    assert shown.inner_text("#scale-source").split() == ["0", "1,520"]
    assert "1,520 warps" in shown.get_attribute("#scale-source", "title")
    shown.select_option("#heat", "live")
    assert shown.inner_text("#scale-ptx").split() == ["0", "4"]
    script = """all => all.filter(e => e.textContent)
        .map(e => [e.textContent, e.style.getPropertyValue('--share')])"""
    shares = shown.eval_on_selector_all("#column-ptx .cell", script)
    assert dict(shares) == {text: f"{100 * int(text) // 4}%" for text, _ in shares}
    assert len({text for text, _ in shares}) > 2


def test_bars_of_a_loop(shown: Any) -> None:
    """The range of the loop around the line that is chosen is an option, and in the address."""
    shown.select_option("#heat", "live")
    shown.check("#range-loop")
    assert shown.inner_text("#scale-ptx").split() == ["3", "4"]
    assert "loop $LOOP" in shown.get_attribute("#scale-ptx", "title")
    script = "all => all.map(e => [e.title.split(';')[1].includes('outside'), e.style.cssText])"
    cells = shown.eval_on_selector_all("#column-ptx .cell", script)
    assert {"transparent" in style for is_outside, style in cells if is_outside} == {True}
    assert {"transparent" in style for is_outside, style in cells if not is_outside} == {False}
    shown.reload()
    assert shown.is_checked("#range-loop")
    shown.evaluate(f"location.hash = '#L{line_of('mul.wide')}&heat=live&range=loop'")
    # Outside of all loops the range is that of the file.
    playwright.expect(shown.locator("#scale-ptx")).to_have_text("04")


def test_columns_fit_and_can_be_changed(shown: Any) -> None:
    """Four columns are too many here; lines are wrapped, and a bar is moved by the arrows."""
    wide = """() => [...document.querySelectorAll('.column:not([hidden]) .cm-scroller')]
        .filter((each) => each.scrollWidth > each.clientWidth).length"""
    assert shown.is_hidden("#column-python")
    assert shown.evaluate(wide) == 0
    shown.click("#wrap-ptx")
    assert shown.evaluate(wide) == 1  # the line with a name of 500 letters
    width = "document.querySelector('#column-source').offsetWidth"
    before = shown.evaluate(width)
    shown.focus(".divider:not([hidden])")
    shown.keyboard.press("ArrowRight")
    assert shown.evaluate(width) == before + 24
    shown.reload()
    assert shown.evaluate(width) == pytest.approx(before + 24, abs=2)
    assert shown.evaluate(wide) == 1


def test_hover_shows_documentation_and_values(shown: Any) -> None:
    """Of an opcode its meaning, of a register where it is live; and what threads wrote."""
    shown.hover("#column-ptx .cm-line.chosen .head span")  # the first letter of the opcode
    shown.wait_for_selector(".hover")
    tip = shown.inner_text(".hover")
    assert "Multiply two numbers and add a third" in tip
    assert "// a = 2.0, b = 3.0, c = 0.5" in tip
    assert "thread 32" in tip
    assert "%f2 = 2" in tip
    shown.mouse.move(5, 5)
    shown.hover("#column-ptx .cm-line.chosen span:text-is('%f1') >> nth=0")
    playwright.expect(shown.locator(".hover")).to_contain_text("live before")


def test_the_list_is_hidden(shown: Any) -> None:
    """A key hides it, and the address keeps that."""
    shown.keyboard.press("j")
    assert shown.is_hidden("#jumps")
    shown.reload()
    assert shown.is_hidden("#jumps")
    shown.click("#toggle-jumps")
    assert shown.is_visible("#jumps")


def test_the_strip_is_of_the_function_that_is_read(browser: Any, tmp_path: Path) -> None:
    """A click on a line of another kernel shows that one's facts, as choosing its name does."""
    second = "\n.visible .entry other()\n{\n\tbar.sync 0;\n\tret;\n}\n"
    module = ptxpy.parse(PTX + second, filename="two.ptx")
    made = tmp_path / "page.html"
    made.write_text(page("two", page_data(module, "two.ptx", None, MachineCode(()))))
    opened = browser.new_page()
    opened.goto(made.as_uri())
    picker = opened.locator("#facts select")
    first = picker.input_value()
    opened.fill("#go", "bar.sync")
    opened.press("#go", "Enter")
    assert picker.input_value() != first
    assert "synchronize" in opened.inner_text("#jumps")
    assert "fma" not in opened.inner_text("#facts")
    opened.locator("#facts select").select_option(first)
    assert "fma" in opened.inner_text("#facts")
    assert "fma.rn" in opened.inner_text("#details")
    opened.close()


def test_the_strip_tells_functions_and_dynamic_memory(browser: Any, tmp_path: Path) -> None:
    """`ex2` comes before a third sort of addition; addresses tell how much memory they reach."""
    lines = [*["mul.f32 %f1, %f1, %f1;"] * 4, *["max.f32 %f1, %f1, %f1;"] * 3]
    lines += [*["sub.f32 %f1, %f1, %f1;"] * 3, *["add.f32 %f1, %f1, %f1;"] * 3]
    lines += ["ex2.approx.f32 %f1, %f1;", "shfl.sync.bfly.b32 %r1, %r1, 1, 31, -1;"]
    lines += ["st.shared.f32 [dynamic+2044], %f1;", "ret;"]
    text = ".version 8.0\n.target sm_90\n.extern .shared .align 16 .b8 dynamic[];\n"
    text += ".visible .entry k() { .reg .f32 %f<2>; .reg .b32 %r<2>;\n" + "\n".join(lines) + "}\n"
    made = tmp_path / "page.html"
    data = page_data(ptxpy.parse(text, filename="k.ptx"), "k.ptx", None, MachineCode(()))
    assert data["functions"][0]["dynamic_extent"] == (2048, False)
    assert ("warp", 1) in [(kind, count) for kind, count, _ in data["functions"][0]["mix"]]
    made.write_text(page("k", data))
    opened = browser.new_page()
    opened.goto(made.as_uri())
    shown = opened.inner_text("#facts")
    assert "mul.f32 \N{MULTIPLICATION SIGN} 4" in shown
    assert "ex2.f32 \N{MULTIPLICATION SIGN} 1" in shown
    assert "≥ 2 kB" in shown
    opened.close()


def test_what_turns_text_around_is_seen(browser: Any, tmp_path: Path) -> None:
    """An override of the direction is an escape in the panels, and a mark in the code."""
    text = PTX.replace("mov.u32 %r2, 0;", "mov.u32 %r2, 0; // \u202e desrever")
    module = ptxpy.parse(text, filename="a\u202eb.ptx")
    made = tmp_path / "page.html"
    made.write_text(page("a", page_data(module, "a\u202eb.ptx", None, MachineCode(()))))
    opened = browser.new_page()
    opened.goto(f"{made.as_uri()}#L{line_of('mov.u32 %r2, 0;')}")
    assert "\\u202e desrever" in opened.inner_text("#details")
    assert opened.locator("#column-ptx .cm-specialChar").count() == 1
    opened.close()


def test_search_counts_matches(shown: Any) -> None:
    """The panel says how many there are."""
    shown.click("#column-ptx .cm-line.chosen")
    shown.keyboard.press("Control+f")
    shown.keyboard.type("global")
    assert shown.inner_text("#column-ptx .matches") == "2 matches"
    shown.keyboard.press("Enter")
    assert shown.inner_text("#column-ptx .matches").endswith(" of 2")


def test_control_flow(shown: Any) -> None:
    """Whole titles, nothing outside, edges that say when and how often they are taken, zoom."""
    shown.keyboard.press("g")
    assert ".loc" not in shown.inner_text("#flow-graph")
    labels = shown.eval_on_selector_all(".edge-label", "all => all.map(e => e.textContent)")
    # 48 of 64 threads of each of 40 CTAs are in range, and go round twice more.
    assert sorted(labels) == sorted(
        ["taken · 640", "not taken · 1,920", "1,920", "taken · 3,840", "not taken · 1,920"]
    )
    frame = shown.evaluate(
        "document.querySelector('.graph-frame').getBoundingClientRect().toJSON()"
    )
    outside = """(frame) =>
        [...document.querySelectorAll('.graph-frame :is(path.edge, .block, text)')]
        .map((each) => each.getBoundingClientRect())
        .filter((box) => box.left < frame.left || box.right > frame.right).length"""
    assert shown.evaluate(outside, frame) == 0
    clipped = """[...document.querySelectorAll('.block')].filter((block) =>
        [...block.querySelectorAll('text')].map((text) => text.getBBox()).some((box) =>
            box.x + box.width > block.querySelector('rect').getBBox().width)).length"""
    assert shown.evaluate(clipped) == 0
    width = "document.querySelector('.block').getBoundingClientRect().width"
    before = shown.evaluate(width)
    shown.focus(".graph-frame svg")
    shown.keyboard.press("+")
    assert shown.evaluate(width) > 1.2 * before
    shown.keyboard.press("0")
    left = shown.evaluate("document.querySelector('.block').getBoundingClientRect().left")
    shown.keyboard.press("ArrowRight")
    assert shown.evaluate("document.querySelector('.block').getBoundingClientRect().left") < left
    shown.click(f".row[data-line='{line_of('st.global')}']")
    assert any(each.startswith("st.global.f32") for each in chosen(shown))


def test_what_is_read_off_the_timeline(browser: Any, tmp_path: Path) -> None:
    """It says where warps wait and what products hide; links go to the line and to the time."""
    data = data_of()
    events = data["timeline"]["traceEvents"]
    first = min(each["pid"] for each in events if each["ph"] == "X")
    own = [each for each in events if each["ph"] == "M" and each["pid"] == first]
    warp = next(each["tid"] for each in own if each["args"].get("name") == "warp 0")
    store = line_of("st.global")

    def piece(kind: str, tid: int, start: int, end: int, **more: Any) -> dict[str, Any]:
        made = {"ph": "X", "pid": first, "tid": tid, "cat": kind, "ts": start, "dur": end - start}
        return {**made, "name": more.pop("name", kind), "args": {"line": store, **more}}

    data["timeline"]["traceEvents"] = [
        *own,
        piece("run", warp, 0, 60, lines=str(store)),
        piece("wait", warp, 60, 85, name="wait: bar.sync 0"),
        piece("wait", warp, 85, 90, name="wait: barrier.cluster.wait"),
        piece("run", warp, 90, 100, lines=str(store)),
        piece("wgmma", 90, 20, 40),
        piece("wgmma", 91, 30, 50),
        piece("wgmma", 90, 70, 80),
        piece("copy", 92, 10, 50),
    ]
    made = tmp_path / "read.html"
    made.write_text(page("read", data))
    opened = browser.new_page(viewport={"width": 1280, "height": 720})
    opened.goto(f"{made.as_uri()}#tab=timeline")
    assert opened.locator(".findings p").all_inner_texts() == [
        f"Warps wait 30 % of their time, most of it at bar.sync, line {store} (25 %).",
        (
            "Products are in flight 40 % of the time, with a gap of 20 units at most; "
            "20 % pass before the first, 20 % behind the last."
        ),
        (
            "Copies are in flight 40 % of the time, each 40 units from issue to wait; "
            "during 75 % of it products are in flight, too."
        ),
    ]
    opened.click("button.link:text-is('20 units')")
    opened.click(f"button.link:text-is('line {store}')")
    assert opened.is_visible("#panel-code")
    assert opened.url.endswith(f"#L{store}")
    opened.close()


def test_the_timeline(shown: Any) -> None:
    """It says what it has, its unit and colours; the wheel scrolls it, and keys choose slices."""
    shown.keyboard.press("t")
    text = shown.inner_text("#panel-timeline")
    assert "16 of 40 CTAs are recorded" in text
    assert "one unit is one instruction of a warp" in text
    assert "runs" in text
    assert shown.get_attribute("#panel-timeline button[aria-pressed]", "aria-pressed") == "true"
    shown.click("#panel-timeline button[aria-pressed]")
    shown.set_viewport_size({"width": 1280, "height": 400})
    shown.select_option("#panel-timeline select", "")
    top = "document.querySelector('.timeline-frame').scrollTop"
    shown.mouse.move(600, 300)
    shown.mouse.wheel(0, 200)
    for _ in range(50):
        if shown.evaluate(top):
            break
        shown.wait_for_timeout(100)
    assert shown.evaluate(top) > 0
    shown.focus(".timeline-frame")
    shown.keyboard.press("ArrowDown")
    shown.keyboard.press("ArrowRight")
    assert "units" in shown.inner_text("#panel-timeline .tip")
    shown.keyboard.press("Enter")
    assert shown.is_visible("#panel-code")


TEXTS = """globalThis.texts = new Set();
    const fill = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...more) {
        texts.add(text); return fill.call(this, text, ...more); };"""


def test_copies_of_a_stage_are_one_bar(browser: Any, tmp_path: Path) -> None:
    """They start together and are awaited together; those of the next stage have another lane."""
    data = data_of()
    starts = [(0, 90), (2, 88), (4, 86), (20, 100), (60, 30)]
    copies = [
        {"ph": "X", "cat": "copy", "name": "tensor load", "pid": 1, "tid": 90 + at, "ts": start}
        | {"dur": length, "args": {"line": line_of("fma.rn"), "bytes": 8192, "issued by warp": 0}}
        for at, (start, length) in enumerate(starts)
    ]
    data["timeline"]["traceEvents"] += copies
    made = tmp_path / "page.html"
    made.write_text(page("k", data))
    opened = browser.new_page(viewport={"width": 1280, "height": 720})
    opened.add_init_script(TEXTS)
    opened.goto(made.as_uri())
    opened.keyboard.press("t")
    # The last one ends with the first three, but another part of a loop started it.
    opened.wait_for_function("texts.has('3 tensor loads · 24 kB') && texts.has('copies 3')")
    assert opened.evaluate("[...texts].filter((each) => each === 'tensor load · 8 kB').length") == 1
    assert opened.evaluate("texts.has('copies 4')") is False
    opened.close()


def test_stages_in_the_chart_of_shared_memory_have_names(browser: Any, tmp_path: Path) -> None:
    """Each has its offset; a part that nothing reached is not drawn."""
    data = data_of()
    (kernel,) = data["functions"]
    kernel["shared"] = [["ring", 4096, 16]]
    parts = [
        {"offset": offset, "bytes": size, "number": number, "what": what, "lines": [1]}
        for offset, size, number, what in (
            (0, 2048, 2, "2 stages of 1,024 bytes, tile of a_map: copied in"),
            (2048, 16, 2, "2 x 8 bytes, full mbarrier of 1 arrival for + 0: init, wait"),
        )
    ]
    kernel["map"] = [
        {"name": "ring", "title": "ring", "size": 4096, "alignment": 16, "parts": parts}
    ]
    spans = [[1, 0, 1023, 0, 1], [2, 1024, 2047, 0, 1]]
    data["shared"] = {
        "cta": [0, 0, 0],
        "end": 9,
        "reached": False,
        "kinds": ["copy in"],
        "spans": spans,
    }
    made = tmp_path / "page.html"
    made.write_text(page("k", data))
    opened = browser.new_page(viewport={"width": 1280, "height": 720})
    opened.add_init_script(TEXTS)
    opened.goto(made.as_uri())
    opened.keyboard.press("m")
    opened.wait_for_function(
        "texts.has('a_map [0]') && texts.has('a_map [1]') && texts.has('1,024')"
    )
    assert opened.evaluate("[...texts].some((each) => each.includes('mbarrier'))") is False
    opened.close()


def test_deep_lines_begin_in_their_column(browser: Any, tmp_path: Path) -> None:
    """A line of the source that is indented by more than the column is wide takes a row or two."""
    data = data_of()
    data["source"]["files"][0]["lines"][1] = f"{' ' * 120}double *result, int n) {{"
    made = tmp_path / "page.html"
    made.write_text(page("k", data))
    opened = browser.new_page(viewport={"width": 1280, "height": 720})
    opened.goto(made.as_uri())
    line = opened.locator("#column-source .cm-line:has-text('double *result')")
    assert line.bounding_box()["height"] < 60
    column = "document.querySelector('#column-source .cm-scroller')"
    assert opened.evaluate(f"{column}.scrollWidth <= {column}.clientWidth")
    opened.close()


def test_offsets_of_shared_memory_are_exact(browser: Any, tmp_path: Path) -> None:
    """The scale has bytes as they are: 1,280, which 1.3 kB is not."""
    text = ".version 8.0\n.target sm_90\n.visible .entry k()\n{\n.reg .b32 %r<3>;\n"
    text += ".shared .align 4 .b8 tile[2560];\nmov.u32 %r1, tile;\n"
    text += "st.shared.u32 [%r1+2556], 1;\nret;\n}\n"
    kernel = ptxpy.load(text)
    run = Run(kernel.profile(grid=1, block=1), kernel.timeline(grid=1, block=1))
    data = page_data(ptxpy.parse(text, filename="k.ptx"), "k.ptx", None, MachineCode(()), run)
    made = tmp_path / "page.html"
    made.write_text(page("k", data))
    opened = browser.new_page()
    opened.add_init_script(TEXTS)
    opened.goto(made.as_uri())
    opened.keyboard.press("m")
    opened.wait_for_function("texts.has('1,280')")
    assert opened.evaluate("[...texts].some((each) => each.includes('kB'))") is False
    opened.close()


def test_copy_and_save(shown: Any) -> None:
    """The PTX is saved as it is."""
    shown.hover("#column-ptx")
    with shown.expect_download() as saved:
        shown.click("#column-ptx button:text-is('Save')")
    assert saved.value.suggested_filename == "scale.ptx"
    assert Path(saved.value.path()).read_text() == PTX


def test_licences_are_in_the_page(shown: Any) -> None:
    """Those of the libraries in its script."""
    shown.keyboard.press("?")
    shown.click("#tab-licences")
    text = shown.inner_text("#panel-licences")
    for each in ("@codemirror/view", "@dagrejs/dagre", "MIT License"):
        assert each in text


def test_the_page_of_a_comparison(browser: Any, tmp_path: Path) -> None:
    """Tabs and links lead to panels, n to a difference, and code is coloured once it is seen."""
    one, other = (
        ptxpy.parse(text) for text in (PTX, PTX.replace("%f1, %f1, %f1", "%f1, %f1, %f3"))
    )
    sides = tuple(
        ComparedSide(module, MachineCode((), "no nvdisasm"), None, {1: ("scale.cu", SOURCE)})
        for module in (one, other)
    )
    made = tmp_path / "diff.html"
    made.write_text(diff_page("a", "b", compare_in_detail(one, other), 3, (sides[0], sides[1])))
    errors: list[str] = []
    opened = browser.new_page(viewport={"width": 1280, "height": 720})
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(message.text))
    opened.goto(made.as_uri())
    assert "PTX instructions" not in opened.inner_text("#panel-facts")  # equal, and folded
    opened.locator("#panel-facts summary").first.click()
    assert "PTX instructions" in opened.inner_text("#panel-facts")
    opened.keyboard.press("n")
    assert opened.is_visible("#panel-ptx")
    assert opened.inner_text("#where") == "1 of 1 difference"
    playwright.expect(opened.locator(".row.here .token-function").first).to_have_text("fma")
    assert opened.inner_text(".row.here code >> nth=1").strip() == "fma.rn.f32 %f2, %f1, %f1, %f3;"
    # The ruler leads to it, too; a line and its source light each other.
    assert opened.inner_text("#source .line.partner code").strip() == SOURCE[2].strip()
    assert opened.locator("#ruler .both.here").count() == 1
    opened.evaluate("document.getElementById('panel-ptx').scrollTop = 0")
    opened.click("#ruler .both")
    playwright.expect(opened.locator(".row.here")).to_be_in_viewport()
    opened.click("#source .line >> nth=1")
    lit = opened.locator("#panel-ptx code.partner").all_inner_texts()
    assert len(lit) == 2 * 8  # the instructions of A and of B before the loop
    assert "mul.wide.u32" in lit[10]
    opened.keyboard.press("s")
    assert opened.is_hidden("#source")
    for name in ("python", "sass", "facts"):
        opened.click(f"#tab-{name}")
        assert opened.is_visible(f"#panel-{name}")
        assert opened.url.endswith(f"#panel-{name}")
    opened.click("#panel-facts a")
    playwright.expect(opened.locator("#panel-ptx")).to_be_visible()
    opened.close()
    assert errors == []
