"""The control flow in Chromium: edges, where it opens, Fit, and the keys of its blocks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import ptxpy
from ptxpy.view.machine_code import MachineCode
from ptxpy.view.page import page, page_data
from tests.view.shown_page import line_of

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

STEPS = 24
"""The loops of a longer kernel, one behind the other."""

LONG = "\n".join(
    [
        ".version 8.0",
        ".target sm_90",
        ".address_size 64",
        ".visible .entry k(.param .u32 n)",
        "{",
        "\t.reg .b32 %r<4>;",
        "\t.reg .pred %p<2>;",
        "\tld.param.u32 %r0, [n];",
        *(
            line
            for step in range(STEPS)
            for line in (
                f"$OUTER{step}:",
                "\tmov.u32 %r1, 0;",
                f"$LOOP{step}:",
                *["\tadd.u32 %r1, %r1, 1;"] * (40 if step == STEPS - 1 else 2),
                "\tsetp.lt.u32 %p0, %r1, %r0;",
                f"\t@%p0 bra $LOOP{step};",
                "\tsetp.gt.u32 %p1, %r1, 100;",
                f"\t@%p1 bra $OUTER{step};",
            )
        ),
        "\tret;",
        "}",
        "",
    ]
)

UPWARDS = """() => {
    const box = (each) => each.getBoundingClientRect();
    const blocks = [...document.querySelectorAll('.block')].map((each) => box(each.firstChild));
    return [...document.querySelectorAll('path.edge.back')].map((edge) => {
        const at = (part) => {
            const point = edge.getPointAtLength(part * edge.getTotalLength());
            return new DOMPoint(point.x, point.y).matrixTransform(edge.getScreenCTM());
        };
        const [start, end] = [at(0), at(1)];
        const near = (point, side) => blocks.findIndex((held) =>
            Math.abs(point.y - held[side]) < 2 && held.left <= point.x && point.x <= held.right);
        let crossed = 0;
        for (let part = 0.02; part < 0.98; part += 0.01) {
            const {x, y} = at(part);
            crossed += blocks.some((held) =>
                held.left + 2 < x && x < held.right - 2 && held.top + 2 < y && y < held.bottom - 2);
        }
        return [near(start, 'bottom'), near(end, 'top'), crossed];
    });
}"""


CASES = 60
"""The branches in the loop of a kernel that is larger than what is drawn at once."""

LARGE = "\n".join(
    [
        *LONG.split("\n")[:8],
        "$LOOP:",
        *(
            line
            for case in range(CASES)
            for line in (
                f"\tsetp.ne.u32 %p0, %r0, {case};",
                f"\t@%p0 bra $NEXT{case};",
                "\tadd.u32 %r1, %r1, 1;",
                f"$NEXT{case}:",
            )
        ),
        "\tsetp.lt.u32 %p1, %r1, %r0;",
        "\t@%p1 bra $LOOP;",
        "\tret;",
        "}",
        "",
    ]
)


def opened_page(browser: Any, made: Path, text: str) -> Any:
    """Open the page of a kernel."""
    module = ptxpy.parse(text, filename="kernel.ptx")
    made.write_text(page("kernel", page_data(module, "kernel.ptx", None, MachineCode(()))))
    opened = browser.new_page(viewport={"width": 1280, "height": 720})
    opened.goto(made.as_uri())
    return opened


@pytest.fixture
def long(browser: Any, tmp_path: Path) -> Any:
    """Open the page of the longer kernel."""
    opened = opened_page(browser, tmp_path / "long.html", LONG)
    yield opened
    opened.close()


@pytest.fixture
def large(browser: Any, tmp_path: Path) -> Any:
    """Open the page of the largest kernel."""
    opened = opened_page(browser, tmp_path / "large.html", LARGE)
    yield opened
    opened.close()


def test_regions_of_a_large_graph_are_closed(large: Any) -> None:
    """Blocks away from the line are one node, which opens in its place and closes again."""
    line = LARGE.split("\n").index("\tsetp.ne.u32 %p0, %r0, 30;") + 1
    large.evaluate(f"location.hash = '#L{line}'")
    playwright.expect(large.locator("#details h3").first).to_contain_text(f"line {line}")
    large.evaluate("document.activeElement.blur()")
    large.keyboard.press("g")
    playwright.expect(large.locator(".block.current")).to_have_count(1)
    before = large.locator(".block").count()
    assert before < CASES / 2
    # All blocks are in some node.
    blocks = 3 + 2 * CASES  # the first, the test of the loop, and the last
    told = large.evaluate(
        """[...document.querySelectorAll('.block .note:nth-of-type(2)')].reduce((sum, each) =>
            sum + Number(/(\\d+) blocks/.exec(each.textContent)?.[1] ?? 1), 0)"""
    )
    assert told == blocks
    first = large.locator(".block.group").first
    head = re.findall(r"B\d+", first.text_content())[0]
    large.locator(".block.group").first.dispatch_event("click")
    assert large.locator(".block").count() > before
    large.locator(f".block:has-text('{head}') .close").first.dispatch_event("click")
    assert large.locator(".block").count() == before


def test_the_map_moves_the_graph(long: Any) -> None:
    """The map shows the part that is seen, and a click on it brings another part."""
    long.keyboard.press("g")
    seen = "document.querySelector('.graph-map .seen').getAttribute('y')"
    before = float(long.evaluate(seen))
    box = long.locator(".graph-map").bounding_box()
    long.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 2)
    assert float(long.evaluate(seen)) > before


def test_edges_back_leave_at_the_branch(shown: Any) -> None:
    """The edge of a block to itself goes from its bottom to its top, and through no block."""
    shown.keyboard.press("g")
    [(start, end, crossed)] = shown.evaluate(UPWARDS)
    assert start == end > 0
    assert crossed == 0


def test_edges_back_go_round_all_between(long: Any) -> None:
    """Those of outer loops enter above their blocks."""
    long.keyboard.press("g")
    ways = long.evaluate(UPWARDS)
    assert len(ways) == 2 * STEPS
    assert all(crossed == 0 for _, _, crossed in ways)
    assert sorted(start - end for start, end, _ in ways) == [0] * STEPS + [2] * STEPS


def test_it_opens_at_the_line(long: Any) -> None:
    """Also at one that a long block leaves out, and at a label."""
    lines = LONG.split("\n")
    last = lines.index(f"$LOOP{STEPS - 1}:") + 1
    for line, expected in ((last + 20, last + 20), (last, last + 1), (10, 10)):
        long.evaluate(f"location.hash = '#L{line}'")
        playwright.expect(long.locator("#details h3").first).to_contain_text(f"line {line}")
        long.evaluate("document.activeElement.blur()")
        long.keyboard.press("g")
        row = long.locator(".row.here")
        playwright.expect(row).to_have_attribute("data-line", str(expected))
        playwright.expect(row).to_be_in_viewport(ratio=1)
        playwright.expect(long.locator(".block.current")).to_have_count(1)


def test_all_of_a_long_graph_can_be_read(long: Any) -> None:
    """Fit shows the titles of blocks, 1:1 the instructions again; a click on a title goes there."""
    long.keyboard.press("g")
    long.click("button:text-is('Fit')")
    assert long.locator(".row").count() == 0
    titles = long.locator(".block .title")
    assert titles.count() == 3 * STEPS + 1 or titles.count() == 3 * STEPS + 2
    frame = long.locator(".graph-frame").bounding_box()
    for each in (titles.first.bounding_box(), titles.last.bounding_box()):
        assert frame["y"] <= each["y"] <= frame["y"] + frame["height"]
    long.click("button:text-is('1:1')")
    assert long.locator(".row").count() > 3 * STEPS
    long.click("button:text-is('Fit')")
    long.evaluate("document.querySelectorAll('.block')[2].dispatchEvent(new Event('click'))")
    assert long.is_visible("#panel-code")


def test_blocks_by_the_keys(shown: Any) -> None:
    """Tab goes to the block that is current, up and down to the others, Enter to its code."""
    shown.keyboard.press("g")
    shown.focus(".graph-frame svg")
    shown.keyboard.press("Tab")
    active = "document.activeElement.getAttribute('aria-label')"
    assert "$LOOP" in shown.evaluate(active)
    assert re.search(r"; to (not )?taken: B\d", shown.evaluate(active))
    shown.keyboard.press("ArrowUp")
    assert shown.evaluate(active).startswith("B1")
    shown.keyboard.press("Enter")
    assert shown.is_visible("#panel-code")
    assert shown.url.endswith(f"#L{line_of('mul.wide')}")


def test_the_legend_covers_nothing(shown: Any) -> None:
    """It is above the graph, and says what the edges of blocks mean."""
    shown.keyboard.press("g")
    legend, frame = (shown.locator(each).bounding_box() for each in (".graph-head", ".graph-frame"))
    assert legend["y"] + legend["height"] <= frame["y"] + 1
    assert "left edge of a block: 0 5,760 threads" in " ".join(
        shown.inner_text(".graph-head").split()
    )
