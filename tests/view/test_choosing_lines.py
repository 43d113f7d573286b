"""How lines, ranges, registers, labels and texts are chosen in the page, in Chromium."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import ptxpy
from ptxpy.view.machine_code import MachineCode
from ptxpy.view.page import page, page_data
from tests.view.shown_page import LINES, PTX, SOURCE, chosen, line_of

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")


def details(shown: Any) -> str:
    """Return the text of the panel below the columns."""
    return str(shown.inner_text("#details"))


def press_behind_text(shown: Any, text: str) -> None:
    """Click right of the text of a line of PTX."""
    line = shown.locator("#column-ptx .cm-line", has_text=text).first
    line.scroll_into_view_if_needed()
    box = line.bounding_box()
    shown.mouse.click(box["x"] + box["width"] - 12, box["y"] + 8)


def at_line(shown: Any, line: int) -> None:
    """Wait until the address has a line."""
    playwright.expect(shown).to_have_url(re.compile(f"#L{line}(&|$)"))


@pytest.mark.parametrize("tab", ["flow", "overview", "timeline", "diagnostics"])
def test_a_line_typed_while_another_tab_is_open(shown: Any, tab: str) -> None:
    """The columns have their widths and heads, and show the line."""
    shown.evaluate(f"location.hash = '#tab={tab}'")
    playwright.expect(shown.locator(f"#panel-{tab}")).to_be_visible()
    shown.set_viewport_size({"width": 1200, "height": 700})
    line = line_of("st.global")
    shown.evaluate(f"location.hash = '#L{line}'")
    playwright.expect(shown.locator("#details")).to_contain_text("st.global")
    widths = """[...document.querySelectorAll('.column:not([hidden]) .cm-editor')]
        .map((each) => each.getBoundingClientRect().width)"""
    assert len(shown.evaluate(widths)) == 3
    assert min(shown.evaluate(widths)) > 200
    playwright.expect(shown.locator("#column-ptx h2")).to_be_in_viewport()
    playwright.expect(shown.locator("#column-ptx .cm-line.chosen")).to_be_in_viewport()


def test_a_click_behind_a_line_is_on_it(shown: Any) -> None:
    """Hidden lines follow two of the lines; a click right of the text of any chooses itself."""
    for line, text in enumerate(LINES, 1):
        if not text.startswith("\t") or text.startswith(("\t.loc", "\t.reg", "\t.file")):
            continue
        press_behind_text(shown, text.strip().removesuffix(";")[:40])
        at_line(shown, line)
        assert "did not come here" not in details(shown)
        assert shown.locator("#column-ptx .cm-line.chosen").count() == 1


def test_a_hidden_line_stands_for_its_instruction(shown: Any) -> None:
    """`.loc` says where the next instruction comes from."""
    shown.evaluate(f"location.hash = '#L{line_of('.loc 1 3 5')}'")
    at_line(shown, line_of("ld.global"))
    assert chosen(shown)[1].startswith("ld.global")


def test_drawing_a_bar_chooses_nothing(shown: Any) -> None:
    """A column gets wider, whatever text the pointer goes over."""
    before = shown.url, details(shown)
    box = shown.locator(".divider:not([hidden])").first.bounding_box()
    wide = shown.evaluate("document.querySelector('#column-source').offsetWidth")
    x, y = box["x"] + box["width"] / 2, box["y"] + 60
    for distance in (90, -60):
        shown.mouse.move(x, y)
        shown.mouse.down()
        shown.mouse.move(x + distance, y, steps=6)
        shown.mouse.up()
        x += distance
    assert shown.evaluate("document.querySelector('#column-source').offsetWidth") == wide + 30
    assert details(shown) == before[1]
    assert "L" not in shown.url.partition("#")[2]
    assert shown.evaluate("String(getSelection())") == ""


def test_clicks_on_the_source_go_through_its_partners(shown: Any) -> None:
    """The first one keeps the line that was chosen, each further one goes to the next."""
    line = shown.locator("#column-source .cm-line", has_text="x[i] * x[i]")
    partners = [line_of(text) for text in ("ld.global", "fma.rn", "st.global", "add.u32")]
    line.click()
    at_line(shown, partners[1])
    assert "2 of 7" in details(shown)
    for partner in partners[2:]:
        line.click()
        at_line(shown, partner)
    # From elsewhere, the hottest comes first: all run equally often, so the first of them.
    shown.evaluate(f"location.hash = '#L{line_of('mul.wide')}'")
    at_line(shown, line_of("mul.wide"))
    line.click()
    at_line(shown, partners[0])


def test_ranges(shown: Any, path: Path) -> None:
    """Lines that are selected together are lit together; the address has them, and brings them."""
    first, last = line_of("ld.global"), line_of("st.global")
    shown.goto("about:blank")
    shown.goto(f"{path.as_uri()}#L{first}-L{last}")
    assert f"3 instructions in lines {first} to {last}" in details(shown)
    assert shown.locator("#column-ptx .cm-line:is(.chosen, .partner)").count() == 3
    assert shown.url.endswith(f"#L{first}-L{last}")
    press_behind_text(shown, "mul.wide.u32")
    at_line(shown, line_of("mul.wide"))
    shown.keyboard.down("Shift")
    press_behind_text(shown, "mov.u32 %r2")
    shown.keyboard.up("Shift")
    assert shown.url.endswith(f"#L{line_of('mul.wide')}-L{line_of('mov.u32 %r2')}")
    shown.fill("#go", f"{first}-{last}")
    shown.press("#go", "Enter")
    assert shown.url.endswith(f"#L{first}-L{last}")


def test_a_line_that_is_not_there(shown: Any) -> None:
    """The page says so, and counts no line behind the last line break."""
    shown.evaluate("location.hash = '#L9999'")
    said = f"no line 9,999: the PTX has {len(LINES) - 1} lines"
    playwright.expect(shown.locator("#go-count")).to_have_text(said)
    shown.fill("#go", "5")
    shown.press("#go", "Enter")
    assert shown.inner_text("#go-count") == ""


def test_back_goes_to_where_one_was(shown: Any) -> None:
    """A search, a line and a label are steps of the history; clicks are none."""
    start = line_of("fma.rn")
    for text, line in (("setp.ge", line_of("setp.ge")), ("22", 22)):
        shown.fill("#go", text)
        shown.press("#go", "Enter")
        at_line(shown, line)
    shown.go_back()
    at_line(shown, line_of("setp.ge"))
    assert "setp.ge" in details(shown)
    shown.go_back()
    at_line(shown, start)
    assert "fma.rn" in details(shown)


def test_a_text_is_found_in_all_columns(shown: Any) -> None:
    """Matches are marked while one types, counted by columns, and gone through."""
    shown.click("#toggle-python")
    shown.fill("#go", "fma")
    playwright.expect(shown.locator("#go-count")).to_have_text("3 lines: 1 Python, 1 PTX, 1 SASS")
    assert shown.locator("#column-sass .found").all_inner_texts() == ["FMA"]
    assert shown.locator("#column-ptx .found").all_inner_texts() == ["f", "ma"]
    order = []
    for _ in range(3):
        shown.press("#go", "Enter")
        order.append(shown.inner_text("#go-count").split(" lines")[0])
    assert sorted(order) == ["1 of 3", "2 of 3", "3 of 3"]
    shown.fill("#go", "three times")
    shown.press("#go", "Enter")
    assert SOURCE[1].strip() in chosen(shown)
    shown.fill("#go", "")
    assert shown.locator(".found").count() == 0


def test_a_register_shows_its_uses(shown: Any) -> None:
    """A click marks them all; type, writers and readers are told, as links."""
    shown.locator("#column-ptx .cm-line.chosen span:text-is('%f1')").first.click()
    marked = shown.locator("#column-ptx .use").all_inner_texts()
    assert marked == ["%f1"] * 4
    word = shown.locator("#details .word")
    load = line_of("ld.global")
    assert word.inner_text() == f"%f1 .f32, written at {load} read at {load + 1}"
    word.locator("button").first.click()
    at_line(shown, load)
    shown.locator("#column-sass .cm-line.chosen, #column-sass .cm-line").first.wait_for()
    shown.locator("#column-sass span:text-is('R1')").first.click()
    assert shown.locator("#column-sass .use").all_inner_texts() == ["R1", "R1"]
    assert shown.locator("#column-ptx .use").count() == 0
    shown.keyboard.press("Control+f")
    shown.hover("#column-ptx .cm-line.chosen span:text-is('%f1') >> nth=0")
    tip = shown.locator(".hover")
    playwright.expect(tip).to_contain_text(".f32")
    for text in ("written", "read", "live before", f"as line {load} wrote it", "%f1 = 1"):
        assert text in tip.inner_text()
    assert "[object" not in tip.inner_text()


def test_labels_are_links(shown: Any) -> None:
    """A click, or Enter on the line, goes to the label; one comes back."""
    target = line_of("$LOOP:")
    shown.locator("#column-ptx .label-link", has_text="$LOOP").click()
    at_line(shown, target)
    shown.go_back()
    playwright.expect(shown.locator("#details")).to_contain_text("bra $LOOP")
    press_behind_text(shown, "@%p1 bra")
    shown.keyboard.press("Enter")
    at_line(shown, line_of("$DONE:"))
    shown.hover("#column-ptx .label-link >> nth=0")
    playwright.expect(shown.locator(".hover")).to_contain_text("named by")


def test_the_hover_box_stays_out_of_the_way(shown: Any) -> None:
    """It is small, over the columns alone, has no backticks, and a search closes it."""
    shown.hover("#column-ptx .cm-line.chosen .head span")
    box = shown.locator(".cm-tooltip")
    box.wait_for()
    held, room = box.bounding_box(), shown.locator("#columns").bounding_box()
    assert held["width"] <= 420
    assert held["height"] <= 230
    assert held["y"] >= room["y"]
    assert held["y"] + held["height"] <= room["y"] + room["height"]
    assert "`" not in box.inner_text()
    shown.focus("#column-ptx .cm-content")
    shown.keyboard.press("Control+f")
    playwright.expect(box).to_have_count(0)


def test_values_that_are_not_kept(browser: Any, path: Path) -> None:
    """The page says which threads' values there are, where none of these ran a line."""
    text = path.read_text()
    line = line_of("fma.rn")
    opened = browser.new_page()
    begin = text.index(f'"{line}":[[[0')
    made = path.with_name("without.html")
    made.write_text(text[:begin] + text[begin:].replace(f'"{line}":', '"100000":', 1))
    opened.goto(f"{made.as_uri()}#L{line}")
    assert "kept of threads 0; 32 of CTA 0,0,0 alone" in details(opened)
    assert "none of these ran this line" in details(opened)
    # Floats in registers of bits are told as floats.
    made.write_text(text.replace('"%f2 = 2"', '"%r2 = 0x42b00000"'))
    opened.goto("about:blank")
    opened.goto(f"{made.as_uri()}#L{line}")
    assert "%r2 = 0x42b00000 (88 as f32)" in details(opened)
    opened.close()


def test_columns_begin_with_a_whole_line(browser: Any, tmp_path: Path) -> None:
    """Wherever a line is gone to."""
    body = "\n".join(f"\tmov.u32 %r{each % 5}, {each};" for each in range(400))
    text = PTX.replace("\tmov.u32 %r2, 0;", body)
    made = tmp_path / "long.html"
    module = ptxpy.parse(text, filename="long.ptx")
    made.write_text(page("long", page_data(module, "long.ptx", None, MachineCode(()))))
    opened = browser.new_page(viewport={"width": 1280, "height": 713})
    opened.goto(f"{made.as_uri()}#L230")
    cut = """() => {
        const view = document.querySelector('#column-ptx .cm-scroller').getBoundingClientRect();
        const lines = [...document.querySelectorAll('#column-ptx .cm-line')];
        const tops = lines.map((each) => each.getBoundingClientRect());
        return Math.min(...tops.map((box) => Math.abs(box.top - view.top)));
    }"""
    for _ in range(30):
        if opened.evaluate(cut) <= 1:
            break
        opened.wait_for_timeout(100)
    assert opened.evaluate(cut) <= 1
    playwright.expect(opened.locator("#column-ptx .cm-line.chosen")).to_be_in_viewport()
    opened.close()
